"""A turn: taking a card, or legging it; then one action at most; and whose turn comes next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from storyengine.games.out_of_this_world import effects, rounds, talk
from storyengine.games.out_of_this_world.actions import LEG_IT, SAY, STACK_MOVES, bits
from storyengine.games.out_of_this_world.box import NO_LEG
from storyengine.games.out_of_this_world.phases import ACT, TAKE
from storyengine.games.protocol import EVERYBODY

if TYPE_CHECKING:
    from storyengine.games.out_of_this_world.state import State


def begin(s: State) -> None:
    """A turn comes; where everybody may talk, the others speak first."""
    s.wish[s.turn] = -1
    talk.open_window(s, talk.THEN_TURN)


def start(s: State) -> None:
    """The holder of the Vocal token takes a card or legs it."""
    s.phase, s.actor = TAKE, s.turn
    s.spoke = 0
    if s.log is not None:
        s.tell(EVERYBODY, "turn", s.turn)


def may_leg(s: State) -> bool:
    """Whether legging it is open: no Foe forbids it, and somebody has taken a card lately."""
    return not s.bars[s.turn] & NO_LEG and s.streak < s.box.config.stall_cycles * s.n


def legal(s: State) -> tuple[int, ...]:
    """Foes that are seen must be taken first; or the whole turn is given up."""
    moves = STACK_MOVES[s.foe_tops or s.open_stacks]
    if s.bars[s.turn] & NO_LEG or s.streak >= s.box.config.stall_cycles * s.n:
        return moves
    return (*moves, LEG_IT)


def apply(s: State, action: int) -> None:
    """Take the top card of a stack, leg it, or say something first."""
    if action >= SAY:
        talk.say(s, action)
    elif action == LEG_IT:
        _leg_it(s)
    else:
        _take(s, action)


def _take(s: State, place: int) -> None:
    seat = s.turn
    box = s.box
    stack = s.stacks[place]
    card = stack.pop()
    bit = 1 << place
    s.streak = 0
    if s.log is not None:
        s.tell(EVERYBODY, "takes", seat, card, place)
    if stack:
        top = stack[-1]
        s.unseen &= ~(1 << top)
        if top >= box.first_foe:
            s.foe_tops |= bit
        else:
            s.foe_tops &= ~bit
        if s.log is not None:
            s.tell(EVERYBODY, "shows", place, top)
    else:
        s.open_stacks ^= bit
        s.foe_tops &= ~bit
    if card < box.first_foe:
        s.hands[seat] |= 1 << card
        s.known[seat] |= 1 << card
        s.phase, s.spoke = ACT, 0
        return
    s.front[seat] |= 1 << card
    s.refresh(seat)
    s.todo.append(effects.entry(effects.ACTION))
    on_take = box.foe(card).on_take
    if on_take:
        effects.trigger(s, seat, on_take, card)
    effects.go_on(s)


def _leg_it(s: State) -> None:
    seat = s.turn
    s.streak += 1
    hand = s.hands[seat]
    s.tell(EVERYBODY, "legs it", seat)
    if hand:
        effects.to_discard(s, seat, hand)
        s.tell(EVERYBODY, "discards", seat, *bits(hand))
    finish(s)


def finish(s: State) -> None:
    """The action is over: what happens at the end of a turn, then the next turn."""
    s.laid = s.verb = s.card = 0
    s.todo.append(effects.entry(effects.NEXT))
    if s.front[s.turn]:
        effects.end_of_turn(s)
    effects.go_on(s)


def after(s: State) -> None:
    """The end of the phase is looked for before the token is handed on."""
    if not s.open_stacks:
        rounds.take_care(s)
        return
    s.turn = (s.turn + 1) % s.n
    begin(s)
