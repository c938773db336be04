"""Mending a text in memory: the edits of fixes applied, and places found again in the text as the author has it.

The reader mends what it can explain and reads on, so that one run reports every slip of a file. Edits stay within a
line, so line numbers never change; columns on mended lines are counted back.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import replace

from storyengine.diagnostics import Applicability, Diagnostic, Edit, Fix, Related
from storyengine.loader.nodes import Empty, Entry, Mapping, Node, Scalar, Sequence
from storyengine.source import Span


def quoted(text: str) -> str:
    """The text as a quoted scalar of YAML, on one line."""
    if "'" not in text:
        return f"'{text}'"
    if '"' not in text and "\\" not in text:
        return f'"{text}"'
    return "'" + text.replace("'", "''") + "'"


def in_quotes(span: Span, text: str, what: str) -> Fix:
    """The fix that puts a stretch of one line in quotes; what ends like a sentence can only have meant itself."""
    applicability = Applicability.SAFE if text[-1] in ".!?…\"'" else Applicability.UNSAFE
    title = f"put the whole {what} in quotes: {shortened(quoted(text))}"
    return Fix(title, (Edit(span, quoted(text)),), applicability)


def shortened(text: str, limit: int = 60) -> str:
    """The beginning of a text, for a message."""
    return text if len(text) <= limit else text[: limit - 3] + "..."


class MendedLines:
    """The lines of a file with some edits made."""

    def __init__(self, lines: list[str]) -> None:
        """Start with the author's lines, unmended."""
        self.lines = lines
        # For each mended line its edits as (column, how many characters went, how many came), as they were made.
        self._moves: dict[int, list[tuple[int, int, int]]] = {}
        # Lines whose margin or whose text was mended: each once, so that no two fixes of a file touch each other.
        self._touched: set[tuple[int, bool]] = set()

    def with_edits(self, edits: Iterable[Edit]) -> list[str]:
        """The lines as they would be with these edits, given in columns of `lines`."""
        lines = self.lines.copy()
        for edit in _from_the_right(edits):
            index = edit.span.line - 1
            line = lines[index]
            lines[index] = line[: edit.span.column - 1] + edit.text + line[edit.span.end_column - 1 :]
        return lines

    def mend(self, edits: Iterable[Edit]) -> None:
        """Make these edits, given in columns of `lines`."""
        edits = tuple(edits)
        self._touched.update(self._touch(edit) for edit in edits)
        self.lines = self.with_edits(edits)
        for edit in _from_the_right(edits):
            span = edit.span
            move = (span.column, span.end_column - span.column, len(edit.text))
            self._moves.setdefault(span.line, []).append(move)

    def can_mend(self, edits: Iterable[Edit]) -> bool:
        """Whether no edit before touched what these would change."""
        return self._touched.isdisjoint(self._touch(edit) for edit in edits)

    def _touch(self, edit: Edit) -> tuple[int, bool]:
        """The line that an edit changes, and whether it changes only how far the line is indented."""
        line = self.lines[edit.span.line - 1]
        margin = len(line) - len(line.lstrip())
        return edit.span.line, edit.span.end_column <= margin + 1 and not edit.text.strip()

    def original_span(self, span: Span) -> Span:
        """Where a stretch of `lines` stands in the author's text."""
        if not self._moves or not (span.line in self._moves or span.end_line in self._moves):
            return span
        column = self._original_column(span.line, span.column, at_end=False)
        end_column = self._original_column(span.end_line, span.end_column, at_end=True)
        if span.line == span.end_line:
            end_column = max(column, end_column)
        return Span(span.path, span.line, column, span.end_line, end_column)

    def _original_column(self, line: int, column: int, *, at_end: bool) -> int:
        # Undone last first. Within one mending the rightmost edit was made first, so no edit had moved another.
        for start, went, came in reversed(self._moves.get(line, [])):
            if column > start + came or (column == start + came and (came or not at_end)):
                column += went - came
            elif column > start:
                # Inside what the edit wrote: its characters stand for the old ones, as far as those go.
                column = start + min(column - start, went)
        return column

    def original_diagnostic(self, diagnostic: Diagnostic) -> Diagnostic:
        """The diagnostic with all its places in the author's text."""
        if not self._moves:
            return diagnostic
        fix = diagnostic.fix
        if fix is not None:
            edits = tuple(Edit(self.original_span(edit.span), edit.text) for edit in fix.edits)
            fix = Fix(fix.title, edits, fix.applicability)
        related = tuple(Related(self.original_span(each.span), each.message) for each in diagnostic.related)
        return replace(diagnostic, span=self.original_span(diagnostic.span), fix=fix, related=related)

    def original_tree(self, node: Node) -> Node:
        """The tree with all its places in the author's text."""
        return self._original_node(node, sorted(self._moves))

    def _original_node(self, node: Node, mended: list[int]) -> Node:
        """A node in the author's text, given the mended lines; itself if none of them is in it."""
        nearest = bisect_left(mended, node.span.line)
        if nearest == len(mended) or mended[nearest] > node.span.end_line:
            return node
        span = self.original_span(node.span)
        match node:
            case Scalar(text, style):
                return Scalar(text, style, span)
            case Empty():
                return Empty(span)
            case Sequence(items):
                return Sequence(tuple(self._original_node(item, mended) for item in items), span)
            case Mapping(entries):
                moved = (
                    Entry(
                        Scalar(entry.key.text, entry.key.style, self.original_span(entry.key.span)),
                        self._original_node(entry.value, mended),
                    )
                    for entry in entries
                )
                return Mapping(tuple(moved), span)


def _from_the_right(edits: Iterable[Edit]) -> list[Edit]:
    """So that an edit does not move the ones still to be made."""
    return sorted(edits, key=lambda edit: (edit.span.line, edit.span.column), reverse=True)
