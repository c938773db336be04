"""From where a goal can still be reached, seen backwards over a sweep: what leads nowhere near it can be left aside.

The twin of the sweep, from the goal to the start: for each point the meter combinations, and for each other variable
the values, from which the net can come to the goal. It stays within what the sweep has reached. An edge that leads out
of it is fruitless: no play takes it on its way to the goal.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection
from dataclasses import dataclass

from storyengine.analysis.meters import moved_back
from storyengine.analysis.net import Net, Table
from storyengine.analysis.sweep import Reached, order


@dataclass(slots=True)
class Hopeful:
    """By point, from what values a goal can be reached; laid out as in the sweep."""

    combinations: list[int]
    values: list[int]


def look_back(net: Net, reached: Reached, dead: Collection[int], goals: Collection[int]) -> Hopeful:
    """Work out from where one of some edges can still be taken."""
    count = len(net.names)
    found = Hopeful([0] * count, [0] * count)
    wanted = frozenset(goals)
    incoming = net.incoming()
    rank = order(net)

    def before(index: int) -> bool:
        """Add what comes before one edge; whether that was something new."""
        edge, step = net.edges[index], reached.steps[index]
        source, target = edge.source, edge.target
        combinations = reached.combinations[source] & step.allowed
        values = reached.values[source]
        if index not in wanted:
            earlier = found.combinations[target]
            for moves in reversed(step.moves):
                earlier = moved_back(earlier, moves)
            combinations &= earlier
            after = found.values[target]
            for whole, offset, _, table in step.effects:
                after = after & ~whole | came_from(table, (after & whole) >> offset) << offset
            values &= after
        for whole, allowed in step.guards:
            values &= ~whole | allowed
        if not combinations or reached.loose.is_empty(values):
            return False
        new = combinations & ~found.combinations[source] or values & ~found.values[source]
        found.combinations[source] |= combinations
        found.values[source] |= values
        return bool(new)

    skipped = frozenset(dead)
    waiting = {net.edges[index].source for index in wanted - skipped if before(index)}
    # Unlike in the sweep, a loop is here gone round at once: measured, it is quicker.
    heap = [(-rank[point], point) for point in waiting]
    heapq.heapify(heap)
    while heap:
        _, point = heapq.heappop(heap)
        waiting.discard(point)
        for index in incoming[point]:
            if index not in skipped and index not in wanted and before(index):
                source = net.edges[index].source
                if source not in waiting:
                    waiting.add(source)
                    heapq.heappush(heap, (-rank[source], source))
    return found


def came_from(table: Table, mask: int) -> int:
    """Return the values that an effect can turn into one of a mask."""
    return sum(1 << value for value, after in enumerate(table) if after & mask)
