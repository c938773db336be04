"""`map`: in words, drawn, and for stories without a board."""

from __future__ import annotations

import re
from pathlib import Path

from storyengine.loader import load
from storyengine.repl.board_map import visited_places
from tests.repl.talk import BEACON, Talk, read_story

FLAGSHIP = Path(__file__).parents[2] / "stories" / "evil-power-master"
HALL = """
story: a
title: A
start: hall
cards:
  hall: {title: The Hall, text: Hm., choices: [{text: Up., goto: attic}]}
  attic: {text: High., ending: won}
"""


def flagship() -> Talk:
    return Talk(load(FLAGSHIP), seed=5)


def lines(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines()]


def test_the_map_names_every_place_with_its_disc_and_what_flying_there_costs() -> None:
    talk = flagship()
    said = talk.say("map")
    for place in talk.story.board.places.values():
        assert re.search(rf"^ *\d+\. {re.escape(place.title)}", said, re.MULTILINE)
    assert "1. Lacoos: the ship is here" in said
    assert re.search(r"Dawdle: (pink|blue|yellow) disc, 3 segments away \(EPM Meter \+6\)", said)


def test_costs_are_those_of_the_trip_that_is_offered() -> None:
    """The first trip of this story costs nothing, whatever the board says."""
    talk = flagship()
    talk.say("2")
    assert "3 segments away (free)" in talk.say("map list")


def test_the_ship_moves_and_leaves_a_trace() -> None:
    talk = flagship()
    talk.say("2")
    talk.say("Follop")
    said = lines(talk.say("map"))
    assert "1. Lacoos: visited" in said
    assert any(line.startswith("3. Follop: the ship is here") for line in said)
    assert visited_places(talk.play) == ("congress", "follop")
    assert "<3>" in "".join(said)


def test_a_closed_place_is_named_with_the_reason() -> None:
    said = lines(Talk(BEACON).say("map"))
    assert "3. Far Rock: closed (nobody has charted it)" in said
    assert not any("<1>" in line for line in said), "without positions there is nothing to draw"


def test_the_drawing_is_ascii_and_list_leaves_it_out() -> None:
    talk = flagship()
    drawn, listed = talk.say("map"), talk.say("map list")
    for number in range(1, len(talk.story.board.places) + 1):
        assert re.search(rf"[<\[(]{number}[>\])]", drawn)
    assert "<1>" not in listed and "1. Lacoos" in listed
    assert drawn.isascii()


def test_looking_at_the_map_changes_nothing() -> None:
    talk = flagship()
    before = talk.play.state
    talk.say("map")
    assert talk.play.state == before


def test_no_number_of_a_disc_is_told_before_it_is_turned() -> None:
    talk = flagship()
    assert re.findall(r"disc, \d+\b(?! segment)", talk.say("map")) == []


def test_a_story_without_a_board_has_its_trail() -> None:
    talk = Talk(read_story(HALL))
    assert "The Hall: you are here" in talk.say("map")
    talk.say("Up")
    assert lines(talk.say("map"))[-2:] == ["The Hall", "attic"]
