"""Perfect-information Monte Carlo: try each move in sampled worlds, play on at random, take the best on average.

Every move is tried in the same worlds, which takes most of the luck of the deal out of the comparison. Like all bots of
this kind it believes that it will know the hidden cards later (strategy fusion), and deals them without asking what the
others' moves suggest.

Source:
    Ginsberg, GIB: Imperfect information in a computationally challenging game, JAIR 14, 2001.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from storyengine.games.bots.rollout import play_on
from storyengine.games.chance import Stream
from storyengine.games.protocol import Action, Match

PLAYS_PER_WORLD = 4
"""Random continuations for each move in each world: cheap, compared with sampling the world."""


class Worlds:
    """Judges moves in a number of sampled worlds."""

    talks = True

    def __init__(self, worlds: int) -> None:
        """Sample that many worlds for each decision."""
        self.worlds = worlds

    def choose(self, match: Match[Any], view: Any, legal: Sequence[Action], stream: Stream) -> Action:
        """The move with the highest mean; of equal ones the first."""
        if len(legal) == 1:
            return legal[0]
        seat = view.seat
        sums = [0.0] * len(legal)
        for _ in range(self.worlds):
            world = match.sample_state(view, stream)
            for place, action in enumerate(legal):
                for _ in range(PLAYS_PER_WORLD):
                    branch = world.clone()
                    branch.apply(action)
                    play_on(branch, stream)
                    sums[place] += branch.utility(seat)
        return legal[sums.index(max(sums))]
