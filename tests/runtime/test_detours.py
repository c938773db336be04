"""Drawn cards and detours: they come back, unless they jump."""

from __future__ import annotations

import pytest

from storyengine.runtime import Phase, State, current_card
from storyengine.runtime.events import Entered
from tests.runtime.tables import ENDS, Table, campaign, plain

BACK = {
    "congress/1": """
        text: At the stone.
        do: gold += 1
        choices:
          - {id: draw, text: Draw., draw: 41, stay: true}
          - {id: two, text: Draw two., draw: [41, 42], do: gold += 10, goto: 2}
        """,
    "congress/2": "{text: Beyond., choices: [{id: walk, text: Walk on., goto: 8}]}",
    "data/41": "{text: Forty-one.}",
    "data/42": "{text: Forty-two.}",
    **ENDS,
}


@pytest.mark.rule("EPM-22", "EPM-03")
def test_a_data_card_is_fetched_by_its_number_and_is_always_the_same() -> None:
    table = Table(campaign(BACK))
    for _ in range(5):
        assert table.do("choose draw").read == "Forty-one."
    # the deck is no part of the state, so there is nothing that could be shuffled
    assert not any("deck" in field or "data" in field for field in State._fields)


@pytest.mark.rule("EPM-03")
def test_the_order_in_the_file_does_not_matter_to_a_number() -> None:
    cards = {**BACK, "data/41": BACK["data/42"], "data/42": BACK["data/41"]}
    assert Table(campaign(cards)).do("choose draw").read == "Forty-two."


def test_on_returning_text_and_effects_do_not_happen_again() -> None:
    table = Table(campaign(BACK))
    assert (table.do("choose draw").read, table["gold"]) == ("Forty-one.", 1)
    assert (table.card, table.phase) == ("congress/1", Phase.CHOOSE)
    assert len(table.state.frames) == 1


def test_several_cards_are_drawn_one_after_the_other_and_effects_come_first() -> None:
    table = Table(campaign(BACK)).do("choose two")
    assert (table.read, table["gold"]) == ("Forty-one. Forty-two. Beyond.", 11)


@pytest.mark.rule("EPM-21")
def test_choices_and_challenges_on_a_data_card_work_as_on_a_story_card() -> None:
    cards = {
        **BACK,
        "data/41": """
            text: Drawn.
            challenges:
              - {id: must, type: strength, win: {do: gold += 100}, lose: {draw: 42}}
              - {id: may, type: dexterity, optional: true, win: {}, lose: {}}
            choices:
              - {id: shut, text: Shut., when: lit, goto: congress/8}
              - {id: back, text: Back.}
              - {id: stay, text: Stay., stay: true}
              - {id: off, text: Off., goto: congress/8}
            """,
    }
    table = Table(campaign(cards)).do("choose draw")
    assert table.card == "data/41" and table.phase is Phase.PERFORM, "a required challenge is required here, too"
    table.do("challenge brannic | die 3")
    assert table["gold"] == 101, "by the same level and skill as anywhere"
    assert table.active == ["flppto", "maru", "oss"]
    assert table.legal == ["attempt may", "choose back", "choose stay", "choose off"]
    assert table.do("choose stay").card == "data/41"
    assert table.do("choose back").card == "congress/1"
    assert table.do("choose draw", "challenge maru | die 1").read.endswith("Forty-two."), "drawn inside a draw"
    assert table.do("choose off").ending == "eight"


def test_a_jump_of_a_drawn_card_cancels_the_callers() -> None:
    cards = {**BACK, "data/41": "{text: Away., goto: congress/8}"}
    table = Table(campaign(cards)).do("choose two")
    assert (table.ending, table.read) == ("eight", "Away. Won it.")


def test_a_jump_within_the_data_deck_still_comes_back() -> None:
    cards = {**BACK, "data/41": "{text: First., goto: 42}"}
    table = Table(campaign(cards)).do("choose draw")
    assert (table.read, table.card) == ("First. Forty-two.", "congress/1")


def test_a_drawn_card_can_end_the_story_or_send_the_ship_away() -> None:
    assert Table(campaign({**BACK, "data/41": "{text: x, ending: won}"})).do("choose draw").ending == "data_41"
    table = Table(campaign({**BACK, "data/41": "{text: x, travel: kronos}"})).do("choose two")
    assert table.card == "kronos/1" and len(table.state.frames) == 1


DETOUR = """
    hall:
      text: The hall.
      choices:
        - {id: look, text: Look., detour: notice, stay: true}
        - {id: both, text: Look twice., detour: [notice, notice], goto: out}
    notice:
      text: [{first: "A notice.", again: "The notice again."}]
      choices:
        - {id: read, text: Read it., do: n += 1, stay: true}
        - {id: away, text: Turn away., return: true}
    out: {text: Outside., ending: won}
    """


def test_a_detour_comes_back_by_return() -> None:
    table = Table(plain(DETOUR, head="variables: {n: {start: 0, min: 0, max: 9}}")).do("choose look")
    assert (table.card, table.read, len(table.state.frames)) == ("notice", "A notice.", 3)
    table.do("choose read", "choose away")
    assert (table.card, table["n"], table.read) == ("hall", 1, "")
    table.do("choose both")
    assert table.read == "The notice again."
    table.do("choose away")
    assert table.card == "notice", "the second of the two"
    assert table.do("choose away").ending == "out"


def test_a_choice_without_a_jump_returns_from_a_card_that_returns() -> None:
    story = plain(
        """
        hall: {text: The hall., choices: [{id: look, text: Look., detour: notice, do: n += 1, stay: true}]}
        notice: {text: A notice., choices: [{id: read, text: Read., do: n += 2}], return: true}
        """,
        head="variables: {n: {start: 0, min: 0, max: 9}}",
    )
    table = Table(story).do("choose look", "choose read")
    assert (table.card, table["n"], table.read) == ("hall", 3, "A notice.")


def test_returning_without_having_been_drawn_stops_the_play_with_the_reason() -> None:
    table = Table(plain("a: {text: Lost., return: true}"))
    assert table.phase is Phase.STUCK
    assert table.state.detail == ("card `a` returns, but no card drew it",)


def test_cards_drawn_inside_one_another_without_end_stop_the_play() -> None:
    table = Table(campaign({"congress/1": "{text: a, draw: 41}", "data/41": "{text: Deeper., draw: 41}"}))
    assert table.phase is Phase.STUCK
    assert table.state.detail == ("32 cards are drawn inside one another; the innermost is `data/41`",)


@pytest.mark.rule("EPM-16")
def test_only_the_card_on_top_is_seen() -> None:
    """Nothing is read ahead: of the deck's other cards not a word is told before they are turned up."""
    table = Table(campaign(BACK)).do("choose draw")
    assert [event.card for event in table.heard if isinstance(event, Entered)] == ["data/41"]
    words = str(table.heard)
    assert "Forty-one." in words
    assert not any(text in words for text in ("Forty-two.", "Beyond.", "Landed.", "The location.", "The laugh."))
    assert current_card(table.story, table.state) == "congress/1"


def test_planet_cards_are_of_the_planet_the_ship_is_at() -> None:
    story = campaign(
        {"data/41": "{text: x, goto: planet/10}", "follop/1": "{text: a, draw: 41}", "kronos/1": "{text: b, draw: 41}"}
    )
    assert Table(story).do("travel kronos").state.place == "kronos"
    assert Table(story).do("travel kronos").card == "kronos/10"
    nowhere = Table(
        campaign({"congress/1": "{text: a, draw: planet/9, choices: [{id: walk, text: Walk on., goto: 8}]}", **ENDS})
    )
    assert nowhere.phase is Phase.CHOOSE and "the ship is at no planet" in nowhere.notices
