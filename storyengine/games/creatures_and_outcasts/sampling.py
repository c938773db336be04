"""Building a world that fits a view, from the view alone.

What the seat is sure of is laid down first. The other cards are dealt at random to the places that are left, with two
conditions: the discard pile gets only ranks that may lie there, and whoever has to decide has something to decide,
since the seat sees that the question is asked.

The deal is otherwise uniform, but for what team mates have claimed. What others' choices suggest (who passed may lack
a card) is not drawn upon.
"""

from __future__ import annotations

from storyengine.games.chance import Stream
from storyengine.games.creatures_and_outcasts.actions import SAY_HAVE, SAY_NO
from storyengine.games.creatures_and_outcasts.cards import (
    ALL_RANKS,
    BIT,
    NO_CARD,
    ONE,
    RANKS_IN,
    SHIFT,
    UNIT,
    pack,
    unpack,
)
from storyengine.games.creatures_and_outcasts.characters import ENID, PLAYABLE, PLAYABLE_WITH_TEN, WEDNESDAY
from storyengine.games.creatures_and_outcasts.phases import FOLLOW, GIVING, RACE, TAKING
from storyengine.games.creatures_and_outcasts.state import State
from storyengine.games.creatures_and_outcasts.view import UNKNOWN, CreaturesView
from storyengine.games.protocol import SOMEBODY


def sample_state(view: CreaturesView, stream: Stream) -> State:
    """A position in which `view.seat` sees exactly this view."""
    s = State(view.config)
    _copy_what_is_shown(s, view)
    _deal(s, view, stream)
    _order_characters(s, view, stream)
    if view.phase == GIVING and view.taken == NO_CARD:
        held = list(unpack(s.hands[view.turn]))
        s.taken = held[stream.below(len(held))]
    return s


def _copy_what_is_shown(s: State, view: CreaturesView) -> None:
    s.phase, s.turn, s.round = view.phase, view.turn, view.round
    s.actor = view.actor
    s.scores, s.ends, s.said = list(view.scores), list(view.ends), list(view.said)
    s.pile, s.stack = list(view.pile), list(view.stack)
    s.top, s.last, s.last_card, s.passes, s.way = view.top, view.last, view.last_card, view.passes, view.way
    s.character, s.blocked, s.barred = view.character, view.blocked, view.barred
    s.target, s.taken = view.target, view.taken
    s.changed, s.bounced, s.locked, s.open = view.changed, view.bounced, view.locked, view.open
    s.triggered, s.spoken, s.tyler_ten = view.triggered, view.spoken, view.tyler_ten
    s.playable = PLAYABLE_WITH_TEN if view.tyler_ten else PLAYABLE


def _deal(s: State, view: CreaturesView, stream: Stream) -> None:
    n, me = s.n, view.seat
    hands = list(view.hands) if view.hands else list(view.sure[:n])
    hands[me] = view.hand
    in_discard = view.sure[n]
    free = _unaccounted(view, hands)
    room = [0 if view.hands else view.size[seat] - _count(hands[seat]) for seat in range(n)]
    room[me] = 0
    discard_room = len(view.discard) - _count(in_discard)

    if view.phase == RACE and view.actor == SOMEBODY:
        s.actor = _somebody_with_a_one(view, hands, room, free, stream)
    elif view.phase == FOLLOW and view.actor != me and not view.hands:
        _give_a_follow_up(view, hands, room, free, discard_room, stream)
    stream.shuffle(free)
    loose_cards = _for_discard(view, in_discard, free, discard_room)
    _believe_mates(view, hands, room, free)
    for seat in range(n):
        for _ in range(room[seat]):
            hands[seat] += UNIT[free.pop()]
    s.hands = hands
    for seat in range(n):
        s.refresh(seat)
    if view.phase == RACE:
        # choices are made unseen, so it makes no difference who of the others has been asked already
        s.race_left = sum([1 << seat for seat in range(n) if s.ones[seat] & BIT[ONE]])
        if view.claim != UNKNOWN:
            s.race_left &= ~(1 << me)
            s.race_yes = view.claim << me
    _lay_out_discard(s, view, in_discard, loose_cards, stream)
    for zone in range(n + 1):
        s.sure[zone * n + me] = view.sure[zone]
        if view.sure[zone]:
            s.marked |= 1 << zone
    s.loose = [ALL_RANKS] * n
    s.loose[me] = view.loose


def _unaccounted(view: CreaturesView, hands: list[int]) -> list[int]:
    """The cards of which the seat does not know where they are, by rank."""
    left = list(view.config.copies)
    for rank in view.pile:
        left[rank] -= 1
    for hand in (*hands, view.sure[-1]):
        for rank in range(len(left)):
            left[rank] -= hand >> SHIFT[rank] & 7
    return [rank for rank, many in enumerate(left) for _ in range(many)]


def _count(hand: int) -> int:
    return sum([hand >> shift & 7 for shift in SHIFT])


def _still_fills(view: CreaturesView, free: list[int], discard_room: int) -> bool:
    return sum([view.loose >> rank & 1 for rank in free]) >= discard_room


def _somebody_with_a_one(
    view: CreaturesView, hands: list[int], room: list[int], free: list[int], stream: Stream
) -> int:
    others = [seat for seat in range(view.config.players) if room[seat] and seat != view.seat]
    seat = others[stream.below(len(others))]
    free.remove(ONE)
    hands[seat] += UNIT[ONE]
    room[seat] -= 1
    return seat


def _give_a_follow_up(
    view: CreaturesView, hands: list[int], room: list[int], free: list[int], discard_room: int, stream: Stream
) -> None:
    """After a 2 the actor is asked for another card, so it holds one that fits."""
    table = PLAYABLE_WITH_TEN if view.tyler_ten else PLAYABLE
    need = 2 if view.character == ENID else 1
    seat = view.turn
    fitting = list(RANKS_IN[table[view.character][view.top] & ~view.barred])
    if any(hands[seat] >> SHIFT[rank] & 7 >= need for rank in fitting):
        return
    stream.shuffle(fitting)
    for rank in fitting:
        missing = need - (hands[seat] >> SHIFT[rank] & 7)
        if missing > room[seat] or free.count(rank) < missing:
            continue
        rest = free[:]
        for _ in range(missing):
            rest.remove(rank)
        if _still_fills(view, rest, discard_room):
            free[:] = rest
            hands[seat] += missing * UNIT[rank]
            room[seat] -= missing
            return
    raise AssertionError("the truth itself gives the actor a card that fits")


def _for_discard(view: CreaturesView, in_discard: int, free: list[int], room: int) -> list[int]:
    """Take cards for the discard pile out of `free`, which is shuffled: only ranks that may lie there."""
    if not room:
        return []
    chosen: list[int] = []
    if view.phase == TAKING and not any(in_discard >> SHIFT[rank] & 7 for rank in RANKS_IN[ALL_RANKS & ~view.blocked]):
        # the actor is choosing a card, so at least one is not blocked
        chosen.append(next(rank for rank in free if view.loose & BIT[rank] & ~view.blocked))
        free.remove(chosen[0])
    rest = []
    for rank in free:
        if len(chosen) < room and view.loose & BIT[rank]:
            chosen.append(rank)
        else:
            rest.append(rank)
    free[:] = rest
    return chosen


def _believe_mates(view: CreaturesView, hands: list[int], room: list[int], free: list[int]) -> None:
    """What mates have claimed in this trick is taken to be so where the cards allow: claims bind nobody."""
    for speaker, statement in view.said:
        if not view.spoken >> speaker & 1 or not room[speaker]:
            continue
        if statement < SAY_NO:
            rank = statement - SAY_HAVE
            if not hands[speaker] >> SHIFT[rank] & 7 and rank in free:
                free.remove(rank)
                hands[speaker] += UNIT[rank]
                room[speaker] -= 1
        else:
            others = [rank for rank in free if rank != statement - SAY_NO][: room[speaker]]
            for rank in others:
                free.remove(rank)
                hands[speaker] += UNIT[rank]
            room[speaker] -= len(others)


def _lay_out_discard(s: State, view: CreaturesView, in_discard: int, loose_cards: list[int], stream: Stream) -> None:
    placed = [rank for rank in view.discard if rank != UNKNOWN]
    others = [*unpack(in_discard - pack(placed)), *loose_cards]
    stream.shuffle(others)
    s.discard = [others.pop() if rank == UNKNOWN else rank for rank in view.discard]
    s.seen = [0 if rank == UNKNOWN else 1 << view.seat for rank in view.discard]


def _order_characters(s: State, view: CreaturesView, stream: Stream) -> None:
    me = 1 << view.seat
    if UNKNOWN not in view.deck:
        s.deck = list(view.deck)
        s.order_known = s.place_known = me
        return
    others = list(view.order)
    if others:
        s.order_known = me
    else:
        others = [character for character in view.config.characters if view.characters_left >> character & 1]
        if WEDNESDAY in others:
            others.remove(WEDNESDAY)
        stream.shuffle(others)
    deck = others
    if view.characters_left >> WEDNESDAY & 1:
        if WEDNESDAY in view.deck:
            s.place_known = me
            deck.insert(view.deck.index(WEDNESDAY), WEDNESDAY)
        else:
            deck.insert(stream.below(len(deck) + 1), WEDNESDAY)
    s.deck = deck
