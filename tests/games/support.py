"""What the suite must know about each game to look behind the protocol: its cards, and how to plant a swap.

A game without an entry here fails the suite, so a newcomer is asked for one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from storyengine.games.chance import Stream
from storyengine.games.creatures_and_outcasts.cards import NUMBERS, UNIT, pack, unpack
from storyengine.games.creatures_and_outcasts.state import State


@dataclass(frozen=True)
class Support:
    """One game, seen from behind."""

    cards: Callable[[Any], Counter[str]]
    """All cards of a dealt position, wherever they lie."""
    swap_hidden: Callable[[Any, int, Stream], bool]
    """Exchange two cards that a seat cannot see; False if there are no two such cards that differ."""
    tree: tuple[int, int]
    """Decisions and ends in the whole tree of the tiny match."""
    reference: str
    """The test file that compares the rules with a slow, literal version."""


def creatures_cards(state: State) -> Counter[str]:
    cards = Counter(f"card {NUMBERS[rank]}" for hand in state.hands for rank in unpack(hand))
    cards.update(f"card {NUMBERS[rank]}" for rank in (*state.pile, *state.discard))
    return cards


def creatures_swap(state: State, seat: int, stream: Stream) -> bool:
    """Swap a card of another hand with one of a third hand, or of the discard pile, both unknown to `seat`."""
    if state.open:
        return False
    n = state.n
    places: list[tuple[int, int]] = []
    for zone in range(n):
        if zone != seat:
            places += [(zone, rank) for rank in unpack(state.hands[zone] - state.sure[zone * n + seat])]
    hidden = [place for place, seats in enumerate(state.seen) if not seats >> seat & 1]
    placed = pack(rank for place, rank in enumerate(state.discard) if place not in hidden)
    loose = list(unpack(pack(state.discard) - state.sure[n * n + seat]))
    if len(loose) == len(hidden):  # nothing is known of the cards that the seat does not see there
        assert state.sure[n * n + seat] == placed
        if loose and state.loose[seat] == (1 << len(NUMBERS)) - 1:
            places += [(n, rank) for rank in loose]
    if not places:
        return False
    first, rank = places[stream.below(len(places))]
    others = [(zone, other) for zone, other in places if zone != first and other != rank]
    if not others:
        return False
    second, other = others[stream.below(len(others))]
    for zone, old, new in ((first, rank, other), (second, other, rank)):
        if zone < n:
            state.hands[zone] += UNIT[new] - UNIT[old]
            state.refresh(zone)
        else:
            state.discard[next(place for place in hidden if state.discard[place] == old)] = new
    return True


SUPPORT = {
    "creatures_and_outcasts": Support(
        cards=creatures_cards,
        swap_hidden=creatures_swap,
        # counted a second time with the slow rules in test_reference.py
        tree=(940, 530),
        reference="creatures_and_outcasts/test_reference.py",
    )
}
