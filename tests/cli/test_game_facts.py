"""What a card game told of itself, in the texts after it: through a pipe, saved, loaded, undone and replayed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.test_play import storyengine

STORY = """
format: 1
story: inn
title: The Inn
start: door
cards:
  door:
    text:
      - An inn.
      - when: visited(table)
        text: "Somebody has chalked {game.score} on the door."
    choices:
      - {id: sit, text: Sit down., goto: table}
      - {id: leave, text: "Leave with your {game.score}.", when: visited(table), goto: road}
  table:
    text: They deal.
    minigame:
      game: creatures_and_outcasts
      players: 3
      bots: [greedy, random]
      rounds: 1
      results:
        won: {text: "{game.score} is the least of all.", goto: door}
        tied: {text: "{game.score} is shared.", goto: door}
        lost: {text: "{game.score} is place {game.rank}, and {game.round_ended_by} laughed.", goto: door}
  road: {text: "It is {game.score} miles.", ending: home}
"""


@pytest.fixture
def story(tmp_path: Path) -> Path:
    path = tmp_path / "inn.yaml"
    path.write_text(STORY, encoding="utf-8")
    return path


def said(story: Path, *arguments: str | Path, typed: str = "") -> str:
    done = storyengine("play", story, *arguments, typed=typed, saves=story.parent / "saves")
    assert (done.returncode, done.stderr) == (0, b"")
    return " ".join(done.stdout.decode().split())


def score_of(shown: str) -> str:
    """The score that the table itself gives."""
    found = re.findall(r"creatures and outcasts: \w+, score (\d+)", shown)
    assert found, shown
    return str(found[-1])


def test_the_texts_after_a_hand_say_what_the_table_said(story: Path) -> None:
    shown = said(story, "--seed", "3", typed="sit\nauto\nleave\nquit\n")
    score = score_of(shown)
    assert shown.count(f"{score} is ") >= 1
    assert f"chalked {score} on the door" in shown
    assert f"2. Leave with your {score}" in shown
    assert f"It is {score} miles." in shown
    assert "cannot be shown" not in shown and "?." not in shown


def test_a_save_knows_it_when_it_is_loaded(story: Path) -> None:
    score = score_of(said(story, "--seed", "3", typed="sit\nauto\nsave here\nquit\n"))
    again = said(story, "--load", "here", typed="leave\nquit\n")
    assert f"chalked {score} on the door" in again
    assert f"It is {score} miles." in again
    kept = json.loads((story.parent / "saves" / "inn" / "here.json").read_text(encoding="utf-8"))
    assert "score" not in json.dumps(kept), "it is told anew by playing the moves again, not kept"


def test_a_save_in_the_middle_of_a_hand_goes_on_to_the_same_score(story: Path) -> None:
    score = score_of(said(story, "--seed", "3", typed="sit\nauto\nquit\n"))
    said(story, "--seed", "3", typed="sit\nsave here\nquit\n")
    assert f"chalked {score} on the door" in said(story, "--load", "here", typed="auto\nquit\n")


def test_undo_goes_back_to_what_the_hand_before_told(story: Path) -> None:
    shown = said(story, "--seed", "3", typed="sit\nauto\nsit\nauto\nundo\nlook\nquit\n")
    first, second = re.findall(r": \w+, score (\d+)", shown)[:2]
    assert first != second, "another seed shows more"
    chalked = re.findall(r"chalked (\d+)", shown)
    assert (chalked[:2], chalked[-1]) == ([first, second], first)


def test_a_replay_reads_the_same_to_the_letter(story: Path) -> None:
    score = score_of(said(story, "--seed", "3", typed="sit\nauto\nleave\nsave whole\nquit\n"))
    replayed = said(story, "--replay", story.parent / "saves" / "inn" / "whole.json")
    assert f"chalked {score} on the door" in replayed
    assert f"> Leave with your {score}" in replayed
    assert f"It is {score} miles." in replayed


def test_a_play_whose_record_only_says_how_the_game_ended_shows_a_question_mark(story: Path) -> None:
    said(story, "--seed", "3", typed="sit\nauto\nleave\nsave whole\nquit\n")
    path = story.parent / "saves" / "inn" / "whole.json"
    record = json.loads(path.read_text(encoding="utf-8"))
    played = [step for step in record["steps"] if not step["do"].startswith(("move ", "deal"))]
    at = next(index for index, step in enumerate(played) if step["do"] == "choose sit") + 1
    played.insert(at, {"do": "result lost", "at": "table"})
    path.write_text(json.dumps({**record, "steps": played, "final": ""}), encoding="utf-8")
    shown = said(story, "--replay", path)
    assert "It is ? miles." in shown and "nobody has told `game.score`" in shown
