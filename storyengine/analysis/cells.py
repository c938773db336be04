"""Where plays at random go on from: what few of them came by, so that it is looked behind rare places as well.

A play from the start seldom comes twice to what takes luck. So for whatever a play comes by (a block of the plan, an
item in hand, a value of a variable) a few states are kept, and later plays begin where the fewest came.

Source:
    Ecoffet, Huizinga, Lehman, Stanley and Clune, First return, then explore, Nature 590, 2021.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterable

from storyengine.model.expressions import Value
from storyengine.runtime import Action, State
from storyengine.runtime.explore import Walker
from storyengine.runtime.state import PARTY

History = list[tuple[Action, str]]
Cell = tuple[str, int, object]
"""(`block`, `item` or `value`; its index; of a variable, the value)."""

MOST_CELLS = 20_000
STATES_A_CELL = 3
VALUES_A_VARIABLE = 64
"""Values of one variable that are told apart: a number that only grows makes no endless row of cells."""
SAMPLE = 30
"""Cells that are compared for the rarest."""


class Cells:
    """What plays came by, how often, and states to go on from."""

    def __init__(self, crew: Collection[str]) -> None:
        """Begin with none. An item is in hand when somebody of the crew or all of them together have it."""
        self._hands = {*crew, PARTY}
        self._cells: list[Cell] = []
        self._states: dict[Cell, list[tuple[State, History, int]]] = {}
        """States of a cell, each with a play that came there and after how many of its steps."""
        self._often: Counter[Cell] = Counter()
        """How many plays came by a cell or began there."""
        self._told_apart: Counter[int] = Counter()
        """Variable to how many of its values are cells."""
        self._passed: set[Cell] = set()
        self._values: tuple[Value, ...] = ()
        self._holders: tuple[str, ...] = ()

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._cells)

    def begin(self, rng: random.Random) -> tuple[State, History] | None:
        """Return where a play goes on, and the play up to there; nothing as long as there are no cells."""
        if not self._cells:
            return None
        among = [self._cells[int(rng.random() * len(self._cells))] for _ in range(SAMPLE)]
        cell = min(among, key=self._often.__getitem__)
        self._often[cell] += 1
        states = self._states[cell]
        state, history, length = states[int(rng.random() * len(states))]
        return state, history[:length]

    def follow(self, start: State) -> None:
        """Follow a new play from its first state on."""
        self._passed.clear()
        self._values, self._holders = start.values, start.holders

    def note(self, walker: Walker, entered: Iterable[int], history: History) -> None:
        """Note what a step of the play came by. The history is kept; all that may be done to it is to add to it."""
        came_by: list[Cell] = [("block", block, None) for block in entered]
        run = walker.run
        if run.values is not self._values:
            for index, (old, new) in enumerate(zip(self._values, run.values, strict=True)):
                if old != new:
                    came_by.append(("value", index, new))
            self._values = run.values
        if run.holders is not self._holders:
            for index, (had, has) in enumerate(zip(self._holders, run.holders, strict=True)):
                if had != has and has in self._hands:
                    came_by.append(("item", index, None))
            self._holders = run.holders
        state: State | None = None
        for cell in came_by:
            if cell not in self._passed and self._counts(cell):
                self._passed.add(cell)
                self._often[cell] += 1
                states = self._states[cell]
                if len(states) < STATES_A_CELL:
                    state = state or walker.state()
                    states.append((state, history, len(history)))

    def _counts(self, cell: Cell) -> bool:
        """Whether there is such a cell, or room for it."""
        if cell in self._states:
            return True
        if len(self._cells) >= MOST_CELLS:
            return False
        kind, index, _ = cell
        if kind == "value":
            if self._told_apart[index] >= VALUES_A_VARIABLE:
                return False
            self._told_apart[index] += 1
        self._cells.append(cell)
        self._states[cell] = []
        return True
