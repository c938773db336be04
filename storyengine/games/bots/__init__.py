"""Bots: they are given a view, the legal moves and a stream of chance, and keep nothing between decisions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from storyengine.games.bots.easy import Easy
from storyengine.games.bots.greedy import Greedy
from storyengine.games.bots.ismcts import TreeSearch
from storyengine.games.bots.pimc import Worlds
from storyengine.games.bots.spec import BotSpec, format_bot, parse_bot
from storyengine.games.bots.uniform import Uniform
from storyengine.games.chance import Stream
from storyengine.games.protocol import Action, Match

__all__ = ["Bot", "BotSpec", "format_bot", "make_bot", "parse_bot"]


class Bot(Protocol):
    """Chooses a move from what its seat may see."""

    talks: bool
    """Whether it says what the game's rules of thumb would say, where a variant knows statements."""

    def choose(self, match: Match[Any], view: Any, legal: Sequence[Action], stream: Stream) -> Action:
        """One of `legal`; the same for the same arguments."""


def make_bot(spec: BotSpec | str) -> Bot:
    """The bot that a written name says, such as `pimc:worlds=4,rollout=greedy,ease=0.1`.

    Raises:
        ValueError: the name is wrong.
    """
    if isinstance(spec, str):
        spec = parse_bot(spec)
    bot: Bot
    if spec.name == "random":
        bot = Uniform()
    elif spec.name == "greedy":
        bot = Greedy()
    elif spec.name == "pimc":
        bot = Worlds(spec.budget, greedy=spec.rollout == "greedy", depth=spec.depth, width=spec.width)
    else:
        bot = TreeSearch(spec.budget, greedy=spec.rollout == "greedy", depth=spec.depth)
    return Easy(bot, spec.ease) if spec.ease else bot
