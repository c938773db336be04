"""What a typed answer means."""

from __future__ import annotations

import pytest

from storyengine.repl.answers import Match, Option, match_answer, plain_words

OPTIONS = (
    Option("Open it.", ("tiger",)),
    Option("Open it wide", ("roof",)),
    Option('"Why is it out?"', ("why",)),
    Option("Élan", ("quit",)),
    Option("…", ("dots",)),
    Option("2 coins", ("pay two",)),
)


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        ("1", (0,)),
        ("#2", (1,)),
        ("6)", (5,)),
        ("open", (0, 1)),
        ("open it", (0,)),
        ("open it w", (1,)),
        ("Why Is", (2,)),
        ('"why', (2,)),
        ("e\u0301lan", (3,)),
        ("quit", (3,)),
        ("...", (4,)),
        ("2", (1,)),
        ("2 coins", (5,)),
        ("pay two", (5,)),
        ("pay", ()),
        ("wide", ()),
        ("", ()),
    ],
)
def test_answers(answer: str, found: tuple[int, ...]) -> None:
    assert match_answer(answer, OPTIONS) == Match(found)


@pytest.mark.parametrize("answer", ["0", "7", "1" * 5000])
def test_a_number_that_no_line_has_is_said_to_be_out_of_range(answer: str) -> None:
    assert match_answer(answer, OPTIONS) == Match(out_of_range=True)


def test_nothing_matches_among_no_lines() -> None:
    assert match_answer("1", ()).out_of_range
    assert match_answer("open", ()) == Match()


def test_an_accent_typed_in_two_ways_is_the_same_letter() -> None:
    assert plain_words("E\u0301lan!") == plain_words("élan")
