"""Rules of thumb for a sensible move; what the greedy bot plays. They read a view and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from storyengine.games.chance import Stream
from storyengine.games.creatures_and_outcasts.actions import (
    BLOCK,
    BLOCK_NONE,
    DISCARD,
    FROM,
    GIVE,
    GIVE_TOP,
    GRAB,
    PAIR,
    PASS,
    PLACE,
    SAY_HAVE,
    SET_SIX,
    SET_TEN,
    TAKE,
)
from storyengine.games.creatures_and_outcasts.cards import (
    COPIES,
    EIGHT,
    FOUR,
    NO_CARD,
    NUMBERS,
    RANKS,
    SEVEN,
    SHIFT,
    THIRTEEN,
    points,
)
from storyengine.games.creatures_and_outcasts.characters import BIANCA
from storyengine.games.creatures_and_outcasts.phases import (
    BLOCKING,
    DRAW_FROM,
    FOLLOW,
    GIVING,
    PLACING,
    RACE,
    TAKING,
    TOP_TO,
    TURN,
)
from storyengine.games.creatures_and_outcasts.view import CreaturesView


def advise(view: CreaturesView, legal: Sequence[int], stream: Stream) -> int:
    """The move that the rules of thumb like best; equal ones by chance."""
    worth = _WORTH[view.phase]
    scored = [(worth(view, move), move) for move in legal]
    best = max(scored)[0]
    ties = [move for value, move in scored if value == best]
    return ties[stream.below(len(ties))] if len(ties) > 1 else ties[0]


def rank(view: CreaturesView, legal: Sequence[int]) -> list[int]:
    """All moves, the one that the rules of thumb like best first."""
    worth = _WORTH[view.phase]
    return sorted(legal, key=lambda move: -worth(view, move))


def statement(view: CreaturesView, talk: Sequence[int]) -> int | None:
    """What is worth telling the team: the 13, which keeps Wednesday away, or a number held three times or more."""
    worth_telling = [THIRTEEN, *(rank for rank in reversed(range(RANKS)) if view.hand >> SHIFT[rank] & 7 > 2)]
    for rank in worth_telling:
        claim = SAY_HAVE + rank
        if view.hand >> SHIFT[rank] & 7 and claim in talk and (view.seat, claim) not in view.said:
            return claim
    return None


def _race(view: CreaturesView, move: int) -> float:
    return float(move == GRAB)


def _turn(view: CreaturesView, move: int) -> float:
    if move == SET_TEN:
        # it ends the round: good when little else is left, and forty points are gone in any case
        return 100.0 - points(view.hand)
    if move == SET_SIX:
        return 40.0
    if move == DISCARD:
        return 60.0
    if move == PASS:
        return -12.0
    return _play(view, move)


def _play(view: CreaturesView, move: int) -> float:
    rank = move - PAIR if move >= PAIR else move
    number = NUMBERS[rank]
    # low cards first while climbing and high ones while descending: more can follow
    worth = float(number - 13) if view.character == BIANCA else -float(number)
    if view.top == NO_CARD and view.character != BIANCA:
        worth *= 0.8
    if rank == SEVEN and view.discard:
        worth -= 3.0  # a card comes back
    if rank == FOUR:
        worth += 2.0
    if rank == EIGHT and view.discard:
        worth += 3.0
    return worth


def _rival(view: CreaturesView, seat: int) -> float:
    """How much it matters to trouble a seat: few cards and few points make a rival, mates are none."""
    config = view.config
    if config.teams and seat % config.teams == view.seat % config.teams:
        return -100.0
    total = sum(scores[seat] for scores in view.scores)
    return -2.0 * view.size[seat] - 0.2 * total


def _draw_from(view: CreaturesView, move: int) -> float:
    return _rival(view, move - FROM)


def _top_to(view: CreaturesView, move: int) -> float:
    return _rival(view, move - GIVE_TOP)


def _give(view: CreaturesView, move: int) -> float:
    return float(NUMBERS[move - GIVE])


def _take(view: CreaturesView, move: int) -> float:
    return -float(NUMBERS[move - TAKE])


def _block(view: CreaturesView, move: int) -> float:
    if move == BLOCK_NONE:
        return 0.0
    rank = move - BLOCK
    own = view.hand >> SHIFT[rank] & 7
    out = COPIES[rank] - own - sum(lying == rank for lying in view.discard)
    return NUMBERS[rank] * (out / max(1, len(view.size) - 1) - own)


def _place(view: CreaturesView, move: int) -> float:
    place = move - PLACE
    mine = points(view.hand)
    others = [6.0 * size for seat, size in enumerate(view.size) if seat != view.seat]
    soon = mine < sum(others) / len(others)
    return -float(place) if soon else float(place)


_WORTH: dict[int, Callable[[CreaturesView, int], float]] = {
    RACE: _race,
    TURN: _turn,
    FOLLOW: _play,
    DRAW_FROM: _draw_from,
    GIVING: _give,
    TAKING: _take,
    TOP_TO: _top_to,
    BLOCKING: _block,
    PLACING: _place,
}
