"""Expressions made into functions of a run, once, when a story's program is built."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from storyengine.model.cards import Seen, Template, Text
from storyengine.model.expressions import (
    AllOf,
    AnyOf,
    Arithmetic,
    Ask,
    Between,
    Compare,
    Condition,
    Expression,
    Fact,
    Has,
    Holds,
    IfElse,
    IsActive,
    Literal,
    Negate,
    Not,
    OneOf,
    Read,
    Roll,
    ToldFact,
    Value,
    Visited,
)
from storyengine.model.tables import LARGEST

if TYPE_CHECKING:
    from storyengine.runtime.machine import Run

Evaluated = Callable[["Run"], Value]
Test = Callable[["Run"], bool]


class Undefined(Exception):
    """An expression has no value here, such as a division by zero. Never leaves the runtime."""


def _floor_divide(left: int, right: int) -> int:
    if right == 0:
        raise Undefined("it divides by zero")
    return left // right


def _remainder(left: int, right: int) -> int:
    if right == 0:
        raise Undefined("it divides by zero")
    return left % right


def _bounded_product(left: int, right: int) -> int:
    # Values stay within LARGEST, but a product of products could grow without end inside one expression.
    product = left * right
    return max(-LARGEST, min(LARGEST, product))


ARITHMETIC: Mapping[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": _bounded_product,
    "//": _floor_divide,
    "%": _remainder,
}
COMPARISONS: Mapping[str, Callable[[Value, Value], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,  # the parser lets only numbers get here
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class Compiler:
    """Turns expressions of one story into functions; knows where each name's value stands in a run."""

    def __init__(self, variables: Mapping[str, int], items: Mapping[str, int], characters: Mapping[str, int]) -> None:
        """Take the index of each variable, item and character."""
        self.variables, self.items, self.characters = variables, items, characters

    def value(self, expression: Expression) -> Evaluated:
        """Return a function that gives the expression's value; it raises `Undefined` where there is none."""
        match expression:
            case Literal(constant):
                return lambda run: constant
            case Read(name):
                index = self.variables[name]
                return lambda run: run.values[index]
            case Ask(fact):
                return FACTS[fact]
            case ToldFact(name):
                return lambda run: run.told_fact(name)
            case Has(item):
                index = self.items[item]
                return lambda run: run.is_held(index)
            case Holds(character, item):
                index = self.items[item]
                return lambda run: run.holders[index] == character
            case IsActive(character):
                index = self.characters[character]
                return lambda run: run.active[index]
            case Visited(card):
                return lambda run: card in run.visited
            case Not(operand):
                inner = self.value(operand)
                return lambda run: not inner(run)
            case Negate(operand):
                inner = self.value(operand)
                return lambda run: -inner(run)  # type: ignore[operator]  # the parser checked that it is a number
            case Arithmetic(sign, left, right):
                return self._pair(ARITHMETIC[sign], left, right)  # type: ignore[arg-type]
            case Compare(sign, left, right):
                return self._pair(COMPARISONS[sign], left, right)
            case Between():
                return self._between(expression)
            case OneOf(value, options):
                asked, members = self.value(value), tuple(map(self.value, options))
                return lambda run: asked(run) in tuple(member(run) for member in members)
            case AllOf(operands):
                tests = tuple(map(self.value, operands))
                return lambda run: all(test(run) for test in tests)
            case AnyOf(operands):
                tests = tuple(map(self.value, operands))
                return lambda run: any(test(run) for test in tests)
            case IfElse(test, then, otherwise):
                choose, yes, no = self.value(test), self.value(then), self.value(otherwise)
                return lambda run: yes(run) if choose(run) else no(run)
            case Roll(dice, sides):
                return lambda run: run.rolled_sum(dice, sides)

    def _pair(self, apply: Callable[[Value, Value], Value], left: Expression, right: Expression) -> Evaluated:
        first, second = self.value(left), self.value(right)
        return lambda run: apply(first(run), second(run))

    def _between(self, expression: Between) -> Evaluated:
        value = self.value(expression.value)
        low = self.value(expression.low) if expression.low else None
        high = self.value(expression.high) if expression.high else None

        def between(run: Run) -> bool:
            asked = value(run)
            return (low is None or low(run) <= asked) and (high is None or asked <= high(run))  # type: ignore[operator]

        return between

    def test(self, condition: Condition | None) -> Test | None:
        """Return a function that says whether a condition holds; one without a value counts as not holding."""
        if condition is None:
            return None
        value = self.value(condition.expression)

        def holds(run: Run) -> bool:
            try:
                return bool(value(run))
            except Undefined as undefined:
                run.notice(f"`{condition.source}` has no answer here, since {undefined}; it counts as not holding")
                return False

        return holds

    def template(self, template: Template) -> Callable[[Run], str]:
        """Return a function that fills a text in; what has no value is printed as `?`."""
        pieces = tuple(piece if isinstance(piece, str) else self.value(piece) for piece in template)

        def fill(run: Run) -> str:
            return "".join(piece if isinstance(piece, str) else _printed(piece, run) for piece in pieces)

        return fill

    def text(self, text: Text | None, card: str) -> Callable[[Run], str]:
        """Return a function that reads a text aloud: the parts that hold, an empty line between them."""
        if text is None:
            return lambda run: ""
        parts = tuple((self.template(part.template), self.test(part.when), part.seen) for part in text.parts)

        def read(run: Run) -> str:
            first = card not in run.visited
            heard = [
                fill(run)
                for fill, holds, seen in parts
                if (seen is Seen.ALWAYS or (seen is Seen.FIRST) == first) and (holds is None or holds(run))
            ]
            return "\n\n".join(part for part in heard if part)

        return read


def _printed(value: Evaluated, run: Run) -> str:
    try:
        found = value(run)
    except Undefined as undefined:
        run.notice(f"a value in the text cannot be shown, since {undefined}")
        return "?"
    if isinstance(found, bool):
        return "yes" if found else "no"
    return str(found)


def _challenge_type(run: Run) -> str:
    for spot in reversed(run.spots):
        if spot.task:
            return spot.task.type
        if spot.type:
            return spot.type
    return ""


def _picked(run: Run) -> str:
    return next((spot.picked for spot in reversed(run.spots) if spot.picked), "")


def _performer(run: Run) -> str:
    return next((spot.performer for spot in reversed(run.spots) if spot.performer), "")


FACTS: Mapping[Fact, Evaluated] = {
    Fact.ITEMS: lambda run: sum(map(run.is_held, range(len(run.holders)))),
    Fact.ACTIVE: lambda run: sum(map(int, run.active)),
    Fact.DISCS: lambda run: sum(1 for disc in run.discs if disc.colour),
    Fact.LEVEL: lambda run: run.level_now(),
    Fact.TOTAL: lambda run: run.total_on_table(),
    Fact.CHALLENGE: _challenge_type,
    Fact.PLACE: lambda run: run.place,
    Fact.PICKED: _picked,
    Fact.PERFORMER: _performer,
    Fact.TRAVELLING: lambda run: run.travelling,
}
