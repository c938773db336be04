"""What a hand and a Foe are worth, in points to come: the measures behind the rules of thumb.

The numbers are by trial: a few at a time were varied at random in matches of bots alone, all adventures with three to
five players at standard difficulty, and what won more often was kept.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from storyengine.games.out_of_this_world.actions import bits, union
from storyengine.games.out_of_this_world.box import WILD_COST, Box
from storyengine.games.out_of_this_world.view import WorldView
from storyengine.games.out_of_this_world.vocabulary import WILD

if TYPE_CHECKING:
    from storyengine.games.out_of_this_world.state import State

LATER, AND_LATER = 0.92, 0.61
"""What a point counts that can be equipped in a later turn, beside one equipped now; and in each turn after that."""
WASTE = 0.13
"""What a point costs that a set has in it and that does not count, since only its lowest card is equipped."""
SINGLE, MATE, TWIN = 0.13, 0.06, 0.11
"""What a card left over counts for each point of its value: alone, with another of its type, of its value."""
SPARE = 0.1
"""What a card counts for paying Foes, whatever its value."""
WILD_BONUS = 0.8
HOPE = 0.3
"""How much of a wish for a card counts while it has no set to be equipped with."""
OVERFULL = 2.02
"""What a card costs that can be neither used nor kept."""
SPEND_SHARE = 0.97
"""How much of an ability's worth is counted before the item is equipped."""
CALM, ALONE, LESS, WORST = 0.88, 0.35, 2.0, 4.21
"""What it is worth to be rid of a Foe: in any case, if nobody else has any, if others have more, if nobody has."""
DANGER = 9.0
"""What more if the Foes would end the game with the round."""
LASTING, EVERY_TURN, MINUS = 0.28, 7.51, 0.6
"""What a Foe's lasting effect costs, one at the end of each turn, and each point that it takes away."""
REMOVABLE = 1.08
"""What a Foe that the win wants out of the game costs besides, until it is."""
WANTED = 7.0
"""What the adventure's own wish (a named item, a missing suit, a Foe to be defeated) counts in points."""


_ABILITY = {
    "discard foe": 2.7,
    "all discard foe": 1.5,
    "gain time": 1.33,
    "salvage": 2.17,
    "all salvage": 1.84,
    "equip up to": 0.5,
    "shove foe": 1.0,
    "remove": 4.0,
    "give hand": 0.2,
    "shrug": 3.16,
    "hand limit": 1.0,
}
"""What an ability promises, in points, for each of its number or, if it serves all, for each player."""
_ONCE = frozenset(("hand limit",))
"""Abilities whose number is no count."""


def ability_worth(box: Box, item: int) -> float:
    """What an item's ability promises, in points."""
    card = box.items[item]
    effect = card.spend or card.lasting
    if effect is None:
        return 0.0
    times = box.n if effect.verb.startswith("all ") else 1 if effect.verb in _ONCE else max(1, effect.number)
    return _ABILITY[effect.verb] * times


class Wishes:
    """What equipping an item counts besides its points, by card; the same object for the same wishes."""

    __slots__ = ("bonus",)

    def __init__(self, bonus: dict[int, float]) -> None:
        """Wishes with these bonuses; items that are not named have none."""
        self.bonus = bonus


@lru_cache(maxsize=64)
def _abilities(box: Box) -> dict[int, float]:
    worths = [ability_worth(box, item) for item in range(box.first_foe)]
    return {item: SPEND_SHARE * worth for item, worth in enumerate(worths) if worth}


def wishes_of(view: WorldView | State, seat: int) -> Wishes:
    """What items would do for a seat and for the adventure's win besides their points."""
    box, win = view.box, view.box.config.adventure.win
    if not (box.win_equipped or win.suits_each or win.team_suits):
        return _wishes(box, 0, 0)
    return _wishes(box, view.equipped[seat], union(view.equipped))


@lru_cache(maxsize=4096)
def _wishes(box: Box, own: int, every: int) -> Wishes:
    """The wishes of a seat with items of its `own` in a team with `every` item."""
    win = box.config.adventure.win
    bonus = dict(_abilities(box))
    for item in box.win_equipped:
        if not every >> item & 1:
            bonus[item] = bonus.get(item, 0.0) + WANTED
    missing_own = sum([bool(own & box.of_type[suit]) for suit in range(WILD)]) < win.suits_each
    for suit in range(WILD):
        extra = 0.0
        if missing_own and not own & box.of_type[suit]:
            extra += WANTED / 2
        if (every & box.of_type[suit]).bit_count() < win.team_suits:
            extra += WANTED / 4
        if extra:
            for item in bits(box.of_type[suit]):
                bonus[item] = bonus.get(item, 0.0) + extra
    return Wishes(bonus)


# A search asks for the same hands again and again, and the answers depend on nothing else.
@lru_cache(maxsize=1 << 15)
def best_sets(box: Box, hand: int, barred: int = 0) -> tuple[tuple[int, int, int], ...]:
    """Sets of three for an equip, for each lowest card that has one the cheapest: (lowest, second, third)."""
    found = []
    cost = box.cost
    for card in bits(hand & ~barred):
        best: tuple[int, int, int] | None = None
        cheapest = 99
        for mask in (box.same_value[card], *box.same_type[card]):
            there = hand & mask
            if there.bit_count() < 2:
                continue
            second, third = sorted(bits(there), key=cost.__getitem__)[:2]
            total = box.value[second] + box.value[third] + 3 * ((cost[second] > WILD_COST) + (cost[third] > WILD_COST))
            if total < cheapest:
                cheapest, best = total, (card, second, third)
        if best:
            found.append(best)
    return tuple(found)


@lru_cache(maxsize=1 << 15)
def hand_worth(box: Box, hand: int, need: int, wishes: Wishes, room: int) -> float:
    """Points that a hand promises.

    Args:
        box: the cards.
        hand: the hand.
        need: points that its holder still needs, 0 if none.
        wishes: what equipping some items counts besides.
        room: how many cards of it can be kept or used.
    """
    worth = 0.0
    left = hand
    share = LATER
    value, kind, bonus = box.value, box.type, wishes.bonus
    while left.bit_count() > 2:
        best, chosen, lowest = 0.0, 0, 0
        for first, second, third in best_sets(box, left):
            gain = min(value[first], need) + bonus.get(first, 0.0)
            gain -= WASTE * (value[second] + value[third] - 2 * value[first])
            if gain > best:
                best, chosen, lowest = gain, 1 << first | 1 << second | 1 << third, value[first]
        if not chosen:
            break
        worth += share * best
        share *= AND_LATER
        need = max(0, need - lowest)
        left &= ~chosen
    rest = []
    for card in bits(left):
        each = SPARE + (WILD_BONUS if kind[card] == WILD else 0.0)
        if need:
            v = min(value[card], need)
            each += v * SINGLE
            if left & box.of_type[kind[card]] & ~(1 << card):
                each += v * MATE
            if left & box.same_value[card]:
                each += v * TWIN
        each += HOPE * bonus.get(card, 0.0)
        rest.append(each)
    spare = hand.bit_count() - room
    if spare > 0:
        # cards that can be neither used nor kept are worth nothing, and what is left of sets not much
        worth -= OVERFULL * max(0, spare - len(rest))
        rest = sorted(rest)[spare:]
    return worth + sum(rest)


def foe_price(view: WorldView | State, foe: int, seat: int) -> float:
    """What it is worth to be rid of a Foe before a seat, in points."""
    box = view.box
    kind = box.foe(foe)
    counts = box.counts[foe]
    weight = view.weight[seat] if view.front[seat] >> foe & 1 else view.weight[seat] + counts
    others = max([each for other, each in enumerate(view.weight) if other != seat], default=0)
    # one Foe before everybody costs the team no more than one before somebody, so the first is put up with
    price = CALM * counts
    beyond = weight - max(1, weight - counts)
    if beyond > 0:
        price += (WORST if weight >= others else LESS) * beyond
    elif not others:
        price += ALONE
    if max(weight, others) >= view.tokens:
        price += DANGER
    price += LASTING * len(kind.lasting) + EVERY_TURN * len(kind.end_of_turn)
    if box.minus[foe]:
        price += MINUS * box.minus[foe]
    for mask, many in box.win_removed:
        if mask >> foe & 1 and (view.removed & mask).bit_count() < many:
            price += REMOVABLE
    for (mask, many), beaten in zip(box.win_defeated, view.defeated, strict=True):
        if mask >> foe & 1 and beaten < many:
            price += WANTED
    return price
