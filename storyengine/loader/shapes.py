"""The words in which the format is told: sorts of values, keys, and kinds of mappings.

The tables in `format` and `card_format` are made of these. The reader, the JSON Schema and the reference all follow
the tables, so that the three cannot disagree.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Line:
    """Plain text that is shown or kept as typed: a title, an author, a note."""


@dataclass(frozen=True, slots=True)
class Prose:
    """What is read aloud: text with expressions in braces, or a list of parts."""

    parts: bool = True
    """Whether a list of parts may stand there."""


@dataclass(frozen=True, slots=True)
class Name:
    """The name of something that the story declares."""

    of: str
    """What it names: `card`, `item`, `deck`, `place`, `type`, `tracker`, `variable`, `character`, `game`, `ending`."""


@dataclass(frozen=True, slots=True)
class NewName:
    """A name that is given here, for other places to use."""

    of: str
    """What bears it."""
    identifier: bool = True
    """Whether it must be snake_case, because expressions use it."""


@dataclass(frozen=True, slots=True)
class Flag:
    """Yes or no."""

    only_true: bool = False
    """Whether `true` alone makes sense, because leaving the key out says the rest."""


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number."""

    low: int | None = None
    """The smallest that is accepted."""
    high: int | None = None
    """The largest that is accepted."""


@dataclass(frozen=True, slots=True)
class Word:
    """One of a few words."""

    words: tuple[str, ...]
    """Every word that is accepted."""


@dataclass(frozen=True, slots=True)
class Start:
    """What a variable holds at the start: a whole number, `true` or `false`, or a word."""


@dataclass(frozen=True, slots=True)
class ConditionText:
    """A question with a yes or no answer."""


@dataclass(frozen=True, slots=True)
class EffectsText:
    """Changes, one after the other."""


@dataclass(frozen=True, slots=True)
class ExpressionText:
    """A number that is worked out when it is needed."""


@dataclass(frozen=True, slots=True)
class Range:
    """Whole numbers from one to another, `0..6`, with an end left out where it is open."""


@dataclass(frozen=True, slots=True)
class Anything:
    """Whatever the reader of the key makes of it."""


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list."""

    of: Shape
    """What each item is."""
    single: bool = False
    """Whether one item may stand there without the list."""
    size: int | None = None
    """How many items there must be, if that is fixed."""


@dataclass(frozen=True, slots=True)
class MapOf:
    """A mapping whose keys the author chooses."""

    keys: Shape
    """What each key is."""
    of: Shape
    """What stands after each."""


@dataclass(frozen=True, slots=True)
class Nested:
    """A mapping with fixed keys."""

    kind: str
    """The name of its kind."""


@dataclass(frozen=True, slots=True)
class Either:
    """One of several shapes."""

    options: tuple[Shape, ...]
    """The usual one first."""


Shape: TypeAlias = (
    Line
    | Prose
    | Name
    | NewName
    | Flag
    | Number
    | Word
    | Start
    | ConditionText
    | EffectsText
    | ExpressionText
    | Range
    | Anything
    | ListOf
    | MapOf
    | Nested
    | Either
)
"""A sort of value."""


@dataclass(frozen=True, slots=True)
class Key:
    """One key of a mapping with fixed keys."""

    name: str
    """As it is written."""
    shape: Shape
    """What stands after it."""
    about: str
    """One sentence for the reference and for editors."""
    required: bool = False
    """Whether it must be there."""


@dataclass(frozen=True, slots=True)
class MappingKind:
    """A mapping with fixed keys."""

    name: str
    """What messages call it, without an article: `text part`."""
    about: str
    """One sentence for the reference."""
    keys: tuple[Key, ...]
    """Its keys, in the order of the reference."""
    at_most_one: tuple[tuple[str, ...], ...] = ()
    """Groups of keys of which at most one may be there."""
    at_least_one: tuple[tuple[str, ...], ...] = ()
    """Groups of keys of which one must be there."""
    open: bool = False
    """Whether other keys are accepted too; whoever reads it checks them."""

    @property
    def names(self) -> tuple[str, ...]:
        """The keys' names."""
        return tuple(key.name for key in self.keys)

    def key(self, name: str) -> Key:
        """Return one key.

        Raises:
            KeyError: the kind has no key of that name.
        """
        for key in self.keys:
            if key.name == name:
                return key
        raise KeyError(name)
