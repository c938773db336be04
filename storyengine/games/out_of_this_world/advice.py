"""Rules of thumb for a sensible move; what the greedy bot plays. They read a view and nothing else.

Every move is given a worth in points to come, as `worth` measures them, and the best one is taken. Cards are left and
passed for others, by what they said they need, which is believed, and where hands lie open by what a card would do for
a hand. Elsewhere nobody keeps count of what others have taken; searches do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from storyengine.games.chance import Stream
from storyengine.games.out_of_this_world import phases, sets
from storyengine.games.out_of_this_world.actions import (
    DEFEAT,
    DONE,
    DROP,
    EQUIP,
    FIT,
    FOE,
    LEAVE_STACK,
    LEG_IT,
    LISTEN,
    NEED_VALUE,
    PASS,
    PAY,
    SALVAGE,
    SEAT,
    SPEND,
    TAKE_STACK,
    TWICE,
    WITH,
    bits,
)
from storyengine.games.out_of_this_world.box import SUIT_BARS
from storyengine.games.out_of_this_world.cards import characters
from storyengine.games.out_of_this_world.view import WorldView
from storyengine.games.out_of_this_world.vocabulary import WILD
from storyengine.games.out_of_this_world.worth import best_sets, foe_price, hand_worth, wishes_of

ACTION_COST = 0.04
DOUBT = 2.0
"""How many points a move may be worse by the rules of thumb to be worth a search."""
UNASKED, POINT, HEARD = 0.1, 0.09, 1.3
"""What a card counts for somebody who needs points: in any case, for each of them, and if it was asked for."""
SEEN_AND_HEARD = 0.5
"""What asking for a card adds where hands lie open."""
LEAVE, LEAVE_SEEN = 0.15, 0.4
"""How much of what a card promises a mate keeps others from taking it; and where hands lie open."""
PASS_COST, BEHIND = 0.73, 0.13
"""What a pass must gain for the team before it is worth the card discarded with it; less to those who are behind."""
HELPING = 1.02
"""How much more the cards count that pay for another player's Foe."""
READY = 0.17
"""What a Foe that can be paid for at once costs at least: the turn."""
LOSE_TIME, LOSE_CARD = 2.64, 1.2
"""What taking a Foe costs for each Time token and each card that is lost with it."""
PASSED_ON, RUNNING = 0.9, 1.0
"""How much of what a Foe costs the next player counts for who legs it; and what legging it costs besides."""
TIME_BACK, PARTY, OUT = 2.27, 1.17, 5.43
"""What beating a Foe brings besides: for each token gained, for each player who gets a card back, and for being rid
of it for good where the adventure wants that."""
BETTER = {
    "discard foe": 2.01,
    "all discard foe": 2.05,
    "salvage": 0.5,
    "all salvage": 1.0,
    "equip up to": 2.68,
    "shove foe": 0.5,
}
"""What spending an item must bring, in points, to be better than keeping it; `all discard foe` for each player."""


class Plan:
    """What a seat thinks of, worked out once for a decision."""

    def __init__(self, view: WorldView) -> None:
        """Measure the seat's own hand."""
        self.view = view
        self.box = view.box
        self.seat = view.seat
        self.hand = view.hand
        self.need = max(0, self.box.goal + view.minus[self.seat] - view.points[self.seat])
        self.wishes = wishes_of(view, self.seat)
        self.bonus = self.wishes.bonus
        left = sum(view.heights)
        self.turns = left // self.box.n
        self.room = view.limits[self.seat] + 3 * self.turns
        self.now = self.worth(self.hand)

    def worth(self, hand: int) -> float:
        """What a hand promises this seat."""
        return hand_worth(self.box, hand, self.need, self.wishes, self.room)

    def loss(self, cards: int) -> float:
        """What the hand promises less without some cards."""
        return self.now - self.worth(self.hand & ~cards)

    def cheapest(self, cards: Sequence[int]) -> int:
        """The card whose loss is least."""
        return min(cards, key=lambda card: self.loss(1 << card))

    def payment(self, foe: int, times: int = 1) -> int:
        """The cards with which this seat would pay for a Foe, found card by card; 0 if it cannot."""
        kind = self.box.foe(foe)
        laid = 0
        while laid.bit_count() < kind.size * times:
            able = sets.payable_in(self.box, kind, times, laid, self.hand)
            if not able:
                return 0
            laid |= 1 << self.cheapest(bits(able))
        return laid

    def lacks(self, seat: int) -> int:
        """Points that a seat still needs."""
        view = self.view
        return max(0, self.box.goal + view.minus[seat] - view.points[seat])

    def pass_cost(self, seat: int) -> float:
        """What a pass to a seat must gain before it is worth the card discarded with it."""
        behind = self.lacks(seat) - self.need
        return max(0.2, PASS_COST - BEHIND * behind)

    def wanted_by(self, seat: int, card: int) -> float:
        """What a card promises another seat, by what it has said and, where hands lie open, by its hand."""
        view, box = self.view, self.box
        lacks = self.lacks(seat)
        if lacks <= 0 and not box.config.adventure.win.suits_each:
            return 0.0
        need = view.need[seat]
        heard = need >= 0 and (
            box.type[card] in (need, WILD) if need < NEED_VALUE else box.value[card] == need - NEED_VALUE + 3
        )
        if not box.config.open_hands:
            return UNASKED + (HEARD if heard else 0.0) + POINT * min(box.value[card], lacks)
        hand, wishes, room = view.known[seat], wishes_of(view, seat), view.limits[seat] + 3 * self.turns
        there = hand_worth(box, hand, lacks, wishes, room)
        return hand_worth(box, hand | 1 << card, lacks, wishes, room) - there + (SEEN_AND_HEARD if heard else 0.0)


def advise(view: WorldView, legal: Sequence[int], stream: Stream) -> int:
    """The move that the rules of thumb like best; equal ones by chance."""
    if view.phase == phases.CHAT:
        return LISTEN
    worth = _WORTH[view.phase]
    plan = Plan(view)
    scored = [(worth(plan, move), move) for move in legal]
    best = max(scored)[0]
    ties = [move for value, move in scored if value == best]
    return ties[stream.below(len(ties))] if len(ties) > 1 else ties[0]


def rank(view: WorldView, legal: Sequence[int]) -> list[int]:
    """The moves that are worth a search, the best first: in small matters only the best one.

    Small matters are which card pays, is discarded or comes back; there rollouts tell less than the rules of thumb.
    """
    worth = _WORTH[view.phase]
    plan = Plan(view)
    scored = sorted([(-worth(plan, move), move) for move in legal])
    if view.phase not in (phases.TAKE, phases.ACT, phases.TO):
        return [scored[0][1]]
    return [move for value, move in scored if value < scored[0][0] + DOUBT]


def _chat(plan: Plan, move: int) -> float:
    return float(move == LISTEN)


def _take(plan: Plan, move: int) -> float:
    view, box = plan.view, plan.box
    if move == LEG_IT:
        return _leg_it(plan)
    top = view.tops[move]
    if top >= box.first_foe:
        return -_foe_cost(plan, top) + 0.01 * view.heights[move]
    gain = plan.worth(plan.hand | 1 << top) - plan.now
    for seat in range(box.n):
        if seat == plan.seat:
            continue
        if view.wish[seat] == LEAVE_STACK + move:
            gain -= 1.0
        elif view.wish[seat] == TAKE_STACK + move:
            gain += 0.8
    heard = max([plan.wanted_by(seat, top) for seat in range(box.n) if seat != plan.seat])
    return gain - (LEAVE_SEEN if box.config.open_hands else LEAVE) * max(0.0, heard)


def _foe_cost(plan: Plan, foe: int) -> float:
    """What it costs to take a Foe: its price, or what paying for it at once costs."""
    view, kind = plan.view, plan.box.foe(foe)
    price = foe_price(view, foe, plan.seat)
    cards = plan.payment(foe)
    if cards:
        price = min(price, max(READY, plan.loss(cards)))
    for effect in kind.on_take:
        if effect.verb == "lose time":
            price += 100.0 if effect.number >= view.tokens else LOSE_TIME * effect.number
        elif effect.verb == "discard":
            price += LOSE_CARD * min(effect.number, plan.hand.bit_count())
    return price


def _leg_it(plan: Plan) -> float:
    view, box = plan.view, plan.box
    foes = [top for top in view.tops if top >= box.first_foe]
    # somebody else has to take the Foe then
    passed_on = min([foe_price(view, foe, (plan.seat + 1) % box.n) for foe in foes], default=2.0)
    return -plan.now - PASSED_ON * passed_on - RUNNING


def _act(plan: Plan, move: int) -> float:
    if move == DONE:
        return 0.0
    if move >= SPEND:
        return _spend(plan, move - SPEND) - ACTION_COST
    if move >= DEFEAT:
        times = 2 if move >= TWICE else 1
        return _defeat(plan, move - (TWICE if times == 2 else DEFEAT), times) - ACTION_COST
    if move >= PASS:
        return _pass(plan, move - PASS) - ACTION_COST
    return _equip(plan, move - EQUIP) - ACTION_COST


def _equip(plan: Plan, card: int) -> float:
    barred = plan.box.barred[plan.view.bars[plan.seat] >> SUIT_BARS]
    for first, second, third in best_sets(plan.box, plan.hand, barred):
        if first == card:
            gain = min(plan.box.value[card], plan.need) + plan.bonus.get(card, 0.0)
            after = hand_worth(
                plan.box,
                plan.hand & ~(1 << first | 1 << second | 1 << third),
                max(0, plan.need - plan.box.value[card]),
                plan.wishes,
                plan.room,
            )
            return gain + after - plan.now
    return -1.0


def _defeat(plan: Plan, foe: int, times: int) -> float:
    view = plan.view
    cards = plan.payment(foe, times)
    owner = next(seat for seat in range(plan.box.n) if view.front[seat] >> foe & 1)
    price = foe_price(view, foe, owner)
    kind = plan.box.foe(foe)
    for effect in kind.on_defeat:
        if effect.verb == "gain time" and view.tokens < plan.box.config.tokens:
            price += TIME_BACK * effect.number
        elif effect.verb == "discard":
            price -= 0.8 * effect.number
        elif effect.verb == "all salvage":
            price += PARTY * plan.box.n
    if times == 2:
        for mask, many in plan.box.win_removed:
            if mask >> foe & 1 and (view.removed & mask).bit_count() < many:
                price += OUT
    return price - plan.loss(cards) * (1.0 if owner == plan.seat else HELPING)


def _pass(plan: Plan, card: int) -> float:
    """The best that passing a card can do."""
    box = plan.box
    mates = bits(plan.hand & box.partner[card])
    who = plan.view.who[plan.seat]
    alone = who >= 0 and characters()[who].ability.verb == "pass one"
    cards = 1 << card if alone or not mates else 1 << card | 1 << plan.cheapest(mates)
    best = max([plan.wanted_by(seat, card) - plan.pass_cost(seat) for seat in range(box.n) if seat != plan.seat])
    return best - plan.loss(cards)


def _spend(plan: Plan, item: int) -> float:
    view, box = plan.view, plan.box
    effect = box.spend[item]
    assert effect is not None
    if effect.verb == "gain time":
        return 6.0 if view.tokens + effect.number <= box.config.tokens else -1.0
    if effect.verb == "discard foe":
        return max([foe_price(view, foe, plan.seat) for foe in bits(view.front[plan.seat])]) - BETTER[effect.verb]
    if effect.verb == "remove":
        return 9.0
    if effect.verb == "all discard foe":
        weights = [
            max([foe_price(view, foe, seat) for foe in bits(view.front[seat])], default=0) for seat in range(box.n)
        ]
        return sum(weights) - BETTER[effect.verb] * box.n
    if effect.verb == "shove foe":
        return max([_shove(plan, foe)[0] for foe in bits(view.front[plan.seat])]) - BETTER[effect.verb]
    if effect.verb == "salvage":
        best = max([_salvage(plan, SALVAGE + card) for card in bits(view.discard & box.all_items)])
        return effect.number * best - BETTER[effect.verb]
    if effect.verb == "all salvage":
        return min(box.n, (view.discard & box.all_items).bit_count() // 3) - BETTER[effect.verb]
    if effect.verb == "equip up to":
        free = plan.hand & box.up_to[effect.number] & ~box.barred[view.bars[plan.seat] >> SUIT_BARS]
        return max([_fit(plan, FIT + card) for card in bits(free)]) - BETTER[effect.verb]
    # the Slingshot: for somebody who needs nothing any more
    if plan.need > 0:
        return -1.0
    given = sum(
        [max(plan.wanted_by(seat, card) for seat in range(box.n) if seat != plan.seat) for card in bits(plan.hand)]
    )
    return given - plan.now - 1.0


def _shove(plan: Plan, foe: int) -> tuple[float, int]:
    """The best seat to move a Foe to, and what that gains."""
    view = plan.view
    mine = foe_price(view, foe, plan.seat)
    others = [(mine - foe_price(view, foe, seat), seat) for seat in range(plan.box.n) if seat != plan.seat]
    return max(others)


def _with(plan: Plan, move: int) -> float:
    view = plan.view
    card = move - WITH
    if view.verb == EQUIP and view.laid.bit_count() == 1:
        barred = plan.box.barred[view.bars[plan.seat] >> SUIT_BARS]
        for first, second, third in best_sets(plan.box, plan.hand, barred):
            if first == view.card:
                return float(card == second) * 2 + float(card == third)
    return -plan.loss(view.laid | 1 << card)


def _to(plan: Plan, move: int) -> float:
    view = plan.view
    seat = move - SEAT
    if view.card >= plan.box.first_foe:
        return -foe_price(view, view.card, seat)
    return plan.wanted_by(seat, view.card)


def _pay(plan: Plan, move: int) -> float:
    return -plan.loss(plan.view.laid | 1 << (move - PAY))


def _drop(plan: Plan, move: int) -> float:
    return -plan.loss(1 << (move - DROP))


def _fit(plan: Plan, move: int) -> float:
    card = move - FIT
    return min(plan.box.value[card], plan.need) + plan.bonus.get(card, 0.0) - plan.loss(1 << card)


def _foe(plan: Plan, move: int) -> float:
    view, foe = plan.view, move - FOE
    effect = plan.box.spend[view.card]
    if effect is not None and effect.verb == "shove foe":
        return _shove(plan, foe)[0]
    return foe_price(view, foe, plan.seat)


def _salvage(plan: Plan, move: int) -> float:
    return plan.worth(plan.hand | 1 << (move - SALVAGE)) - plan.now


_WORTH: dict[int, Callable[[Plan, int], float]] = {
    phases.CHAT: _chat,
    phases.TAKE: _take,
    phases.ACT: _act,
    phases.WITH: _with,
    phases.TO: _to,
    phases.PAY: _pay,
    phases.DROP: _drop,
    phases.FIT: _fit,
    phases.FOE: _foe,
    phases.SALVAGE: _salvage,
}
