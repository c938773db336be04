"""The first proof: which points the net can reach at all, with the meters held jointly and everything else loosely.

For each point it keeps the set of meter combinations, and for each other variable the values it may have there. What
is not reached here no play reaches; the table is the proof.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from storyengine.analysis.agenda import Agenda
from storyengine.analysis.meters import Meters, Moves, moved
from storyengine.analysis.net import Net


@dataclass(slots=True)
class Loose:
    """Masks of all the variables that are not meters, side by side in one integer."""

    offsets: dict[int, int]
    widths: dict[int, int]
    fills: int
    """Every field full."""
    tops: int
    """The bit above every field, which stays free: so a sum tells whether a field is empty."""

    @staticmethod
    def of(net: Net, meters: Meters) -> Loose:
        """Lay the masks out."""
        offsets: dict[int, int] = {}
        at = 0
        for index, variable in enumerate(net.variables):
            if not meters.holds(index):
                offsets[index] = at
                at += variable.size + 1
        widths = {index: net.variables[index].size for index in offsets}
        fills = sum(((1 << widths[index]) - 1) << offset for index, offset in offsets.items())
        tops = sum(1 << (offset + widths[index]) for index, offset in offsets.items())
        return Loose(offsets, widths, fills, tops)

    def start(self, net: Net) -> int:
        """Return the masks at the beginning."""
        return sum(1 << (offset + net.variables[index].start) for index, offset in self.offsets.items())

    def mask(self, values: int, variable: int) -> int:
        """Return the mask of one variable."""
        return values >> self.offsets[variable] & ((1 << self.widths[variable]) - 1)

    def is_empty(self, values: int) -> bool:
        """Whether some variable is left without any value."""
        return (values + self.fills) & self.tops != self.tops


@dataclass(slots=True)
class Reached:
    """What the sweep found."""

    net: Net
    meters: Meters
    loose: Loose
    steps: list[Step]
    """The edges, ready for such sets."""
    combinations: list[int]
    """By point: the meter combinations; 0 where the point is not reached."""
    values: list[int]
    """By point: the masks of the other variables."""
    live: list[bool]
    """By edge: whether it can be taken."""
    visits: int = 0
    """Points that were worked on, counted each time."""

    def mask_at(self, point: int, variable: int) -> int:
        """Return the mask of the values that a variable may have at a point."""
        if self.meters.holds(variable):
            return self.meters.values_in(self.combinations[point], variable)
        return self.loose.mask(self.values[point], variable)


@dataclass(slots=True)
class Step:
    """An edge, ready for sets of values."""

    target: int
    allowed: int
    moves: list[Moves]
    guards: list[tuple[int, int]]
    """(the variable's whole field, the part allowed), both in place."""
    effects: list[tuple[int, int, int, tuple[int, ...]]] = field(default_factory=list)
    """(field, offset, constant part or -1, table)."""


def sweep(net: Net, meters: Meters, skip: frozenset[int] = frozenset(), before: Reached | None = None) -> Reached:
    """Reach as much as can be reached.

    Args:
        net: the story's.
        meters: held jointly.
        skip: edges that are known never to be taken.
        before: an earlier sweep of the same net with the same meters; saves making the edges ready again.
    """
    loose = Loose.of(net, meters)
    count = len(net.names)
    compiled = before.steps if before else [compile_edge(net, index, meters, loose) for index in range(len(net.edges))]
    found = Reached(net, meters, loose, compiled, [0] * count, [0] * count, [False] * len(net.edges))
    rank = order(net)
    start = [variable.start for variable in net.variables]
    found.combinations[net.start] = 1 << meters.index(start)
    found.values[net.start] = loose.start(net)
    agenda = Agenda()
    agenda.add(net.start, rank[net.start])
    while agenda:
        point = agenda.take()
        found.visits += 1
        combinations, values = found.combinations[point], found.values[point]
        for index in net.outgoing[point]:
            if index in skip:
                continue
            edge = compiled[index]
            new = combinations & edge.allowed
            if not new:
                continue
            kept = values
            for whole, allowed in edge.guards:
                if not kept & allowed:
                    break
                kept = (kept & ~whole) | (kept & allowed)
            else:
                found.live[index] = True
                for moves in edge.moves:
                    new = moved(new, moves)
                for whole, offset, constant, table in edge.effects:
                    kept = (kept & ~whole) | (constant if constant >= 0 else _mapped(kept, whole, offset, table))
                target = edge.target
                if new & ~found.combinations[target] or kept & ~found.values[target]:
                    found.combinations[target] |= new
                    found.values[target] |= kept
                    agenda.add(target, rank[target])
    return found


def _mapped(values: int, whole: int, offset: int, table: tuple[int, ...]) -> int:
    before = (values & whole) >> offset
    after = 0
    for value, mask in enumerate(table):
        if before >> value & 1:
            after |= mask
    return after << offset


def compile_edge(net: Net, index: int, meters: Meters, loose: Loose) -> Step:
    """Make an edge ready."""
    edge = net.edges[index]
    compiled = Step(edge.target, meters.guard(edge), [], [])
    for variable, mask in edge.guard:
        if not meters.holds(variable):
            offset = loose.offsets[variable]
            compiled.guards.append((((1 << loose.widths[variable]) - 1) << offset, mask << offset))
    for variable, table in edge.effects:
        if meters.holds(variable):
            compiled.moves.append(meters.moves(variable, table))
        else:
            width, offset = loose.widths[variable], loose.offsets[variable]
            used = tuple(table[:width])
            constant = used[0] << offset if len(set(used)) == 1 else -1
            compiled.effects.append((((1 << width) - 1) << offset, offset, constant, used))
    return compiled


def order(net: Net) -> list[int]:
    """Return a rank of each point such that edges mostly lead from low to high: reverse postorder from the start."""
    rank = [len(net.names)] * len(net.names)
    seen = {net.start}
    finished: list[int] = []
    stack = [(net.start, iter(net.outgoing[net.start]))]
    while stack:
        point, edges = stack[-1]
        for index in edges:
            target = net.edges[index].target
            if target not in seen:
                seen.add(target)
                stack.append((target, iter(net.outgoing[target])))
                break
        else:
            finished.append(point)
            stack.pop()
    for position, point in enumerate(reversed(finished)):
        rank[point] = position
    return rank
