"""Fixes are text edits: they keep what they do not touch, and two that touch each other are not made at once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storyengine.diagnostics import Applicability, Diagnostic, Edit, Fix, Severity
from storyengine.lint.fixing import make_fixes, with_edits
from storyengine.source import Span


def edit(line: int, column: int, end_column: int, text: str, end_line: int = 0) -> Edit:
    return Edit(Span("a.yaml", line, column, end_line or line, end_column), text)


def diagnostic(*edits: Edit, safe: bool = True) -> Diagnostic:
    applicability = Applicability.SAFE if safe else Applicability.UNSAFE
    return Diagnostic("SE999", "x", Severity.ERROR, edits[0].span, "x", fix=Fix("x", edits, applicability))


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_line_ends_stay_what_they_were(line_end: str) -> None:
    text = line_end.join(["a: 1", "b: 2  # two", ""])
    assert with_edits(text, [edit(2, 4, 5, "3")]) == line_end.join(["a: 1", "b: 3  # two", ""])
    assert with_edits(text, [edit(1, 5, 5, "\nc: 0")]) == line_end.join(["a: 1", "c: 0", "b: 2  # two", ""])


def test_a_whole_line_goes_with_its_end() -> None:
    assert with_edits("a\nb\nc\n", [edit(2, 1, 1, "", end_line=3)]) == "a\nc\n"


def test_unsafe_fixes_wait_to_be_asked_for() -> None:
    guess = diagnostic(edit(1, 1, 2, "b"), safe=False)
    assert make_fixes([guess], {"a.yaml": "a"}).made == ()
    assert make_fixes([guess], {"a.yaml": "a"}, unsafe=True).texts == {"a.yaml": "b"}


def test_of_two_fixes_at_one_place_the_first_is_made() -> None:
    first, second = diagnostic(edit(1, 1, 3, "x")), diagnostic(edit(1, 2, 4, "y"))
    fixed = make_fixes([first, second], {"a.yaml": "abcd"})
    assert (fixed.made, fixed.texts) == ((first,), {"a.yaml": "xcd"})


@given(st.text(alphabet="ab \n", max_size=30), st.data())
def test_edits_are_as_if_made_one_by_one_from_the_end(text: str, data: st.DataObject) -> None:
    lines = text.split("\n")
    edits: list[Edit] = []
    column, line = 1, 1
    for _ in range(data.draw(st.integers(0, 3))):
        line = data.draw(st.integers(line, len(lines)))
        low = column if edits and edits[-1].span.line == line else 1
        if low > len(lines[line - 1]) + 1:
            break
        start = data.draw(st.integers(low, len(lines[line - 1]) + 1))
        end = data.draw(st.integers(start, len(lines[line - 1]) + 1))
        edits.append(edit(line, start, end, data.draw(st.sampled_from(["", "X", "YZ"]))))
        column = end + 1
    expected = list(lines)
    for each in reversed(edits):
        old = expected[each.span.line - 1]
        expected[each.span.line - 1] = old[: each.span.column - 1] + each.text + old[each.span.end_column - 1 :]
    assert with_edits(text, edits) == "\n".join(expected)
