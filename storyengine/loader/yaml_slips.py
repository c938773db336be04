"""Slips that YAML lets pass: the file can be read, but not as the author means it."""

from __future__ import annotations

import operator
import re

from storyengine.diagnostics import Applicability, Edit, Fix, Problems, Related
from storyengine.loader.codes import finding
from storyengine.loader.mending import in_quotes, quoted, shortened
from storyengine.loader.nodes import Empty, Entry, Mapping, Node, Scalar, Sequence, Style
from storyengine.loader.yaml_checks import UNSEEN
from storyengine.source import Span

_HASH = re.compile(r" #(?=[^\s#\-=!*~+])| # ?\d")
_LOST_COMMENT = re.compile(r"[.!?]# ")
_NO_SPACE = re.compile(r"([A-Za-z_][\w-]*):(?=\S+$)")
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
            if "# " in scalar.text:
                self._look_for_lost_comment(scalar)
            if span.line != span.end_line:
                self._look_for_swallowed(scalar)
        elif style is Style.DOUBLE and not scalar.text.isprintable():
            self._look_for_unseen(scalar)

    def _look_for_cut(self, scalar: Scalar) -> None:
        """A comment that directly follows plain text and reads like its end."""
        span = scalar.span
        line = self._lines[span.end_line - 1]
        match = _HASH.match(line, span.end_column - 1)
        if match is None:
            return
        fix = None
        if span.line == span.end_line:
            whole = Span(span.path, span.line, span.column, span.line, len(line.rstrip()) + 1)
            text = self._slice(whole)
            fix = Fix(f"put the whole text in quotes: {shortened(quoted(text))}", (Edit(whole, quoted(text)),))
        hash_at = span.end_column + 1
        self._problems.add(
            finding(
                "comment-cut",
                Span(span.path, span.end_line, hash_at, span.end_line, len(line.rstrip()) + 1),
                f"the text ends at `{shortened(scalar.text[-30:])}`: what follows is a comment",
                hint="put the whole text in quotes; or, if a comment is meant, leave a space after the `#`",
                fix=fix,
            )
        )

    def _look_for_lost_comment(self, scalar: Scalar) -> None:
        """A sentence with a `#` close behind it."""
        span = scalar.span
        match = _LOST_COMMENT.search(self._slice(span)) if span.line == span.end_line else None
        if match is None:
            return
        column = span.column + match.start() + 1
        fix = Fix("put a space before the `#`", (Edit(_on_line(span, column, column), " "),))
        message = "this is part of the text, not a comment"
        hint = "if a comment is meant, put a space before the `#`; else put the text in quotes"
        self._problems.add(
            finding("hash-in-text", _on_line(span, column, span.end_column), message, hint=hint, fix=fix)
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
                    hint="if it is a key or an item, indent it as its neighbours are, with a space after the colon; "
                    "if it is text, write all of it below the key after `|`",
                )
            )
            return

    def _look_for_unseen(self, scalar: Scalar) -> None:
        r"""An escape such as `\x1b` that stands for a character nobody can see."""
        match = UNSEEN.search(scalar.text.replace("\n", "").replace("\t", ""))
        if match is None:
            return
        message = f"an escape here stands for U+{ord(match.group()):04X}, which nobody can see"
        hint = "take the escape out; for a backslash, use single quotes"
        self._problems.add(finding("invisible-character", scalar.span, message, hint=hint))

    # Maps

    def _look_at_mapping(self, node: Mapping) -> Mapping | Scalar:
        entries: list[Entry] = []
        mended = node.entries
        if self._lines[node.span.line - 1].startswith("{", node.span.column - 1):
            if len(node.entries) == 1 and (text := self._look_for_text_in_braces(node)):
                return text
            mended = self._mend_lonely_keys(node.entries)
        is_changed = mended is not node.entries
        seen: dict[str, Span] = {}
        for entry in mended:
            key, value = entry.key, entry.value
            if key.text in seen:
                self._report_duplicate(key, seen[key.text])
            else:
                seen[key.text] = key.span
            if key.text != key.text.strip():
                self._report_stray_space(key)
            looked = self.look(value)
            if looked is not value:
                entry, is_changed = Entry(key, looked), True
            entries.append(entry)
        return Mapping(tuple(entries), node.span) if is_changed else node

    def _look_for_text_in_braces(self, node: Mapping) -> Scalar | None:
        """A map of one key without a value, as `{signal}`: reported, and given as the text that it was meant to be."""
        key, span = node.entries[0].key, node.span
        if not _is_lonely(node.entries[0]) or span.line != span.end_line or _NO_SPACE.match(key.text):
            return None
        text = self._slice(span)
        message = f"`{shortened(text)}` is read as a map with a key and no value"
        hint = "put the text in quotes, braces and all; or write a colon and a value after the key"
        fix = in_quotes(span, text, "text")
        self._problems.add(finding("bracket-in-text", span, message, hint=hint, fix=fix))
        return Scalar(text, Style.PLAIN, span)

    def _mend_lonely_keys(self, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
        """Report keys without colon and value inside `{ }`, and give their text back to the value before them."""
        lonely = [_is_lonely(entry) for entry in entries]
        if not any(lonely):
            return entries
        mended: list[Entry] = []
        run: list[Scalar] = []
        for entry, is_lonely in zip(entries, lonely, strict=True):
            if is_lonely and not run and (apart := self._set_apart(entry.key)):
                mended.append(apart)
            elif is_lonely:
                run.append(entry.key)
            else:
                self._join_run(mended, run)
                mended.append(entry)
        self._join_run(mended, run)
        return tuple(mended)

    def _set_apart(self, key: Scalar) -> Entry | None:
        """The entry that a key such as `goto:3` was meant to be, reported; None if it looks otherwise."""
        match = _NO_SPACE.match(key.text)
        span = key.span
        if match is None or key.style is not Style.PLAIN or span.line != span.end_line:
            return None
        after = span.column + match.end()
        fix = Fix("write a space after the colon", (Edit(_on_line(span, after, after), " "),), Applicability.SAFE)
        message = f"there is no space after the colon of `{match[1]}`"
        hint = "write a space after the colon"
        self._problems.add(
            finding("missing-space-after-colon", _on_line(span, after - 1, after), message, hint=hint, fix=fix)
        )
        name = Scalar(match[1], Style.PLAIN, _on_line(span, span.column, after - 1))
        return Entry(name, Scalar(key.text[match.end() :], Style.PLAIN, _on_line(span, after, span.end_column)))

    def _join_run(self, entries: list[Entry], run: list[Scalar]) -> None:
        """Report a run of lonely keys as one text that commas cut, and join it with the value before it."""
        if not run:
            return
        first, last = run[0], run[-1]
        run.clear()
        before = entries[-1] if entries else None
        if before is None or type(before.value) is not Scalar or before.value.span.line != last.span.end_line:
            if before is None:
                message = f"`{shortened(first.text)}` in braces is read as a key without a value"
                hint = "put the whole text in quotes, braces and all; or write a colon and a value after the key"
            else:
                message = f"a comma starts the next entry here, and `{shortened(first.text)}` has no value"
                hint = "if it belongs to a text, put the whole text in quotes; else write a colon and a value after it"
            self._problems.add(finding("comma-cut", first.span, message, hint=hint))
            return
        value = before.value
        joined = _on_line(value.span, value.span.column, last.span.end_column)
        text = self._slice(joined)
        comma = self._lines[joined.line - 1].index(",", value.span.end_column - 1) + 1
        if _EFFECT.search(value.text) and _EFFECT.search(first.text):
            text = text.replace(",", ";")
            fix = Fix(f"write `;` between effects: {shortened(text)}", (Edit(joined, text),))
            hint = "write `;` between effects"
        else:
            fix = in_quotes(joined, text, "text")
            hint = "put the whole text in quotes"
        message = f"a comma ended the text here: `{shortened(first.text)}` is read as a key without a value"
        self._problems.add(
            finding("comma-cut", _on_line(joined, comma, joined.end_column), message, hint=hint, fix=fix)
        )
        entries[-1] = Entry(before.key, Scalar(text, Style.PLAIN, joined))

    def _report_duplicate(self, key: Scalar, first: Span) -> None:
        self._problems.add(
            finding(
                "duplicate-key",
                key.span,
                f"`{shortened(key.text)}` is here for the second time",
                hint="rename one of the two, or take one out",
                related=(Related(first, "the first one is here"),),
            )
        )

    def _report_stray_space(self, key: Scalar) -> None:
        stripped = key.text.strip()
        fix = None
        if key.span.line == key.span.end_line and stripped:
            text = quoted(stripped) if key.style is not Style.PLAIN else stripped
            fix = Fix(f"write `{shortened(stripped)}`", (Edit(key.span, text),))
        message = f"the key `{shortened(key.text)}` begins or ends with a space"
        self._problems.add(finding("stray-space", key.span, message, hint="take the space out", fix=fix))

    # Lists

    def _look_at_sequence(self, node: Sequence) -> Sequence:
        items = tuple(self.look(item) for item in node.items)
        span = node.span
        if span.line == span.end_line and self._lines[span.line - 1].startswith("[", span.column - 1):
            self._look_for_text_in_brackets(node)
            items = self._mend_parentheses(items)
        if len(items) == len(node.items) and all(map(operator.is_, items, node.items)):
            return node
        return Sequence(items, span)

    def _look_for_text_in_brackets(self, node: Sequence) -> None:
        """A list of one sentence, which was probably meant as a text with brackets round it."""
        only = node.items[0] if len(node.items) == 1 else None
        if type(only) is Scalar and only.style is Style.PLAIN and _SENTENCE.search(only.text):
            text = self._slice(node.span)
            fix = Fix(f"put the text in quotes: {shortened(quoted(text))}", (Edit(node.span, quoted(text)),))
            message = "the brackets make this a list of one text, and are not part of it"
            hint = "put the text in quotes, brackets and all; or leave the brackets out"
            self._problems.add(finding("list-in-brackets", node.span, message, hint=hint, fix=fix))

    def _mend_parentheses(self, items: tuple[Node, ...]) -> tuple[Node, ...]:
        """Report items that a comma cut inside parentheses, as `[give(a, b)]`, and join them again."""
        if not any(type(item) is Scalar and "(" in item.text for item in items):
            return items
        mended: list[Node] = []
        opened: Scalar | None = None
        depth = 0
        # Where in `mended` the item with the open parenthesis stands.
        at = 0
        for item in items:
            mended.append(item)
            if type(item) is not Scalar or item.style is not Style.PLAIN:
                opened, depth = None, 0
                continue
            depth = max(0, depth + item.text.count("(") - item.text.count(")"))
            if opened is None and depth > 0:
                opened, at = item, len(mended) - 1
            elif opened is not None and depth == 0:
                mended[at:] = [self._joined_item(opened, item)]
                opened = None
        return tuple(mended)

    def _joined_item(self, first: Scalar, last: Scalar) -> Scalar:
        joined = _on_line(first.span, first.span.column, last.span.end_column)
        text = self._slice(joined)
        comma = self._lines[joined.line - 1].index(",", first.span.end_column - 1) + 1
        self._problems.add(
            finding(
                "comma-cut",
                _on_line(joined, comma, joined.end_column),
                f"a comma ended `{shortened(first.text)}` inside its parentheses",
                why="inside `[ ]` a comma starts the next item",
                hint="put the whole item in quotes",
                fix=in_quotes(joined, text, "item"),
            )
        )
        return Scalar(text, Style.PLAIN, joined)


def _is_lonely(entry: Entry) -> bool:
    """Whether an entry has neither colon nor value."""
    return type(entry.value) is Empty and entry.value.span.column == entry.key.span.end_column


def _on_line(span: Span, column: int, end_column: int) -> Span:
    """A stretch of the line where `span` begins."""
    return Span(span.path, span.line, column, span.line, end_column)
