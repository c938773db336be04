"""Slips that YAML lets pass: the file can be read, but not as the author means it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from storyengine.diagnostics import Applicability, Edit, Fix, Problems, Related
from storyengine.loader.codes import finding
from storyengine.loader.mending import quoted
from storyengine.loader.nodes import Empty, Entry, Mapping, Node, Scalar, Sequence, Style
from storyengine.loader.yaml_checks import UNSEEN
from storyengine.source import Span

_HASH = re.compile(r" #(?=[^\s#\-=!*~+])| # ?\d")
_HASH_HERE = re.compile(r" #(?=[^\s#\-=!*~+])| # ?\d")
_LOST_COMMENT = re.compile(r"[.!?]# ")
_NO_SPACE = re.compile(r"([A-Za-z_][\w-]*):(?=\S)")
_EFFECT = re.compile(r"[-+*/]?=(?!=)")
_SENTENCE = re.compile(r"\S \S.*[.!?…]$")
_LOOKS_LIKE_KEY = re.compile(r"\s*(?:- |[A-Za-z_]\w*:\S)")


def report_slips(root: Node, lines: list[str], problems: Problems) -> Node:
    """Report what can be seen in the tree, and give the tree as the author plainly means it.

    Only texts that a comma cut are put together again; everything else is the same tree.
    """
    finder = _Finder(lines, problems)
    return finder.look(root)


class _Finder:
    def __init__(self, lines: list[str], problems: Problems) -> None:
        self._lines = lines
        self._problems = problems
        # Looked for once, so that nearly all scalars cost one look-up.
        self._hash_lines = {number for number, line in enumerate(lines, start=1) if " #" in line and _HASH.search(line)}

    def look(self, node: Node) -> Node:
        """Look at a node and all below it."""
        if type(node) is Scalar:
            self._look_at_scalar(node)
            return node
        if type(node) is Mapping:
            return self._look_at_mapping(node)
        if type(node) is Sequence:
            return self._look_at_sequence(node)
        return node

    def _slice(self, span: Span) -> str:
        return self._lines[span.line - 1][span.column - 1 : span.end_column - 1]

    # Scalars

    def _look_at_scalar(self, scalar: Scalar) -> None:
        span = scalar.span
        style = scalar.style
        if style is Style.PLAIN:
            if span.end_line in self._hash_lines:
                self._look_for_cut(scalar)
            if "# " in scalar.text and _LOST_COMMENT.search(scalar.text) and span.line == span.end_line:
                self._report_lost_comment(scalar)
            if span.line != span.end_line:
                self._look_for_swallowed(scalar)
        elif style is Style.DOUBLE and not scalar.text.isprintable():
            self._look_for_unseen(scalar)

    def _look_for_cut(self, scalar: Scalar) -> None:
        """A comment that directly follows plain text and reads like its end."""
        span = scalar.span
        line = self._lines[span.end_line - 1]
        match = _HASH_HERE.match(line, span.end_column - 1)
        if match is None:
            return
        fix = None
        if span.line == span.end_line:
            whole = Span(span.path, span.line, span.column, span.line, len(line.rstrip()) + 1)
            text = self._slice(whole)
            fix = Fix(f"put the whole text in quotes: {_shortened(quoted(text))}", (Edit(whole, quoted(text)),))
        hash_at = span.end_column + 1
        self._problems.add(
            finding(
                "comment-cut",
                Span(span.path, span.end_line, hash_at, span.end_line, len(line.rstrip()) + 1),
                f"the text ends at `{_shortened(scalar.text[-30:])}`: what follows is a comment",
                hint="put the whole text in quotes; or, if a comment is meant, leave a space after the `#`",
                fix=fix,
            )
        )

    def _report_lost_comment(self, scalar: Scalar) -> None:
        span = scalar.span
        raw = self._slice(span)
        at = raw.find("# ", _LOST_COMMENT.search(raw).start()) if _LOST_COMMENT.search(raw) else 0  # type: ignore[union-attr]
        column = span.column + at
        self._problems.add(
            finding(
                "hash-in-text",
                Span(span.path, span.line, column, span.line, span.end_column),
                "this is part of the text, not a comment",
                hint="if a comment is meant, put a space before the `#`; else put the text in quotes",
                fix=Fix(
                    "put a space before the `#`", (Edit(Span(span.path, span.line, column, span.line, column), " "),)
                ),
            )
        )

    def _look_for_swallowed(self, scalar: Scalar) -> None:
        """A further line of plain text that looks like an item or a key."""
        span = scalar.span
        for number in range(span.line + 1, span.end_line + 1):
            line = self._lines[number - 1]
            if not _LOOKS_LIKE_KEY.match(line):
                continue
            start = len(line) - len(line.lstrip()) + 1
            self._problems.add(
                finding(
                    "swallowed-line",
                    Span(span.path, number, start, number, len(line.rstrip()) + 1),
                    f"this line is read as more of the text in line {span.line}",
                    hint="if it is a key or an item of its own, indent it as its neighbours are, with a space after the "
                    "colon; if it is text, write all of it below the key after `|`",
                )
            )
            return

    def _look_for_unseen(self, scalar: Scalar) -> None:
        """An escape such as `\\x1b` that stands for a character nobody can see."""
        match = UNSEEN.search(scalar.text.replace("\n", "").replace("\t", ""))
        if match is None:
            return
        message = f"an escape here stands for U+{ord(match.group()):04X}, which nobody can see"
        hint = "take the escape out; for a backslash, use single quotes"
        self._problems.add(finding("invisible-character", scalar.span, message, hint=hint))

    # Maps

    def _look_at_mapping(self, node: Mapping) -> Mapping:
        entries: list[Entry] = []
        is_changed = False
        is_flow = self._lines[node.span.line - 1].startswith("{", node.span.column - 1)
        seen: dict[str, Span] = {}
        for entry in node.entries:
            key, value = entry.key, entry.value
            if (
                is_flow
                and type(value) is Empty
                and self._slice(
                    Span(key.span.path, key.span.end_line, key.span.end_column, key.span.end_line, value.span.column)
                )
                == ""
            ):
                is_changed = self._mend_lonely_key(key, entries) or is_changed
                if is_changed:
                    continue
            if key.text in seen:
                self._report_duplicate(key, seen[key.text])
            else:
                seen[key.text] = key.span
            if key.text != key.text.strip():
                self._report_stray_space(key)
            if type(value) is Scalar:
                self._look_at_scalar(value)
            else:
                looked = self.look(value)
                if looked is not value:
                    entry, is_changed = Entry(key, looked), True
            entries.append(entry)
        return Mapping(tuple(entries), node.span) if is_changed else node

    def _mend_lonely_key(self, key: Scalar, entries: list[Entry]) -> bool:
        """A key without colon and value inside `{ }`: report it, and give its text back to the value before it.

        Returns:
            Whether `entries` holds its text now.
        """
        raw = self._slice(key.span)
        match = _NO_SPACE.match(raw)
        if match and key.style is Style.PLAIN and " " not in raw[: match.end()]:
            after = key.span.column + match.end()
            at = Span(key.span.path, key.span.line, after, key.span.line, after)
            self._problems.add(
                finding(
                    "missing-space-after-colon",
                    Span(key.span.path, key.span.line, after - 1, key.span.line, after),
                    f"there is no space after the colon of `{match.group(1)}`",
                    hint="write a space after the colon",
                    fix=Fix("write a space after the colon", (Edit(at, " "),), Applicability.SAFE),
                )
            )
            start = key.span.column
            name = Scalar(
                match.group(1), Style.PLAIN, Span(key.span.path, key.span.line, start, key.span.line, after - 1)
            )
            value = Scalar(
                raw[match.end() :],
                Style.PLAIN,
                Span(key.span.path, key.span.line, after, key.span.line, key.span.end_column),
            )
            entries.append(Entry(name, value))
            return True
        before = entries[-1] if entries else None
        if before is None or type(before.value) is not Scalar or before.value.span.line != key.span.end_line:
            if before is None:
                message = f"`{_shortened(key.text)}` in braces is read as a key without a value"
            else:
                message = f"a comma ended the value here, so `{_shortened(key.text)}` is read as a key without a value"
            whole = "put the whole text in quotes, braces and all; or write a colon and a value after the key"
            self._problems.add(finding("comma-cut", key.span, message, hint=whole))
            return False
        value = before.value
        joined = Span(value.span.path, value.span.line, value.span.column, value.span.line, key.span.end_column)
        text = self._slice(joined)
        comma = self._lines[joined.line - 1].index(",", value.span.end_column - 1) + 1
        if _EFFECT.search(key.text) and _EFFECT.search(value.text):
            edit = Edit(Span(joined.path, joined.line, comma, joined.line, comma + 1), ";")
            fix, hint = Fix("write `;` in place of the comma", (edit,)), "write `;` between effects"
        else:
            fix = Fix(f"put the whole text in quotes: {_shortened(quoted(text))}", (Edit(joined, quoted(text)),))
            hint = "put the whole text in quotes"
        self._problems.add(
            finding(
                "comma-cut",
                Span(joined.path, joined.line, comma, joined.line, joined.end_column),
                f"a comma ended the text here: `{_shortened(key.text)}` is read as a key without a value",
                hint=hint,
                fix=fix,
            )
        )
        entries[-1] = Entry(
            before.key, Scalar(text.replace(",", ";", 1) if fix.edits[0].text == ";" else text, Style.PLAIN, joined)
        )
        return True

    def _report_duplicate(self, key: Scalar, first: Span) -> None:
        self._problems.add(
            finding(
                "duplicate-key",
                key.span,
                f"`{_shortened(key.text)}` is here for the second time",
                hint="rename one of the two, or take one out",
                related=(Related(first, "the first one is here"),),
            )
        )

    def _report_stray_space(self, key: Scalar) -> None:
        stripped = key.text.strip()
        fix = None
        if key.span.line == key.span.end_line and stripped:
            text = quoted(stripped) if key.style is not Style.PLAIN else stripped
            fix = Fix(f"write `{_shortened(stripped)}`", (Edit(key.span, text),))
        message = f"the key `{_shortened(key.text)}` begins or ends with a space"
        self._problems.add(finding("stray-space", key.span, message, hint="take the space out", fix=fix))

    # Lists

    def _look_at_sequence(self, node: Sequence) -> Sequence:
        items = [self.look(item) for item in node.items]
        if self._lines[node.span.line - 1].startswith("[", node.span.column - 1):
            self._look_at_bracket_list(node)
        if all(one is other for one, other in zip(items, node.items, strict=True)):
            return node
        return Sequence(tuple(items), node.span)

    def _look_at_bracket_list(self, node: Sequence) -> None:
        """A list in brackets that was meant as one text, or whose item a comma cut."""
        span = node.span
        if span.line != span.end_line:
            return
        only = node.items[0] if len(node.items) == 1 else None
        if type(only) is Scalar and only.style is Style.PLAIN and _SENTENCE.search(only.text):
            text = self._slice(span)
            fix = Fix(f"put the text in quotes: {_shortened(quoted(text))}", (Edit(span, quoted(text)),))
            message = "the brackets make this a list of one text, and are not part of it"
            hint = "put the text in quotes, brackets and all; without brackets if they are not wanted"
            self._problems.add(finding("list-in-brackets", span, message, hint=hint, fix=fix))
        for first, last in _broken_parentheses(node):
            joined = Span(span.path, span.line, first.span.column, span.line, last.span.end_column)
            text = self._slice(joined)
            comma = self._lines[span.line - 1].index(",", first.span.end_column - 1) + 1
            self._problems.add(
                finding(
                    "comma-cut",
                    Span(span.path, span.line, comma, span.line, joined.end_column),
                    f"a comma ended `{_shortened(first.text)}` inside its parentheses",
                    why="inside `[ ]` a comma starts the next item",
                    hint="put the whole item in quotes",
                    fix=Fix(f"put the whole item in quotes: {_shortened(quoted(text))}", (Edit(joined, quoted(text)),)),
                )
            )


def _broken_parentheses(node: Sequence) -> Iterator[tuple[Scalar, Scalar]]:
    """Runs of plain items of which the first opens a parenthesis and the last closes it."""
    opened: Scalar | None = None
    depth = 0
    for item in node.items:
        if type(item) is not Scalar or item.style is not Style.PLAIN:
            opened, depth = None, 0
            continue
        depth += item.text.count("(") - item.text.count(")")
        if opened is None and depth > 0:
            opened = item
        elif opened is not None and depth == 0:
            yield opened, item
            opened = None
        elif depth < 0:
            depth = 0


def _shortened(text: str, limit: int = 60) -> str:
    return text if len(text) <= limit else text[: limit - 3] + "..."


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
