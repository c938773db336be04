"""What is looked at in the lines themselves: characters, tabs, and lines that would split the file.

These are the places where the two parsers disagree or say nothing helpful. Neither ever sees a tab or a control
character, so their trees agree.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator

from storyengine.diagnostics import Applicability, Diagnostic, Edit, Fix, Problems
from storyengine.loader.codes import finding
from storyengine.loader.nodes import Mapping, Node, Scalar, Sequence
from storyengine.source import Span

UNSEEN = re.compile("[^\t\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
"""Characters that YAML forbids or that would break lines where no editor does."""

_NAMES = {
    "\ufeff": "a byte-order mark",
    "\x85": "an old line end",
    "\u2028": "a line separator",
    "\u2029": "a paragraph separator",
}
_MARKER = re.compile(r"(?:---|\.\.\.)(?=\s|$)")
_BLANK_OR_COMMENT = re.compile(r"\s*(?:#|$)")
_TAB_WIDTHS = (2, 4, 8, 1)


def unseen_characters(lines: list[str], path: str) -> Iterator[Diagnostic]:
    """One error for each line that holds characters that cannot be seen; the fix takes them out."""
    # One search over everything first: nearly no file has any.
    if not UNSEEN.search("".join(lines)):
        return
    for number, line in enumerate(lines, start=1):
        found = list(UNSEEN.finditer(line))
        if not found:
            continue
        character = found[0].group()
        name = _NAMES.get(character) or unicodedata.name(character, "a control character").lower()
        edits = tuple(
            Edit(_on_line(path, number, match.start(), match.end()), " " if match.group() in "\x85\u2028\u2029" else "")
            for match in found
        )
        yield finding(
            "invisible-character",
            edits[0].span,
            f"{name} (U+{ord(character):04X}) that nobody can see",
            hint="take it out; such characters come in with text that was copied from elsewhere",
            fix=Fix("take out what cannot be seen", edits, Applicability.SAFE),
        )


def document_marks(lines: list[str], path: str) -> Iterator[Diagnostic]:
    """An error for each line that would end the document or instruct the parser; `---` may open the file."""
    is_first = True
    for number, line in enumerate(lines, start=1):
        if not line or line[0] in " #\t":
            continue
        if line[0] == "%":
            fix = Fix("take the line out", (Edit(_on_line(path, number, 0, len(line)), ""),))
            span = _on_line(path, number, 0, len(line))
            yield finding(
                "directive",
                span,
                "a line that starts with `%` is not part of a story",
                hint="take the line out",
                fix=fix,
            )
            continue
        match = _MARKER.match(line)
        if match and not (is_first and line.rstrip() == "---"):
            is_last = match.group() == "..." and not any(each.strip() for each in lines[number:])
            span = _on_line(path, number, 0, 3)
            yield finding(
                "several-documents",
                span,
                f"`{match.group()}` at the start of a line ends the document",
                hint="take the line out, or put what follows in a file of its own; inside a text, indent the line",
                fix=Fix("take the line out", (Edit(_on_line(path, number, 0, len(line)), ""),)) if is_last else None,
            )
        is_first = False


def tab_indentation(lines: list[str], path: str, is_readable: Callable[[tuple[Edit, ...]], bool]) -> Diagnostic | None:
    """One error for all tabs that indent a line; the fix takes the first width that makes the file readable."""
    tabs: list[Span] = []
    for number, line in enumerate(lines, start=1):
        if "\t" in line and not _BLANK_OR_COMMENT.match(line):
            margin = line[: len(line) - len(line.lstrip(" \t"))]
            tabs += [_on_line(path, number, at, at + 1) for at, each in enumerate(margin) if each == "\t"]
    if not tabs:
        return None
    count = len({span.line for span in tabs})
    others = f", and {count - 1:,} more {'line' if count == 2 else 'lines'}" if count > 1 else ""
    fix = None
    for width in _TAB_WIDTHS:
        edits = tuple(Edit(span, " " * width) for span in tabs)
        if is_readable(edits):
            fix = Fix(f"write {width} {'space' if width == 1 else 'spaces'} for each tab", edits)
            break
    hint = "indent with spaces; most editors can be told to write spaces when you press Tab"
    return finding("tab-indentation", tabs[0], f"this line is indented with a tab{others}", hint=hint, fix=fix)


def tabs_in_texts(root: Node, lines: list[str], problems: Problems) -> None:
    """An error for each text with a tab in it; `lines` still have their tabs."""
    tabbed = {number for number, line in enumerate(lines, start=1) if "\t" in line}
    if not tabbed:
        return
    waiting: list[Node] = [root]
    while waiting:
        node = waiting.pop()
        if type(node) is Mapping:
            for entry in node.entries:
                waiting += [entry.key, entry.value]
        elif type(node) is Sequence:
            waiting += node.items
        elif type(node) is Scalar:
            edits = tuple(Edit(span, " ") for span in _tabs_within(node.span, lines, tabbed))
            if edits:
                fix = Fix("write a space in place of the tab", edits, Applicability.SAFE)
                hint = "write a space, or `\\t` in double quotes if it must be a tab"
                problems.add(finding("tab-in-text", edits[0].span, "there is a tab in this text", hint=hint, fix=fix))


def _tabs_within(span: Span, lines: list[str], tabbed: set[int]) -> Iterator[Span]:
    for number in range(span.line, span.end_line + 1):
        if number not in tabbed:
            continue
        line = lines[number - 1]
        start = span.column - 1 if number == span.line else 0
        end = span.end_column - 1 if number == span.end_line else len(line.rstrip())
        for at in range(start, min(end, len(line))):
            if line[at] == "\t":
                yield Span(span.path, number, at + 1, number, at + 2)


def _on_line(path: str, number: int, start: int, end: int) -> Span:
    return Span(path, number, start + 1, number, end + 1)
