"""Conditions, effects and values, from an author's text to the trees of the model.

Problems are reported, never raised.
"""

from __future__ import annotations

from storyengine.loader.effect_statements import Statements
from storyengine.loader.expression_habits import Place
from storyengine.loader.expression_syntax import Grammar
from storyengine.loader.expression_tokens import Positions, Refused, Report, Source, tokens
from storyengine.loader.expression_types import Resolver, Scope, Typed
from storyengine.model.expressions import Condition, Effect, Expression, Kind
from storyengine.source import Span


def parse_condition(
    text: str, at: Span, scope: Scope, report: Report, *, positions: Positions | None = None
) -> Condition | None:
    """Read a condition, such as `signal >= 7 and not has(star_chart)`.

    Args:
        text: the author's characters.
        at: where the first of them stands.
        scope: what names mean.
        report: takes what is wrong.
        positions: from an offset in `text` to (line, column), where lines are indented or characters escaped.

    Returns:
        The condition, or nothing when something is wrong.
    """
    source = Source(text, at, report, positions)
    expression = _read(source, Place.CONDITION, scope, Kind.FLAG)
    if expression is None:
        return None
    return Condition(expression, text.strip(), source.whole())


def parse_expression(
    text: str, at: Span, scope: Scope, report: Report, *, expect: Kind | None, positions: Positions | None = None
) -> Expression | None:
    """Read a value, such as `wounds + 1`; `expect` is the sort it must have. Otherwise as `parse_condition`."""
    return _read(Source(text, at, report, positions), Place.VALUE, scope, expect)


def parse_text_expression(source: Source, scope: Scope) -> Expression | None:
    """Read what stands in the braces of a text: a number or a word to be printed."""
    typed = _typed(source, Place.TEXT, scope, None)
    if typed is None or typed.kind is not Kind.FLAG:
        return None if typed is None else typed.expression
    whole = source.text.strip()
    start = source.text.index(whole)
    message, why = f"`{whole}` is a flag, and a text shows numbers and words", "a flag has no words of its own"
    hint = f'say what to show: `"yes" if {whole} else "no"`'
    source.complain("wrong-sort", start, start + len(whole), message, why, hint)
    return None


def parse_effects(
    text: str,
    at: Span,
    scope: Scope,
    report: Report,
    *,
    after_roll: bool = False,
    positions: Positions | None = None,
) -> tuple[Effect, ...] | None:
    """Read effects, such as `epm += 2; mood = wary if met`, separated by `;` or by line ends.

    Args:
        text: the author's characters.
        at: where the first of them stands.
        scope: what names mean.
        report: takes what is wrong.
        after_roll: whether a roll lies on the table, so that `reroll`, `total += 2` and `keep booster` mean something.
        positions: from an offset in `text` to (line, column), where lines are indented or characters escaped.

    Returns:
        The effects in the order written, or nothing when something is wrong in any of them.
    """
    source = Source(text, at, report, positions)
    try:
        found = tokens(source, statements=True)
    except Refused:
        return None
    grammar = Grammar(source, found, Place.EFFECT)
    return Statements(grammar, Resolver(source, scope, may_roll=True), after_roll=after_roll).all()


def _read(source: Source, place: Place, scope: Scope, expect: Kind | None) -> Expression | None:
    typed = _typed(source, place, scope, expect)
    return None if typed is None else typed.expression


def _typed(source: Source, place: Place, scope: Scope, expect: Kind | None) -> Typed | None:
    try:
        node = Grammar(source, tokens(source, statements=False), place).whole()
    except Refused:
        return None
    return Resolver(source, scope, may_roll=False).expression(node, expect=expect)
