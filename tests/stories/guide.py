"""The authors' guide as tests see it: its plays, whole files and pieces, and its generated parts.

Conventions of the page: an example that begins with `# name.yaml` is a whole file, and commands after it run beside it;
other examples are pieces of a story. "With `new` in place of `old`" changes that file for the command that comes next.
A line `...` in what a command prints stands for any lines.

`python -m tests.stories.guide` writes the generated parts anew.
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass, fields
from pathlib import Path

from storyengine.games.registry import GAMES
from storyengine.loader import Loaded
from storyengine.loader.reference import format_reference
from storyengine.model.expressions import Literal
from storyengine.model.house_rules import HouseRules
from tests.test_docs import FENCE, PROMPT

ROOT = Path(__file__).resolve().parents[2]
GUIDE = ROOT / "stories" / "README.md"
PAGE = GUIDE.read_text(encoding="utf-8")

FILE_NAME = re.compile(r"# (\S+\.yaml)\n")
CHANGE = re.compile(r"[Ww]ith `([^`]+)` in place of `([^`]+)`")


@dataclass(frozen=True)
class Shown:
    """A command of the page, the files it finds, what is typed at its prompts, and what it prints."""

    command: str
    files: dict[str, str]
    typed: str
    printed: str


def shown() -> tuple[list[Shown], dict[str, str], list[str]]:
    """Return the commands, all states of the whole files by a number and name, and the pieces."""
    files: dict[str, str] = {}
    commands: list[Shown] = []
    whole: dict[str, str] = {}
    pieces: list[str] = []
    before = 0
    for fence in FENCE.finditer(PAGE):
        language, text = fence.groups()
        name = FILE_NAME.match(text)
        if language == "yaml" and name:
            files = {**files, name[1]: text}
            whole[f"{len(whole)} {name[1]}"] = text
        elif language == "yaml":
            pieces.append(text)
        elif text.startswith("$ storyengine "):
            command, _, printed = text.removeprefix("$ ").partition("\n")
            typed = "".join(line.removeprefix(PROMPT) for line in printed.splitlines(True) if line.startswith(PROMPT))
            changed = files
            for new, old in CHANGE.findall(" ".join(PAGE[before : fence.start()].split())):
                target = shlex.split(command)[2]
                assert files[target].count(old), f"{target} has no {old!r}"
                changed = {**changed, target: changed[target].replace(old, new, 1)}
            commands.append(Shown(command, changed, typed, printed))
        before = fence.end()
    return commands, whole, pieces


COMMANDS, WHOLE, PIECES = shown()


def write_files(files: dict[str, str], folder: Path) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def problems(loaded: Loaded) -> list[str]:
    return [f"{each.span}: {each.message}" for each in loaded.diagnostics]


TABLES = {
    "variables": "{oil: {start: 1, min: 0, max: 3}, hour: {start: 6, min: 6, max: 12}, lit: false, "
    "mood: {start: calm, one_of: [calm, wary, angry]}}",
    "challenges": "{types: [climbing, talking]}",
    "crew": "{ada: {title: Ada}, bo: {title: Bo}}",
    "items": "{lamp: {title: Lamp}, rope: {title: Rope}}",
}
"""What the pieces of the page take for granted, where they do not say it themselves."""
OTHER_CARDS = ("yard", "cellar", "roof", "home")


def story_of(piece: str, others: tuple[str, ...] = OTHER_CARDS) -> str:
    """Make a whole story of a piece, which ends with its cards if it has any."""
    keys = re.findall(r"^(\w+):", piece, flags=re.MULTILINE)
    own = re.findall(r"^  (\w+):", piece.partition("cards:\n")[2], flags=re.MULTILINE)
    head = f"story: piece\ntitle: A Piece\nstart: {(own or list(others))[0]}\n"
    tables = "".join(f"{key}: {value}\n" for key, value in TABLES.items() if key not in keys)
    cards = "".join(f"  {card}: {{text: There., ending: there}}\n" for card in others if card not in own)
    return head + tables + piece + ("" if "cards" in keys else "cards:\n") + cards


def default_table() -> str:
    """Return every house rule with what holds without it, in Markdown."""
    lines = ["| rule | without it |", "| --- | --- |"]
    for rule in fields(HouseRules):
        default = rule.default.value if isinstance(rule.default, Literal) else rule.default
        written = "none" if default is None else str(default).lower()
        lines.append(f"| `{rule.name}` | `{written}` |")
    return "\n".join(lines) + "\n"


def fact_table() -> str:
    """Return what each card game tells of itself, in Markdown."""
    lines = ["| shown by | of | what it is |", "| --- | --- | --- |"]
    for game in GAMES.values():
        for fact in game.facts:
            words = f": {', '.join(fact.words[1:])}" if fact.words else ""
            lines.append(f"| `{{game.{fact.name}}}` | {game.title} | {fact.about}{words} |")
    return "\n".join(lines) + "\n"


GENERATED = {"reference": format_reference, "defaults": default_table, "facts": fact_table}


def with_generated_parts(page: str) -> str:
    """Return the page with its generated parts written anew."""
    for name, make in GENERATED.items():
        begin, end = f"<!-- {name}: begin -->\n", f"<!-- {name}: end -->\n"
        head, _, rest = page.partition(begin)
        page = f"{head}{begin}\n{make()}\n{end}{rest.partition(end)[2]}"
    return page


if __name__ == "__main__":
    GUIDE.write_text(with_generated_parts(PAGE), encoding="utf-8")
