"""A net made small for one question: what neither leads to the goal nor is told apart on the way there is left out.

Guards and effects on variables that nobody tracks go first; then points from which no goal can be reached, steps that
change nothing, and points from which the same can be done. From each point that is left the same goals can be reached
by the same steps as before, so tables made on the small net hold for the large one.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from storyengine.analysis.net import Edge, Guard, Net, Relation, Table
from storyengine.analysis.sweep import order

MOST_PASSES = 4
"""How often points that do the same are looked for; most are found the first time, since nets mostly lead forward."""

HOPELESS = -1
"""Class of the points from which no goal can be reached."""

Label = tuple[Guard, tuple[Relation, ...], tuple[tuple[int, Table], ...], bool]
"""What of an edge can make a difference: guard, relations, effects, and whether it is a goal."""

SILENT: Label = ((), (), (), False)


@dataclass(frozen=True, slots=True)
class Small:
    """A small net."""

    net: Net
    classes: list[int]
    """By point of the large net: the point that stands for it, or `HOPELESS`."""
    goals: tuple[int, ...]
    """The goals, as edges of the small net."""


def compress(net: Net, live: Sequence[bool], kept: Collection[int], goals: Collection[int]) -> Small:
    """Make a net small.

    Args:
        net: the story's.
        live: by edge, whether it counts at all.
        kept: the variables that matter: those tracked and the meters.
        goals: the edges that are to be reached.
    """
    wanted, known = frozenset(goals), frozenset(kept)
    hopeful = _hopeful(net, live, wanted)
    labels: dict[Label, int] = {SILENT: 0}
    steps: list[list[tuple[int, int]]] = [[] for _ in net.names]
    for point, edges in enumerate(net.outgoing):
        if hopeful[point]:
            for index in edges:
                edge = net.edges[index]
                is_goal = index in wanted
                if live[index] and (is_goal or hopeful[edge.target]):
                    label = _label(edge, known, is_goal)
                    # What comes after a goal does not matter.
                    steps[point].append((labels.setdefault(label, len(labels)), HOPELESS if is_goal else edge.target))
    classes = _merged(net, hopeful, steps)
    return _built(net, classes, steps, list(labels))


def _hopeful(net: Net, live: Sequence[bool], goals: frozenset[int]) -> list[bool]:
    """Say from which points a goal can be reached at all."""
    found = [False] * len(net.names)
    incoming = net.incoming()
    pending = [net.edges[index].source for index in goals if live[index]]
    while pending:
        point = pending.pop()
        if not found[point]:
            found[point] = True
            pending.extend(net.edges[index].source for index in incoming[point] if live[index])
    return found


def _label(edge: Edge, kept: frozenset[int], is_goal: bool) -> Label:
    return (
        tuple(one for one in edge.guard if one[0] in kept),
        tuple(one for one in edge.relations if kept.issuperset(one.variables)),
        () if is_goal else tuple(one for one in edge.effects if one[0] in kept),
        is_goal,
    )


def _merged(net: Net, hopeful: list[bool], steps: list[list[tuple[int, int]]]) -> list[int]:
    """Return, by point, the point that stands for it."""
    classes = [point if hopeful[point] else HOPELESS for point in range(len(net.names))]
    rank = order(net)
    backwards = sorted((point for point in range(len(net.names)) if hopeful[point]), key=lambda point: -rank[point])
    for _ in range(MOST_PASSES):
        by_steps: dict[frozenset[tuple[int, int]], int] = {}
        changed = False
        for point in backwards:
            does = frozenset((label, _class(classes, target)) for label, target in steps[point])
            other = classes[point]
            if len(does) == 1 and (only := next(iter(does)))[0] == 0 and only[1] != other:
                other = only[1]  # nothing happens here but going on
            elif classes[point] == point:
                other = by_steps.setdefault(does, point)
            if other != classes[point]:
                classes[point], changed = other, True
        for point in backwards:
            classes[point] = _class(classes, point)
        if not changed:
            break
    return classes


def _class(classes: list[int], point: int) -> int:
    """Return the last in the line of points that stand for one another."""
    while point >= 0 and classes[point] != point:
        point = classes[point]
    return point


def _built(net: Net, classes: list[int], steps: list[list[tuple[int, int]]], labels: list[Label]) -> Small:
    """Return the net of the points that stand for others."""
    if classes[net.start] == HOPELESS:
        return Small(Net(net.variables, outgoing=[[]], names=[""]), [HOPELESS] * len(classes), ())
    numbers: dict[int, int] = {}
    for point in classes:
        if point >= 0:
            numbers.setdefault(point, len(numbers))
    small = Net(net.variables, names=[net.names[point] for point in numbers])
    small.outgoing = [[] for _ in small.names]
    small.start = numbers[classes[net.start]]
    goals: list[int] = []
    for point, number in numbers.items():
        done = dict.fromkeys((label, HOPELESS if target < 0 else classes[target]) for label, target in steps[point])
        for label, target in done:
            guard, relations, effects, is_goal = labels[label]
            if is_goal:
                goals.append(len(small.edges))
            elif label == 0 and target == point:
                continue  # nothing happens, and nothing goes on
            small.outgoing[number].append(len(small.edges))
            end = number if is_goal else numbers[target]
            small.edges.append(Edge(number, end, guard, relations, effects))
    return Small(small, [numbers.get(point, HOPELESS) for point in classes], tuple(goals))
