"""What foes and spent items do, and the list of what is still to happen, which every move works off at its end.

An entry of that list is one number: what, a seat, and how many.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from storyengine.games.out_of_this_world import rounds, turns
from storyengine.games.out_of_this_world.actions import DROP, bits
from storyengine.games.out_of_this_world.phases import ACT
from storyengine.games.out_of_this_world.phases import DROP as DROPPING
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
        else:
            move_foe(s, foe, seat, (seat + 1) % s.n)
        if s.won >= 0:
            return
    s.todo.extend(reversed(later))


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
        return True
    if hand:
        to_discard(s, seat, hand)
        s.tell(EVERYBODY, "discards", seat, *bits(hand))
    return False


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
