"""A look round a story: what a plain one has is mostly found so, whatever its size.

Breadth first over real states, but of all that stand at one point of the net only those are followed that bring some
variable in a value not seen there before; every point once, before any point again. What it does not come by may still
be reachable.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator

from storyengine.analysis.builder import Builder
from storyengine.analysis.exhaust import Path
from storyengine.model.expressions import Value
from storyengine.runtime import Action, State, initial
from storyengine.runtime.explore import Successor, successors


def survey(
    builder: Builder, is_new: Callable[[Successor], bool], is_done: Callable[[], bool], *, budget: int
) -> Iterator[Path]:
    """Yield plays that come by something new, in an order in which each has much in common with the one before.

    Args:
        builder: the story's net.
        is_new: asked of every step whether its play is wanted.
        is_done: whether nothing more is wanted.
        budget: states whose steps are taken.
    """
    start = initial(builder.story)
    children: dict[State, list[tuple[Action, str, State]]] = {}
    wanted: dict[State, list[tuple[Action, str]]] = {}
    seen: dict[int, set[tuple[int, Value]]] = {builder.point_of(start): set(enumerate(start.values))}
    followed = {start}
    fresh, again = deque([start]), deque[State]()
    for _ in range(budget):
        if (not fresh and not again) or is_done():
            break
        state = fresh.popleft() if fresh else again.popleft()
        for step in successors(builder.story, state, exchanges=False):
            if is_new(step):
                wanted.setdefault(state, []).append((step.action, step.chance))
            point = builder.point_of(step.state)
            if point < 0 or step.state in followed:
                continue
            known = seen.get(point)
            if known is None or not known.issuperset(enumerate(step.state.values)):
                (fresh if known is None else again).append(step.state)
                seen.setdefault(point, set()).update(enumerate(step.state.values))
                followed.add(step.state)
                children.setdefault(state, []).append((step.action, step.chance, step.state))
    yield from _plays(start, children, wanted)


def _plays(
    start: State,
    children: dict[State, list[tuple[Action, str, State]]],
    wanted: dict[State, list[tuple[Action, str]]],
) -> Iterator[Path]:
    """Yield the wanted plays, depth first."""
    path: list[tuple[Action, str]] = []
    links: dict[State, tuple[Action, str]] = {}
    stack: list[tuple[State, int]] = [(start, 0)]
    while stack:
        state, depth = stack.pop()
        if depth:
            del path[depth - 1 :]
            path.append(links[state])
        for step in wanted.get(state, ()):
            yield (*path, step)
        for action, chance, child in children.get(state, ()):
            links[child] = (action, chance)
            stack.append((child, depth + 1))
