"""Nothing in a text drives a terminal, and nothing honest is changed."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storyengine.repl.layout import plain_text
from storyengine.repl.neutralise import END_ISOLATE, ISOLATE, isolate, neutralise, one_line
from storyengine.repl.wording import describe_events
from storyengine.runtime.events import Told
from tests.repl.talk import LANTERN, read_story


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[2Jgone", "␛[2Jgone"),
        ("\x1b]0;title\x07", "␛]0;title␇"),
        ("\x9b31m", "\ufffd31m"),
        ("a\x00b\x7f", "a␀b␡"),
        ("one\r\ntwo\rthree\u2028four", "one\ntwo\nthree\nfour"),
        ("a\tb", "a    b"),
        ("safe\u202eevil", "safeevil"),
        ("\u2067open", "open"),
        ("lone \ud800", "lone \ufffd"),
        ("\ufeffstart", "start"),
    ],
)
def test_what_could_be_obeyed_is_shown(text: str, shown: str) -> None:
    assert neutralise(text) == shown


@pytest.mark.parametrize("text", ["plain", "Ärger", "火の国", "שלום\u200f!", "e\u0301", "\U0001f469\u200d\U0001f467"])
def test_honest_text_stays(text: str) -> None:
    assert neutralise(text) == text


@given(st.text())
def test_nothing_that_controls_is_left_and_twice_is_once(text: str) -> None:
    safe = neutralise(text)
    assert all(unicodedata.category(each) not in ("Cc", "Cs") or each == "\n" for each in safe)
    assert neutralise(safe) == safe
    assert "\n" not in one_line(text)


def test_only_right_to_left_text_is_isolated() -> None:
    assert isolate("Wren") == "Wren"
    hebrew = "שלום"
    assert isolate(hebrew) == f"{ISOLATE}{hebrew}{END_ISOLATE}"


def test_a_story_cannot_drive_the_terminal() -> None:
    told = describe_events(read_story(LANTERN), [Told("You see\x1b[31m red\u202e, and\x07 more")])
    assert plain_text(told) == "You see␛[31m red, and␇ more\n"
