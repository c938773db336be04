"""Whatever an author's slip makes of a story, loading answers with places in the file, and fixes do what they say."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storyengine.diagnostics import Diagnostic, Fix, Severity, format_diagnostic
from storyengine.loader import Loaded, load_text
from tests.loader.broken_stories import GAMES, Broken, broken_stories

STORIES = Path(__file__).parent.parent / "stories"
TEXTS = [path.read_text(encoding="utf-8") for path in sorted(STORIES.rglob("*.yaml"))]
BITS = [
    *(
        "{",
        "}",
        "[",
        "]",
        ":",
        " ",
        "\n",
        "- ",
        "#",
        '"',
        "'",
        "|",
        "&",
        "*",
        "!",
        "%",
        "@",
        "~",
        "..",
        "/",
        "\t",
        "\\",
    ),
    *(
        "007",
        "yes",
        "null",
        "goto: ",
        "text:",
        "when: ",
        "do: ",
        "planet/",
        "branch: [",
        "ending: ",
        "é",
        "🗝",
        "\u202e",
    ),
]


@st.composite
def slips(draw: st.DrawFn) -> str:
    """A story in which somebody has typed, deleted, doubled or moved something, a few times."""
    text = draw(st.sampled_from(TEXTS))
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(text)))
        lines = text.split("\n")
        line = draw(st.integers(0, len(lines) - 1))
        match draw(st.sampled_from(["type", "delete", "double", "drop", "indent"])):
            case "type":
                text = text[:place] + draw(st.sampled_from(BITS)) + text[place:]
            case "delete":
                text = text[:place] + text[place + draw(st.integers(1, 12)) :]
            case "double":
                text = "\n".join([*lines[:place], lines[line], *lines[place:]])
            case "drop":
                text = "\n".join(lines[:line] + lines[line + 1 :])
            case "indent":
                lines[line] = " " * draw(st.integers(0, 9)) + lines[line].lstrip()
                text = "\n".join(lines)
    return text


@given(slips())
def test_loading_always_answers(text: str) -> None:
    loaded = load_text(text)
    assert (loaded.story is None) == any(each.severity is Severity.ERROR for each in loaded.diagnostics)
    for each in loaded.diagnostics:
        lines = loaded.sources.get(each.span.path, ("",))
        assert format_diagnostic(each, lines)
        assert 1 <= each.span.line <= each.span.end_line <= len(lines), each
        assert 1 <= each.span.column <= len(lines[each.span.line - 1]) + 1, each
        assert 1 <= each.span.end_column <= len(lines[each.span.end_line - 1]) + 1, each


def applied(loaded: Loaded, fix: Fix) -> str:
    """The only file of a story after a fix."""
    ((_, lines),) = loaded.sources.items()
    text = "\n".join(lines)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)

    def offset(line: int, column: int) -> int:
        return starts[line - 1] + column - 1

    for edit in sorted(fix.edits, key=lambda edit: edit.span, reverse=True):
        start, end = offset(edit.span.line, edit.span.column), offset(edit.span.end_line, edit.span.end_column)
        text = text[:start] + edit.text + text[end:]
    return text


def fixable() -> list[tuple[Broken, Diagnostic, Loaded]]:
    found = []
    for story in broken_stories():
        if story.path.is_file():
            loaded = load_text(story.path.read_text(encoding="utf-8"), games=GAMES)
            found += [(story, each, loaded) for each in loaded.diagnostics if each.fix]
    return found


FIXABLE = fixable()


@pytest.mark.parametrize(
    ("finding", "loaded"),
    [(finding, loaded) for _, finding, loaded in FIXABLE],
    ids=[f"{story.law}-{finding.span.line}-{finding.span.column}" for story, finding, _ in FIXABLE],
)
def test_a_fix_removes_its_finding(finding: Diagnostic, loaded: Loaded) -> None:
    assert finding.fix is not None
    after = load_text(applied(loaded, finding.fix), games=GAMES)
    before = {(each.code, each.message) for each in loaded.diagnostics}
    assert (finding.code, finding.span, finding.message) not in {(x.code, x.span, x.message) for x in after.diagnostics}
    assert {(each.code, each.message) for each in after.diagnostics} <= before
