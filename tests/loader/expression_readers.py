"""What the tests of conditions, effects and texts share: reading one over the small story, and what was found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from storyengine.loader.expression_parser import parse_condition, parse_effects, parse_expression
from storyengine.loader.templates import parse_template
from storyengine.model.expressions import Effect, Expression, Kind
from storyengine.source import Span
from tests.strategies import SCOPE

HERE = Span("lamp.yaml", 1, 1, 1, 1)


@dataclass(frozen=True)
class Finding:
    slug: str
    span: Span
    message: str
    why: str
    hint: str
    replacement: str | None

    @property
    def columns(self) -> tuple[int, int]:
        assert self.span.line == self.span.end_line
        return (self.span.column, self.span.end_column)

    def mended(self, text: str) -> str:
        """The text with the replacement in it; `text` has one line."""
        assert self.replacement is not None
        return text[: self.span.column - 1] + self.replacement + text[self.span.end_column - 1 :]


def findings(read: Callable[..., Any], text: str, at: Span = HERE, **options: Any) -> tuple[Any, list[Finding]]:
    """What a parser returns for `text`, and what it reports."""
    found: list[Finding] = []
    result = read(text, at, SCOPE, lambda *finding: found.append(Finding(*finding)), **options)
    return result, found


def condition(text: str) -> Expression:
    """The tree of a condition in which nothing is wrong."""
    result, found = findings(parse_condition, text)
    assert found == []
    expression: Expression = result.expression
    return expression


def value(text: str, expect: Kind | None = None) -> Expression:
    """The tree of a value in which nothing is wrong."""
    result, found = findings(parse_expression, text, expect=expect)
    assert found == []
    expression: Expression = result
    return expression


def effects(text: str, *, after_roll: bool = False) -> tuple[Effect, ...]:
    """The effects of a text in which nothing is wrong."""
    result, found = findings(parse_effects, text, after_roll=after_roll)
    assert found == []
    read: tuple[Effect, ...] = result
    return read


def template(text: str) -> tuple[str | Expression, ...]:
    """The parts of a text in which nothing is wrong."""
    result, found = findings(parse_template, text)
    assert found == []
    parts: tuple[str | Expression, ...] = result
    return parts


def only(found: list[Finding]) -> Finding:
    """The finding, of which there must be exactly one."""
    assert len(found) == 1, found
    return found[0]
