"""Guided plays: mostly towards the target as the net sees it, sometimes anywhere. They get out where a search is stuck.

The net's distances forget things, such as which planets are used up, and a best-first search can then spend all its
time at a place that only looks near. A play that sometimes strays comes past such places.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

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
A_LANDMARK = 1 << 16
"""What a landmark that is missing counts: more than any way."""
WAYS_TO_PLAY = ((0.25, 0), (0.06, 1), (0.0, 4))
"""(how often a step goes anywhere, what a change of the numbers by one costs), one play after another.

A play that strays comes past places that only look near; one that is thrifty arrives where there is little to spare.
"""


@dataclass(frozen=True, slots=True)
class Landmark:
    """Something that must be so before the target can be reached, with the way to it."""

    variable: int
    wanted: int
    """The mask of the values that it must have."""
    tracked: Tracked
    """Measured to the steps that give it one of them."""


def pursue(
    builder: Builder,
    tracked: Tracked,
    is_goal: Callable[[Successor], bool],
    *,
    plays: int,
    seed: int,
    landmarks: Sequence[Landmark] = (),
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
        landmarks: what to come by first. A play makes for one after another, in an order of its own.
        starts: plays to go on from, in turn; the empty one begins at the start.
        watch: told of every step that could be taken on the way, with the play before it.

    Returns:
        A play whose last step reaches the target, or nothing.
    """
    rng = random.Random(seed)
    known: dict[State, tuple[int, ...]] = {}
    kept: dict[State, list[Successor]] = {}
    agenda = list(range(len(landmarks)))

    def distance(state: State) -> int:
        """Return how far it is to the first landmark that is missing, and after the last to the target."""
        if state not in known:
            known[state] = _distances(builder, tracked, landmarks, state)
        to_target, *to_landmarks = known[state]
        if to_target >= FAR:
            return FAR
        missing = [index for index in agenda if to_landmarks[index]]
        return A_LANDMARK * len(missing) + to_landmarks[missing[0]] if missing else to_target

    def steps_from(state: State) -> list[Successor]:
        if state not in kept:
            if len(kept) >= MOST_KEPT:
                kept.clear()
            kept[state] = successors(builder.story, state, exchanges=False)
        return kept[state]

    ends = [_end(builder.story, start) for start in starts]
    for number in range(plays):
        rng.shuffle(agenda)
        straying, thrift = WAYS_TO_PLAY[number // len(starts) % len(WAYS_TO_PLAY)]
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
            best = open_steps
            if rng.random() >= straying:
                cost = {step.state: distance(step.state) + thrift * _changed(state, step.state) for step in open_steps}
                least = min(cost.values())
                best = [step for step in open_steps if cost[step.state] == least]
            taken = best[int(rng.random() * len(best))]
            path.append((taken.action, taken.chance))
            state = taken.state
    return None


def _distances(builder: Builder, tracked: Tracked, landmarks: Sequence[Landmark], state: State) -> tuple[int, ...]:
    """Return how far it is from a state to the target and to each landmark, 0 to those that hold."""
    point = builder.point_of(state)
    if point < 0:
        return (FAR, *(FAR for _ in landmarks))
    values = builder.values_of(state, point)
    return (
        tracked.distance(point, values),
        *(0 if one.wanted >> values[one.variable] & 1 else one.tracked.distance(point, values) for one in landmarks),
    )


def _changed(before: State, after: State) -> int:
    """Return by how much a step changes the numbers of a story, all together."""
    pairs = zip(before.values, after.values, strict=True)
    return sum(abs(int(new) - int(old)) for old, new in pairs if not isinstance(old, str) and not isinstance(new, str))


def _end(story: Story, path: Path) -> State:
    """Return the state that a play leads to."""
    state = initial(story)
    for action, chance in path:
        state = take_recorded(story, state, action, chance, games={}).state
    return state
