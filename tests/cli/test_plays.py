"""Whole plays through a pipe, against transcripts that were read by a person and kept.

The first line of a transcript holds the arguments of `storyengine`; what was typed stands after the prompts. An empty
prompt at the end is the end of the input.

    .venv/bin/python -m tests.cli.test_plays

types the same lines again and writes down what is answered now, for somebody to read.
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.cli.test_play import storyengine

PLAYS = Path(__file__).parent.parent / "plays"


def played(path: Path, saves: Path) -> tuple[str, subprocess.CompletedProcess[bytes]]:
    """Play a transcript again; return its first line, and what was answered."""
    first, _, kept = path.read_text(encoding="utf-8").partition("\n")
    arguments = first.removeprefix("$ storyengine ").split()
    typed = [line[2:] for line in kept.splitlines() if line.startswith("> ")]
    if kept.endswith("> \n"):
        typed.pop()
    return first, storyengine(*arguments, typed="".join(f"{line}\n" for line in typed), saves=saves)


@pytest.mark.parametrize("path", sorted(PLAYS.glob("*.txt")), ids=lambda path: path.stem)
def test_a_kept_play_is_played_again_to_the_letter(path: Path, tmp_path: Path) -> None:
    first, done = played(path, tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    assert f"{first}\n{done.stdout.decode('utf-8')}" == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["campaign", "campaign-by-hand"])
def test_the_campaign_is_played_to_its_end(name: str) -> None:
    kept = (PLAYS / f"{name}.txt").read_text(encoding="utf-8")
    titles = ["Birthday Bash", "Hit the Books", "Night School", "Stained Glass", "Confrontation"]
    begun = [kept.find(f"{title}, ") for title in titles]
    assert -1 not in begun and begun == sorted(begun), "all five adventures, in their order"
    assert "THE END: " in kept[begun[-1] :]


def main() -> None:
    """Write all transcripts anew."""
    for path in sorted(PLAYS.glob("*.txt")):
        with TemporaryDirectory() as saves:
            first, done = played(path, Path(saves))
        path.write_text(f"{first}\n{done.stdout.decode('utf-8')}", encoding="utf-8")


if __name__ == "__main__":
    main()
