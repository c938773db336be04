"""Rows of cards, each below what leads to it, with few crossings: the layered drawing of one small graph.

After Sugiyama, Tagawa and Toda, Methods for Visual Understanding of Hierarchical System Structures (1981): break
cycles, give each node a row, order the rows by medians, then straighten. All in numbers and lists, so that nothing
depends on the order of a set or on a hash.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import isqrt

LONGEST_BENT = 8
"""Rows that an edge may span and still have a place kept free for it; longer ones cross what they cross."""
SWEEPS = 6
STRAIGHTENINGS = 8
DUMMY_WIDTH = 0.35
"""Room for an edge that passes a row, where a card takes 1."""

Edges = Sequence[tuple[int, int]]


def layered(count: int, edges: Edges) -> tuple[list[float], list[int]]:
    """Place nodes in rows.

    Args:
        count: how many nodes there are, numbered from 0; earlier ones go higher and further left where it is free.
        edges: (from, to) of different nodes, each pair once.

    Returns:
        For each node its column, the leftmost at 0 and neighbours at least 1 apart, and its row, from 0 down.
    """
    after: list[list[int]] = [[] for _ in range(count)]
    for source, target in edges:
        after[source].append(target)
    order, back = _walk(count, after, edges)
    forward = [(source, target) for source, target in edges if (source, target) not in back]
    row = _rows(count, forward, order)
    return _columns(count, edges, row, order), row


def _walk(count: int, after: list[list[int]], edges: Edges) -> tuple[list[int], set[tuple[int, int]]]:
    """Return an order in which everything comes after what leads to it, but for the edges back, and those edges."""
    led_to = [False] * count
    for _, target in edges:
        led_to[target] = True
    starts = [node for node in range(count) if not led_to[node]] + list(range(count))
    colour, done, back = [0] * count, [], set()
    for start in starts:
        if colour[start]:
            continue
        colour[start] = 1
        pending = [(start, iter(after[start]))]
        while pending:
            node, onward = pending[-1]
            for target in onward:
                if not colour[target]:
                    colour[target] = 1
                    pending.append((target, iter(after[target])))
                    break
                if colour[target] == 1:
                    back.add((node, target))
            else:
                colour[node] = 2
                done.append(node)
                pending.pop()
    done.reverse()
    return done, back


def _rows(count: int, forward: Edges, order: list[int]) -> list[int]:
    """Give each node the first row with room below all that lead to it; a start goes just above what it leads to."""
    widest = 5 + 2 * isqrt(count)
    before: list[list[int]] = [[] for _ in range(count)]
    after: list[list[int]] = [[] for _ in range(count)]
    for source, target in forward:
        before[target].append(source)
        after[source].append(target)
    row, room, next_free = [0] * count, [widest] * (count + 1), list(range(count + 1))

    def free(wanted: int) -> int:
        found = wanted
        while next_free[found] != found:
            found = next_free[found]
        while next_free[wanted] != found:  # what was looked through is skipped next time
            next_free[wanted], wanted = found, next_free[wanted]
        return found

    for node in order:
        found = free(max((row[each] + 1 for each in before[node]), default=0))
        row[node] = found
        room[found] -= 1
        if not room[found]:
            next_free[found] = found + 1
    for node in order[1:]:
        if not before[node] and after[node]:
            row[node] = max(0, min(row[each] for each in after[node]) - 1)
    used = {number: place for place, number in enumerate(sorted(set(row)))}
    return [used[number] for number in row]


class _Rows:
    """Rows with places for the edges that pass them. Numbers from `count` on are such places."""

    def __init__(self, count: int, edges: Edges, row: list[int], order: list[int]) -> None:
        self.count = count
        self.up: list[list[int]] = [[] for _ in range(count)]
        self.down: list[list[int]] = [[] for _ in range(count)]
        self.rows: list[list[int]] = [[] for _ in range(max(row) + 1)]
        for node in order:
            self.rows[row[node]].append(node)
        for source, target in edges:
            high, low = (source, target) if row[source] <= row[target] else (target, source)
            span = row[low] - row[high]
            if 1 <= span <= LONGEST_BENT:
                self._join(high, low, row[high], span)
        self.at = [0.0] * len(self.up)
        for nodes in self.rows:
            self._number(nodes)

    def _join(self, high: int, low: int, first: int, span: int) -> None:
        last = high
        for number in range(first + 1, first + span):
            dummy = len(self.up)
            self.up.append([last])
            self.down.append([])
            self.down[last].append(dummy)
            self.rows[number].append(dummy)
            last = dummy
        self.down[last].append(low)
        self.up[low].append(last)

    def _number(self, nodes: list[int]) -> None:
        for place, node in enumerate(nodes):
            self.at[node] = place

    def sort(self, number: int, neighbours: list[list[int]]) -> None:
        at = self.at
        keys = {}
        for node in self.rows[number]:
            places = sorted([at[each] for each in neighbours[node]])
            middle = len(places) // 2
            if not places:
                keys[node] = at[node]
            elif len(places) % 2:
                keys[node] = places[middle]
            else:
                keys[node] = (places[middle - 1] + places[middle]) / 2
        self.rows[number].sort(key=keys.__getitem__)
        self._number(self.rows[number])

    def crossings(self) -> int:
        total = 0
        for upper, lower in pairwise(self.rows):
            ends = [end for node in upper for end in sorted([int(self.at[each]) for each in self.down[node]])]
            tree = [0] * (len(lower) + 1)
            for passed, end in enumerate(ends):
                place, smaller = end + 1, 0
                while place:
                    smaller += tree[place]
                    place &= place - 1
                total += passed - smaller
                place = end + 1
                while place <= len(lower):
                    tree[place] += 1
                    place += place & -place
        return total


def _columns(count: int, edges: Edges, row: list[int], order: list[int]) -> list[float]:
    """Order the rows, then move each node towards the middle of its neighbours, as far as its row lets it."""
    drawing = _Rows(count, edges, row, order)
    rows = drawing.rows
    best, fewest = [list(nodes) for nodes in rows], drawing.crossings()
    for sweep in range(SWEEPS if fewest else 0):
        if sweep % 2:
            for number in reversed(range(len(rows) - 1)):
                drawing.sort(number, drawing.down)
        else:
            for number in range(1, len(rows)):
                drawing.sort(number, drawing.up)
        crossings = drawing.crossings()
        if crossings < fewest:
            best, fewest = [list(nodes) for nodes in rows], crossings
        if not crossings:
            break
    return _straightened(drawing, best)


def _straightened(drawing: _Rows, rows: list[list[int]]) -> list[float]:
    count, x = drawing.count, drawing.at
    gaps = []
    for nodes in rows:
        widths = [1.0 if node < count else DUMMY_WIDTH for node in nodes]
        gaps.append([(one + other) / 2 for one, other in pairwise(widths)])
        place = -sum(gaps[-1]) / 2
        for node, gap in zip(nodes, [*gaps[-1], 0.0], strict=True):
            x[node] = place
            place += gap
    for turn in range(STRAIGHTENINGS):
        upward = turn % 2
        neighbours = drawing.down if upward else drawing.up
        for number in range(len(rows) - 2, -1, -1) if upward else range(1, len(rows)):
            nodes, between = rows[number], gaps[number]
            wanted = []
            for node in nodes:
                near = neighbours[node]
                wanted.append(sum([x[each] for each in near]) / len(near) if near else x[node])
            left, right = wanted[:], wanted[:]
            for place in range(1, len(nodes)):
                left[place] = max(left[place], left[place - 1] + between[place - 1])
            for place in range(len(nodes) - 2, -1, -1):
                right[place] = min(right[place], right[place + 1] - between[place])
            for place, node in enumerate(nodes):
                x[node] = (left[place] + right[place]) / 2
    first = min(x[:count])
    return [place - first for place in x[:count]]
