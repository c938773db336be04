"""Faults planted in a story, one at a time: a checker is worth what it notices of them.

A fault changes one place as a slip of the author's would: an effect forgotten, a bound one too high, a choice that
leads to the wrong card, a name misspelt. Each mutant says which card or table it was planted in.

    .venv/bin/python tools/mutate.py stories/tavern            one line for each mutant
    .venv/bin/python tools/mutate.py stories/tavern -n 3 -o /tmp/mutant    write the third one there
"""

from __future__ import annotations

import argparse
import copy
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools.yaml_text import Files, Tree, read_files, write_files  # noqa: E402 - found only once the path is set

NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])")
WORDS_OF_THE_LANGUAGE = (
    "and",
    "or",
    "not",
    "if",
    "in",
    "else",
    "has",
    "true",
    "false",
    "gain",
    "discard",
    "give",
    "to",
)
NAME = re.compile(rf"\b(?!(?:{'|'.join(WORDS_OF_THE_LANGUAGE)})\b)[a-z_]{{3,}}\b")
TRACKER_LINES = ("at_max", "at_min", "at")


@dataclass(frozen=True)
class Mutant:
    """A story with one fault."""

    fault: str
    """What kind of slip it is, such as `drop an effect`."""
    where: str
    """The whole name of the card it is planted in, or the table of the story's own file, such as `trackers`."""
    what: str
    """What was changed, for people."""
    files: Files

    def __str__(self) -> str:
        return f"{self.fault:<22} {self.where:<18} {self.what}"


@dataclass(frozen=True)
class Place:
    """A mapping somewhere in a story, and how to find it again in a copy."""

    file: str
    path: tuple[str | int, ...]
    where: str

    def tree(self, files: Files) -> Tree:
        """Return the mapping in some files."""
        found: Any = files[self.file]
        for step in self.path:
            found = found[step]
        assert isinstance(found, dict), "a place is a mapping"
        return found


def places(files: Files) -> Iterator[Place]:
    """Yield every mapping of a story, cards and what is inside them, then the tables."""
    for file, tree in files.items():
        deck = tree.get("deck")
        for name, card in tree.get("cards", {}).items():
            where = f"{deck}/{name}" if deck else str(name)
            yield from _below(card, Place(file, ("cards", name), where))
        for table in ("trackers", "variables", "items", "board", "challenges", "rules", "crew"):
            if isinstance(tree.get(table), dict):
                yield from _below(tree[table], Place(file, (table,), table))


def _below(value: Any, here: Place) -> Iterator[Place]:
    if isinstance(value, dict):
        yield here
        for key, inner in value.items():
            yield from _below(inner, Place(here.file, (*here.path, key), here.where))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _below(inner, Place(here.file, (*here.path, index), here.where))


def mutants(files: Files) -> Iterator[Mutant]:
    """Yield every mutant of a story, in the order written; none is equal to the story."""
    for place in list(places(files)):
        tree = place.tree(files)
        for fault, kind in FAULTS.items():
            for what, change in kind(tree, place, files):
                changed = copy.deepcopy(files)
                change(place.tree(changed))
                if changed != files:
                    yield Mutant(fault, place.where, what, changed)


Change = Callable[[Tree], None]
Kind = Callable[[Tree, Place, Files], Iterator[tuple[str, Change]]]


def _put(key: str, value: Any) -> Change:
    def change(tree: Tree) -> None:
        tree[key] = value

    return change


def _without(key: str) -> Change:
    def change(tree: Tree) -> None:
        del tree[key]

    return change


def effects_of(tree: Tree, key: str) -> list[str]:
    """Return the effects under a key, one by one."""
    value = tree.get(key, [])
    return [effect.strip() for effect in value.split(";")] if isinstance(value, str) else list(value)


def drop_effect(tree: Tree, place: Place, files: Files) -> Iterator[tuple[str, Change]]:
    """Forget one effect."""
    for key in ("do", "before"):
        effects = effects_of(tree, key)
        for index, effect in enumerate(effects):
            rest = effects[:index] + effects[index + 1 :]
            # An item's use must do something.
            if rest or place.where != "items":
                yield effect, _put(key, "; ".join(rest)) if rest else _without(key)


def change_number(tree: Tree, place: Place, files: Files) -> Iterator[tuple[str, Change]]:
    """Write one more than was meant, in an effect or a condition."""
    for key in ("do", "before", "when"):
        text = tree.get(key)
        if isinstance(text, str):
            for match in NUMBER.finditer(text):
                new = f"{text[: match.start()]}{int(match[0]) + 1}{text[match.end() :]}"
                yield f"{text} -> {new}", _put(key, new)


def negate(tree: Tree, place: Place, files: Files) -> Iterator[tuple[str, Change]]:
    """Write the opposite of a condition."""
    when = tree.get("when")
    if isinstance(when, str):
        yield when, _put("when", f"not ({when})")


def drop_condition(tree: Tree, place: Place, files: Files) -> Iterator[tuple[str, Change]]:
    """Forget a condition, or what makes a choice once-only."""
    for key in ("when", "once", "optional"):
        if key in tree:
            yield f"{key}: {tree[key]}", _without(key)


def redirect(tree: Tree, place: Place, files: Files) -> Iterator[tuple[str, Change]]:
    """Lead to another card of the same file."""
    goto = tree.get("goto")
    names = [str(name) for name in files[place.file].get("cards", {})]
    if goto is not None and len(names) > 1:
        own = str(goto).rpartition("/")[2]
        other = names[(names.index(own) + 1) % len(names)] if own in names else names[0]
        yield f"{goto} -> {other}", _put("goto", other)


def swap_targets(tree: Tree, place: Place, files: Files) -> Iterator[tuple[str, Change]]:
    """Exchange where two neighbouring choices lead."""
    choices = tree.get("choices", [])
    for index in range(len(choices) - 1):
        pair = choices[index : index + 2]
        if all("goto" in choice for choice in pair) and pair[0]["goto"] != pair[1]["goto"]:

            def swap(changed: Tree, index: int = index) -> None:
                one, other = changed["choices"][index : index + 2]
                one["goto"], other["goto"] = other["goto"], one["goto"]

            yield f"{pair[0]['goto']} <-> {pair[1]['goto']}", swap


def swap_results(tree: Tree, place: Place, files: Files) -> Iterator[tuple[str, Change]]:
    """Exchange what follows winning and losing."""
    if "win" in tree and "lose" in tree:

        def swap(changed: Tree) -> None:
            changed["win"], changed["lose"] = changed["lose"], changed["win"]

        yield "win <-> lose", swap


def drop_result(tree: Tree, place: Place, files: Files) -> Iterator[tuple[str, Change]]:
    """Forget a choice, an arm, a result of a card game, a threshold or a challenge."""
    for key in ("choices", "branch", "random", "challenges"):
        for index, each in enumerate(tree.get(key, [])):
            rest = [*tree[key][:index], *tree[key][index + 1 :]]
            name = each.get("id", each.get("when", index)) if isinstance(each, dict) else index
            yield f"{key}: {name}", _put(key, rest) if rest else _without(key)
    for key in (*TRACKER_LINES, "challenge", "lose", "win"):
        if key in tree:
            yield key, _without(key)
    results = tree.get("results")
    if isinstance(results, dict) and len(results) > 1:
        first = next(iter(results))
        yield f"results: {first}", _put("results", {name: results[name] for name in results if name != first})


def change_bound(tree: Tree, place: Place, files: Files) -> Iterator[tuple[str, Change]]:
    """Write a bound, a start, a level or a boost one too high."""
    for key in ("max", "min", "start", "level", "die"):
        value = tree.get(key)
        if isinstance(value, int) and not isinstance(value, bool):
            yield f"{key}: {value} -> {value + 1}", _put(key, value + 1)
    if place.path[-1:] == ("boost",):
        for key, value in tree.items():
            if isinstance(value, int):
                yield f"{key}: {value} -> {value - 1}", _put(key, value - 1)


def misspell(tree: Tree, place: Place, files: Files) -> Iterator[tuple[str, Change]]:
    """Swap two letters of a name."""
    for key in ("goto", "when", "do"):
        text = tree.get(key)
        match = NAME.search(text) if isinstance(text, str) else None
        if isinstance(text, str) and match:
            word = match[0]
            wrong = word[0] + word[2] + word[1] + word[3:]
            yield f"{word} -> {wrong}", _put(key, text.replace(word, wrong, 1))


def delete_card(tree: Tree, place: Place, files: Files) -> Iterator[tuple[str, Change]]:
    """Empty a card of all but its text, as one that is still to be written."""
    if place.path[:1] == ("cards",) and len(place.path) == 2:

        def empty(changed: Tree) -> None:
            for key in [key for key in changed if key not in ("text", "title")]:
                del changed[key]

        yield "all but its text", empty


def end_elsewhere(tree: Tree, place: Place, files: Files) -> Iterator[tuple[str, Change]]:
    """Go on where the story should be over."""
    names = list(files[place.file].get("cards", {}))
    if "ending" in tree and names:

        def go_on(changed: Tree) -> None:
            del changed["ending"]
            changed["goto"] = str(names[0])

        yield f"ending -> {names[0]}", go_on


FAULTS: dict[str, Kind] = {
    "drop an effect": drop_effect,
    "change a number": change_number,
    "negate a condition": negate,
    "drop a condition": drop_condition,
    "redirect a jump": redirect,
    "swap two targets": swap_targets,
    "swap win and lose": swap_results,
    "drop a part": drop_result,
    "raise a bound": change_bound,
    "misspell a name": misspell,
    "empty a card": delete_card,
    "lose an ending": end_elsewhere,
}
"""Kind of fault to what plants it: yields (what was changed, the change) for one mapping."""


def main() -> int:
    """List the mutants of a story, or write one."""
    parser = argparse.ArgumentParser(description="plant faults in a story, one at a time")
    parser.add_argument("story", type=Path, help="a story's folder")
    parser.add_argument("-n", type=int, help="only the mutant of this number, from 1")
    parser.add_argument("-o", "--output", type=Path, help="a folder to write it into")
    chosen = parser.parse_args()
    for number, mutant in enumerate(mutants(read_files(chosen.story)), 1):
        if chosen.n in (None, number):
            print(f"{number:5} {mutant}")
            if chosen.output and chosen.n:
                write_files(mutant.files, chosen.output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
