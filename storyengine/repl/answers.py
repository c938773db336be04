"""What a typed answer means among numbered lines: a number, a name, or the beginning of a text.

A number is a position, whatever the texts say. A name or a whole text goes before a beginning; an answer that fits
several lines picks none of them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

LONGEST_NUMBER = 9
"""Digits of a number that can still be a position."""


@dataclass(frozen=True, slots=True)
class Option:
    """A line that can be answered."""

    text: str
    names: tuple[str, ...] = ()
    """Ids and other names that mean it."""


@dataclass(frozen=True, slots=True)
class Match:
    """The lines that an answer fits, counted from 0."""

    found: tuple[int, ...] = ()
    out_of_range: bool = False
    """A number that no line has."""

    @property
    def only(self) -> int | None:
        """The line that is meant, if it is a single one."""
        return self.found[0] if len(self.found) == 1 else None


def plain_words(text: str) -> str:
    """Return a text without case, accents' spelling, marks and double spaces, to compare by.

    Example:
        >>> plain_words('"Why is it out?"')
        'why is it out'
    """
    folded = unicodedata.normalize("NFKC", text).casefold()
    kept = "".join(each if each.isalnum() or unicodedata.combining(each) else " " for each in folded)
    return " ".join(kept.split()) or " ".join(folded.split())


def match_answer(answer: str, options: Sequence[Option]) -> Match:
    """Find the lines that an answer fits."""
    typed = answer.strip()
    number = typed.lstrip("#").rstrip(".)")
    if number.isascii() and number.isdigit():
        position = int(number) if len(number) <= LONGEST_NUMBER else 0
        return Match((position - 1,)) if 1 <= position <= len(options) else Match(out_of_range=True)
    named = tuple(index for index, option in enumerate(options) if typed in option.names)
    if len(named) == 1:
        return Match(named)
    words = plain_words(typed)
    if not words:
        return Match()
    texts = [plain_words(option.text) for option in options]
    whole = tuple(
        index
        for index, option in enumerate(options)
        if texts[index] == words or words in (plain_words(name) for name in option.names)
    )
    return Match(whole or tuple(index for index, text in enumerate(texts) if text.startswith(words)))
