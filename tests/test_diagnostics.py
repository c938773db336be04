"""Diagnostics as values, as a bounded collection, and as lines for a person."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storyengine.diagnostics import (
    LINE_WIDTH,
    Applicability,
    Diagnostic,
    Edit,
    Fix,
    Problems,
    Related,
    Severity,
    format_diagnostic,
    harmless,
    sort_key,
)
from storyengine.source import NOWHERE, Span


def at(line: int, column: int, end_column: int | None = None, path: str = "inn.yaml") -> Span:
    return Span(path, line, column, line, column + 1 if end_column is None else end_column)


def problem(span: Span = NOWHERE, severity: Severity = Severity.ERROR, message: str = "no such card") -> Diagnostic:
    return Diagnostic("SE012", "missing-card", severity, span, message)


def test_message_has_place_line_why_hint_fix_and_door_to_more() -> None:
    span = Span("stories/tavern.yaml", 42, 15, 42, 26)
    diagnostic = Diagnostic(
        "SE012",
        "missing-card",
        Severity.ERROR,
        span,
        "choice leads to a missing card `cellar_door`",
        why="`goto` must name a card, and no loaded file defines this one",
        hint="did you mean `cellar-door` (stories/tavern.yaml:88)?",
        fix=Fix("write `cellar-door`", (Edit(span, "cellar-door"),)),
    )
    lines = [""] * 41 + ["        goto: cellar_door"]
    assert format_diagnostic(diagnostic, lines) == (
        "stories/tavern.yaml:42:15: error[SE012] choice leads to a missing card `cellar_door`\n"
        "   |\n"
        "42 |         goto: cellar_door\n"
        "   |               ^^^^^^^^^^^\n"
        "   = why: `goto` must name a card, and no loaded file defines this one\n"
        "   = hint: did you mean `cellar-door` (stories/tavern.yaml:88)?\n"
        "   = fix: write `cellar-door` (a guess, so it waits for --unsafe-fixes)\n"
        "   = more: storyengine explain SE012"
    )


def test_safe_fix_and_related_places_are_told() -> None:
    diagnostic = replace(
        problem(at(1, 1)),
        fix=Fix("take it out", (Edit(at(1, 1), ""),), Applicability.SAFE),
        related=(Related(at(3, 5), "the first one is here"),),
    )
    printed = format_diagnostic(diagnostic, ["x"])
    assert "= see: inn.yaml:3:5: the first one is here" in printed
    assert "= fix: take it out (--fix does this)" in printed


def test_nothing_is_shown_of_a_place_that_is_not_there() -> None:
    assert format_diagnostic(problem(), []) == "error[SE012] no such card"
    assert format_diagnostic(problem(at(9, 1)), ["one line"]).count("\n") == 1


def caret_line(line: str, span: Span) -> tuple[str, str]:
    _, _, shown, caret, *_ = format_diagnostic(problem(span), [line]).split("\n")
    return shown.removeprefix("1 | "), caret.removeprefix("  | ")


@pytest.mark.parametrize(
    ("line", "column", "end", "before", "carets"),
    [
        ("goto: cave", 7, 11, 6, 4),
        ("Ärger: x", 8, 9, 7, 1),
        ("漢字: x", 5, 6, 6, 1),
        ("🗝🔑 x", 4, 5, 4, 1),
        ("🔑🔑 x", 4, 5, 5, 1),
        ("e\u0301e\u0301 x", 6, 7, 3, 1),
        ("\tx", 2, 3, 4, 1),
        ("ab\tx", 4, 5, 4, 1),
        ("\tx", 1, 2, 0, 4),
        ("\x1bx", 2, 3, 4, 1),
        ("key", 4, 4, 3, 1),
        ("", 1, 1, 0, 1),
    ],
)
def test_caret_stands_below_what_it_means(line: str, column: int, end: int, before: int, carets: int) -> None:
    _, caret = caret_line(line, at(1, column, end))
    assert caret == " " * before + "^" * carets


def test_span_over_several_lines_is_marked_to_the_end_of_the_first() -> None:
    assert caret_line("abc def", Span("inn.yaml", 1, 5, 3, 2))[1] == "    ^^^"


@pytest.mark.parametrize("column", [1, 50, 20_000, 39_999, 40_001])
def test_long_line_is_clipped_round_the_caret(column: int) -> None:
    line = "".join(chr(ord("a") + number % 26) for number in range(40_000))
    shown, caret = caret_line(line, at(1, column))
    assert len(shown) <= LINE_WIDTH + len("......")
    assert caret.count("^") == 1
    if column <= len(line):
        assert shown[caret.index("^")] == line[column - 1]


def test_control_characters_are_shown_and_not_sent() -> None:
    diagnostic = replace(
        problem(at(1, 1, path="in\x07n.yaml"), message="no `\x1b[2J`\nhere"), why="\x9b", hint="one\ntwo\u202e"
    )
    printed = format_diagnostic(diagnostic, ["a\x1b[31m\x00\u2028\ud800"])
    assert "\\x1b[31m\\x00\\u2028\\ud800" in printed
    assert "no `\\x1b[2J`\\nhere" in printed
    assert "\n          two\\u202e" in printed


@given(st.text(), st.text(), st.integers(1, 300), st.integers(0, 300))
def test_printed_diagnostics_are_harmless(message: str, line: str, column: int, length: int) -> None:
    diagnostic = replace(problem(at(1, column, column + length), message=message), why=message)
    for part in format_diagnostic(diagnostic, [line]).split("\n"):
        assert harmless(part) == part
        assert not any(unicodedata.category(each) in {"Cc", "Cs"} for each in part)


def test_order_is_by_place_and_then_by_weight() -> None:
    first = problem(at(1, 9))
    warning = problem(at(2, 1), Severity.WARNING)
    error = problem(at(2, 1))
    other = problem(at(1, 1, path="zoo.yaml"))
    assert sorted([other, warning, error, first], key=sort_key) == [first, error, warning, other]


def test_same_problem_is_kept_once() -> None:
    problems = Problems()
    for _ in range(3):
        problems.error("SE012", "missing-card", at(1, 1), "no such card")
    problems.warning("SE012", "missing-card", at(1, 1), "no such card")
    assert [each.severity for each in problems] == [Severity.ERROR, Severity.WARNING]
    assert problems.counts == {Severity.ERROR: 1, Severity.WARNING: 1, Severity.NOTE: 0}
    assert problems.is_broken


def test_beyond_the_limit_errors_stay_and_the_rest_is_counted() -> None:
    problems = Problems(limit=2)
    for line in range(1, 6):
        problems.add(problem(at(line, 1), Severity.WARNING))
    problems.add(problem(at(9, 1)))
    shown = problems.all
    assert [each.span.line for each in shown[:2]] == [1, 9]
    assert shown[2].severity is Severity.NOTE
    assert shown[2].message == "4 more problems are not shown"
    assert len(problems) == 6


def test_no_problems() -> None:
    problems = Problems()
    assert problems.all == ()
    assert not problems.is_broken


def test_limit_below_one_is_the_callers_mistake() -> None:
    with pytest.raises(ValueError, match="at least 1, got 0"):
        Problems(limit=0)
