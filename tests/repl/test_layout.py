"""Lines fit their width, whatever is in them, and nothing is lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storyengine.repl.blocks import Block, Kind, aside, heading, row
from storyengine.repl.layout import NARROWEST, WIDEST, fitting_width, lay_out, line_text, plain_text, text_width
from storyengine.repl.neutralise import END_ISOLATE, ISOLATE, neutralise


def story(text: str) -> Block:
    return Block(Kind.STORY, text)


def lines(text: str, width: int) -> list[str]:
    return plain_text([story(text)], width).splitlines()


def test_nothing_takes_no_lines() -> None:
    assert plain_text([]) == ""
    assert plain_text([story("")]) == "\n"


def test_words_move_to_the_next_line_whole() -> None:
    assert lines("The fire is low, and nobody speaks.", 20) == ["The fire is low, and", "nobody speaks."]


def test_line_breaks_of_the_author_stay() -> None:
    assert lines("One\n  two\n\nthree", 20) == ["One", "  two", "", "three"]


def test_a_word_wider_than_the_line_is_cut_and_not_lost() -> None:
    assert lines("a " + "x" * 45, 20) == ["a", "x" * 20, "x" * 20, "x" * 5]


def test_a_hyphenated_word_breaks_after_its_hyphen() -> None:
    assert lines("We are met by Oss-of-Nine.", 21) == ["We are met by Oss-of-", "Nine."]


def test_wide_characters_count_two_and_break_anywhere_but_before_a_closing_mark() -> None:
    assert text_width("火の国") == 6
    assert lines("火" * 11, 20) == ["火" * 10, "火"]
    assert lines("火" * 10 + "。", 20) == ["火" * 9, "火。"]


def test_marks_that_combine_take_no_room_and_stay_with_their_letter() -> None:
    assert text_width("e\u0301") == 1
    assert lines("e\u0301" * 21, 20) == ["e\u0301" * 20, "e\u0301"]


def test_an_emoji_of_several_parts_takes_two_columns_and_is_never_cut() -> None:
    family = "\U0001f469\u200d\U0001f469\u200d\U0001f467"
    assert text_width(family) == 2
    assert text_width("\u2764\ufe0f") == 2
    assert lines(family * 11, 20) == [family * 10, family]


def test_numbered_lines_hang_below_their_text() -> None:
    block = Block(Kind.CHOICE, "Walk on into the rain.", "1.")
    assert plain_text([block], 20) == "1. Walk on into the\n   rain.\n"


def test_a_label_too_long_to_hang_is_part_of_the_text() -> None:
    assert plain_text([Block(Kind.ROW, "b", "a" * 15)], 20) == "a" * 15 + " b\n"


def test_a_right_to_left_line_does_not_draw_its_number_in() -> None:
    (line,) = plain_text([Block(Kind.CHOICE, "לדפוק", "1.")]).splitlines()
    assert line == f"1. {ISOLATE}לדפוק{END_ISOLATE}"


def test_lines_of_a_kind_stand_together_and_others_apart() -> None:
    blocks = [story("A"), aside("b"), aside("c"), heading("d"), Block(Kind.CHOICE, "e", "1."), row("f"), row("g")]
    assert plain_text(blocks) == "A\n\n(b)\n(c)\n\nd\n1. e\n\nf\ng\n"


def test_emphasis_is_a_style_on_a_terminal_and_asterisks_elsewhere() -> None:
    assert plain_text([story("a *very old* lamp")]) == "a *very old* lamp\n"
    (line,) = lay_out([story("a *very old* lamp")], emphasis=True)
    assert [(piece.style, piece.text) for piece in line] == [
        ("story", "a "),
        ("emphasis", "very old"),
        ("story", " lamp"),
    ]


@pytest.mark.parametrize("text", ["2 * 3 * 4", "**", "a*b*c", "* one", "*", "five* stars*"])
def test_a_lone_asterisk_is_no_emphasis(text: str) -> None:
    (line,) = lay_out([story(text)], emphasis=True)
    assert line_text(line) == text


def test_widths_are_brought_within_reach() -> None:
    assert [fitting_width(width) for width in (0, 1, 19, 20, 80, 200, 201)] == [80, 20, 20, 20, 80, 200, 200]


@given(st.text(max_size=120), st.integers(NARROWEST, WIDEST), st.sampled_from(["", "1.", "12."]))
def test_no_line_is_wider_than_asked_and_no_letter_is_lost(text: str, width: int, label: str) -> None:
    text = neutralise(text)
    laid = plain_text([Block(Kind.CHOICE, text, label)], width).split("\n")
    assert all(text_width(line) <= width for line in laid)
    kept = "".join(laid).replace(ISOLATE, "").replace(END_ISOLATE, "").replace(" ", "")
    assert kept == (label + text).replace("\n", "").replace(" ", "")
