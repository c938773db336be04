"""Cards and other signs drawn in text; each has a form in plain ASCII with the same meaning."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap


def card(number: int, *, ascii_only: bool) -> str:
    """A card that lies face up."""
    return f"[{number}]" if ascii_only else f"▕{number}▏"


def back(*, ascii_only: bool) -> str:
    """A card that lies face down."""
    return "[?]" if ascii_only else "▕░▏"


def cards(numbers: Iterable[int | None], *, ascii_only: bool) -> str:
    """A row of cards; None is one face down."""
    return " ".join(
        back(ascii_only=ascii_only) if number is None else card(number, ascii_only=ascii_only) for number in numbers
    )


def arrow(way: int, *, ascii_only: bool) -> str:
    """Which way turns go."""
    if ascii_only:
        return "clockwise" if way > 0 else "counter-clockwise"
    return "↻ clockwise" if way > 0 else "↺ counter-clockwise"


def fold(text: str, width: int) -> list[str]:
    """Break a line so that none is wider than `width`; what continues is set in by two."""
    return wrap(text, width, subsequent_indent="  ", break_long_words=True) or [""]
