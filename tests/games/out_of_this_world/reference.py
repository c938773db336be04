"""The rules once more, slow and literal: every set is tried card by card, and a tiny game is played in plain lists."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations

from storyengine.games.out_of_this_world.actions import bits
from storyengine.games.out_of_this_world.box import NO_GIFTS, NO_LEG, NO_PASS, NO_SPEND, SUIT_BARS
from storyengine.games.out_of_this_world.cards import Foe, Item, characters
from storyengine.games.out_of_this_world.phases import ACT, PAY, TAKE, TO, WITH
from storyengine.games.out_of_this_world.state import State

WILD = 4


def one_type(cards: Sequence[Item]) -> bool:
    """Whether some suit fits all of them, wild cards fitting any."""
    return any(all(card.type in (suit, WILD) for card in cards) for suit in range(4))


def one_value(cards: Sequence[Item]) -> bool:
    return len({card.value for card in cards}) == 1


def gives(lowest: Item, others: Sequence[Item]) -> bool:
    """Whether a set lets `lowest` be given or equipped."""
    whole = [lowest, *others]
    return one_value(whole) or (one_type(whole) and lowest.value == min(card.value for card in whole))


def pays(foe: Foe, cards: Sequence[Item], times: int) -> bool:
    """Whether the cards are exactly a foe's set, by trying every way to put them in its places."""
    places = [suit for suit, need in enumerate(foe.needs) for _ in range(need * times)] + [None] * (foe.any * times)
    if len(cards) != len(places):
        return False
    return any(
        all(place is None or card.type in (place, WILD) for card, place in zip(order, places, strict=True))
        for order in permutations(cards)
    )


def legal(s: State) -> set[str]:
    """Tokens of the legal moves of taking, acting, completing sets and choosing receivers."""
    box, seat = s.box, s.turn
    hand = {card: box.items[card] for card in bits(s.hands[seat])}
    if s.phase == TAKE:
        tops = {place: stack[-1] for place, stack in enumerate(s.stacks) if stack}
        foes = {place for place, card in tops.items() if card >= box.first_foe}
        moves = {f"take {place + 1}" for place in foes or tops}
        idle = s.streak >= box.config.stall_cycles * s.n
        return moves if idle or s.bars[seat] & NO_LEG else moves | {"leg it"}
    if s.phase == ACT:
        return acts(s, hand)
    if s.phase == TO:
        if s.card >= box.first_foe:
            return {f"to {other + 1}" for other in range(s.n) if other != seat}
        return {f"to {other + 1}" for other in range(s.n) if other != seat and not s.bars[other] & NO_GIFTS}
    laid = [box.items[card] for card in bits(s.laid)]
    rest = {card: item for card, item in hand.items() if not s.laid >> card & 1}
    found = set()
    if s.phase == WITH:
        lowest = box.items[s.card]
        others = [item for item in laid if item is not lowest]
        many = (2 if box.tokens[s.verb + s.card].startswith("equip") else 1) - len(others)
        for cards in combinations(rest, many):
            if gives(lowest, [*others, *(rest[card] for card in cards)]):
                found |= {f"with {box.ids[card]}" for card in cards}
    elif s.phase == PAY:
        times = 2 if box.tokens[s.verb + s.card].startswith("defeat twice") else 1
        foe = box.foe(s.card)
        for cards in combinations(rest, foe.size * times - len(laid)):
            if pays(foe, [*laid, *(rest[card] for card in cards)], times):
                found |= {f"pay {box.ids[card]}" for card in cards}
    return found


def acts(s: State, hand: dict[int, Item]) -> set[str]:
    """The optional action."""
    box, seat = s.box, s.turn
    ability = characters()[s.who[seat]].ability.verb if s.who[seat] >= 0 else ""
    bars = s.bars[seat]
    moves = {"done"}
    takers = [other for other in range(s.n) if other != seat and not s.bars[other] & NO_GIFTS]
    for card, item in hand.items():
        others = [mate for other, mate in hand.items() if other != card]
        if takers and not bars & NO_PASS and (ability == "pass one" or any(gives(item, [mate]) for mate in others)):
            moves.add(f"pass {box.ids[card]}")
        forbidden = item.type != WILD and bars >> SUIT_BARS + item.type & 1
        if not forbidden and any(gives(item, pair) for pair in combinations(others, 2)):
            moves.add(f"equip {box.ids[card]}")
    for owner in range(s.n):
        for card in bits(s.front[owner]) if owner == seat or ability == "defeat anywhere" else ():
            foe = box.foe(card)
            for times in (1, 2) if foe.twice else (1,):
                if any(pays(foe, cards, times) for cards in combinations(hand.values(), foe.size * times)):
                    moves.add(f"defeat {'twice ' if times == 2 else ''}{box.ids[card]}")
    for card in bits(s.equipped[seat] & ~s.spent):
        if box.items[card].spend and not bars & NO_SPEND and useful(s, card, hand, bool(takers)):
            moves.add(f"spend {box.ids[card]}")
    return moves


def useful(s: State, card: int, hand: dict[int, Item], takers: bool) -> bool:
    """Whether a SPEND has something to work on."""
    effect, seat = s.box.items[card].spend, s.turn
    assert effect is not None
    mine = [s.box.foe(foe).id for foe in bits(s.front[seat])]
    if effect.verb == "equip up to":
        bars = s.bars[seat] >> SUIT_BARS
        return any(i.value <= effect.number and (i.type == WILD or not bars >> i.type & 1) for i in hand.values())
    return {
        "remove": effect.name in mine,
        "discard foe": bool(mine),
        "shove foe": bool(mine),
        "all discard foe": any(s.front),
        "salvage": any(other < s.box.first_foe for other in bits(s.discard)),
        "all salvage": any(other < s.box.first_foe for other in bits(s.discard)),
        "give hand": takers or not hand,
        "gain time": True,
    }[effect.verb]


class Tiny:
    """The tiny match in plain lists: two players, three Items of value 3 and a Foe; see `tiny_match`.

    Two of the Items are toys and one is music, so any two of them may be passed. The Foe (one toy, one more card) makes
    its owner discard a card at the end of each of its turns. One round decides: nobody can equip anything.
    """

    TOYS = ("yo_yo", "rubber_chicken")
    FOE = "tiny_gnome"

    def __init__(self) -> None:
        self.decisions = self.ends = 0

    def count(self) -> tuple[int, int]:
        """Decisions and ends over all deals."""
        for deal in permutations([*self.TOYS, "kazoo", self.FOE]):
            deck = list(deal)
            hands: list[list[str]] = [[], []]
            fronts: list[list[str]] = [[], []]
            for seat in (0, 1):
                while deck and not hands[seat]:
                    card = deck.pop(0)
                    (fronts if card == self.FOE else hands)[seat].append(card)
            self.turn(hands, fronts, deck, 0, 0)
        return self.decisions, self.ends

    def turn(self, hands: list[list[str]], fronts: list[list[str]], stacks: list[str], seat: int, idle: int) -> None:
        """A seat takes a card from one of the stacks of one card, or legs it."""
        if not stacks:
            self.ends += 1
            return
        self.decisions += 1
        for place in range(len(stacks)):
            if self.FOE in stacks and stacks[place] != self.FOE:
                continue
            rest = stacks[:place] + stacks[place + 1 :]
            new_hands, new_fronts = [hand[:] for hand in hands], [front[:] for front in fronts]
            (new_fronts if stacks[place] == self.FOE else new_hands)[seat].append(stacks[place])
            self.act(new_hands, new_fronts, rest, seat)
        if idle < 2:  # one circle of two
            bare = [[] if other == seat else hands[other] for other in (0, 1)]
            self.close(bare, fronts, stacks, seat, idle + 1)

    def act(self, hands: list[list[str]], fronts: list[list[str]], stacks: list[str], seat: int) -> None:
        """Nothing; or pass one of two cards; or defeat the Foe, anybody's for the first seat, which is Malala's."""
        self.decisions += 1
        hand, other = hands[seat], 1 - seat
        self.close(hands, fronts, stacks, seat, 0)
        foes = [owner for owner in (seat, other) if fronts[owner] and (owner == seat or seat == 0)]
        if len(hand) == 2:
            for given in hand:
                # toy and music share the value, so either may be given
                after: list[list[str]] = [[], []]
                after[other] = [*hands[other], given]
                self.close(after, fronts, stacks, seat, 0)
            for owner in foes:
                if any(card in self.TOYS for card in hand):
                    beaten = [[] if who == owner else fronts[who] for who in (0, 1)]
                    spent: list[list[str]] = [[], []]
                    spent[other] = hands[other]
                    self.close(spent, beaten, stacks, seat, 0)

    def close(self, hands: list[list[str]], fronts: list[list[str]], stacks: list[str], seat: int, idle: int) -> None:
        """The end of a turn: the Foe's owner discards a card."""
        if not fronts[seat] or len(hands[seat]) < 2:
            if fronts[seat]:
                hands = [[] if who == seat else hands[who] for who in (0, 1)]
            self.turn(hands, fronts, stacks, 1 - seat, idle)
            return
        self.decisions += 1
        for kept in hands[seat]:
            after = [[kept] if who == seat else hands[who] for who in (0, 1)]
            self.turn(after, fronts, stacks, 1 - seat, idle)
