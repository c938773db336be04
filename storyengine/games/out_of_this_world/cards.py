"""Items, foes and characters as the data files describe them, and the reader that notes what is wrong with them."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from storyengine.games.config_check import ConfigReader, written
from storyengine.games.out_of_this_world.vocabulary import SUITS, TYPES, Effect, read_effect

LOWEST, HIGHEST = 3, 8
"""Item values."""
COPIES = {3: 3, 4: 3, 5: 3, 6: 3, 7: 2, 8: 1}
"""How many items of each value a suit has."""
WILDS = (5, 6, 7, 8)
LARGEST_SET = 8
"""Cards a foe's set may ask for: more than a hand can usually hold is no set that can be paid."""


@dataclass(frozen=True, slots=True)
class Item:
    """An item card."""

    id: str
    name: str
    type: int
    """Index into `TYPES`."""
    value: int
    spend: Effect | None = None
    """What spending it does, once a game."""
    lasting: Effect | None = None
    """What it does for as long as it is equipped."""


@dataclass(frozen=True, slots=True)
class Foe:
    """A foe card; `copies` of it exist."""

    id: str
    name: str
    needs: tuple[int, ...]
    """Cards of each suit in its set."""
    any: int
    """Cards of any kind in its set."""
    difficult: bool = False
    copies: int = 1
    on_take: tuple[Effect, ...] = ()
    on_defeat: tuple[Effect, ...] = ()
    end_of_turn: tuple[Effect, ...] = ()
    lasting: tuple[Effect, ...] = ()
    twice: bool = False
    """Whether paying its set twice removes it from the game."""
    removed: bool = False
    """Whether defeating it removes it from the game in any case."""
    text: str = ""

    @property
    def size(self) -> int:
        """Cards in its set."""
        return sum(self.needs) + self.any


@dataclass(frozen=True, slots=True)
class Character:
    """A character card: two names for one ability."""

    id: str
    sides: tuple[str, ...]
    ability: Effect


def slug(name: str) -> str:
    """The id that belongs to a card's name.

    Example:
        >>> slug("Dad's Good Drill"), slug("Yo-Yo")
        ('dads_good_drill', 'yo_yo')
    """
    return re.sub(r"[^a-z0-9]+", "_", name.lower().replace("'", "")).strip("_")


def read_data(name: str) -> dict[str, Any]:
    """A data file that ships with the game."""
    text = resources.files(__package__).joinpath("data").joinpath(name).read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def basic_items() -> tuple[Item, ...]:
    """The 64 basic items, by suit and value."""
    data = read_data("items.toml")
    items = []
    for number, suit in enumerate(TYPES):
        for value, names in data["suits"][suit].items():
            for name in names:
                ability = data["abilities"].get(slug(name), {})
                spend, lasting = ability.get("spend"), ability.get("lasting")
                items.append(
                    Item(
                        slug(name),
                        name,
                        number,
                        int(value),
                        read_effect(spend, "spend") if spend else None,
                        read_effect(lasting, "item_lasting") if lasting else None,
                    )
                )
    return tuple(items)


@cache
def basic_foes() -> tuple[Foe, ...]:
    """The 11 normal and the 4 difficult foes."""
    foes = [read_foe(ConfigReader(raw, known=FOE_KEYS)) for raw in read_data("foes.toml")["foes"]]
    return tuple(foes)


@cache
def characters() -> tuple[Character, ...]:
    """The five character cards."""
    return tuple(
        Character(
            "_".join(slug(side) for side in raw["sides"]),
            tuple(raw["sides"]),
            read_effect(raw["ability"], "ability"),
        )
        for raw in read_data("characters.toml")["characters"]
    )


ITEM_KEYS = ("name", "suit", "value", "spend", "lasting")
FOE_KEYS = (
    "name", "set", "difficult", "copies", "on_take", "on_defeat", "end_of_turn", "lasting", "twice", "defeated", "text",
)  # fmt: skip


def read_item(reader: ConfigReader) -> Item:
    """An item as written; what is wrong is noted with the reader."""
    name = _name(reader)
    suit = reader.word("suit", TYPES, default="wild")
    value = reader.whole("value", LOWEST, HIGHEST, default=LOWEST)
    spend, lasting = _effects(reader, "spend", "spend"), _effects(reader, "lasting", "item_lasting")
    if len(spend) > 1 or len(lasting) > 1:
        reader.problem("spend" if len(spend) > 1 else "lasting", "an item has at most one such ability")
    first = spend[0] if spend else None
    return Item(slug(name), name, TYPES.index(suit), value, first, lasting[0] if lasting else None)


def read_foe(reader: ConfigReader) -> Foe:
    """A foe as written; what is wrong is noted with the reader."""
    name = _name(reader)
    slots = reader.raw.get("set")
    if not isinstance(slots, (list, tuple)) or not slots:
        reader.problem("set", f"must list what defeats it, such as [toys, any], got {written(slots)}")
        slots = ["any"]
    for index, slot in enumerate(slots):
        if slot not in (*SUITS, "any"):
            reader.problem(f"set[{index}]", f"must be one of {', '.join(SUITS)}, any, got {written(slot)}")
    if len(slots) > LARGEST_SET:
        reader.problem("set", f"a set of {len(slots)} cards cannot be paid: at most {LARGEST_SET} may be asked for")
    twice = "twice" in reader.raw and reader.word("twice", ("remove",), default="remove") == "remove"
    removed = "defeated" in reader.raw and reader.word("defeated", ("remove", "discard"), default="discard") == "remove"
    if twice and len(slots) * 2 > LARGEST_SET:
        reader.problem("twice", f"its set twice is {len(slots) * 2} cards: at most {LARGEST_SET} may be asked for")
    return Foe(
        slug(name),
        name,
        tuple(sum(slot == suit for slot in slots) for suit in SUITS),
        sum(slot not in SUITS for slot in slots),
        reader.flag("difficult", default=False),
        reader.whole("copies", 1, 4, default=1),
        _effects(reader, "on_take", "on_take"),
        _effects(reader, "on_defeat", "on_defeat"),
        _effects(reader, "end_of_turn", "end_of_turn"),
        _effects(reader, "lasting", "lasting"),
        twice,
        removed,
        _text(reader),
    )


def _name(reader: ConfigReader) -> str:
    name = reader.raw.get("name")
    if not isinstance(name, str) or not name.strip():
        reader.problem("name", f"a card needs a name, got {written(name)}")
        return "nameless"
    if not slug(name):
        wrong = f"{written(name)} has no letter from a to z and no digit, of which its id is made"
        reader.problem("name", f"{wrong}; add one, such as a number")
        return "nameless"
    return name


def _text(reader: ConfigReader) -> str:
    text = reader.raw.get("text", "")
    if not isinstance(text, str):
        reader.problem("text", f"must be a text, got {written(text)}")
        return ""
    return " ".join(text.split())


def _effects(reader: ConfigReader, key: str, when: str) -> tuple[Effect, ...]:
    value = reader.raw.get(key, [])
    found = []
    for index, text in enumerate(value if isinstance(value, (list, tuple)) else [value]):
        try:
            found.append(read_effect(text, when))
        except ValueError as error:
            reader.problem(f"{key}[{index}]" if isinstance(value, (list, tuple)) else key, str(error))
    return tuple(found)
