"""Two fingerprints of a story: of what can happen in it, and of what is read.

Saves, witnesses and cached verdicts carry them. The first stays the same when prose, titles, notes, comments, layout
or the order of keys change; the second says that a text reads differently.
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Iterator, Mapping
from typing import Any

from storyengine.model.cards import Text
from storyengine.model.story import Deck, Story
from storyengine.model.tables import ChallengeTable
from storyengine.model.walk import endings, texts

MECHANICS_VERSION = "storyengine mechanics 1"
"""Changes when the same story comes to mean something else."""
TEXTS_VERSION = "storyengine texts 1"

_READ_OR_KEPT = frozenset(
    ("text", "locked", "hint", "title", "about", "author", "version", "language", "note", "tags", "allow", "lint")
)
"""Fields that say what is read, or what is kept for people."""
_PLACES = frozenset(("span", "spans", "source", "folder", "at", "unreachable", "mechanics_hash", "texts_hash"))
"""Fields that say where something stands or is drawn, and fields made from the others."""
_ORDER_OF_KEYS: dict[type[Any], frozenset[str]] = {Deck: frozenset(("cards",))}
"""Fields that only repeat the order in which the author wrote the keys of a mapping."""
_FIELDS: dict[type[Any], tuple[str, ...]] = {}
"""What `_fields` has found, since a large story asks for the same few classes a million times."""


def mechanics_hash(story: Story) -> str:
    """Return the SHA-256, in hexadecimal, of all that decides what can happen: ids, effects, tables, rules."""
    return _digest(MECHANICS_VERSION, _canonical(story))


def texts_hash(story: Story) -> str:
    """Return the SHA-256, in hexadecimal, of all that a player can read."""
    return _digest(TEXTS_VERSION, _readings(story))


def _digest(version: str, pieces: Iterator[str]) -> str:
    digest = hashlib.sha256(version.encode())
    digest.update("".join(pieces).encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def _fields(kind: type[Any]) -> tuple[str, ...]:
    """The fields of a class that decide what can happen, in the order of the alphabet."""
    known = _FIELDS.get(kind)
    if known is None:
        left_out = {*_READ_OR_KEPT, *_PLACES, *_ORDER_OF_KEYS.get(kind, frozenset())}
        known = tuple(sorted(each.name for each in dataclasses.fields(kind) if each.name not in left_out))
        _FIELDS[kind] = known
    return known


def _canonical(value: Any) -> Iterator[str]:
    """A value as text that is the same for equal meanings; the pieces are to be joined."""
    if isinstance(value, str):
        yield repr(str(value))  # a member of an enumeration as its word
    elif value is None or isinstance(value, int):
        yield repr(value)
    elif isinstance(value, Mapping):
        yield "{"
        for key in sorted(value, key=str):
            yield repr(str(key))
            yield ":"
            yield from _canonical(value[key])
            yield ","
        yield "}"
    elif isinstance(value, tuple | list):
        yield "["
        for each in value:
            yield from _canonical(each)
            yield ","
        yield "]"
    else:
        yield type(value).__name__
        yield "("
        for name in _fields(type(value)):
            inside = getattr(value, name)
            if isinstance(value, ChallengeTable) and name == "bands":
                inside = tuple(sorted(inside))
            yield name
            yield "="
            yield from _canonical(inside)
            yield ","
        yield ")"


def _readings(story: Story) -> Iterator[str]:
    """Everything that is read, as text; cards in the order of their names, so that moving one changes nothing."""
    yield from _canonical([story.title, story.author, story.version, story.language, story.about])
    by_card: dict[str, list[Text]] = {}
    for card, text in texts(story):
        by_card.setdefault(card.id if card else "", []).append(text)
    for name in sorted(by_card):
        yield name
        for text in by_card[name]:
            for part in text.parts:
                yield from _canonical([part.template, part.when, part.seen])
    for table in (story.cards, story.decks, story.items, story.crew, story.variables, story.board.places):
        yield from _canonical({name: table[name].title for name in table})
    yield from _canonical({character.id: character.about for character in story.crew.values()})
    yield from _canonical({place.id: place.closed for place in story.board.places.values()})
    yield from _canonical({ending.id: ending.title for ending in endings(story)})
