"""Fixes as text edits: made on the author's lines, so that comments and layout stay."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from storyengine.diagnostics import Applicability, Diagnostic, Edit, Fix


@dataclass(frozen=True, slots=True)
class Fixed:
    """What fixes made of some files."""

    files: Mapping[str, tuple[str, ...]]
    """The lines of each file that was changed."""
    made: tuple[Diagnostic, ...]
    """The findings that were fixed."""
    left: tuple[Diagnostic, ...]
    """The findings whose fixes touch others; they may be fixed the next time."""


def choose_fixes(diagnostics: Iterable[Diagnostic], *, unsafe: bool) -> list[tuple[Diagnostic, Fix]]:
    """Return the findings that have a fix which may be made."""
    return [
        (each, each.fix)
        for each in diagnostics
        if each.fix and (unsafe or each.fix.applicability is Applicability.SAFE)
    ]


def fix(diagnostics: Iterable[Diagnostic], sources: Mapping[str, Sequence[str]], *, unsafe: bool = False) -> Fixed:
    """Make the fixes that may be made. Of two that touch the same place the first is made.

    Args:
        diagnostics: what was found.
        sources: the lines of the files, as they were when that was found.
        unsafe: make guesses too.
    """
    chosen: dict[str, list[Edit]] = {}
    made: list[Diagnostic] = []
    left: list[Diagnostic] = []
    for diagnostic, one in choose_fixes(diagnostics, unsafe=unsafe):
        clashes = any(_touch(edit, other) for edit in one.edits for other in chosen.get(edit.span.path, ()))
        if clashes or not all(edit.span.path in sources for edit in one.edits):
            left.append(diagnostic)
            continue
        made.append(diagnostic)
        for edit in one.edits:
            chosen.setdefault(edit.span.path, []).append(edit)
    files = {path: apply(edits, sources[path]) for path, edits in chosen.items()}
    return Fixed(files, tuple(made), tuple(left))


def _touch(one: Edit, other: Edit) -> bool:
    if one == other:
        return True
    first = ((one.span.line, one.span.column), (one.span.end_line, one.span.end_column))
    second = ((other.span.line, other.span.column), (other.span.end_line, other.span.end_column))
    return first[0] <= second[1] and second[0] <= first[1]


def apply(edits: Iterable[Edit], lines: Sequence[str]) -> tuple[str, ...]:
    """Return the lines with edits made that do not overlap."""
    text = list(lines)
    for edit in sorted(edits, key=lambda edit: (edit.span.line, edit.span.column), reverse=True):
        span = edit.span
        first, last = span.line - 1, span.end_line - 1
        end = text[last][span.end_column - 1 :] if last < len(text) else ""
        text[first : last + 1] = (text[first][: span.column - 1] + edit.text + end).split("\n")
    return tuple(text)
