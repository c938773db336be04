"""Fixes as text edits: made on the author's text, so that comments, layout and line ends stay."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from storyengine.diagnostics import Applicability, Diagnostic, Edit, Fix

LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Fixed:
    """What fixes made of some files."""

    texts: Mapping[str, str]
    """The whole text of each file that was changed."""
    made: tuple[Diagnostic, ...]
    """The findings that were fixed."""


def fixes_of(diagnostics: Iterable[Diagnostic], *, unsafe: bool) -> list[tuple[Diagnostic, Fix]]:
    """Return the findings that have a fix which may be made, with it."""
    found = ((each, each.fix) for each in diagnostics)
    return [(each, fix) for each, fix in found if fix and (unsafe or fix.applicability is Applicability.SAFE)]


def make_fixes(diagnostics: Iterable[Diagnostic], texts: Mapping[str, str], *, unsafe: bool = False) -> Fixed:
    """Make the fixes that may be made. Of two that touch the same place the first is made; the other waits its turn.

    Args:
        diagnostics: what was found.
        texts: the whole text of the files that it was found in.
        unsafe: make guesses too.
    """
    chosen: dict[str, list[Edit]] = {}
    made: list[Diagnostic] = []
    for diagnostic, fix in fixes_of(diagnostics, unsafe=unsafe):
        known = all(edit.span.path in texts for edit in fix.edits)
        if not known or any(_touch(edit, other) for edit in fix.edits for other in chosen.get(edit.span.path, ())):
            continue
        made.append(diagnostic)
        for edit in fix.edits:
            chosen.setdefault(edit.span.path, []).append(edit)
    return Fixed({path: with_edits(texts[path], edits) for path, edits in chosen.items()}, tuple(made))


def _touch(one: Edit, other: Edit) -> bool:
    """Whether two edits have a place in common, or stand side by side."""
    return _ends(one)[0] <= _ends(other)[1] and _ends(other)[0] <= _ends(one)[1]


def _ends(edit: Edit) -> tuple[tuple[int, int], tuple[int, int]]:
    span = edit.span
    return (span.line, span.column), (span.end_line, span.end_column)


def with_edits(text: str, edits: Iterable[Edit]) -> str:
    r"""Return a text with edits made that do not overlap.

    Line ends that an edit brings become those of the file.

    Example:
        >>> from storyengine.source import Span
        >>> with_edits("goto: inn\r\n", [Edit(Span("", 1, 7, 1, 10), "attic")])
        'goto: attic\r\n'
    """
    ends = list(LINE_END.finditer(text))
    starts = [0, *(end.end() for end in ends), len(text) + 1]
    line_end = ends[0].group() if ends else "\n"

    def offset(line: int, column: int) -> int:
        return min(starts[line - 1] + column - 1, len(text))

    for edit in sorted(edits, key=lambda edit: _ends(edit)[0], reverse=True):
        first, last = (offset(*end) for end in _ends(edit))
        text = text[:first] + edit.text.replace("\n", line_end) + text[last:]
    return text
