"""The linter plays card games: a result is reachable only by moves that a replay follows."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

CANTINA = """
story: cantina
title: Cantina
start: table
cards:
  table:
    text: Somebody deals.
    minigame:
      game: creatures_and_outcasts
      players: 3
      bots: [greedy, random]
      rounds: 1
      results: {won: rich, tied: even, lost: poor}
  rich: {text: You win the pot., ending: won}
  even: {text: The pot is shared., ending: drawn}
  poor: {text: You owe the house., ending: lost}
"""


def storyengine(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "storyengine", *arguments], capture_output=True, text=True, check=False
    )


@pytest.fixture
def story(tmp_path: Path) -> Path:
    path = tmp_path / "cantina.yaml"
    path.write_text(CANTINA, encoding="utf-8")
    return path


def test_every_result_has_a_play_of_the_game_and_it_replays(story: Path, tmp_path: Path) -> None:
    witnesses = tmp_path / "witnesses"
    done = storyengine("lint", str(story), "--witnesses", str(witnesses))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "results: 3 reachable" in done.stdout
    for ending in ("rich", "even", "poor"):
        path = witnesses / f"ending-{ending}.json"
        steps = [step["do"] for step in json.loads(path.read_text(encoding="utf-8"))["steps"]]
        assert any(step.startswith("move ") for step in steps)
        assert not any(step.startswith("result ") for step in steps), "how a game ended is played, never told"
        replayed = storyengine("play", str(story), "--replay", str(path))
        assert replayed.returncode == 0 and f"ending: {ending}" in replayed.stdout
    again = storyengine("lint", str(story), "--witnesses", str(witnesses))
    assert "0 of them new or changed" in again.stderr


@pytest.mark.parametrize(
    ("change", "code", "line"),
    [
        (("game: creatures_and_outcasts", "game: creatures_and_outcast"), "SE081", 9),
        (("players: 3", "players: 9"), "SE082", 10),
        (("tied: even, ", ""), "SE083", None),
        (("tied: even", "tied: even, rank_5: even"), "SE084", 13),
    ],
)
def test_what_the_game_does_not_know_is_told_at_its_line(
    story: Path, change: tuple[str, str], code: str, line: int | None
) -> None:
    story.write_text(CANTINA.replace(*change), encoding="utf-8")
    done = storyengine("lint", str(story))
    assert done.returncode == 1 and f"error[{code}]" in done.stdout
    assert line is None or f"cantina.yaml:{line}:" in done.stdout
