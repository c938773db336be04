"""The session at a terminal, driven through prompt_toolkit's own pipes and through a real pseudo-terminal."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from storyengine.repl.session import Session
from storyengine.repl.terminal import run_terminal
from storyengine.runtime import Options, Play
from tests.repl.talk import BEACON, LANTERN, Talk, read_story


def play(keys: str, source: Path = LANTERN, *, columns: int = 80, history: Path | None = None) -> str:
    """Type keys; return all that was written, escape bytes too."""
    story = read_story(source)
    written = io.StringIO()
    session = Session(lambda: Play(story, Options(), 4))
    with create_pipe_input() as typed:
        typed.send_text(keys)
        output = Vt100_Output(written, lambda: Size(24, columns), enable_cpr=False)
        try:
            run_terminal(session, input=typed, output=output, history=history)
        finally:
            session.leave()
    return written.getvalue()


def test_a_choice_is_typed_and_its_text_stays() -> None:
    said = play("3\rquit\r")
    assert "A roof." in said and "goodbye" in said
    assert "\x1b[2J" not in said, "the screen is never cleared"


def test_a_tab_completes_a_line() -> None:
    assert "Bare boards." in play("walk\t\rquit\r")


def test_the_end_of_input_leaves_with_a_goodbye() -> None:
    assert "goodbye" in play("\x04")


def test_ctrl_c_is_passed_on_to_whoever_called() -> None:
    with pytest.raises(KeyboardInterrupt):
        play("\x03")


def test_emphasis_is_in_italics() -> None:
    said = play("quit\r", BEACON)
    assert "\x1b[0;3mbeacon" in said and "*beacon*" not in said


def test_no_color_is_honoured(monkeypatch: pytest.MonkeyPatch) -> None:
    coloured = "\x1b[0;90m"
    assert coloured in play("4\rquit\r")
    monkeypatch.setenv("NO_COLOR", "1")
    assert coloured not in play("4\rquit\r")


def test_the_mouse_is_left_to_the_terminal() -> None:
    assert "\x1b[?1000h" not in play("quit\r")


@pytest.mark.parametrize("columns", [1, 20, 200])
def test_any_width_can_be_played(columns: int) -> None:
    assert "roof" in play("3\rquit\r", columns=columns)


def test_typed_lines_are_remembered_and_an_unwritable_memory_is_no_trouble(tmp_path: Path) -> None:
    play("3\rquit\r", history=tmp_path / "deep" / "typed")
    assert "+3" in (tmp_path / "deep" / "typed").read_text()
    (tmp_path / "file").write_text("")
    assert "A roof." in play("3\rquit\r", history=tmp_path / "file" / "typed")


def test_the_toolbar_shows_place_and_meters() -> None:
    session = Session(lambda: Play(read_story(BEACON), Options(), 4))
    session.begin()
    assert session.toolbar() == "Harbour  Fog 0 of 10  Light 0 of 10"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.slow
@pytest.mark.parametrize(("last", "status"), [("quit\r", 0), ("\x04", 0), ("\x03", 130)])
def test_a_real_terminal_is_played_and_left(tmp_path: Path, last: str, status: int) -> None:
    import pexpect

    environment = {**os.environ, "PROMPT_TOOLKIT_NO_CPR": "1", "TERM": "xterm-256color"}
    environment.pop("STORYENGINE_PLAIN", None)
    arguments = ["-m", "storyengine", "play", str(BEACON), "--save-dir", str(tmp_path), "--seed", "4"]
    player = pexpect.spawn(
        sys.executable, arguments, env=environment, encoding="utf-8", timeout=20, dimensions=(30, 80)
    )
    player.expect_exact("Ask the harbourmaster.")
    player.expect_exact("\x1b[?2004h")  # the prompt is ready
    player.send("choose quit\r")
    player.expect_exact("Where to?")
    player.send(last)
    player.expect_exact("the play is kept; goodbye")
    player.expect(pexpect.EOF)
    player.close()
    assert player.exitstatus == status
    assert (tmp_path / "beacon" / "autosave.json").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.slow
def test_a_terminal_that_is_closed_loses_nothing(tmp_path: Path) -> None:
    import pexpect

    environment = {**os.environ, "PROMPT_TOOLKIT_NO_CPR": "1", "TERM": "xterm-256color"}
    arguments = ["-m", "storyengine", "play", str(BEACON), "--save-dir", str(tmp_path), "--seed", "4"]
    player = pexpect.spawn(sys.executable, arguments, env=environment, encoding="utf-8", timeout=20)
    player.expect_exact("\x1b[?2004h")
    player.send("choose quit\r")
    player.expect_exact("Where to?")
    player.close(force=True)
    assert "1. The Quay: Quit the harbour." in Talk(BEACON, "1", saves=tmp_path, offers_unfinished=True).say("journal")
