"""What each seat knows of cards it cannot see now, kept as the cards move.

Three records, each a lower bound on the truth that a position always satisfies:

- `sure[zone * n + seat]`: a packed hand of cards that `seat` knows to lie in `zone`: another seat's hand, or
  zone n, the discard pile.
- `seen[i]`: the seats that know which card lies at place i of the discard pile. Those cards are part of `sure`.
- `loose[seat]`: the ranks of which cards may lie in the discard pile beyond those that `seat` is sure of.

When a card moves unseen, a seat is no longer sure of one card of each rank it knew there: any of them may have gone.
`marked` has a bit for each zone in which anybody is sure of anything, so that most moves cost nothing here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from storyengine.games.creatures_and_outcasts.cards import ALL_RANKS, SHIFT, UNIT, fewer_of_each, pack, ranks_held

if TYPE_CHECKING:
    from storyengine.games.creatures_and_outcasts.state import State


def reset(s: State) -> None:
    """Nobody knows anything but their own hand: the cards have just been dealt."""
    n = s.n
    s.seen = [0] * len(s.discard)
    s.sure = [0] * (n * (n + 1))
    s.loose = [ALL_RANKS] * n
    s.marked = 0
    s.order_known = s.place_known = 0


def left_hand(s: State, owner: int, rank: int) -> None:
    """All see a card leave the hand of `owner`."""
    n, sure, unit, shift = s.n, s.sure, UNIT[rank], SHIFT[rank]
    for index in range(owner * n, owner * n + n):
        if sure[index] >> shift & 7:
            sure[index] -= unit


def laid_on_discard(s: State, ranks: list[int]) -> None:
    """All have seen these cards, the last of which is now the top of the discard pile."""
    n = s.n
    packed = pack(ranks)
    sure = s.sure
    for index in range(n * n, n * n + n):
        sure[index] += packed
    s.seen.extend([(1 << n) - 1] * len(ranks))
    s.marked |= 1 << n


def look_through_discard(s: State, seat: int) -> None:
    """`seat` sees every card of the discard pile, in order."""
    s.sure[s.n * s.n + seat] = pack(s.discard)
    s.seen = [seats | 1 << seat for seats in s.seen]
    s.loose[seat] = 0
    s.marked |= 1 << s.n


def show_in_discard(s: State, place: int) -> None:
    """All learn the card at `place` of the discard pile, as Thing stands on it."""
    rank = s.discard[place]
    for seat in range(s.n):
        if not s.seen[place] >> seat & 1 and not _unplaced(s, seat) >> SHIFT[rank] & 7:
            # not among the cards the seat was sure of, so it adds one
            s.sure[s.n * s.n + seat] += UNIT[rank]
    s.seen[place] = (1 << s.n) - 1
    s.marked |= 1 << s.n


def top_taken(s: State, taker: int, rank: int, seats: int) -> None:
    """The top card went to `taker`; `seats` knew which it was. Called after the card and its `seen` entry are gone."""
    n, unit, shift = s.n, UNIT[rank], SHIFT[rank]
    for seat in range(n):
        index = n * n + seat
        if seats >> seat & 1:
            s.sure[index] -= unit
            if seat != taker and not s.open:
                s.sure[taker * n + seat] += unit
                s.marked |= 1 << taker
        elif seat == taker or s.open:
            if _unplaced(s, seat) >> shift & 7:
                s.sure[index] -= unit
        else:
            _lose_one(s, seat, _unplaced(s, seat))


def picked_from_discard(s: State, taker: int, rank: int, place: int) -> None:
    """`taker`, who has looked through the discard pile, took the card at `place`; others do not see which."""
    n = s.n
    for seat in range(n):
        index = n * n + seat
        if seat == taker:
            s.sure[index] -= UNIT[rank]
        elif s.open:
            if s.sure[index] >> SHIFT[rank] & 7:
                s.sure[index] -= UNIT[rank]
        else:
            _lose_one(s, seat, s.sure[index])
    del s.seen[place]
    # nobody else can tell any more which card lies where
    s.seen = [seats & 1 << taker for seats in s.seen]


def passed_between_hands(s: State, giver: int, taker: int, rank: int) -> None:
    """A card went from hand to hand, seen by these two alone."""
    n = s.n
    for seat in range(n):
        known = s.sure[giver * n + seat]
        if seat == giver:
            s.sure[taker * n + seat] += UNIT[rank]
        elif seat == taker:
            if known >> SHIFT[rank] & 7:
                s.sure[giver * n + seat] -= UNIT[rank]
        elif known:
            s.sure[giver * n + seat] = fewer_of_each(known)
    s.marked |= 1 << taker


def hands_rotated(s: State, hands: list[int]) -> None:
    """Every seat gave its whole hand to the seat before it; `hands` are those from before."""
    n = s.n
    before = s.sure[:]
    for zone in range(n):
        receiver = (zone - 1) % n
        for seat in range(n):
            s.sure[receiver * n + seat] = before[zone * n + seat]
        s.sure[receiver * n + zone] = hands[zone]  # who gave a hand knows it
        s.sure[receiver * n + receiver] = 0  # a seat's own hand needs no record
    s.marked |= (1 << n) - 1


def hands_opened(s: State) -> None:
    """Hands are open for the rest of the round: views show them, so nothing about them need be remembered."""
    s.sure[: s.n * s.n] = [0] * (s.n * s.n)
    s.marked &= 1 << s.n


def _unplaced(s: State, seat: int) -> int:
    """What `seat` is sure of in the discard pile without knowing its place."""
    bit = 1 << seat
    placed = pack([rank for rank, seats in zip(s.discard, s.seen, strict=True) if seats & bit])
    return s.sure[s.n * s.n + seat] - placed


def _lose_one(s: State, seat: int, known: int) -> None:
    """A card left the discard pile unseen, perhaps one of the `known`."""
    if not known:
        return
    s.sure[s.n * s.n + seat] -= known - fewer_of_each(known)
    s.loose[seat] |= ranks_held(known)
