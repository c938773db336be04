"""Plays that go fast where others have gone before: what a step from a state led to is looked up, not worked out again.

Plain stories have few states, and a thousand plays go through each of them many times. Large ones have more than any
table holds; there a play leaves the table where it comes to a state that is not in it, and goes on by itself. Neither
changes what happens: chance is asked for the same things in the same order.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple, TypeVar

from storyengine.analysis.playouts import drawn
from storyengine.model.story import Story
from storyengine.runtime import Action, Phase, State, initial
from storyengine.runtime.events import Event
from storyengine.runtime.explore import Walker
from storyengine.runtime.machine import Options

MOST_STATES = 1 << 14
"""States that a table holds: enough for plain stories."""
MOST_STEPS = 1 << 17
"""Steps between them that are kept; each kind of chance that a state asks for may have many."""
MOST_NEW = 4
"""States that one play adds before it leaves the table. So it grows where many go, and costs little elsewhere."""

T = TypeVar("T")
Summary = Callable[[Action, Sequence[Event], Sequence[int]], T]
"""Given an action, what was told of it and the blocks begun: what is kept of the step."""


class Step(NamedTuple, Generic[T]):
    """One step, as it was carried out."""

    kept: T
    to: Position[T]


class Way(Generic[T]):
    """All that is known of an action at a state."""

    __slots__ = ("options", "steps")

    def __init__(self, options: Options) -> None:
        """Know what chance is asked for, empty for nothing."""
        self.options = options
        self.steps: dict[int, Step[T]] = {}


class Position(Generic[T]):
    """A state of the table."""

    __slots__ = ("actions", "card", "detail", "phase", "state", "ways")

    def __init__(self, state: State, walker: Walker) -> None:
        """Keep where a walker has come to."""
        self.state = state
        self.phase, self.detail, self.card = walker.phase, walker.run.detail, walker.run.card
        self.actions = walker.actions()
        self.ways: dict[Action, Way[T]] = {}


class TransitionTable(Generic[T]):
    """The states near the start of a story, and the steps between them, as far as plays have come."""

    def __init__(self, story: Story, summary: Summary[T], most: int = MOST_STATES) -> None:
        """Begin with the first state alone."""
        self.story, self.summary, self._most = story, summary, most
        first = initial(story)
        self.start: Position[T] = Position(first, Walker(story, first, _no_chance))
        self._positions = {first: self.start}
        self.steps = 0
        """How many steps are kept."""

    def __len__(self) -> int:
        """How many states there are."""
        return len(self._positions)

    def reached_by(self, walker: Walker, *, grow: bool) -> Position[T] | None:
        """Return where a walker has come to, or None if it is beyond the table, which may grow by it."""
        state = walker.state()
        known = self._positions.get(state)
        if known is None and grow and len(self._positions) < self._most:
            known = self._positions[state] = Position(state, walker)
        return known


class FastPlay(Generic[T]):
    """One play: on the table as far as that goes, then by itself."""

    __slots__ = ("_asked", "_here", "_new", "_rng", "_table", "_walker")

    def __init__(self, table: TransitionTable[T], rng: random.Random) -> None:
        """Begin; `rng` decides what chance does."""
        self._table, self._rng = table, rng
        self._here: Position[T] | None = table.start
        self._walker: Walker | None = None
        # What chance was asked for in the step under way, and what it answered; no step asks twice.
        self._asked: tuple[Options, int] = ((), 0)
        self._new = 0

    @property
    def actions(self) -> tuple[Action, ...]:
        """The decisions that may be taken, items to use among them, exchanges not."""
        return self._here.actions if self._here else self.walker().actions()

    @property
    def phase(self) -> Phase:
        """What the play waits for."""
        return self._here.phase if self._here else self.walker().phase

    @property
    def detail(self) -> tuple[str, ...]:
        """More about that: at an end its name."""
        return self._here.detail if self._here else self.walker().run.detail

    @property
    def card(self) -> str:
        """The card being read."""
        return self._here.card if self._here else self.walker().run.card

    def walker(self) -> Walker:
        """Leave the table, and return the play for a closer look."""
        if self._walker is None:
            assert self._here is not None, "a play is on the table or beside it"
            self._walker = self._walk_from(self._here)
            self._here = None
        return self._walker

    def take(self, action: Action) -> T:
        """Take a decision, which must be legal, and return what is kept of the step."""
        here = self._here
        if here is None:
            return self._carry_out(self.walker(), action)
        way = here.ways.get(action)
        if way is not None:
            index = drawn(way.options, self._rng) if way.options else 0
            step = way.steps.get(index)
            if step is not None:
                self._here = step.to
                return step.kept
            self._asked = way.options, index
            walker = self._walk_from(here, self._as_drawn)
        else:
            self._asked = (), 0
            walker = self._walk_from(here)
        kept = self._carry_out(walker, action)
        size = len(self._table)
        reached = self._table.reached_by(walker, grow=self._new < MOST_NEW)
        self._new += len(self._table) - size
        if reached is None:
            self._here, self._walker = None, walker
            walker.run.oracle = self._draw
            return kept
        if self._table.steps < MOST_STEPS:
            options, index = self._asked
            here.ways.setdefault(action, Way(options)).steps[index] = Step(kept, reached)
            self._table.steps += 1
        self._here = reached
        return kept

    def _walk_from(self, here: Position[T], oracle: Callable[[str, str, Options], int] | None = None) -> Walker:
        walker = Walker(self._table.story, here.state, oracle or self._draw)
        walker.run.events = []
        return walker

    def _draw(self, kind: str, place: str, options: Options) -> int:
        index = drawn(options, self._rng)
        self._asked = options, index
        return index

    def _as_drawn(self, kind: str, place: str, options: Options) -> int:
        return self._asked[1]

    def _carry_out(self, walker: Walker, action: Action) -> T:
        walker.take(action)
        events = walker.run.events
        assert events is not None, "a play's walker listens"
        kept = self._table.summary(action, events, walker.entered())
        events.clear()
        return kept


def _no_chance(kind: str, place: str, options: Options) -> int:
    raise AssertionError(f"nothing is left to chance before the first step, but {kind} at {place} was")
