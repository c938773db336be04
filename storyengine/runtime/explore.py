"""Plays at speed, for analysis and statistics: the operations of `step`, without events, texts and legality checks.

`successors` gives every step from a state; a `Walker` plays on without ever freezing a state.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from storyengine.model.story import Story
from storyengine.runtime.actions import Action
from storyengine.runtime.machine import ONE, Options, Run
from storyengine.runtime.moves import carry_out, decisions, exchanges_now, item_uses
from storyengine.runtime.program import program_of
from storyengine.runtime.state import Phase, State


@dataclass(frozen=True, slots=True)
class Successor:
    """One step from a state."""

    action: Action
    probability: Fraction
    """Of this part of chance, given the action."""
    chance: str
    state: State
    entered: tuple[int, ...]
    """The blocks begun on the way, in order."""


def successors(story: Story, state: State, *, exchanges: bool = True) -> list[Successor]:
    """Return every step from a state, action after action, each with all that chance can do.

    Args:
        story: a loaded story.
        state: where from.
        exchanges: whether exchanges of items count as steps.
    """
    program = program_of(story)
    looking = _as_node(Run(program, state, _first, None))
    actions: tuple[Action, ...] = (*decisions(looking), *item_uses(looking))
    if exchanges:
        actions = (*actions, *exchanges_now(looking))
    found: list[Successor] = []
    for action in actions:
        count, index = 1, 0
        while index < count:
            fork = Fork(index)
            run = _as_node(Run(program, state, fork, None))
            run.entered = []
            carry_out(run, action)
            count = max(count, fork.count)
            found.append(Successor(action, run.probability, run.chance, run.freeze(), tuple(run.entered)))
            index += 1
    return found


def _first(kind: str, place: str, options: Options) -> int:
    return 0


def _as_node(run: Run) -> Run:
    """Take card games as one node each, with a step for every declared result, whether they are introduced or not."""
    run.games = {}
    return run


class Fork:
    """An oracle that always takes one possibility, and remembers how many there were."""

    __slots__ = ("count", "index")

    def __init__(self, index: int) -> None:
        """Take the possibility of this index."""
        self.index, self.count = index, 1

    def __call__(self, kind: str, place: str, options: Options) -> int:
        """Choose."""
        self.count = len(options)
        return self.index


class Walker:
    """A play under way that nobody will want to undo: the fastest way to an ending."""

    __slots__ = ("run",)

    def __init__(self, story: Story, state: State, oracle: Callable[[str, str, Options], int]) -> None:
        """Start at a state; `oracle` decides what chance does."""
        self.run = _as_node(Run(program_of(story), state, oracle, None))
        self.run.entered = []

    @property
    def over(self) -> bool:
        """Whether the play has ended."""
        return self.run.phase in (Phase.ENDED, Phase.STUCK)

    @property
    def phase(self) -> Phase:
        """What the play waits for."""
        assert self.run.phase is not None, "between steps a play always waits for something"
        return self.run.phase

    def actions(self) -> tuple[Action, ...]:
        """Return the decisions that may be taken, items to use among them, exchanges not."""
        return (*decisions(self.run), *item_uses(self.run))

    def take(self, action: Action) -> str:
        """Take a decision, which must be legal, and return what chance did."""
        run = self.run
        run.chance, run.probability = "", ONE
        carry_out(run, action)
        return run.chance

    def entered(self) -> list[int]:
        """Return the blocks begun since this was asked last."""
        found = self.run.entered or []
        self.run.entered = []
        return found

    def state(self) -> State:
        """Return the present state."""
        return self.run.freeze()
