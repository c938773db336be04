"""Random legal plays of the bundled stories: nothing breaks, nothing gets lost, saving and loading change nothing."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from storyengine.loader import load
from storyengine.model.expressions import Kind
from storyengine.model.story import Story
from storyengine.runtime import Phase, Play, Record, State, legal_actions, resume
from storyengine.runtime.actions import GiveItem
from storyengine.runtime.state import BOXED, DISCARDED, PARTY
from tests.conftest import Amount

STORIES = Path(__file__).resolve().parents[2] / "stories"
NAMES = sorted(folder.name for folder in STORIES.iterdir() if (folder / "story.yaml").exists())
LONGEST = 3_000
"""Steps of one random play; a story may let people go round, and then a play is broken off."""
CHUNKS = 4
"""Parts of the thousand plays, so that several processes can share them."""


@cache
def bundled(name: str) -> Story:
    return load(STORIES / name)


def assert_sound(story: Story, state: State) -> None:
    """Meters stay in range, every item has one holder, the same discs lie somewhere or are known to be gone."""
    for variable, value in zip(story.variables.values(), state.values, strict=True):
        if variable.kind is Kind.NUMBER:
            assert variable.low <= int(value) <= variable.high
    known = {"", DISCARDED, BOXED, PARTY, *story.crew}
    assert len(state.holders) == len(story.items) and set(state.holders) <= known
    if story.starters and state.phase is not Phase.DEAL and story.crew:
        dealt = Counter(state.holders[list(story.items).index(item)] == BOXED for item in story.starters)
        assert dealt[True] == max(0, len(story.starters) - len(story.crew) * story.house_rules().starters_each)
    assert not state.active or any(state.active), "somebody can always act"
    assert len(state.discs) == (len(story.board.planets) if story.discs else 0)
    for colour, numbers in zip(story.discs, state.numbers, strict=True):
        assert not Counter(numbers) - Counter(story.discs[colour]), "a disc's number is drawn once"


def saved_and_loaded(story: Story, play: Play) -> Play:
    resumed = resume(story, Record.from_json(play.record().to_json()))
    assert resumed.complete and not resumed.notes
    assert resumed.play.state == play.state
    return resumed.play


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("name", NAMES)
def test_random_plays_hold_together(name: str, chunk: int, amount: Amount) -> None:
    story = bundled(name)
    for seed in range(chunk, amount(1_000, 10_000), CHUNKS):
        rng = random.Random(seed)
        play = Play(story, seed=seed)
        save_at = rng.randrange(80)
        for step in range(LONGEST):
            actions = legal_actions(story, play.state)
            assert bool(actions) != play.state.over, "a play ends or can go on"
            if not actions:
                break
            # Exchanges go round for ever; a few of them are enough.
            decisions = [action for action in actions if not isinstance(action, GiveItem) or rng.random() < 0.05]
            play.take(rng.choice(decisions or list(actions)))
            assert_sound(story, play.state)
            if step == save_at:
                play = saved_and_loaded(story, play)
        assert not play.state.over or play.state.phase is Phase.ENDED, f"stuck: {play.state.detail}"


@pytest.mark.parametrize("name", NAMES)
def test_undoing_a_whole_play_leads_back_to_the_start(name: str) -> None:
    story = bundled(name)
    play = Play(story, seed=7)
    start, rng = play.state, random.Random(7)
    while not play.state.over and len(play.past) < LONGEST:
        play.take(rng.choice(legal_actions(story, play.state)))
    end = play.state
    while play.undo():
        pass
    assert play.state == start
    while play.redo():
        pass
    assert play.state == end
