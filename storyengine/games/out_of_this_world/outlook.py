"""How a position looks: the chance that the team wins, as far as points, Time and Foes tell in the middle of play.

A logistic regression over about 20,000 positions at the start of turns, from 630 matches of rules of thumb alone, all
adventures with three to five players. It serves searches, which compare positions a few turns apart.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING

from storyengine.games.out_of_this_world.actions import bits
from storyengine.games.out_of_this_world.vocabulary import WILD
from storyengine.games.out_of_this_world.worth import foe_price, hand_worth, wishes_of

if TYPE_CHECKING:
    from storyengine.games.out_of_this_world.state import State

PLENTY = 99
"""Room for cards: what is over when hands are cut is the rules of thumb's concern."""
BASE, TOKEN, ROUND = 0.35, 0.39, 0.25
"""Log-odds at nothing, for a Time token, and for a whole round of cards on the stacks."""
MEAN, MOST = 0.05, 0.09
"""For each point that hands do not promise: of the players' mean, and of the one who lacks most."""
PRICE, WORST = 0.06, 1.28
"""For the price of the Foes before a player, and for each Foe of the player who has most."""
ITEM, SUIT, COLOUR, REMOVED, DEFEATED = 0.3, 0.5, 0.17, 0.72, 0.54
"""For what else a win asks for and is not there yet: a named item, a suit for each player (of the players' mean), an
item of a suit for the team, a Foe to be removed, a Foe to be defeated."""


def outlook(s: State) -> float:
    """The chance of a victory, roughly; 1 or 0 once it is known."""
    if s.won >= 0:
        return float(s.won)
    box, n = s.box, s.n
    needs = []
    price = 0.0
    for seat in range(n):
        lack = max(0, box.goal + s.minus[seat] - s.points[seat])
        needs.append(max(0.0, lack - hand_worth(box, s.hands[seat], lack, wishes_of(s, seat), PLENTY)) if lack else 0.0)
        price += sum([foe_price(s, foe, seat) for foe in bits(s.front[seat])])
    odds = BASE + TOKEN * s.tokens - MEAN * sum(needs) / n - MOST * max(needs)
    odds -= PRICE * price / n + WORST * max(s.weight)
    odds += ROUND * sum([len(stack) for stack in s.stacks]) / (box.config.stacks * box.config.height)
    return 1 / (1 + exp(_unmet(s) - odds))


def _unmet(s: State) -> float:
    """What the rest of the win condition costs, in log-odds."""
    box = s.box
    win = box.config.adventure.win
    every = 0
    for equipped in s.equipped:
        every |= equipped
    suits = box.of_type[:WILD]
    cost = ITEM * sum([not every >> item & 1 for item in box.win_equipped])
    if win.suits_each:
        there = [min(win.suits_each, sum([bool(own & suit) for suit in suits])) for own in s.equipped]
        cost += SUIT * sum([win.suits_each - many for many in there]) / s.n
    if win.team_suits:
        cost += COLOUR * sum([max(0, win.team_suits - (every & suit).bit_count()) for suit in suits])
    cost += REMOVED * sum([max(0, many - (s.removed & mask).bit_count()) for mask, many in box.win_removed])
    left = [max(0, many - beaten) for beaten, (_, many) in zip(s.defeated, box.win_defeated, strict=True)]
    return cost + DEFEATED * sum(left)
