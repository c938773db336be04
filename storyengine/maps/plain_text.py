"""Story text made fit for files that cannot hold every character."""

from __future__ import annotations

import re
import unicodedata

_EMPHASIS = re.compile(r"(?<![\w*])\*(?=[^\s*])([^*\n]*[^\s*])\*(?![\w*])")


def one_line(text: str) -> str:
    """Return a text with every stretch of white space as one space."""
    return " ".join(text.split())


def counted(number: int, noun: str) -> str:
    """Return a number with its noun.

    Example:
        >>> counted(1, "card"), counted(1_200, "card")
        ('1 card', '1,200 cards')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def unstressed(text: str) -> str:
    """Return a title without the stars of `*emphasis*`.

    Example:
        >>> unstressed("The *Undue Haste*, 2 * 3 * 4")
        'The Undue Haste, 2 * 3 * 4'
    """
    return _EMPHASIS.sub(r"\1", text)


def xml_text(text: str) -> str:
    r"""Return a text without what XML has no way to hold; such a character becomes the replacement sign.

    Example:
        >>> xml_text("bell\x07")
        'bell�'
    """
    return "".join(each if _fits_xml(each) else "\N{REPLACEMENT CHARACTER}" for each in text)


def _fits_xml(character: str) -> bool:
    number = ord(character)
    if number < 0x20:
        return character in "\t\n\r"
    return not 0xD800 <= number <= 0xDFFF and number not in (0xFFFE, 0xFFFF)


def visible(text: str) -> str:
    r"""Return a text on which a terminal acts in no way: control and direction characters become the replacement sign.

    Example:
        >>> visible("a\x1b[2J\nb")
        'a�[2J\nb'
    """
    return "".join(each if _is_harmless(each) else "\N{REPLACEMENT CHARACTER}" for each in text)


def _is_harmless(character: str) -> bool:
    return (
        character == "\n"
        or character == "\u200d"
        or unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Zl", "Zp")
    )
