"""The way to an ending, step by step, on the map: a witness, with what was done, what chance did, and the meters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from storyengine.graph import story_graph
from storyengine.graph.names import Names
from storyengine.graph.words import text_words
from storyengine.maps.story_map import StoryMap
from storyengine.model.story import Story
from storyengine.model.walk import endings
from storyengine.runtime import Action, Phase, State, current_card, format_action, initial
from storyengine.runtime.actions import Accept, Choose, Deal, Fly, GoOn, Perform, UseItem
from storyengine.runtime.events import Dealt
from storyengine.runtime.moves import Taken, take_recorded
from storyengine.runtime.program import program_of


@dataclass(frozen=True, slots=True)
class Stop:
    """One step of a play, and where on the map it led."""

    words: str
    """What was done, and what chance did."""
    nodes: tuple[int, ...]
    """The nodes that were come to, in order; empty for a step on the spot."""
    at: int
    """Where the play is afterwards; -1 when that is not on the map."""
    meters: tuple[int, ...]
    """The trackers afterwards."""


@dataclass(frozen=True, slots=True)
class Route:
    """A play from the start to an ending."""

    ending: str
    kind: str
    title: str
    meters: tuple[str, ...]
    """Titles of the trackers."""
    stops: tuple[Stop, ...]

    @property
    def nodes(self) -> tuple[int, ...]:
        """Every node that was come to, in order."""
        return tuple(node for stop in self.stops for node in stop.nodes)


Path = Sequence[tuple[Action, str]]


def route_of(story: Story, drawn: StoryMap, ending: str, path: Path) -> Route:
    """Replay a play and follow it on the map.

    Raises:
        IllegalActionError, ChanceError: the path is no play of this story.
    """
    tracer = _Tracer(story, drawn)
    written = next((each for each in endings(story) if each.id == ending), None)
    stops = tuple(tracer.stops(path))
    title = written.title if written else ending
    meters = tuple(tracker.title or tracker.id for tracker in story.trackers)
    return Route(ending, written.kind if written else "", title, meters, stops)


def nodes_of_path(story: Story, path: Path) -> tuple[str, ...]:
    """Return the nodes that a play comes to, in order, whatever map they are on."""
    names = [story.start]
    tracer = _Tracer(story, None)
    state = initial(story)
    for action, chance in path:
        taken = take_recorded(story, state, action, chance)
        names += tracer.come_to(state, taken)
        state = taken.state
    return tuple(dict.fromkeys(names))


class _Tracer:
    def __init__(self, story: Story, drawn: StoryMap | None) -> None:
        self.story, self.names, self.program = story, Names(story), program_of(story)
        self.index = drawn.index() if drawn else {}
        self.ways: dict[str, dict[str, set[str]]] = {}
        """Node to the nodes it leads to, each with how."""
        graph = story_graph(story)
        for node in graph:
            self.ways[node] = {}
        for source, target, jump in graph.edges(data="jump"):
            self.ways[source].setdefault(target, set()).add(jump)
        self.of_ending = {ending.id: self.names.ending(ending) for ending in endings(story)}
        self.loose = {self.program.stranded: self.names.stranded}
        for name, thresholds in zip(self.program.variables, self.program.thresholds, strict=True):
            self.loose |= {block: self.names.threshold(name, at) for at, block in thresholds}

    def stops(self, path: Path) -> Iterable[Stop]:
        state = initial(self.story)
        start = self.index.get(self.story.start, -1)
        yield Stop("the story begins", (start,) if start >= 0 else (), start, self.meters(state))
        dealt: list[str] = []
        """Pieces of the setup, told in one stop."""
        for action, chance in path:
            taken = take_recorded(self.story, state, action, chance)
            nodes = tuple(self.index[name] for name in self.come_to(state, taken) if name in self.index)
            words = self.words(state, action, chance)
            state = taken.state
            if isinstance(action, Deal):
                dealt += [self.dealt(event) for event in taken.events if isinstance(event, Dealt)]
                continue
            if dealt:
                yield Stop(f"dealt: {', '.join(dealt)}", (), start, self.meters(state))
                dealt = []
            if nodes or action != GoOn() or chance:
                yield Stop(words, nodes, self.index.get(self.where(state), -1), self.meters(state))

    def meters(self, state: State) -> tuple[int, ...]:
        values = dict(zip(self.program.variables, state.values, strict=True))
        return tuple(int(values[tracker.id]) for tracker in self.story.trackers)

    def where(self, state: State) -> str:
        if state.phase is Phase.ENDED:
            return self.of_ending[state.ending]
        return self.names.travel if state.phase is Phase.TRAVEL else current_card(self.story, state)

    def come_to(self, state: State, taken: Taken) -> list[str]:
        """Return the nodes that a step comes to. A card that was drawn is gone back from by the way it was come to."""
        stack = self.stack(state)
        if state.phase is Phase.TRAVEL:
            stack = [self.names.travel]
        found: list[str] = []
        for block in taken.entered:
            is_card = self.program.blocks[block].is_card
            node = self.program.blocks[block].card if is_card else self.loose.get(block, "")
            if not node:
                continue
            while is_card and len(stack) > 1 and node not in self.ways[stack[-1]]:
                stack.pop()  # this one had nothing more to say, and the one that drew it goes on
                found.append(stack[-1])
            if not (stack and is_card and "draw" in self.ways[stack[-1]].get(node, ())):
                stack.clear()
            stack.append(node)
            found.append(node)
        after = self.where(taken.state)
        if after and after != (found or [self.where(state)])[-1]:
            while len(stack) > 1 and after not in self.ways.get(stack[-1], {}):
                stack.pop()  # cards drawn by drawn cards are gone back from one by one
                if stack[-1] != after:
                    found.append(stack[-1])
            found.append(after)
        return found

    def stack(self, state: State) -> list[str]:
        """Return the nodes under way, the one on top last."""
        found = []
        for number, frame in enumerate(state.frames):
            block = self.program.blocks[frame.block]
            if block.is_card:
                found.append(block.card)
            elif not number and frame.block in self.loose:
                found.append(self.loose[frame.block])
        return found

    def words(self, state: State, action: Action, chance: str) -> str:
        words = self._action(state, action)
        if chance and words:
            return f"{words}: {chance}"
        return words or chance

    def dealt(self, piece: Dealt) -> str:
        if piece.piece == "disc":
            return f"{piece.what} on {self._name(piece.to)}"
        return f"{self._name(piece.what)} to {self._name(piece.to)}"

    def _action(self, state: State, action: Action) -> str:
        card = self.story.cards.get(current_card(self.story, state))
        match action:
            case Choose(choice, picked):
                texts = (text_words(each.text) for each in (card.choices if card else ()) if each.id == choice)
                return f"choose “{next(texts, choice)}”" + (f", pick {self._name(picked)}" if picked else "")
            case Perform(performer, booster):
                sent = f"{self._name(performer)} takes it on" if performer else "roll"
                return sent + (f" with {self._name(booster)}" if booster else "")
            case Fly(place, via):
                by = f" by way of {', '.join(map(self._name, via))}" if via else ""
                return f"fly to {self._name(place)}{by}"
            case UseItem(item, picked):
                return f"use {self._name(item)}" + (f" on {self._name(picked)}" if picked else "")
            case Accept():
                return "let the roll stand"
            case GoOn():
                return "go on"
        return format_action(action)

    def _name(self, identifier: str) -> str:
        for table in (self.story.items, self.story.crew, self.story.board.places):
            if identifier in table:
                return table[identifier].title or identifier
        return identifier
