"""Why a line of YAML cannot be read, in words for its author, with a fix that was tried.

A parser notices a slip late and names it in its own terms. So each guess here looks at the author's own line, says
what the line looks like and proposes an edit; a guess counts only if the edit, tried in memory, lets reading go on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from storyengine.diagnostics import Diagnostic, Edit, Fix
from storyengine.loader.codes import finding
from storyengine.loader.mending import in_quotes, quoted, shortened
from storyengine.loader.yaml_events import MAX_DEPTH, Failure
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
class _Line:
    """A line that may be to blame."""

    number: int
    text: str
    path: str
    is_followed_deeper: bool

    def span(self, start: int, end: int) -> Span:
        """The stretch between two offsets of the line."""
        return Span(self.path, self.number, start + 1, self.number, end + 1)


def explain(
    lines: list[str], path: str, failure: Failure, helps: Callable[[tuple[Edit, ...], int], bool]
) -> Diagnostic:
    """Explain why reading stopped.

    Args:
        lines: the file.
        path: its name for spans.
        failure: where reading stopped.
        helps: tries edits: whether with them reading gets past the line with this number.

    Returns:
        The first guess whose fix helps; else the first guess that needs no fix; else that the line cannot be read.
    """
    without_fix: Diagnostic | None = None
    tried: set[tuple[Edit, ...]] = set()
    for guess in _guesses(lines, path, failure):
        if guess.fix is None:
            without_fix = without_fix or guess
        elif guess.fix.edits not in tried:
            tried.add(guess.fix.edits)
            if helps(guess.fix.edits, guess.span.line):
                return guess
    return without_fix or _plain_words(lines, path, failure)


_FINAL = frozenset({"merge-key", "deep-nesting", "several-documents"})


def _guesses(lines: list[str], path: str, failure: Failure) -> Iterator[Diagnostic]:
    """Guesses, the likeliest first."""
    if failure.kind in _FINAL:
        return
    here = failure.place[0]
    for number in _suspects(lines, failure):
        line = _Line(number + 1, lines[number], path, _is_followed_deeper(lines, number))
        is_here = number == here
        if _in_flow(lines, failure, number):
            yield from _flow_guesses(line, failure)
        yield from _block_guesses(line, failure, is_here=is_here)
        yield from _flow_guesses(line, failure)
    if failure.kind == "syntax":
        yield from _indentation_guesses(lines, path, failure)


def _suspects(lines: list[str], failure: Failure) -> Iterator[int]:
    """Lines that may be to blame, counted from 0: first where a quote was left open, then where reading stopped."""
    here = min(failure.place[0], len(lines) - 1)
    seen = set()
    context = min(failure.context[0], len(lines) - 1) if failure.context is not None else here
    for number in range(failure.start[0], here):
        value = _BLOCK_LINE.match(lines[number])
        if value and value["value"][0] in "'\"" and _closing_quote(value["value"]) is None:
            seen.add(number)
            yield number
            break
    if failure.kind == "open-quote":
        context = failure.place[0]
    if "stream" in failure.problem and context not in seen:
        seen.add(context)
        yield context
    if here not in seen and lines[here].strip():
        seen.add(here)
        yield here
    if "while" not in failure.problem and context not in seen and failure.problem.startswith("expected ',' or"):
        seen.add(context)
        yield context
    before = here - 1
    while before > 0 and not lines[before].strip():
        before -= 1
    if before >= 0 and before not in seen:
        yield before


def _in_flow(lines: list[str], failure: Failure, number: int) -> bool:
    """Whether reading stopped inside braces or brackets that this line opens."""
    stripped = lines[number].lstrip(" -")
    return stripped.startswith("{") or (failure.context is not None and failure.problem.startswith("expected ',' or"))


# Values in the block style: the rest of their line.


def _block_guesses(line: _Line, failure: Failure, *, is_here: bool) -> Iterator[Diagnostic]:
    match = _BLOCK_LINE.match(line.text)
    if match is None:
        return
    start, end = match.span("value")
    comment = _TRAILING_COMMENT.search(line.text, start)
    if comment:
        end = max(comment.start(), start + 1)
    if match["key"] is None and not match["lead"].strip():
        # A line that is neither key nor item.
        if failure.kind == "syntax" and (is_here or failure.context == (line.number - 1, start)):
            yield from _bare_line(line, start, end)
        return
    key = match["key"].strip("'\"") if match["key"] else ""
    yield from _value_guesses(line, key, start, end, failure)


def _value_guesses(line: _Line, key: str, start: int, end: int, failure: Failure) -> Iterator[Diagnostic]:
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


def _quote_guesses(line: _Line, start: int, end: int, whole: Fix, hint: str) -> Iterator[Diagnostic]:
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
    if quote == '"' and "\\" in value:
        inner = value[1:closing]
        at = start + 1 + inner.index("\\")
        message = f"`{inner[inner.index(chr(92)) :][:2]}` means nothing in double quotes"
        text = quoted(inner) if "'" not in inner else '"' + inner.replace("\\", "\\\\") + '"'
        fix = Fix(f"write {shortened(text)}", (Edit(span, text),))
        escape_hint = "put the text in single quotes, where a backslash is a backslash, or write it twice"
        yield finding("unknown-escape", line.span(at, at + 2), message, hint=escape_hint, fix=fix)


def _first_character_guesses(
    line: _Line, key: str, start: int, end: int, whole: Fix, hint: str, failure: Failure
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
        yield finding(slug, span, message, why=why, hint="write out here what you mean; if it is text, put it in quotes")
        return
    yield finding(slug, span, message, why=why, hint=hint, fix=whole)


def _bare_line(line: _Line, start: int, end: int) -> Iterator[Diagnostic]:
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


def _flow_guesses(line: _Line, failure: Failure) -> Iterator[Diagnostic]:
    """What may be wrong inside braces on this line."""
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


def _flow_value_guesses(line: _Line, key: str, start: int, end: int, failure: Failure) -> Iterator[Diagnostic]:
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


# Indentation.


def _indentation_guesses(lines: list[str], path: str, failure: Failure) -> Iterator[Diagnostic]:
    """A line that stands a little too far right or left."""
    here = min(failure.place[0], len(lines) - 1)
    text = lines[here]
    indent = len(text) - len(text.lstrip())
    if not text.strip() or text.lstrip().startswith("#"):
        return
    line = _Line(here + 1, text, path, is_followed_deeper=False)
    above = _indents_above(lines, here)
    block_start = _block_above(lines, here, indent)
    if block_start is not None and not re.match(r"[\w-]+:(?:\s|$)", text.lstrip()):
        wanted, opened = block_start
        fix = Fix(f"indent it by {wanted} spaces", (Edit(line.span(0, indent), " " * wanted),))
        message = f"this line stands further left than the first line of its text, line {opened + 1}"
        hint = "indent every line of the text as far as its first line"
        yield finding("wrong-indentation", line.span(indent, len(text.rstrip())), message, hint=hint, fix=fix)
    for wanted, number in sorted(above, key=lambda each: (abs(each[0] - indent), -each[1])):
        if wanted == indent:
            continue
        direction = "right" if indent > wanted else "left"
        by = abs(indent - wanted)
        spaces = "space" if by == 1 else "spaces"
        message = f"this line stands {by} {spaces} too far {direction}"
        fix = Fix(
            f"indent it by {wanted} {'space' if wanted == 1 else 'spaces'}, as line {number + 1}",
            (Edit(line.span(0, indent), " " * wanted),),
        )
        hint = f"indent it as far as line {number + 1}, if it belongs beside it"
        yield finding("wrong-indentation", line.span(indent, len(text.rstrip())), message, hint=hint, fix=fix)


def _indents_above(lines: list[str], here: int) -> list[tuple[int, int]]:
    """The indentations that are open above a line, each with the nearest line that has it; not more than a few."""
    found: list[tuple[int, int]] = []
    least = None
    for number in range(here - 1, max(-1, here - 500), -1):
        text = lines[number]
        stripped = text.lstrip(" ")
        if not stripped or stripped.startswith("#"):
            continue
        columns = [len(text) - len(stripped)]
        while stripped.startswith("- "):
            stripped = stripped[2:].lstrip(" ")
            columns.append(len(text) - len(stripped))
        for column in reversed(columns):
            if least is None or column < least:
                found.append((column, number))
                least = column
        if least == 0 or len(found) > 12:
            break
    return found


def _block_above(lines: list[str], here: int, indent: int) -> tuple[int, int] | None:
    """If a `|` or `>` text stands just above: the indentation of its first line, and that line."""
    first = None
    for number in range(here - 1, max(-1, here - 2000), -1):
        text = lines[number]
        if not text.strip():
            continue
        if re.search(r"(?:^|[:\-]\s)\s*[|>][-+0-9]*\s*(?:#.*)?$", text):
            return (len(lines[first]) - len(lines[first].lstrip()), first) if first is not None else None
        if len(text) - len(text.lstrip()) <= indent:
            return None
        first = number
    return None


# When no guess helps: the parser's cases in plain words.

_REFUSED = {
    "anchor": ("`&` gives a name to what follows, and stories have no such names", "write out each card in full; if it is text, put it in quotes"),
    "alias": ("`*` stands for something written elsewhere, and stories have no such names", "write out here what you mean; if it is text, put it in quotes"),
    "tag": ("`!` says of what kind a value is, and stories need no such mark", "take it out; if it is text, put it in quotes"),
    "merge-key": ("`<<` would copy the keys of another map, and stories have no such copies", "write the keys out here"),
    "deep-nesting": (f"more than {MAX_DEPTH} lists and maps stand inside each other here", "write it flatter, or look for a bracket too many"),
    "complex-key": ("a key must be a word or a short text, on one line, before a colon", "write the key before its colon; if `?` belongs to a text, put the text in quotes"),
    "missing-key": ("there is no key here", "write a key and a colon first; if the colon belongs to a text, put the text in quotes"),
    "open-quote": ("the quote that opens here is closed only lines later", "close the quote at the end of its text, or write the text below the key after `|`"),
    "several-documents": ("the file goes on after its end", "take out what follows, or put it in a file of its own"),
}  # fmt: skip

_PROBLEMS = (
    ("end of stream", "open-quote", "the quote that opens here is never closed", "close the quote at the end of its text"),
    ("could not find expected ':'", "missing-colon", "there is no colon in this line", "write a colon and a space after the key; if it is text, indent it further than its key"),
    ("mapping values are not allowed", "colon-in-text", "a colon does not fit here", "if it belongs to a text, put the text in quotes; else look at the indentation of this line"),
    ("but found '-'", "wrong-indentation", "a list item does not fit here, between keys", "indent the item further than the key it belongs to"),
    ("sequence entries", "wrong-indentation", "a list item does not fit here", "put each item on a line of its own, below its key"),
    ("block mapping start", "wrong-indentation", "this line is not indented like its neighbours", "indent it as far as the lines it belongs to"),
    ("but found '?'", "wrong-indentation", "a key does not fit here, between list items", "indent it as far as the keys it belongs to, or begin it with a dash"),
    ("expected ',' or", "open-bracket", "a comma or a closing bracket is missing before this", "close every `{` with `}` and every `[` with `]`; put texts with commas, colons or brackets in quotes"),
    ("indentation indicators", "special-first-character", "`|` and `>` must stand alone, with the text in the lines below", "begin the text in the next line, or put it in quotes"),
    ("escape", "unknown-escape", "a backslash here means nothing", "use single quotes, where a backslash is a backslash"),
)  # fmt: skip


def _plain_words(lines: list[str], path: str, failure: Failure) -> Diagnostic:
    """What is known without a guess."""
    place = failure.place
    slug, message, hint = (
        "unreadable-line",
        "this does not fit here",
        "look for an open quote or bracket above, and at the indentation",
    )
    if failure.kind in _REFUSED:
        message, hint = _REFUSED[failure.kind]
        slug = "complex-key" if failure.kind == "missing-key" else failure.kind
    else:
        for sign, its_slug, its_message, its_hint in _PROBLEMS:
            if sign in failure.problem:
                slug, message, hint = its_slug, its_message, its_hint
                if its_slug in {"open-quote", "missing-colon"} and failure.context is not None:
                    place = failure.context
                break
    number = min(place[0], len(lines) - 1)
    start = min(place[1], len(lines[number]))
    end = max(start, len(lines[number].rstrip()))
    return finding(slug, Span(path, number + 1, start + 1, number + 1, end + 1), message, hint=hint)


def _is_followed_deeper(lines: list[str], number: int) -> bool:
    """Whether the next line is indented further than this one."""
    if number + 1 >= len(lines) or not lines[number + 1].strip():
        return False
    indents = [len(line) - len(line.lstrip()) for line in lines[number : number + 2]]
    return indents[1] > indents[0]


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
