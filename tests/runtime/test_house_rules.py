"""The golden rule as data: the innermost block that names a key wins, and every key is tried somewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from storyengine.model.expressions import Literal
from storyengine.model.house_rules import RULE_KEYS, HouseRules
from storyengine.runtime import routes
from tests.runtime.tables import Table, campaign


@pytest.mark.rule("EPM-72")
@pytest.mark.parametrize("key", [key.name for key in RULE_KEYS])
def test_every_key_is_tried_by_some_test(key: str) -> None:
    here = Path(__file__)
    texts = [path.read_text(encoding="utf-8") for path in here.parent.glob("test_*.py") if path != here]
    assert any(f"{key}: " in text for text in texts)


def test_an_inner_block_changes_only_what_it_names() -> None:
    outer = HouseRules().override({"level": 5, "boosters": False})
    inner = outer.override({"level": None, "level_change": Literal(1)})
    assert (inner.level, inner.boosters, inner.level_change, inner.exchange) == (None, False, Literal(1), "en_route")
    assert outer.override({}) is outer


@pytest.mark.rule("EPM-72")
def test_the_deck_goes_before_the_story_and_the_card_before_the_deck() -> None:
    story = campaign(
        {
            "congress": "rules: {travel_cost: 5, exchange: never}",
            "congress/1": "{text: a, rules: {travel_cost: 4}, travel: true}",
            "congress/2": "{text: b, travel: true}",
        },
        rules="{travel_cost: 6, exchange: always, items_each: 3}",
    )
    rules = [story.house_rules(card) for card in ("congress/1", "congress/2", "follop/1", "")]
    assert [each.travel_cost for each in rules] == [4, 5, 6, 6]
    assert [each.exchange for each in rules] == ["never", "never", "always", "always"]
    assert {each.items_each for each in rules} == {3}


def cost(table: Table) -> int:
    return routes(table.story, table.state)[0].cost[0][1]


@pytest.mark.rule("EPM-72")
def test_what_a_trip_costs_is_said_by_the_item_then_the_card_then_the_rules_then_the_board() -> None:
    directed = campaign({"congress/1": "{text: a, rules: {travel_cost: 4}, travel: {cost: 3}}"})
    assert cost(Table(directed).hand("maru", "short_cut").do("use short_cut")) == 0
    assert cost(Table(directed)) == 3
    assert cost(Table(campaign({"congress/1": "{text: a, rules: {travel_cost: 4}, travel: true}"}))) == 4
    assert cost(Table(campaign({"congress/1": "{text: a, travel: true}"}))) == 2


def test_an_item_used_at_a_card_counts_until_the_card_is_left() -> None:
    story = campaign(
        {
            "congress/1": "{text: a, choices: [{id: fly, text: F., travel: true}, {id: walk, text: W., goto: 2}]}",
            "congress/2": "{text: b, travel: true}",
            "data/12": "{text: A ticket., give: ticket}",
        },
        items="ticket: {use: {rules: {travel_cost: 1}}}",
    )
    table = Table(story).hand("maru", "ticket").do("use ticket")
    assert table.state.in_force == ("ticket",)
    assert cost(Table(story).hand("maru", "ticket").do("use ticket", "choose fly")) == 1
    assert cost(table.do("choose walk")) == 2
    assert len(table.state.in_force) == 0
