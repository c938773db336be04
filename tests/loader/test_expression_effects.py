"""Effects: what each statement means, and what cannot be done."""

from __future__ import annotations

import pytest

from storyengine.loader.expression_parser import parse_effects
from storyengine.model.expressions import (
    AdjustTotal,
    Arithmetic,
    Assign,
    Compare,
    Discard,
    Effect,
    Expression,
    Flip,
    Give,
    IfElse,
    KeepBooster,
    Literal,
    Negate,
    Not,
    Read,
    Reroll,
    RevealDisc,
    Roll,
    Statement,
)
from storyengine.source import Span
from tests.loader.expression_readers import effects, findings, only

LIT, MET, OIL = map(Read, ("lit", "met", "oil"))
CALM, WARY = Literal("calm"), Literal("wary")


@pytest.mark.parametrize(
    "text, statement, when",
    [
        ("hour = 7", Assign("hour", "=", Literal(7)), None),
        ("hour += 1", Assign("hour", "+=", Literal(1)), None),
        ("hour -= oil", Assign("hour", "-=", OIL), None),
        ("hour *= 2", Assign("hour", "*=", Literal(2)), None),
        ("hour //= 2", Assign("hour", "//=", Literal(2)), None),
        ("hour %= 12", Assign("hour", "%=", Literal(12)), None),
        ("signal =-1", Assign("signal", "=", Literal(-1)), None),
        ("lit = not met", Assign("lit", "=", Not(MET)), None),
        ("mood = wary", Assign("mood", "=", WARY), None),
        ("mood = wary if met", Assign("mood", "=", WARY), MET),
        ("mood = wary if mood == calm", Assign("mood", "=", WARY), Compare("==", Read("mood"), CALM)),
        ("mood = calm if lit else wary", Assign("mood", "=", IfElse(LIT, CALM, WARY)), None),
        ("mood = calm if lit else wary if met", Assign("mood", "=", IfElse(LIT, CALM, WARY)), MET),
        ('keeper = "Ann"', Assign("keeper", "=", Literal("Ann")), None),
        ("keeper = mood", Assign("keeper", "=", Read("mood")), None),
        ("signal = roll(2d6) - 10", Assign("signal", "=", Arithmetic("-", Roll(2, 6), Literal(10))), None),
        ("gain glow_lens", Give("glow_lens", ""), None),
        ("gain(glow_lens)", Give("glow_lens", ""), None),
        ("give glow_lens if met", Give("glow_lens", ""), MET),
        ("give glow_lens to performer", Give("glow_lens", "performer"), None),
        ("give glow_lens to picked", Give("glow_lens", "picked"), None),
        ("give 'old map' to maru if lit", Give("old map", "maru"), LIT),
        ("give(glow_lens, flppto)", Give("glow_lens", "flppto"), None),
        ("discard glow_lens", Discard("glow_lens"), None),
        ("lose glow_lens", Discard("glow_lens"), None),
        ("discard picked", Discard("picked"), None),
        ("activate picked", Flip("picked", True), None),
        ("activate all", Flip("all", True), None),
        ("deactivate performer", Flip("performer", False), None),
        ("deactivate maru if not lit", Flip("maru", False), Not(LIT)),
        ("reveal disc", RevealDisc(), None),
    ],
)
def test_an_effect_means(text: str, statement: Statement, when: Expression | None) -> None:
    (effect,) = effects(text)
    assert repr(effect.statement) == repr(statement)
    assert repr(effect.when) == repr(when)
    assert effect.source == text


@pytest.mark.parametrize(
    "text, statement",
    [
        ("reroll", Reroll()),
        ("keep booster", KeepBooster()),
        ("total += 2", AdjustTotal(Literal(2))),
        ("total -= 2", AdjustTotal(Literal(-2))),
        ("total -= oil", AdjustTotal(Negate(OIL))),
    ],
)
def test_a_roll_on_the_table_can_be_changed(text: str, statement: Statement) -> None:
    (effect,) = effects(text, after_roll=True)
    assert repr(effect.statement) == repr(statement)


def test_statements_are_separated_by_semicolons_and_line_ends() -> None:
    found = effects("hour += 1; lit = true\n\n  met = false ;\ngive(glow_lens,\n  maru)\n")
    assert [effect.source for effect in found] == [
        "hour += 1",
        "lit = true",
        "met = false",
        "give(glow_lens,\n  maru)",
    ]
    assert [(effect.span.line, effect.span.column) for effect in found] == [(1, 1), (1, 12), (3, 3), (4, 1)]


def test_one_bad_statement_does_not_hide_the_next() -> None:
    result, found = findings(parse_effects, "oyl += 1; lit = 1\nhour ++ ; signal = roll(2d6; met = true")
    assert result is None
    assert [(each.slug, str(each.span)) for each in found] == [
        ("unknown-name", "lamp.yaml:1:1"),
        ("wrong-sort", "lamp.yaml:1:17"),
        ("expression-syntax", "lamp.yaml:2:6"),
        ("expression-syntax", "lamp.yaml:2:28"),
    ]


@pytest.mark.parametrize(
    "text, slug, columns, replacement",
    [
        ("oyl += 1", "unknown-name", (1, 4), "oil"),
        ("items += 1", "unknown-name", (1, 6), None),
        ("mood = clam", "unknown-name", (8, 12), "calm"),
        ("keeper = Ann", "unknown-name", (10, 13), None),
        ("lit = yes", "unknown-name", (7, 10), "true"),
        ("gain glow_len", "unknown-item", (6, 14), "glow_lens"),
        ("discard rope", "unknown-item", (9, 13), None),
        ("give glow_lens to mary", "unknown-character", (19, 23), "maru"),
        ("activate flpto", "unknown-character", (10, 15), "flppto"),
        ("hour = 1 if vistied(2)", "unknown-name", (13, 20), None),
        ("hour = 1 if visited(3)", "unknown-card", (21, 22), None),
        ("signal = true", "wrong-sort", (10, 14), None),
        ("signal = calm", "unknown-name", (10, 14), None),
        ("lit = 1", "wrong-sort", (7, 8), None),
        ("mood = 3", "wrong-sort", (8, 9), None),
        ("mood = 'clam'", "wrong-sort", (8, 14), "'calm'"),
        ("mood = place", "wrong-sort", (8, 13), None),
        ("mood += 1", "wrong-sort", (6, 8), None),
        ("lit += 1", "wrong-sort", (5, 7), None),
        ("hour += true", "wrong-sort", (9, 13), None),
        ("hour = 1 if oil", "wrong-sort", (13, 16), None),
        ("oil = 4", "wrong-sort", (7, 8), None),
        ("oil = -1", "wrong-sort", (7, 9), None),
        ("oil = 1 if lit else 7", "wrong-sort", (21, 22), None),
        ("hour //= 0", "division-by-zero", (10, 11), None),
        ("hour %= -0", "division-by-zero", (9, 11), None),
        ("hour += oil // 0", "division-by-zero", (16, 17), None),
    ],
)
def test_an_effect_that_means_nothing_is_found(
    text: str, slug: str, columns: tuple[int, int], replacement: str | None
) -> None:
    result, found = findings(parse_effects, text)
    finding = only(found)
    assert result is None
    assert (finding.slug, finding.columns, finding.replacement) == (slug, columns, replacement)
    if replacement is not None:
        effects(finding.mended(text))


def test_a_change_may_pass_the_bounds_since_it_is_clamped() -> None:
    (effect,) = effects("oil += 5")
    assert isinstance(effect, Effect)
    assert effect.statement == Assign("oil", "+=", Literal(5))


@pytest.mark.parametrize("dice", ["2d6", "1d2", "20d1000"])
def test_dice_within_the_bounds_are_rolled(dice: str) -> None:
    count, sides = map(int, dice.split("d"))
    (effect,) = effects(f"signal = roll({dice})")
    assert effect.statement == Assign("signal", "=", Roll(count, sides))


@pytest.mark.parametrize(
    "dice, slug",
    [
        ("0d6", "expression-syntax"),
        ("1d0", "expression-syntax"),
        ("1d1", "expression-syntax"),
        ("21d6", "expression-too-large"),
        ("1d1001", "expression-too-large"),
        ("1000000d6", "expression-too-large"),
        ("1d" + "9" * 3_000, "expression-too-large"),
    ],
)
def test_dice_that_would_never_stop_or_never_matter_are_refused(dice: str, slug: str) -> None:
    finding = only(findings(parse_effects, f"signal = roll({dice})")[1])
    assert (finding.slug, finding.columns) == (slug, (15, 15 + len(dice)))


def test_places_come_from_the_file_where_the_loader_knows_them() -> None:
    def indented(offset: int) -> tuple[int, int]:
        before = text[:offset]
        return (40 + before.count("\n"), 7 + offset - (before.rfind("\n") + 1))

    text = "oil -= 1\nlit = 2"
    finding = only(findings(parse_effects, text, positions=indented)[1])
    assert finding.span == Span("lamp.yaml", 41, 13, 41, 14)
