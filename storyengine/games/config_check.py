"""Reading a game's configuration as written in a story: mistakes are noted with their place, none stops the reading."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from storyengine.games.bots.spec import parse_bot
from storyengine.games.protocol import Problem

HUMAN = "human"
DEFAULT_BOT = "greedy"
LONGEST_QUOTE = 60
"""Characters of a value that a message quotes."""


class ConfigReader:
    """Takes values out of a mapping, with defaults, and collects what is wrong with them."""

    def __init__(
        self, raw: Mapping[str, Any], *, known: Sequence[str], path: str = "", problems: list[Problem] | None = None
    ) -> None:
        """Start on `raw`; keys not `known` are problems at once."""
        self.raw = raw
        self.path = path
        self.problems: list[Problem] = [] if problems is None else problems
        for key in raw:
            if key not in known:
                near = get_close_matches(str(key), known, n=1)
                hint = f"did you mean `{near[0]}`?" if near else f"known are {', '.join(known)}"
                self.problem(str(key), f"unknown key `{key}`; {hint}")

    def problem(self, key: str, message: str) -> None:
        """Note a problem at `key`, or without one at the whole; what is to be done about it stands after a `;`."""
        self.problems.append((".".join(filter(None, (self.path, key))), message))

    def word(self, key: str, words: Sequence[str], *, default: str) -> str:
        """One of `words`."""
        value = self.raw.get(key, default)
        if value in words and isinstance(value, str):
            return value
        near = get_close_matches(str(value), words, n=1)
        hint = f"; did you mean `{near[0]}`?" if near else ""
        self.problem(key, f"must be one of {', '.join(words)}, got {written(value)}{hint}")
        return default

    def whole(self, key: str, low: int, high: int, *, default: int) -> int:
        """A whole number from `low` to `high`."""
        value = self.raw.get(key, default)
        # bool is an int to Python; to an author `true` is no number of players
        if type(value) is int and low <= value <= high:
            return value
        self.problem(key, f"must be a whole number from {low} to {high}, got {written(value)}")
        return default

    def flag(self, key: str, *, default: bool) -> bool:
        """True or false."""
        value = self.raw.get(key, default)
        if isinstance(value, bool):
            return value
        self.problem(key, f"must be true or false, got {written(value)}")
        return default

    def section(self, key: str, known: Sequence[str]) -> ConfigReader:
        """A mapping inside, read the same way; its problems are noted here."""
        value = self.raw.get(key, {})
        if not isinstance(value, Mapping):
            self.problem(key, f"must be a mapping of names to values, got {written(value)}")
            value = {}
        return ConfigReader(value, known=known, path=f"{self.path}.{key}" if self.path else key, problems=self.problems)

    def seats(self, players: int) -> int:
        """Check `seat` and `bots` against the number of players.

        Returns:
            The seat of the person from 0, or -1 if several people play.
        """
        seat = self.whole("seat", 1, players, default=1) - 1
        try:
            people = [spec for spec in seat_specs(self.raw, players, seat) if spec == HUMAN]
        except ValueError as error:
            path, _, message = str(error).partition(": ")
            self.problem(path, message)
            return seat
        for index, spec in enumerate(listed_bots(self.raw)):
            try:
                if not isinstance(spec, str):
                    raise ValueError(f"a bot is named by a word such as `greedy`, got {written(spec)}")
                parse_bot(spec)
            except ValueError as error:
                self.problem(f"bots[{index}]", str(error))
        return seat if len(people) == 1 else -1

    def bands(self, highest: int) -> tuple[tuple[str, int, int], ...]:
        """Score bands, which must cover every total from 0 to `highest` exactly once."""
        given = self.raw.get("bands", {})
        if not isinstance(given, Mapping):
            self.problem("bands", f"must map names to a range such as [0, 40], got {written(given)}")
            return ()
        bands = []
        for name, limits in given.items():
            if (
                not isinstance(limits, (list, tuple))
                or len(limits) not in (1, 2)
                or not all(type(limit) is int for limit in limits)
            ):
                self.problem(
                    f"bands.{name}", f"must be [from, to], or [from] for everything above, got {written(limits)}"
                )
                continue
            low, high = limits[0], limits[1] if len(limits) == 2 else highest
            if not 0 <= low <= high:
                self.problem(f"bands.{name}", f"must run from 0 or more upwards, got {low} to {high}")
            bands.append((str(name), low, high))
        if bands and not self.problems:
            self._cover(sorted(bands, key=lambda band: band[1]), highest)
        return tuple(bands)

    def _cover(self, bands: list[tuple[str, int, int]], highest: int) -> None:
        expected = 0
        for name, low, high in bands:
            if low > expected:
                self.problem(f"bands.{name}", f"totals from {expected} to {low - 1} belong to no band")
            elif low < expected:
                self.problem(f"bands.{name}", f"the total {low} belongs to an earlier band already")
            expected = high + 1
        if expected <= highest:
            self.problem("bands", f"totals above {expected - 1} belong to no band; leave out the last `to`")


def written(value: object) -> str:
    """Return a value as an author would write it, for a message.

    Example:
        >>> written(None), written(True), written(["toys", 3]), written({"a": "b"})
        ('nothing', '`true`', '`[toys, 3]`', '`{a: b}`')
    """
    if value is None:
        return "nothing"
    text = " ".join(_plain(value).split())
    return f"`{text}`" if len(text) <= LONGEST_QUOTE else f"`{text[: LONGEST_QUOTE - 3]}...`"


def _plain(value: object) -> str:
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{key}: {_plain(inner)}' for key, inner in value.items())}}}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_plain, value))}]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)


def listed_bots(raw: Mapping[str, Any]) -> list[Any]:
    """The bots as written: a list, or one for all seats but the person's."""
    bots = raw.get("bots")
    return list(bots) if isinstance(bots, (list, tuple)) else [] if bots is None else [bots]


def seat_specs(raw: Mapping[str, Any], players: int, seat: int) -> list[str]:
    """Who sits where: `human` or a bot's written name for each seat.

    The person has `seat`. The other seats, in order, go to further people, if bots are listed for fewer, and then to
    the bots as listed. A single word seats that bot everywhere; without `bots`, greedy ones play.

    Raises:
        ValueError: there are more bots than seats; the message starts with the place.
    """
    bots = raw.get("bots", DEFAULT_BOT)
    specs = [bots] * (players - 1) if isinstance(bots, str) else listed_bots(raw)
    if len(specs) >= players:
        raise ValueError(f"bots: {len(specs)} bots leave no seat for a person among {players} players; list fewer")
    others = [HUMAN] * (players - 1 - len(specs)) + specs
    return [*others[:seat], HUMAN, *others[seat:]]
