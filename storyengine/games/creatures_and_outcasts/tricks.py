"""When all have passed: the pile goes to the discard pile, a character is revealed, and somebody leads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from storyengine.games.creatures_and_outcasts import effects, knowledge, rounds, turns
from storyengine.games.creatures_and_outcasts.actions import BLOCK, BLOCK_NONE, with_ranks
from storyengine.games.creatures_and_outcasts.cards import BIT, CLEAR, FOUR, NO_CARD, THIRTEEN
from storyengine.games.creatures_and_outcasts.characters import NOBODY, THING, WEDNESDAY, YOKO
from storyengine.games.creatures_and_outcasts.phases import BLOCKING, BOUNCE, TURN
from storyengine.games.protocol import CHANCE, EVERYBODY

if TYPE_CHECKING:
    from storyengine.games.chance import ChanceResult
    from storyengine.games.creatures_and_outcasts.state import State


def close(s: State) -> None:
    """All have passed."""
    stuck = not s.changed and not s.pile and (s.locked or (not s.deck and s.character == NOBODY))
    _turn_over_pile(s)
    s.passes = s.changed = s.spoken = 0
    s.turn = s.last
    if s.log is not None:
        s.tell(EVERYBODY, "trick", s.last)
    if stuck:
        # house rule: a full circle of passes on an empty pile with nothing left to change it
        rounds.end(s, rounds.STUCK, s.last)
    elif s.locked:
        lead(s)
    else:
        s.character = NOBODY
        s.way = 1
        if s.deck:
            _reveal(s, s.deck.pop())
        else:
            lead(s)


def lead(s: State) -> None:
    """The last player who played leads; without cards, the turn goes on to the next."""
    if s.size[s.turn]:
        s.phase = TURN
        s.actor = s.turn
    else:
        s.passes = 1
        turns.next_turn(s)


def _turn_over_pile(s: State) -> None:
    if s.pile:
        # turned over as a whole, so that the first card comes to lie on top; the top of a list is its end
        cards = s.pile[::-1] if s.config.discard_order == "first_on_top" else s.pile
        s.discard.extend(cards)
        knowledge.laid_on_discard(s, cards)
        s.pile = []
    s.top = NO_CARD


def _reveal(s: State, character: int) -> None:
    if s.log is not None:
        s.tell(EVERYBODY, "reveal", character)
    if character == WEDNESDAY:
        _wednesday(s)
        return
    s.bounced = 0
    s.character = character
    if character == YOKO:
        s.way = -1
    if character == THING and s.discard:
        effects.look_through(s)
        effects.ask(s, BLOCKING)  # also if the chooser has no cards
    else:
        lead(s)


def _wednesday(s: State) -> None:
    # judged by history: the pile with the 13 already lies on the discard pile
    if s.last_card != THIRTEEN or s.bounced:
        rounds.end(s, rounds.WEDNESDAY, s.last)
        return
    s.bounced = 1
    s.deck.append(WEDNESDAY)
    s.tell(EVERYBODY, "bounce", s.last)
    if len(s.deck) > 1:
        s.phase = BOUNCE
        s.actor = CHANCE
    else:
        lead(s)


def settle_bounce(s: State, result: ChanceResult) -> None:
    """Wednesday is shuffled in; the player of the 13 leads and nobody is active."""
    assert isinstance(result, tuple)
    s.deck = [s.deck[place] for place in result]
    s.order_known = s.place_known = 0
    lead(s)


def legal_blocks(s: State) -> tuple[int, ...]:
    """The numbers in the discard pile, or none of them."""
    ranks = 0
    for rank in s.discard:
        ranks |= BIT[rank]
    return (BLOCK_NONE, *with_ranks(BLOCK, ranks)) if s.config.thing == "may" else with_ranks(BLOCK, ranks)


def apply_block(s: State, action: int) -> None:
    """Thing is put on a card, which stays where it is; its number is blocked for the rest of the round."""
    s.decisions += 1
    if action == BLOCK_NONE:
        s.tell(EVERYBODY, "block none", s.turn)
    else:
        rank = action - BLOCK
        place = effects.last_place(s.discard, rank)
        s.blocked = BIT[rank]
        s.barred = s.blocked & CLEAR[FOUR] if s.config.blocked_fours == "playable" else s.blocked
        knowledge.show_in_discard(s, place)
        s.tell(EVERYBODY, "block", s.turn, rank, len(s.discard) - 1 - place)
    lead(s)
