"""What is true of a small story, found by looking at all of its states: what verdicts are held against."""

from __future__ import annotations

from dataclasses import dataclass, field

from storyengine.analysis.exhaust import Path, explore
from storyengine.analysis.findings import Budget
from storyengine.analysis.targets import Target, targets
from storyengine.model.story import Story
from storyengine.runtime import Phase, State, initial
from storyengine.runtime.explore import Successor
from storyengine.runtime.moves import take_recorded
from storyengine.runtime.program import program_of

MOST_STATES = 3_000
"""States of a story that is still called small."""

SCANT = Budget(states=MOST_STATES, survey=20, plays=10, keys=20_000, expansions=60, pursuits=3, rounds=6)
"""Little enough to spend that luck alone does not find everything."""


@dataclass
class Truth:
    """All states of a story, and what is reached in them."""

    steps: list[tuple[State, Successor]] = field(default_factory=list)
    reached: set[Target] = field(default_factory=set)
    complete: bool = False


def truth_of(story: Story, *, most: int = MOST_STATES) -> Truth:
    """See every state of a story; `complete` says whether these are all."""
    found = Truth()
    explored = explore(story, limit=most, watch=lambda state, step: found.steps.append((state, step)))
    program = program_of(story)
    begun = {program.card_blocks[story.start]}
    ended = set()
    for _, step in found.steps:
        begun.update(step.entered)
        if step.state.phase is Phase.ENDED:
            ended.add(step.state.ending)
    found.complete = explored.complete
    found.reached = {
        target
        for target in targets(story, program)
        if (target.block in begun if target.block >= 0 else target.id in ended)
    }
    return found


def reaches(story: Story, path: Path, target: Target) -> bool:
    """Whether a play, replayed step by step, reaches a target with its last step."""
    program = program_of(story)
    state, begun = initial(story), [program.card_blocks[story.start]]
    for action, chance in path:
        taken = take_recorded(story, state, action, chance)
        state, begun = taken.state, list(taken.entered)
    return target.block in begun if target.block >= 0 else state.ending == target.id
