"""What foes and spent items do, and the list of what is still to happen, which every move works off at its end.

An entry of that list is one number: what, a seat, and how many.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from storyengine.games.out_of_this_world import rounds, turns
from storyengine.games.out_of_this_world.actions import DROP, bits
from storyengine.games.out_of_this_world.actions import SALVAGE as SALVAGE_MOVE
from storyengine.games.out_of_this_world.phases import ACT
from storyengine.games.out_of_this_world.phases import DROP as DROPPING
from storyengine.games.out_of_this_world.phases import FOE as CHOOSING
from storyengine.games.out_of_this_world.phases import SALVAGE as SALVAGING
from storyengine.games.out_of_this_world.vocabulary import Effect
from storyengine.games.protocol import EVERYBODY

if TYPE_CHECKING:
    from storyengine.games.out_of_this_world.state import State

# What is still to happen.
DISCARD = 1
"""A seat discards so many cards."""
ACTION = 2
"""The take is over: the optional action."""
END = 3
"""The action is over: effects at the end of the turn."""
NEXT = 4
"""The turn is over: the next one, or things are taken care of."""
CARED = 5
"""Hands are cut: the next round."""
SET_UP = 6
"""Setup is over: the first round."""
SALVAGE = 7
"""A seat takes so many Items from the discard pile."""
RID = 8
"""A seat discards one of its Foes."""
_WHAT, _SEAT = 4096, 256


def entry(what: int, seat: int = 0, many: int = 0) -> int:
    """An entry of the list."""
    return what * _WHAT + seat * _SEAT + many


def go_on(s: State) -> None:
    """Work off the list until somebody has to decide or all is over."""
    todo = s.todo
    while todo:
        what, rest = divmod(todo.pop(), _WHAT)
        if what == DISCARD:
            if _discard(s, *divmod(rest, _SEAT)):
                return
        elif what == SALVAGE:
            if _salvage(s, *divmod(rest, _SEAT)):
                return
        elif what == RID:
            if _rid(s, rest // _SEAT):
                return
        elif what == ACTION:
            s.phase, s.actor, s.spoke = ACT, s.turn, 0
            return
        elif what == END:
            end_of_turn(s)
        elif what == NEXT:
            turns.after(s)
            return
        elif what == CARED:
            rounds.next_round(s)
            return
        else:
            rounds.gear_up(s)
            return


def trigger(s: State, seat: int, effects: tuple[Effect, ...], foe: int) -> None:
    """Let one-time effects happen to a seat, at once where they ask nobody, else by the list."""
    later = []
    for effect in effects:
        if effect.verb == "discard":
            later.append(entry(DISCARD, seat, effect.number))
        elif effect.verb == "others discard":
            later += [entry(DISCARD, (seat + step) % s.n, effect.number) for step in range(1, s.n)]
        elif effect.verb == "lose time":
            lose_time(s, effect.number, foe)
        elif effect.verb == "gain time":
            gain_time(s, effect.number)
        elif effect.verb == "all salvage":
            later += all_salvage(s, seat, effect.number)
        else:
            move_foe(s, foe, seat, (seat + 1) % s.n)
        if s.won >= 0:
            return
    s.todo.extend(reversed(later))


def all_salvage(s: State, first: int, many: int) -> list[int]:
    """What lets every player take Items from the discard pile, in turn."""
    return [entry(SALVAGE, (first + step) % s.n, many) for step in range(s.n)]


def end_of_turn(s: State) -> None:
    """Let the foes before the player whose turn it was do what they do at its end."""
    seat = s.turn
    for foe in bits(s.front[seat]):
        effects = s.box.foe(foe).end_of_turn
        if effects and s.won < 0:
            trigger(s, seat, effects, foe)


def lose_time(s: State, many: int, why: int) -> None:
    """Take Time tokens away; the last one ends the game."""
    s.tokens = max(0, s.tokens - many)
    s.tell(EVERYBODY, "time", -many, s.tokens, why)
    if not s.tokens:
        rounds.finish(s, 0)


def gain_time(s: State, many: int) -> None:
    """Put Time tokens back, never above what the adventure starts with."""
    s.tokens = min(max(s.tokens, s.box.config.tokens), s.tokens + many)
    s.tell(EVERYBODY, "time", many, s.tokens, -1)


def move_foe(s: State, foe: int, giver: int, receiver: int) -> None:
    """A foe goes from one player to another."""
    s.front[giver] ^= 1 << foe
    s.front[receiver] |= 1 << foe
    s.refresh(giver)
    s.refresh(receiver)
    s.tell(EVERYBODY, "moves", foe, giver, receiver)


def to_discard(s: State, seat: int, cards: int) -> None:
    """Cards of a hand go to the discard pile, where everybody sees them."""
    s.hands[seat] &= ~cards
    s.known[seat] &= ~cards
    s.unseen &= ~cards
    s.discard |= cards


def _discard(s: State, seat: int, many: int) -> bool:
    """Make a seat discard; whether it has to choose."""
    hand = s.hands[seat]
    if hand.bit_count() > many:
        s.phase, s.actor, s.owed, s.spoke = DROPPING, seat, many, 0
        s.tell(EVERYBODY, "due", seat, many)
        return True
    if hand:
        to_discard(s, seat, hand)
        s.tell(EVERYBODY, "discards", seat, *bits(hand))
    return False


def _salvage(s: State, seat: int, many: int) -> bool:
    """Let a seat take Items from the discard pile; whether it has to choose."""
    there = s.discard & s.box.all_items
    if there.bit_count() > many:
        s.phase, s.actor, s.owed, s.spoke = SALVAGING, seat, many, 0
        s.tell(EVERYBODY, "due", seat, many)
        return True
    for item in bits(there):
        take_back(s, seat, item)
    return False


def _rid(s: State, seat: int) -> bool:
    """Let a seat discard a Foe; whether it has to choose."""
    mine = s.front[seat]
    if mine.bit_count() > 1:
        s.phase, s.actor, s.spoke = CHOOSING, seat, 0
        s.tell(EVERYBODY, "due", seat, 1)
        return True
    if mine:
        take_away(s, mine.bit_length() - 1, removed=False)
    return False


def take_away(s: State, foe: int, *, removed: bool) -> None:
    """A foe leaves the table: to the discard pile, or for good."""
    bit = 1 << foe
    owner = next(seat for seat in range(s.n) if s.front[seat] & bit)
    s.front[owner] ^= bit
    if removed:
        s.removed |= bit
    else:
        s.discard |= bit
    s.refresh(owner)
    s.tell(EVERYBODY, "leaves", foe, owner, int(removed))


def take_back(s: State, seat: int, item: int) -> None:
    """An Item of the discard pile goes to a hand."""
    bit = 1 << item
    s.discard ^= bit
    s.hands[seat] |= bit
    s.known[seat] |= bit
    s.tell(EVERYBODY, "salvages", seat, item)


def legal_salvage(s: State) -> tuple[int, ...]:
    """Any Item of the discard pile."""
    return tuple(bits(s.discard & s.box.all_items, SALVAGE_MOVE))


def salvage(s: State, action: int) -> None:
    """Take one of the Items due."""
    take_back(s, s.actor, action - SALVAGE_MOVE)
    s.owed -= 1
    if not s.owed:
        go_on(s)


def legal_drops(s: State) -> tuple[int, ...]:
    """Any card of the hand may be discarded."""
    return tuple(bits(s.hands[s.actor], DROP))


def drop(s: State, action: int) -> None:
    """Discard one of the cards owed."""
    card = action - DROP
    to_discard(s, s.actor, 1 << card)
    s.tell(EVERYBODY, "discards", s.actor, card)
    s.owed -= 1
    if not s.owed:
        go_on(s)
