"""Walking every play of a tiny match: to count them, and to see that nobody forgets or foresees anything."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any

from storyengine.games.chance import ChanceResult, ChanceSpec, Shuffle
from storyengine.games.protocol import CHANCE, OVER, Event, Match, State


@dataclass
class Tree:
    """What a walk has met."""

    decisions: int = 0
    """Positions in which a seat decides, counted once for each way to come there; equal deals count once."""
    ends: int = 0
    told: dict[tuple[int, tuple[Event, ...]], Any] = field(default_factory=dict)
    """By seat and what it has been told: what it sees, and may do if it decides."""


def results(spec: ChanceSpec) -> Iterator[ChanceResult]:
    """All that chance can answer."""
    yield from permutations(range(spec.size)) if isinstance(spec, Shuffle) else range(spec.size)


def walk_tree(match: Match[Any]) -> Tree:
    """Walk every play.

    Raises:
        AssertionError: a seat sees two things after being told the same: a view shows what nobody has told it.
    """
    tree = Tree()
    _walk(match, match.start(), (), tree)
    return tree


def _walk(match: Match[Any], state: State[Any], history: tuple[Event, ...], tree: Tree) -> None:
    if state.actor == CHANCE:
        seen = set()
        for result in results(state.chance()):
            branch = state.clone()
            branch.log = []
            branch.settle(result)
            frozen = branch.freeze()
            if frozen not in seen:  # cards of equal number make many orders one deal
                seen.add(frozen)
                _walk(match, branch, (*history, *branch.log), tree)
        return
    for seat in range(match.players):
        told = tuple(event for event in history if event.is_for(seat))
        shown = (state.view(seat), state.legal() if state.actor == seat else ())
        assert tree.told.setdefault((seat, told), shown) == shown
    if state.actor == OVER:
        tree.ends += 1
        return
    tree.decisions += 1
    for action in state.legal():
        branch = state.clone()
        branch.log = []
        branch.apply(action)
        _walk(match, branch, (*history, *branch.log), tree)
