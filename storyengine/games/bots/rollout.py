"""Playing a sampled world on, to judge a move by what comes of it: at random, or by the game's rules of thumb.

A rollout may be cut after some turns; what is reached then is judged by the game's own measure.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from storyengine.games.chance import Stream, StreamDice
from storyengine.games.protocol import CHANCE, OVER, Action, Match, State


@runtime_checkable
class Ranks(Protocol):
    """A match that knows which moves are worth a search."""

    def rank(self, view: Any, legal: Sequence[Action]) -> list[Action]:
        """Those moves, at least one, the one that the rules of thumb like best first."""


@runtime_checkable
class Judge(Protocol):
    """A match that can judge a position in the middle of play."""

    def outlook(self, state: Any, seat: int) -> float:
        """How a position looks for `seat`; more is better, and at the end it is what the result is worth."""

    def turn_of(self, state: Any) -> int:
        """Whose turn it is, however many decisions others make in it."""


class Rollout:
    """A way to play worlds on."""

    def __init__(self, *, greedy: bool = False, depth: int = 0) -> None:
        """Play on by the rules of thumb or at random, for `depth` turns or, at 0, to the end of the deal."""
        self.greedy = greedy
        self.depth = depth

    def play(self, match: Match[Any], state: State[Any], stream: Stream) -> None:
        """Play on until the deal in progress is scored or the turns are over; statements are left out."""
        dice = StreamDice(stream)
        draw, greedy, left = stream.random, self.greedy, self.depth
        judge = match if left and isinstance(match, Judge) else None
        deal, turn = state.stretch(), judge.turn_of(state) if judge else 0
        while state.actor != OVER and state.stretch() == deal:
            if state.actor == CHANCE:
                state.settle(dice.result(state.chance(), 0))
                continue
            if judge and judge.turn_of(state) != turn:
                turn = judge.turn_of(state)
                left -= 1
                if left < 0:
                    break
            legal = state.legal()
            if not greedy:
                state.apply(legal[int(draw() * len(legal))])
            elif len(legal) == 1:
                state.apply(legal[0])
            else:
                state.apply(match.advise(state.view(state.actor), legal, stream))
        while judge and state.actor == CHANCE:
            # what is half dealt is not judged
            state.settle(dice.result(state.chance(), 0))

    def value(self, match: Match[Any], state: State[Any], seat: int) -> float:
        """What the position that was reached is worth to a seat."""
        return match.outlook(state, seat) if self.depth and isinstance(match, Judge) else state.utility(seat)


def ranked(match: Match[Any], view: Any, legal: Sequence[Action], stream: Stream) -> list[Action]:
    """The moves that are worth a search, the one that the rules of thumb like best first; all if nobody ranks them."""
    if isinstance(match, Ranks):
        return match.rank(view, legal)
    best = match.advise(view, legal, stream)
    return [best, *(move for move in legal if move != best)]


def settle_chance(state: State[Any], stream: Stream) -> None:
    """Let dice fall until somebody decides or all is over."""
    dice = StreamDice(stream)
    while state.actor == CHANCE:
        state.settle(dice.result(state.chance(), 0))
