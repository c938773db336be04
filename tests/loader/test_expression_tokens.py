"""Tokens: every character finds a place, and every place is right."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storyengine.loader.expression_tokens import Source, TokenKind, tokens
from storyengine.source import Span
from tests.loader.expression_readers import HERE


def cut(text: str, *, statements: bool = False) -> list[str]:
    source = Source(text, HERE, lambda *finding: pytest.fail(str(finding)))
    return [token.text for token in tokens(source, statements=statements)][:-1]


@pytest.mark.parametrize(
    "text, parts",
    [
        ("", []),
        ("oil>=2", ["oil", ">=", "2"]),
        ("0..6", ["0", "..", "6"]),
        ("0.5..6", ["0.5", "..", "6"]),
        ("..5", ["..", "5"]),
        ("17..", ["17", ".."]),
        (".5", [".5"]),
        ("1_000 007 2d6 1e3", ["1_000", "007", "2d6", "1e3"]),
        ("'it\\'s' \"a b\"", ["'it\\'s'", '"a b"']),
        ('"open; lit', ['"open; lit']),
        ("visited( odd name )", ["visited", "(", "odd name", ")"]),
        ("visited('odd name')", ["visited", "(", "'odd name'", ")"]),
        ("visited (007)and lit", ["visited", "(", "007", ")", "and", "lit"]),
        ("a//=b//c", ["a", "//=", "b", "//", "c"]),
        ("größe\u0301 über", ["größe\u0301", "über"]),
    ],
)
def test_text_is_cut_into(text: str, parts: list[str]) -> None:
    assert cut(text) == parts


def test_line_ends_count_between_statements_and_not_inside_brackets() -> None:
    assert cut("a\nb(\nc)\nd", statements=True) == ["a", "\n", "b", "(", "c", ")", "\n", "d"]
    assert cut("a\nb", statements=False) == ["a", "b"]


@given(st.text(max_size=40), st.booleans())
def test_tokens_are_the_authors_characters_in_order_and_leave_out_only_blanks(text: str, statements: bool) -> None:
    source = Source(text, HERE, lambda *finding: pytest.fail(str(finding)))
    end = 0
    for token in tokens(source, statements=statements):
        assert token.text == text[token.start : token.end]
        if token.kind is not TokenKind.END:
            assert text[end : token.start].strip() == ""
            assert token.start >= end
            end = token.end
    assert text[end:].strip() == ""


def test_places_count_lines_and_characters_from_the_start_of_the_text() -> None:
    source = Source("a\n  ü = b", Span("x.yaml", 5, 10, 5, 10), lambda *finding: None)
    assert source.span(0, 1) == Span("x.yaml", 5, 10, 5, 11)
    assert source.span(4, 5) == Span("x.yaml", 6, 3, 6, 4)
    assert source.span(0, 5) == Span("x.yaml", 5, 10, 6, 4)
    assert source.span(9, 9) == Span("x.yaml", 6, 8, 6, 8)


def test_a_part_of_a_text_keeps_its_places() -> None:
    source = Source("ab\ncd ef", Span("x.yaml", 5, 10, 5, 10), lambda *finding: None)
    assert source.part(3, 8).span(3, 5) == Span("x.yaml", 6, 4, 6, 6)


def test_a_long_quote_is_cut_short_in_messages() -> None:
    source = Source("a" * 50, HERE, lambda *finding: None)
    assert source.quote(0, 50) == f"`{'a' * 37}...`"
    assert source.quote(0, 40) == f"`{'a' * 40}`"
