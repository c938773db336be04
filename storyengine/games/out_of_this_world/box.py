"""A configured match in small numbers: each physical card has one, items before foes, and sets of cards are bit masks.

Everything that a move looks up is computed here once.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from storyengine.games.out_of_this_world.actions import BLOCK, CARD_VERBS, FOE_BLOCKS, PLAIN, SAY, SAYINGS, SEAT, STACK
from storyengine.games.out_of_this_world.adventure import PLAYERS, copy_id, in_play
from storyengine.games.out_of_this_world.cards import Foe, Item, basic_foes, basic_items, characters
from storyengine.games.out_of_this_world.options import Config
from storyengine.games.out_of_this_world.vocabulary import SUITS, WILD

NO_PASS, NO_SPEND, NO_LEG, NO_GIFTS, SILENT, NO_EQUIP = 1, 2, 4, 8, 16, 32
SUIT_BARS = 5
"""What a player's Foes forbid, as bits; `NO_EQUIP` is shifted left by the suit, so suits begin at bit `SUIT_BARS`."""
WILD_COST = 10
"""What a wild card costs more than its value when a set is completed: it is laid last."""
_BARS = {"no pass": NO_PASS, "no spend": NO_SPEND, "no leg it": NO_LEG, "no gifts": NO_GIFTS, "silent": SILENT}


class Box:
    """The cards of one match and what they do."""

    def __init__(self, config: Config) -> None:
        """Lay out the cards of a configuration."""
        self.config = config
        self.n = config.players
        self.items, self.foes = _cards(config)
        self.first_foe = len(self.items)
        self.size = len(self.items) + len(self.foes)
        if self.size > BLOCK:
            raise ValueError(f"a match may have up to {BLOCK} cards, and this one has {self.size}")
        self.ids, self.names = _names(self.items, self.foes)
        self.numbers = {card_id: number for number, card_id in enumerate(self.ids)}
        self.all_items = (1 << self.first_foe) - 1
        self._index_items()
        self._index_foes()
        self._prepare_decks()
        self._prepare_win()
        self.tokens = _tokens(self)
        self.actions = {token: action for action, token in self.tokens.items()}

    def _index_items(self) -> None:
        items = self.items
        self.value = [item.value for item in items]
        self.type = [item.type for item in items]
        self.cost = [item.value + WILD_COST * (item.type == WILD) for item in items]
        """By card: what it costs to lay it in a set, the least first."""
        of_type = [self._mask(item.type == kind for item in items) for kind in range(WILD + 1)]
        self.of_type = of_type
        self.barred = [sum([of_type[suit] for suit in range(WILD) if bars >> suit & 1]) for bars in range(1 << WILD)]
        """Items that may not be equipped, by the suits that a player's Foes forbid (its bars from `SUIT_BARS` on)."""
        at_least = [self._mask(item.value >= value for item in items) for value in range(10)]
        self.up_to = [self._mask(item.value <= value for item in items) for value in range(10)]
        self.same_value: list[int] = []
        """By card: the others of its value."""
        self.same_type: list[tuple[int, ...]] = []
        """By card: the others of its type that are not lower, wild ones included; for a wild card one set a suit."""
        self.partner: list[int] = []
        """By card: all others with which it may be passed or equipped as the lowest."""
        for number, item in enumerate(items):
            others = ~(1 << number)
            higher = at_least[item.value] & others
            kinds = range(WILD) if item.type == WILD else (item.type,)
            same_type = tuple([(of_type[kind] | of_type[WILD]) & higher for kind in kinds])
            same_value = self.up_to[item.value] & higher
            self.same_value.append(same_value)
            self.same_type.append(same_type)
            partner = same_value
            for mask in same_type:
                partner |= mask
            self.partner.append(partner)
        self.spend = [item.spend for item in items]
        self.spendable = self._mask(item.spend is not None for item in items)
        self.hand_limits = [
            item.lasting.number if item.lasting and item.lasting.verb == "hand limit" else 0 for item in items
        ]
        self.shrugs = [item.lasting.number if item.lasting and item.lasting.verb == "shrug" else 0 for item in items]
        self.with_lasting = self._mask(item.lasting is not None for item in items)

    def _index_foes(self) -> None:
        blank = [0] * self.first_foe
        self.bars, self.counts, self.limits, self.minus = list(blank), list(blank), list(blank), list(blank)
        for foe in self.foes:
            bars = limit = minus = 0
            counts = 1
            for effect in foe.lasting:
                if effect.verb in _BARS:
                    bars |= _BARS[effect.verb]
                elif effect.verb == "no equip":
                    bars |= NO_EQUIP << SUITS.index(effect.name)
                elif effect.verb == "counts":
                    counts = effect.number
                elif effect.verb == "hand limit":
                    limit = 10 + effect.number  # 10 more, so that a limit of 0 is not the absence of one
                else:
                    minus += effect.number
            self.bars.append(bars)
            self.counts.append(counts)
            self.limits.append(limit)
            self.minus.append(minus)

    def _prepare_decks(self) -> None:
        config, adventure = self.config, self.config.adventure
        foes = self.foes
        copies: dict[str, list[int]] = {}
        kinds = [*(item.id for item in self.items), *(foe.id for foe in foes)]
        for number, kind in enumerate(kinds):
            copies.setdefault(kind, []).append(number)
        self.copies = copies
        difficult = {foe.id for foe in basic_foes() if foe.difficult}
        self.difficult = [] if config.deck else [copies[foe_id][0] for foe_id in sorted(difficult)]
        self.difficult_mask = self.mask(self.difficult)
        self.equipped = [copies[item_id][0] for item_id in adventure.equipped]
        used: dict[str, int] = {}

        def take(counts: Iterable[tuple[str, int]]) -> list[int]:
            taken = []
            for card_id, many in counts:
                start = used.get(card_id, 0)
                taken += copies[card_id][start : start + many]
                used[card_id] = start + many
            return taken

        if config.deck:
            self.start = take((card_id, config.deck.count(card_id)) for card_id in dict.fromkeys(config.deck))
        else:
            basic = [
                copies[card_id][0]
                for card_id in [*(item.id for item in basic_items()), *(foe.id for foe in basic_foes())]
                if card_id not in difficult and card_id not in adventure.equipped
            ]
            self.start = sorted(basic + take(adventure.start))
        self.added_first = take(adventure.run_out_first)
        self.added_each = (
            [] if config.deck else [copies[card_id][used.get(card_id, 0) :] for card_id, _ in adventure.run_out]
        )
        self.added_many = [many for _, many in adventure.run_out]

    def _prepare_win(self) -> None:
        win = self.config.adventure.win
        self.goal = win.points[self.n - PLAYERS[0]] if self.n in PLAYERS else win.points[0]
        self.win_equipped = [self.copies[item_id][0] for item_id in win.equipped]
        self.win_removed = [(self.mask(self.copies[foe_id]), many) for foe_id, many in win.removed]
        self.win_defeated = [(self.mask(self.copies[foe_id]), many) for foe_id, many in win.defeated]

    def foe(self, card: int) -> Foe:
        """The foe that a card is."""
        return self.foes[card - self.first_foe]

    def _mask(self, which: Iterable[bool]) -> int:
        return sum([1 << number for number, is_in in enumerate(which) if is_in])

    def mask(self, cards: Iterable[int]) -> int:
        """A set of cards."""
        return sum([1 << card for card in cards])


@lru_cache(maxsize=64)
def box_of(config: Config) -> Box:
    """The cards of a configuration; a story asks for the same ones at every move."""
    return Box(config)


def _cards(config: Config) -> tuple[tuple[Item, ...], tuple[Foe, ...]]:
    """All cards of the match, one entry for each physical card."""
    adventure = config.adventure
    there = in_play(adventure)
    items = (*basic_items(), *(item for item in adventure.items if item.id in there))
    foes = [*basic_foes(), *(foe for foe in adventure.foes for _ in range(there.get(foe.id, 0)))]
    if config.deck:
        items = tuple(item for item in items if item.id in config.deck)
        foes = [foe for foe in foes if foe.id in config.deck]
    return items, tuple(foes)


def _names(items: tuple[Item, ...], foes: tuple[Foe, ...]) -> tuple[list[str], list[str]]:
    """Ids and names by card number; further copies of a foe are numbered from 2."""
    ids = [item.id for item in items]
    names = [item.name for item in items]
    for place, foe in enumerate(foes):
        earlier = sum(other.id == foe.id for other in foes[:place])
        ids.append(copy_id(foe.id, earlier + 1))
        names.append(f"{foe.name} ({earlier + 1})" if earlier else foe.name)
    return ids, names


def _tokens(box: Box) -> dict[int, str]:
    """The words of each move."""
    tokens = dict(PLAIN)
    tokens.update({STACK + stack: f"take {stack + 1}" for stack in range(box.config.stacks)})
    tokens.update({SEAT + seat: f"to {seat + 1}" for seat in range(box.n)})
    tokens.update({SAY + number: f"say {words}" for number, words in enumerate(SAYINGS)})
    for base, verb in CARD_VERBS.items():
        for number, card_id in enumerate(box.ids):
            if (number >= box.first_foe) == (base in FOE_BLOCKS):
                tokens[base + number] = f"{verb} {card_id}"
    return tokens


def character_name(box: Box, character: int, seat: int) -> str:
    """The name on the side of a character card that a seat shows."""
    sides = box.config.sides
    return sides[seat] if sides else characters()[character].sides[0]
