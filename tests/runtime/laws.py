"""What holds in every state of every story: what is legal, what can happen, what is shown of it."""

from __future__ import annotations

from fractions import Fraction

from storyengine.model.story import Story
from storyengine.runtime import (
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
from storyengine.runtime.actions import Choose, GiveItem, UseItem
from storyengine.runtime.explore import successors
from storyengine.runtime.state import ABSENT, BOXED, DISCARDED, PARTY
from tests.runtime.walks import walk


def hold_along(story: Story, seed: int, digests: dict[str, State], *, steps: int) -> State:
    """Walk at random, hold every state against the laws, and return the last one.

    Args:
        story: any story.
        seed: of the walk.
        digests: the states met so far by their digest, here and in other walks of the story.
        steps: how far to go at most.
    """
    after = initial(story)
    for number, (state, action, after) in enumerate(walk(story, seed, steps=steps)):
        look_at(story, state)
        if number % 7 == seed % 7:
            look_at_transitions(story, state)
        assert state == State(*state) and hash(state) == hash(State(*state))
        assert digests.setdefault(digest(state), state) == state
        if not isinstance(action, GiveItem):
            items_only_move_forward(story, state, after)
    look_at(story, after)
    return after


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
