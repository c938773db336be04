"""The graph against the runtime: no jump that a play makes is missing from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from storyengine import dice
from storyengine.graph import story_graph
from storyengine.graph.names import Names
from storyengine.model.cards import Ending, Travel
from storyengine.model.story import Story
from storyengine.runtime import Phase, initial
from storyengine.runtime import program as operations
from storyengine.runtime import travel as flying
from storyengine.runtime.actions import Fly
from storyengine.runtime.explore import Walker
from storyengine.runtime.machine import Options, Run
from storyengine.runtime.program import program_of
from tests.conftest import Amount
from tests.runtime.walks import STORIES, story_called
from tests.small_stories import small_story

Jumped = tuple[str, str, str]
"""From, to, and by what."""


class Observer:
    """Looks over the runtime's shoulder: notes where a run is before and after each operation that can move it."""

    def __init__(self, story: Story) -> None:
        self.program, self.names = program_of(story), Names(story)
        self.jumps: list[Jumped] = []
        self.asking = False
        self.aloft = False
        """Whether a trip that the crew chose is under way; the runtime has left that moment by then."""
        self.loose = {self.program.stranded: self.names.stranded}
        for name, thresholds in zip(self.program.variables, self.program.thresholds, strict=True):
            for at, block in thresholds:
                self.loose[block] = self.names.threshold(name, at)

    def node(self, run: Run) -> str:
        """Where a run is; empty before the first card."""
        if run.travelling or self.aloft:
            return self.names.travel
        for spot in reversed(run.spots):
            block = run.program.blocks[spot.block]
            if block.card:
                return block.card
            if not block.is_use:
                root = next(each for each in run.spots if not run.program.blocks[each.block].card)
                return self.loose[root.block]
        return ""

    def note(self, before: str, after: str, how: str) -> None:
        if before and after:
            self.jumps.append((before, after, how))

    @contextmanager
    def watching(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
        with monkeypatch.context() as patch:
            for name in ("goto", "draw_card", "give_back", "fire"):
                patch.setattr(Run, name, self.watched(name, getattr(Run, name)))
            patch.setattr(flying, "fly", self.watched_flight(flying.fly))
            patch.setattr(flying, "ask_where", self.watched_question(flying.ask_where))
            patch.setattr(operations, "finish", self.watched_ending(operations.finish))
            yield

    def watched(self, name: str, move: Callable[..., None]) -> Callable[..., None]:
        def moved(run: Run, *arguments: Any) -> None:
            before = self.node(run)
            self.aloft = False
            frames = len(run.spots)
            move(run, *arguments)
            drawn = name != "draw_card" or len(run.spots) > frames  # what means nothing at this place is not drawn
            if run.phase is not Phase.STUCK and drawn:
                self.note(before, self.node(run), name)

        return moved

    def watched_flight(self, fly: Callable[[Run, Fly, str], None]) -> Callable[[Run, Fly, str], None]:
        def flown(run: Run, flight: Fly, own: str) -> None:
            self.aloft = not self.asking
            fly(run, flight, own)
            self.aloft = False

        return flown

    def watched_question(self, ask: Callable[[Run, Travel], None]) -> Callable[[Run, Travel], None]:
        def asked(run: Run, travel: Travel) -> None:
            before, count = self.node(run), len(self.jumps)
            self.asking = True
            ask(run, travel)
            self.asking = False
            if run.phase is Phase.TRAVEL:
                self.note(before, self.names.travel, "ask")
            elif not travel.to and len(self.jumps) > count:
                self.jumps[count] = (before, self.names.travel, "ask")
                self.note(self.names.travel, self.names.stranded, "stranded")

        return asked

    def watched_ending(self, finish: Callable[[Run, Ending], None]) -> Callable[[Run, Ending], None]:
        def finished(run: Run, ending: Ending) -> None:
            before, after = self.node(run), self.names.ending(ending)
            finish(run, ending)
            if before != after:
                self.note(before, after, "finish")

        return finished


def jumps_of_plays(story: Story, plays: int, monkeypatch: pytest.MonkeyPatch) -> set[Jumped]:
    """Play at random, and return the jumps that were made."""
    observer = Observer(story)
    with observer.watching(monkeypatch):
        for play in range(plays):
            drawn = iter(range(10**9))

            def oracle(kind: str, place: str, options: Options, play: int = play, drawn: Iterator[int] = drawn) -> int:
                return dice.draw(play, "chance", next(drawn), below=len(options))

            walker = Walker(story, initial(story), oracle)
            for number in range(400):
                actions = walker.actions()
                if walker.over or not actions:
                    break
                walker.take(actions[dice.draw(play, "action", number, below=len(actions))])
    return set(observer.jumps)


@pytest.mark.parametrize("name", STORIES)
def test_every_jump_of_random_plays_is_an_edge(name: str, amount: Amount, monkeypatch: pytest.MonkeyPatch) -> None:
    story = story_called(name)
    graph = story_graph(story)
    made = jumps_of_plays(story, amount(50, 2_000), monkeypatch)
    assert made, "a play moves"
    assert [jump for jump in sorted(made) if not graph.has_edge(*jump[:2])] == []


def test_every_jump_in_random_stories_is_an_edge(amount: Amount, monkeypatch: pytest.MonkeyPatch) -> None:
    missing = []
    for seed in range(amount(12, 400)):
        story = small_story(seed)
        graph = story_graph(story)
        made = jumps_of_plays(story, 25, monkeypatch)
        missing += [(seed, *jump) for jump in sorted(made) if not graph.has_edge(*jump[:2])]
    assert missing == []


def test_the_observer_sees_every_kind_of_jump(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or the tests above would prove less than they seem to."""
    made = jumps_of_plays(story_called("rich"), 120, monkeypatch)
    assert {how for _, _, how in made} >= {"goto", "draw_card", "give_back", "fire", "ask", "finish"}


def test_an_edge_taken_out_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    story = story_called("rich")
    graph = story_graph(story)
    graph.remove_edge("data/41", "data/42")
    assert ("data/41", "data/42", "goto") in jumps_of_plays(story, 120, monkeypatch)
    assert not graph.has_edge("data/41", "data/42")


def test_a_planet_number_means_the_planet_of_the_ship() -> None:
    graph = story_graph(story_called("evil power master"))
    thresholds = [node for node, kind in graph.nodes(data="kind") if kind == "threshold"]
    led_to = {target for source, target in graph.edges() if source in thresholds}
    assert {"follop/13", "dawdle/13", "harrowgale/13"} <= led_to
