"""The words and signs of conditions and effects, each with its place in the author's file."""

from __future__ import annotations

import enum
import re
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass

from storyengine.source import Span

LONGEST_TEXT = 4_000
"""Characters of one condition, or of all effects written in one place."""

Report = Callable[[str, Span, str, str, str, str | None], None]
"""Takes a finding: rule slug, place, message, why, hint, and the text that would mend the place, if one is known."""

Positions = Callable[[int], tuple[int, int]]
"""From an offset in the text to (line, column) in the file, both counted from 1."""


class TokenKind(enum.Enum):
    """What a token is."""

    NAME = enum.auto()
    NUMBER = enum.auto()
    """Whatever starts with a digit: `7`, but also `007`, `1.5`, `2d6`. The grammar says which of these it takes."""
    QUOTED = enum.auto()
    """A word in quotes, its end included."""
    UNCLOSED = enum.auto()
    """A quote that does not end on its line, up to the end of the line."""
    CARD = enum.auto()
    """What stands between the parentheses of `visited(...)`, as typed."""
    SIGN = enum.auto()
    BREAK = enum.auto()
    """The end of a line where that ends a statement."""
    END = enum.auto()
    """Behind the last character."""


@dataclass(frozen=True, slots=True)
class Token:
    """One word or sign."""

    kind: TokenKind
    text: str
    """The author's characters."""
    start: int
    """Offset of the first character in the text, from 0."""
    end: int
    """Offset behind the last character."""

    def is_sign(self, *signs: str) -> bool:
        """Whether this is one of `signs`."""
        return self.kind is TokenKind.SIGN and self.text in signs

    def is_name(self, *names: str) -> bool:
        """Whether this is one of `names`."""
        return self.kind is TokenKind.NAME and self.text in names


class Refused(Exception):
    """The text cannot be read on from here. The finding has been reported."""


class Source:
    """A piece of an author's text that holds conditions or effects, and where in the file it stands."""

    def __init__(self, text: str, at: Span, report: Report, positions: Positions | None = None) -> None:
        self.text = text
        self._at = at
        self._report = report
        self._positions = positions or self._plain_position
        self._line_starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def _plain_position(self, offset: int) -> tuple[int, int]:
        # Later lines are taken to start in the first column; whoever knows of an indent hands in `positions`.
        line = bisect_right(self._line_starts, offset) - 1
        column = offset - self._line_starts[line]
        return (self._at.line + line, column + (self._at.column if line == 0 else 1))

    def span(self, start: int, end: int) -> Span:
        """Return the place of the characters from `start` up to but not including `end`."""
        line, column = self._positions(start)
        if end <= start:
            return Span(self._at.path, line, column, line, column)
        # The last character is on the same line as its token, but what follows it may be on another.
        end_line, end_column = self._positions(end - 1)
        return Span(self._at.path, line, column, end_line, end_column + 1)

    def part(self, start: int, end: int) -> Source:
        """Return a stretch of this text as a text of its own, with the places that it has in the file."""
        return Source(self.text[start:end], self._at, self._report, lambda offset: self._positions(start + offset))

    def whole(self) -> Span:
        """Return the place of the text without the blanks around it."""
        start = len(self.text) - len(self.text.lstrip())
        return self.span(start, max(start, len(self.text.rstrip())))

    def quote(self, start: int, end: int) -> str:
        """Return the author's characters for a message: in backticks, on one line, and not too long."""
        words = " ".join(self.text[start:end].split())
        return f"`{words}`" if len(words) <= 40 else f"`{words[:37]}...`"

    def complain(
        self, slug: str, start: int, end: int, message: str, why: str, hint: str, replacement: str | None = None
    ) -> None:
        """Report a finding about a stretch of the text."""
        self._report(slug, self.span(start, end), message, why, hint, replacement)

    def refusal(
        self, slug: str, start: int, end: int, message: str, why: str, hint: str, replacement: str | None = None
    ) -> Refused:
        """Report a finding after which the text cannot be read on; the caller raises what comes back."""
        self.complain(slug, start, end, message, why, hint, replacement)
        return Refused(message)

    def too_large(self, start: int, end: int, message: str, hint: str) -> Refused:
        """Report that a bound of the language is passed."""
        why = "conditions and effects are kept small enough to be checked for every play of the story"
        return self.refusal("expression-too-large", start, end, message, why, hint)


_TOKEN = re.compile(
    r"""
    (?P<space>[^\S\n]+)
  | (?P<line>\n)
  | (?P<dots>\.\.\.?)
  | (?P<number>[0-9]\w*(?:\.[0-9]\w*)*|\.[0-9]\w*)
  | (?P<name>[^\W\d][\w\u0300-\u036f]*)
  | (?P<quoted>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
  | (?P<unclosed>["'][^\n]*)
  | (?P<sign>===|!==|\*\*=?|//=|==|!=|<=|>=|<>|=>|=<|:=|\+=|-=|\*=|/=|%=|\+\+|--|&&|\|\||//|.)
    """,
    re.VERBOSE,
)
# A card is named as it is typed elsewhere: `visited(2)`, `visited(data/41)`, `visited(^13)`. Quoted names are tokens.
_CARD = re.compile(r"""\s*(?P<card>[^"'\s)][^)\n]*)""")

_KINDS = {
    "dots": TokenKind.SIGN,
    "number": TokenKind.NUMBER,
    "name": TokenKind.NAME,
    "quoted": TokenKind.QUOTED,
    "unclosed": TokenKind.UNCLOSED,
    "sign": TokenKind.SIGN,
}


def tokens(source: Source, *, statements: bool) -> list[Token]:
    """Cut a text into tokens. Every character finds a place, so that the grammar can say what is wrong with it.

    Args:
        source: the text.
        statements: whether the end of a line ends a statement; inside brackets it never does.

    Returns:
        The tokens, the last of which is of kind `END`.

    Raises:
        Refused: the text is longer than `LONGEST_TEXT`.
    """
    text = source.text
    if len(text) > LONGEST_TEXT:
        message = f"this is {len(text):,} characters long; the most that can be read is {LONGEST_TEXT:,}"
        raise source.too_large(0, 1, message, "split it over several cards, or keep part of it in a variable")
    found: list[Token] = []
    offset = brackets = 0
    while offset < len(text):
        match = _TOKEN.match(text, offset)
        assert match is not None and match.lastgroup is not None, "the last alternative takes any character"
        start, offset = offset, match.end()
        if match.lastgroup == "space":
            continue
        if match.lastgroup == "line":
            if statements and brackets == 0:
                found.append(Token(TokenKind.BREAK, "\n", start, offset))
            continue
        token = Token(_KINDS[match.lastgroup], match.group(), start, offset)
        if token.is_sign("(", "["):
            brackets += 1
        elif token.is_sign(")", "]"):
            brackets = max(0, brackets - 1)
        opens_card = token.is_sign("(") and bool(found) and found[-1].is_name("visited")
        found.append(token)
        if opens_card and (card := _CARD.match(text, offset)):
            name = card["card"].rstrip()
            begin = card.start("card")
            found.append(Token(TokenKind.CARD, name, begin, begin + len(name)))
            offset = card.end()
    # Right behind the last word: what follows it, a line end for example, belongs to nobody.
    end = next((token.end for token in reversed(found) if token.kind is not TokenKind.BREAK), 0)
    found.append(Token(TokenKind.END, "", end, end))
    return found
