"""Configurations and adventures as authors write them: every mistake has a place and a message."""

from __future__ import annotations

from typing import Any

import pytest

from storyengine.games.out_of_this_world.options import RULINGS
from storyengine.games.out_of_this_world.vocabulary import WHEN, format_effect, read_effect, say_effect
from tests.games.out_of_this_world.positions import GAME, match

FOE = {"name": "Damp Ghost", "set": ["toys", "any"], "lasting": "no pass"}
SOCK = {"name": "Sock", "suit": "wild", "value": 3}
OWN: dict[str, Any] = {"title": "Cellar", "win": {"points": 20}}


def problems(**adventure: Any) -> dict[str, str]:
    return dict(GAME.check({"adventure": {**OWN, **adventure}}))


@pytest.mark.parametrize(
    ("config", "place", "says"),
    [
        ({"variant": "birthday_bush"}, "variant", "did you mean `birthday_bash`"),
        ({"players": 6}, "players", "from 3 to 5"),
        ({"players": True}, "players", "from 3 to 5"),
        ({"difficulty": "hard"}, "difficulty", "easier, standard, tough, epic"),
        ({"options": {"talk": "loud"}}, "options.talk", "vocal, free, none"),
        ({"options": {"tokens": 9}}, "options.tokens", "from 1 to 8"),
        ({"options": {"difficult": 5}}, "options.difficult", "from 0 to 4"),
        ({"options": {"holder": 5}}, "options.holder", "from 1 to 4"),
        ({"options": {"characters": ["malala"]}}, "options.characters", "each of 4 seats"),
        (
            {"players": 3, "options": {"characters": ["bart", "malala", "ines"]}},
            "options.characters[1]",
            "another seat",
        ),
        (
            {"players": 3, "options": {"characters": ["bort", "malala", "ines"]}},
            "options.characters[0]",
            "no character",
        ),
        ({"bots": ["greedy", "grumpy"]}, "bots[1]", "no bot is called `grumpy`"),
        ({"speed": 3}, "speed", "unknown key"),
        ({"adventure": 3}, "adventure", "name an adventure or describe one"),
        ({"adventure": OWN, "variant": "patrol"}, "variant", "write only one"),
    ],
)
def test_settings(config: dict[str, Any], place: str, says: str) -> None:
    found = dict(GAME.check(config))
    assert says in found[place]
    with pytest.raises(ValueError, match=place.split("[")[0]):
        GAME.match(config)


@pytest.mark.parametrize(
    ("adventure", "place", "says"),
    [
        ({"win": {}}, "adventure.win", "needs something to reach"),
        ({"win": {"points": [20, 20]}}, "adventure.win.points", "or three, for 3, 4 and 5"),
        ({"tokens": 0}, "adventure.tokens", "from 1 to 8"),
        ({"start": {"enthraled_friend": 1}}, "adventure.start.enthraled_friend", "did you mean `enthralled_friend`"),
        ({"start": {"enthralled_friend": 4}}, "adventure.start.enthralled_friend", "there are 3"),
        ({"start": {"gargoyle": 0}}, "adventure.start.gargoyle", "whole number"),
        ({"start": {"yo_yo": 1}}, "adventure.start.yo_yo", "needs no adding"),
        ({"start": {"gargoyle": 2}, "run_out_first": {"gargoyle": 1}}, "adventure.run_out_first.gargoyle", "are 2"),
        ({"equipped": ["yoyo"]}, "adventure.equipped[0]", "did you mean `yo_yo`"),
        ({"foes": [{**FOE, "lasting": "no pas"}]}, "adventure.foes[0].lasting", "did you mean `no pass`"),
        ({"foes": [{**FOE, "on_take": "discard 9"}]}, "adventure.foes[0].on_take", "from 1 to 5"),
        ({"foes": [{**FOE, "on_take": ["discard 1", "roam"]}]}, "adventure.foes[0].on_take[1]", "no effect is called"),
        ({"foes": [{**FOE, "set": ["toy"]}]}, "adventure.foes[0].set[0]", "toys, music"),
        ({"foes": [{**FOE, "set": []}]}, "adventure.foes[0].set", "list what defeats it"),
        ({"foes": [{**FOE, "set": ["any"] * 9}]}, "adventure.foes[0].set", "cannot be paid"),
        ({"foes": [{**FOE, "set": ["any"] * 5, "twice": "remove"}]}, "adventure.foes[0].twice", "10 cards"),
        ({"foes": [FOE, FOE]}, "adventure.foes[1]", "write `copies`"),
        (
            {"foes": [{**FOE, "name": "Ghost", "copies": 2}, {**FOE, "name": "Ghost 2"}],
             "start": {"ghost": 2, "ghost_2": 1}},
            "adventure.foes[1]",
            "copy 2 of `ghost` is called `ghost_2` too",
        ),
        ({"foes": [{**FOE, "name": "Ghost"}]}, "adventure.foes[0]", "never comes into play"),
        ({"items": [{**SOCK, "name": "Towel"}]}, "adventure.items[0]", "never comes into play"),
        ({"foes": [{**FOE, "name": "\u9f8d"}]}, "adventure.foes[0].name", "no letter from a to z"),
        ({"foes": [{**FOE, "name": " "}]}, "adventure.foes[0].name", "needs a name"),
        ({"foes": [{**FOE, "text": ["a"]}]}, "adventure.foes[0].text", "must be a text"),
        ({"foes": [{**FOE, "on_defeat": "gain time " + "9" * 5_000}]}, "adventure.foes[0].on_defeat", "from 1 to 3"),
        ({"start": {"gargoyle": 2}, "run_out": {"gargoyle": 1}}, "adventure.run_out.gargoyle", "adds nothing"),
        ({"win": {"points": [0, 0, 25]}}, "adventure.win.points", "nothing with 3, 4 players"),
        ({"win": {"defeated": {"gargoyle": 21}}, "start": {"gargoyle": 1}}, "adventure.win.defeated.gargoyle", "to 20"),
        ({"foes": [{**FOE, "name": "Mayor's Toupee"}]}, "adventure.foes[0]", "another card called `mayors_toupee`"),
        ({"foes": [{**FOE, "color": 3}]}, "adventure.foes[0].color", "unknown key"),
        ({"items": [{**SOCK, "suit": "socks"}]}, "adventure.items[0].suit", "must be one of"),
        ({"items": [{**SOCK, "value": 9}]}, "adventure.items[0].value", "from 3 to 8"),
        ({"items": [{**SOCK, "spend": "dance"}]}, "adventure.items[0].spend", "no effect"),
        ({"win": {"points": [60, 60, 60], "equipped": ["socks"]}}, "adventure.win.equipped[0]", "nobody can equip it"),
        ({"win": {"defeated": {"gargoyle": 1}}}, "adventure.win.defeated.gargoyle", "no adventure foe in play"),
        ({"start": {"gargoyle": 1}, "win": {"removed": {"gargoyle": 1}}}, "adventure.win.removed.gargoyle", "most 0"),
        ({"start": {"the_eye": 1}, "win": {"defeated": {"the_eye": 2}}}, "adventure.win.defeated.the_eye", "for good"),
        ({"win": {"team_suits": 16}}, "adventure.win.team_suits", "from 0 to 14"),
    ],
)  # fmt: skip
def test_adventures(adventure: dict[str, Any], place: str, says: str) -> None:
    assert says in problems(**adventure)[place]


def test_all_mistakes_are_told_at_once() -> None:
    found = problems(tokens=0, win={}, foes=[{"name": "", "set": []}])
    assert {"adventure.tokens", "adventure.win", "adventure.foes[0].name", "adventure.foes[0].set"} <= set(found)


def test_effects_read_as_they_print_and_mean_something() -> None:
    seen = 0
    for when, forms in WHEN.items():
        for verb, form in forms.items():
            rest = {"number": str(form.low), "suit": "music", "foe": "gargoyle", "": ""}[form.takes]
            text = f"{verb} {rest}".strip()
            assert format_effect(read_effect(text, when)) == text
            assert "{" not in say_effect(read_effect(text, when), when)
            seen += 1
    assert seen > 25


def test_one_of_a_thing_is_not_told_as_many() -> None:
    assert say_effect(read_effect("salvage 1", "spend"), "spend") == "take an Item of your choice from the discard pile"
    assert say_effect(read_effect("salvage 2", "spend"), "spend").startswith("take 2 Items")
    for when, forms in WHEN.items():
        for verb, form in forms.items():
            if form.takes == "number" and form.low == 1:
                assert "1 Items" not in say_effect(read_effect(f"{verb} 1", when), when)


def test_every_ruling_is_an_option_that_the_help_names() -> None:
    text = "\n".join(match().help())
    for ruling in RULINGS:
        for value in ruling.values:
            config = match(3, **dict[str, Any]({ruling.option: value})).config
            assert getattr(config, ruling.option) == value
        assert f"{ruling.option}: {ruling.values[0]}" in text
