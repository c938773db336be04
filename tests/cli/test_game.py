"""`storyengine game`: a whole match through a pipe, a save in the middle of a hand, and what is refused."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

NAME = "creatures-and-outcasts"


def game(typed: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "storyengine", "game", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_match_is_played_to_its_end_through_a_pipe() -> None:
    done = game("grab\nscore\nauto\n", NAME, "--players", "3", "--seed", "3")
    assert done.returncode == 0 and not done.stderr
    assert "round 5" in done.stdout and "total" in done.stdout
    assert "\x1b" not in done.stdout


def test_the_same_seed_deals_the_same_cards() -> None:
    one, other = (game("quit\n", NAME, "--seed", "5").stdout for _ in range(2))
    assert one == other != game("quit\n", NAME, "--seed", "6").stdout


def test_the_end_of_the_input_ends_the_game_cleanly() -> None:
    done = game("", NAME, "--seed", "3")
    assert done.returncode == 0 and not done.stderr


def test_a_game_saved_in_mid_hand_goes_on_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "hand.json"
    first = game(f"grab\nlook\nsave {path}\nquit\n", NAME, "--players", "3", "--seed", "3")
    assert f"(saved to {path})" in first.stdout
    again = game("look\nquit\n", NAME, "--load", str(path))
    hand = [line for line in first.stdout.splitlines() if line.startswith("Your hand: ")][-1]
    assert hand in again.stdout
    assert "Bo's hand" not in path.read_text(encoding="utf-8")


def test_people_at_one_keyboard_do_not_see_each_others_hands() -> None:
    done = game("\nquit\n", NAME, "--seats", "human:Ann,human:Bo,greedy", "--seed", "3")
    before, after = done.stdout.split("press Enter> ", 1)
    assert done.returncode == 0 and "hand:" not in before
    assert "Your hand:" in after and "Bo's hand" not in after


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["creature"], "did you mean `creatures_and_outcasts`?"),
        ([NAME, "--players", "9"], "must be a whole number from 2 to 6"),
        ([NAME, "--bots", "clever"], "clever"),
        ([NAME, "--variant", "expart"], "expart"),
        ([NAME, "--set", "colour"], "write `--set key=value`"),
        ([NAME, "--load", "no-such-file"], "cannot be loaded"),
        ([NAME, "--seats", "human,human", "--players", "3"], "3 players need as many seats"),
    ],
)
def test_what_cannot_begin_is_refused_with_2(arguments: list[str], why: str) -> None:
    done = game("", *arguments)
    assert done.returncode == 2 and why in done.stderr
    assert "Traceback" not in done.stderr and not done.stdout
