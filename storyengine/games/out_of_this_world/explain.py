"""Why a move is not legal now, by the rule that forbids it; told from a view alone."""

from __future__ import annotations

from storyengine.games.chance import Stream
from storyengine.games.out_of_this_world import actions as moves
from storyengine.games.out_of_this_world.actions import (
    CARD_VERBS,
    DEFEAT,
    DONE,
    EQUIP,
    HUSH,
    LEG_IT,
    LISTEN,
    PASS,
    SAY,
    SEAT,
    SPEND,
    TWICE,
)
from storyengine.games.out_of_this_world.box import NO_GIFTS, NO_LEG, NO_PASS, NO_SPEND, SILENT, SUIT_BARS
from storyengine.games.out_of_this_world.cards import characters
from storyengine.games.out_of_this_world.phases import (
    ACT,
    CHAT,
    DROP,
    FIT,
    FOE,
    PAY,
    SALVAGE,
    TAKE,
    TO,
    WITH,
)
from storyengine.games.out_of_this_world.sampling import sample_state
from storyengine.games.out_of_this_world.view import EMPTY, WorldView
from storyengine.games.out_of_this_world.vocabulary import TYPES
from storyengine.games.out_of_this_world.wording import card_name, set_words

_ASKED = {
    CHAT: "everybody may talk now: say something, `listen` or `hush`",
    TAKE: "a card must be taken first, or leg it",
    ACT: "the card is taken: one action, or `done`",
    WITH: "say which card goes with the one you laid",
    TO: "say who gets it: `to 2` and the like",
    PAY: "say which card you pay",
    DROP: "cards must be discarded: `drop` one of yours",
    FIT: "say which card is equipped: `fit` one of yours",
    FOE: "say which Foe: `foe` and its name",
    SALVAGE: "say which Item you take: `salvage` and its name",
}


def reason_against(view: WorldView, action: int) -> str:
    """Why the move is not legal for the seat that has this view; empty if it is."""
    if view.phase not in _ASKED:
        return "the game is over"
    if view.actor != view.seat:
        if action >= SAY and action < EQUIP:
            return "in Go For It only the holder of the Vocal token may speak, on the own turn"
        return "it is not your turn"
    # any world that fits the view has the moves of this seat
    world = sample_state(view, Stream("explain"))
    if action in world.legal() or action in world.talk():
        return ""
    if SAY <= action < EQUIP:
        return _against_saying(view)
    if view.phase == TAKE:
        return _against_taking(view, action)
    if view.phase == ACT:
        return _against_acting(view, action)
    return _against_choosing(view, action)


_CHOOSES = {WITH: moves.WITH, PAY: moves.PAY, DROP: moves.DROP, FIT: moves.FIT}
"""By phase: the moves by which one of one's own cards is chosen."""


def _against_choosing(view: WorldView, action: int) -> str:
    """Against a choice in the middle of an action."""
    base = _CHOOSES.get(view.phase)
    if base is None or action < EQUIP or max(known for known in CARD_VERBS if known <= action) != base:
        return _ASKED[view.phase]
    card = action - base
    name = card_name(view.box, card)
    if not view.hand >> card & 1:
        return f"you do not hold {name}"
    if view.laid >> card & 1:
        return f"{name} is laid already"
    if view.phase == WITH:
        return f"{name} goes with {card_name(view.box, view.card)} neither by value nor by type"
    if view.phase == PAY:
        return f"{name} does not fit what is still to be paid: {set_words(view.box.foe(view.card))} in all"
    return f"{name} is of too high a value, or a Foe bars it" if view.phase == FIT else _ASKED[view.phase]


def _against_saying(view: WorldView) -> str:
    if view.box.config.talk == "none":
        return "nobody speaks in this match"
    if view.bars[view.seat] & SILENT:
        return "one of your Foes keeps you silent"
    if view.spoke:
        return "you have said something already; one statement at a time"
    return "statements are made before taking a card, before the action, or when everybody is asked"


def _against_taking(view: WorldView, action: int) -> str:
    if action == LEG_IT:
        if view.bars[view.seat] & NO_LEG:
            return "one of your Foes keeps you from legging it"
        return "nobody has taken a card for too long, so one must be taken (house rule)"
    if action in (DONE, LISTEN, HUSH) or action >= SEAT:
        return _ASKED[TAKE]
    if view.tops[action] == EMPTY:
        return f"stack {action + 1} is empty"
    foes = [str(place + 1) for place, top in enumerate(view.tops) if top >= view.box.first_foe]
    return f"a Foe in sight must be taken before any Item: stack {' or '.join(foes)}"


def _against_acting(view: WorldView, action: int) -> str:
    if action < EQUIP:
        return "you have taken your card" if action <= LEG_IT else _ASKED[ACT]
    base = max(base for base in CARD_VERBS if base <= action)
    card = action - base
    name = card_name(view.box, card)
    bars = view.bars[view.seat]
    if base in (EQUIP, PASS):
        if not view.hand >> card & 1:
            return f"you do not hold {name}"
        if base == EQUIP:
            if view.box.barred[bars >> SUIT_BARS] >> card & 1:
                return f"one of your Foes keeps you from equipping {TYPES[view.box.type[card]]}"
            return f"you hold no two other Items of its value, or of its type and not lower, to equip {name}"
        if bars & NO_PASS:
            return "one of your Foes keeps you from passing"
        if all(other & NO_GIFTS for seat, other in enumerate(view.bars) if seat != view.seat):
            return "nobody can be given cards now, because of their Foes"
        return f"you hold no other Item of its value, or of its type and not lower, to pass {name}"
    if base in (DEFEAT, TWICE):
        return _against_defeating(view, base, card, name)
    if base == SPEND:
        if not view.equipped[view.seat] >> card & 1:
            return f"{name} is not equipped by you"
        if not view.box.spendable >> card & 1:
            return f"{name} has nothing to spend"
        if view.spent >> card & 1:
            return f"{name} is spent already"
        return "one of your Foes keeps you from spending" if bars & NO_SPEND else "it would have nothing to work on"
    return _ASKED[ACT]


def _against_defeating(view: WorldView, base: int, card: int, name: str) -> str:
    foe = view.box.foe(card)
    if not any(front >> card & 1 for front in view.front):
        return f"{name} is not on the table"
    who = view.who[view.seat]
    anywhere = who >= 0 and characters()[who].ability.verb == "defeat anywhere"
    if not view.front[view.seat] >> card & 1 and not anywhere:
        return f"{name} is not before you, and only {' or '.join(characters()[0].sides)} may help others"
    if base == TWICE and not foe.twice:
        return f"the set of {name} is paid once"
    return f"your hand does not pay {set_words(foe)}" + (" twice" if base == TWICE else "")
