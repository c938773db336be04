"""What a card does once it lies on the pile. Effects wait on a stack, since one may call for another card with its own.

An effect either is over at once or asks for a decision or for chance; `go_on` starts the next when that is answered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from storyengine.games.creatures_and_outcasts import expert, knowledge, turns
from storyengine.games.creatures_and_outcasts.actions import (
    FROM,
    GIVE,
    GIVE_TOP,
    PAIRS,
    PLACE,
    PLAYS,
    TAKE,
    with_ranks,
)
from storyengine.games.creatures_and_outcasts.cards import (
    BIT,
    CLEAR,
    EIGHT,
    FOUR,
    NO_CARD,
    RANKS,
    SEVEN,
    TWO,
    unpack,
)
from storyengine.games.creatures_and_outcasts.characters import ENID, WEDNESDAY
from storyengine.games.creatures_and_outcasts.phases import DRAW_FROM, DRAWING, FOLLOW, GIVING, PLACING, TAKING, TOP_TO
from storyengine.games.protocol import CHANCE, EVERYBODY

if TYPE_CHECKING:
    from storyengine.games.chance import ChanceResult
    from storyengine.games.creatures_and_outcasts.state import State

NONE, ANOTHER_CARD, SWAP, SIREN, VAMPIRE, PLACE_WEDNESDAY, ROUND_EFFECT = range(7)
EFFECT_OF = [NONE] * RANKS
EFFECT_OF[TWO] = ANOTHER_CARD
EFFECT_OF[FOUR] = SWAP
EFFECT_OF[SEVEN] = SIREN
EFFECT_OF[EIGHT] = VAMPIRE


def start(s: State, rank: int) -> None:
    """Line up the effects of a card just played: the round's effect comes before its own."""
    effect = EFFECT_OF[rank]
    if effect:
        s.stack.append(effect)
    if s.config.triggers and expert.is_triggered(s, rank):
        s.stack.append(ROUND_EFFECT)
    if s.stack:
        go_on(s)
    else:
        turns.finish(s)


def go_on(s: State) -> None:
    """Start waiting effects until one asks for something; after the last, the turn is over."""
    while s.stack:
        if STARTERS[s.stack.pop()](s):
            return
    turns.finish(s)


def ask(s: State, phase: int) -> bool:
    """Wait for a decision of the player whose turn it is; that it is asked for, everybody sees."""
    s.tell(EVERYBODY, "question", s.turn, phase)
    s.phase = phase
    s.actor = s.turn
    return True


def take_top(s: State, taker: int) -> None:
    """The top card of the discard pile goes to a hand."""
    rank = s.discard.pop()
    seats = s.seen.pop()
    turns.add_to_hand(s, taker, rank)
    knowledge.top_taken(s, taker, rank, seats)
    s.changed = 1
    if s.log is not None:
        s.tell(EVERYBODY, "top", taker)
        s.tell(EVERYBODY if s.open else 1 << taker | seats, "card", taker, rank)


# 2: another card on top.


def _another_card(s: State) -> bool:
    return bool(turns.playable_ranks(s, s.turn)) and ask(s, FOLLOW)


def legal_follow(s: State) -> tuple[int, ...]:
    """The cards that may go on the 2."""
    plays = turns.playable_ranks(s, s.turn)
    return PAIRS[plays] if s.character == ENID else PLAYS[plays]


# 4: draw a card unseen, give another back.


def _swap(s: State) -> bool:
    # with no card left the player could not give one back, so nothing happens
    return bool(s.size[s.turn]) and s.size.count(0) < s.n - 1 and ask(s, DRAW_FROM)


def legal_targets(s: State) -> tuple[int, ...]:
    """Others with cards."""
    return tuple(FROM + seat for seat in range(s.n) if seat != s.turn and s.size[seat])


def apply_target(s: State, action: int) -> None:
    """Draw from that seat."""
    s.decisions += 1
    s.target = action - FROM
    s.tell(EVERYBODY, "from", s.turn, s.target)
    s.phase = DRAWING
    s.actor = CHANCE


def settle_drawing(s: State, result: ChanceResult) -> None:
    """The drawn card changes hands; now another goes back."""
    assert isinstance(result, int)
    rank = list(unpack(s.hands[s.target]))[result]
    _hand_over(s, s.target, s.turn, rank)
    s.taken = rank
    ask(s, GIVING)


def legal_gifts(s: State) -> tuple[int, ...]:
    """Any card but the one just taken."""
    held = s.ones[s.turn]
    others = held & CLEAR[s.taken]
    # an equal card is another card, unless the ruling asks for another number and there is one
    if s.twos[s.turn] & BIT[s.taken] and not (s.config.gift == "other_number" and others):
        others |= BIT[s.taken]
    return with_ranks(GIVE, others)


def apply_gift(s: State, action: int) -> None:
    """Give the card back."""
    s.decisions += 1
    s.taken = NO_CARD
    _hand_over(s, s.turn, s.target, action - GIVE)
    go_on(s)


def _hand_over(s: State, giver: int, taker: int, rank: int) -> None:
    turns.take_from_hand(s, giver, rank)
    turns.add_to_hand(s, taker, rank)
    if not s.open:
        knowledge.passed_between_hands(s, giver, taker, rank)
    if s.log is not None:
        s.tell(EVERYBODY, "hand over", giver, taker)
        s.tell(EVERYBODY if s.open else 1 << giver | 1 << taker, "handed", giver, taker, rank)


# 7: a card of choice from the discard pile.


def _siren(s: State) -> bool:
    if not s.discard:
        return False
    look_through(s)
    return bool(_takeable(s)) and ask(s, TAKING)


def look_through(s: State) -> None:
    """The player whose turn it is looks through the discard pile."""
    knowledge.look_through_discard(s, s.turn)
    if s.log is not None:
        s.tell(EVERYBODY, "looks", s.turn)
        s.tell(1 << s.turn, "discard pile", *s.discard)


def _takeable(s: State) -> int:
    ranks = 0
    for rank in s.discard:
        ranks |= BIT[rank]
    return ranks & ~s.blocked


def legal_takes(s: State) -> tuple[int, ...]:
    """The numbers in the discard pile that are not blocked."""
    return with_ranks(TAKE, _takeable(s))


def apply_take(s: State, action: int) -> None:
    """Take the card of that number that lies nearest to the top."""
    s.decisions += 1
    seat, rank = s.turn, action - TAKE
    place = last_place(s.discard, rank)
    del s.discard[place]
    turns.add_to_hand(s, seat, rank)
    knowledge.picked_from_discard(s, seat, rank, place)
    if s.log is not None:
        s.tell(EVERYBODY, "takes", seat)
        s.tell(EVERYBODY if s.open else 1 << seat, "card", seat, rank)
    go_on(s)


def last_place(ranks: list[int], rank: int) -> int:
    """The place of the last card of that rank."""
    return len(ranks) - 1 - ranks[::-1].index(rank)


# 8: somebody takes the top card of the discard pile.


def _vampire(s: State) -> bool:
    return bool(s.discard) and ask(s, TOP_TO)


def legal_victims(s: State) -> tuple[int, ...]:
    """All other seats, also those without cards."""
    return tuple(GIVE_TOP + seat for seat in range(s.n) if seat != s.turn)


def apply_victim(s: State, action: int) -> None:
    """That seat takes the card."""
    s.decisions += 1
    s.tell(EVERYBODY, "top to", s.turn, action - GIVE_TOP)
    take_top(s, action - GIVE_TOP)
    go_on(s)


# Three 6s: look at the character pile and place Wednesday.


def place_wednesday(s: State) -> bool:
    """The player whose turn it is looks at the character pile and may move Wednesday in it."""
    s.order_known |= 1 << s.turn
    s.place_known |= 1 << s.turn
    if s.log is not None:
        s.tell(EVERYBODY, "looks at characters", s.turn)
        s.tell(1 << s.turn, "character pile", *s.deck)
    return WEDNESDAY in s.deck and ask(s, PLACING)


def legal_places(s: State) -> tuple[int, ...]:
    """Places in the character pile, the top first."""
    return tuple(range(PLACE, PLACE + len(s.deck)))


def apply_place(s: State, action: int) -> None:
    """Put Wednesday there; the others keep their order."""
    s.decisions += 1
    s.deck.remove(WEDNESDAY)
    s.deck.insert(len(s.deck) - (action - PLACE), WEDNESDAY)
    s.place_known = 1 << s.turn
    s.tell(EVERYBODY, "places", s.turn)
    s.tell(1 << s.turn, "placed", action - PLACE)
    go_on(s)


def _none(s: State) -> bool:
    return False


def _round_effect(s: State) -> bool:
    return expert.start(s)


STARTERS = (_none, _another_card, _swap, _siren, _vampire, place_wednesday, _round_effect)
