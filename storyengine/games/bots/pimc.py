"""Perfect-information Monte Carlo: try each move in sampled worlds, play on, take the best on average.

Every move is tried in the same worlds, which takes most of the luck of the deal out of the comparison. Like all bots of
this kind it believes that it will know the hidden cards later (strategy fusion), and deals them without asking what the
others' moves suggest. With the rules of thumb as the rollout only the first move is chosen so: the players of a rollout
see their views of the world and no more.

Source:
    Ginsberg, GIB: Imperfect information in a computationally challenging game, JAIR 14, 2001.
    Tesauro and Galperin, On-line policy improvement using Monte-Carlo search, NIPS 9, 1996: the rollouts by a policy.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any

from storyengine.games.bots.rollout import Rollout, ranked
from storyengine.games.chance import Stream
from storyengine.games.protocol import Action, Match

PLAYS_PER_WORLD = 4
"""Random continuations for each move in each world: cheap, compared with sampling the world."""
MISTRUST = 1.0
"""Standard errors by which a move must do better than what the rules of thumb say, to be played instead: with few
worlds the highest mean is often luck."""


class Worlds:
    """Judges moves in a number of sampled worlds."""

    talks = True

    def __init__(self, worlds: int, *, greedy: bool = False, depth: int = 0, width: int = 0) -> None:
        """Sample that many worlds for each decision.

        Args:
            worlds: their number.
            greedy: whether rollouts go by the rules of thumb, and only moves that these find worth a search are tried.
            depth: turns after which a rollout is cut; 0 for the end of the deal.
            width: how many moves are tried, the best by the rules of thumb; 0 for all.
        """
        self.worlds = worlds
        self.width = width
        self.rollout = Rollout(greedy=greedy, depth=depth)
        self.plays = 1 if greedy else PLAYS_PER_WORLD

    def choose(self, match: Match[Any], view: Any, legal: Sequence[Action], stream: Stream) -> Action:
        """The move with the highest mean; of equal ones the first."""
        if len(legal) == 1:
            return legal[0]
        greedy = self.rollout.greedy
        moves = ranked(match, view, legal, stream) if greedy or self.width else list(legal)
        if self.width:
            moves = moves[: self.width]
        if len(moves) == 1:
            return moves[0]
        values: list[list[float]] = [[] for _ in moves]
        for _ in range(self.worlds):
            world = match.sample_state(view, stream)
            luck = stream.below(1 << 32)
            for place, action in enumerate(moves):
                # the dice of all moves fall alike, as far as they are asked for the same
                dice = Stream("rollout", luck) if greedy else stream
                for _ in range(self.plays):
                    branch = world.clone()
                    branch.apply(action)
                    self.rollout.play(match, branch, dice)
                    values[place].append(self.rollout.value(match, branch, view.seat))
        if greedy:
            return moves[best_beyond_doubt(values)]
        sums = [sum(each) for each in values]
        return moves[sums.index(max(sums))]


def best_beyond_doubt(values: Sequence[Sequence[float]]) -> int:
    """The place with the highest mean above the first one's, less the standard error of the difference; else the first.

    Example:
        >>> best_beyond_doubt([[1.0, 1.0], [0.0, 2.4], [1.3, 1.2]])
        2
    """
    chosen, most = 0, 0.0
    for place in range(1, len(values)):
        gains = [value - first for value, first in zip(values[place], values[0], strict=True)]
        many = len(gains)
        mean = sum(gains) / many
        spread = sum([(gain - mean) ** 2 for gain in gains])
        gain = mean - MISTRUST * sqrt(spread / (many * max(1, many - 1)))
        if gain > most:
            chosen, most = place, gain
    return chosen
