"""Formatting and parsing are twins: each reads and writes what the other does."""

from __future__ import annotations

import pytest
from hypothesis import given

from storyengine.loader.expression_parser import parse_condition, parse_effects, parse_expression
from storyengine.model.expressions import (
    AdjustTotal,
    AllOf,
    Arithmetic,
    Condition,
    Effect,
    Expression,
    Literal,
    Negate,
    Not,
    Read,
    ToldFact,
)
from storyengine.model.formatting import format_condition, format_effect, format_effects, format_expression
from tests import strategies
from tests.loader.expression_readers import condition, effects, findings, template, value


@given(strategies.conditions())
def test_a_formatted_condition_reads_back_as_itself(written: Condition) -> None:
    result, found = findings(parse_condition, format_condition(written))
    assert found == []
    assert repr(result.expression) == repr(written.expression)  # `==` alone takes 1 for true


@given(strategies.numbers())
def test_a_formatted_number_reads_back_as_itself(written: Expression) -> None:
    result, found = findings(parse_expression, format_expression(written), expect=None)
    assert found == []
    assert repr(result) == repr(written)


@given(strategies.effects(after_roll=True))
def test_a_formatted_effect_reads_back_as_itself(written: Effect) -> None:
    result, found = findings(parse_effects, format_effect(written), after_roll=True)
    assert found == []
    assert [(repr(effect.statement), repr(effect.when)) for effect in result] == [
        (repr(written.statement), repr(written.when))
    ]


@pytest.mark.parametrize(
    "written, canonical",
    [
        ("(signal) + (1)", "signal + 1"),
        ("signal - (hour - 1)", "signal - (hour - 1)"),
        ("(signal - hour) - 1", "signal - hour - 1"),
        ("(signal + 1) * 2", "(signal + 1) * 2"),
        ("-(signal + 1)", "-(signal + 1)"),
        ("- 3", "-3"),
        ("1 if lit else (2 if met else 3)", "1 if lit else 2 if met else 3"),
        ("(1 if lit else 2) if met else 3", "(1 if lit else 2) if met else 3"),
        ("((lit))", "lit"),
        ("(lit and met) or travelling", "lit and met or travelling"),
        ("lit and (met or travelling)", "lit and (met or travelling)"),
        ("not (lit and met)", "not (lit and met)"),
        ("not (oil > 2)", "not oil > 2"),
        ("oil not in 0..1", "not oil in 0..1"),
        ("mood is not calm", 'mood != "calm"'),
        ("0 < oil <= 2", "0 < oil and oil <= 2"),
        ("oil in [0, 1 if lit else 2]", "oil in [0, 1 if lit else 2]"),
        ("(lit == met) == (oil == 1)", "(lit == met) == (oil == 1)"),
        ('has("old map") and has(glow_lens)', 'has("old map") and has(glow_lens)'),
        ("visited(2)", "visited(follop/2)"),
    ],
)
def test_canonical_text_has_only_the_parentheses_it_needs(written: str, canonical: str) -> None:
    assert format_expression(value(written)) == canonical


def test_a_condition_is_formatted_from_its_meaning_not_from_what_was_typed() -> None:
    assert format_condition(Condition(condition("( lit )"), "( lit )")) == "lit"


@pytest.mark.parametrize("odd", [Negate(Negate(Read("oil"))), Negate(Literal(-3)), Negate(Literal(0))])
def test_minus_before_minus_is_kept_apart(odd: Expression) -> None:
    assert repr(value(format_expression(odd))) == repr(odd)


def test_an_and_inside_an_and_keeps_its_parentheses() -> None:
    nested = AllOf((AllOf((Read("lit"), Read("met"))), Not(Read("lit"))))
    assert condition(format_expression(nested)) == nested


def test_effects_are_joined_by_semicolons() -> None:
    text = 'hour += 1; mood = "wary" if met; give glow_lens to performer'
    assert format_effects(effects(text)) == text


def test_a_lowered_total_is_formatted_as_one_raised_by_less() -> None:
    (effect,) = effects("total -= 2", after_roll=True)
    assert effect.statement == AdjustTotal(Literal(-2))
    assert format_effect(effect) == "total += -2"


def test_what_is_no_expression_is_the_callers_mistake() -> None:
    with pytest.raises(ValueError, match="not an expression: 7"):
        format_expression(Arithmetic("+", 7, Literal(1)))  # type: ignore[arg-type]


def test_a_fact_of_a_card_game_reads_back_as_itself() -> None:
    written = Arithmetic("-", Read("signal"), Arithmetic("*", ToldFact("score"), Literal(2)))
    assert format_expression(written) == "signal - game.score * 2"
    assert template("{signal - game.score * 2}") == (written,)
