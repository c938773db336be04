"""`play --at CARD` begins where a real play can come to, and nowhere else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

LOCKED = """
story: locked
title: Locked
start: hall
variables: {keys: {start: 0, min: 0, max: 3}}
cards:
  hall:
    text: The hall.
    choices:
      - {id: take, text: Take a key., do: keys += 1, goto: stairs}
      - {id: go, text: Go up., goto: stairs}
  stairs:
    text: The stairs. You have {keys} keys.
    choices:
      - {id: door, text: Open the door., when: keys >= 1, goto: attic}
      - {id: vault, text: Open the vault., when: keys >= 2, goto: vault}
      - {id: sit, text: Sit down., goto: bed}
  attic:
    text: |
      The attic, with {keys} keys.
    choices: [{id: rest, text: Rest., goto: bed}]
  vault: {text: The vault., goto: bed}
  bed: {text: Good night., ending: won}
"""


def play(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    story = folder / "locked.yaml"
    story.write_text(LOCKED, encoding="utf-8")
    return subprocess.run(
        [sys.executable, "-m", "storyengine", "play", str(story), "--save-dir", str(folder / "saves"), *arguments],
        input="quit\n",
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_play_stands_at_the_card_with_what_it_takes_to_get_there(tmp_path: Path) -> None:
    done = play(tmp_path, "--at", "attic")
    assert done.returncode == 0 and not done.stderr
    assert "The attic, with 1 keys." in done.stdout


def test_a_card_that_no_play_reaches_is_refused_with_the_reason(tmp_path: Path) -> None:
    done = play(tmp_path, "--at", "vault")
    assert done.returncode == 2 and not done.stdout
    assert (
        "no play can come to `vault`: needs keys at least 2 at `stairs`; no play can have more than 1 there"
        in done.stderr
    )


def test_a_misspelt_card_is_refused_with_the_near_name(tmp_path: Path) -> None:
    done = play(tmp_path, "--at", "atic")
    assert done.returncode == 2 and "did you mean `attic`" in done.stderr


@pytest.mark.parametrize("other", [["--load", "x"], ["--replay", "x.json"]])
def test_only_one_thing_says_where_a_play_begins(tmp_path: Path, other: list[str]) -> None:
    done = play(tmp_path, "--at", "attic", *other)
    assert done.returncode == 2 and "does not go together" in done.stderr
