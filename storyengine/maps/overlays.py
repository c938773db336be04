"""What is laid over a map: verdicts, or a number for each card. Signs and words carry it; colour only repeats them."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from storyengine.analysis.findings import Reachable, Undecided, Unreachable, Verdicts
from storyengine.graph.names import Names
from storyengine.maps.plain_text import counted
from storyengine.maps.story_map import StoryMap
from storyengine.model.walk import endings

LARGEST_FILE = 50_000_000
"""Characters of a file of numbers."""

SIGNS: Mapping[str, tuple[str, str]] = {
    "unreachable": ("✕", "no play gets there"),
    "undecided": ("?", "neither a play nor a proof was found"),
    "doomed": ("▼", "a play can be lost from here on without being over"),
    "stuck": ("■", "a play can stop here without an ending"),
}
"""Mark of a card to its sign and its meaning."""


class OverlayError(ValueError):
    """A file that gives no number for any card, with the reason."""


@dataclass(frozen=True, slots=True)
class Overlay:
    """Marks and numbers by index of the node."""

    name: str
    marks: Mapping[int, str] = field(default_factory=dict)
    """Keys of `SIGNS`."""
    values: Mapping[int, float] = field(default_factory=dict)
    notes: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """Sentences for whoever looks at the card."""


def verdict_overlay(drawn: StoryMap, verdicts: Verdicts, doomed: Mapping[str, str] | None = None) -> Overlay:
    """Return an overlay of verdicts.

    Args:
        drawn: the map.
        verdicts: of the same story.
        doomed: card to what dooms a play there, in words.
    """
    index, names = drawn.index(), Names(verdicts.story)
    of_ending = {ending.id: names.ending(ending) for ending in endings(verdicts.story)}
    marks: dict[int, str] = {}
    notes: dict[int, list[str]] = {}

    def note(node: str, mark: str, words: str, *, whole: bool) -> None:
        if node in index:
            if whole:
                marks.setdefault(index[node], mark)
            notes.setdefault(index[node], []).append(words)

    for target, verdict in verdicts.of.items():
        node, whole = target.card, target.kind == "card"
        if target.kind == "ending":
            node, whole = of_ending[target.id], True
        elif target.kind == "threshold":
            node, whole = names.threshold(*_threshold(target.id)), True
        what = "" if whole else f"{target.kind} {target.id.removeprefix(target.card + '.')}: "
        match verdict:
            case Unreachable():
                note(node, "unreachable", f"{what}unreachable", whole=whole)
            case Undecided():
                note(node, "undecided", f"{what}undecided", whole=whole)
            case Reachable(witness) if whole:
                note(node, "", f"reachable in {counted(len(witness), 'step')}", whole=False)
    for card in verdicts.stuck:
        note(card, "stuck", "a play can stop here without an ending", whole=True)
    for card, words in (doomed or {}).items():
        note(card, "doomed", words, whole=True)
    return Overlay("verdicts", marks, {}, {node: tuple(each) for node, each in notes.items()})


def _threshold(target: str) -> tuple[str, int]:
    variable, _, at = target.rpartition(".at.")
    return variable, int(at)


def number_overlay(drawn: StoryMap, values: Mapping[str, float], name: str) -> Overlay:
    """Return an overlay of a number for some cards; cards that are not on the map are left out."""
    index = drawn.index()
    return Overlay(name, values={index[node]: value for node, value in values.items() if node in index})


def parse_numbers(text: str) -> dict[str, float]:
    """Read a number for each card from JSON, `{"deck/card": 0.25, ...}`.

    Raises:
        OverlayError: it is not that.
    """
    if len(text) > LARGEST_FILE:
        raise OverlayError(f"it is larger than {LARGEST_FILE:,} characters")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise OverlayError("it is not JSON") from None
    if not isinstance(data, dict) or not data:
        raise OverlayError('it must be like {"card": 3, "deck/card": 0.25}')
    found = {}
    for card, value in data.items():
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise OverlayError(f"`{card[:60]}` must have a number, got {str(value)[:40]!r}")
        found[card] = float(value)
    return found
