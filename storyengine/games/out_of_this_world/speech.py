"""What a truthful player says: the need that its hand suggests, when that is news.

Only a view is read. A statement is a claim; nothing in the rules makes it true, but what is said here is.
"""

from __future__ import annotations

from collections.abc import Sequence

from storyengine.games.out_of_this_world.view import WorldView


def speak(view: WorldView, talk: Sequence[int]) -> int | None:
    """A statement worth making, or None."""
    return None
