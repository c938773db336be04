"""Several small numbers at once as one set: a bit for each combination of their values, in one Python integer.

Adding to a meter is then a shift, whatever the other meters are, and a whole set of states moves in one operation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from storyengine.analysis.net import Edge, Net, Table

MOST_BITS = 1 << 11
"""Combinations of values held in one set."""

Moves = tuple[tuple[int, int], ...]
"""(which combinations, by how much their bits move), for each group that moves alike."""


class Meters:
    """The variables that are held jointly, and how guards and effects act on sets of their combinations."""

    def __init__(self, net: Net, chosen: Sequence[int]) -> None:
        """Hold these variables jointly, the first one slowest."""
        self.chosen = tuple(chosen)
        self.sizes = tuple(net.variables[variable].size for variable in self.chosen)
        self.strides: dict[int, int] = {}
        stride = 1
        for variable in reversed(self.chosen):
            self.strides[variable] = stride
            stride *= net.variables[variable].size
        self.bits = stride
        self.every = (1 << stride) - 1
        self._planes: dict[int, tuple[int, ...]] = {
            variable: tuple(self._plane(variable, value, net.variables[variable].size) for value in range(size))
            for variable, size in zip(self.chosen, self.sizes, strict=True)
        }
        # Many edges of a net ask and do the same.
        self._allowing: dict[tuple[int, int], int] = {}
        self._moves: dict[tuple[int, Table], Moves] = {}

    def _plane(self, variable: int, value: int, size: int) -> int:
        """Return the set of all combinations in which a variable has a value."""
        stride = self.strides[variable]
        run = ((1 << stride) - 1) << (value * stride)
        period = stride * size
        plane = run
        filled = period
        while filled < self.bits:
            plane |= plane << filled
            filled *= 2
        return plane & self.every

    def holds(self, variable: int) -> bool:
        """Whether a variable is among those held here."""
        return variable in self.strides

    def allowing(self, variable: int, mask: int) -> int:
        """Return the set of the combinations in which a variable has one of the values of a mask."""
        found = self._allowing.get((variable, mask))
        if found is None:
            found = 0
            for value, plane in enumerate(self._planes[variable]):
                if mask >> value & 1:
                    found |= plane
            self._allowing[variable, mask] = found
        return found

    def values_in(self, combinations: int, variable: int) -> int:
        """Return the mask of the values that a variable has in a set of combinations."""
        mask = 0
        for value, plane in enumerate(self._planes[variable]):
            if combinations & plane:
                mask |= 1 << value
        return mask

    def index(self, values: Sequence[int]) -> int:
        """Return the bit of a combination, given the values of all variables of the net."""
        return sum(values[variable] * stride for variable, stride in self.strides.items())

    def moves(self, variable: int, table: Table) -> Moves:
        """Return how an effect moves the combinations."""
        known = self._moves.get((variable, table))
        if known is not None:
            return known
        stride = self.strides[variable]
        groups: dict[int, int] = {}
        for before, plane in enumerate(self._planes[variable]):
            after = table[before] if before < len(table) else 0
            while after:
                value = (after & -after).bit_length() - 1
                after &= after - 1
                shift = (value - before) * stride
                groups[shift] = groups.get(shift, 0) | plane
        found = self._moves[variable, table] = tuple((mask, shift) for shift, mask in groups.items())
        return found

    def guard(self, edge: Edge) -> int:
        """Return the combinations that an edge's guard allows, as far as it speaks of these variables alone."""
        allowed = self.every
        for variable, mask in edge.guard:
            if self.holds(variable):
                allowed &= self.allowing(variable, mask)
        for relation in edge.relations:
            if all(map(self.holds, relation.variables)):
                allowed &= self.related(relation.variables, relation.allowed)
        return allowed

    def related(self, variables: Sequence[int], rows: Iterable[tuple[int, ...]]) -> int:
        """Return the combinations in which these variables have one of the rows of values."""
        found = 0
        for row in rows:
            plane = self.every
            for variable, value in zip(variables, row, strict=True):
                plane &= self._planes[variable][value]
            found |= plane
        return found


def moved(combinations: int, moves: Moves) -> int:
    """Return a set after an effect."""
    found = 0
    for mask, shift in moves:
        part = combinations & mask
        if part:
            found |= part << shift if shift >= 0 else part >> -shift
    return found


def moved_back(combinations: int, moves: Moves) -> int:
    """Return the set from which an effect can lead into a set."""
    found = 0
    for mask, shift in moves:
        found |= (combinations >> shift if shift >= 0 else combinations << -shift) & mask
    return found


def choose_meters(net: Net) -> tuple[int, ...]:
    """Choose the numbers to hold jointly: those that most guards ask for, as long as their combinations stay few."""
    asked: dict[int, int] = {}
    for edge in net.edges:
        for variable, _ in edge.guard:
            asked[variable] = asked.get(variable, 0) + 1
        for relation in edge.relations:
            for variable in relation.variables:
                asked[variable] = asked.get(variable, 0) + 1
    numbers = [index for index, variable in enumerate(net.variables) if variable.number and index in asked]
    numbers.sort(key=lambda index: (-asked[index], index))
    chosen: list[int] = []
    bits = 1
    for index in numbers:
        if bits * net.variables[index].size <= MOST_BITS:
            chosen.append(index)
            bits *= net.variables[index].size
    return tuple(sorted(chosen))
