"""What holds in every state of every story: what is legal, what can happen, what does happen."""

from __future__ import annotations

import pytest

from storyengine.runtime import (
    ChanceError,
    IllegalActionError,
    Phase,
    initial,
    legal_actions,
    offers,
    parse_action,
    step,
    transitions,
)
from storyengine.runtime.actions import Choose, Perform
from storyengine.runtime.explore import successors
from tests.runtime.tables import ENDS, Table, campaign, plain


def test_a_step_contains_one_part_of_chance_at_most() -> None:
    """A won roll that leads to a disc, then to a random arm: three steps, each with its own part."""
    story = campaign(
        {
            "follop/1": "{text: a, challenge: {type: strength, win: {goto: 9}, lose: {goto: 10}}}",
            "follop/9": "{text: b, random: [{text: Left., leave: data_find}, {text: Right., leave: data_find}]}",
        }
    )
    table = Table(story).do("travel follop", "challenge maru | die 6")
    assert (table.phase, table.legal) == (Phase.GO_ON, ["go on"])
    assert [each.chance for each in transitions(story, table.state, parse_action("go on"))] == ["arm 1", "arm 2"]
    table.do("go on | arm 2")
    assert (table.read, table.phase) == ("Right.", Phase.GO_ON)
    table.do("go on | disc 6")
    assert (table["signal"], table.phase) == (6, Phase.TRAVEL)


def test_what_waits_for_chance_has_changed_nothing_yet() -> None:
    story = campaign(
        {"congress/1": "{text: a, do: 'gold += roll(1d6); gold += 100; gold += roll(1d6)', goto: 8}", **ENDS}, discs=""
    )
    state = initial(story)
    found = transitions(story, state, parse_action("go on"))
    gold = list(story.variables).index("gold")
    assert [each.state.values[gold] for each in found] == [101, 102, 103, 104, 105, 106]
    assert {each.state.phase for each in found} == {Phase.GO_ON}
    ends = [each.state for each in transitions(story, found[0].state, parse_action("go on"))]
    assert [state.values[gold] for state in ends] == [102, 103, 104, 105, 106, 107]


def test_chance_must_be_named_where_there_is_some_and_only_there() -> None:
    table = Table(
        campaign(
            {
                "congress/1": "{text: a, challenge: {type: strength, win: {goto: 2}, lose: {goto: 2}}}",
                "congress/2": "{text: b, choices: [{id: x, text: X., goto: 8}]}",
                **ENDS,
            }
        )
    )
    with pytest.raises(ChanceError, match=r"chance must be one of die 1, die 2, .* here, got ''"):
        step(table.story, table.state, Perform("maru"))
    with pytest.raises(ChanceError, match="got 'die 7'"):
        step(table.story, table.state, Perform("maru"), "die 7")
    table.do("challenge maru | die 1")
    with pytest.raises(ChanceError, match="nothing is left to chance here, got 'die 1'"):
        step(table.story, table.state, Choose("x"), "die 1")


def test_an_action_that_is_not_legal_is_refused_and_named() -> None:
    story = plain("a: {text: A., choices: [{text: Knock., goto: b}]}\nb: {text: B., ending: won}")
    state = Table(story).state
    for ask in (step, transitions):
        with pytest.raises(IllegalActionError, match="`choose shout` is not possible now"):
            ask(story, state, Choose("shout"))


def test_a_state_that_is_over_has_no_actions() -> None:
    story = plain("a: {text: A., ending: won}")
    state = Table(story).state
    assert state.over and legal_actions(story, state) == () and offers(story, state) == ()


def test_a_chain_of_n_cards_has_n_states() -> None:
    for length in (1, 2, 7):
        lines = [
            f"c{number}: {{text: x, choices: [{{id: go, text: Go., goto: c{number + 1}}}]}}" for number in range(length)
        ]
        story = plain("\n".join([*lines, f"c{length}: {{text: x, ending: won}}"]))
        seen = {initial(story)}
        pending = list(seen)
        while pending:
            for each in successors(story, pending.pop()):
                if each.state not in seen:
                    seen.add(each.state)
                    pending.append(each.state)
        assert len(seen) == length + 2, "the cards, and the state before the first is turned up"
