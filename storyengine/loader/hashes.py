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
    digest = hashlib.sha256(MECHANICS_VERSION.encode())
    # card by card, since the text of a whole large story would be larger than the story
    for name in sorted(story.cards):
        _feed(digest, name, story.cards[name])
    for name in _fields(Story):
        if name != "cards":
            _feed(digest, name, getattr(story, name))
    return digest.hexdigest()


def texts_hash(story: Story) -> str:
    """Return the SHA-256, in hexadecimal, of all that a player can read."""
    digest = hashlib.sha256(TEXTS_VERSION.encode())
    for name, value in _readings(story):
        _feed(digest, name, value)
    return digest.hexdigest()


def _feed(digest: hashlib._Hash, name: str, value: Any) -> None:
    pieces = [repr(name), "="]
    _canonical(value, pieces)
    pieces.append(";")
    digest.update("".join(pieces).encode("utf-8", "surrogatepass"))


def _fields(kind: type[Any]) -> tuple[str, ...]:
    """The fields of a class that decide what can happen, in the order of the alphabet."""
    known = _FIELDS.get(kind)
    if known is None:
        left_out = {*_READ_OR_KEPT, *_PLACES, *_ORDER_OF_KEYS.get(kind, frozenset())}
        known = tuple(sorted(each.name for each in dataclasses.fields(kind) if each.name not in left_out))
        _FIELDS[kind] = known
    return known


def _canonical(value: Any, pieces: list[str]) -> None:
    """Add a value as text that is the same for equal meanings; the pieces are to be joined."""
    if isinstance(value, str):
        pieces.append(repr(str(value)))  # a member of an enumeration as its word
    elif value is None or isinstance(value, int):
        pieces.append(repr(value))
    elif isinstance(value, tuple | list):
        pieces.append("[")
        for each in value:
            _canonical(each, pieces)
            pieces.append(",")
        pieces.append("]")
    elif isinstance(value, Mapping):
        pieces.append("{")
        for key in sorted(value, key=str):
            pieces += (repr(str(key)), ":")
            _canonical(value[key], pieces)
            pieces.append(",")
        pieces.append("}")
    else:
        kind = type(value)
        pieces += (kind.__name__, "(")
        for name in _fields(kind):
            inside = getattr(value, name)
            if kind is ChallengeTable and name == "bands":
                inside = tuple(sorted(inside))
            pieces += (name, "=")
            _canonical(inside, pieces)
            pieces.append(",")
        pieces.append(")")


def _readings(story: Story) -> Iterator[tuple[str, Any]]:
    """Everything that is read, with what it belongs to; cards by their names, so that moving one changes nothing."""
    yield "story", [story.title, story.author, story.version, story.language, story.about]
    by_card: dict[str, list[Text]] = {}
    for card, text in texts(story):
        by_card.setdefault(card.id if card else "", []).append(text)
    for name in sorted(by_card):
        yield name, [(part.template, part.when, part.seen) for text in by_card[name] for part in text.parts]
    for table in (story.cards, story.decks, story.items, story.crew, story.variables, story.board.places):
        yield "titles", {name: table[name].title for name in table}
    yield "about", {character.id: character.about for character in story.crew.values()}
    yield "closed", {place.id: place.closed for place in story.board.places.values()}
    yield "endings", {ending.id: ending.title for ending in endings(story)}
