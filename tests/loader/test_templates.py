"""Texts with expressions in braces."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storyengine.loader.templates import parse_template
from storyengine.model.expressions import (
    Arithmetic,
    Ask,
    Compare,
    Expression,
    Fact,
    IfElse,
    Kind,
    Literal,
    Read,
    ToldFact,
)
from storyengine.model.formatting import format_expression
from storyengine.source import Span
from tests import strategies
from tests.loader.expression_readers import HERE, Finding, findings, only, template
from tests.strategies import SCOPE


@pytest.mark.parametrize(
    "text, parts",
    [
        ("", ()),
        ("A yard of wet stone.", ("A yard of wet stone.",)),
        ("It hums. {signal} bars.", ("It hums. ", Read("signal"), " bars.")),
        ("{signal}{ hour }", (Read("signal"), Read("hour"))),
        ("watches, {mood}.\n", ("watches, ", Read("mood"), ".\n")),
        ("{items} of {performer}", (Ask(Fact.ITEMS), " of ", Ask(Fact.PERFORMER))),
        (
            '{"late" if hour >= 9 else ""}',
            (IfElse(Compare(">=", Read("hour"), Literal(9)), Literal("late"), Literal("")),),
        ),
        ("{'}' if lit else '{{'}!", (IfElse(Read("lit"), Literal("}"), Literal("{{")), "!")),
        ("{'a: b|c?' if lit else mood}", (IfElse(Read("lit"), Literal("a: b|c?"), Read("mood")),)),
        ("{calm if lit else mood}", (IfElse(Read("lit"), Literal("calm"), Read("mood")),)),
        ("{game.score} of {game.luck}", (ToldFact("score"), " of ", ToldFact("luck"))),
        ("{signal - game.score}", (Arithmetic("-", Read("signal"), ToldFact("score")),)),
        (
            '{"fair" if game.luck == "good" else mood}',
            (IfElse(Compare("==", ToldFact("luck"), Literal("good")), Literal("fair"), Read("mood")),),
        ),
        ("{{signal}} and {{}}", ("{signal} and {}",)),
        ("{{{signal}}}", ("{", Read("signal"), "}")),
        ('He said: "it\'s late".', ('He said: "it\'s late".',)),
    ],
)
def test_a_text_reads_as(text: str, parts: tuple[str | Expression, ...]) -> None:
    assert repr(template(text)) == repr(parts)


@pytest.mark.parametrize(
    "text, columns, replacement",
    [
        ("a { b", (3, 4), None),
        ("a {signal b", (3, 4), None),
        ("a {oil {hour} b", (3, 4), None),
        ("a } b", (3, 4), "}}"),
        ("a {} b", (3, 5), "{{}}"),
        ("a {   } b", (3, 8), "{{}}"),
        ("a {hour >= 9: late} b", (3, 20), None),
        ("a {lit: yes|no} b", (3, 16), None),
        ("a {red|green} b", (3, 14), None),
        ("a {if lit} b", (3, 11), None),
        ("a {/if} b", (3, 8), None),
        ("a {endif} b", (3, 10), None),
        ("a {lit ? 1 : 2} b", (3, 16), None),
    ],
)
def test_braces_that_hold_no_value_are_found(text: str, columns: tuple[int, int], replacement: str | None) -> None:
    finding = only(findings(parse_template, text)[1])
    assert (finding.slug, finding.columns, finding.replacement) == ("text-braces", columns, replacement)
    if replacement is not None:
        template(finding.mended(text))


def test_conditional_text_from_other_tools_is_told_about_parts() -> None:
    finding = only(findings(parse_template, "{hour >= 9: late}")[1])
    assert finding.message == "`{hour >= 9: late}` is not how a text reads differently"
    assert finding.hint == "make the text a list of parts, and give the part that is not always read a `when`"


@pytest.mark.parametrize(
    "text, slug, columns",
    [
        ("a {signl} b", "unknown-name", (4, 9)),
        ("a { oil / 2 } b", "expression-syntax", (9, 10)),
        ("a {oil // 0} b", "division-by-zero", (11, 12)),
        ("a {lit} b", "wrong-sort", (4, 7)),
        ("a { not lit } b", "wrong-sort", (5, 12)),
        ("a {roll(2d6)} b", "expression-syntax", (4, 13)),
        ("a {He's late} b", "expression-syntax", (6, 13)),
        ("a {oil hour} b", "expression-syntax", (8, 12)),
        ("a {wary if lit else calm} b", "unknown-name", (4, 8)),
    ],
)
def test_what_is_wrong_inside_braces_is_found_there(text: str, slug: str, columns: tuple[int, int]) -> None:
    parts, found = findings(parse_template, text)
    assert (found[0].slug, found[0].columns) == (slug, columns)
    assert parts == (text,)


def test_every_pair_of_braces_is_looked_at() -> None:
    parts, found = findings(parse_template, "{signl} {hour}\n  {oil\n{lit} {moood}", Span("a.yaml", 8, 5, 8, 5))
    assert [(each.slug, str(each.span)) for each in found] == [
        ("unknown-name", "a.yaml:8:6"),
        ("text-braces", "a.yaml:9:3"),
        ("wrong-sort", "a.yaml:10:2"),
        ("unknown-name", "a.yaml:10:8"),
    ]
    assert parts == ("{signl} ", Read("hour"), "\n  {oil\n{lit} {moood}")


def test_a_flag_is_told_how_to_be_shown() -> None:
    finding = only(findings(parse_template, "{lit}")[1])
    assert finding.message == "`lit` is a flag, and a text shows numbers and words"
    assert finding.hint == 'say what to show: `"yes" if lit else "no"`'


@given(st.lists(st.text(min_size=1) | strategies.numbers(2), max_size=5))
def test_any_text_can_be_written_around_any_expression(parts: list[str | Expression]) -> None:
    pieces = [
        part.replace("{", "{{").replace("}", "}}") if isinstance(part, str) else "{" + format_expression(part) + "}"
        for part in parts
    ]
    read = template("".join(pieces))
    assert "".join(part for part in read if isinstance(part, str)) == "".join(
        part for part in parts if isinstance(part, str)
    )
    assert repr([part for part in read if not isinstance(part, str)]) == repr(
        [part for part in parts if not isinstance(part, str)]
    )
    assert "" not in read
    assert not any(isinstance(one, str) and isinstance(two, str) for one, two in pairwise(read))


@given(st.text(st.sampled_from("{}\"'\\ \n:|aoil"), max_size=30))
def test_any_text_with_braces_is_read_or_found_wrong(text: str) -> None:
    parts, found = findings(parse_template, text)
    if not found:
        assert all(part != "" for part in parts)
    assert all(1 <= finding.span.line <= text.count("\n") + 1 for finding in found)


def _told(facts: dict[str, Kind] | None, text: str) -> list[Finding]:
    """What is found in a text of a story whose card games tell these facts."""
    found: list[Finding] = []
    scope = replace(SCOPE, told=lambda: facts)
    parse_template(text, HERE, scope, lambda *finding: found.append(Finding(*finding)))
    return found


@pytest.mark.parametrize(
    "facts, text, message, hint",
    [
        ({"score": Kind.NUMBER}, "{game.scoer}", "tells `game.scoer`", "did you mean `game.score`?"),
        ({"score": Kind.NUMBER}, "{game.luck}", "tells `game.luck`", "there is `game.score`"),
        ({}, "{game.score}", "no card of this story opens a card game", "`minigame`"),
        (None, "{gane.score}", "`gane.score` means nothing", "did you mean `game.score`?"),
        ({"luck": Kind.WORD}, "{game.luck + 1}", "`game.luck` is a word", "game.luck"),
        ({"luck": Kind.WORD}, "{1 if game.luck == 3 else 2}", "`3` is a number", "game.luck"),
    ],
)
def test_what_no_game_tells_is_found(facts: dict[str, Kind] | None, text: str, message: str, hint: str) -> None:
    (found,) = _told(facts, text)
    assert message in found.message and hint in found.hint


@pytest.mark.parametrize("text", ["{game.anything}", '{1 if game.anything == "good" else 2}', "{game.anything + 1}"])
def test_where_games_are_not_checked_they_may_tell_anything_of_any_sort(text: str) -> None:
    assert _told(None, text) == []
