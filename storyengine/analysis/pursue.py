"""Guided plays: mostly towards the target as the net sees it, sometimes anywhere. They get out where a search is stuck.

The net's distances forget things, such as which planets are used up, and a best-first search can then spend all its
time at a place that only looks near. A play that sometimes strays comes past such places.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from storyengine.analysis.builder import Builder
from storyengine.analysis.exhaust import Path
from storyengine.analysis.tracking import FAR, Tracked
from storyengine.model.story import Story
from storyengine.runtime import Action, State, initial
from storyengine.runtime.explore import Successor, successors
from storyengine.runtime.moves import take_recorded

LONGEST = 400
"""Steps of one guided play."""
MOST_KEPT = 2_000
"""States whose steps are kept, in case a play comes by again."""
STRAYING = 0.25
"""How often a step goes anywhere."""


def pursue(
    builder: Builder,
    tracked: Tracked,
    is_goal: Callable[[Successor], bool],
    *,
    plays: int,
    seed: int,
    starts: Sequence[Path] = ((),),
    watch: Callable[[Sequence[tuple[Action, str]], Successor], None] = lambda path, step: None,
) -> Path | None:
    """Play towards a target.

    Args:
        builder: the story's net.
        tracked: with its layers measured to the target.
        is_goal: whether a step reaches it.
        plays: how many at most.
        seed: keeps one call's luck apart from another's.
        starts: plays to go on from, in turn; the empty one begins at the start.
        watch: told of every step that could be taken on the way, with the play before it.

    Returns:
        A play whose last step reaches the target, or nothing.
    """
    rng = random.Random(seed)
    known: dict[State, int] = {}
    kept: dict[State, list[Successor]] = {}

    def distance(state: State) -> int:
        if state not in known:
            point = builder.point_of(state)
            known[state] = FAR if point < 0 else tracked.distance(point, builder.values_of(state, point))
        return known[state]

    def steps_from(state: State) -> list[Successor]:
        if state not in kept:
            if len(kept) >= MOST_KEPT:
                kept.clear()
            kept[state] = successors(builder.story, state, exchanges=False)
        return kept[state]

    ends = [_end(builder.story, start) for start in starts]
    for number in range(plays):
        state = ends[number % len(starts)]
        path: list[tuple[Action, str]] = list(starts[number % len(starts)])
        for _ in range(LONGEST):
            steps = steps_from(state)
            for step in steps:
                watch(path, step)
                if is_goal(step):
                    return (*path, (step.action, step.chance))
            open_steps = [step for step in steps if distance(step.state) < FAR]
            if not open_steps:
                break
            if rng.random() < STRAYING:
                taken = open_steps[int(rng.random() * len(open_steps))]
            else:
                nearest = min(distance(step.state) for step in open_steps)
                best = [step for step in open_steps if distance(step.state) == nearest]
                taken = best[int(rng.random() * len(best))]
            path.append((taken.action, taken.chance))
            state = taken.state
    return None


def _end(story: Story, path: Path) -> State:
    """Return the state that a play leads to."""
    state = initial(story)
    for action, chance in path:
        state = take_recorded(story, state, action, chance, games={}).state
    return state
