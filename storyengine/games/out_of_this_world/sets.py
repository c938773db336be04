"""Which cards make a set: two to pass, three to equip, and what a Foe asks for. All by bit masks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from storyengine.games.out_of_this_world.actions import EQUIP, TWICE
from storyengine.games.out_of_this_world.box import SUIT_BARS, Box
from storyengine.games.out_of_this_world.cards import Foe
from storyengine.games.out_of_this_world.phases import PAY, WITH
from storyengine.games.out_of_this_world.vocabulary import WILD

if TYPE_CHECKING:
    from storyengine.games.out_of_this_world.state import State


def partners(s: State) -> int:
    """Cards of the actor's hand that may be laid next for the pass or equip being made."""
    return partners_in(s.box, s.hands[s.turn], s.card, s.laid, equips=s.verb == EQUIP)


def partners_in(box: Box, hand: int, card: int, laid: int, *, equips: bool) -> int:
    """Cards of a hand that complete a set with the card that is to be given or equipped.

    Args:
        box: the cards.
        hand: the hand, with the cards laid.
        card: the lowest card of the set.
        laid: cards laid so far, the lowest among them.
        equips: whether the set is one of three, for an equip, or of two.
    """
    if not equips:
        return hand & box.partner[card]
    second = laid ^ 1 << card
    fitting = 0
    for mask in (box.same_value[card], *box.same_type[card]):
        there = hand & mask
        if second:
            if second & mask:
                fitting |= there & ~second
        elif there.bit_count() > 1:
            fitting |= there
    return fitting


def missing(box: Box, phase: int, verb: int, card: int, laid: int) -> int:
    """How many cards the set being laid still lacks; in other phases one thing is chosen."""
    if phase == WITH:
        return 3 - laid.bit_count() if verb == EQUIP else 1
    if phase == PAY:
        return box.foe(card).size * (2 if verb == TWICE else 1) - laid.bit_count()
    return 1


def can_pay(box: Box, foe: Foe, times: int, laid: int, hand: int) -> bool:
    """Whether a foe's set can be paid with the cards laid and the rest of a hand.

    Args:
        box: the cards.
        foe: whose set.
        times: how often it is paid.
        laid: cards that are part of the payment already.
        hand: cards from which the rest would come; those laid may be among them.

    Wild cards stand for any suit; a card that exceeds its suit's number needs a place among the `any` ones.
    """
    rest = hand & ~laid
    excess = short = 0
    of_type = box.of_type
    for suit in range(WILD):
        need = foe.needs[suit] * times
        paid = (laid & of_type[suit]).bit_count()
        if paid > need:
            excess += paid - need
        elif need:
            missing = need - paid - (rest & of_type[suit]).bit_count()
            if missing > 0:
                short += missing
    if excess > foe.any * times:
        return False
    wild = ((laid | rest) & of_type[WILD]).bit_count()
    return short <= wild and (laid | rest).bit_count() >= foe.size * times


def payable(s: State) -> int:
    """Cards of the actor's hand that may be laid next for the Foe being defeated."""
    return payable_in(s.box, s.box.foe(s.card), 2 if s.verb == TWICE else 1, s.laid, s.hands[s.turn])


def payable_in(box: Box, foe: Foe, times: int, laid: int, hand: int) -> int:
    """Cards of a hand with which the set can still be paid."""
    found = 0
    for kind in range(WILD + 1):
        there = hand & box.of_type[kind] & ~laid
        if there:
            one = there & -there
            # cards of a type are alike in a set, so one of them answers for all
            if can_pay(box, foe, times, laid | one, hand):
                found |= there
    return found


def fitting(s: State, highest: int) -> int:
    """Cards of the actor's hand, up to a value, that its Foes do not keep it from equipping."""
    return s.hands[s.turn] & s.box.up_to[highest] & ~s.box.barred[s.bars[s.turn] >> SUIT_BARS]
