"""The configuration: players, adventure, difficulty, and where the rulebook leaves room, the rulings.

Each ruling is a named option with a default; `RULINGS` is the one table of them, and the game's help prints it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from storyengine.games.config_check import ConfigReader, written
from storyengine.games.out_of_this_world.adventure import PLAYERS, SHIPPED, TOKENS, Adventure, read_adventure, shipped
from storyengine.games.out_of_this_world.cards import characters, slug
from storyengine.games.protocol import Problem

DIFFICULTIES = {"easier": 0, "standard": 0, "tough": 1, "epic": 2}
"""Random Difficult Foes in the starting deck."""
TALKS = ("vocal", "free", "none")


@dataclass(frozen=True, slots=True)
class Ruling:
    """A question that the rulebook leaves open, and the answers a table may choose from."""

    option: str
    """Its name under `options:`."""
    values: tuple[str, ...]
    """The answers; the first is the default."""
    says: str
    """The question and the default, for the game's help."""


RULINGS = (
    Ruling("first_player", ("first_seat", "random"), "the first seat takes the Vocal token first; `random` draws who"),
    Ruling(
        "hands",
        ("by_talk", "hidden", "open"),
        "hands are hidden unless everybody may talk all the time; `hidden` and `open` say so in any case",
    ),
    Ruling(
        "setup_foes",
        ("placed", "taken"),
        "a Foe dealt at setup is placed, which sets off nothing; `taken` sets off what taking it does",
    ),
    Ruling(
        "run_out_difficult",
        ("always", "once"),
        "a Difficult Foe joins each time the deck runs out, while there are any; `once` only the first time",
    ),
)
STALL_CYCLES = 3
"""House rule: after so many full circles in which nobody takes a card, legging it is closed until somebody does."""
ROUND_LIMIT = 60
"""House rule: a game of that many rounds is lost. Sensible play takes about eight, random play rarely ten."""


@dataclass(frozen=True, slots=True)
class Config:
    """A configuration, parsed: seats count from 0 here, from 1 where people write and read."""

    players: int
    adventure: Adventure
    difficulty: str = "standard"
    talk: str = "vocal"
    open_hands: bool = False
    tokens: int = TOKENS
    difficult: int = 0
    """Random Difficult Foes in the starting deck."""
    characters: tuple[int, ...] = ()
    """Character of each seat; empty to draw them."""
    sides: tuple[str, ...] = ()
    """The name on the side shown, for each seat; empty for the first sides."""
    holder: int = 0
    """The seat that begins with the items that the adventure hands out."""
    first_player: str = "first_seat"
    hands: str = "by_talk"
    setup_foes: str = "placed"
    run_out_difficult: str = "always"
    stall_cycles: int = STALL_CYCLES
    round_limit: int = ROUND_LIMIT
    stacks: int = 5
    """Stacks, their height, cards dealt and the hand limit; only tests change them."""
    height: int = 4
    dealt: int = 2
    hand_limit: int = 5
    deck: tuple[str, ...] = ()
    """Ids of the cards in the starting deck instead of the printed ones; only for tests."""


def check(raw: Mapping[str, Any]) -> list[Problem]:
    """Everything wrong with a configuration as written."""
    return read(raw)[1]


def read(raw: Mapping[str, Any]) -> tuple[Config | None, list[Problem]]:
    """Parse a configuration as written.

    Args:
        raw: `players`, `variant` (the adventure) or `adventure` (one of one's own), `difficulty`, `seat`, `bots`,
            `options`; each may be left out.

    Returns:
        The configuration, or None if anything is wrong, and what is wrong.
    """
    reader = ConfigReader(raw, known=("players", "variant", "adventure", "difficulty", "seat", "bots", "options"))
    adventure = _adventure(reader)
    players = reader.whole("players", PLAYERS[0], PLAYERS[-1], default=4)
    reader.seats(players)
    difficulty = reader.word("difficulty", tuple(DIFFICULTIES), default="standard")
    names = tuple(ruling.option for ruling in RULINGS)
    options = reader.section(
        "options", (*names, "talk", "tokens", "difficult", "characters", "holder", "stall_cycles", "round_limit")
    )
    chosen: dict[str, Any] = {
        ruling.option: options.word(ruling.option, ruling.values, default=ruling.values[0]) for ruling in RULINGS
    }
    talk = options.word("talk", TALKS, default="free" if difficulty == "easier" else "vocal")
    # an adventure's own number of Difficult Foes goes before the difficulty's, a table's before both
    printed = DIFFICULTIES[difficulty] if adventure.difficult < 0 else adventure.difficult
    seated, sides = _characters(options, players)
    config = Config(
        players=players,
        adventure=adventure,
        difficulty=difficulty,
        talk=talk,
        open_hands=chosen["hands"] == "open" or (chosen["hands"] == "by_talk" and talk == "free"),
        tokens=options.whole("tokens", 1, TOKENS, default=adventure.tokens),
        difficult=options.whole("difficult", 0, 4, default=printed),
        characters=seated,
        sides=sides,
        holder=options.whole("holder", 1, players, default=1) - 1,
        stall_cycles=options.whole("stall_cycles", 1, 100, default=STALL_CYCLES),
        round_limit=options.whole("round_limit", 1, 1_000, default=ROUND_LIMIT),
        **chosen,
    )
    return (None, reader.problems) if reader.problems else (config, [])


def _adventure(reader: ConfigReader) -> Adventure:
    given = reader.raw.get("adventure")
    if given is None:
        return shipped(reader.word("variant", SHIPPED, default=SHIPPED[0]))
    if "variant" in reader.raw:
        reader.problem(
            "variant",
            "`variant` names an adventure that ships, and `adventure` describes one; write only one of the two",
        )
    if isinstance(given, str):
        return shipped(reader.word("adventure", SHIPPED, default=SHIPPED[0]))
    if not isinstance(given, Mapping):
        reader.problem("adventure", f"must name an adventure or describe one, got {written(given)}")
        return shipped(SHIPPED[0])
    title = given.get("title")
    name = slug(title) if isinstance(title, str) and slug(title) else "own_adventure"
    adventure, problems = read_adventure(name, given, path="adventure")
    reader.problems.extend(problems)
    return adventure


def _characters(options: ConfigReader, players: int) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Characters by any of their names, one for each seat."""
    given = options.raw.get("characters")
    if given is None:
        return (), ()
    known = {slug(side): (card, side) for card, each in enumerate(characters()) for side in each.sides}
    if not isinstance(given, (list, tuple)) or len(given) != players:
        options.problem("characters", f"must name a character for each of {players} seats, got {written(given)}")
        return (), ()
    chosen: list[tuple[int, str]] = []
    for index, name in enumerate(given):
        found = known.get(slug(str(name)))
        if found is None:
            wrong = f"no character is called {written(name)}"
            options.problem(f"characters[{index}]", f"{wrong}; there are {', '.join(known)}")
        elif found[0] in [card for card, _ in chosen]:
            options.problem(f"characters[{index}]", f"{written(name)} is on a card that another seat has")
        else:
            chosen.append(found)
    return tuple(card for card, _ in chosen), tuple(side for _, side in chosen)
