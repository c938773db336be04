"""Guesses about one line of YAML that cannot be read: what its author wrote, and what they meant.

Each guess looks at a value as it stands in its line, in the block style (the rest of the line) or in the flow style
(up to a comma or brace), and proposes an edit. The guesses are only tried, never trusted; see `yaml_problems`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from storyengine.diagnostics import Diagnostic, Edit, Fix
from storyengine.loader.codes import finding
from storyengine.loader.mending import in_quotes, quoted, shortened
from storyengine.loader.yaml_events import Failure
from storyengine.source import Span

_QUOTES_HINT = "put the whole text in quotes, or write it below the key after `|`"
_VALUE_HINT = "put the whole value in quotes"
_EXPRESSION_KEYS = frozenset({"when", "do", "before", "unless"})

_KEY = r"""(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s\-#:'"\[\]{},&*!|>%@`?][^:#{}\[\],]*?|-[^\s:#,][^:#,]*?)"""
_BLOCK_LINE = re.compile(rf"(?P<lead>\s*(?:-\s+)*)(?:(?P<key>{_KEY})\s*:\s+)?(?P<value>\S.*?)\s*$")
_FLOW_VALUE = re.compile(r"[{,\[]\s*(?P<key>[^\s:,{}\[\]'\"][^:,{}\[\]]*|'[^']*'|\"[^\"]*\")\s*:\s+(?=\S)")
_NEXT_ENTRY = re.compile(r",\s*(?:[^\s:,{}\[\]'\"][^:,{}\[\]]*|'[^']*'|\"[^\"]*\")\s*:\s")
_TRAILING_COMMENT = re.compile(r"\s+#(?: .*)?$")
_APOSTROPHE_WORD = re.compile(
    r"'(?:tis|twas|twere|twill|twould|em|til|till|cause|cos|bout|round|ere|n|\d0s)\b", re.IGNORECASE
)
_REFERENCE = re.compile(r"[&*]\w+(?:\s+[\[{].*)?$")
_EQUALS = re.compile(r"(\w+): +(\S+)$")

_FIRST_CHARACTERS = {
    "*": "`*` at the start names something written elsewhere",
    "&": "`&` at the start gives a name to what follows",
    "!": "`!` at the start says of what kind the value is",
    "@": "`@` at the start is kept for later use by YAML",
    "`": "a backtick at the start is kept for later use by YAML",
    "%": "`%` at the start is kept for instructions to the reader of the file",
    ">": "`>` at the start announces a text in the lines below",
    "|": "`|` at the start announces a text in the lines below",
    "-": "`-` and a space at the start make an item of a list, which needs a line of its own",
    "?": "`?` and a space at the start announce a key",
    ",": "a comma can only stand between entries",
    "]": "`]` closes a list that was never opened",
    "}": "`}` closes a map that was never opened",
}


@dataclass(frozen=True, slots=True)
class Line:
    """A line that may be to blame."""

    number: int
    """Counted from 1."""
    text: str
    """Its characters."""
    path: str
    """The file."""
    is_followed_deeper: bool
    """Whether the next line is indented further."""

    def span(self, start: int, end: int) -> Span:
        """The stretch between two offsets of the line."""
        return Span(self.path, self.number, start + 1, self.number, end + 1)


# Values in the block style: the rest of their line.


def block_guesses(line: Line, failure: Failure) -> Iterator[Diagnostic]:
    """What may be wrong with the value that fills the rest of a line."""
    match = _BLOCK_LINE.match(line.text)
    if match is None:
        return
    start, end = match.span("value")
    comment = _TRAILING_COMMENT.search(line.text, start)
    if comment:
        end = max(comment.start(), start + 1)
    if match["key"] is None and not match["lead"].strip():
        # A line that is neither key nor item.
        if failure.kind == "syntax" and line.number - 1 in {failure.place[0], (failure.context or failure.place)[0]}:
            yield from _bare_line(line, start, end)
        return
    key = match["key"].strip("'\"") if match["key"] else ""
    yield from _value_guesses(line, key, start, end, failure)


def _value_guesses(line: Line, key: str, start: int, end: int, failure: Failure) -> Iterator[Diagnostic]:
    """What may be wrong with a value that stands between two offsets."""
    value = line.text[start:end]
    first = value[0]
    span = line.span(start, end)
    is_expression = key in _EXPRESSION_KEYS
    whole = in_quotes(span, value, "value" if is_expression else "text")
    hint = _VALUE_HINT if is_expression else _QUOTES_HINT
    if first in "'\"":
        yield from _quote_guesses(line, start, end, whole, hint)
    elif first in "{[":
        closing = _closing_bracket(value)
        if closing is not None and value[closing + 1 :].strip():
            what = "map" if first == "{" else "list"
            message = f"this text starts with `{first}`, which begins a {what}, and the text goes on after it"
            yield finding("bracket-in-text", span, message, hint=hint, fix=whole)
        elif closing is None:
            other = "}" if first == "{" else "]"
            message = f"this `{first}` is never closed"
            fix = Fix(f"write `{other}` at the end of the line", (Edit(line.span(end, end), other),))
            yield finding(
                "open-bracket", line.span(start, start + 1), message, hint=f"write the missing `{other}`", fix=fix
            )
            yield finding("bracket-in-text", span, f"this text starts with `{first}`", hint=hint, fix=whole)
    elif first in "*&!@`%>|,]}?" or (first == "-" and value[1:2] in {" ", ""}):
        yield from _first_character_guesses(line, key, start, end, whole, hint, failure)
    if first not in "{[" and (": " in value or value.endswith(":")):
        at = value.index(": ") if ": " in value else len(value) - 1
        colon = line.span(start + at, start + at + 1)
        equals = _EQUALS.match(value)
        if is_expression and equals:
            better = f"{equals[1]} == {equals[2]}"
            fix = Fix(f"write `{better}`", (Edit(span, better),))
            yield finding("colon-in-text", colon, "a colon does not compare", hint=f"write `{better}`", fix=fix)
        message = f"the colon here makes what stands before it a key: `{shortened(value[:at])}`"
        yield finding("colon-in-text", colon, message, hint=hint, fix=whole)


def _quote_guesses(line: Line, start: int, end: int, whole: Fix, hint: str) -> Iterator[Diagnostic]:
    """A value that starts with a quote."""
    value = line.text[start:end]
    quote = value[0]
    closing = _closing_quote(value)
    span = line.span(start, end)
    if closing is None:
        message = "the quote that opens here is not closed in this line"
        close = Fix("close the quote at the end of the line", (Edit(line.span(end, end), quote),))
        close_hint = "close the quote at the end of the text, or put the whole text in the other kind of quotes"
        guesses = [
            finding("open-quote", span, message, hint=close_hint, fix=close),
            finding("open-quote", span, message, hint=hint, fix=whole),
        ]
        if quote == "'" and (_APOSTROPHE_WORD.match(value) or "'" in value[1:]):
            guesses.reverse()
        yield from guesses
        return
    if value[closing + 1 :].strip():
        yield finding(
            "text-after-quote",
            line.span(start + closing + 1, end),
            "the text goes on after the quote that closes it",
            hint=hint,
            fix=whole,
        )
    inner = value[1:closing]
    if quote == '"' and "\\" in inner:
        at = start + 1 + inner.index("\\")
        message = f"`{inner[inner.index(chr(92)) :][:2]}` means nothing in double quotes"
        text = quoted(inner) if "'" not in inner else '"' + inner.replace("\\", "\\\\") + '"'
        fix = Fix(f"write {shortened(text)}", (Edit(span, text),))
        escape_hint = "put the text in single quotes, where a backslash is a backslash, or write it twice"
        yield finding("unknown-escape", line.span(at, at + 2), message, hint=escape_hint, fix=fix)


def _first_character_guesses(
    line: Line, key: str, start: int, end: int, whole: Fix, hint: str, failure: Failure
) -> Iterator[Diagnostic]:
    """A value whose first character means something else."""
    value = line.text[start:end]
    first = value[0]
    slug = failure.kind if failure.kind in {"anchor", "alias", "tag"} else "special-first-character"
    message = f"this value cannot start with `{first}`"
    why = _FIRST_CHARACTERS[first]
    span = line.span(start, end)
    if first in "|>" and line.is_followed_deeper:
        hint = f"begin the text in the next line, below the key, and leave `{first}` alone in this one"
        yield finding(slug, span, f"nothing can follow `{first}` in its line", why=why, hint=hint)
        return
    if key in _EXPRESSION_KEYS:
        if first == "!":
            better = "not " + value[1:].lstrip()
            fix = Fix(f"write `{better}`", (Edit(span, better),))
            yield finding(slug, span, message, why=why, hint=f"write `{better}`", fix=fix)
        elif first == ">":
            yield finding(
                slug, span, message, why=why, hint=f"say what is compared, as in `signal {shortened(value, 20)}`"
            )
            return
    if slug in {"anchor", "alias"} and _REFERENCE.match(value) and key not in {"text", "title"}:
        # Meant as a reference, so quotes would only hide that.
        yield finding(
            slug, span, message, why=why, hint="write out here what you mean; if it is text, put it in quotes"
        )
        return
    yield finding(slug, span, message, why=why, hint=hint, fix=whole)


def _bare_line(line: Line, start: int, end: int) -> Iterator[Diagnostic]:
    """A line with neither a key nor a dash."""
    text = line.text[start:end]
    match = re.match(r"(-?)([A-Za-z_]\w*):(?=\S)", text)
    if match:
        at = start + match.end()
        fix = Fix("write a space after the colon", (Edit(line.span(at, at), " "),))
        message = f"there is no space after the colon of `{match[2]}`"
        yield finding(
            "missing-space-after-colon", line.span(at - 1, at), message, hint="write a space after the colon", fix=fix
        )


# Values in the flow style: from a colon to the comma or brace that ends the entry.


def flow_guesses(line: Line, failure: Failure) -> Iterator[Diagnostic]:
    """What may be wrong with the values and keys inside braces on a line."""
    text = line.text
    comment = _TRAILING_COMMENT.search(text)
    end_of_line = comment.start() if comment else len(text.rstrip())
    for match in _FLOW_VALUE.finditer(text, 0, end_of_line):
        start = match.end()
        for end in _value_ends(text, start, end_of_line):
            yield from _flow_value_guesses(line, match["key"], start, end, failure)
    column = failure.place[1]
    if failure.place[0] == line.number - 1 and column < end_of_line:
        key = re.compile(r"[^\s:,{}\[\]][^:,{}\[\]]*(?=:\s)").match(text, column)
        if key:
            span = line.span(*key.span())
            fix = Fix(f"put the key in quotes: {quoted(key[0])}", (Edit(span, quoted(key[0])),))
            message = f"a key cannot start with `{key[0][0]}`"
            yield finding("special-first-character", span, message, hint="put the key in quotes", fix=fix)
        if text[column] == "," and "node content" in failure.problem:
            fix = Fix("take the comma out", (Edit(line.span(column, column + 1), ""),))
            message = "there is nothing before this comma"
            yield finding("unreadable-line", line.span(column, column + 1), message, hint="take the comma out", fix=fix)


def _flow_value_guesses(line: Line, key: str, start: int, end: int, failure: Failure) -> Iterator[Diagnostic]:
    value = line.text[start:end]
    if not value or value[0] in "{[":
        return
    yield from _value_guesses(line, key, start, end, failure)
    if value[0] not in "'\"":
        bracket = re.search(r"[{}\[\]]", value)
        if bracket:
            span = line.span(start + bracket.start(), start + bracket.end())
            message = f"`{bracket[0]}` cannot stand inside a text that is itself inside `{{ }}`"
            fix = in_quotes(line.span(start, end), value, "text")
            yield finding("bracket-in-text", span, message, hint="put the whole text in quotes", fix=fix)


def _value_ends(text: str, start: int, end_of_line: int) -> Iterator[int]:
    """Where a value inside braces may end: before the next entry, or before one of the closing braces."""
    following = _NEXT_ENTRY.search(text, start, end_of_line)
    if following:
        yield following.start()
        return
    end = end_of_line
    ends = []
    while end > start and text[end - 1] in "}] ,":
        end -= 1
        ends.append(len(text[:end].rstrip()))
    # At most a few closers can belong to the story's own braces.
    yield from ends[:6] or [end_of_line]


def has_open_quote(text: str) -> bool:
    """Whether a line holds a value that starts with a quote and does not close it."""
    match = _BLOCK_LINE.match(text)
    return match is not None and match["value"][0] in "'\"" and _closing_quote(match["value"]) is None


def value_start(text: str) -> int | None:
    """Where a line's value begins, if it is text without quotes that a key or a dash introduces."""
    match = _BLOCK_LINE.match(text)
    if match is None or not (match["key"] or match["lead"].strip()) or match["value"][0] in "'\"{[|>&*!#":
        return None
    return match.start("value")


def _closing_quote(value: str) -> int | None:
    """Where the quote that starts a value is closed, if it is."""
    pattern = r"'(?:[^']|'')*'" if value[0] == "'" else r'"(?:[^"\\]|\\.)*"'
    match = re.match(pattern, value)
    return match.end() - 1 if match else None


def _closing_bracket(value: str) -> int | None:
    """Where the bracket that starts a value is closed, if it is; brackets inside quotes count too."""
    depth = 0
    for at, each in enumerate(value):
        if each in "{[":
            depth += 1
        elif each in "}]":
            depth -= 1
            if depth == 0:
                return at
    return None
