"""Who controls whom, who reads aloud, who has the last word."""

from __future__ import annotations

from inspect import signature

import pytest

from storyengine.runtime import Options, Play, controllers, decider, initial, parse_action, reader
from tests.runtime.tables import campaign

STORY = campaign()
CREW = ("flppto", "maru", "oss", "brannic")


def controls(*players: str) -> dict[str, tuple[str, ...]]:
    return dict(controllers(STORY, Options(players)))


@pytest.mark.rule("EPM-05")
@pytest.mark.parametrize("count", range(1, 9))
def test_all_characters_take_part_however_many_play(count: int) -> None:
    players = tuple(f"player {number}" for number in range(count))
    owners = controls(*players)
    assert tuple(owners) == CREW and all(owners.values())
    assert {player for each in owners.values() for player in each} == set(players)
    assert len(Play(STORY, Options(players)).state.active) == 4


@pytest.mark.rule("EPM-07")
def test_one_player_controls_the_whole_crew() -> None:
    assert controls("Ann") == dict.fromkeys(CREW, ("Ann",))


@pytest.mark.rule("EPM-08")
def test_two_players_control_two_each() -> None:
    assert controls("Ann", "Bo") == {"flppto": ("Ann",), "maru": ("Ann",), "oss": ("Bo",), "brannic": ("Bo",)}


@pytest.mark.rule("EPM-09")
def test_three_players_share_the_fourth() -> None:
    assert controls("Ann", "Bo", "Cy") == {
        "flppto": ("Ann",),
        "maru": ("Bo",),
        "oss": ("Cy",),
        "brannic": ("Ann", "Bo", "Cy"),
    }


@pytest.mark.rule("EPM-10")
def test_four_players_control_one_each() -> None:
    assert controls(*"ABCD") == {"flppto": ("A",), "maru": ("B",), "oss": ("C",), "brannic": ("D",)}


@pytest.mark.rule("EPM-11")
@pytest.mark.parametrize("players", ["ABCDE", "ABCDEFG"])
def test_five_or_more_control_all_together(players: str) -> None:
    assert controls(*players) == dict.fromkeys(CREW, tuple(players))


@pytest.mark.rule("EPM-17")
def test_decisions_belong_to_the_table_and_not_to_a_player() -> None:
    # One state serves everybody, and nothing that is asked takes a player: whoever types decides for all.
    alone, five = Play(STORY), Play(STORY, Options(tuple("ABCDE")))
    for _ in range(3):
        assert alone.state == five.state
        alone.take(parse_action("deal"))
        five.take(parse_action("deal"))
    assert alone.state == five.state
    assert list(signature(initial).parameters) == ["story"]


@pytest.mark.rule("EPM-17")
def test_the_rule_control_can_give_all_to_all() -> None:
    story = campaign(rules="{control: together}")
    assert dict(controllers(story, Options(("Ann", "Bo")))) == dict.fromkeys(CREW, ("Ann", "Bo"))


@pytest.mark.rule("EPM-18")
def test_the_table_reaches_one_ending_together() -> None:
    play = Play(campaign({"congress/1": "{text: a, ending: won}"}), Options(("Ann", "Bo", "Cy")))
    while not play.state.over:
        play.take(parse_action("deal"))
    assert play.state.ending == "congress_1"
    assert play.record().ending == "congress_1" and play.record().players == ("Ann", "Bo", "Cy")


@pytest.mark.rule("EPM-A25")
def test_whose_turn_it_is_to_read_decides_for_a_shared_character() -> None:
    three = Options(("Ann", "Bo", "Cy"))
    assert decider(STORY, three, "maru", "Cy") == "Bo"
    assert [decider(STORY, three, "brannic", reading) for reading in three.players] == ["Ann", "Bo", "Cy"]


@pytest.mark.rule("EPM-15")
def test_another_player_reads_when_another_deck_is_opened() -> None:
    options = Options(("Ann", "Bo"))
    assert [reader(options, opened) for opened in range(5)] == ["Ann", "Ann", "Bo", "Ann", "Bo"]
    play = Play(campaign(), options)
    for _ in range(3):
        play.take(parse_action("deal"))
    readers = [play.reader]
    for place in ("follop", "kronos"):
        play.take(parse_action(f"travel {place}"))
        readers.append(play.reader)
        play.take(parse_action("choose end"))
    assert readers == ["Ann", "Bo", "Ann"]
    play.undo()
    play.undo()
    assert play.reader == "Bo", "undo gives the deck back to whoever read it"


@pytest.mark.parametrize("players", [(), ("Ann", "Ann")])
def test_a_table_needs_players_that_can_be_told_apart(players: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="player"):
        Options(players)
