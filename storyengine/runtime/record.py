"""Records: actions and what chance did, as a file. Saves, replays, witnesses and logs are records.

A record replays without its seed, because it names every part of chance; so it stays valid when the draws of a story
shift. Beside each choice it carries the author's words and the card, so that a mended typo does not orphan a save.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from storyengine.runtime.actions import Action, ActionSyntaxError, format_action, parse_action

FORMAT = 1
"""Version of the file format."""
LARGEST_FILE = 20_000_000
"""Characters; a play of a year's evenings stays far below."""
MOST_MOVES = 1_000_000
LONGEST_TEXT = 100_000
MOST_GAMES = 100


class RecordError(ValueError):
    """A text that is no record, with the reason in words for the player."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """One step of a record."""

    action: Action
    chance: str = ""
    card: str = ""
    """The card that was being read."""
    words: str = ""
    """The text of the choice taken; for the last step of a card game, how it ended."""


@dataclass(frozen=True, slots=True)
class Record:
    """A play, or part of one."""

    story: str
    """The story's id."""
    steps: tuple[Recorded, ...]
    version: str = ""
    mechanics: str = ""
    """Hash of what the story does."""
    texts: str = ""
    """Hash of what it says."""
    players: tuple[str, ...] = ("",)
    seed: int | None = None
    reroll: bool = False
    final: str = ""
    """Digest of the state reached."""
    ending: str = ""
    """The ending reached, if one was."""
    games: tuple[tuple[str, int], ...] = ()
    """The card games that were dealt, each with the version of its rules."""

    def to_json(self) -> str:
        """Return the file's text: one step a line, so that two records compare well."""
        head: dict[str, Any] = {
            "format": FORMAT,
            "story": self.story,
            "version": self.version,
            "mechanics": self.mechanics,
            "texts": self.texts,
            "players": list(self.players),
            "seed": self.seed,
            "reroll": self.reroll,
            "final": self.final,
            "ending": self.ending,
            **({"games": dict(self.games)} if self.games else {}),
        }
        lines = [f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in head.items()]
        steps = [f"    {json.dumps(_step_json(step), ensure_ascii=False)}" for step in self.steps]
        body = "[\n" + ",\n".join(steps) + "\n  ]" if steps else "[]"
        return "{\n" + ",\n".join([*lines, f'  "steps": {body}']) + "\n}\n"

    @staticmethod
    def from_json(text: str) -> Record:
        """Read a record back.

        Raises:
            RecordError: the text is no record, or larger than any honest one.
        """
        if len(text) > LARGEST_FILE:
            raise RecordError(f"it is larger than {LARGEST_FILE:,} characters")
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise RecordError("it is not a record: its text is not complete JSON") from error
        if not isinstance(data, dict) or "steps" not in data or "story" not in data:
            raise RecordError("it is not a record: `story` and `steps` are missing")
        if data.get("format") != FORMAT:
            raise RecordError(f"it has format {str(data.get('format'))[:20]}, and this version reads format {FORMAT}")
        steps = data["steps"]
        if not isinstance(steps, list) or len(steps) > MOST_MOVES:
            raise RecordError(f"`steps` must be a list of at most {MOST_MOVES:,} steps")
        seed = data.get("seed")
        if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool) or abs(seed) >= 1 << 64):
            raise RecordError("`seed` must be a whole number")
        listed = data.get("players", [""])
        players = tuple(str(player)[:200] for player in listed) if isinstance(listed, list) else ()
        if not 1 <= len(players) <= 100 or len(set(players)) < len(players):
            raise RecordError("`players` must be a list of different names")
        return Record(
            story=_text(data, "story"),
            steps=tuple(_read_step(step, number) for number, step in enumerate(steps, 1)),
            version=_text(data, "version"),
            mechanics=_text(data, "mechanics"),
            texts=_text(data, "texts"),
            players=players,
            seed=seed,
            reroll=data.get("reroll") is True,
            final=_text(data, "final"),
            ending=_text(data, "ending"),
            games=_games(data.get("games", {})),
        )


def _games(data: object) -> tuple[tuple[str, int], ...]:
    if not isinstance(data, dict) or len(data) > MOST_GAMES:
        raise RecordError("`games` must name card games with the versions of their rules")
    return tuple((name[:200], version) for name, version in data.items() if type(version) is int)


def _step_json(step: Recorded) -> dict[str, str]:
    plain = {"do": format_action(step.action), "chance": step.chance, "card": step.card, "words": step.words}
    return {key: value for key, value in plain.items() if value}


def _text(data: Mapping[str, Any], key: str) -> str:
    value = data.get(key, "")
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        raise RecordError(f"`{key}` must be a text of at most {LONGEST_TEXT:,} characters")
    return value


def _read_step(step: object, number: int) -> Recorded:
    if not isinstance(step, dict):
        raise RecordError(f"step {number} is not a step")
    try:
        action = parse_action(_text(step, "do"))
    except ActionSyntaxError as error:
        raise RecordError(f"step {number}: {error}") from error
    return Recorded(action, _text(step, "chance"), _text(step, "card"), _text(step, "words"))
