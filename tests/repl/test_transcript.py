"""Transcripts hold what was said, and never harm another file."""

from __future__ import annotations

from pathlib import Path

import pytest

from storyengine.repl.transcript import MARK, Transcript, TranscriptError
from tests.repl.talk import LANTERN, Talk


def test_the_command_switches_it_on_and_off(tmp_path: Path) -> None:
    talk = Talk(LANTERN, saves=tmp_path)
    path = tmp_path / "lantern" / "transcript.txt"
    assert talk.say("transcript off") == "(no transcript is being written)\n"
    assert "transcript.txt)" in talk.say("script on").replace("\n", "")
    assert "already" not in talk.say("transcript")
    talk.say("3")
    assert "transcript.txt)" in talk.say("unscript").replace("\n", "")
    talk.say("undo")
    text = path.read_text()
    assert text.startswith(f"{MARK}The Lantern\n") and "> 3\n\nA roof.\n" in text and "undone" not in text


def test_a_name_for_it_is_never_a_path(tmp_path: Path) -> None:
    talk = Talk(LANTERN, "transcript ../../outside", saves=tmp_path)
    assert [path.name for path in (tmp_path / "lantern").glob("*.txt")] == ["outside.txt"]
    assert "no transcript" in Talk(talk.story).say("transcript on")


def test_another_file_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "diary.txt"
    path.write_text("Dear diary")
    with pytest.raises(TranscriptError, match="is no transcript; it is left as it is"):
        Transcript(path, "x")
    assert path.read_text() == "Dear diary"


def test_an_empty_file_is_taken_and_a_folder_is_not(tmp_path: Path) -> None:
    path = tmp_path / "empty.txt"
    path.touch()
    Transcript(path, "x").close()
    assert path.read_text() == f"{MARK}x\n\n"
    with pytest.raises(TranscriptError, match="is no transcript"):
        Transcript(tmp_path, "x")


def test_what_was_said_is_on_disk_at_once(tmp_path: Path) -> None:
    talk = Talk(LANTERN, "transcript", "4", saves=tmp_path)
    assert "You now have" in (tmp_path / "lantern" / "transcript.txt").read_text()
    assert talk.play.past


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_ends_the_transcript_and_not_the_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    talk = Talk(LANTERN, "transcript", saves=tmp_path)
    transcript = talk.session.log._transcript
    assert transcript is not None
    transcript.close()
    transcript._file = open("/dev/full", "w")  # noqa: SIM115  # closed by the session
    said = talk.say("4")
    assert "You now have" in said and said.endswith("(the transcript ends here: no space left on device)\n")
    assert "ends here" not in talk.say("look")
