"""The stories that break one law each, with what must be found in them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

BROKEN = Path(__file__).parent.parent / "stories" / "broken"
_EXPECT = re.compile(r"^# expect: (\S+) (\S+)$", re.MULTILINE)


class HighLow:
    """A card game of two or three, for stories that open one."""

    def labels(self, config: Mapping[str, Any]) -> Iterable[str]:
        return ("won", "lost")

    def check(self, config: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
        if config.get("players", 2) not in (2, 3):
            yield "players", "must be 2 or 3"

    def tells(self) -> Mapping[str, str]:
        return {"score": "number", "round_ended_by": "word"}


GAMES = {"high_low": HighLow()}


@dataclass(frozen=True, slots=True)
class Broken:
    """A story that breaks a law: a file, or a folder."""

    law: str
    path: Path
    expected: tuple[tuple[str, str], ...]
    """(code, place) of each finding, in order; the place is `line:column`, in a folder with the file before it."""


def broken_stories(folder: Path = BROKEN) -> list[Broken]:
    """Every broken story of a folder; what must be found stands at a file's end, or in a folder's `expected.txt`."""
    found = []
    for path in sorted(folder.iterdir()):
        if path.is_dir():
            lines = (path / "expected.txt").read_text(encoding="utf-8").splitlines()
            expected = tuple((code, place) for code, place in (line.split() for line in lines))
        else:
            expected = tuple((code, place) for code, place in _EXPECT.findall(path.read_text(encoding="utf-8")))
        found.append(Broken(path.stem, path, expected))
    return found
