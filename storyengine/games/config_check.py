"""Reading a game's configuration as written in a story: every mistake is noted with its place, none stops the reading."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from storyengine.games.bots.spec import parse_bot
from storyengine.games.protocol import Problem

HUMAN = "human"


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
        """Note a problem at `key`."""
        self.problems.append((f"{self.path}.{key}" if self.path else key, message))

    def word(self, key: str, words: Sequence[str], *, default: str) -> str:
        """One of `words`."""
        value = self.raw.get(key, default)
        if value in words and isinstance(value, str):
            return value
        near = get_close_matches(str(value), words, n=1)
        hint = f"; did you mean `{near[0]}`?" if near else ""
        self.problem(key, f"must be one of {', '.join(words)}, got `{value}`{hint}")
        return default

    def whole(self, key: str, low: int, high: int, *, default: int) -> int:
        """A whole number from `low` to `high`."""
        value = self.raw.get(key, default)
        # bool is an int to Python; to an author `true` is no number of players
        if type(value) is int and low <= value <= high:
            return value
        self.problem(key, f"must be a whole number from {low} to {high}, got {value!r}")
        return default

    def flag(self, key: str, *, default: bool) -> bool:
        """True or false."""
        value = self.raw.get(key, default)
        if isinstance(value, bool):
            return value
        self.problem(key, f"must be true or false, got {value!r}")
        return default

    def section(self, key: str, known: Sequence[str]) -> ConfigReader:
        """A mapping inside, read the same way; its problems are noted here."""
        value = self.raw.get(key, {})
        if not isinstance(value, Mapping):
            self.problem(key, f"must be a mapping of names to values, got {value!r}")
            value = {}
        return ConfigReader(value, known=known, path=f"{self.path}.{key}" if self.path else key, problems=self.problems)

    def seats(self, players: int) -> int:
        """Check `seat` and `bots` against each other.

        Returns:
            The seat of the person from 0, or -1 if several people play.
        """
        seat = self.whole("seat", 1, players, default=1) - 1
        bots = self.raw.get("bots", [])
        if isinstance(bots, str):
            bots = [bots]
        if not isinstance(bots, Sequence):
            self.problem("bots", f"must be a list such as [greedy, random], got {bots!r}")
            return seat
        if len(bots) >= players:
            self.problem("bots", f"{len(bots)} bots leave no seat for a person among {players} players")
        for index, spec in enumerate(bots):
            try:
                parse_bot(spec)
            except ValueError as error:
                self.problem(f"bots[{index}]", str(error))
        alone = not bots or len(bots) == players - 1 or isinstance(self.raw.get("bots"), str)
        return seat if alone else -1

    def bands(self, highest: int) -> tuple[tuple[str, int, int], ...]:
        """Score bands, which must cover every total from 0 to `highest` exactly once."""
        given = self.raw.get("bands", {})
        if not isinstance(given, Mapping):
            self.problem("bands", f"must map names to a range such as [0, 40], got {given!r}")
            return ()
        bands = []
        for name, limits in given.items():
            if (
                not isinstance(limits, (list, tuple))
                or len(limits) not in (1, 2)
                or not all(type(limit) is int for limit in limits)
            ):
                self.problem(f"bands.{name}", f"must be [from, to], or [from] for everything above, got {limits!r}")
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
