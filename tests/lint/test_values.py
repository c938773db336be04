"""What a condition can be, worked out without playing, never contradicts a play."""

from __future__ import annotations

import random

import pytest

from storyengine.analysis.findings import Budget
from storyengine.analysis.verdicts import verdicts
from storyengine.lint import Facts
from storyengine.lint.values import Interval
from storyengine.loader import load_text
from storyengine.model.walk import conditions
from storyengine.runtime import initial, legal_actions, take
from storyengine.runtime.machine import Run
from storyengine.runtime.program import program_of
from tests.small_stories import small_story


def story_with(tables: str, card: str) -> Facts:
    text = f"story: s\ntitle: S\nstart: a\nvariables:\n{tables}\ncards:\n  a: {{text: A., {card}, goto: b}}\n"
    loaded = load_text(text + "  b: {text: B., ending: won}\n")
    assert loaded.story is not None, loaded.diagnostics
    return Facts(loaded.story, verdicts(loaded.story), loaded.sources)


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        ("n = 4", Interval(1, 4)),
        ("n += 1", Interval(1, 9)),
        ("n -= 1", Interval(0, 1)),
        ("n = n * 2", Interval(1, 9)),
        ("n = roll(1d6)", Interval(1, 6)),
        ("n = 3 - n", Interval(0, 9)),
        ("n = 1", Interval(1, 1)),
    ],
)
def test_a_number_can_be_what_effects_make_it_in_any_order(effect: str, expected: Interval) -> None:
    assert story_with("  n: {start: 1, min: 0, max: 9}", f"do: {effect}").values.of["n"] == expected


def test_a_word_can_be_what_it_is_set_to() -> None:
    facts = story_with("  mood: {start: calm, one_of: [calm, wary, angry]}", "do: mood = angry")
    assert facts.values.of["mood"] == frozenset({"calm", "angry"})


@pytest.mark.parametrize("seed", range(24))
def test_no_play_contradicts_what_was_worked_out(seed: int) -> None:
    story = small_story(seed)
    facts = Facts(story, verdicts(story, budget=Budget().times(0.2)), {})
    program, chance = program_of(story), random.Random(seed)
    settled = [
        (condition, facts.values.truth(condition.expression))
        for card, condition in conditions(story)
        if card is None or card.id in {each.id for each in facts.live_cards}
    ]
    tests = [(condition, truth, program.compiler.test(condition)) for condition, truth in settled if len(truth) == 1]
    state = initial(story)
    for _ in range(60):
        for name, value in zip(program.variables, state.values, strict=True):
            possible = facts.values.of[name]
            if isinstance(possible, Interval):
                assert possible.low <= int(value) <= possible.high, name
            elif possible is not None:
                assert value in possible, name
        run = Run(program, state, lambda kind, place, options: 0, None)
        for condition, truth, test in tests:
            if test is not None and state.frames:
                assert test(run) in truth, condition.source
        actions = legal_actions(story, state)
        if not actions:
            state = initial(story)
            continue
        state = take(story, state, chance.choice(actions), lambda k, p, options: chance.randrange(len(options))).state
