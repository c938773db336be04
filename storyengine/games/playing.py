"""Playing matches with bots alone: one to its end, or many for figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Any

from storyengine import dice
from storyengine.games.bots import Bot
from storyengine.games.chance import Dice, Stream, StreamDice
from storyengine.games.protocol import CHANCE, OVER, Match, State


def decide(match: Match[Any], state: State[Any], bot: Bot, seed: dice.Key, move: int) -> int:
    """What `bot` does or says for the seat that decides now; `move` counts the decisions of the match."""
    stream = Stream("bot", seed, state.actor, move)
    view = state.view(state.actor)
    talk = state.talk() if bot.talks else ()
    if talk:
        said = match.speak(view, talk, stream)
        if said is not None:
            return said
    return bot.choose(match, view, state.legal(), stream)


def play_out(match: Match[Any], bots: Sequence[Bot], seed: dice.Key) -> tuple[State[Any], list[str]]:
    """Play one match to its end.

    Args:
        match: what is played.
        bots: one for each seat.
        seed: of the cards and of the bots' streams.

    Returns:
        The last position, and the tokens of all moves.
    """
    state = match.start()
    chance = StreamDice(Stream("cards", seed))
    tokens: list[str] = []
    while state.actor != OVER:
        if state.actor == CHANCE:
            state.settle(chance.result(state.chance(), 0))
            continue
        action = decide(match, state, bots[state.actor], seed, len(tokens))
        tokens.append(match.token(action))
        state.apply(action)
    return state, tokens


def matches(match: Match[Any], bots: Sequence[Bot], games: int, seed: dice.Key) -> Iterator[State[Any]]:
    """The last positions of many matches; game k moves every bot k seats on, so that no seat is anybody's."""
    for number in range(games):
        shift = number % len(bots)
        seated = [bots[(seat - shift) % len(bots)] for seat in range(len(bots))]
        yield play_out(match, seated, f"{seed}/{number}")[0]


def share_of_wins(match: Match[Any], bots: Sequence[Bot], games: int, seed: dice.Key) -> float:
    """How many matches the first bot won; one shared by k seats counts as 1/k."""
    won = 0.0
    for number, state in enumerate(matches(match, bots, games, seed)):
        result = state.result()
        assert result is not None
        best = [seat for seat, rank in enumerate(result.ranks) if rank == 1]
        if number % len(bots) in best:
            won += 1 / len(best)
    return won


def wilson(won: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """The interval in which the true share lies, at 95 % for the usual z.

    Source:
        Wilson, Probable inference, JASA 22, 1927.

    Example:
        >>> [round(bound, 3) for bound in wilson(50, 100)]
        [0.404, 0.596]
    """
    share = won / games
    middle = share + z * z / (2 * games)
    spread = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return (middle - spread) / scale, (middle + spread) / scale


def settle(state: State[Any], cards: Dice, event: int) -> int:
    """Let the dice fall until somebody decides or all is over; returns the number of the next chance event."""
    while state.actor == CHANCE:
        state.settle(cards.result(state.chance(), event))
        event += 1
    return event
