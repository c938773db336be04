"""The counts of a story: by deck, by type, by kind, and each thing once."""

from __future__ import annotations

from pathlib import Path

import pytest

from storyengine.loader import load
from tools import count_story

STORY = """\
format: 1
story: pond
title: The Pond
start: bank
variables:
  bread: {start: 0, min: 0, max: 3}
challenges: {types: [rowing, talking], level: 4}
crew: {ann: {title: Ann, skills: {rowing: +1}}}
items:
  oar: {title: Oar, about: It floats., boost: {rowing: +1}}
  crust: {title: Crust, starter: true, use: {do: bread += 1}}
cards:
  bank:
    text:
      - A pond with {bread} ducks.
      - {when: bread > 0, text: They look up.}
    do: gain oar
    challenges:
      - {id: boat, type: rowing, win: isle, lose: mud}
    choices:
      - {text: Go home., hint: It is late., ending: {id: home, kind: lost}}
  isle:
    text: Ducks.
    challenge: {type: [rowing, talking], win: {ending: {id: fed, kind: won}}, lose: mud}
  mud:
    text: Wet.
    ending: {id: wet, kind: lost}
"""


@pytest.fixture
def pond(tmp_path: Path) -> Path:
    path = tmp_path / "pond.yaml"
    path.write_text(STORY, encoding="utf-8")
    return path


def test_words_are_all_that_may_be_read_and_a_value_is_one(pond: Path) -> None:
    counts = count_story.count(load(pond))
    # 5 and 3 on the bank, 2 and 3 for its choice, 1 on the isle, 1 in the mud, 2 for the oar
    assert counts.words == {"-": 17}


def test_a_challenge_counts_once_for_each_of_its_types(pond: Path) -> None:
    counts = count_story.count(load(pond))
    assert counts.challenges == {("-", "rowing"): 2, ("-", "talking"): 1}


def test_items_and_endings_count_by_kind(pond: Path) -> None:
    counts = count_story.count(load(pond))
    assert counts.items == {"booster": 1, "starter": 1, "assist": 1}
    assert counts.endings == {"lost": 2, "won": 1}


def test_the_table_has_a_row_for_each_deck_and_its_totals_add_up() -> None:
    story = load(Path(__file__).resolve().parents[2] / "stories" / "evil-power-master")
    counts = count_story.count(story)
    lines = [line.split() for line in count_story.table(story, counts).splitlines()]
    rows = {line[0]: [int(cell.replace(",", "")) for cell in line[1:]] for line in lines[1 : lines.index([])]}
    assert set(rows) == {*story.decks, "-", "all"}
    assert rows["all"][0] == len(story.cards)
    decks = [row for deck, row in rows.items() if deck != "all"]
    assert [sum(column) for column in zip(*decks, strict=True)] == rows["all"]


def test_main_prints_the_counts_or_says_why_not(pond: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert count_story.main([str(pond)]) == 0
    assert "endings: 3 (2 lost, 1 won)" in capsys.readouterr().out
    pond.write_text("format: 1\n", encoding="utf-8")
    assert count_story.main([str(pond)]) == 2
    assert "pond.yaml" in capsys.readouterr().err
