"""Conditions and values that read as their authors mean them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storyengine.loader.expression_parser import parse_condition, parse_effects
from storyengine.model.expressions import (
    AllOf,
    AnyOf,
    Arithmetic,
    Ask,
    Between,
    Compare,
    Expression,
    Fact,
    Has,
    Holds,
    IfElse,
    IsActive,
    Kind,
    Literal,
    Negate,
    Not,
    OneOf,
    Read,
    Visited,
)
from storyengine.model.formatting import format_condition, format_effects
from storyengine.source import Span
from tests.loader.expression_readers import HERE, condition, findings, value

OIL, HOUR, SIGNAL, LIT, MET, MOOD = map(Read, ("oil", "hour", "signal", "lit", "met", "mood"))


@pytest.mark.parametrize(
    "text, tree",
    [
        ("lit", LIT),
        ("not met", Not(MET)),
        ("not not met", Not(Not(MET))),
        ("true", Literal(True)),
        ("travelling", Ask(Fact.TRAVELLING)),
        ("items > 0", Compare(">", Ask(Fact.ITEMS), Literal(0))),
        ("lit or met and travelling", AnyOf((LIT, AllOf((MET, Ask(Fact.TRAVELLING)))))),
        ("(lit or met) and travelling", AllOf((AnyOf((LIT, MET)), Ask(Fact.TRAVELLING)))),
        ("lit and met and lit", AllOf((LIT, MET, LIT))),
        ("not lit == met", Not(Compare("==", LIT, MET))),
        ("not lit and met", AllOf((Not(LIT), MET))),
        ("oil >= 2 and not lit", AllOf((Compare(">=", OIL, Literal(2)), Not(LIT)))),
        ("oil\n  >= 2", Compare(">=", OIL, Literal(2))),
        ("oil == -1", Compare("==", OIL, Literal(-1))),
        ("oil == +1", Compare("==", OIL, Literal(1))),
        ("0 < oil < 3", AllOf((Compare("<", Literal(0), OIL), Compare("<", OIL, Literal(3))))),
        ("oil in 0..1", Between(OIL, Literal(0), Literal(1))),
        ("signal in 17..", Between(SIGNAL, Literal(17), None)),
        ("signal in ..5 or lit", AnyOf((Between(SIGNAL, None, Literal(5)), LIT))),
        ("(signal in 17..) == lit", Compare("==", Between(SIGNAL, Literal(17), None), LIT)),
        ("signal in oil..oil + 5", Between(SIGNAL, OIL, Arithmetic("+", OIL, Literal(5)))),
        ("oil not in 0..1", Not(Between(OIL, Literal(0), Literal(1)))),
        ("oil in [0, 1]", OneOf(OIL, (Literal(0), Literal(1)))),
        ("mood in [calm, 'wary']", OneOf(MOOD, (Literal("calm"), Literal("wary")))),
        ("mood not in [calm]", Not(OneOf(MOOD, (Literal("calm"),)))),
        ("mood == calm", Compare("==", MOOD, Literal("calm"))),
        ('mood == "calm"', Compare("==", MOOD, Literal("calm"))),
        ("'calm' == mood", Compare("==", Literal("calm"), MOOD)),
        ("calm == mood", Compare("==", Literal("calm"), MOOD)),
        ("mood is calm", Compare("==", MOOD, Literal("calm"))),
        ("mood is not calm", Compare("!=", MOOD, Literal("calm"))),
        ("mood == keeper", Compare("==", MOOD, Read("keeper"))),
        ("challenge is diplomacy", Compare("==", Ask(Fact.CHALLENGE), Literal("diplomacy"))),
        ("place == follop", Compare("==", Ask(Fact.PLACE), Literal("follop"))),
        ("performer != maru", Compare("!=", Ask(Fact.PERFORMER), Literal("maru"))),
        ("picked == glow_lens", Compare("==", Ask(Fact.PICKED), Literal("glow_lens"))),
        ('picked == ""', Compare("==", Ask(Fact.PICKED), Literal(""))),
        ("keeper == 'it\\'s \\\\ \"me\"'", Compare("==", Read("keeper"), Literal('it\'s \\ "me"'))),
        ("(calm if lit else wary) == mood", Compare("==", IfElse(LIT, Literal("calm"), Literal("wary")), MOOD)),
        ("has(glow_lens)", Has("glow_lens")),
        ("has ( 'old map' )", Has("old map")),
        ("holds(flppto, glow_lens)", Holds("flppto", "glow_lens")),
        ("active(maru) and active > 2", AllOf((IsActive("maru"), Compare(">", Ask(Fact.ACTIVE), Literal(2))))),
        ("visited(2)", Visited("follop/2")),
        ("not visited( data/41 )", Not(Visited("data/41"))),
        ('visited("odd name (really)")', Visited("odd name (really)")),
        ("lit if met else not lit", IfElse(MET, LIT, Not(LIT))),
    ],
)
def test_a_condition_means(text: str, tree: Expression) -> None:
    assert repr(condition(text)) == repr(tree)


@pytest.mark.parametrize(
    "text, tree",
    [
        ("7", Literal(7)),
        ("0", Literal(0)),
        ("-7", Literal(-7)),
        ("-oil", Negate(OIL)),
        ("- oil * 2", Arithmetic("*", Negate(OIL), Literal(2))),
        ("oil - 1 - 2", Arithmetic("-", Arithmetic("-", OIL, Literal(1)), Literal(2))),
        ("oil-1", Arithmetic("-", OIL, Literal(1))),
        ("oil + 2 * hour", Arithmetic("+", OIL, Arithmetic("*", Literal(2), HOUR))),
        (
            "(oil + 2) // 3 % 2",
            Arithmetic("%", Arithmetic("//", Arithmetic("+", OIL, Literal(2)), Literal(3)), Literal(2)),
        ),
        ("1 if lit else 2 if met else 3", IfElse(LIT, Literal(1), IfElse(MET, Literal(2), Literal(3)))),
        ("1 + level", Arithmetic("+", Literal(1), Ask(Fact.LEVEL))),
    ],
)
def test_a_number_means(text: str, tree: Expression) -> None:
    assert repr(value(text, Kind.NUMBER)) == repr(tree)


def test_a_condition_keeps_the_authors_characters_and_their_place() -> None:
    result, found = findings(parse_condition, "  oil > 1 ", Span("lamp.yaml", 7, 11, 7, 11))
    assert found == []
    assert result.source == "oil > 1"
    assert result.span == Span("lamp.yaml", 7, 13, 7, 20)


def test_a_variable_wins_over_a_fact_of_the_same_name_only_where_it_is_declared() -> None:
    assert condition("level > 3") == Compare(">", Ask(Fact.LEVEL), Literal(3))


SCRAPS = (
    *(
        "oil",
        "mood",
        "calm",
        "lit",
        "keeper",
        "items",
        "total",
        "challenge",
        "has",
        "holds",
        "active",
        "visited",
        "roll",
    ),
    *(
        "true",
        "yes",
        "not",
        "and",
        "or",
        "in",
        "is",
        "if",
        "else",
        "give",
        "discard",
        "activate",
        "picked",
        "to",
        "maru",
    ),
    *("glow_lens", "reroll", "keep", "booster", "0", "7", "007", "2d6", "1.5", "(", ")", "[", "]", "{", ",", ";", ":"),
    *(
        ".",
        "..",
        "...",
        "+",
        "-",
        "*",
        "//",
        "/",
        "%",
        "=",
        "==",
        "!=",
        "<",
        ">=",
        "+=",
        "++",
        "&&",
        "!",
        '"',
        "'",
        "“",
    ),
    *("\\", "\n", "é", "\ufffc"),
)
TYPED = st.lists(st.sampled_from(SCRAPS), max_size=14).map(" ".join) | st.text(max_size=30)
"""Scraps of the language in any order, and anything else."""


@given(TYPED)
def test_whatever_is_typed_gives_a_condition_or_findings_at_places_inside_it(text: str) -> None:
    result, found = findings(parse_condition, text)
    assert (result is None) == bool(found)
    _check_places(text, [finding.span for finding in found])
    if result is not None:
        again, found = findings(parse_condition, format_condition(result))
        assert found == []
        assert repr(again.expression) == repr(result.expression)


@given(TYPED, st.booleans())
def test_whatever_is_typed_gives_effects_or_findings_at_places_inside_it(text: str, after_roll: bool) -> None:
    result, found = findings(parse_effects, text, after_roll=after_roll)
    assert (result is None) == bool(found)
    _check_places(text, [finding.span for finding in found])
    if result is not None:
        again, found = findings(parse_effects, format_effects(result), after_roll=after_roll)
        assert found == []
        assert [repr((effect.statement, effect.when)) for effect in again] == [
            repr((effect.statement, effect.when)) for effect in result
        ]


def _check_places(text: str, spans: list[Span]) -> None:
    lines = text.split("\n")
    for span in spans:
        assert HERE.line <= span.line <= span.end_line <= len(lines)
        assert 1 <= span.column <= len(lines[span.line - 1]) + 1
        assert 1 <= span.end_column <= len(lines[span.end_line - 1]) + 1
        assert (span.line, span.column) <= (span.end_line, span.end_column)
