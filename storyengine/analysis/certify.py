"""The checker: accepts or refuses a proof, one look at every edge, trusting nothing that found it.

A proof is a table that says what can be at each point. It is good when the start is in it, no edge leads out of it,
and the target is not in it. The checker works on the net as it was built, with plain sets of values, one edge at a
time; it shares no code with the search.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from storyengine.analysis.backward import Hopeful
from storyengine.analysis.net import Edge, Net
from storyengine.analysis.sweep import Reached
from storyengine.analysis.tracking import Tracked


def _plane(sizes: Sequence[int], at: int, value: int) -> int:
    """Return the combinations in which the meter number `at` has a value; the last meter changes fastest."""
    inner = 1
    for size in sizes[at + 1 :]:
        inner *= size
    block = ((1 << inner) - 1) << (value * inner)
    outer = 1
    for size in sizes[:at]:
        outer *= size
    period = inner * sizes[at]
    # A geometric series: `block` once in every period.
    return block * (((1 << (period * outer)) - 1) // ((1 << period) - 1))


class Scale:
    """The meters' combinations, worked out independently of the search."""

    def __init__(self, net: Net, meters: Sequence[int]) -> None:
        """Take the meters in their order."""
        self.meters = {variable: at for at, variable in enumerate(meters)}
        self.sizes = [net.variables[variable].size for variable in meters]
        self._allowed: dict[tuple[int, int], int] = {}
        self.planes = [[_plane(self.sizes, at, value) for value in range(size)] for at, size in enumerate(self.sizes)]

    def filter(self, combinations: int, edge: Edge) -> int:
        """Return those that pass an edge's guard."""
        for variable, mask in edge.guard:
            at = self.meters.get(variable)
            if at is not None:
                combinations &= self._allowing(at, mask)
        for relation in edge.relations:
            if all(variable in self.meters for variable in relation.variables):
                passing = 0
                for row in relation.allowed:
                    part = combinations
                    for variable, value in zip(relation.variables, row, strict=True):
                        part &= self.planes[self.meters[variable]][value]
                    passing |= part
                combinations = passing
        return combinations

    def _allowing(self, at: int, mask: int) -> int:
        """Return the combinations in which a meter has one of the values of a mask."""
        if (at, mask) not in self._allowed:
            self._allowed[at, mask] = sum(
                self.planes[at][value] for value in range(self.sizes[at]) if mask >> value & 1
            )
        return self._allowed[at, mask]

    def change(self, combinations: int, edge: Edge) -> int:
        """Return them after an edge's effects."""
        for variable, table in edge.effects:
            at = self.meters.get(variable)
            if at is None:
                continue
            inner = 1
            for size in self.sizes[at + 1 :]:
                inner *= size
            after = 0
            for value in range(self.sizes[at]):
                part = (combinations & self.planes[at][value]) >> (value * inner)
                if part:
                    for new in range(self.sizes[at]):
                        if table[value] >> new & 1:
                            after |= part << (new * inner)
            combinations = after
        return combinations

    def before(self, combinations: int, edge: Edge) -> int:
        """Return those that an edge's effects can turn into one of these."""
        for variable, table in edge.effects:
            at = self.meters.get(variable)
            if at is None:
                continue
            inner = 1
            for size in self.sizes[at + 1 :]:
                inner *= size
            earlier = 0
            for new in range(self.sizes[at]):
                part = (combinations & self.planes[at][new]) >> (new * inner)
                if part:
                    for value in range(self.sizes[at]):
                        if table[value] >> new & 1:
                            earlier |= part << (value * inner)
            combinations = earlier
        return combinations

    def start(self, net: Net) -> int:
        """Return the combination at the start."""
        only = (1 << _product(self.sizes)) - 1
        for variable, at in self.meters.items():
            only &= self.planes[at][net.variables[variable].start]
        return only


class Fields:
    """The other variables' values, side by side in one integer, in the order of the net."""

    def __init__(self, net: Net, scale: Scale) -> None:
        """Lay the fields out."""
        self.fields: dict[int, tuple[int, int]] = {}
        at = 0
        for index, variable in enumerate(net.variables):
            if index not in scale.meters:
                self.fields[index] = (at, (1 << variable.size) - 1)
                at += variable.size + 1  # as the table has it: one bit stays free
        self.full = sum(whole << at for at, whole in self.fields.values())
        self.carries = sum(whole + 1 << at for at, whole in self.fields.values())

    def filter(self, values: int, edge: Edge) -> int | None:
        """Return the values that pass an edge's guard; nothing when a variable is left without any."""
        for variable, mask in edge.guard:
            if variable in self.fields:
                at, whole = self.fields[variable]
                passing = values >> at & whole & mask
                if not passing:
                    return None
                values = values & ~(whole << at) | passing << at
        return values

    def change(self, values: int, edge: Edge) -> int:
        """Return the values after an edge's effects."""
        for variable, table in edge.effects:
            if variable in self.fields:
                at, whole = self.fields[variable]
                after = 0
                for value in range(whole.bit_length()):
                    if values >> at + value & 1:
                        after |= table[value]
                values = values & ~(whole << at) | after << at
        return values

    def before(self, values: int, after: int, edge: Edge) -> int | None:
        """Return those of some values that an edge can turn into others; nothing when a variable has none such."""
        for variable, table in edge.effects:
            if variable in self.fields:
                at, whole = self.fields[variable]
                wanted = after >> at & whole
                earlier = sum(1 << value for value in range(whole.bit_length()) if table[value] & wanted)
                after = after & ~(whole << at) | earlier << at
        return self.unless_empty(values & after)

    def unless_empty(self, values: int) -> int | None:
        """Return the values, or nothing when a variable has none: filling every field up then misses a carry."""
        return values if (values + self.full) & self.carries == self.carries else None

    def start(self, net: Net) -> int:
        """Return the values at the start."""
        return sum(1 << at + net.variables[index].start for index, (at, _) in self.fields.items())


def _product(sizes: Sequence[int]) -> int:
    found = 1
    for size in sizes:
        found *= size
    return found


def dead_edges(net: Net, reached: Reached, skip: frozenset[int] = frozenset()) -> frozenset[int] | None:
    """Check a sweep.

    Args:
        net: as it was built.
        reached: the table.
        skip: edges of which it was proved before that they can never be taken.

    Returns:
        The edges that can never be taken, or nothing when the table is no proof.
    """
    scale = Scale(net, reached.meters.chosen)
    loose = Fields(net, scale)
    if scale.start(net) & ~reached.combinations[net.start] or loose.start(net) & ~reached.values[net.start]:
        return None
    dead: list[int] = []
    for number, edge in enumerate(net.edges):
        if number in skip:
            dead.append(number)
            continue
        combinations = scale.filter(reached.combinations[edge.source], edge)
        values = loose.filter(reached.values[edge.source], edge)
        if not combinations or values is None:
            dead.append(number)
            continue
        if scale.change(combinations, edge) & ~reached.combinations[edge.target]:
            return None
        if loose.change(values, edge) & ~reached.values[edge.target]:
            return None
    return frozenset(dead)


def fruitless_edges(
    net: Net, reached: Reached, hopeful: Hopeful, dead: frozenset[int], goals: frozenset[int]
) -> frozenset[int] | None:
    """Check a look back from some goals.

    Args:
        net: as it was built.
        reached: a sweep that was checked.
        hopeful: from what values a goal can be reached, by point.
        dead: edges that can never be taken.
        goals: the edges that are to be reached.

    Returns:
        The edges that no play takes on its way to a goal, dead ones among them; all of them when no play can come to
        a goal. Nothing when the table is no proof, because from somewhere outside it an edge leads into it.
    """
    scale = Scale(net, reached.meters.chosen)
    loose = Fields(net, scale)
    fruitless: list[int] = []
    for number, edge in enumerate(net.edges):
        combinations = 0 if number in dead else scale.filter(reached.combinations[edge.source], edge)
        values = loose.filter(reached.values[edge.source], edge)
        if combinations and values is not None and number not in goals:
            combinations &= scale.before(hopeful.combinations[edge.target], edge)
            values = loose.before(values, hopeful.values[edge.target], edge)
        if not combinations or values is None:
            fruitless.append(number)
        elif combinations & ~hopeful.combinations[edge.source] or values & ~hopeful.values[edge.source]:
            return None
    at, values = net.start, loose.start(net)
    hopeless = not scale.start(net) & hopeful.combinations[at] or values & ~hopeful.values[at]
    return frozenset(range(len(net.edges)) if hopeless else fruitless)


def accepts(net: Net, tracked: Tracked, dead: Iterable[int], goals: Iterable[int]) -> bool:
    """Check that a tracked table proves that none of some edges can be taken.

    Args:
        net: as it was built.
        tracked: the table.
        dead: edges that a checked sweep has ruled out.
        goals: the edges that are never to be taken.
    """
    if not tracked.complete:
        return False
    scale = Scale(net, tracked.meters.chosen)
    skip, wanted = frozenset(dead), frozenset(goals)
    variables = tracked.variables
    sizes = [net.variables[variable].size for variable in variables]
    points = len(net.names)

    def digits(key: int) -> tuple[int, ...]:
        rest, values = key // points, []
        for size in sizes:
            values.append(rest % size)
            rest //= size
        return tuple(values)

    table = {(key % points, digits(key)): combinations for key, combinations in tracked.reached.items()}
    start = (net.start, tuple(net.variables[variable].start for variable in variables))
    if scale.start(net) & ~table.get(start, 0):
        return False
    by_source: dict[int, list[int]] = {}
    for number, edge in enumerate(net.edges):
        if number not in skip:
            by_source.setdefault(edge.source, []).append(number)
    for (point, values), combinations in table.items():
        for number in by_source.get(point, ()):
            edge = net.edges[number]
            if not _passes(edge, variables, values):
                continue
            passing = scale.filter(combinations, edge)
            if not passing:
                continue
            if number in wanted:
                return False
            after = scale.change(passing, edge)
            for new in _after(edge, variables, values):
                if after & ~table.get((edge.target, new), 0):
                    return False
    return True


def _passes(edge: Edge, variables: tuple[int, ...], values: tuple[int, ...]) -> bool:
    known = dict(zip(variables, values, strict=True))
    for variable, mask in edge.guard:
        if variable in known and not mask >> known[variable] & 1:
            return False
    return all(
        tuple(known[variable] for variable in relation.variables) in relation.allowed
        for relation in edge.relations
        if all(variable in known for variable in relation.variables)
    )


def _after(edge: Edge, variables: tuple[int, ...], values: tuple[int, ...]) -> list[tuple[int, ...]]:
    effects = dict(edge.effects)
    found: list[tuple[int, ...]] = [()]
    for variable, value in zip(variables, values, strict=True):
        table = effects.get(variable)
        mask = 1 << value if table is None else table[value]
        news = [new for new in range(mask.bit_length()) if mask >> new & 1]
        found = [(*done, new) for done in found for new in news]
    return found
