"""Names that mean nothing, and numbers, flags and words where they do not belong."""

from __future__ import annotations

import pytest

from storyengine.loader.expression_parser import parse_condition, parse_effects, parse_expression
from storyengine.loader.expression_types import Scope, VariableSort
from storyengine.model.expressions import Kind, Literal
from storyengine.source import Span
from tests.loader.expression_readers import Finding, condition, findings, only, value


def read(text: str) -> list[Finding]:
    return findings(parse_condition, text)[1]


@pytest.mark.parametrize(
    "text, slug, columns, replacement",
    [
        ("signl >= 3", "unknown-name", (1, 6), "signal"),
        ("not Met", "unknown-name", (5, 8), "met"),
        ("lit and\tmett", "unknown-name", (9, 13), "met"),
        ("mood == clam", "unknown-name", (9, 13), "calm"),
        ("mood in [calm, angy]", "unknown-name", (16, 20), "angry"),
        ("challenge is diplomcy", "unknown-name", (14, 22), "diplomacy"),
        ("place == folop", "unknown-name", (10, 15), "follop"),
        ("picked == glow_lense", "unknown-name", (11, 21), "glow_lens"),
        ("performer == flpto", "unknown-character", (14, 19), "flppto"),
        ("active(mary)", "unknown-character", (8, 12), "maru"),
        ("holds(flpto, glow_lens)", "unknown-character", (7, 12), "flppto"),
        ("has(glow_lends)", "unknown-item", (5, 15), "glow_lens"),
        ("has(old_map)", "unknown-item", (5, 12), '"old map"'),
        ("holds(maru, glowlens)", "unknown-item", (13, 21), "glow_lens"),
        ("visited( dta/41 )", "unknown-card", (10, 16), "data/41"),
        ('visited("odd name really")', "unknown-card", (9, 26), '"odd name (really)"'),
        ("lit == yes", "unknown-name", (8, 11), "true"),
        ("lit == no", "unknown-name", (8, 10), "false"),
        ("lit is on", "unknown-name", (8, 10), "true"),
        ("lit is OFF", "unknown-name", (8, 11), "false"),
        ("lit == True", "unknown-name", (8, 12), "true"),
        ("glow_lens", "unknown-name", (1, 10), "has(glow_lens)"),
        ("not maru", "unknown-name", (5, 9), "active(maru)"),
        ("hasnt(glow_lens)", "unknown-name", (1, 6), None),
        ("zzz > 1", "unknown-name", (1, 4), None),
        ('mood == "clam"', "wrong-sort", (9, 15), '"calm"'),
        ("mood == 'clam'", "wrong-sort", (9, 15), "'calm'"),
        ("mood == calm or wary", "wrong-sort", (17, 21), "mood == wary"),
        ("lit or mood != calm or 'wary'", "wrong-sort", (24, 30), "mood != 'wary'"),
    ],
)
def test_a_name_that_means_nothing_is_found_with_what_was_probably_meant(
    text: str, slug: str, columns: tuple[int, int], replacement: str | None
) -> None:
    finding = only(read(text))
    assert (finding.slug, finding.columns, finding.replacement) == (slug, columns, replacement)
    if replacement is not None:
        condition(finding.mended(text))


@pytest.mark.parametrize(
    "text, columns",
    [
        ("mood > 3", (8, 9)),
        ("mood > calm", (6, 7)),
        ("lit < met", (5, 6)),
        ("lit + 1 > 2", (1, 4)),
        ("1 + mood > 2", (5, 9)),
        ("-lit == 1", (2, 5)),
        ("signal == true", (11, 15)),
        ("lit == 1", (8, 9)),
        ("not signal", (5, 11)),
        ("lit and signal", (9, 15)),
        ("signal or lit", (1, 7)),
        ("oil", (1, 4)),
        ("mood", (1, 5)),
        ("lit in 0..1", (1, 4)),
        ("oil in 0..lit", (11, 14)),
        ("oil in lit..3", (8, 11)),
        ("oil in [0, true]", (12, 16)),
        ("(1 if oil else 2) > 1", (7, 10)),
        ("(1 if lit else met) > 1", (16, 19)),
        ("mood == place", (9, 14)),
        ("lit if met else 3", (17, 18)),
        ("oil < lit < 3", (7, 10)),
    ],
)
def test_numbers_flags_and_words_do_not_mix(text: str, columns: tuple[int, int]) -> None:
    found = read(text)
    assert (found[0].slug, found[0].columns, found[0].replacement) == ("wrong-sort", columns, None)


@pytest.mark.parametrize(
    "text, columns",
    [
        ("oil // 0 > 1", (8, 9)),
        ("oil % 0 == 1", (7, 8)),
        ("oil // (0) > 1", (9, 10)),
        ("oil // -0 > 1", (8, 10)),
        ("7 % -(0) == 0", (5, 8)),
    ],
)
def test_a_typed_zero_divides_nothing(text: str, columns: tuple[int, int]) -> None:
    finding = only(read(text))
    assert (finding.slug, finding.columns) == ("division-by-zero", columns)


def test_a_variable_that_may_be_zero_can_divide() -> None:
    condition("signal // oil > 2")


def test_all_that_is_wrong_is_found_at_once() -> None:
    assert [(each.slug, each.columns) for each in read("oyl > 1 and has(rope) or lit + 1 == mood")] == [
        ("unknown-name", (1, 4)),
        ("unknown-item", (17, 21)),
        ("wrong-sort", (26, 29)),
    ]


def test_a_misspelt_variable_is_found_where_it_is_changed_and_where_it_is_read() -> None:
    scope = Scope({"courage": VariableSort(Kind.NUMBER)})
    found: list[Finding] = []
    for parse, text in ((parse_effects, "corage += 1"), (parse_condition, "not (Courage > 2)")):
        parse(text, Span("a.yaml", 3, 9, 3, 9), scope, lambda *finding: found.append(Finding(*finding)))
    assert [(each.slug, str(each.span), each.replacement) for each in found] == [
        ("unknown-name", "a.yaml:3:9", "courage"),
        ("unknown-name", "a.yaml:3:14", "courage"),
    ]
    assert found[0].message == "there is no variable `corage`"
    assert found[0].hint == "did you mean `courage`?"


def test_at_most_three_near_names_are_given_and_none_of_several_is_taken() -> None:
    scope = Scope({f"oil{end}": VariableSort(Kind.NUMBER) for end in "abcde"})
    found: list[Finding] = []
    parse_condition("oilx > 1", Span("a.yaml", 1, 1, 1, 1), scope, lambda *finding: found.append(Finding(*finding)))
    assert only(found).hint.count("`") == 6
    assert only(found).replacement is None


def test_a_word_with_listed_words_can_stand_beside_any_other_value_where_nothing_is_compared() -> None:
    value('mood if lit else "nobody"', Kind.WORD)


def test_an_expected_sort_is_checked() -> None:
    result, found = findings(parse_expression, "lit", expect=Kind.NUMBER)
    assert result is None
    assert only(found).message == "`lit` is a flag, and here a number is needed"


def test_a_word_of_a_domain_wins_over_a_variable_beside_that_domain_only() -> None:
    scope = Scope(
        {
            "mood": VariableSort(Kind.WORD, ("calm", "wary")),
            "calm": VariableSort(Kind.NUMBER),
            "level": VariableSort(Kind.FLAG),
        }
    )
    for text in ("mood == calm", "calm > 3", "level"):
        assert parse_condition(text, Span("a.yaml", 1, 1, 1, 1), scope, lambda *finding: pytest.fail(str(finding)))


def test_messages_are_in_the_authors_words() -> None:
    slips = [
        "signl > 1",
        "mood > 3",
        "oil / 2 > 1",
        "lit + 1 > 2",
        "oil // 0 > 1",
        "mood",
        "lit == yes",
        "(lit",
        "a b c",
    ]
    for text in slips:
        for finding in read(text):
            words = f"{finding.message} {finding.why} {finding.hint}".lower()
            assert not any(
                word in words for word in ("int", "bool", "str", "token", "parse", "none", "syntax", "operand")
            )
            assert finding.message[0].islower() or finding.message[0] == "`"
            assert not finding.message.endswith(".")


def test_a_literal_is_its_own_sort() -> None:
    assert repr(value("true")) == repr(Literal(True))
    assert repr(value("1")) == repr(Literal(1))
