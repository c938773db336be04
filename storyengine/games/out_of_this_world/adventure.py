"""Adventures: what is added to the basic deck, and what wins. Those that ship are data files; authors write their own.

An adventure is checked like everything else in a story: cards that do not exist, counts that do not add up, sets that
nobody could pay and wins that nobody could reach are problems with a place.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache
from typing import Any

from storyengine.games.config_check import ConfigReader, written
from storyengine.games.out_of_this_world.cards import (
    FOE_KEYS,
    ITEM_KEYS,
    Foe,
    Item,
    basic_foes,
    basic_items,
    read_data,
    read_foe,
    read_item,
    slug,
)
from storyengine.games.out_of_this_world.vocabulary import SUITS, WILD
from storyengine.games.protocol import Problem

CAMPAIGN = ("birthday_bash", "hit_the_books", "night_school", "stained_glass", "confrontation")
"""The five adventures in the order of the campaign."""
SHIPPED = (*CAMPAIGN, "patrol")
TOKENS = 8
"""Time tokens that the game has."""
MOST_POINTS = 60
PLAYERS = (3, 4, 5)
MOST_OF_A_SUIT = 14
"""The highest card of a suit is equipped from three of its value, and there are too few of these for all four suits."""
MOST_TIMES = 20
"""How often a Foe may have to be defeated: for a match of eight rounds or so that is plenty."""
MOST_CARDS = 40
"""Cards an adventure may add; the printed ones add at most six."""


@dataclass(frozen=True, slots=True)
class Win:
    """What the team must have reached when Taking Care of Things begins; all of it."""

    points: tuple[int, int, int] = (0, 0, 0)
    """Equipped points that each player needs, with three, four and five players; zeros if none are asked for."""
    equipped: tuple[str, ...] = ()
    """Items that somebody must have equipped."""
    suits_each: int = 0
    """Different suits that each player must have equipped."""
    team_suits: int = 0
    """Items of each suit that the team must have equipped."""
    removed: tuple[tuple[str, int], ...] = ()
    """Foes of which so many must be out of the game."""
    defeated: tuple[tuple[str, int], ...] = ()
    """Foes of which so many must have been defeated."""
    no_foes: bool = False
    """Whether no Foe may lie before anybody."""


@dataclass(frozen=True, slots=True)
class Adventure:
    """An adventure, read."""

    id: str
    title: str
    chapter: int = 0
    """Its place in the campaign, or 0."""
    intro: str = ""
    won: str = ""
    lost: str = ""
    tokens: int = TOKENS
    start: tuple[tuple[str, int], ...] = ()
    """Cards shuffled into the starting deck."""
    run_out_first: tuple[tuple[str, int], ...] = ()
    """Cards added when the deck runs out for the first time."""
    run_out: tuple[tuple[str, int], ...] = ()
    """Cards added each time the deck runs out, as far as there are copies left."""
    run_out_difficult: int = 0
    """Random Difficult Foes added each time the deck runs out, as long as there are any."""
    equipped: tuple[str, ...] = ()
    """Items that one chosen player begins with, equipped."""
    difficult: int = -1
    """Random Difficult Foes in the starting deck, instead of what the difficulty says; -1 to leave it at that."""
    win: Win = Win()
    items: tuple[Item, ...] = ()
    """The items that it brings along or borrows from others."""
    foes: tuple[Foe, ...] = ()


_KEYS = (
    "title", "chapter", "intro", "won", "lost", "tokens", "start", "run_out_first", "run_out", "run_out_difficult",
    "equipped", "difficult", "win", "items", "foes",
)  # fmt: skip
_BRING_IN = "bring it in by `start`, `run_out_first` or `run_out`"
_WIN_KEYS = ("points", "equipped", "suits_each", "team_suits", "removed", "defeated", "no_foes")


@cache
def shipped(name: str) -> Adventure:
    """An adventure that ships with the game."""
    adventure, problems = read_adventure(name, read_data(f"adventures/{name}.toml"), lend=False)
    assert not problems, problems
    return adventure


@cache
def _lent() -> tuple[dict[str, Item], dict[str, Foe]]:
    """All adventure-specific cards by id: an author may combine any."""
    adventures = [shipped(name) for name in CAMPAIGN]
    return (
        {item.id: item for adventure in adventures for item in adventure.items},
        {foe.id: foe for adventure in adventures for foe in adventure.foes},
    )


def read_adventure(
    name: str, raw: Mapping[str, Any], *, path: str = "", lend: bool = True
) -> tuple[Adventure, list[Problem]]:
    """Read an adventure.

    Args:
        name: its id.
        raw: as written in a data file or in a story.
        path: where in the configuration it stands.
        lend: whether it may use the cards of the adventures that ship.

    Returns:
        The adventure and what is wrong with it; with problems it is not fit to be played.
    """
    reader = ConfigReader(raw, known=_KEYS, path=path)
    items = {item.id: item for item in _cards(reader, "items", ITEM_KEYS, read_item)}
    foes = {foe.id: foe for foe in _cards(reader, "foes", FOE_KEYS, read_foe)}
    taken = {item.id for item in basic_items()} | {foe.id for foe in basic_foes()}
    for card_id in (*items, *foes):
        if card_id in taken or (card_id in items and card_id in foes):
            place = _place_of(reader, "items" if card_id in items else "foes", card_id)
            reader.problem(place, f"there is another card called `{card_id}`; give it another name")
    lent_items, lent_foes = _lent() if lend else ({}, {})
    all_items, all_foes = {**lent_items, **items}, {**lent_foes, **foes}
    start, first, each = (_counts(reader, key, all_items, all_foes) for key in ("start", "run_out_first", "run_out"))
    used = {card_id for card_id, _ in (*start, *first, *each)}
    equipped = _ids(reader, "equipped", all_items)
    win = _win(reader)
    adventure = Adventure(
        id=name,
        title=_text(reader, "title") or name.replace("_", " ").title(),
        chapter=reader.whole("chapter", 0, 99, default=0),
        intro=_text(reader, "intro"),
        won=_text(reader, "won"),
        lost=_text(reader, "lost"),
        tokens=reader.whole("tokens", 1, TOKENS, default=TOKENS),
        start=start,
        run_out_first=first,
        run_out=each,
        run_out_difficult=reader.whole("run_out_difficult", 0, 4, default=0),
        equipped=equipped,
        difficult=reader.whole("difficult", 0, 4, default=0) if "difficult" in raw else -1,
        win=win,
        items=tuple(item for item in all_items.values() if item.id in used or item.id in equipped or item.id in items),
        foes=tuple(foe for foe in all_foes.values() if foe.id in used or foe.id in foes),
    )
    _check_counts(reader, adventure)
    _check_copies(reader, adventure)
    _check_sets(reader, adventure)
    _check_win(reader, adventure)
    if not reader.problems:  # or it may be for another slip that a card is not there
        _check_use(reader, adventure, {*items, *foes})
    return adventure, reader.problems


def _cards(reader: ConfigReader, key: str, known: tuple[str, ...], read: Any) -> list[Any]:
    value = reader.raw.get(key, [])
    if not isinstance(value, (list, tuple)):
        reader.problem(key, f"must be a list of cards, got {written(value)}")
        return []
    cards: list[Any] = []
    for index, raw in enumerate(value):
        place = f"{key}[{index}]"
        if not isinstance(raw, Mapping):
            reader.problem(place, f"must describe a card, such as `name: ...`, got {written(raw)}")
            continue
        inner = f"{reader.path}.{place}" if reader.path else place
        card = read(ConfigReader(raw, known=known, path=inner, problems=reader.problems))
        if card.id in [other.id for other in cards]:
            reader.problem(place, f"there is another card called `{card.id}`; for several of a foe write `copies`")
        cards.append(card)
    return cards


def _place_of(reader: ConfigReader, key: str, card_id: str) -> str:
    """Return where in a list of cards the one with that id is described."""
    named = (slug(str(raw.get("name"))) if isinstance(raw, Mapping) else "" for raw in reader.raw[key])
    return next((f"{key}[{index}]" for index, name in enumerate(named) if name == card_id), key)


def _text(reader: ConfigReader, key: str) -> str:
    value = reader.raw.get(key, "")
    if not isinstance(value, str):
        reader.problem(key, f"must be a text, got {written(value)}")
        return ""
    return value.strip()


def _counts(
    reader: ConfigReader, key: str, items: Mapping[str, Item], foes: Mapping[str, Foe]
) -> tuple[tuple[str, int], ...]:
    value = reader.raw.get(key, {})
    if not isinstance(value, Mapping):
        reader.problem(key, f"must map cards to how many of each, such as `enthralled_friend: 2`, got {written(value)}")
        return ()
    counts = []
    for card_id, many in value.items():
        if card_id not in items and card_id not in foes:
            reader.problem(f"{key}.{card_id}", _unknown(str(card_id), [*items, *foes]))
        elif type(many) is not int or not 1 <= many <= MOST_CARDS:
            reader.problem(f"{key}.{card_id}", f"must be a whole number from 1 to {MOST_CARDS}, got {written(many)}")
        else:
            counts.append((str(card_id), many))
    return tuple(counts)


def _unknown(card_id: str, known: list[str]) -> str:
    basic = [*(item.id for item in basic_items()), *(foe.id for foe in basic_foes())]
    if card_id in basic:
        wrong = f"`{card_id}` is a basic or difficult card and needs no adding"
        return f"{wrong}; leave it out (difficult Foes are drawn by `difficult`)"
    near = get_close_matches(card_id, known, n=1)
    return f"no card is called `{card_id}`; " + (f"did you mean `{near[0]}`?" if near else "define it first")


def _ids(reader: ConfigReader, key: str, items: Mapping[str, Item]) -> tuple[str, ...]:
    value = reader.raw.get(key, [])
    if not isinstance(value, (list, tuple)):
        reader.problem(key, f"must be a list of items, got {written(value)}")
        return ()
    known = [*items, *(item.id for item in basic_items())]
    for index, card_id in enumerate(value):
        if card_id not in known:
            near = get_close_matches(str(card_id), known, n=1)
            hint = f"; did you mean `{near[0]}`?" if near else ""
            reader.problem(f"{key}[{index}]", f"no item is called {written(card_id)}{hint}")
    if len(set(map(str, value))) < len(value):
        reader.problem(key, "names an item twice, and each exists once")
    return tuple(map(str, value))


def _win(reader: ConfigReader) -> Win:
    section = reader.section("win", _WIN_KEYS)
    if not section.raw and isinstance(reader.raw.get("win", {}), Mapping):
        reader.problem("win", f"an adventure needs something to reach; write below `win` one of {', '.join(_WIN_KEYS)}")
    given = section.raw.get("points", 0)
    points = [given] * 3 if type(given) is int else given
    ok = isinstance(points, (list, tuple)) and len(points) == 3
    if not ok or not all(type(each) is int and 0 <= each <= MOST_POINTS for each in points):
        section.problem(
            "points", f"must be a number up to {MOST_POINTS}, or three, for 3, 4 and 5 players, got {written(given)}"
        )
        points = (0, 0, 0)
    return Win(
        points=(points[0], points[1], points[2]),
        equipped=_words(section, "equipped"),
        suits_each=section.whole("suits_each", 0, len(SUITS), default=0),
        team_suits=section.whole("team_suits", 0, MOST_OF_A_SUIT, default=0),
        removed=_numbers(section, "removed"),
        defeated=_numbers(section, "defeated"),
        no_foes=section.flag("no_foes", default=False),
    )


def _words(section: ConfigReader, key: str) -> tuple[str, ...]:
    value = section.raw.get(key, [])
    if not isinstance(value, (list, tuple)):
        section.problem(key, f"must be a list of items, got {written(value)}")
        return ()
    return tuple(map(str, value))


def _numbers(section: ConfigReader, key: str) -> tuple[tuple[str, int], ...]:
    value = section.raw.get(key, {})
    if not isinstance(value, Mapping):
        section.problem(key, f"must map foes to how many of each, got {written(value)}")
        return ()
    for foe_id, many in value.items():
        if type(many) is not int or not 1 <= many <= MOST_TIMES:
            section.problem(f"{key}.{foe_id}", f"must be a whole number from 1 to {MOST_TIMES}, got {written(many)}")
            return ()
    return tuple((str(foe), many) for foe, many in value.items())


def _check_counts(reader: ConfigReader, adventure: Adventure) -> None:
    """No more copies of a card are asked for than there are."""
    copies = {item.id: 1 for item in adventure.items} | {foe.id: foe.copies for foe in adventure.foes}
    asked: dict[str, int] = dict.fromkeys(adventure.equipped, 1)
    for key, counts in (("start", adventure.start), ("run_out_first", adventure.run_out_first)):
        for card_id, many in counts:
            asked[card_id] = asked.get(card_id, 0) + many
            if asked[card_id] > copies.get(card_id, 0):
                reader.problem(
                    f"{key}.{card_id}",
                    f"{asked[card_id]} of `{card_id}` are asked for by then, and there are {copies.get(card_id, 0)};"
                    " ask for fewer, or give a Foe of your own more `copies`",
                )
    for card_id, _ in adventure.run_out:
        if asked.get(card_id, 0) >= copies.get(card_id, 0):
            reader.problem(
                f"run_out.{card_id}",
                f"`start` and `run_out_first` take all there are of `{card_id}`, so this adds nothing; leave it out, or"
                " give a Foe of your own more `copies`",
            )
    if sum(copies.values()) > MOST_CARDS:
        added = sum(copies.values())
        reader.problem("", f"an adventure may add up to {MOST_CARDS} cards, and this adds {added}; leave some out")


def _check_copies(reader: ConfigReader, adventure: Adventure) -> None:
    """Further copies of a Foe have ids that no other card has."""
    ids = {item.id for item in (*adventure.items, *basic_items())}
    ids |= {foe.id for foe in (*adventure.foes, *basic_foes())}
    for foe in adventure.foes:
        for number in range(2, foe.copies + 1):
            if copy_id(foe.id, number) in ids:
                reader.problem(
                    _place_of(reader, "foes", copy_id(foe.id, number)),
                    f"copy {number} of `{foe.id}` is called `{copy_id(foe.id, number)}` too; call this another name",
                )


def _check_use(reader: ConfigReader, adventure: Adventure, own: Collection[str]) -> None:
    """Every card of an author's own comes into play."""
    there = in_play(adventure)
    for key, cards in (("items", adventure.items), ("foes", adventure.foes)):
        for card in cards:
            if card.id in own and card.id not in there:
                reader.problem(
                    _place_of(reader, key, card.id), f"`{card.id}` never comes into play; {_BRING_IN}, or leave it out"
                )


def copy_id(foe_id: str, number: int) -> str:
    """The id of a copy of a Foe, counted from 1."""
    return f"{foe_id}_{number}" if number > 1 else foe_id


def in_play(adventure: Adventure) -> dict[str, int]:
    """How many copies of each card the adventure ever brings into play."""
    counts = dict.fromkeys(adventure.equipped, 1)
    for card_id, many in (*adventure.start, *adventure.run_out_first):
        counts[card_id] = counts.get(card_id, 0) + many
    for card_id, _ in adventure.run_out:
        # it comes again and again, so in the end all copies are there
        counts[card_id] = next((foe.copies for foe in adventure.foes if foe.id == card_id), 1)
    return counts


def _check_sets(reader: ConfigReader, adventure: Adventure) -> None:
    """Each foe's set can be paid with the items there are."""
    there = in_play(adventure)
    items = [*basic_items(), *(item for item in adventure.items if item.id in there)]
    have = [sum(item.type == suit for item in items) for suit in range(WILD + 1)]
    listed = reader.raw.get("foes", ())
    slots = listed if isinstance(listed, (list, tuple)) else ()
    own = [slot.get("name") if isinstance(slot, Mapping) else None for slot in slots]
    for foe in adventure.foes:
        short = sum(max(0, need - have[suit]) for suit, need in enumerate(foe.needs))
        if short > have[WILD] and foe.name in own:
            reader.problem(
                f"foes[{own.index(foe.name)}].set",
                "cannot be paid with the items in play, wild ones included; ask for fewer of a kind",
            )


def _check_win(reader: ConfigReader, adventure: Adventure) -> None:
    """The win can be met with the cards in play, and is not met before the first of them is."""
    win, there = adventure.win, in_play(adventure)
    asks_more = replace(win, points=(0, 0, 0)) != Win()
    if any(win.points) and not all(win.points) and not asks_more:
        idle = ", ".join(str(n) for n, points in zip(PLAYERS, win.points, strict=True) if not points)
        reader.problem("win.points", f"asks for nothing with {idle} players; ask for a point at least")
    left = replace(win, equipped=tuple(card_id for card_id in win.equipped if card_id not in adventure.equipped))
    if left == Win() and not any(where.startswith(f"{reader.path}.win".strip(".")) for where, _ in reader.problems):
        wrong = "asks for nothing that the team does not begin with"
        reader.problem("win", f"{wrong}; ask for points, suits, Foes or Items")
    items = [*basic_items(), *(item for item in adventure.items if item.id in there)]
    total = sum(item.value for item in items)
    for players, points in zip(PLAYERS, win.points, strict=True):
        if players * points > total:
            message = f"{players} times {points} points are more than all items together, {total}; ask for fewer"
            reader.problem("win.points", message)
    for index, card_id in enumerate(win.equipped):
        if card_id not in [item.id for item in items]:
            message = f"no item in play is called `{card_id}`, so nobody can equip it; {_BRING_IN}"
            reader.problem(f"win.equipped[{index}]", message)
    fewest = min((sum(item.type == suit for item in items) for suit in range(WILD)), default=0)
    if win.team_suits > fewest:
        message = f"{win.team_suits} of each suit are asked for, and of one there are {fewest}; ask for fewer"
        reader.problem("win.team_suits", message)
    foes = {foe.id: foe for foe in adventure.foes if foe.id in there}
    for foe_id, many in win.removed:
        key = f"win.removed.{foe_id}"
        if foe_id not in foes:
            reader.problem(key, f"no adventure foe in play is called `{foe_id}`, so it cannot be removed; {_BRING_IN}")
            continue
        foe = foes[foe_id]
        spends = sum(item.spend is not None and item.spend[0::2] == ("remove", foe_id) for item in items)
        possible = there[foe_id] if foe.twice or foe.removed else min(spends, there[foe_id])
        if many > possible:
            message = f"{many} are to be removed from the game, and at most {possible} can be; give the Foe"
            reader.problem(key, f"{message} `twice: remove` or `defeated: remove`, or ask for fewer")
    for foe_id, many in win.defeated:
        if foe_id not in foes:
            reader.problem(f"win.defeated.{foe_id}", f"no adventure foe in play is called `{foe_id}`; {_BRING_IN}")
        elif foes[foe_id].removed and many > there[foe_id]:
            reader.problem(
                f"win.defeated.{foe_id}",
                f"{many} are to be defeated, and {there[foe_id]} leave the game for good; ask for fewer",
            )
    for index, item in enumerate(adventure.items):
        if item.spend is not None and item.spend.verb == "remove" and item.spend.name not in there:
            reader.problem(f"items[{index}].spend", f"no foe in play is called `{item.spend.name}`; {_BRING_IN}")
