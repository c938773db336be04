"""Plays on a table of transitions: nothing that happens in them, or is read aloud, differs from plays without one."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from storyengine.analysis import fast_plays
from storyengine.analysis.fast_plays import FastPlay, TransitionTable
from storyengine.analysis.playouts import drawn, one_of
from storyengine.loader import load
from storyengine.model.story import Story
from storyengine.runtime import Action, Phase, State, initial
from storyengine.runtime.events import Event, Notice
from storyengine.runtime.explore import Walker
from tests.small_stories import small_story

STORIES = Path(__file__).resolve().parents[2] / "stories"
LONGEST = 300

Step = tuple[Action, tuple[Event, ...], tuple[int, ...]]


def everything(action: Action, events: Sequence[Event], entered: Sequence[int]) -> Step:
    # a condition without an answer is noticed whenever somebody looks at the choices, which belongs to no step
    return action, tuple(event for event in events if not isinstance(event, Notice)), tuple(entered)


def on_table(table: TransitionTable[Step], seed: int) -> tuple[list[Step], Phase, tuple[str, ...]]:
    """One play of random choices."""
    rng = random.Random(seed)
    steps: list[Step] = []
    play = FastPlay(table, rng)
    while (actions := play.actions) and len(steps) < LONGEST:
        steps.append(play.take(one_of(actions, rng)))
    return steps, play.phase, play.detail


def walked(story: Story, seed: int) -> tuple[list[Step], Phase, tuple[str, ...]]:
    """The same play, by a walker alone."""
    rng = random.Random(seed)
    steps: list[Step] = []
    walker = Walker(story, initial(story), lambda kind, place, options: drawn(options, rng))
    events: list[Event] = []
    walker.run.events = events
    while (actions := walker.actions()) and len(steps) < LONGEST:
        action = one_of(actions, rng)
        walker.take(action)
        steps.append(everything(action, events, walker.entered()))
        events.clear()
    return steps, walker.phase, walker.run.detail


@pytest.mark.parametrize("seed", range(40))
def test_plays_on_a_table_are_the_plays_of_a_walker(seed: int) -> None:
    story = small_story(seed)
    table = TransitionTable(story, everything)
    # the second round finds a table that the first has filled
    for number in (*range(12), *range(12)):
        assert on_table(table, number) == walked(story, number)
    assert len(table) > 1


@pytest.mark.parametrize("name", ["tavern", "evil-power-master", "out-of-this-world"])
def test_plays_of_a_bundled_story_are_those_of_a_walker(name: str) -> None:
    story = load(STORIES / name)
    table = TransitionTable(story, everything)
    for number in (*range(5), *range(5)):
        assert on_table(table, number) == walked(story, number)


def test_a_table_holds_so_many_states_and_plays_go_on_beyond_it() -> None:
    story = load(STORIES / "evil-power-master")
    table = TransitionTable(story, everything, most=7)
    for number in range(5):
        assert on_table(table, number) == walked(story, number)
        assert len(table) <= 7
    assert len(table) == 7


def test_a_play_adds_a_few_states_and_no_more() -> None:
    table = TransitionTable(load(STORIES / "evil-power-master"), everything)
    sizes = [len(table)]
    for number in range(5):
        on_table(table, number)
        sizes.append(len(table))
    grown = [after - before for before, after in pairwise(sizes)]
    assert grown[0] == fast_plays.MOST_NEW and max(grown) <= fast_plays.MOST_NEW


def test_what_is_known_is_not_worked_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    story = load(STORIES / "tavern")
    table = TransitionTable(story, everything)
    for number in range(50):
        on_table(table, number)
    expected = on_table(table, 3)

    def no_more(walker: Walker, action: Action) -> str:
        raise AssertionError("a step that is known was worked out again")

    monkeypatch.setattr(Walker, "take", no_more)
    assert on_table(table, 3) == expected


def test_a_table_keeps_so_many_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast_plays, "MOST_STEPS", 3)
    story = load(STORIES / "tavern")
    table = TransitionTable(story, everything)
    for number in range(20):
        assert on_table(table, number) == walked(story, number)
    assert table.steps == 3


def test_a_closer_look_leaves_the_table_and_changes_nothing() -> None:
    story = load(STORIES / "tavern")
    table = TransitionTable(story, everything)
    for number in range(20):
        on_table(table, number)
    rng = random.Random(5)
    steps: list[Step] = []
    play = FastPlay(table, rng)
    looked: State | None = None
    while actions := play.actions:
        if len(steps) == 1:
            looked = play.walker().state()
        steps.append(play.take(one_of(actions, rng)))
    assert looked is not None
    assert (steps, play.phase, play.detail) == walked(story, 5)
