"""What the suite must know about each game to look behind the protocol: its cards, and how to plant a swap.

A game without an entry here fails the suite, so a newcomer is asked for one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from storyengine.games.chance import Stream
from storyengine.games.creatures_and_outcasts.cards import NUMBERS, UNIT, pack, unpack
from storyengine.games.creatures_and_outcasts.state import State
from storyengine.games.out_of_this_world.actions import bits
from storyengine.games.out_of_this_world.options import DIFFICULTIES
from storyengine.games.out_of_this_world.state import State as WorldState


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
    short: Mapping[str, Any]
    """Settings that make a match short."""
    labelled: tuple[Mapping[str, Any], ...]
    """Settings with each kind of labels that there is."""
    talks: Callable[[Mapping[str, Any]], bool]
    """Whether statements may be made under a configuration."""
    mute: Mapping[str, Any]
    """Settings under which nobody speaks."""
    secret_moves: bool
    """Whether there are moves that others cannot tell apart."""
    settings: tuple[Mapping[str, Any], ...] = ({},)
    """Further settings with which every variant and number of players is tried."""
    everyday: Callable[[Mapping[str, Any]], bool] = lambda config: True
    """Which of all configurations are tried every day; the rest runs with --full."""


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


def world_cards(state: WorldState) -> Counter[str]:
    box = state.box
    masks = [*state.hands, *state.equipped, *state.front, state.discard, state.removed]
    cards = Counter(box.ids[card] for mask in masks for card in bits(mask))
    cards.update(box.ids[card] for stack in state.stacks for card in stack)
    cards.update(box.ids[card] for card in (*state.deck, *state.aside))
    first = box.added_first if not state.run_outs else []
    later = [copies[state.run_outs * many :] for copies, many in zip(box.added_each, box.added_many, strict=True)]
    cards.update(box.ids[card] for card in (*first, *(card for copies in later for card in copies)))
    return cards


def world_swap(state: WorldState, seat: int, stream: Stream) -> bool:
    """Swap two cards below the tops of stacks, in the deck, or hidden in others' hands at the start of the game."""
    piles = [*state.stacks, state.deck]
    places = [(pile, place) for pile in piles for place in range(len(pile) - (pile is not state.deck))]
    hidden = [
        (other, card)
        for other in range(state.n)
        if other != seat and other != state.actor
        for card in bits(state.hands[other] & ~state.known[other])
    ]
    if len(places) < 2:
        return False
    pile, place = places[stream.below(len(places))]
    if hidden and not state.run_outs and pile[place] < state.box.first_foe and stream.below(2):
        other, card = hidden[stream.below(len(hidden))]
        state.hands[other] ^= 1 << card | 1 << pile[place]
        pile[place] = card
        return True
    second, at = places[stream.below(len(places))]
    if pile[place] == second[at]:
        return False
    pile[place], second[at] = second[at], pile[place]
    return True


WORLD_SAMPLE = {
    "birthday_bash": (4, "standard"),
    "hit_the_books": (3, "easier"),
    "night_school": (5, "tough"),
    "stained_glass": (3, "epic"),
    "confrontation": (4, "epic"),
    "patrol": (5, "easier"),
}
"""By adventure, the number of players and the difficulty that are tried every day."""

SUPPORT = {
    "creatures_and_outcasts": Support(
        cards=creatures_cards,
        swap_hidden=creatures_swap,
        # counted a second time with the slow rules in test_reference.py
        tree=(940, 530),
        reference="creatures_and_outcasts/test_reference.py",
        short={"rounds": 2},
        labelled=({}, {"labels": "rank"}, {"bands": {"low": [0, 90], "high": [91]}}),
        talks=lambda config: "team" in config["variant"],
        mute={"options": {"talk": False}},
        secret_moves=True,
    ),
    "out_of_this_world": Support(
        cards=world_cards,
        swap_hidden=world_swap,
        # counted a second time with the slow rules in test_reference.py
        tree=(372, 246),
        reference="out_of_this_world/test_reference.py",
        short={"options": {"round_limit": 1}},
        labelled=({},),
        talks=lambda config: True,
        mute={"options": {"talk": "none"}},
        secret_moves=False,
        settings=tuple({"difficulty": difficulty} for difficulty in DIFFICULTIES),
        everyday=lambda config: (config["players"], config["difficulty"]) == WORLD_SAMPLE[config["variant"]],
    ),
}
