"""The map in a terminal: within its width, with every character it may use, and as a list."""

from __future__ import annotations

from pathlib import Path

import pytest

from storyengine.loader import load
from storyengine.maps.story_map import StoryMap, map_of
from storyengine.maps.terminal import local_tree, overview, plain_list
from tests.maps.stories import large_story, loaded
from tests.maps.test_routes import chain

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def drawn() -> StoryMap:
    return map_of(load(ROOT / "stories" / "evil-power-master"), aspect=80 / 48)


@pytest.mark.parametrize(("width", "height"), [(40, 12), (80, 24), (200, 60)])
def test_the_overview_stays_in_its_lines_and_columns(drawn: StoryMap, width: int, height: int) -> None:
    lines = overview(drawn, width=width, height=height).splitlines()
    assert max(map(len, lines)) <= width
    assert len(lines) <= height + 2


def test_the_overview_names_places_and_shows_endings_and_the_card_looked_at(drawn: StoryMap) -> None:
    text = overview(drawn, width=120, height=36, here=drawn.index()["follop/5"])
    assert "Follop" in text and "Dawdle" in text
    assert "◆" in text and "●" in text
    assert any("\u2800" < character <= "\u28ff" for character in text)


def test_ascii_is_ascii(drawn: StoryMap) -> None:
    here = drawn.index()["follop/5"]
    assert overview(drawn, ascii_only=True, here=here).isascii()
    assert local_tree(drawn, here, ascii_only=True).isascii()


def test_the_tree_shows_what_leads_there_and_three_steps_on() -> None:
    drawn = map_of(loaded(chain(9)))
    lines = local_tree(drawn, 4).splitlines()
    assert lines[:5] == [
        "  ╭ c3",
        "● c4, card, Chain",
        "  ╰→ c5",
        "     ╰→ c6",
        "        ╰→ c7",
    ]


def test_the_tree_tells_won_from_lost_and_what_was_shown_already(drawn: StoryMap) -> None:
    text = local_tree(drawn, drawn.index()["follop/5"])
    assert "✔ The Man on the Moon [follop/10]" in text
    assert "✘ The Sorting Floor [follop/5] ↺" in text
    assert "⤶ Claim Stub [data/8]" in text
    assert "➤ Where to fly [travel]" in text
    assert "and 2 more" in text


def test_the_list_has_no_drawing_in_it(drawn: StoryMap) -> None:
    text = plain_list(drawn, drawn.index()["follop/5"])
    assert not {character for character in text if "\u2500" <= character <= "\u28ff"}
    assert "Follop: 13 cards" in text
    assert "Here: The Sorting Floor [follop/5], card, Follop" in text
    assert "Leads to: Aisle M [follop/6], choice:" in text
    assert "Reached from: The Queue [follop/2]" in text


def test_ten_thousand_cards_fit_on_the_screen_too() -> None:
    drawn = map_of(large_story(10_000), aspect=100 / 60)
    assert len(overview(drawn).splitlines()) <= 32
