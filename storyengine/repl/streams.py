"""Output that cannot carry every character: what is sent instead, so that nothing raises and nothing is lost."""

from __future__ import annotations

import os
import shutil
import sys
from typing import TextIO

_SUBSTITUTES = {
    "→": "->",
    "…": "...",
    "\N{EN DASH}": "-",
    "\N{EM DASH}": "--",
    "\N{MINUS SIGN}": "-",
    "\N{LEFT SINGLE QUOTATION MARK}": "'",
    "\N{RIGHT SINGLE QUOTATION MARK}": "'",
    "“": '"',
    "”": '"',
    "«": '"',
    "»": '"',
    "·": "-",
    "\N{MULTIPLICATION SIGN}": "x",
    "\N{NO-BREAK SPACE}": " ",
    "\N{FIRST STRONG ISOLATE}": "",
    "\N{POP DIRECTIONAL ISOLATE}": "",
    "\N{LEFT-TO-RIGHT MARK}": "",
    "\N{RIGHT-TO-LEFT MARK}": "",
}


def writable(text: str, encoding: str) -> str:
    """Return `text` as an output of that encoding can write it.

    Example:
        >>> writable("4 → 6, “café”, 火", "latin-1")
        '4 -> 6, "café", ?'
    """
    if text.isascii():
        return text
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return "".join(_writable_character(each, encoding) for each in text)
    except LookupError:
        return writable(text, "ascii")
    return text


def _writable_character(character: str, encoding: str) -> str:
    try:
        character.encode(encoding)
    except UnicodeEncodeError:
        return _SUBSTITUTES.get(character, "?")
    return character


def prepare_streams(stdin: TextIO, stdout: TextIO) -> None:
    """See to it that no byte that comes in and no character that goes out can raise.

    A Windows pipe takes UTF-8 unless the user said otherwise; everywhere else the encoding found is the right one.
    """
    wanted = "utf-8" if os.name == "nt" and "PYTHONIOENCODING" not in os.environ else None
    for stream in (stdin, stdout):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace", encoding=None if _is_terminal(stream) else wanted)


def _is_terminal(stream: TextIO) -> bool:
    try:
        return stream.isatty()
    except ValueError:  # closed
        return False


def stream_encoding(stream: TextIO) -> str:
    """Return the encoding of an output, `utf-8` where it has none, as in memory."""
    return getattr(stream, "encoding", None) or "utf-8"


def usable_width() -> int:
    """Return the terminal's width, as far as lines of it can be read."""
    from storyengine.repl.layout import fitting_width

    return fitting_width(shutil.get_terminal_size().columns)


def wants_plain(asked: bool) -> bool:
    """Whether to use the plain loop: asked for, no terminal at either end, or one that cannot do more."""
    asked_by_environment = os.environ.get("STORYENGINE_PLAIN", "") not in ("", "0")
    if asked or asked_by_environment or not (_is_terminal(sys.stdin) and _is_terminal(sys.stdout)):
        return True
    # Windows consoles name no TERM; a Unix terminal without one is a very simple one
    return os.environ.get("TERM", "" if os.name != "nt" else "windows") in ("", "dumb", "unknown")
