"""The plain loop: new text only, no escape bytes, a clean end whatever comes in."""

from __future__ import annotations

import io

import pytest

from storyengine.repl.plain import read_line, run_plain
from storyengine.repl.session import Session
from storyengine.runtime import Options, Play
from tests.repl.talk import BEACON, LANTERN, read_story


def play(typed: str, source: object = LANTERN, *, width: int = 80, echo: bool = True, encoding: str = "utf-8") -> str:
    story = read_story(source)  # type: ignore[arg-type]
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding=encoding, errors="strict", newline="\n")
    session = Session(lambda: Play(story, Options(), 4))
    run_plain(session, io.StringIO(typed), out, width=width, echo=echo)
    session.leave()
    out.flush()
    return raw.getvalue().decode(encoding)


def test_what_was_typed_is_echoed_only_when_no_terminal_does_it() -> None:
    assert "> 3\n\nA roof.\n" in play("3\n")
    assert "> \nA roof.\n" in play("3\n", echo=False)


@pytest.mark.parametrize("typed", ["", "\n", "4\n", "4\n1", "choose quit\n", "save the cat\n", "1\n1\n2\nzzz\n"])
def test_the_input_may_end_anywhere(typed: str) -> None:
    assert play(typed).endswith("> \n")


def test_the_input_may_end_in_the_middle_of_a_question() -> None:
    said = play("choose quit\n1\nleave one\n", BEACON)
    assert said.endswith("Leave one of you here. Which?\n1. Wren\n2. Tam\n3. Something else.\n\n> \n")


def test_nothing_but_text_is_written() -> None:
    assert "\x1b" not in play("4\n\x1b[A\nhelp\nstatus\n1\n1\n")
    assert "\x00" not in play("a\x00b\n")


@pytest.mark.parametrize("width", [20, 37, 200])
def test_every_width_is_kept(width: int) -> None:
    typed = "help\n1\nwren\nstatus\nitems\nchoose quit\n1\nodds\nclimb\nwren\njournal\nquit\n"
    said = play(typed, BEACON, width=width)
    assert max(map(len, said.splitlines())) <= width
    assert "goodbye" in said


def test_an_output_without_the_characters_gets_others() -> None:
    said = play("4\n", encoding="ascii")
    assert "(Gold 0 -> " in said


def test_a_line_without_an_end_is_read_in_bounded_pieces() -> None:
    stream = io.StringIO("x" * 5_000 + "\nnext\n")
    assert read_line(stream) == "x" * 1_000
    assert read_line(stream) == "next"
    assert read_line(stream) is None
