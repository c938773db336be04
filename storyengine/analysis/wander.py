"""Quick plays: cheap ways to reach what is easy to reach. What they do not reach stays open."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from storyengine.analysis.cells import Cells, History
from storyengine.model.story import Story
from storyengine.runtime import Action, Phase, State, initial
from storyengine.runtime.explore import Walker
from storyengine.runtime.machine import Options

LONGEST_PLAY = 2_000
"""Steps, after which a play is broken off; sooner in a story of few cards, where it only goes round."""
STEPS_A_CARD = 20

SEED = 1984
"""Any number would do; a fixed one makes every run find the same."""
FROM_THE_START = 100
"""Plays from the start, before others go on where few came; and"""
NOW_AND_THEN = 5
"""of those after them one in so many."""


@dataclass(slots=True)
class Wandered:
    """What some plays came by."""

    plays: int = 0
    steps: int = 0
    broken_off: int = 0


ENDED, STUCK = -1, -2
Sighting = Callable[[int, str, History], None]
"""Told of (a block that was begun, or `ENDED` or `STUCK`; the ending, or why it is stuck; the play so far)."""


def wander(
    story: Story,
    *,
    plays: int,
    sighted: Sighting = lambda block, ending, history: None,
    passed: Callable[[State, History], bool] | None = None,
    done: Callable[[], bool] = lambda: False,
    cells: Cells | None = None,
) -> Wandered:
    """Play at random: every second play evenly, every other one preferring what has been tried least.

    Args:
        story: a loaded story.
        plays: how many at most.
        sighted: told of everything that is come by.
        passed: told of every state, if anybody wants to know; when it says so, the play is broken off.
        done: asked after each play whether to stop.
        cells: if given, most plays go on where few came before; else all begin at the start.
    """
    rng = random.Random(SEED)
    tried: Counter[tuple[object, ...]] = Counter()
    found = Wandered()
    start = initial(story)
    longest = min(LONGEST_PLAY, STEPS_A_CARD * (len(story.cards) + 5))

    def chance(kind: str, place: str, options: Options) -> int:
        return int(rng.random() * len(options))

    while found.plays < plays and not done():
        state, history = start, History()
        if cells is not None:
            if found.plays >= FROM_THE_START and found.plays % NOW_AND_THEN:
                state, history = cells.begin(rng) or (state, history)
            cells.follow(state)
        walker = Walker(story, state, chance)
        curious = bool(found.plays % 2)
        for _ in range(longest):
            actions = walker.actions()
            if not actions:
                break
            action = _least_tried(walker, actions, tried, rng) if curious else actions[int(rng.random() * len(actions))]
            history.append((action, walker.take(action)))
            found.steps += 1
            entered = walker.entered()
            if passed is not None and passed(walker.state(), history):
                break
            for block in entered:
                sighted(block, "", history)
            if walker.over:
                sighted(ENDED if walker.phase is Phase.ENDED else STUCK, walker.run.detail[0], history)
            elif cells is not None:
                cells.note(walker, entered, history)
        else:
            found.broken_off += 1
        found.plays += 1
    return found


def _least_tried(
    walker: Walker, actions: tuple[Action, ...], tried: Counter[tuple[object, ...]], rng: random.Random
) -> Action:
    place = walker.run.spots[-1].block if walker.run.spots else -1
    best, fewest = actions[0], -1.0
    for action in actions:
        often = tried[place, action] + rng.random()
        if fewest < 0 or often < fewest:
            best, fewest = action, often
    tried[place, best] += 1
    return best
