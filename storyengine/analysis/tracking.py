"""The second proof: some variables tracked exactly beside the meters, the others ignored.

A key is a point with the values of the tracked variables; for each key the set of meter combinations is kept. From the
targets backwards it also gives, for any state of a play, how many steps the net needs at least to a target: the search
for a witness follows that.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from storyengine.analysis.agenda import Agenda
from storyengine.analysis.meters import Meters, Moves, moved, moved_back
from storyengine.analysis.net import Net
from storyengine.analysis.sweep import order

FAR = 1 << 30
"""More steps than any."""


@dataclass(slots=True)
class _Step:
    edge: int
    target: int
    allowed: int
    moves: list[Moves]
    guards: list[tuple[int, int, int]]
    """(place value, size, mask)."""
    relations: list[tuple[tuple[tuple[int, int], ...], frozenset[tuple[int, ...]]]]
    effects: list[tuple[int, int, tuple[int, ...]]]
    """(place value, size, table)."""


@dataclass(slots=True)
class Tracked:
    """What can be reached, as far as the tracked variables and the meters tell."""

    net: Net
    meters: Meters
    variables: tuple[int, ...]
    """Those that are tracked."""
    radix: dict[int, int]
    """Tracked variable to its place value in a key."""
    reached: dict[int, int] = field(default_factory=dict)
    """Key to the meter combinations."""
    complete: bool = True
    """Whether the budget sufficed; if not, nothing is proved."""
    steps: list[list[_Step]] = field(default_factory=list)
    """By point: the steps that can be taken there."""
    before: dict[int, list[tuple[int, _Step]]] = field(default_factory=dict)
    """Key to the steps that lead there."""
    layers: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    """Key to (steps to a target, meter combinations), the nearest first."""
    classes: Sequence[int] = ()
    """If the net was made small: by point of the story's net, the point that stands for it."""

    def key(self, point: int, values: Sequence[int]) -> int:
        """Return the key of a point of the story's net and the values of all variables."""
        if self.classes:
            point = self.classes[point]
        return point + sum(values[variable] * place for variable, place in self.radix.items())

    def stands_for_both(self, point: int, other: int) -> bool:
        """Whether the small net does not tell two points of the story's net apart."""
        return bool(self.classes) and self.classes[point] == self.classes[other]

    def point(self, key: int) -> int:
        """Return the point of a key."""
        return key % len(self.net.names)

    def goals_met(self, goals: Iterable[int]) -> dict[int, int]:
        """Return key to the meter combinations from which one of some edges can be taken."""
        wanted = set(goals)
        sources = {self.net.edges[edge].source for edge in wanted}
        found: dict[int, int] = {}
        for key, combinations in self.reached.items():
            point = self.point(key)
            if point in sources:
                for step in self.steps[point]:
                    if step.edge in wanted and combinations & step.allowed and _passes(key, step):
                        found[key] = found.get(key, 0) | (combinations & step.allowed)
        return found

    def distance(self, point: int, values: Sequence[int]) -> int:
        """Return how many steps of the net a state is from a target, at least; `FAR` when none can be reached."""
        if self.classes and self.classes[point] < 0:
            return FAR
        bit = self.meters.index(values)
        for steps, combinations in self.layers.get(self.key(point, values), ()):
            if combinations >> bit & 1:
                return steps
        return FAR


def track(net: Net, meters: Meters, variables: Sequence[int], live: Sequence[bool], *, budget: int) -> Tracked:
    """Reach as much as can be reached, tracking some variables.

    Args:
        net: the story's.
        meters: held jointly.
        variables: tracked exactly.
        live: by edge, whether it can be taken at all; the others are left out.
        budget: keys, after which it gives up.
    """
    radix: dict[int, int] = {}
    place = len(net.names)
    for variable in variables:
        radix[variable] = place
        place *= net.variables[variable].size
    found = Tracked(net, meters, tuple(variables), radix)
    steps = found.steps = [[_compile(found, index) for index in edges if live[index]] for edges in net.outgoing]
    rank = order(net)
    count = len(net.names)
    start = [variable.start for variable in net.variables]
    key = found.key(net.start, start)
    reached, before = found.reached, found.before
    reached[key] = pending = 1 << meters.index(start)
    waiting = {key: pending}
    agenda = Agenda()
    agenda.add(key, rank[net.start])
    linked: set[tuple[int, int, int]] = set()
    while agenda:
        key = agenda.take()
        fresh = waiting.pop(key)
        if len(reached) > budget:
            found.complete = False
            return found
        for step in steps[key % count]:
            new = fresh & step.allowed
            if not new or not _passes(key, step):
                continue
            for moves in step.moves:
                new = moved(new, moves)
            for target in _targets(key, count, step):
                if (key, step.edge, target) not in linked:
                    linked.add((key, step.edge, target))
                    before.setdefault(target, []).append((key, step))
                known = reached.get(target, 0)
                added = new & ~known
                if added:
                    reached[target] = known | added
                    waiting[target] = waiting.get(target, 0) | added
                    agenda.add(target, rank[target % count])
    return found


def _passes(key: int, step: _Step) -> bool:
    for place, size, mask in step.guards:
        if not mask >> (key // place % size) & 1:
            return False
    return all(tuple(key // place % size for place, size in places) in allowed for places, allowed in step.relations)


def _targets(key: int, count: int, step: _Step) -> list[int]:
    keys = [key - key % count + step.target]
    for place, size, table in step.effects:
        forked = []
        for one in keys:
            value = one // place % size
            after = table[value]
            while after:
                low = (after & -after).bit_length() - 1
                after &= after - 1
                forked.append(one + (low - value) * place)
        keys = forked
    return keys


def _compile(found: Tracked, index: int) -> _Step:
    net, meters, radix = found.net, found.meters, found.radix
    edge = net.edges[index]

    def digit(variable: int) -> tuple[int, int]:
        return radix[variable], net.variables[variable].size

    return _Step(
        index,
        edge.target,
        meters.guard(edge),
        [meters.moves(variable, table) for variable, table in edge.effects if meters.holds(variable)],
        [(radix[variable], net.variables[variable].size, mask) for variable, mask in edge.guard if variable in radix],
        [
            (
                tuple((radix[variable], net.variables[variable].size) for variable in relation.variables),
                relation.allowed,
            )
            for relation in edge.relations
            if all(variable in radix for variable in relation.variables)
        ],
        [
            (radix[variable], net.variables[variable].size, table)
            for variable, table in edge.effects
            if variable in radix
        ],
    )


def measure(found: Tracked, goals: Iterable[int]) -> bool:
    """Work out `layers`: how many steps every reached key is from having taken one of some edges.

    Returns:
        Whether any of them can be taken at all.
    """
    front = found.goals_met(goals)
    done = dict(front)
    found.layers = {key: [(1, combinations)] for key, combinations in front.items()}
    steps = 1
    while front:
        steps += 1
        following: dict[int, int] = {}
        for key, combinations in front.items():
            for source, step in found.before.get(key, ()):
                earlier = combinations
                for moves in reversed(step.moves):
                    earlier = moved_back(earlier, moves)
                earlier &= step.allowed & found.reached[source] & ~done.get(source, 0)
                if earlier:
                    following[source] = following.get(source, 0) | earlier
        for key, combinations in following.items():
            done[key] = done.get(key, 0) | combinations
            found.layers.setdefault(key, []).append((steps, combinations))
        front = following
    return bool(found.layers)
