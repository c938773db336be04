"""The random bot: any legal move, each as likely as the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from storyengine.games.chance import Stream
from storyengine.games.protocol import Action, Match


class Uniform:
    """Plays any legal move."""

    talks = False

    def choose(self, match: Match[Any], view: Any, legal: Sequence[Action], stream: Stream) -> Action:
        """One of `legal`, uniformly."""
        return legal[stream.below(len(legal))]
