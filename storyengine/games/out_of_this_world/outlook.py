"""How a position looks: the chance that the team wins, as far as points, Time and Foes tell in the middle of play.

A logistic regression over some 20,000 positions at the start of turns, from 630 matches of rules of thumb alone, all
adventures with three to five players, before these rules and the cards had their present numbers. What
`tools/fit_outlook.py` gives now tells better who wins such matches, but teams that search with it do not win more (211
of 360 against 227 with these weights), since rules of thumb seldom go where searches go; so these stay.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING

from storyengine.games.out_of_this_world.actions import bits, union
from storyengine.games.out_of_this_world.vocabulary import WILD
from storyengine.games.out_of_this_world.worth import foe_price, hand_worth, wishes_of

if TYPE_CHECKING:
    from storyengine.games.out_of_this_world.state import State

PLENTY = 99
"""Room for cards: what is over when hands are cut is the rules of thumb's concern."""
BASE = 0.35
"""Log-odds where everything measured is nothing."""
WEIGHTS = {
    "Time tokens": 0.39,
    "points that hands do not promise, of the players' mean": -0.05,
    "the same, of the one who lacks most": -0.09,
    "price of the Foes before a player, mean": -0.06,
    "Foes of the player who has most": -1.28,
    "part of the round that is left": 0.25,
    "named items still to be equipped": -0.3,
    "suits that a player still lacks, mean": -0.5,
    "items of suits that the team still lacks": -0.17,
    "Foes still to be removed": -0.72,
    "Foes still to be defeated": -0.54,
}
"""Log-odds for each of what is measured, in the order of `measures`."""
_WEIGHTS = tuple(WEIGHTS.values())


def outlook(s: State) -> float:
    """The chance of a victory, roughly; 1 or 0 once it is known."""
    if s.won >= 0:
        return float(s.won)
    odds = BASE + sum([weight * each for weight, each in zip(_WEIGHTS, measures(s), strict=True)])
    return 1 / (1 + exp(-odds))


def measures(s: State) -> tuple[float, ...]:
    """What a position is judged by, in the order of `WEIGHTS`."""
    box, n = s.box, s.n
    needs = []
    price = 0.0
    for seat in range(n):
        lack = max(0, box.goal + s.minus[seat] - s.points[seat])
        needs.append(max(0.0, lack - hand_worth(box, s.hands[seat], lack, wishes_of(s, seat), PLENTY)) if lack else 0.0)
        price += sum([foe_price(s, foe, seat) for foe in bits(s.front[seat])])
    left = sum([len(stack) for stack in s.stacks]) / (box.config.stacks * box.config.height)
    return (s.tokens, sum(needs) / n, max(needs), price / n, max(s.weight), left, *_unmet(s))


def _unmet(s: State) -> tuple[float, float, float, float, float]:
    """What else the win condition asks for and is not there yet."""
    box = s.box
    win = box.config.adventure.win
    every = union(s.equipped)
    suits = box.of_type[:WILD]
    items = sum([not every >> item & 1 for item in box.win_equipped])
    each = colours = 0.0
    if win.suits_each:
        there = [min(win.suits_each, sum([bool(own & suit) for suit in suits])) for own in s.equipped]
        each = sum([win.suits_each - many for many in there]) / s.n
    if win.team_suits:
        colours = sum([max(0, win.team_suits - (every & suit).bit_count()) for suit in suits])
    removed = sum([max(0, many - (s.removed & mask).bit_count()) for mask, many in box.win_removed])
    left = [max(0, many - beaten) for beaten, (_, many) in zip(s.defeated, box.win_defeated, strict=True)]
    return items, each, colours, removed, sum(left)
