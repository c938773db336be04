"""A round from the deal to the scores: dealing, the race for the first 1, and the ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from storyengine.games.creatures_and_outcasts import expert, knowledge, turns
from storyengine.games.creatures_and_outcasts.actions import GRAB, WAIT
from storyengine.games.creatures_and_outcasts.cards import BIT, NO_CARD, ONE, pack, points, unpack
from storyengine.games.creatures_and_outcasts.characters import NOBODY, PLAYABLE, PLAYABLE_WITH_TEN
from storyengine.games.creatures_and_outcasts.phases import (
    DEAL,
    FINISHED,
    ORDER_CHARACTERS,
    RACE,
    RACE_DRAW,
    TURN,
)
from storyengine.games.protocol import CHANCE, EVERYBODY, OVER

if TYPE_CHECKING:
    from storyengine.games.chance import ChanceResult
    from storyengine.games.creatures_and_outcasts.state import State

WEDNESDAY, HYDE, LAST_ONE_HOLDING, STUCK, TOO_LONG = range(5)
"""How a round can end."""


def settle_deal(s: State, result: ChanceResult) -> None:
    """Deal the outcast cards in that order; what is left over starts the discard pile."""
    assert isinstance(result, tuple)
    cards = [rank for rank, many in enumerate(s.config.copies) for _ in range(many)]
    order = [cards[place] for place in result]
    many = s.config.dealt
    for seat in range(s.n):
        s.hands[seat] = pack(order[seat * many : (seat + 1) * many])
        s.refresh(seat)
    s.discard = order[s.n * many :]
    s.phase = ORDER_CHARACTERS


def settle_characters(s: State, result: ChanceResult) -> None:
    """Lay the characters face down in that order; then the cards may be looked at and the race is on."""
    assert isinstance(result, tuple)
    s.deck = [s.config.characters[place] for place in result]
    knowledge.reset(s)
    s.tell(EVERYBODY, "deal", s.round, len(s.discard))
    if s.log is not None:
        for seat in range(s.n):
            s.tell(1 << seat, "hand", seat, *unpack(s.hands[seat]))
    holders = sum(1 << seat for seat in range(s.n) if s.ones[seat] & BIT[ONE])
    if not holders:
        s.turn = s.last = s.config.youngest
        s.tell(EVERYBODY, "no 1", s.turn)
        s.phase = TURN
        s.actor = s.turn
    elif s.config.first_one == "offer":
        s.race_left, s.race_yes = holders, 0
        _ask_next(s)
    else:
        s.race_yes = holders
        _decide_race(s)


def legal_race(s: State) -> tuple[int, ...]:
    """Go for the start, or not."""
    return (GRAB, WAIT)


def apply_race(s: State, action: int) -> None:
    """One holder has decided, unseen by the others."""
    seat = s.actor
    s.decisions += 1
    s.race_left &= ~(1 << seat)
    s.tell(1 << seat, "grabs" if action == GRAB else "waits", seat)
    if action == GRAB:
        s.race_yes |= 1 << seat
        if seat == s.config.first_offer:
            s.race_left = 0
            s.race_yes = 1 << seat
    if s.race_left:
        _ask_next(s)
    else:
        _decide_race(s)


def settle_race(s: State, result: ChanceResult) -> None:
    """Chance says who was quickest."""
    assert isinstance(result, int)
    _begin(s, [seat for seat in range(s.n) if s.race_yes >> seat & 1][result])


def _clockwise_from_youngest(s: State) -> list[int]:
    return [(s.config.youngest + step) % s.n for step in range(s.n)]


def _ask_next(s: State) -> None:
    first = s.config.first_offer
    order = _clockwise_from_youngest(s)
    s.actor = first if first >= 0 and s.race_left >> first & 1 else next(q for q in order if s.race_left >> q & 1)
    s.phase = RACE
    s.tell(1 << s.actor, "asked", s.actor)


def _decide_race(s: State) -> None:
    willing = s.race_yes.bit_count()
    if willing > 1:
        s.phase = RACE_DRAW
        s.actor = CHANCE
    elif willing:
        _begin(s, s.race_yes.bit_length() - 1)
    else:
        # somebody holds a 1, so the youngest may not start without: the nearest holder must
        _begin(s, next(seat for seat in _clockwise_from_youngest(s) if s.ones[seat] & BIT[ONE]))


def _begin(s: State, seat: int) -> None:
    s.turn = seat
    s.race_left = s.race_yes = 0
    s.tell(EVERYBODY, "starts", seat)
    turns.play(s, ONE)


def end(s: State, how: int, seat: int) -> None:
    """Score the round; start the next or end the match."""
    scores = tuple(points(hand) for hand in s.hands)
    s.scores.append(scores)
    s.ends.append((how, seat))
    s.stack.clear()
    s.tell(EVERYBODY, "round over", s.round, how, seat)
    if s.log is not None:
        for owner in range(s.n):
            s.tell(EVERYBODY, "hand", owner, *unpack(s.hands[owner]))
        s.tell(EVERYBODY, "scores", *scores)
    if len(s.scores) == s.config.rounds:
        s.open = 1
        s.phase = FINISHED
        s.actor = OVER
    else:
        _clear(s)


def _clear(s: State) -> None:
    s.round += 1
    s.hands = [0] * s.n
    s.ones = [0] * s.n
    s.twos = [0] * s.n
    s.size = [0] * s.n
    s.pile, s.discard, s.seen, s.deck, s.said = [], [], [], [], []
    s.top = s.last_card = s.taken = NO_CARD
    s.character = NOBODY
    s.way = 1
    s.turn = s.last = s.config.youngest
    s.passes = s.decisions = s.changed = s.bounced = s.blocked = s.barred = s.target = 0
    s.locked = s.open = s.triggered = s.spoken = 0
    s.tyler_ten = int(bool(s.config.triggers) and s.round == expert.HAND_ON)
    s.playable = PLAYABLE_WITH_TEN if s.tyler_ten else PLAYABLE
    s.phase = DEAL
    s.actor = CHANCE
