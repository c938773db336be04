"""The optional action of a turn: pass, equip, defeat or spend; a set is laid card by card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from storyengine.games.out_of_this_world import effects, sets, talk, turns
from storyengine.games.out_of_this_world.actions import (
    DEFEAT,
    DONE,
    EQUIP,
    FIT,
    FOE,
    PASS,
    PAY,
    SEAT,
    SEAT_MOVES,
    SPEND,
    TWICE,
    WITH,
    bits,
)
from storyengine.games.out_of_this_world.box import NO_GIFTS, NO_PASS, NO_SPEND, SUIT_BARS
from storyengine.games.out_of_this_world.phases import FIT as FITTING
from storyengine.games.out_of_this_world.phases import FOE as CHOOSING
from storyengine.games.out_of_this_world.phases import PAY as PAYING
from storyengine.games.out_of_this_world.phases import TO
from storyengine.games.out_of_this_world.phases import WITH as PAIRING
from storyengine.games.protocol import EVERYBODY

if TYPE_CHECKING:
    from storyengine.games.out_of_this_world.state import State

_ANYWHERE, _PASS_ONE, _FROM_FOE, _FROM_EQUIP = 1, 2, 4, 8  # the order of ABILITIES in state.py, which imports this file


def receivers(s: State) -> int:
    """The seats to which the actor may give cards."""
    return sum([1 << seat for seat in range(s.n) if seat != s.turn and not s.bars[seat] & NO_GIFTS])


def reach(s: State) -> int:
    """The foes that the actor may defeat."""
    if not s.abilities[s.turn] & _ANYWHERE:
        return s.front[s.turn]
    every = 0
    for foes in s.front:
        every |= foes
    return every


def legal(s: State) -> tuple[int, ...]:
    """Nothing, or one of the four actions."""
    seat, box = s.turn, s.box
    hand, bars = s.hands[seat], s.bars[seat]
    moves = [DONE]
    passes: list[int] = []
    may_pass = not bars & NO_PASS and receivers(s)
    single = s.abilities[seat] & _PASS_ONE
    barred = box.barred[bars >> SUIT_BARS]
    partner, same_value, same_type = box.partner, box.same_value, box.same_type
    left = hand
    while left:
        low = left & -left
        card = low.bit_length() - 1
        left ^= low
        if hand & partner[card]:
            if may_pass:
                passes.append(PASS + card)
            if not low & barred:
                if (hand & same_value[card]).bit_count() > 1:
                    moves.append(EQUIP + card)
                else:
                    for mask in same_type[card]:
                        if (hand & mask).bit_count() > 1:
                            moves.append(EQUIP + card)
                            break
        elif single and may_pass:
            passes.append(PASS + card)
    moves += passes
    foes = reach(s)
    if foes and hand:
        moves += _defeats(s, hand, foes)
    if s.equipped[seat] & box.spendable & ~s.spent and not bars & NO_SPEND:
        moves += [SPEND + item for item in bits(s.equipped[seat] & box.spendable & ~s.spent) if may_spend(s, item)]
    return tuple(moves)


def _defeats(s: State, hand: int, foes: int) -> list[int]:
    box = s.box
    once, twice = [], []
    for foe in bits(foes):
        kind = box.foe(foe)
        if sets.can_pay(box, kind, 1, 0, hand):
            once.append(DEFEAT + foe)
            if kind.twice and sets.can_pay(box, kind, 2, 0, hand):
                twice.append(TWICE + foe)
    return once + twice


def may_spend(s: State, item: int) -> bool:
    """Whether spending an item has something to work on."""
    effect = s.box.spend[item]
    assert effect is not None
    if effect.verb == "remove":
        return bool(s.front[s.turn] & s.box.mask(s.box.copies[effect.name]))
    if effect.verb in ("discard foe", "shove foe"):
        return bool(s.front[s.turn])
    if effect.verb == "all discard foe":
        return any(s.front)
    if effect.verb in ("salvage", "all salvage"):
        return bool(s.discard & s.box.all_items)
    if effect.verb == "equip up to":
        return bool(sets.fitting(s, effect.number))
    if effect.verb == "give hand":
        return not s.hands[s.turn] or bool(receivers(s))
    return True


def apply(s: State, action: int) -> None:
    """Begin an action, or end the turn without one."""
    if action == DONE:
        turns.finish(s)
    elif action >= SPEND:
        _spend(s, action - SPEND)
    elif action >= DEFEAT:
        s.verb = TWICE if action >= TWICE else DEFEAT
        s.card = action - s.verb
        s.laid = 0
        s.phase = PAYING
        s.tell(EVERYBODY, "fights", s.turn, s.card, int(s.verb == TWICE))
        forced(s)
    elif action >= EQUIP:
        s.verb = PASS if action >= PASS else EQUIP
        s.card = action - s.verb
        _lay(s, s.card)
        if s.verb == PASS and s.abilities[s.turn] & _PASS_ONE:
            _ask_receiver(s)
        else:
            s.phase = PAIRING
            forced(s)
    else:
        talk.say(s, action)


def forced(s: State) -> None:
    """Make the next move of an action at once if nothing is left to choose."""
    moves = s.legal()
    if len(moves) == sets.missing(s.box, s.phase, s.verb, s.card, s.laid):
        s.apply(moves[0])


def _lay(s: State, card: int) -> None:
    """A card of the hand lies on the table for the action; from now on everybody knows it."""
    bit = 1 << card
    s.laid |= bit
    s.known[s.turn] |= bit
    s.unseen &= ~bit
    if s.log is not None:
        s.tell(EVERYBODY, "lays", s.turn, card, s.verb)


def legal_with(s: State) -> tuple[int, ...]:
    """Cards that complete the set, or help to."""
    return tuple(bits(sets.partners(s), WITH))


def apply_with(s: State, action: int) -> None:
    """Lay the next card of a pass or an equip."""
    _lay(s, action - WITH)
    if s.verb == PASS:
        _ask_receiver(s)
    elif s.laid.bit_count() == 3:
        rest = s.laid ^ 1 << s.card
        if s.log is not None:
            s.tell(EVERYBODY, "beside", s.turn, *bits(rest))
        equip(s, s.turn, s.card)
        effects.to_discard(s, s.turn, rest if not s.abilities[s.turn] & _FROM_EQUIP else _but_highest(s, rest))
        turns.finish(s)
    else:
        forced(s)


def equip(s: State, seat: int, item: int) -> None:
    """An item of the hand counts from now on, and its ability is usable."""
    bit = 1 << item
    s.hands[seat] &= ~bit
    s.known[seat] &= ~bit
    s.equipped[seat] |= bit
    s.points[seat] += s.box.value[item]
    s.tell(EVERYBODY, "equips", seat, item, s.points[seat])
    if bit & s.box.with_lasting:
        s.refresh(seat)


def _ask_receiver(s: State) -> None:
    s.phase = TO
    forced(s)


def legal_to(s: State) -> tuple[int, ...]:
    """Who may get the card or the Foe."""
    if s.card >= s.box.first_foe:
        return SEAT_MOVES[(1 << s.n) - 1 & ~(1 << s.turn)]
    return SEAT_MOVES[receivers(s)]


def apply_to(s: State, action: int) -> None:
    """Hand over a card that is passed or given, or a Foe that is shoved."""
    seat, receiver = s.turn, action - SEAT
    if s.card >= s.box.first_foe:
        effects.move_foe(s, s.card, seat, receiver)
        turns.finish(s)
        return
    bit = 1 << s.card
    s.hands[seat] &= ~bit
    s.known[seat] &= ~bit
    s.hands[receiver] |= bit
    s.known[receiver] |= bit
    s.unseen &= ~bit
    s.tell(EVERYBODY, "gives", seat, s.card, receiver)
    if s.verb == SPEND:
        _give_next(s)
        return
    if s.log is not None and s.laid & ~bit:
        s.tell(EVERYBODY, "discards", seat, *bits(s.laid & ~bit))
    effects.to_discard(s, seat, s.laid & ~bit)
    turns.finish(s)


def legal_pay(s: State) -> tuple[int, ...]:
    """Cards with which the set can still be paid."""
    return tuple(bits(sets.payable(s), PAY))


def apply_pay(s: State, action: int) -> None:
    """Lay the next card of a Foe's set; the last one defeats it."""
    _lay(s, action - PAY)
    foe, times = s.card, 1 + (s.verb == TWICE)
    kind = s.box.foe(foe)
    if s.laid.bit_count() < kind.size * times:
        forced(s)
        return
    if s.log is not None:
        s.tell(EVERYBODY, "pays", s.turn, *bits(s.laid))
    effects.to_discard(s, s.turn, s.laid if not s.abilities[s.turn] & _FROM_FOE else _but_highest(s, s.laid))
    effects.take_away(s, foe, removed=times == 2 or kind.removed)
    for place, (mask, _) in enumerate(s.box.win_defeated):
        s.defeated[place] += mask >> foe & 1
    s.laid = 0
    s.todo += [effects.entry(effects.NEXT), effects.entry(effects.END)]
    if kind.on_defeat:
        effects.trigger(s, s.turn, kind.on_defeat, foe)
    effects.go_on(s)


def _but_highest(s: State, cards: int) -> int:
    """Cards less their highest, which a character takes back to the hand; of equal ones the last of the list."""
    kept = max(bits(cards), key=lambda card: (s.box.value[card], card))
    s.tell(EVERYBODY, "keeps", s.turn, kept)
    return cards ^ 1 << kept


def _spend(s: State, item: int) -> None:
    effect = s.box.spend[item]
    assert effect is not None
    s.spent |= 1 << item
    s.verb, s.card = SPEND, item
    s.tell(EVERYBODY, "spends", s.turn, item)
    if effect.verb == "gain time":
        effects.gain_time(s, effect.number)
        turns.finish(s)
    elif effect.verb == "give hand":
        _give_next(s)
    elif effect.verb == "salvage":
        _work_off(s, [effects.entry(effects.SALVAGE, s.turn, effect.number)])
    elif effect.verb == "all salvage":
        _work_off(s, effects.all_salvage(s, s.turn, effect.number))
    elif effect.verb == "all discard foe":
        _work_off(s, [effects.entry(effects.RID, (s.turn + step) % s.n) for step in range(s.n)])
    elif effect.verb == "equip up to":
        s.phase = FITTING
        forced(s)
    else:
        s.phase = CHOOSING
        forced(s)


def _work_off(s: State, entries: list[int]) -> None:
    """Let things happen, then the end of the turn."""
    s.todo += [effects.entry(effects.NEXT), effects.entry(effects.END), *reversed(entries)]
    effects.go_on(s)


def _give_next(s: State) -> None:
    """The Slingshot: who gets the next card of the hand?"""
    hand = s.hands[s.turn]
    if not hand:
        turns.finish(s)
        return
    s.card = (hand & -hand).bit_length() - 1
    _lay(s, s.card)
    s.phase = TO
    forced(s)


def legal_foe(s: State) -> tuple[int, ...]:
    """Which of one's Foes the spent item works on."""
    effect = s.box.spend[s.card]
    assert effect is not None
    mine = s.front[s.actor]
    return tuple(bits(mine & s.box.mask(s.box.copies[effect.name]) if effect.verb == "remove" else mine, FOE))


def apply_foe(s: State, action: int) -> None:
    """Get rid of a Foe by a spent item."""
    foe, effect = action - FOE, s.box.spend[s.card]
    assert effect is not None
    if effect.verb == "shove foe":
        s.card = foe
        s.phase = TO
        forced(s)
        return
    effects.take_away(s, foe, removed=effect.verb == "remove")
    if effect.verb == "all discard foe":
        effects.go_on(s)
    else:
        turns.finish(s)


def legal_fit(s: State) -> tuple[int, ...]:
    """Cards that the spent item lets one equip without a set."""
    effect = s.box.spend[s.card]
    assert effect is not None
    return tuple(bits(sets.fitting(s, effect.number), FIT))


def apply_fit(s: State, action: int) -> None:
    """Equip a card without a set."""
    item = action - FIT
    s.unseen &= ~(1 << item)
    equip(s, s.turn, item)
    turns.finish(s)
