"""A turn: playing a card or a pair, passing, showing a set, discarding blocked cards; and whose turn comes next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from storyengine.games.creatures_and_outcasts import effects, knowledge, rounds, tricks
from storyengine.games.creatures_and_outcasts.actions import (
    DISCARD,
    EXTRAS,
    PAIR,
    PAIRS,
    PASS,
    PLAYS,
    SAY_HAVE,
    SET_SIX,
    STATEMENTS,
)
from storyengine.games.creatures_and_outcasts.cards import BIT, CLEAR, NO_CARD, SHIFT, SIX, TEN, UNIT, unpack
from storyengine.games.creatures_and_outcasts.characters import ENID, EUGENE
from storyengine.games.creatures_and_outcasts.phases import TURN
from storyengine.games.protocol import EVERYBODY

if TYPE_CHECKING:
    from storyengine.games.creatures_and_outcasts.state import State

_SIX_SHIFT = SHIFT[SIX]
_TEN_SHIFT = SHIFT[TEN]


def playable_ranks(s: State, seat: int) -> int:
    """The ranks that `seat` may put on the play pile now, as pairs if Enid is active."""
    held = s.twos[seat] if s.character == ENID else s.ones[seat]
    return held & s.playable[s.character][s.top] & ~s.barred


def legal(s: State) -> tuple[int, ...]:
    """The moves of a turn."""
    seat = s.turn
    hand = s.hands[seat]
    # as in playable_ranks, written out since this is asked most of all
    enid = s.character == ENID
    plays = (s.twos[seat] if enid else s.ones[seat]) & s.playable[s.character][s.top] & ~s.barred
    # whoever leads must play if able, unless the ruling says otherwise
    extras = 1 if s.top != NO_CARD or not plays or s.config.lead == "may" else 0
    if hand >> _SIX_SHIFT & 7 > 2:
        extras |= 2
    if hand >> _TEN_SHIFT & 7 > 3 and not s.blocked & BIT[TEN]:
        extras |= 4
    if s.barred and not s.ones[seat] & ~s.barred:
        extras |= 8
    moves = PAIRS[plays] if enid else PLAYS[plays]
    return moves + EXTRAS[extras] if extras else moves


def talk(s: State) -> tuple[int, ...]:
    """Statements to the team: one a seat and trick, on one's own turn before moving."""
    return STATEMENTS if s.phase == TURN and not s.spoken >> s.turn & 1 else ()


def apply(s: State, action: int) -> None:
    """Make a move of a turn."""
    if action < PASS:
        play(s, action)
    elif action == PASS:
        _pass(s)
    elif action == DISCARD:
        _discard_blocked(s)
    elif action >= SAY_HAVE:
        _say(s, action)
    else:
        _show_set(s, SIX if action == SET_SIX else TEN)


def play(s: State, action: int) -> None:
    """Put a card or a pair on the play pile, then start its effects."""
    seat = s.turn
    rank = action
    s.decisions += 1
    if action >= PAIR:
        rank = action - PAIR
        take_from_hand(s, seat, rank)
        s.pile.append(rank)
        if s.marked >> seat & 1:
            knowledge.left_hand(s, seat, rank)
    take_from_hand(s, seat, rank)
    s.pile.append(rank)
    if s.marked >> seat & 1:
        knowledge.left_hand(s, seat, rank)
    s.top = s.last_card = rank
    s.last = seat
    s.passes = s.bounced = 0
    s.changed = 1
    if s.log is not None:
        s.tell(EVERYBODY, "pair" if action >= PAIR else "play", seat, rank)
    effects.start(s, rank)


def take_from_hand(s: State, seat: int, rank: int) -> None:
    """A card leaves a hand."""
    hand = s.hands[seat] - UNIT[rank]
    s.hands[seat] = hand
    s.size[seat] -= 1
    held = hand >> SHIFT[rank] & 7
    if held < 2:
        s.twos[seat] &= CLEAR[rank]
        if not held:
            s.ones[seat] &= CLEAR[rank]


def add_to_hand(s: State, seat: int, rank: int) -> None:
    """A card joins a hand."""
    if s.ones[seat] & BIT[rank]:
        s.twos[seat] |= BIT[rank]
    s.hands[seat] += UNIT[rank]
    s.ones[seat] |= BIT[rank]
    s.size[seat] += 1


def finish(s: State) -> None:
    """A turn is over, effects and all: end the round or go on to the next seat."""
    if s.size.count(0) >= s.n - 1:
        rounds.end(s, rounds.LAST_ONE_HOLDING, s.last)
    elif s.decisions >= s.config.round_limit:
        rounds.end(s, rounds.TOO_LONG, s.last)
    else:
        next_turn(s)


def next_turn(s: State) -> None:
    """The next seat with cards has the turn, unless all have passed; a seat without cards counts as passing."""
    n = s.n
    # the ruling that spares the last player needs somebody to have played in this trick
    while s.passes < n - 1 or (s.passes < n and (s.top == NO_CARD or s.config.passes == "all")):
        s.turn = seat = (s.turn + s.way) % n
        if s.size[seat]:
            s.phase = TURN
            s.actor = seat
            return
        s.passes += 1
    tricks.close(s)


def _pass(s: State) -> None:
    seat = s.turn
    s.decisions += 1
    s.passes += 1
    if s.log is not None:
        s.tell(EVERYBODY, "pass", seat)
    if s.character == EUGENE and s.discard:
        effects.take_top(s, seat)
    finish(s)


def _show_set(s: State, rank: int) -> None:
    seat = s.turn
    s.decisions += 1
    ranks = [rank] * (3 if rank == SIX else 4)
    s.tell(EVERYBODY, "set", seat, rank)
    _lay_on_discard(s, seat, ranks)
    s.passes = 0  # a set is no pass, though it changes neither the play pile nor who played last
    if rank == SIX:
        s.stack.append(effects.PLACE_WEDNESDAY)
        effects.go_on(s)
    else:
        rounds.end(s, rounds.HYDE, seat)


def _discard_blocked(s: State) -> None:
    seat = s.turn
    s.decisions += 1
    ranks = list(unpack(s.hands[seat]))
    s.tell(EVERYBODY, "discard", seat, *ranks)
    _lay_on_discard(s, seat, ranks)
    s.passes += 1
    finish(s)


def _lay_on_discard(s: State, seat: int, ranks: list[int]) -> None:
    for rank in ranks:
        take_from_hand(s, seat, rank)
        if s.marked >> seat & 1:
            knowledge.left_hand(s, seat, rank)
    s.discard.extend(ranks)
    knowledge.laid_on_discard(s, ranks)
    s.changed = 1


def _say(s: State, statement: int) -> None:
    # not counted as a decision: with all statements left out, the rest of the match is the same
    seat = s.turn
    s.spoken |= 1 << seat
    s.said.append((seat, statement))
    mates = sum(1 << mate for mate in range(seat % s.config.teams, s.n, s.config.teams))
    s.tell(mates, "say", seat, statement)
