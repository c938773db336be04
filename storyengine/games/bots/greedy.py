"""The greedy bot: the game's own rules of thumb, no search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from storyengine.games.chance import Stream
from storyengine.games.protocol import Action, Match


class Greedy:
    """Plays what the game advises."""

    talks = True

    def choose(self, match: Match[Any], view: Any, legal: Sequence[Action], stream: Stream) -> Action:
        """The move that `Match.advise` likes."""
        return legal[0] if len(legal) == 1 else match.advise(view, legal, stream)
