"""Whole plays through a pipe, against transcripts that were read by a person and kept.

The first line of a transcript holds the arguments of `storyengine`; what was typed stands after the prompts. An empty
prompt at the end is the end of the input.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.test_play import storyengine

PLAYS = Path(__file__).parent.parent / "plays"


@pytest.mark.parametrize("path", sorted(PLAYS.glob("*.txt")), ids=lambda path: path.stem)
def test_a_kept_play_is_played_again_to_the_letter(path: Path, tmp_path: Path) -> None:
    first, _, kept = path.read_text(encoding="utf-8").partition("\n")
    arguments = first.removeprefix("$ storyengine ").split()
    typed = [line[2:] for line in kept.splitlines() if line.startswith("> ")]
    if kept.endswith("> \n"):
        typed.pop()
    done = storyengine(*arguments, typed="".join(f"{line}\n" for line in typed), saves=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode("utf-8") == kept
