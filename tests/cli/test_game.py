"""`storyengine game`: a whole match through a pipe, a save in the middle of a hand, and what is refused."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from storyengine.games.session import Session

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
        ([NAME, "--load", "no-such-file"], "no-such-file cannot be loaded: there is no such file"),
        ([NAME, "--load", "pyproject.toml"], "pyproject.toml cannot be loaded: this is no save of a card game"),
        ([NAME, "--load", "tests"], "tests cannot be loaded: Is a directory"),
        ([], "say which game: creatures-and-outcasts or out-of-this-world"),
        ([NAME, "--seats", "human,human", "--players", "3"], "3 players need as many seats"),
    ],
)
def test_what_cannot_begin_is_refused_with_2(arguments: list[str], why: str) -> None:
    done = game("", *arguments)
    assert done.returncode == 2 and why in done.stderr
    assert "Traceback" not in done.stderr and not done.stdout


def test_a_save_knows_its_game_and_another_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "hand.json"
    game(f"grab\nsave {path}\nquit\n", NAME, "--players", "3", "--seed", "3")
    assert "Your hand: " in game("quit\n", "--load", str(path)).stdout
    other = game("", "out-of-this-world", "--load", str(path))
    assert (
        other.returncode == 2 and "is a game of `creatures_and_outcasts`; leave out `out-of-this-world`" in other.stderr
    )


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (('"save": 1', '"save": 2'), "this save has format 2, and this version reads format 1"),
        (("creatures_and_outcasts", "creatures"), "did you mean `creatures_and_outcasts`?"),
        (('"sealed": "', '"sealed": "x'), "the sealed part of this save is damaged"),
        (('"seats"', '"chairs"'), "`seats` is missing"),
        (('"players": 3', '"players": 4'), "4 players need as many seats, got 3"),
        (('"players": 3', '"players": 40'), "must be a whole number from 2 to 6"),
        (('"human"', "[3]"), "a value in it is of no use"),
    ],
)
def test_a_damaged_save_is_refused_with_what_is_wrong(tmp_path: Path, change: tuple[str, str], why: str) -> None:
    path = tmp_path / "hand.json"
    game(f"grab\nsave {path}\nquit\n", NAME, "--players", "3", "--seed", "3")
    path.write_text(path.read_text(encoding="utf-8").replace(*change), encoding="utf-8")
    done = game("", "--load", str(path))
    assert done.returncode == 2 and why in done.stderr and "Traceback" not in done.stderr


def test_a_save_of_other_rules_goes_on_from_its_position_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "hand.json"
    first = game(f"grab\nlook\nsave {path}\nquit\n", NAME, "--players", "3", "--seed", "3")
    old = path.read_text(encoding="utf-8").replace('"rules_version": ', '"rules_version": 9')
    path.write_text(old, encoding="utf-8")
    again = game("look\nquit\n", "--load", str(path))
    told = " ".join(again.stdout.split())
    assert (
        "This save is of version 91 of the rules and is played on, from the position it holds, with version 1" in told
    )
    hand = [line for line in first.stdout.splitlines() if line.startswith("Your hand: ")][-1]
    assert hand in again.stdout


def test_what_a_save_names_cannot_steer_the_terminal(tmp_path: Path) -> None:
    adventure = {"title": "Cellar\x1b[31m\u202e", "intro": "Damp.\x9b2J", "win": {"points": 20}}
    session = Session("out_of_this_world", {"players": 3, "adventure": adventure, "bots": "greedy"}, seed=1)
    path = tmp_path / "cellar.json"
    path.write_text(session.save(), encoding="utf-8")
    done = game("rules\nquit\n", "--load", str(path))
    assert done.returncode == 0 and "Cellar" in done.stdout and "Damp." in done.stdout
    assert not {"\x1b", "\x9b", "\u202e"} & set(done.stdout)


@pytest.mark.parametrize(
    "arguments", [("\x1b[31mwhist",), (NAME, "--set", "variant=\x1b[31mx"), (NAME, "--set", "\x9bK=1")]
)
def test_what_is_refused_cannot_steer_the_terminal(arguments: tuple[str, ...]) -> None:
    done = game("", *arguments)
    assert done.returncode == 2 and done.stderr.startswith("storyengine game: ")
    assert not {"\x1b", "\x9b"} & set(done.stderr)
