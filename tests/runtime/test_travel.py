"""Flying: where to, which way, what it costs."""

from __future__ import annotations

from itertools import pairwise

import pytest

from storyengine.runtime import Phase, routes
from storyengine.runtime.actions import Fly
from storyengine.runtime.events import Flew
from storyengine.runtime.state import GONE
from tests.runtime.tables import ENDS, STARTERS, Table, campaign

FREE = {"congress/1": "{text: Choose., travel: true}"}
"""The first trip costs what the board says."""

RING = """
    cost: {epm: 2}
    places: {congress: {at: [0, 0]}, follop: {at: [1, 0]}, kronos: {at: [2, 0]}, tarn: {at: [1, 1]}}
    paths: [[congress, follop], [follop, kronos], [kronos, tarn], [tarn, congress]]
    """


def destinations(table: Table) -> list[str]:
    return [route.action.place for route in routes(table.story, table.state)]


def on(planet: str, *, epm: int = 0, signal: int = 0, **sections: str) -> Table:
    """A table with the ship on a planet, its first card read."""
    return Table(campaign(**sections)).do(f"travel {planet}").put(epm=epm, signal=signal)


@pytest.mark.rule("EPM-60", "EPM-A34")
def test_any_planet_with_a_disc_may_be_chosen() -> None:
    table = on("follop").do("choose end")
    assert destinations(table) == ["kronos", "tarn"]
    assert table.legal == ["travel kronos", "travel tarn"]
    table.do("travel tarn", "choose end")
    assert destinations(table) == ["kronos"], "follop has no disc any more, and never again"


@pytest.mark.rule("EPM-60", "EPM-A6")
def test_a_planet_whose_disc_was_turned_is_not_chosen_again() -> None:
    table = on("follop").do("choose find | disc 4", "travel kronos", "choose end")
    assert destinations(table) == ["tarn"]


@pytest.mark.rule("EPM-58")
def test_the_planet_just_left_is_barred_even_where_its_disc_stays() -> None:
    table = on("follop", rules="{disc_after_the_end: stays}").do("choose end")
    assert destinations(table) == ["kronos", "tarn"]
    table.do("travel kronos", "choose end")
    assert destinations(table) == ["follop", "tarn"], "the rule bars it for one trip only"


@pytest.mark.rule("EPM-61", "EPM-A10")
@pytest.mark.parametrize(("planet", "segments"), [("follop", 1), ("kronos", 2), ("tarn", 3)])
def test_every_segment_of_the_shortest_path_costs_2(planet: str, segments: int) -> None:
    table = Table(campaign(FREE))
    route = next(each for each in routes(table.story, table.state) if each.action.place == planet)
    assert (route.segments, route.cost) == (segments, (("epm", 2 * segments),))
    table.do(f"travel {planet}")
    assert table["epm"] == 2 * segments
    assert Flew("congress", planet, segments) in table.heard


@pytest.mark.rule("EPM-A10")
def test_planets_may_be_passed_with_or_without_a_disc() -> None:
    table = on("follop").do("choose end", "travel kronos", "choose end")
    assert table["epm"] == 2
    table.do("travel tarn")
    back = Table(campaign(rules="{disc_after_the_end: stays}")).do("travel kronos", "choose find | disc 4")
    back.do("travel tarn", "choose end")
    assert back["epm"] == 2
    assert back.do("travel follop")["epm"] == 6, "over kronos, which has no disc"


@pytest.mark.rule("EPM-A10")
def test_only_the_shortest_route_is_offered() -> None:
    table = Table(campaign(FREE, board=RING))
    assert table.legal == ["travel follop", "travel kronos", "travel tarn"]
    assert table.do("travel kronos")["epm"] == 4


@pytest.mark.rule("EPM-A10")
def test_the_rule_routes_can_offer_any() -> None:
    table = Table(campaign(FREE, board=RING, rules="{routes: any}"))
    assert table.legal == [
        "travel follop",
        "travel follop via tarn kronos",
        "travel kronos",
        "travel kronos via tarn",
        "travel tarn",
        "travel tarn via follop kronos",
    ]
    lengths = {each.action: (each.segments, each.cost[0][1]) for each in routes(table.story, table.state)}
    assert lengths[Fly("follop", ("tarn", "kronos"))] == (3, 6)
    table.do("travel follop via tarn kronos")
    assert (table["epm"], table.state.place) == (6, "follop")


def test_a_route_longer_than_those_listed_is_still_offered() -> None:
    stops = [f"stop_{number}" for number in range(10)]
    places = ", ".join(f"{name}: {{at: [0, 0]}}" for name in ("congress", *stops, "follop", "kronos", "tarn"))
    line = ["congress", *stops, "follop"]
    paths = ", ".join(f"[{one}, {other}]" for one, other in pairwise(line))
    board = f"{{cost: {{epm: 1}}, places: {{{places}}}, paths: [{paths}]}}"
    table = Table(campaign(FREE, board=board, rules="{routes: any}"))
    assert table.legal == ["travel follop"]
    assert table.do("travel follop")["epm"] == 11


@pytest.mark.rule("EPM-A9")
def test_the_first_trip_costs_what_the_card_says() -> None:
    table = Table(campaign({"congress/1": "{text: Choose., travel: {cost: 0}}"}))
    assert routes(table.story, table.state)[2].cost == (("epm", 0),)
    assert table.do("travel tarn")["epm"] == 0
    assert Table(campaign(FREE)).do("travel tarn")["epm"] == 6, "else each segment from the place where the ship starts"
    assert Table(campaign({"congress/1": "{text: Choose., travel: {cost: 1}}"})).do("travel tarn")["epm"] == 3
    assert Table(campaign({"congress/1": "{text: Go., travel: kronos}"}))["epm"] == 4, "where the card says where to"


@pytest.mark.rule("EPM-72")
def test_a_rule_of_the_card_changes_what_a_trip_costs() -> None:
    story = campaign({"follop/10": "{text: Down., leave: the_end, rules: {travel_cost: 1}}"})
    table = Table(story).do("travel follop", "choose end", "travel tarn")
    assert table["epm"] == 2
    table.do("choose end", "travel kronos")
    assert table["epm"] == 4, "for that trip only"


def test_an_item_makes_one_trip_free() -> None:
    table = Table(campaign(FREE)).hand("maru", "short_cut")
    assert "use short_cut" in table.legal
    table.do("use short_cut")
    assert table.phase is Phase.TRAVEL and {each.cost for each in routes(table.story, table.state)} == {(("epm", 0),)}
    table.do("travel kronos")
    assert table["epm"] == 0 and table.state.in_force == ()
    assert table.do("choose end", "travel tarn")["epm"] == 2


def test_what_is_used_while_travelling_is_used_nowhere_else() -> None:
    table = on("follop").hand("maru", "short_cut", "star_chart", "periscope")
    assert not any(line.startswith("use") for line in table.legal)
    table.do("choose end")
    assert {line.split()[1] for line in table.legal if line.startswith("use")} == {
        "short_cut",
        "star_chart",
        "periscope",
    }


def test_a_condition_on_travelling_holds_only_while_the_crew_chooses_where_to_fly() -> None:
    story = campaign(
        {
            "congress/1": "{text: a, do: gold += 1 if travelling, choices: [{id: up, text: Up., "
            "when: travelling, goto: 8}], travel: true}",
            **ENDS,
        }
    )
    table = Table(story)
    assert table["gold"] == 0 and table.phase is Phase.TRAVEL
    story = campaign(
        {"congress/1": "{text: a, choices: [{id: up, text: Up., do: gold += 1 if travelling, travel: true}]}"}
    )
    assert Table(story).do("choose up")["gold"] == 0


@pytest.mark.rule("EPM-A4")
def test_a_full_meter_ends_the_trip_before_it_arrives() -> None:
    table = on("follop", epm=23).do("choose end", "travel kronos")
    assert (table["epm"], table.ending) == (25, "far_off")
    assert table.state.place == "follop"
    assert not any(isinstance(event, Flew) for event in table.heard)


@pytest.mark.rule("EPM-A11")
def test_the_cost_counts_segment_by_segment() -> None:
    trackers = """
        epm:    {start: 0, min: 0, max: 25, at_max: data/158, at: {2: congress/8, 6: congress/9}}
        signal: {start: 0, min: 0, max: 25, at_max: planet/13}
        """
    table = Table(campaign({**FREE, **ENDS}, trackers=trackers)).do("travel tarn")
    assert (table["epm"], table.ending) == (2, "eight"), "at the first segment, with the others never flown"


@pytest.mark.rule("EPM-A7")
def test_the_planet_visited_last_is_current_between_planets() -> None:
    story = campaign({"follop/13": "{text: Follop's thirteen., ending: {id: follops, kind: won}}"})
    table = (
        Table(story).do("travel follop", "choose end").put(signal=23).hand("maru", "star_chart").do("use star_chart")
    )
    assert table.ending == "follops"


@pytest.mark.rule("EPM-A7")
def test_before_any_planet_there_is_no_current_one_and_the_play_says_so() -> None:
    table = Table(campaign()).put(signal=23).hand("maru", "star_chart").do("use star_chart")
    assert table.phase is Phase.STUCK and table.legal == []
    assert table.state.detail == ("`planet/13` means nothing here, since the ship is at no planet with such a card",)


@pytest.mark.rule("EPM-A8")
def test_without_a_planet_to_fly_to_the_crew_has_failed() -> None:
    table = on("follop", signal=8).do("choose end", "travel kronos", "choose end", "travel tarn").do("choose end")
    assert set(table.state.discs) == {GONE}
    assert table.ending == "a_quarter" and "no planet is left to fly to" in table.notices


@pytest.mark.rule("EPM-A8")
def test_the_board_can_say_what_stranded_means() -> None:
    board = RING.replace("cost: {epm: 2}", "cost: {epm: 2}\n    stranded: congress/8")
    table = Table(campaign(ENDS, board=board)).do("travel follop", "choose end", "travel kronos", "choose end")
    assert table.do("travel tarn", "choose end").ending == "eight"


def test_a_closed_planet_carries_a_disc_and_cannot_be_landed_on() -> None:
    board = RING.replace("kronos: {at: [2, 0]}", "kronos: {at: [2, 0], closed: Moulting.}")
    table = Table(campaign(FREE, board=board))
    assert table.legal == ["travel follop", "travel tarn"]
    assert table.disc("kronos").colour == "blue"


def test_a_trip_without_a_path_stops_the_play_with_the_reason() -> None:
    board = RING.replace(", [kronos, tarn], [tarn, congress]", "")
    table = Table(campaign({"congress/1": "{text: Go., travel: tarn}"}, board=board))
    assert table.phase is Phase.STUCK and table.state.detail == ("no path leads from `congress` to `tarn`",)


def test_planets_without_discs_can_all_be_visited_again() -> None:
    table = Table(campaign(FREE, discs="")).do("travel follop", "choose find")
    assert (table["signal"], table.legal) == (0, ["travel kronos", "travel tarn"])
    table.do("travel kronos", "choose end")
    assert table.legal == ["travel follop", "travel tarn"]


@pytest.mark.rule("EPM-A31")
def test_items_are_exchanged_after_the_end_too() -> None:
    table = on("follop").hand("maru", "glow_lens").do("choose end", "give glow_lens to oss")
    assert table.holder("glow_lens") == "oss"


@pytest.mark.rule("EPM-A30")
def test_the_end_of_a_planet_leaves_the_four_as_they_were() -> None:
    story = campaign({"follop/10": "{text: You all die., leave: the_end}"})
    table = Table(story).do("travel follop").rest("oss").hand("maru", "tea").do("choose end")
    assert table.read == "You all die."
    assert (table.phase, table.active, table.holder("tea")) == (Phase.TRAVEL, ["flppto", "maru", "brannic"], "maru")


@pytest.mark.rule("EPM-04")
def test_ship_and_die_rest_until_the_first_card_asks_for_them() -> None:
    story = campaign(
        {"congress/1": "{text: Choose., choices: [{id: go, text: Go., travel: true}]}"},
        items=STARTERS + "glow_lens: {boost: {perception: 1}}\n",
    )
    table = Table(story)
    assert not any(isinstance(event, Flew) for event in table.heard)
    assert (table.state.place, table["epm"]) == ("congress", 0)
    assert table.state.place not in story.board.planets
