"""Each file of `stories/valid` loads without a finding, by either reader; the two larger ones mean what they say."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from storyengine.loader import load_story
from storyengine.model.cards import Branch, End, Goto, RandomArms, Showdown
from storyengine.model.story import DeckKind, Story
from storyengine.model.walk import consequences, endings, references

VALID = Path(__file__).parent.parent / "stories" / "valid"


def loaded(name: str, *, pure: bool = False) -> Story:
    found = load_story(VALID / name, pure=pure)
    assert found.diagnostics == ()
    assert found.story is not None
    return found.story


@pytest.mark.parametrize("path", sorted(VALID.iterdir()), ids=lambda path: path.stem)
def test_valid_stories_load_without_a_finding(path: Path) -> None:
    quick, pure = loaded(path.name), loaded(path.name, pure=True)
    for field in dataclasses.fields(Story):
        assert getattr(quick, field.name) == getattr(pure, field.name)


@pytest.mark.parametrize("path", sorted(VALID.iterdir()), ids=lambda path: path.stem)
def test_every_reference_is_a_card(path: Path) -> None:
    story = loaded(path.name)
    for rooted in consequences(story):
        for reference in references(rooted.consequence):
            assert reference.id in story.cards or story.planet_cards(reference.id)


def test_the_lamp() -> None:
    lamp = loaded("lamp.yaml")
    assert (lamp.start, len(lamp.cards), lamp.version, lamp.language) == ("landing", 12, "1.10", "en")
    assert [(each.id, each.kind) for each in endings(lamp)] == [("saved", "won"), ("wreck", "lost"), ("boat", "left")]
    assert [choice.id for choice in lamp.cards["keeper_asks"].choices] == ["yes", "no"]
    quarrel = lamp.cards["quarrel"].then.text
    assert quarrel is not None and str(quarrel.parts[0].template[0]).endswith("Look in shed #2.")
    room = lamp.cards["lamp_room"].then.jump
    assert isinstance(room, Branch) and isinstance(room.arms[-1].jump, RandomArms)
    assert [arm.weight for arm in room.arms[-1].jump.arms] == [3, 1]


def test_the_slice_of_the_war() -> None:
    war = loaded("evil-power-master-slice")
    assert {name: deck.kind for name, deck in war.decks.items()} == {
        "congress": DeckKind.STORY,
        "data": DeckKind.DATA,
        "follop": DeckKind.PLANET,
        "tower": DeckKind.SHOWDOWN,
    }
    assert war.start == "congress/1"
    assert [each.id for each in endings(war)] == ["far_off", "a_quarter", "one_world", "tower_4", "tower_5"]
    assert war.challenges.bands == ((0, 6, 4), (7, 12, 5), (13, 25, 6))
    assert (war.board.start, war.board.planets, war.board.cost, war.board.boost) == (
        "congress",
        ("follop",),
        (("epm", 2),),
        "signal",
    )
    assert war.board.stranded is war.variables["epm"].thresholds[0][1]
    assert [draw.id for draw in war.cards["follop/2"].challenges[0].win.draw] == ["data/12"]
    assert war.cards["data/12"].item == "glow_lens"
    signal = war.variables["signal"].thresholds[0]
    assert signal[0] == 25 and isinstance(signal[1].jump, Goto) and signal[1].jump.card.planet_card == "13"
    assert isinstance(war.cards["follop/13"].then.jump, Showdown)
    assert war.house_rules("tower/1").epm_during_showdown == "ignored"
    assert war.house_rules("follop/10").travel_cost == 1
    last = war.cards["tower/4"].then.jump
    assert isinstance(last, End) and last.ending.title == "Under the Bell"
