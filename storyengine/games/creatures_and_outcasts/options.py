"""The configuration: players, variant, and where the manual leaves room, the rulings.

Each ruling is a named option with a default; `RULINGS` is the one table of them, and the game's help prints it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from storyengine.games.config_check import ConfigReader, written
from storyengine.games.creatures_and_outcasts.cards import COPIES, HAND_SIZES, NUMBERS, RANK_OF
from storyengine.games.creatures_and_outcasts.characters import CHARACTERS, IDS
from storyengine.games.protocol import Problem

VARIANTS = ("base", "expert", "team", "expert_team")
PLAYER_COUNTS = {
    "base": (2, 3, 4, 5, 6),
    "expert": (2, 3, 4, 5, 6),
    # Teams of equal size with at least two members: no split of 2, 3 or 5 players has them.
    "team": (4, 6),
    "expert_team": (4, 6),
}
ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Ruling:
    """A question that the manual leaves open, and the answers a table may choose from."""

    option: str
    """Its name under `options:`."""
    values: tuple[str, ...]
    """The answers; the first is the default."""
    says: str
    """The question and the default, for the game's help."""


RULINGS = (
    Ruling(
        "first_one",
        ("offer", "random"),
        "the race for the first 1 is offered to all holders, a lone person first; `random` draws among them",
    ),
    Ruling(
        "passes",
        ("all", "others"),
        "a trick ends when all have passed, the last player too; `others` spares the last player",
    ),
    Ruling("lead", ("must", "may"), "whoever leads must play if able; `may` allows passing on the lead"),
    Ruling(
        "discard_order",
        ("first_on_top", "last_on_top"),
        "the play pile is turned over whole, so its first card is on top; `last_on_top` keeps the last card there",
    ),
    Ruling(
        "blocked_fours",
        ("held", "playable"),
        "if 4 is blocked, no 4 may be played; `playable` exempts the 4 altogether",
    ),
    Ruling(
        "gift",
        ("other_card", "other_number"),
        "after a 4, any card but the one just taken may be given back; `other_number` asks for another number if held",
    ),
    Ruling("thing", ("may", "must"), "blocking a number is the chooser's right; `must` makes it a duty"),
    Ruling(
        "round_effects",
        ("whenever", "once"),
        "an expert round's effect happens as often as it is triggered; `once` limits it to the first time",
    ),
    Ruling(
        "ties",
        ("shared", "last_round"),
        "equal lowest totals share the victory; `last_round` lets the lower last round decide",
    ),
)
ROUND_LIMIT = 600
"""House rule: a round of that many decisions ends and is scored. Random play needs about 60, the most seen is 250."""


@dataclass(frozen=True, slots=True)
class Config:
    """A configuration, parsed: seats count from 0 here, from 1 where people write and read."""

    players: int
    variant: str = "base"
    teams: int = 0
    """How many teams; 0 if everybody plays alone. Seat s is in team s modulo teams, so mates are never neighbours."""
    talk: bool = False
    """Whether team mates may make statements."""
    rounds: int = ROUNDS
    youngest: int = 0
    """The seat that starts if nobody holds a 1."""
    first_offer: int = -1
    """The seat that is offered the race for the first 1 before the others; -1 for nobody."""
    first_one: str = "offer"
    passes: str = "all"
    lead: str = "must"
    discard_order: str = "first_on_top"
    blocked_fours: str = "held"
    gift: str = "other_card"
    thing: str = "may"
    round_effects: str = "whenever"
    ties: str = "shared"
    round_limit: int = ROUND_LIMIT
    labels: str = "won_lost"
    """Which labels there are: `won_lost`, `rank` or `bands`."""
    bands: tuple[tuple[str, int, int], ...] = ()
    """Labels for totals from a number to a number, both included."""
    triggers: tuple[tuple[int, int], ...] = ()
    """Rank and character that set off the effect of each expert round; empty in the other variants."""
    copies: tuple[int, ...] = COPIES
    """How many cards of each rank; only tests play with another deck."""
    hand_size: int = 0
    """Cards dealt to each; 0 for the manual's table."""
    characters: tuple[int, ...] = tuple(range(CHARACTERS))

    @property
    def dealt(self) -> int:
        """Cards dealt to each player."""
        return self.hand_size or HAND_SIZES[self.players]


@dataclass(frozen=True, slots=True)
class Trigger:
    """An entry of the expert trigger table."""

    number: int
    character: str
    known: str
    """`number` if only the number is printed, `inferred` if the manual implies both, empty if both are a guess."""


def default_triggers() -> tuple[Trigger, ...]:
    """The trigger table as shipped, for rounds 1 to 5."""
    # imported only where expert rounds or the help ask for it, so that a base game starts sooner
    import tomllib
    from importlib import resources

    text = resources.files(__package__).joinpath("triggers.toml").read_text(encoding="utf-8")
    rounds = tomllib.loads(text)["round"]
    return tuple(Trigger(**rounds[str(number)]) for number in range(1, ROUNDS + 1))


def highest_total(players: int, rounds: int) -> int:
    """No total can be above it: the highest cards, all in one hand, every round."""
    deck = sorted((number for number, many in zip(NUMBERS, COPIES, strict=True) for _ in range(many)), reverse=True)
    # Siren, Vampire and Eugene make hands grow, so the hand size is no bound; at most one card is left elsewhere.
    return sum(deck) * rounds if players else 0


def check(raw: Mapping[str, Any]) -> list[Problem]:
    """Everything wrong with a configuration as written."""
    return read(raw)[1]


def read(raw: Mapping[str, Any]) -> tuple[Config | None, list[Problem]]:
    """Parse a configuration as written.

    Args:
        raw: `players`, `variant`, `seat`, `bots`, `rounds`, `labels`, `bands`, `options`; each may be left out.

    Returns:
        The configuration, or None if anything is wrong, and what is wrong.
    """
    reader = ConfigReader(raw, known=("players", "variant", "seat", "bots", "rounds", "labels", "bands", "options"))
    variant = reader.word("variant", VARIANTS, default="base")
    counts = PLAYER_COUNTS[variant]
    players = reader.whole("players", counts[0], counts[-1], default=4)
    if players not in counts:
        reader.problem("players", f"{variant} needs equal teams, so {_either(counts)} players, got {players}")
        players = counts[0]
    rounds = reader.whole("rounds", 1, ROUNDS, default=ROUNDS)
    seat = reader.seats(players)
    labels = reader.word("labels", ("won_lost", "rank"), default="won_lost")
    bands = reader.bands(highest_total(players, rounds))

    names = tuple(ruling.option for ruling in RULINGS)
    options = reader.section("options", (*names, "youngest", "round_limit", "teams", "talk", "triggers"))
    team = variant.endswith("team")
    chosen: dict[str, Any] = {
        ruling.option: options.word(ruling.option, ruling.values, default=ruling.values[0]) for ruling in RULINGS
    }
    youngest = options.whole("youngest", 1, players, default=1) - 1
    round_limit = options.whole("round_limit", 50, 100_000, default=ROUND_LIMIT)
    teams = options.whole("teams", 2, 3, default=2) if team else 0
    talk = options.flag("talk", default=team)
    for name in ("teams", "talk"):
        if name in options.raw and not team:
            options.problem(name, f"`{name}` belongs to the team variants, and this is {variant}")
    if team and (players % teams or players // teams < 2):
        options.problem("teams", f"{players} players do not split into {teams} equal teams of at least 2")
    triggers = _triggers(options) if variant.startswith("expert") else ()
    if "triggers" in options.raw and not variant.startswith("expert"):
        options.problem("triggers", f"`triggers` belongs to the expert variants, and this is {variant}")

    if reader.problems:
        return None, reader.problems
    config = Config(
        players=players,
        variant=variant,
        teams=teams,
        talk=talk,
        rounds=rounds,
        youngest=youngest,
        first_offer=seat,
        round_limit=round_limit,
        labels="bands" if bands else labels,
        bands=bands,
        triggers=triggers,
        **chosen,
    )
    return config, []


def _triggers(options: ConfigReader) -> tuple[tuple[int, int], ...]:
    table = {number: (entry.number, entry.character) for number, entry in enumerate(default_triggers(), start=1)}
    given = options.raw.get("triggers", {})
    if not isinstance(given, Mapping):
        options.problem("triggers", "must map rounds 1 to 5 to a number and a character, such as `4: [9, enid]`")
        given = {}
    for key, entry in given.items():
        path = f"triggers.{key}"
        # the keys of a story's settings are text
        number = int(key) if isinstance(key, str) and key.isdecimal() else key
        if number not in table:
            options.problem(path, f"there are expert rounds 1 to {ROUNDS}, not {written(key)}")
        elif not isinstance(entry, (list, tuple)) or len(entry) != 2:
            options.problem(path, f"must be a number and a character, such as `[9, enid]`, got {written(entry)}")
        elif type(entry[0]) is not int or entry[0] not in RANK_OF:
            options.problem(path, f"no outcast card has the number {written(entry[0])}")
        elif entry[1] not in IDS[1:CHARACTERS]:
            options.problem(path, f"no character that can be active is called {written(entry[1])}")
        else:
            table[number] = (entry[0], entry[1])
    return tuple((RANK_OF[number], IDS.index(character)) for number, character in table.values())


def _either(counts: tuple[int, ...]) -> str:
    return " or ".join(str(count) for count in counts)
