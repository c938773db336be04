"""The laws of `laws.py`, held along random plays of written and of generated stories."""

from __future__ import annotations

import pytest

from storyengine.runtime import Phase, State
from tests.conftest import Amount
from tests.runtime.author import Author
from tests.runtime.laws import hold_along
from tests.runtime.tables import campaign
from tests.runtime.walks import OTHER_RULES, STORIES, story_called, walk


@pytest.mark.parametrize("name", STORIES)
def test_the_laws_hold_in_written_stories(name: str, amount: Amount) -> None:
    story = story_called(name)
    digests: dict[str, State] = {}
    ends = [hold_along(story, seed, digests, steps=120) for seed in range(amount(6, 200))]
    assert any(state.over for state in ends), "some play comes to an end"


def test_random_plays_meet_every_phase() -> None:
    met = {
        state.phase
        for name in ("rich", "evil power master", "a game played elsewhere")
        for seed in range(25)
        for before, _, after in walk(story_called(name), seed, steps=120)
        for state in (before, after)
    }
    assert met == set(Phase) - {Phase.STUCK}


@pytest.mark.slow
def test_the_laws_hold_in_generated_stories(amount: Amount) -> None:
    rules = ("{}", OTHER_RULES, "{routes: any, items_each: 1}")
    for seed in range(amount(40, 1_000)):
        story = campaign(Author(seed).story(), rules=rules[seed % 3])
        digests: dict[str, State] = {}
        for walked in range(3):
            hold_along(story, seed * 10 + walked, digests, steps=40)
