"""Reading YAML text into the positioned tree, with every slip explained to the author.

The text is checked, parsed, and looked over for slips that YAML lets pass. Where a slip can be explained with a fix
that works, the fix is made in memory and reading goes on, so that one run reports all of them.
"""

from __future__ import annotations

from storyengine.diagnostics import Diagnostic, Edit, Problems
from storyengine.loader.codes import finding
from storyengine.loader.mending import MendedLines
from storyengine.loader.nodes import Node
from storyengine.loader.text_files import MAX_BYTES
from storyengine.loader.yaml_checks import document_marks, tab_indentation, tabs_in_texts, unseen_characters
from storyengine.loader.yaml_events import Failure, read, read_region
from storyengine.loader.yaml_indentation import indent_of, is_like_a_key
from storyengine.loader.yaml_problems import explain
from storyengine.loader.yaml_slips import report_slips
from storyengine.source import Span

MAX_MENDS = 25
"""How many slips are mended in memory before reading stops."""
MAX_REREAD = 30_000_000
"""How many characters are read again in all, so that a large file with many slips still takes seconds."""


def read_tree(text: str, path: str, problems: Problems, *, pure: bool = False) -> Node | None:
    r"""Read a file's text into a tree.

    Args:
        text: the whole text; `\n`, `\r\n` and `\r` all end a line, a byte-order mark is left out.
        path: how spans name the file.
        problems: takes what is wrong with the YAML. Anchors, aliases, tags, merge keys, directives and several
            documents are refused: every card shows all it holds, and no small file can grow into a large tree.
        pure: use only the parser written in Python, as where the quick one is not installed. Ten times slower; the
            tree and the problems are the same.

    Returns:
        The tree, `Empty` for a file without content. Where a slip could be mended in memory the tree is that of the
        mended text, with the places of the author's own. None if there is no sensible tree; then there is an error.
    """
    if len(text) > MAX_BYTES:
        message = f"this file is larger than {MAX_BYTES // 1_000_000} MB"
        problems.add(finding("huge-file", Span(path, 1, 1, 1, 1), message))
        return None
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return _Reader(text.removesuffix("\n").split("\n"), path, problems, pure=pure).read()


class _Reader:
    """One file on its way to a tree."""

    def __init__(self, lines: list[str], path: str, problems: Problems, *, pure: bool) -> None:
        self._text = MendedLines(lines)
        self._path = path
        self._problems = problems
        self._pure = pure
        self._left_to_reread = MAX_REREAD

    def read(self) -> Node | None:
        """Check, parse and mend, look for slips."""
        if not self._check_lines():
            return None
        found = self._read(self._text.lines)
        for _ in range(MAX_MENDS):
            if not isinstance(found, Failure):
                break
            if not self._explain(found):
                return None
            found = self._read(self._text.lines)
        if isinstance(found, Failure):
            return None
        tabs_in_texts(found, self._text.lines, _Passing(self))
        tree = report_slips(found, _as_parsed(self._text.lines), _Passing(self))
        return self._text.original_tree(tree)

    def report(self, diagnostic: Diagnostic) -> None:
        """Report what was found in the mended text."""
        self._problems.add(self._text.original_diagnostic(diagnostic))

    def _check_lines(self) -> bool:
        """Check characters, marks and tabs; whether the rest can be parsed."""
        for check in (unseen_characters, document_marks):
            found = list(check(self._text.lines, self._path))
            edits: list[Edit] = []
            for diagnostic in found:
                self.report(diagnostic)
                edits += diagnostic.fix.edits if diagnostic.fix is not None else ()
            if any(diagnostic.fix is None for diagnostic in found):
                return False
            self._text.mend(edits)
        tabs = tab_indentation(self._text.lines, self._path, self._is_readable)
        if tabs is not None:
            self.report(tabs)
            if tabs.fix is None:
                return False
            self._text.mend(tabs.fix.edits)
        return True

    def _read(self, lines: list[str]) -> Node | Failure:
        self._left_to_reread -= sum(map(len, lines))
        return read(_as_parsed(lines), self._path, pure=self._pure)

    def _is_readable(self, edits: tuple[Edit, ...]) -> bool:
        return self._left_to_reread > 0 and not isinstance(self._read(self._text.with_edits(edits)), Failure)

    def _explain(self, failure: Failure) -> bool:
        """Report why reading stopped; whether it was mended."""
        lines = _as_parsed(self._text.lines)
        end = _end_of_region(lines, failure)
        region = failure.region

        def helps(edits: tuple[Edit, ...], number: int) -> bool:
            if self._left_to_reread <= 0:
                return False
            tried = _as_parsed(self._text.with_edits(edits))[:end]
            self._left_to_reread -= sum(map(len, tried[region[1] :] if region else tried))
            after = read_region(tried, self._path, region, pure=self._pure)
            return not isinstance(after, Failure) or _is_progress(tried, number, failure, after)

        diagnostic = explain(lines[:end], self._path, failure, helps)
        self.report(diagnostic)
        if diagnostic.fix is None or self._left_to_reread <= 0:
            return False
        if not self._text.can_mend(diagnostic.fix.edits):
            return False
        self._text.mend(diagnostic.fix.edits)
        return True


class _Passing(Problems):
    """Passes problems of the mended text on, with their places in the author's."""

    def __init__(self, reader: _Reader) -> None:
        super().__init__()
        self._reader = reader

    def add(self, diagnostic: Diagnostic) -> None:
        self._reader.report(diagnostic)


def _is_progress(lines: list[str], number: int, before: Failure, after: Failure) -> bool:
    """Whether a line, counted from 1, is no longer to blame for what stops reading."""
    if after.place[0] < number or after.place == before.place:
        return False
    is_left_open = after.problem.startswith("expected ',' or") or "end of stream" in after.problem
    if is_left_open and after.context is not None and after.context[0] == number - 1:
        # Something that opens in the line is still open.
        return False
    if after.place[0] > number or number >= len(lines):
        return True
    # The very next line: fine unless it is more of the text in this one.
    return indent_of(lines[number]) <= indent_of(lines[number - 1]) or is_like_a_key(lines[number])


def _as_parsed(lines: list[str]) -> list[str]:
    """The lines as the parsers get them, column by column the same.

    They disagree about tabs, which are reported apart, so each is a space here; and about lines of nothing but blanks
    at the start of a `|` text, so those are empty.
    """
    plain = [line.replace("\t", " ") if "\t" in line else line for line in lines]
    return ["" if line and line[0] == " " and not line.strip(" ") else line for line in plain]


def _end_of_region(lines: list[str], failure: Failure) -> int:
    """Where the part that matters for a failure ends: before a later key beside the innermost open one."""
    if failure.region is None:
        return len(lines)
    inner = failure.region[1]
    indent = len(lines[inner]) - len(lines[inner].lstrip())
    number = max(failure.place[0], inner) + 1
    while number < len(lines):
        line = lines[number]
        if line.strip() and not line.lstrip().startswith("#") and len(line) - len(line.lstrip()) <= indent:
            break
        number += 1
    return number
