"""What holds in every state of every story: what is legal, what can happen, what does happen."""

from __future__ import annotations

from fractions import Fraction

import pytest

from storyengine.model.story import Story
from storyengine.runtime import (
    ChanceError,
    IllegalActionError,
    Phase,
    State,
    challenge_preview,
    digest,
    exchanges,
    forced,
    format_action,
    initial,
    legal_actions,
    offers,
    parse_action,
    routes,
    step,
    transitions,
    usable_items,
)
from storyengine.runtime.actions import Choose, GiveItem, Perform, UseItem
from storyengine.runtime.explore import successors
from storyengine.runtime.state import ABSENT, BOXED, DISCARDED, PARTY
from tests.conftest import Amount
from tests.runtime.tables import ENDS, Table, campaign, plain
from tests.runtime.walks import STORIES, story_called, walk


@pytest.mark.parametrize("name", STORIES)
def test_the_laws_hold_along_random_plays(name: str, amount: Amount) -> None:
    story = story_called(name)
    digests: dict[str, State] = {}
    over = 0
    for seed in range(amount(6, 200)):
        after = initial(story)
        for number, (state, action, after) in enumerate(walk(story, seed, steps=120)):
            look_at(story, state)
            if number % 7 == seed % 7:
                look_at_transitions(story, state)
            assert state == State(*state) and hash(state) == hash(State(*state))
            assert digests.setdefault(digest(state), state) == state
            assert action in legal_actions(story, state)
            if not isinstance(action, GiveItem):
                items_only_move_forward(story, state, after)
        over += after.over
        look_at(story, after)
    assert over, "some play comes to an end"


def look_at(story: Story, state: State) -> None:
    """Hold one state against the laws."""
    actions = legal_actions(story, state)
    assert (actions == ()) == state.over
    assert len(set(actions)) == len(actions)
    for action in actions:
        assert parse_action(format_action(action)) == action
    decisions = [action for action in actions if not isinstance(action, UseItem)]
    if state.phase not in (Phase.TAKE,):
        decisions = [action for action in decisions if not isinstance(action, GiveItem)]
        given = [action for action in actions if isinstance(action, GiveItem)]
        assert given == list(exchanges(story, state))
    assert [action for action in actions if isinstance(action, UseItem)] == list(usable_items(story, state))
    lines = [line for line in offers(story, state) if not line.locked]
    shown = [
        action
        for line in lines
        for action in ([line.action] if line.action else [Choose(line.id, p) for p in line.picks])
    ]
    assert shown == decisions
    assert len(lines) == len({(line.kind, line.id, line.action) for line in lines})
    if forced(story, state) is not None:
        assert actions == (forced(story, state),)
    if state.phase is Phase.TRAVEL:
        assert [route.action for route in routes(story, state)] == decisions
    preview = challenge_preview(story, state)
    assert (preview is not None) == (state.phase is Phase.PERFORM)
    if preview:
        assert [each.action for each in preview.tries] == decisions
        assert all(0 <= each.chance <= 1 and 0 <= each.break_chance < 1 for each in preview.tries)
    for value, variable in zip(state.values, story.variables.values(), strict=True):
        assert type(value) is type(variable.start)
        if isinstance(value, int) and not isinstance(value, bool):
            assert variable.low <= value <= variable.high
    assert {*state.holders} <= {*story.crew, ABSENT, DISCARDED, BOXED, PARTY}
    assert any(state.active) or not story.crew or waits_for_the_text(story)
    assert len(state.discs) == (len(story.board.planets) if story.discs else 0)
    for colour, numbers in zip(story.discs, state.numbers, strict=True):
        seen = [disc.number for disc in state.discs if disc.colour == colour and disc.number]
        assert len(numbers) + len(seen) <= len(story.discs[colour])


def waits_for_the_text(story: Story) -> bool:
    """Whether a rule lets everybody be inactive for a while."""
    blocks = [story.rules, *(challenge.rules for card in story.cards.values() for challenge in card.challenges)]
    return any(rules.get("all_turn_back") == "after_text" for rules in blocks)


def items_only_move_forward(story: Story, before: State, after: State) -> None:
    """Nothing comes out of the box, and what is discarded comes back by its rule alone."""
    for old, new in zip(before.holders, after.holders, strict=True):
        if old == BOXED:
            assert new == BOXED
        if old == DISCARDED and not story.house_rules().discarded_items_return:
            assert new == DISCARDED
        if old not in (ABSENT, DISCARDED, BOXED):
            assert new not in (ABSENT, BOXED)


def look_at_transitions(story: Story, state: State) -> None:
    """Every transition is a step, and together they are all there is."""
    told = []
    for action in legal_actions(story, state):
        found = transitions(story, state, action)
        assert sum((each.probability for each in found), Fraction(0)) == 1
        assert all(each.probability > 0 for each in found)
        assert len({each.chance for each in found}) == len(found)
        if len(found) == 1 and not found[0].chance:
            assert step(story, state, action) == found[0].state
        for each in found[:8]:
            assert step(story, state, action, each.chance) == each.state
        told += [(action, each.probability, each.chance, each.state) for each in found]
    assert [(each.action, each.probability, each.chance, each.state) for each in successors(story, state)] == told


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
