"""The tree of one YAML file: what the author wrote and where, before anything is read into it.

A scalar keeps the author's own characters. Whether `no`, `007` or `12:30` is a text, an id or a number is for the
field to say that holds it, so this tree knows no types.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TypeAlias

from storyengine.source import Span


class Style(enum.Enum):
    """How a scalar was written."""

    PLAIN = "plain"
    """Without quotes; several lines are folded into one as YAML has it."""
    SINGLE = "single"
    """In single quotes."""
    DOUBLE = "double"
    """In double quotes, escapes resolved."""
    LITERAL = "literal"
    """A `|` block, line ends kept."""
    FOLDED = "folded"
    """A `>` block, line ends folded."""


@dataclass(frozen=True, slots=True)
class Scalar:
    """One piece of text."""

    text: str
    """The author's characters: as typed when plain, without quotes and escapes when quoted."""
    style: Style
    """How it was written."""
    span: Span
    """From the first character, quote or block mark to just after the last one."""


@dataclass(frozen=True, slots=True)
class Empty:
    """Nothing where a value could stand, as after `text:`."""

    span: Span
    """An empty stretch just after the colon or the dash."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A key with its value."""

    key: Scalar
    """The key; two keys are the same if their text is."""
    value: Node
    """What stands after the colon."""


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys with values, in the order of the file; a key that is written twice is there twice."""

    entries: tuple[Entry, ...]
    """All entries."""
    span: Span
    """From the first key or the brace to just after the last value or the brace."""


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list."""

    items: tuple[Node, ...]
    """All items."""
    span: Span
    """From the first dash or the bracket to just after the last item or the bracket."""


Node: TypeAlias = Scalar | Mapping | Sequence | Empty
"""What can stand at a place of the tree."""
