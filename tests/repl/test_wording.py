"""Everything that can happen has words, and what players do not see has none."""

from __future__ import annotations

from typing import get_args

import pytest

from storyengine.model.expressions import Statement
from storyengine.repl.item_words import item_words
from storyengine.repl.layout import plain_text
from storyengine.repl.wording import describe_events
from storyengine.runtime import events as told
from tests.repl.talk import BEACON, read_story

STORY = read_story(BEACON)

SAID: list[tuple[told.Event, str]] = [
    (told.Entered("harbour/1", True), "The Quay\n"),
    (told.Entered("harbour/2", False), ""),
    (told.Told("The sea.\n"), "The sea.\n"),
    (told.Told("  "), ""),
    (told.Changed("fog", 8, 10), "(Fog 8 → 10)\n"),
    (told.Changed("asked", False, True), ""),
    (told.Gained("rope", "wren"), "(Wren takes Rope)\n"),
    (told.Gained("rope", "party "), "(you now have: Rope)\n"),
    (told.Passed("rope", "wren", "tam"), "(Wren gives Rope to Tam)\n"),
    (told.Lost("rope", "destroyed"), "(destroyed: Rope)\n"),
    (told.Lost("tea", "used"), "(used up: Tea)\n"),
    (told.Lost("tea", "discarded"), "(gone: Tea)\n"),
    (told.Flipped("tam", False), "(Tam is now inactive)\n"),
    (told.AllActive(), "(everyone is active again)\n"),
    (
        told.Rolled("steps", "climbing", 5, "wren", "rope", (1, 3), 1, 2, 0),
        "(Wren rolls 1 and 3, climbing +1, Rope +2: 7 against 5, enough)\n",
    ),
    (told.Rolled("steps", "climbing", 5, "", "", (4,), 0, 0, -1), "(rolled 4, items -1: 3 against 5, not enough)\n"),
    (told.Resolved("steps", True), "(the challenge is won)\n"),
    (told.Resolved("steps", False), "(the challenge is lost)\n"),
    (told.Dealt("starter", "coin", "tam"), "(dealt: Coin to Tam)\n"),
    (told.Dealt("disc", "white", "ness"), "(discs: white on Ness)\n"),
    (told.DiscTurned("ness", "white", 3, True), "(the white disc on Ness is turned: 3)\n"),
    (told.DiscTurned("ness", "white", 3, False), "(a look under the white disc on Ness: 3)\n"),
    (told.DiscDiscarded("ness"), "(the disc on Ness is discarded unseen)\n"),
    (told.Flew("harbour", "ness", 1), "(from Harbour to Ness, 1 segment)\n"),
    (told.Notice("nothing to see"), "(nothing to see)\n"),
    (told.GameOver("pirates_bridge", "rank_2"), "(pirates bridge: rank 2)\n"),
    (told.Ended("dark"), "THE END: A Dark Coast\n"),
    (told.Stopped("no way on"), "(the story goes no further: no way on)\n"),
]


@pytest.mark.parametrize(("event", "words"), SAID, ids=lambda value: type(value).__name__)
def test_what_happens_is_said(event: told.Event, words: str) -> None:
    assert plain_text(describe_events(STORY, [event])) == words


def test_every_kind_of_event_is_among_those_above() -> None:
    assert {type(event) for event, _ in SAID} == set(get_args(told.Event))


def test_steps_of_one_tracker_in_a_row_make_one_line() -> None:
    trip: list[told.Event] = [told.Changed("fog", 0, 2), told.Changed("fog", 2, 4), told.Changed("light", 1, 0)]
    assert plain_text(describe_events(STORY, trip)) == "(Fog 0 → 2 → 4)\n(Light 1 → 0)\n"


def test_the_reader_is_named_where_a_deck_is_opened_and_several_play() -> None:
    opened: list[told.Event] = [told.Entered("harbour/1", True)]
    assert plain_text(describe_events(STORY, opened, "Ann")) == "(Ann reads)\n\nThe Quay\n"


def test_an_ending_that_its_card_has_just_named_is_not_named_twice() -> None:
    events: list[told.Event] = [told.Entered("tower/2", False), told.Told("He sits down."), told.Ended("tower_2")]
    assert plain_text(describe_events(STORY, events)).endswith("THE END\n")


ITEMS = """
story: bag
title: The Bag
start: a
trackers: {fog: {title: Fog, start: 5, min: 0, max: 10}, sun: {title: Sun, start: 5, min: 0, max: 10}}
variables: {secret: {start: false}}
challenges: {types: [climbing, talking], level: 4}
crew: {wren: {title: Wren}, tam: {title: Tam}}
discs: {white: [2, 3]}
board: {cost: {fog: 1}, boost: sun, places: {a_place: {}, b_place: {closed: locked}}, paths: [[a_place, b_place]]}
items:
  rope: {title: Rope, boost: {climbing: +2, talking: roll_twice}}
  thing: {title: Thing}
  lamp: {title: Lamp, use: {do: fog -= 2; secret = true}}
  bell: {title: Bell, use: {do: fog = 3}}
  sum: {title: Sum, use: {do: fog += sun}}
  gift: {title: Gift, use: {do: give rope}}
  price: {title: Price, use: {pick: item, do: discard picked}}
  cost: {title: Cost, use: {do: discard rope}}
  tea: {title: Tea, use: {pick: inactive, do: activate picked}}
  everyone: {title: Everyone, use: {do: activate all}}
  nap: {title: Nap, use: {do: deactivate wren}}
  coin: {title: Coin, use: {after: roll, do: reroll}}
  bribe: {title: Bribe, use: {after: roll, when: challenge is talking, do: total += 2}}
  fuse: {title: Fuse, use: {after: roll, do: keep booster}}
  glass: {title: Glass, use: {when: travelling, pick: planet, do: reveal disc}}
  tide: {title: Tide, use: {when: travelling, rules: {travel_cost: 0}}}
  wind: {title: Wind, use: {when: travelling, rules: {travel_cost: 1}}}
cards: {a: {text: A bag., ending: won}}
"""

DOES = {
    "rope": "booster, climbing +2 and talking roll twice",
    "thing": "",
    "lamp": "use once: Fog -2",
    "bell": "use once: Fog = 3",
    "sum": "use once: Fog + sun",
    "gift": "use once: gives Rope",
    "price": "use once: costs an item",
    "cost": "use once: costs Rope",
    "tea": "use once: the one you point at becomes active",
    "everyone": "use once: everyone becomes active",
    "nap": "use once: Wren becomes inactive",
    "coin": "use once after a roll: the dice are rolled again",
    "bribe": "use once after a talking roll: the roll's total +2",
    "fuse": "use once after a roll: a 1 does not destroy the booster",
    "glass": "use once while travelling: shows the number of a disc",
    "tide": "use once while travelling: the next trip costs nothing",
    "wind": "use once while travelling: the next trip costs Fog +1 a segment",
}


@pytest.mark.parametrize("item", DOES)
def test_an_item_says_what_it_does(item: str) -> None:
    story = read_story(ITEMS)
    assert item_words(story, story.items[item]) == DOES[item]


def test_every_effect_is_among_those_of_the_bag() -> None:
    story = read_story(ITEMS)
    used = {type(effect.statement) for item in story.items.values() if item.use for effect in item.use.do}
    assert used == set(get_args(Statement))
