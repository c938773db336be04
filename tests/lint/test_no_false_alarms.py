"""Silence where nothing is wrong, and no word that a play could contradict."""

from __future__ import annotations

import pytest

from storyengine.checking import check
from storyengine.cli.bundled import bundled_stories, stories_folder
from storyengine.lint.plays import state_after
from storyengine.runtime import Phase
from tests.conftest import Amount
from tests.small_stories import small_story

STOPS = {
    "shut-choices",
    "used-up-choices",
    "dead-start",
    "endless-loop",
    "stray-return",
    "no-current-planet",
    "stranded-crew",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", bundled_stories())
def test_bundled_stories_have_neither_error_nor_warning(name: str) -> None:
    assert check(stories_folder() / name).is_clean


def test_findings_about_stops_come_with_a_play_that_stops(amount: Amount) -> None:
    seen = set()
    for seed in range(amount(16, 400)):
        checked = check(small_story(seed))
        for finding in checked.findings:
            if finding.diagnostic.slug in STOPS:
                seen.add(finding.diagnostic.slug)
                assert state_after(small_story(seed), finding.play).phase is Phase.STUCK
    assert len(seen) >= 2, "the small stories bring up few kinds of stops"


def test_the_same_story_gives_the_same_findings() -> None:
    for seed in range(10):
        assert check(small_story(seed)).diagnostics == check(small_story(seed)).diagnostics
