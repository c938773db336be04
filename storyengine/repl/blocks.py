"""What a session says, before anyone decides how wide a line is or whether there are colours."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """Who speaks, and how it is set."""

    TITLE = "title"
    """A card's or a story's name."""
    STORY = "story"
    """The author's words."""
    ASIDE = "aside"
    """The program's own voice, in parentheses."""
    HEADING = "heading"
    """What the numbered lines below it are about."""
    CHOICE = "choice"
    """A numbered line, or one that is shown but cannot be taken."""
    ROW = "row"
    """A line of a screen such as `status`."""
    TABLE = "table"
    """A card table, its lines set already."""
    ENDING = "ending"
    """The name of the ending that was reached."""


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of what is said. Story words in it are harmless already, see `neutralise`."""

    kind: Kind
    text: str
    label: str = ""
    """What stands before the text and is not wrapped: `1.`, or `-` for what cannot be taken."""


Blocks = tuple[Block, ...]


def aside(text: str) -> Block:
    """Return a remark of the program's, set apart from the story by parentheses."""
    return Block(Kind.ASIDE, f"({text})")


def row(text: str, label: str = "") -> Block:
    """Return a line of a screen."""
    return Block(Kind.ROW, text, label)


def heading(text: str) -> Block:
    """Return a line that says what follows."""
    return Block(Kind.HEADING, text)
