"""What the engine tells an author about a story: one value per problem, and its printed form.

A `Diagnostic` is plain data. Loader and rules make them, `Problems` gathers them, reports print them, and fixes
are text edits that need no YAML library. This module knows nothing of stories; it imports `source` alone.
"""

from __future__ import annotations

import enum
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from storyengine.source import NOWHERE, Span

LINE_WIDTH = 100
"""Terminal columns of the author's line that are shown; longer lines are clipped around the caret."""
TAB_STOP = 4
"""Distance of tab stops where a line with tabs is shown."""


class Severity(enum.Enum):
    """How much a problem matters."""

    ERROR = "error"
    """The story cannot be played as it stands."""
    WARNING = "warning"
    """It can be played, but probably not as the author means it."""
    NOTE = "note"
    """Worth knowing; nothing needs to be done."""

    @property
    def rank(self) -> int:
        """Position in order of weight: 0 for an error, 2 for a note."""
        return _RANKS[self]


_RANKS = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.NOTE: 2}


class Applicability(enum.Enum):
    """Whether a fix may be applied unasked."""

    SAFE = "safe"
    """What the author wrote can only have meant this, or the meaning stays the same."""
    UNSAFE = "unsafe"
    """A guess: probably right, so a person should look first."""


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace one stretch of a file by other text."""

    span: Span
    """What goes away; an empty stretch inserts."""
    text: str
    """What stands there afterwards."""


@dataclass(frozen=True, slots=True)
class Fix:
    """A way to solve a problem by editing files."""

    title: str
    """What the fix does, as an order: "write `cellar-door`"."""
    edits: tuple[Edit, ...]
    """All of them together are the fix; they do not overlap."""
    applicability: Applicability = Applicability.UNSAFE
    """Whether it may be applied unasked."""


@dataclass(frozen=True, slots=True)
class Related:
    """Another place that belongs to the problem, such as the first of two equal keys."""

    span: Span
    """Where it is."""
    message: str
    """What it is."""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One problem at one place, in words for the author."""

    code: str
    """`SE` and three digits; its meaning never changes and the number is never reused."""
    slug: str
    """The name of the problem, as `allow:` and `--ignore` take it."""
    severity: Severity
    """How much it matters."""
    span: Span
    """Where to look."""
    message: str
    """What is wrong: one line, lower case, no full stop, names in backticks."""
    why: str = ""
    """Why it is a problem."""
    hint: str = ""
    """What to do about it."""
    fix: Fix | None = None
    """The edit that does it."""
    related: tuple[Related, ...] = ()
    """Other places to look at."""


def sort_key(diagnostic: Diagnostic) -> tuple[Span, int, str, str]:
    """Order by place, then by weight, code and message, so that every run prints the same."""
    return (diagnostic.span, diagnostic.severity.rank, diagnostic.code, diagnostic.message)


class Problems:
    """Gathers what is found, so that one run reports it all.

    The same diagnostic is kept once. Beyond `limit` the gravest are shown, in order of place, with a closing note
    that counts the rest; `is_broken` and `counts` always count everything.
    """

    def __init__(self, limit: int = 200) -> None:
        """Start empty.

        Args:
            limit: how many diagnostics `all` gives, the closing note not counted.

        Raises:
            ValueError: `limit` is below 1.
        """
        if limit < 1:
            raise ValueError(f"limit must be at least 1, got {limit!r}")
        self._limit = limit
        # A dictionary keeps the first of equals and the order of arrival.
        self._found: dict[Diagnostic, None] = {}

    def add(self, diagnostic: Diagnostic) -> None:
        """Take one in; equal ones are kept once."""
        self._found.setdefault(diagnostic)

    def error(
        self,
        code: str,
        slug: str,
        span: Span,
        message: str,
        *,
        why: str = "",
        hint: str = "",
        fix: Fix | None = None,
        related: tuple[Related, ...] = (),
    ) -> None:
        """Add an error."""
        self.add(Diagnostic(code, slug, Severity.ERROR, span, message, why, hint, fix, related))

    def warning(
        self,
        code: str,
        slug: str,
        span: Span,
        message: str,
        *,
        why: str = "",
        hint: str = "",
        fix: Fix | None = None,
        related: tuple[Related, ...] = (),
    ) -> None:
        """Add a warning."""
        self.add(Diagnostic(code, slug, Severity.WARNING, span, message, why, hint, fix, related))

    @property
    def is_broken(self) -> bool:
        """Whether there is an error."""
        return any(each.severity is Severity.ERROR for each in self._found)

    @property
    def counts(self) -> dict[Severity, int]:
        """How many of each severity were found, shown or not."""
        counted = Counter(each.severity for each in self._found)
        return {severity: counted[severity] for severity in Severity}

    @property
    def all(self) -> tuple[Diagnostic, ...]:
        """Everything found, by place; at most the limit, with a closing note if there was more."""
        found = sorted(self._found, key=sort_key)
        if len(found) <= self._limit:
            return tuple(found)
        # The sort is stable: errors by place first, so that warnings cannot crowd out the only error.
        gravest_first = sorted(found, key=lambda each: each.severity.rank)
        shown = sorted(gravest_first[: self._limit], key=sort_key)
        left_out = len(found) - self._limit
        message = f"{left_out:,} more {'problem is' if left_out == 1 else 'problems are'} not shown"
        hint = "mend these first; the rest is shown next time"
        return (*shown, Diagnostic("SE000", "more-problems", Severity.NOTE, NOWHERE, message, hint=hint))

    def __len__(self) -> int:
        """How many were found, shown or not."""
        return len(self._found)

    def __iter__(self) -> Iterator[Diagnostic]:
        """Walk `all`."""
        return iter(self.all)


def format_diagnostic(diagnostic: Diagnostic, source_lines: Sequence[str]) -> str:
    """Print a diagnostic for a person: where, what, the author's own line, why, hint, fix.

    Args:
        diagnostic: what to print.
        source_lines: the lines of the file that `diagnostic.span` names, without line ends; may be empty, and then
            no line is shown.

    Returns:
        Several lines without a final line end. Control characters are shown as escapes, so that a story cannot
        drive the terminal.

    Example:
        >>> span = Span("inn.yaml", 1, 7, 1, 11)
        >>> print(format_diagnostic(Diagnostic("SE012", "x", Severity.ERROR, span, "no such card"), ["goto: cave"]))
        inn.yaml:1:7: error[SE012] no such card
          |
        1 | goto: cave
          |       ^^^^
          = more: storyengine explain SE012
    """
    span = diagnostic.span
    place = f"{span}: " if span.path else ""
    heading = f"{place}{diagnostic.severity.value}[{diagnostic.code}] {diagnostic.message}"
    margin = " " * len(str(span.line))
    lines = [harmless(heading)]
    if span.path and 1 <= span.line <= len(source_lines):
        shown, caret = _line_and_caret(source_lines[span.line - 1], span)
        lines += [f"{margin} |", f"{span.line} | {shown}".rstrip(), f"{margin} | {caret}"]
    for label, text in _closing_words(diagnostic):
        first, *rest = text.split("\n")
        lines.append(f"{margin} = {label}: {harmless(first)}")
        lines += [f"{margin}   {' ' * len(label)}  {harmless(line)}" for line in rest]
    return "\n".join(lines)


def _closing_words(diagnostic: Diagnostic) -> Iterator[tuple[str, str]]:
    """The labelled lines below the caret, in their fixed order."""
    for related in diagnostic.related:
        yield "see", f"{related.span}: {related.message}"
    if diagnostic.why:
        yield "why", diagnostic.why
    if diagnostic.hint:
        yield "hint", diagnostic.hint
    if diagnostic.fix is not None:
        is_safe = diagnostic.fix.applicability is Applicability.SAFE
        waits = "--fix does this" if is_safe else "a guess, so it waits for --unsafe-fixes"
        yield "fix", f"{diagnostic.fix.title} ({waits})"
    if diagnostic.span.path:
        yield "more", f"storyengine explain {diagnostic.code}"


def _line_and_caret(line: str, span: Span) -> tuple[str, str]:
    """The author's line as a terminal can show it, and the carets that stand below the span.

    Works on a window of the line, so that a line of a million characters costs no more than a short one.
    """
    start = min(max(span.column - 1, 0), len(line))
    end = span.end_column - 1 if span.end_line == span.line else len(line)
    end = min(max(end, start), len(line))
    # Room for some text before the caret, and for as much of the span as the line can hold.
    first = 0 if end <= LINE_WIDTH else max(0, start - LINE_WIDTH // 3)
    shown = "..." if first else ""
    before = under = 0
    width = len(shown)
    for index in range(first, len(line)):
        piece, columns = _shown_character(line[index], width)
        if width + columns > LINE_WIDTH:
            shown += "..."
            break
        shown += piece
        width += columns
        if index < start:
            before = width
        elif index < end:
            under = width
    if start <= first:
        before = 3 if first else 0
    return shown, " " * before + "^" * max(1, under - before)


def _shown_character(character: str, column: int) -> tuple[str, int]:
    """How one character is shown when it stands at `column`, and how many columns that takes."""
    if character == "\t":
        columns = TAB_STOP - column % TAB_STOP
        return " " * columns, columns
    piece = harmless(character)
    if piece != character:
        return piece, len(piece)
    if unicodedata.combining(character) or unicodedata.category(character) in {"Mn", "Me", "Cf"}:
        return piece, 0
    return piece, 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1


# Line and paragraph separators, and the marks that turn the reading direction round.
_MISLEADING = frozenset("\u2028\u2029\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")


def harmless(text: str) -> str:
    r"""The text with everything that could drive or mislead a terminal shown as an escape such as `\x1b`."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        each.encode("unicode_escape").decode("ascii")
        if each in _MISLEADING or unicodedata.category(each) in {"Cc", "Cs"}
        else each
        for each in text
    )
