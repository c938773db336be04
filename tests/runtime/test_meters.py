"""Meters and other variables: bounds, thresholds, and who is first."""

from __future__ import annotations

import pytest

from storyengine.model.walk import endings
from storyengine.runtime import Phase
from storyengine.runtime.events import Changed
from tests.runtime.tables import ENDS, Table, campaign, plain

THIRTEEN = {"follop/13": "{text: 'He is in the tower.', ending: {id: thirteen, kind: won}}"}


def changing(do: str, *, data: str = "", **sections: str) -> Table:
    """A table on Follop, whose one choice changes things and then goes on to read more."""
    story = campaign(
        {
            "follop/1": f"{{text: a, choices: [{{id: act, text: Act., do: '{do}', goto: 2}}, "
            f"{{id: draw, text: Draw., draw: 50, goto: 2}}]}}",
            "follop/2": "{text: Never read., ending: {id: two, kind: lost}}",
            "data/50": data or "{text: Nothing.}",
            **THIRTEEN,
        },
        **sections,
    )
    return Table(story).do("travel follop")


@pytest.mark.rule("EPM-53")
def test_success_and_data_raise_the_signal_loss_and_travel_the_meter() -> None:
    story = campaign(
        {
            "follop/1": "{text: a, challenge: {type: strength, win: {do: signal += 2, retry: true}, "
            "lose: {do: epm += 3, draw: 33, retry: true}}}",
            "congress/1": "{text: Choose., travel: true}",
        }
    )
    table = Table(story).do("travel follop")
    assert (table["signal"], table["epm"]) == (0, 2)
    table.do("challenge maru | die 6")
    assert (table["signal"], table["epm"]) == (2, 2)
    table.do("challenge oss | die 1")
    assert (table["signal"], table["epm"]) == (3, 6)


@pytest.mark.rule("EPM-54", "EPM-56")
def test_a_full_meter_is_his_victory_at_once() -> None:
    table = changing("epm += 1").put(epm=24).do("choose act")
    assert (table["epm"], table.ending) == (25, "far_off")
    assert "Never read." not in table.read and table.read == "The laugh."
    assert changing("epm += 1").put(epm=23).do("choose act").ending == "two"


@pytest.mark.rule("EPM-55", "EPM-56")
def test_a_full_signal_finds_him_and_is_no_victory_yet() -> None:
    table = changing("signal += 1").put(signal=24).do("choose act")
    assert (table["signal"], table.read) == (25, "He is in the tower.")
    plain_thirteen = campaign({"follop/1": "{text: a, do: signal += 25, goto: 9}"})
    table = Table(plain_thirteen).do("travel follop")
    assert not table.state.over and table.card == "tower/1", "the showdown is still to come"


@pytest.mark.rule("EPM-66")
def test_card_13_of_the_current_planet_is_read_at_once() -> None:
    table = changing("signal += 1; gold += 100").put(signal=24).do("choose act")
    assert table.ending == "thirteen" and table["gold"] == 0, "what stood behind it never happened"


@pytest.mark.rule("EPM-65")
@pytest.mark.parametrize(
    ("signal", "ending"),
    [(0, "far_off"), (6, "far_off"), (7, "a_quarter"), (12, "a_quarter"), (13, "one_world"), (24, "one_world")],
)
def test_data_158_has_an_ending_for_each_height_of_the_signal(signal: int, ending: str) -> None:
    table = changing("epm += 25").put(signal=signal).do("choose act")
    assert (table.ending, table.read) == (ending, "The laugh.")
    assert {end.card for end in endings(table.story) if end.id == ending} == {"data/158"}


@pytest.mark.rule("EPM-A1")
@pytest.mark.parametrize(
    ("do", "ending"), [("epm += 1; signal += 1", "one_world"), ("signal += 1; epm += 1", "thirteen")]
)
def test_of_two_full_meters_the_first_in_the_order_written_decides(do: str, ending: str) -> None:
    assert changing(do).put(epm=24, signal=24).do("choose act").ending == ending


@pytest.mark.rule("EPM-A1")
@pytest.mark.parametrize("do", ["epm += 1; signal += 1", "signal += 1; epm += 1"])
@pytest.mark.parametrize(("named", "ending"), [("epm", "one_world"), ("signal", "thirteen")])
def test_the_rule_when_both_reach_max_can_name_one(do: str, named: str, ending: str) -> None:
    table = changing(do, rules=f"{{when_both_reach_max: {named}}}").put(epm=24, signal=24).do("choose act")
    assert table.ending == ending


def test_the_named_meter_must_really_get_there() -> None:
    table = changing("signal += 1; epm += 1", rules="{when_both_reach_max: epm}").put(epm=20, signal=24)
    assert table.do("choose act").ending == "thirteen"
    table = changing("signal += 1; epm += 1 if lit", rules="{when_both_reach_max: epm}").put(epm=24, signal=24)
    assert table.do("choose act").ending == "thirteen"
    table = changing("signal += 1; epm += 1 // gold", rules="{when_both_reach_max: epm}").put(epm=24, signal=24)
    assert table.do("choose act").ending == "thirteen", "what cannot be worked out changes nothing"


def test_the_rule_counts_in_an_arm_of_a_challenges_text_too() -> None:
    both = "{branch: [{do: 'signal += 25; epm += 25', goto: 9}]}"
    story = campaign(
        {
            "congress/1": f"{{text: a, challenge: {{type: strength, "
            f"rules: {{when_both_reach_max: epm}}, win: {both}, lose: {{goto: 9}}}}}}",
            **ENDS,
        }
    )
    assert Table(story).do("challenge maru | die 6").ending == "one_world"


@pytest.mark.rule("EPM-A1")
def test_at_the_same_moment_the_meter_that_travel_raises_decides() -> None:
    board = """
        cost: {epm: 2, signal: 2}
        places: {congress: {at: [0, 0]}, follop: {at: [1, 0]}, kronos: {at: [2, 0]}, tarn: {at: [3, 0]}}
        paths: [[congress, follop], [follop, kronos], [kronos, tarn]]
        """
    for rules, ending in (("{}", "one_world"), ("{when_both_reach_max: signal}", "thirteen")):
        table = (
            Table(campaign(THIRTEEN, board=board, rules=rules)).do("travel follop", "choose end").put(epm=23, signal=23)
        )
        assert table.do("travel kronos").ending == ending


@pytest.mark.rule("EPM-A2")
def test_a_meter_stops_at_25() -> None:
    table = changing("epm += 100").put(epm=20).do("choose act")
    assert table["epm"] == 25 and Changed("epm", 20, 25) in table.heard


@pytest.mark.rule("EPM-A3")
def test_a_meter_stops_at_0() -> None:
    table = changing("epm -= 2; signal -= 5; gold = 7").put(epm=1, signal=3).do("choose act")
    assert (table["epm"], table["signal"], table["gold"]) == (0, 0, 7)
    assert Changed("epm", 1, 0) in table.heard


@pytest.mark.rule("EPM-A35")
def test_in_a_chain_of_cards_the_first_full_meter_counts() -> None:
    table = changing("gold += 1", data="{text: One., do: epm += 1, draw: 33}").put(epm=24, signal=24).do("choose draw")
    assert table.ending == "one_world" and table["signal"] == 24
    assert table.read == "One. The laugh.", "nothing after it is read"
    table = (
        changing("gold += 1", data="{text: One., do: signal += 1; epm += 1}").put(epm=24, signal=24).do("choose draw")
    )
    assert table.ending == "thirteen" and table["epm"] == 24


def test_reaching_a_full_meter_again_does_nothing() -> None:
    story = campaign(
        {
            "congress/1": "{text: a, choices: [{id: up, text: Up., do: epm += 1, stay: true}]}",
            "congress/2": "{text: b, goto: 1}",
        },
        trackers="epm: {start: 24, min: 0, max: 25, at_max: congress/2}\nsignal: {start: 0, min: 0, max: 25}",
    )
    table = Table(story).do("choose up")
    assert table.read == "b a"
    assert table.do("choose up").read == ""


def test_thresholds_fire_on_crossing_from_either_side() -> None:
    story = plain(
        """
        a:
          text: Start.
          choices:
            - {id: up, text: Up., do: hp += 4, stay: true}
            - {id: down, text: Down., do: hp -= 4, stay: true}
        b: {text: Five., goto: a}
        c: {text: Empty., ending: lost}
        """,
        head="trackers: {hp: {start: 3, min: 0, max: 10, at: {5: b}, at_min: c}}",
    )
    table = Table(story)
    assert table.do("choose up").read == "Five. Start." and table["hp"] == 7
    assert table.do("choose down").read == "Five. Start." and table["hp"] == 3
    assert table.do("choose down").read == "Empty." and table["hp"] == 0
    assert Changed("hp", 3, 0) in table.heard, "the change shown is the change that was"


def test_a_leap_over_two_thresholds_follows_the_first_and_never_misses_the_end() -> None:
    story = plain(
        """
        a:
          text: Start.
          choices: [{id: some, text: Some., do: hp += 7, stay: true}, {id: all, text: All., do: hp += 9, stay: true}]
        b: {text: Five., ending: {id: five, kind: lost}}
        c: {text: Seven., ending: {id: seven, kind: lost}}
        d: {text: Full., ending: {id: full, kind: won}}
        """,
        head="trackers: {hp: {start: 1, min: 0, max: 10, at: {5: b, 7: c}, at_max: d}}",
    )
    assert Table(story).do("choose some").ending == "five"
    assert Table(story).do("choose all").ending == "full"


def test_a_potion_lifts_no_higher_than_the_maximum_and_the_shown_change_is_the_real_one() -> None:
    story = plain(
        """
        a:
          text: "{hp} of 10"
          choices:
            - {id: drink, text: Drink., do: hp += 4, goto: a}
            - {id: over, text: More than ten., when: hp > 10, goto: b}
            - {id: ten, text: Ten., when: hp == 10, goto: b}
        b: {text: Done., ending: won}
        """,
        head="trackers: {hp: {start: 8, min: 0, max: 10}}",
    )
    table = Table(story).do("choose drink")
    assert table.read == "10 of 10" and Changed("hp", 8, 10) in table.heard
    assert table.legal == ["choose drink", "choose ten"]


def test_a_threshold_stops_a_card_before_its_text() -> None:
    story = campaign({"follop/1": "{before: epm += 25, text: Never read., goto: 9}"})
    table = Table(story).do("travel follop")
    assert table.read == "The laugh." and table.phase is Phase.ENDED
