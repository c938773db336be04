"""Building a world that fits a view, from the view alone.

What is known is laid down first: one's own hand, what was seen going to others' hands, all that lies face up. Unseen
cards are then dealt at random to the places that are left, with what everybody can work out about them: cards that were
in the discard pile when the deck ran out are in the new deck and nowhere else; what hands still hide was dealt at setup
and never seen since; Difficult Foes that are not in play are Difficult Foes. Whoever is choosing cards for an action
holds cards for it. Otherwise the deal is uniform.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from storyengine.games.chance import Stream
from storyengine.games.out_of_this_world import sets
from storyengine.games.out_of_this_world.actions import EQUIP, TWICE, bits
from storyengine.games.out_of_this_world.box import SUIT_BARS
from storyengine.games.out_of_this_world.phases import ON_HAND, PAY, WITH
from storyengine.games.out_of_this_world.state import State
from storyengine.games.out_of_this_world.view import EMPTY, WorldView

_SHOWN = (
    "actor", "phase", "turn", "discard", "spent", "removed", "unseen", "fresh", "tokens", "round", "run_outs", "dealt",
    "streak", "owed", "verb", "card", "laid", "caring", "won", "spoke", "hushed", "chatting", "then",
)  # fmt: skip
_SHOWN_LISTS = ("known", "equipped", "front", "points", "who", "fresh_below", "todo", "defeated", "need", "wish")


class _Pools(NamedTuple):
    """Unseen cards, in random order, by where they may be."""

    old: list[int]
    """In hands, or in what is left of an earlier deck."""
    new: list[int]
    """In the present deck, or in stacks dealt from it."""
    aside: list[int]


def sample_state(view: WorldView, stream: Stream) -> State:
    """A position in which `view.seat` sees exactly this view."""
    s = State(view.box)
    for name in _SHOWN:
        setattr(s, name, getattr(view, name))
    for name in _SHOWN_LISTS:
        setattr(s, name, list(getattr(view, name)))
    s.hands = list(view.known)
    if view.seat >= 0:
        s.hands[view.seat] = view.hand
    pools = _pools(view, s, stream)
    _fill_hands(view, s, pools.old, stream)
    s.aside = pools.aside
    s.stacks = [_stack(view, place, pools) for place in range(len(view.tops))]
    deck = pools.new if view.run_outs else pools.old
    s.deck = deck[: view.deck]
    s.refresh_all()
    return s


def _pools(view: WorldView, s: State, stream: Stream) -> _Pools:
    box = view.box
    seen = view.discard | view.removed
    for mask in (*s.hands, *view.equipped, *view.front):
        seen |= mask
    for top in view.tops:
        if top != EMPTY:
            seen |= 1 << top
    coming = 0 if view.run_outs else box.mask(box.added_first)
    for copies, many in zip(box.added_each, box.added_many, strict=True):
        coming |= box.mask(copies[view.run_outs * many :])
    hidden = (1 << box.size) - 1 & ~seen & ~coming
    fresh = view.fresh if view.run_outs else 0
    difficult = bits(hidden & box.difficult_mask & ~fresh)
    stream.shuffle(difficult)
    aside = [difficult.pop() for _ in range(view.aside)]
    new = bits(hidden & fresh)
    old = bits(hidden & ~fresh & ~box.difficult_mask)
    if view.run_outs:
        # Difficult Foes in play that nobody has seen fill what the other cards leave of either place
        room = (
            view.deck
            + sum(view.fresh_below)
            - sum([height and height == below for height, below in zip(view.heights, view.fresh_below, strict=True)])
        )
        while len(new) < room:
            new.append(difficult.pop())
        stream.shuffle(new)
    old += difficult
    stream.shuffle(old)
    return _Pools(old, new, aside)


def _fill_hands(view: WorldView, s: State, pool: list[int], stream: Stream) -> None:
    """Give each hand the cards it hides; the pool is shuffled, and loses them."""
    rooms = [size - hand.bit_count() for size, hand in zip(view.size, s.hands, strict=True)]
    able = [card for card in pool if view.unseen >> card & 1 and card < view.box.first_foe]
    if view.phase in ON_HAND and rooms[view.actor]:
        chosen = _fitting(view, s.hands[view.actor], able, rooms[view.actor], stream)
        for card in chosen:
            s.hands[view.actor] |= 1 << card
            able.remove(card)
            pool.remove(card)
        rooms[view.actor] = 0
    for seat, room in enumerate(rooms):
        for _ in range(room):
            card = able.pop()
            pool.remove(card)
            s.hands[seat] |= 1 << card


def _fitting(view: WorldView, hand: int, able: list[int], room: int, stream: Stream) -> tuple[int, ...]:
    """Hidden cards with which the actor has a choice to make, as everybody sees that it has."""
    box = view.box
    least = sets.missing(box, view.phase, view.verb, view.card, view.laid)
    found = [cards for cards in combinations(able, room) if _choices(view, hand | box.mask(cards)) > least]
    return found[stream.below(len(found))]


def _choices(view: WorldView, hand: int) -> int:
    """How many cards of a hand the actor could choose now."""
    box = view.box
    if view.phase == WITH:
        return sets.partners_in(box, hand, view.card, view.laid, equips=view.verb == EQUIP).bit_count()
    if view.phase == PAY:
        times = 2 if view.verb == TWICE else 1
        return sets.payable_in(box, box.foe(view.card), times, view.laid, hand).bit_count()
    effect = box.spend[view.card]
    assert effect is not None
    return (hand & box.up_to[effect.number] & ~box.barred[view.bars[view.actor] >> SUIT_BARS]).bit_count()


def _stack(view: WorldView, place: int, pools: _Pools) -> list[int]:
    """The hidden cards of a stack below its top; those from the present deck lie lowest."""
    height = view.heights[place]
    if not height:
        return []
    new = min(view.fresh_below[place], height - 1)
    below = [pools.new.pop() for _ in range(new)]
    above = [pools.old.pop() for _ in range(height - 1 - new)]
    return [*below, *above, view.tops[place]]
