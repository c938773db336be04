"""Why a path of the net is no play: the first guard on it that asks for something the proof did not track."""

from __future__ import annotations

from itertools import product

from storyengine.analysis.net import Edge, Net
from storyengine.analysis.tracking import FAR, Tracked

LONGEST_PATH = 5_000


def blocking_variables(net: Net, tracked: Tracked) -> tuple[int, ...]:
    """Follow a shortest path of the net with the values of all variables, and return what stops it first.

    Returns:
        The untracked variables of the guard that does not hold; nothing when the path holds to its end.
    """
    values = [variable.start for variable in net.variables]
    point = net.start
    ignored = {
        index for index in range(len(net.variables)) if index not in tracked.radix and not tracked.meters.holds(index)
    }
    visited: set[tuple[int, tuple[int, ...]]] = set()
    for _ in range(LONGEST_PATH):
        here = tracked.distance(point, values)
        if here <= 1 or here >= FAR:
            break
        visited.add((point, tuple(values)))
        best: tuple[tuple[int, int], list[int], int, list[int]] | None = None
        for index in net.outgoing[point]:
            edge = net.edges[index]
            failing = _failing(edge, values)
            if any(variable not in ignored for variable in failing):
                continue
            after, distance = _nearest(net, tracked, edge, values)
            nearer = distance < here or (distance == here and tracked.stands_for_both(point, edge.target))
            if not nearer or (edge.target, tuple(after)) in visited:
                continue
            merit = (len(failing), distance)
            if best is None or merit < best[0]:
                best = (merit, failing, edge.target, after)
        if best is None:
            return ()
        _, failing, point, values = best
        if failing:
            return tuple(dict.fromkeys(failing))
    return _at_the_goal(net, tracked, point, values, ignored)


def _at_the_goal(net: Net, tracked: Tracked, point: int, values: list[int], ignored: set[int]) -> tuple[int, ...]:
    """Return what stops the last step, the goal itself."""
    failing: list[int] = []
    for index in net.outgoing[point]:
        wrong = _failing(net.edges[index], values)
        if wrong and all(variable in ignored for variable in wrong):
            failing.extend(wrong)
    return tuple(dict.fromkeys(failing))


def _failing(edge: Edge, values: list[int]) -> list[int]:
    """Return the variables of an edge's guards that do not hold."""
    failing = [variable for variable, mask in edge.guard if not mask >> values[variable] & 1]
    for relation in edge.relations:
        if tuple(values[variable] for variable in relation.variables) not in relation.allowed:
            failing.extend(relation.variables)
    return failing


def _nearest(net: Net, tracked: Tracked, edge: Edge, values: list[int]) -> tuple[list[int], int]:
    """Return the values after an edge, of several possible ones those nearest to the goal, and their distance."""
    variables = [variable for variable, _ in edge.effects]
    forks = [
        [value for value in range(net.variables[variable].size) if table[values[variable]] >> value & 1]
        for variable, table in edge.effects
    ]
    best, nearest = values, FAR + 1
    for news in product(*forks):
        after = list(values)
        for variable, new in zip(variables, news, strict=True):
            after[variable] = new
        distance = tracked.distance(edge.target, after)
        if distance < nearest:
            best, nearest = after, distance
    return best, nearest
