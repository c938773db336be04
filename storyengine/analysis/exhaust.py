"""Exhaustive search: every state of a small story, the nearest first. The surest verdict of all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from storyengine.model.story import Story
from storyengine.runtime import Action, State, initial
from storyengine.runtime.explore import Successor, successors

Path = tuple[tuple[Action, str], ...]
"""Actions with what chance did, from the start."""


@dataclass(slots=True)
class Explored:
    """The states that were seen."""

    complete: bool
    """Whether there are no others."""
    came_from: dict[State, tuple[State, Action, str] | None] = field(default_factory=dict)
    """State to the step by which it was first reached; the start has none."""

    def path(self, state: State) -> Path:
        """Return a shortest play to a state."""
        steps: list[tuple[Action, str]] = []
        link = self.came_from[state]
        while link is not None:
            before, action, chance = link
            steps.append((action, chance))
            link = self.came_from[before]
        return tuple(reversed(steps))


Watcher = Callable[[State, Successor], None]


def explore(story: Story, *, limit: int, watch: Watcher, exchanges: bool = True) -> Explored:
    """See every state, breadth first.

    Args:
        story: a loaded story.
        limit: states, after which it gives up.
        watch: told of every step, with the state before it.
        exchanges: whether exchanges of items are taken too; they must be, for `complete` to mean anything in a story
            in which it matters who holds what.

    Returns:
        The states, `complete` if the limit sufficed.
    """
    start = initial(story)
    found = Explored(True, {start: None})
    frontier = [start]
    while frontier:
        following: list[State] = []
        for state in frontier:
            for successor in successors(story, state, exchanges=exchanges):
                watch(state, successor)
                if successor.state not in found.came_from:
                    if len(found.came_from) >= limit:
                        found.complete = False
                        return found
                    found.came_from[successor.state] = (state, successor.action, successor.chance)
                    following.append(successor.state)
        frontier = following
    return found
