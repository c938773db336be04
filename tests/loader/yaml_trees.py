"""What the tests of the YAML reader share: reading with both parsers, and applying fixes as a person would."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Sequence as Items
from typing import TypeAlias

from storyengine.diagnostics import Diagnostic, Problems
from storyengine.loader.nodes import Empty, Mapping, Node, Scalar, Sequence
from storyengine.loader.yaml_reader import read_tree

Plain: TypeAlias = "str | Items[Plain] | Items[tuple[str, Plain]] | None"


def plain(node: Node) -> Plain:
    """A tree without places: maps as lists of pairs, so that nothing is lost; None where there is no value."""
    match node:
        case Scalar(text):
            return text
        case Empty():
            return None
        case Sequence(items):
            return [plain(item) for item in items]
        case Mapping(entries):
            return [(entry.key.text, plain(entry.value)) for entry in entries]


def read_both(text: str) -> tuple[Node | None, tuple[Diagnostic, ...]]:
    """Read with the quick parser and with the slow one; the answers must be the same."""
    answers = []
    for pure in (False, True):
        problems = Problems()
        answers.append((read_tree(text, "s.yaml", problems, pure=pure), problems.all))
    assert answers[0] == answers[1]
    return answers[0]


def fixed(text: str, diagnostics: Iterable[Diagnostic]) -> str:
    """The text with all fixes applied."""
    lines = text.split("\n")
    edits = [edit for each in diagnostics if each.fix is not None for edit in each.fix.edits]
    for edit in sorted(edits, key=lambda each: each.span, reverse=True):
        span = edit.span
        assert span.line == span.end_line
        line = lines[span.line - 1]
        lines[span.line - 1] = line[: span.column - 1] + edit.text + line[span.end_column - 1 :]
    return "\n".join(lines)
