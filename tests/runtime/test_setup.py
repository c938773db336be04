"""The setup is played: starter items and discs are dealt, one piece a step."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from storyengine.runtime import Phase, initial, legal_actions, parse_action, transitions
from storyengine.runtime.actions import Deal
from storyengine.runtime.events import Dealt, Entered
from storyengine.runtime.state import ABSENT, BOXED
from tests.runtime.tables import ENDS, STARTERS, Table, campaign, plain

LENS = "glow_lens: {boost: {perception: 1}}\n"
NINE = campaign(
    {"congress/1": "{text: a, choices: [{id: gain, text: Get., do: gain starter_9, stay: true}]}"},
    items=LENS + STARTERS,
)


@pytest.mark.rule("EPM-01")
def test_both_meters_begin_at_0() -> None:
    state = initial(campaign())
    assert (state.values[0], state.values[1]) == (0, 0)
    assert [variable.id for variable in campaign().trackers] == ["epm", "signal"]


@pytest.mark.rule("EPM-06")
def test_every_character_begins_active() -> None:
    assert initial(campaign()).active == (True, True, True, True)


@pytest.mark.rule("EPM-12")
def test_four_of_nine_starter_items_are_dealt_and_five_leave_the_game() -> None:
    table = Table(NINE)
    holders = Counter(table.state.holders)
    assert holders == {"flppto": 1, "maru": 1, "oss": 1, "brannic": 1, BOXED: 5, ABSENT: 1}


@pytest.mark.rule("EPM-12")
def test_a_starter_item_that_left_the_game_cannot_be_found() -> None:
    table = Table(NINE)
    assert table.holder("starter_9") == BOXED
    table.do("choose gain")
    assert (table.phase, table.holder("starter_9")) == (Phase.CHOOSE, BOXED)
    assert "stays out" in table.notices


@pytest.mark.rule("EPM-12")
def test_every_deal_of_starter_items_is_equally_likely() -> None:
    story = campaign(items=LENS + STARTERS, discs="", crew="one: {}\ntwo: {}\nthree: {}")
    dealt: dict[tuple[str, ...], Fraction] = {}
    pending = [(initial(story), Fraction(1))]
    while pending:
        state, chance = pending.pop()
        if state.phase is Phase.DEAL:
            pending += [(each.state, chance * each.probability) for each in transitions(story, state, Deal())]
        else:
            who = {holder: item for item, holder in zip(story.items, state.holders, strict=True)}
            key = tuple(who[name] for name in ("one", "two", "three"))
            assert key not in dealt
            dealt[key] = chance
    assert set(dealt) == set(permutations([f"starter_{number}" for number in range(1, 10)], 3))
    assert set(dealt.values()) == {Fraction(1, 9 * 8 * 7)}


def test_dealing_is_one_piece_a_step_and_open_to_all() -> None:
    story, state, pieces = NINE, initial(NINE), []
    while state.phase is Phase.DEAL:
        assert legal_actions(story, state) == (Deal(),)
        found = transitions(story, state, Deal())
        pieces.append(len(found))
        state = found[-1].state
    # four characters draw from 9, 8, 7, 6 items; three planets from three colours
    assert pieces == [9, 8, 7, 6, 3, 3, 3]


def test_the_first_card_is_read_when_all_is_dealt() -> None:
    table = Table(
        NINE, *(f"starter starter_{number}" for number in (9, 8, 7, 6)), "colour blue", "colour pink", "colour pink"
    )
    assert table.card == "congress/1" and Entered("congress/1", True) in table.heard
    assert [event for event in table.heard if isinstance(event, Dealt)][::4] == [
        Dealt("starter", "starter_9", "flppto"),
        Dealt("disc", "blue", "follop"),
    ]
    assert table.holder("starter_9") == "flppto"


def test_the_rule_starters_each_deals_more() -> None:
    table = Table(
        campaign(
            {"congress/1": "{text: a, choices: [{id: x, text: X., stay: true}]}"},
            items=LENS + STARTERS,
            rules="{starters_each: 2}",
        )
    )
    assert Counter(table.state.holders) == {"flppto": 2, "maru": 2, "oss": 2, "brannic": 2, BOXED: 1, ABSENT: 1}


def test_with_fewer_starter_items_than_characters_the_last_get_none() -> None:
    few = "".join(STARTERS.splitlines(keepends=True)[:2])
    table = Table(campaign({"congress/1": "{text: a, choices: [{id: x, text: X., stay: true}]}"}, items=LENS + few))
    assert table.state.holders == (ABSENT, "flppto", "maru")


def test_a_story_without_anything_to_deal_begins_with_reading() -> None:
    story = plain("a: {text: Rain., choices: [{text: Knock., goto: b}]}\nb: {text: In., ending: won}")
    state = initial(story)
    assert (state.phase, legal_actions(story, state)) == (Phase.GO_ON, (parse_action("go on"),))
    table = Table(story)
    assert table.read == "Rain." and table.legal == ["choose knock"]


def test_the_smallest_story_of_all() -> None:
    table = Table(plain("a: {text: Done., ending: won}"))
    assert (table.ending, table.legal, table.phase) == ("a", [], Phase.ENDED)


@pytest.mark.rule("EPM-14")
def test_the_story_begins_with_the_card_named_as_its_start() -> None:
    story = campaign(
        {"congress/1": "{text: First.}", "congress/2": "{text: Second., choices: [{id: x, text: X., goto: 1}]}", **ENDS}
    )
    assert story.start == "congress/1"
    assert Table(story).read == "First."
