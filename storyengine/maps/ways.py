"""Plays to the endings, for the routes on a map: quick ones first, then what deciding an ending finds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from storyengine.analysis.cells import History
from storyengine.analysis.exhaust import Path
from storyengine.analysis.findings import Budget, Progress, Reachable, Verdicts
from storyengine.analysis.verdicts import verdicts
from storyengine.analysis.wander import wander
from storyengine.model.story import Story
from storyengine.model.walk import endings
from storyengine.runtime import initial
from storyengine.runtime.moves import take_recorded

QUICK_PLAYS = 300
"""Random plays; they find the usual endings of a story in about a second."""


def quick_ways(story: Story, *, plays: int = QUICK_PLAYS) -> dict[str, Path]:
    """Return a play to each ending that random plays come to, the shortest of those found."""
    found: dict[str, Path] = {}

    def sighted(block: int, ending: str, history: History) -> None:
        if block == -1 and (ending not in found or len(history) < len(found[ending])):
            found[ending] = tuple(history)

    wander(story, plays=plays, sighted=sighted)
    return {ending.id: found[ending.id] for ending in endings(story) if ending.id in found}


def way_to(
    story: Story, ending: str, *, known: Iterable[Path] = (), budget: Budget | None = None, progress: Progress
) -> tuple[Path | None, Verdicts | None]:
    """Return a play to one ending, looking harder if no quick one is found.

    Returns:
        The play, or None, and then the verdicts that say why.
    """
    for path in known:
        if ending_of(story, path) == ending:
            return path, None
    quick = quick_ways(story)
    if ending in quick:
        return quick[ending], None
    decided = verdicts(
        story,
        known=quick.values(),
        only=lambda target: target.kind == "ending" and target.id == ending,
        budget=budget,
        progress=progress,
    )
    return ways_of(decided).get(ending), decided


def ways_of(decided: Verdicts) -> Mapping[str, Path]:
    """Return the witnesses of the endings that are reachable."""
    return {
        target.id: verdict.witness
        for target, verdict in decided.of.items()
        if target.kind == "ending" and isinstance(verdict, Reachable)
    }


def ending_of(story: Story, path: Path) -> str:
    """Return the ending that a play comes to; empty if it comes to none."""
    state = initial(story)
    for action, chance in path:
        state = take_recorded(story, state, action, chance).state
    return state.ending
