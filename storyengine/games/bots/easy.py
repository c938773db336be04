"""An easier opponent: a share of its moves is random, the rest are another bot's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from storyengine.games.chance import Stream
from storyengine.games.protocol import Action, Match

if TYPE_CHECKING:
    from storyengine.games.bots import Bot


class Easy:
    """Another bot that is absent-minded now and then."""

    def __init__(self, bot: Bot, ease: float) -> None:
        """Play like `bot`, but at random in a share `ease` of all decisions."""
        self.bot = bot
        self.ease = ease
        self.talks = bot.talks

    def choose(self, match: Match[Any], view: Any, legal: Sequence[Action], stream: Stream) -> Action:
        """A random move now and then, else the other bot's."""
        if stream.random() < self.ease:
            return legal[stream.below(len(legal))]
        return self.bot.choose(match, view, legal, stream)
