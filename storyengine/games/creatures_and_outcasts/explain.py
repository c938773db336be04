"""Why a move is not legal now, by the rule that forbids it; told from a view alone."""

from __future__ import annotations

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
    WAIT,
    rank_in,
)
from storyengine.games.creatures_and_outcasts.cards import BIT, NO_CARD, NUMBERS, SHIFT, SIX, TEN, ranks_held
from storyengine.games.creatures_and_outcasts.characters import (
    AJAX,
    BIANCA,
    ENID,
    FULL_NAMES,
    LARISSA,
    PLAYABLE,
    PLAYABLE_WITH_TEN,
    TYLER,
)
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

_ASKED = {
    RACE: "the race for the first 1 is on: `grab` or `wait`",
    TURN: "it is a turn: play a card, show a set or pass",
    FOLLOW: "after a 2 another card must follow",
    DRAW_FROM: "after a 4 choose from whom to draw a card",
    GIVING: "after a 4 a card must be given back",
    TAKING: "after a 7 a card must be taken from the discard pile",
    TOP_TO: "after an 8 choose who takes the top card of the discard pile",
    BLOCKING: "Thing asks which number to block",
    PLACING: "say where Wednesday goes in the character pile",
}


def reason_against(view: CreaturesView, action: int) -> str:
    """Why the move is not legal for the seat that has this view; empty if no rule forbids it."""
    if view.phase not in _ASKED:
        return "the game is over"
    if view.actor != view.seat:
        return "it is not your turn"
    if action >= SAY_HAVE:
        return _against_saying(view)
    if action < PASS:
        return _against_playing(view, action)
    if action in (PASS, SET_SIX, SET_TEN, DISCARD):
        return _against_turn_move(view, action)
    return _against_answer(view, action)


def _against_saying(view: CreaturesView) -> str:
    if not view.config.talk:
        return "only team mates may talk about their cards"
    if view.phase != TURN:
        return "statements are made at the start of one's own turn"
    return "one statement a trick" if view.spoken >> view.seat & 1 else ""


def _against_playing(view: CreaturesView, action: int) -> str:
    if view.phase not in (TURN, FOLLOW):
        return _ASKED[view.phase]
    pair = action >= PAIR
    rank = action - PAIR if pair else action
    number = NUMBERS[rank]
    held = view.hand >> SHIFT[rank] & 7
    if not held:
        return f"you hold no {number}"
    if view.barred & BIT[rank]:
        return f"Thing blocks {number} for the rest of the round"
    if pair and view.character != ENID:
        return f"pairs are played only while {FULL_NAMES[ENID]} is active"
    if view.character == ENID and held < 2:
        return f"while {FULL_NAMES[ENID]} is active only pairs of equal cards may be played, and you hold one {number}"
    if view.character == ENID and not pair:
        return f"while {FULL_NAMES[ENID]} is active only pairs of equal cards may be played: `pair {number}`"
    table = PLAYABLE_WITH_TEN if view.tyler_ten else PLAYABLE
    if table[view.character][view.top] & BIT[rank]:
        return ""
    if not table[view.character][NO_CARD] & BIT[rank]:
        also = " (and 10 in this round)" if view.tyler_ten else ""
        return f"while {FULL_NAMES[TYLER]} is active only 1, 3, 5, 7, 9 and 13 may be played{also}"
    return _against_height(view.character, number, NUMBERS[view.top])


def _against_height(character: int, number: int, top: int) -> str:
    name = FULL_NAMES[character]
    if character == BIANCA:
        return f"while {name} is active a card must be lower than the {top} on top, and {number} is not"
    if character == LARISSA:
        return f"while {name} is active a card must be at least the {top} on top, and {number} is lower"
    if character == AJAX and number == top + 1:
        return f"while {name} is active at least one number must be skipped, and {number} follows {top} directly"
    if number == top:
        return f"a card must be higher than the {top} on top, and an equal one is not"
    return f"a card must be higher than the {top} on top, and {number} is lower"


def _against_turn_move(view: CreaturesView, action: int) -> str:
    if view.phase != TURN:
        return _ASKED[view.phase]
    if action == PASS:
        return "whoever leads must play a card if able" if _must_lead(view) else ""
    if action == DISCARD:
        if not view.barred:
            return "no number is blocked"
        others = ranks_held(view.hand) & ~view.barred
        return "you hold cards that are not blocked" if others else ""
    rank, needed = (SIX, 3) if action == SET_SIX else (TEN, 4)
    held = view.hand >> SHIFT[rank] & 7
    if held < needed:
        return f"the set needs {needed} cards of {NUMBERS[rank]}, and you hold {held}"
    if action == SET_TEN and view.blocked & BIT[TEN]:
        return "Thing blocks 10 for the rest of the round, its set too"
    return ""


def _must_lead(view: CreaturesView) -> bool:
    return view.top == NO_CARD and view.config.lead == "must" and bool(playable_ranks(view))


def playable_ranks(view: CreaturesView) -> int:
    """The ranks that the seat could put on the pile, as pairs under Enid."""
    need = 2 if view.character == ENID else 1
    held = sum(BIT[rank] for rank, shift in enumerate(SHIFT) if view.hand >> shift & 7 >= need)
    table = PLAYABLE_WITH_TEN if view.tyler_ten else PLAYABLE
    return held & table[view.character][view.top] & ~view.barred


def _against_answer(view: CreaturesView, action: int) -> str:
    """Against a move that answers a question of its own."""
    answers = {RACE: (GRAB, WAIT + 1), DRAW_FROM: (FROM, FROM + 6), TOP_TO: (GIVE_TOP, GIVE_TOP + 6)}
    answers |= {GIVING: (GIVE, GIVE + 16), TAKING: (TAKE, TAKE + 16), PLACING: (PLACE, PLACE + 9)}
    answers |= {BLOCKING: (BLOCK, BLOCK + 16)}
    first, after = answers.get(view.phase, (0, 0))
    if not first <= action < after:
        may_decline = view.phase == BLOCKING and action == BLOCK_NONE and view.config.thing == "may"
        return "" if may_decline else _ASKED[view.phase]
    if view.phase in (DRAW_FROM, TOP_TO):
        seat = action - first
        if seat >= view.config.players:
            return f"there is no seat {seat + 1}"
        if seat == view.seat:
            return "choose another player"
        return f"seat {seat + 1} has no cards" if view.phase == DRAW_FROM and not view.size[seat] else ""
    if view.phase == PLACING:
        return "" if action - PLACE < len(view.deck) else f"the character pile has {len(view.deck)} cards"
    rank = rank_in(action)
    return "" if rank is None else _against_rank(view, rank)


def _against_rank(view: CreaturesView, rank: int) -> str:
    number = NUMBERS[rank]
    if view.phase == GIVING:
        held = view.hand >> SHIFT[rank] & 7
        if not held:
            return f"you hold no {number}"
        if rank == view.taken and held == 1:
            return f"the {number} just drawn may not be given back"
        others = ranks_held(view.hand) & ~BIT[rank]
        if rank == view.taken and view.config.gift == "other_number" and others:
            return f"a card of another number than the {number} just drawn must be given"
        return ""
    if rank not in view.discard:
        return f"no {number} lies in the discard pile"
    if view.phase == TAKING and view.blocked & BIT[rank]:
        return f"Thing blocks {number}, so it may not be taken"
    return ""
