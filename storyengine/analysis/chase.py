"""Guided search: real states, the nearest by the net's distances first. Finds what luck does not."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass

from storyengine.analysis.builder import Builder
from storyengine.analysis.exhaust import Path
from storyengine.analysis.tracking import FAR, Tracked
from storyengine.runtime import Action, Phase, State, initial
from storyengine.runtime.explore import Successor, successors


@dataclass(slots=True)
class Chased:
    """How a search went."""

    path: Path | None
    expanded: int
    """States whose steps were taken."""
    nearest: State
    """The state nearest to the target."""
    distance: int
    """Its distance in the net."""
    exhausted: bool
    """Whether every state was seen from which the net can reach the target: then no play reaches it."""


def chase(
    builder: Builder,
    tracked: Tracked,
    is_goal: Callable[[Successor], bool],
    *,
    budget: int,
    dedupe: bool,
    exchanges: bool,
) -> Chased:
    """Search for a play that takes a step of a kind.

    Args:
        builder: the story's net.
        tracked: with its layers measured to the targets.
        is_goal: whether a step is one that is looked for.
        budget: states to expand.
        dedupe: whether of all states that look alike to the net only the first is followed: faster, and then running
            out of states proves nothing.
        exchanges: whether items are exchanged.
    """
    story = builder.story
    start = initial(story)

    def look(state: State) -> tuple[int, object]:
        point = builder.point_of(state)
        if point < 0:
            return FAR, None
        values = builder.values_of(state, point)
        # The deal goes round on one point of the net; what lies on the table keeps its stages apart.
        dealt = (state.holders, state.discs) if state.phase is Phase.DEAL else ()
        return tracked.distance(point, values), (tracked.key(point, values), tracked.meters.index(values), dealt)

    distance, alike = look(start)
    came_from: dict[State, tuple[State, Action, str] | None] = {start: None}
    seen = {alike}
    heap: list[tuple[int, int, State]] = [(distance, 0, start)]
    nearest, best, count, expanded = start, distance, 0, 0
    while heap and expanded < budget:
        here, _, state = heapq.heappop(heap)
        if here < best:
            nearest, best = state, here
        expanded += 1
        for successor in successors(story, state, exchanges=exchanges):
            if is_goal(successor):
                return Chased(
                    (*_path(came_from, state), (successor.action, successor.chance)), expanded, state, 0, False
                )
            if successor.state in came_from:
                continue
            distance, alike = look(successor.state)
            if distance >= FAR:
                continue
            if dedupe:
                if alike in seen:
                    continue
                seen.add(alike)
            came_from[successor.state] = (state, successor.action, successor.chance)
            count += 1
            heapq.heappush(heap, (distance, count, successor.state))
    return Chased(None, expanded, nearest, best, not heap and not dedupe and exchanges)


def _path(came_from: dict[State, tuple[State, Action, str] | None], state: State) -> Path:
    steps: list[tuple[Action, str]] = []
    link = came_from[state]
    while link is not None:
        before, action, chance = link
        steps.append((action, chance))
        link = came_from[before]
    return tuple(reversed(steps))
