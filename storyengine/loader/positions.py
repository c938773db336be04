"""Where each character of a text stands in the author's file, whatever quotes, escapes and folds lie between."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence

from storyengine.loader.nodes import Scalar, Style

Place = tuple[int, int]
"""Line and column, both from 1."""

_MARKS = {Style.SINGLE: "'", Style.DOUBLE: '"', Style.LITERAL: "|", Style.FOLDED: ">"}
_ESCAPED_WIDTHS = {"x": 4, "u": 6, "U": 10}
"""Characters of an escape in double quotes that names a character by its number; any other takes two."""


def positions(scalar: Scalar, lines: Sequence[str]) -> Callable[[int], Place]:
    """Return the function from an offset in a scalar's text to its place in the file.

    Args:
        scalar: the text as it was read.
        lines: the lines of its file.

    Returns:
        A function that takes offsets from 0 up to and including the length of the text.

    Example:
        >>> from storyengine.source import Span
        >>> text = Scalar("it's lit", Style.SINGLE, Span("a.yaml", 1, 7, 1, 18))
        >>> positions(text, ["text: 'it''s lit'"])(5)
        (1, 14)
    """
    exact = _exact(scalar, lines)
    length = len(scalar.text)
    last = min(scalar.span.end_line, len(lines))

    def place(offset: int) -> Place:
        # where the file was mended in memory, the text may be longer than what the author wrote
        line, column = exact(offset)
        if line > last:
            line, column = last, len(lines[last - 1])
        return line, max(1, min(column, len(lines[line - 1]) + (offset >= length)))

    return place if lines else exact


def _exact(scalar: Scalar, lines: Sequence[str]) -> Callable[[int], Place]:
    """The places by the characters alone, as they are where nothing was mended."""
    span = scalar.span
    if scalar.style is Style.LITERAL:
        return _literal(scalar, lines)
    if scalar.style is Style.PLAIN and span.line == span.end_line:
        return lambda offset: (span.line, span.column + offset)
    table: list[Place] = []

    def place(offset: int) -> Place:
        if not table:
            table.extend(_aligned(scalar, lines))
        return table[offset]

    return place


def is_as_written(scalar: Scalar, lines: Sequence[str]) -> bool:
    """Whether the file holds the text in the style in which it was read, so that an edit of its characters fits.

    It does not where the file was mended in memory before it was read.
    """
    span = scalar.span
    rest = lines[span.line - 1][span.column - 1 :] if span.line <= len(lines) else ""
    if scalar.style is Style.PLAIN:
        first_words = scalar.text.partition("\n")[0] if span.line == span.end_line else scalar.text.split(" ")[0]
        return rest.startswith(first_words)
    return rest[:1] == _MARKS[scalar.style]


def _literal(scalar: Scalar, lines: Sequence[str]) -> Callable[[int], Place]:
    """In a `|` block each line of the text is a line of the file, less its indentation."""
    first = scalar.span.line  # the line after the mark, counted from 0
    text_lines = scalar.text.split("\n")
    indent = 0
    for number, line in enumerate(text_lines):
        if line.strip() and first + number < len(lines):
            indent = len(lines[first + number]) - len(line)
            break
    starts = [0]
    for line in text_lines:
        starts.append(starts[-1] + len(line) + 1)

    def place(offset: int) -> Place:
        number = min(bisect_right(starts, offset) - 1, len(text_lines) - 1)
        return (first + number + 1, indent + offset - starts[number] + 1)

    return place


def _aligned(scalar: Scalar, lines: Sequence[str]) -> list[Place]:
    """Walk the text and the file side by side; each character of the text finds its place, and so does its end.

    A space or line end of the text that stands for a fold takes the place where the line was folded.
    """
    found: list[Place] = []
    line, column = scalar.span.line - 1, scalar.span.column - 1
    if scalar.style is Style.FOLDED:
        line, column = line + 1, 0
    elif scalar.style is not Style.PLAIN:
        column += 1
    for character in scalar.text:
        line, column = _skip_to(character, line, column, lines)
        found.append((line + 1, column + 1))
        column += _width(scalar.style, lines[line], column) if line < len(lines) else 0
    found.append((line + 1, column + 1))
    return found


def _skip_to(character: str, line: int, column: int, lines: Sequence[str]) -> Place:
    """Where the next character of the text stands; a fold's own character stays at the end of its line."""
    if character in " \n":
        return line, column
    while line < len(lines):
        rest = lines[line][column:]
        # a backslash at the end of a line in double quotes joins it with the next one
        if rest.strip() and rest.strip() != "\\":
            blank = len(rest) - len(rest.lstrip())
            return line, column + (blank if not character.isspace() else 0)
        line, column = line + 1, 0
    return len(lines) - 1, len(lines[-1]) if lines else 0


def _width(style: Style, line: str, column: int) -> int:
    """How many characters of the file one character of the text takes."""
    if column >= len(line):
        return 0
    if style is Style.DOUBLE and line[column] == "\\":
        return _ESCAPED_WIDTHS.get(line[column + 1 : column + 2], 2)
    return 2 if style is Style.SINGLE and line.startswith("''", column) else 1
