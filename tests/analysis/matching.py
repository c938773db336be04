"""Whether a step of a play is a walk through the net: what ties what is proved on the net to what is played."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from storyengine.analysis.builder import Builder
from storyengine.analysis.controls import FLYING, RUNNING
from storyengine.analysis.net import Edge
from storyengine.runtime import Phase, State
from storyengine.runtime.explore import Successor

Values = tuple[int, ...]


class Matching:
    """Follows the steps of plays through a story's net."""

    def __init__(self, builder: Builder, *, light: bool) -> None:
        self.builder, self.light = builder, light
        self.net = builder.light if light else builder.net
        # A roll on the table is a pause only while some item could still be used on it, and after the last piece of the
        # deal the first card follows at once.
        passed = (RUNNING, FLYING, Phase.ROLLED, Phase.DEAL)
        self.between = {point for control, point in builder.points.items() if control.phase in passed}
        self.deals = {point for control, point in builder.points.items() if control.phase == Phase.DEAL}
        self.stuck = set(self.net.stuck.values())
        self._first = builder.program.card_blocks[builder.story.start]

    def place(self, state: State) -> tuple[int, Values]:
        """Return the control point of a state and the values there; the point is -1 where the net has none."""
        point = self.builder.point_of(state)
        if point < 0:
            return point, ()
        values = self.builder.values_of(state, point) if self.light else self.builder.domains.project(state)
        return point, tuple(values)

    def follows(self, before: State, successor: Successor) -> bool:
        """Whether some walk of the net leads from a state to the next and begins the same blocks on the way.

        Between the two it may only pass points at which no play stops.
        """
        point, values = self.place(before)
        target, wanted = self.place(successor.state)
        begun = successor.entered
        if point in self.deals and target not in self.deals:
            begun = (self._first, *begun)  # the first card is turned up, not jumped to
        if (point, values) == (target, wanted) and not begun:
            return True
        stuck = successor.state.phase is Phase.STUCK
        if stuck and successor.state.detail[0].startswith("the story goes round"):
            return True  # the net goes round for ever
        seen = {(point, values, 0)}
        pending = [(point, values, 0)]
        while pending:
            here, held, count = pending.pop()
            for index in self.net.outgoing[here]:
                edge = self.net.edges[index]
                dealt_before = here in self.deals and (here, held) != (point, values)
                if not passes(edge, held) or (dealt_before and edge.target in self.deals):
                    continue  # a step deals one piece
                after = count
                if edge.enters >= 0:
                    if after == len(begun) or begun[after] != edge.enters:
                        continue
                    after += 1
                for news in changed(edge, held):
                    arrived = edge.target in self.stuck if stuck else (edge.target, news) == (target, wanted)
                    if arrived and after == len(begun):
                        return True
                    reached = (edge.target, news, after)
                    if edge.target in self.between and reached not in seen:
                        seen.add(reached)
                        pending.append(reached)
        return False


def passes(edge: Edge, values: Values) -> bool:
    """Whether an edge's guards hold for these values."""
    return all(mask >> values[variable] & 1 for variable, mask in edge.guard) and all(
        tuple(values[variable] for variable in relation.variables) in relation.allowed for relation in edge.relations
    )


def changed(edge: Edge, values: Values) -> Iterator[Values]:
    """Yield what an edge can make of these values."""
    choices = [
        [value for value in range(table[values[variable]].bit_length()) if table[values[variable]] >> value & 1]
        for variable, table in edge.effects
    ]
    for picked in product(*choices):
        after = list(values)
        for (variable, _), value in zip(edge.effects, picked, strict=True):
            after[variable] = value
        yield tuple(after)
