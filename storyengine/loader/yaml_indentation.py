"""Guesses about lines that stand too far left or right of where they belong."""

from __future__ import annotations

import re
from collections.abc import Iterator

from storyengine.diagnostics import Diagnostic, Edit, Fix
from storyengine.loader.codes import finding
from storyengine.loader.yaml_events import Failure
from storyengine.loader.yaml_values import Line
from storyengine.source import Span


def indentation_guesses(lines: list[str], path: str, failure: Failure) -> Iterator[Diagnostic]:
    """A line that stands a little too far right or left."""
    here = min(failure.place[0], len(lines) - 1)
    text = lines[here]
    indent = indent_of(text)
    if not text.strip() or text.lstrip().startswith("#"):
        return
    line = Line(here + 1, text, path, is_followed_deeper=False)
    above = _indents_above(lines, here)
    block_start = _block_above(lines, here, indent)
    if block_start is not None and not is_like_a_key(text):
        wanted, opened = block_start
        fix = Fix(f"indent it by {wanted} spaces", (Edit(line.span(0, indent), " " * wanted),))
        message = f"this line stands further left than the first line of its text, line {opened + 1}"
        hint = "indent every line of the text as far as its first line"
        yield finding("wrong-indentation", line.span(indent, len(text.rstrip())), message, hint=hint, fix=fix)
    last = here
    while last + 1 < len(lines) and lines[last + 1].strip() and indent_of(lines[last + 1]) >= indent:
        last += 1
    for wanted, number in sorted(above, key=lambda each: (abs(each[0] - indent), -each[1])):
        if wanted == indent:
            continue
        by = wanted - indent
        amount = _counted(abs(by), "space")
        message = f"this line stands {amount} too far {'left' if by > 0 else 'right'}"
        hint = f"indent it as far as line {number + 1}, if it belongs beside it"
        # With the lines that hang on it, or alone.
        for end in dict.fromkeys((last, here)):
            edits = tuple(_shifted(path, lines, each, by) for each in range(here, end + 1))
            whose = "it" if end == here else f"it and the {_counted(end - here, 'line')} below"
            fix = Fix(f"move {whose} {amount} to the {'right' if by > 0 else 'left'}", edits)
            yield finding("wrong-indentation", line.span(indent, len(text.rstrip())), message, hint=hint, fix=fix)


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def is_like_a_key(text: str) -> bool:
    """Whether a line is probably a key or an item, and no prose."""
    return re.match(r"\s*(?:- |[\w-]+:(?:\s|$))", text) is not None


def _shifted(path: str, lines: list[str], number: int, by: int) -> Edit:
    """The edit that moves a line, counted from 0, to the right."""
    indent = indent_of(lines[number])
    return Edit(Span(path, number + 1, 1, number + 1, indent + 1), " " * max(0, indent + by))


def indent_of(text: str) -> int:
    """How many blanks a line begins with."""
    return len(text) - len(text.lstrip())


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
            return (indent_of(lines[first]), first) if first is not None else None
        if indent_of(text) <= indent:
            return None
        first = number
    return None
