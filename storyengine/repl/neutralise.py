"""Story text is shown, never obeyed: nothing in it can drive a terminal or turn the reading direction round.

Control characters become visible pictures, so an author sees what is in the file; line ends and tabs become what they
mean. Marks that override or embed a reading direction are taken out, since one without its end would turn round
whatever follows. The letters of right-to-left scripts and the two invisible letters that help them are kept.
"""

from __future__ import annotations

import unicodedata

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
ISOLATE, END_ISOLATE = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"

# embeddings, overrides and isolates, each of which needs an end; the byte-order mark means nothing inside a text
_DROPPED = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
_LINE_ENDS = frozenset("\u0085\u2028\u2029\v\f")
_FIRST_PICTURE = 0x2400
_DELETE, _DELETE_PICTURE = "\x7f", "\N{SYMBOL FOR DELETE}"
_TAB = "    "


def _shown(character: str) -> str:
    if character == "\n":
        return character
    if character == "\t":
        return _TAB
    if character in _LINE_ENDS:
        return "\n"
    if character in _DROPPED:
        return ""
    if character < " ":
        return chr(_FIRST_PICTURE + ord(character))
    if character == _DELETE:
        return _DELETE_PICTURE
    if unicodedata.category(character) in ("Cc", "Cs"):
        return REPLACEMENT
    return character


def neutralise(text: str) -> str:
    r"""Return `text` with nothing in it that a terminal would obey.

    Doing it twice changes nothing more.

    Example:
        >>> neutralise("a\x1b[2Jb")
        'a␛[2Jb'
    """
    if text.isprintable():  # no control, no separator but the space, no direction mark: nearly every text
        return text
    return "".join(map(_shown, text.replace("\r\n", "\n").replace("\r", "\n")))


def one_line(text: str) -> str:
    """Return `text` harmless and on one line, as a name in the middle of a sentence needs it."""
    return " ".join(neutralise(text).split())


def is_right_to_left(text: str) -> bool:
    """Whether there is a letter of a script that runs from right to left in it."""
    return not text.isascii() and any(unicodedata.bidirectional(each) in ("R", "AL") for each in text)


def isolate(text: str) -> str:
    """Return `text` so that its direction does not disturb the words and numbers around it.

    Left as it is unless a right-to-left script is in it.
    """
    return f"{ISOLATE}{text}{END_ISOLATE}" if is_right_to_left(text) else text
