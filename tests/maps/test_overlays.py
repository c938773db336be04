"""What is laid over a map: verdicts in words and signs, numbers from a file."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from storyengine.analysis.verdicts import verdicts
from storyengine.maps.drawing import CannotDrawError, Drawing, Wanted
from storyengine.maps.outline import outline_text
from storyengine.maps.overlays import OverlayError, number_overlay, parse_numbers, verdict_overlay
from storyengine.maps.story_map import map_of
from storyengine.maps.svg import svg_text
from storyengine.model.story import Story
from tests.maps.stories import loaded


def shut_story() -> Story:
    """Return a story with a card that no play reaches, and one where a play is stuck."""
    return loaded(
        {
            "story": "shut",
            "title": "Shut",
            "start": "hall",
            "variables": {"key": {"start": False}},
            "cards": {
                "hall": {
                    "text": "A hall.",
                    "choices": [
                        {"id": "on", "text": "On.", "goto": "end"},
                        {"id": "in", "text": "In.", "when": "key", "goto": "room"},
                        {"id": "down", "text": "Down.", "goto": "pit"},
                    ],
                },
                "room": {"text": "A room.", "ending": "won"},
                "pit": {"text": "A pit.", "choices": [{"text": "Up.", "when": "key", "goto": "hall"}]},
                "end": {"text": "Over.", "ending": "lost"},
            },
        }
    )


def test_verdicts_are_marked_and_said() -> None:
    story = shut_story()
    drawn = map_of(story)
    overlay = verdict_overlay(drawn, verdicts(story), {"pit": "lost here"})
    at = drawn.index()
    assert overlay.marks[at["room"]] == "unreachable"
    assert overlay.marks[at["pit"]] == "stuck"
    assert at["hall"] not in overlay.marks
    assert "choice in: unreachable" in overlay.notes[at["hall"]]
    assert "reachable in 2 steps" in overlay.notes[at["pit"]] and "lost here" in overlay.notes[at["pit"]]


def test_verdicts_can_be_read_in_the_outline_and_seen_on_paper() -> None:
    story = shut_story()
    drawn = map_of(story)
    overlay = verdict_overlay(drawn, verdicts(story))
    assert "verdicts: unreachable" in outline_text(drawn, (), (overlay,))
    words = "".join(ElementTree.fromstring(svg_text(drawn, (), (overlay,))).itertext())
    assert "✕" in words


def test_numbers_are_for_the_cards_that_are_there() -> None:
    drawn = map_of(shut_story())
    overlay = number_overlay(drawn, {"hall": 3, "nowhere": 4}, "visits")
    assert overlay.values == {drawn.index()["hall"]: 3}


def test_a_file_of_numbers_is_read(tmp_path: Path) -> None:
    path = tmp_path / "visits.json"
    path.write_text(json.dumps({"hall": 12, "gone": 1}))
    said: list[str] = []
    drawing = Drawing(shut_story(), Wanted(overlays=(str(path), "odds", "verdicts")), say=said.append)
    visits, odds, decided = drawing.overlays(drawing.drawn())
    assert (visits.name, decided.name) == ("visits", "verdicts")
    assert odds.values[drawing.drawn().index()["hall"]] == 1.0
    assert said == [f"overlay {path}: 1 of 2 cards are not in the story"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "it is not JSON"),
        ("[1]", "it must be like"),
        ("{}", "it must be like"),
        ('{"a": "b"}', "`a` must have a number, got 'b'"),
        ('{"a": true}', "`a` must have a number"),
        ('{"a": NaN}', "`a` must have a number"),
        ("[" * 100_000, "it is not JSON"),
    ],
)
def test_what_is_no_file_of_numbers_is_refused(text: str, message: str) -> None:
    with pytest.raises(OverlayError, match=message):
        parse_numbers(text)


def test_a_file_that_is_not_there_is_named() -> None:
    drawing = Drawing(shut_story(), Wanted(overlays=("no/such.json",)))
    with pytest.raises(CannotDrawError, match=r"no overlay `no/such.json`: verdicts, odds, or a file"):
        drawing.overlays(drawing.drawn())
