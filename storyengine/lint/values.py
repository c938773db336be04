"""What a condition can be, whatever is played: every value that a name can have anywhere is allowed for.

Values are kept as an interval for numbers and a set for flags and words. A variable's values are those that its start
and the effects of reachable cards can give it, in whatever order; so an answer of "always" or "never" is sure, and
many a condition that never holds is not seen to be so. The verdicts know more, where they are asked for.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from dataclasses import dataclass

from storyengine.model.expressions import (
    AllOf,
    AnyOf,
    Arithmetic,
    Ask,
    Assign,
    Between,
    Compare,
    Effect,
    Expression,
    Fact,
    Has,
    Holds,
    IfElse,
    Kind,
    Literal,
    Negate,
    Not,
    OneOf,
    Read,
    Roll,
    ToldFact,
    Value,
    Visited,
    parts,
)
from storyengine.model.story import Story
from storyengine.model.tables import LARGEST

EITHER = frozenset({True, False})


@dataclass(frozen=True, slots=True)
class Interval:
    """Whole numbers from `low` to `high`."""

    low: int
    high: int


Possible = Interval | frozenset[Value] | None
"""What a value can be; None where nothing is known about it."""

ANY_NUMBER = Interval(-LARGEST, LARGEST)


class Values:
    """What each name of a story can stand for."""

    def __init__(
        self, story: Story, changes: Iterable[Effect], givable: frozenset[str], unvisited: frozenset[str]
    ) -> None:
        """Work out what variables can be.

        Args:
            story: a loaded story.
            changes: the effects that can happen.
            givable: items that somebody can come to hold.
            unvisited: cards that no play enters.
        """
        self.story, self.givable, self.unvisited = story, givable, unvisited
        self.of: dict[str, Possible] = {}
        for name, variable in story.variables.items():
            if variable.kind is Kind.NUMBER:
                self.of[name] = Interval(int(variable.start), int(variable.start))
            else:
                self.of[name] = frozenset({variable.start})
        assigned = [effect.statement for effect in changes if isinstance(effect.statement, Assign)]
        for name, _ in story.board.cost:
            self.of[name] = Interval(story.variables[name].low, story.variables[name].high)
        if story.board.boost:
            boosted = story.variables[story.board.boost]
            self.of[story.board.boost] = Interval(boosted.low, boosted.high)
        # Each round adds a value to a finite set, or pushes an interval to the end of its range; so this ends.
        while any([self._widen(statement) for statement in assigned]):
            pass

    def knowing(self, name: str, value: Value) -> Values:
        """Return the same with one variable known."""
        other = copy(self)
        known: Possible = Interval(value, value) if _is_number(value) else frozenset({value})  # type: ignore[arg-type]
        other.of = {**self.of, name: known}
        return other

    def _widen(self, statement: Assign) -> bool:
        """Allow for one assignment; whether that added anything."""
        name, variable = statement.variable, self.story.variables[statement.variable]
        before, given = self.of[name], self.of_expression(statement.value)
        if variable.kind is Kind.NUMBER:
            assert isinstance(before, Interval), "a number's values are an interval"
            given = given if isinstance(given, Interval) else ANY_NUMBER
            if statement.operator != "=":
                given = _arithmetic(statement.operator[:-1], before, given)
            low, high = (min(max(end, variable.low), variable.high) for end in (given.low, given.high))
            if statement.operator != "=" or any(isinstance(part, Read) for part in parts(statement.value)):
                # What moves an end at all may be done again and again, so the end goes as far as it can.
                low, high = (variable.low if low < before.low else low), (variable.high if high > before.high else high)
            self.of[name] = Interval(min(before.low, low), max(before.high, high))
        else:
            if before is None or not isinstance(given, frozenset):
                every: Possible = frozenset(variable.words) if variable.words else None
                self.of[name] = EITHER if variable.kind is Kind.FLAG else every
            else:
                assert isinstance(before, frozenset), "a flag's or word's values are a set"
                self.of[name] = before | given
        return self.of[name] != before

    def of_expression(self, expression: Expression) -> Possible:
        """Return what an expression can be."""
        match expression:
            case Literal(value):
                return Interval(value, value) if _is_number(value) else frozenset({value})  # type: ignore[arg-type]
            case Read(name):
                return self.of[name]
            case Ask(fact):
                return self._fact(fact)
            case ToldFact():
                return None
            case Has(item) | Holds(_, item):
                return EITHER if item in self.givable else frozenset({False})
            case Visited(card):
                return frozenset({False}) if card in self.unvisited else EITHER
            case Not(operand):
                return frozenset(not value for value in self.truth(operand))
            case Negate(operand):
                inner = self._number(operand)
                return Interval(-inner.high, -inner.low)
            case Arithmetic(sign, left, right):
                return _arithmetic(sign, self._number(left), self._number(right))
            case Compare(sign, left, right):
                return _compared(sign, self.of_expression(left), self.of_expression(right))
            case Between(value, low, high):
                return self._between(value, low, high)
            case OneOf(value, options):
                return self._any([_compared("==", self.of_expression(value), self.of_expression(o)) for o in options])
            case AllOf(operands):
                found = [self.truth(operand) for operand in operands]
                return _joined(all(True in each for each in found), any(False in each for each in found))
            case AnyOf(operands):
                return self._any([self.truth(operand) for operand in operands])
            case IfElse(test, then, otherwise):
                tested = self.truth(test)
                branches = [one for one, when in ((then, True), (otherwise, False)) if when in tested]
                return _union([self.of_expression(one) for one in branches])
            case Roll(dice, sides):
                return Interval(dice, dice * sides)
            case _:
                return EITHER

    def truth(self, expression: Expression) -> frozenset[bool]:
        """Return what a condition can be; one that divides by zero counts as false."""
        for part in parts(expression):
            if isinstance(part, Arithmetic) and part.operator in ("//", "%"):
                divisor = self._number(part.right)
                if divisor.low <= 0 <= divisor.high:
                    return EITHER
        found = self.of_expression(expression)
        return frozenset(map(bool, found)) if isinstance(found, frozenset) and found else EITHER

    def _number(self, expression: Expression) -> Interval:
        found = self.of_expression(expression)
        return found if isinstance(found, Interval) else ANY_NUMBER

    def _fact(self, fact: Fact) -> Possible:
        story = self.story
        match fact:
            case Fact.ITEMS:
                return Interval(0, len(story.items))
            case Fact.ACTIVE:
                return Interval(0, len(story.crew))
            case Fact.DISCS:
                return Interval(0, len(story.board.planets))
            case Fact.TRAVELLING:
                return EITHER
            case Fact.LEVEL | Fact.TOTAL:
                return ANY_NUMBER
            case _:
                return None

    def _between(self, value: Expression, low: Expression | None, high: Expression | None) -> frozenset[bool]:
        inner = self._number(value)
        ends = ((">=", low), ("<=", high))
        tests = [_compared(sign, inner, self._number(end)) for sign, end in ends if end is not None]
        return _joined(all(True in each for each in tests), any(False in each for each in tests))

    def _any(self, found: list[frozenset[bool]]) -> frozenset[bool]:
        return _joined(any(True in each for each in found), all(False in each for each in found))


def _is_number(value: Value) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _joined(can_hold: bool, can_fail: bool) -> frozenset[bool]:
    return frozenset(value for value, possible in ((True, can_hold), (False, can_fail)) if possible)


def _union(found: list[Possible]) -> Possible:
    if not found or any(each is None for each in found):
        return None
    if all(isinstance(each, Interval) for each in found):
        intervals = [each for each in found if isinstance(each, Interval)]
        return Interval(min(each.low for each in intervals), max(each.high for each in intervals))
    if all(isinstance(each, frozenset) for each in found):
        return frozenset(value for each in found if isinstance(each, frozenset) for value in each)
    return None


_MIRRORED = {"<": ">", "<=": ">="}


def _compared(sign: str, left: Possible, right: Possible) -> frozenset[bool]:
    if isinstance(left, Interval) and isinstance(right, Interval):
        if sign in _MIRRORED:
            return _compared(_MIRRORED[sign], right, left)
        if sign == ">=":
            return _joined(left.high >= right.low, left.low < right.high)
        if sign == ">":
            return _joined(left.high > right.low, left.low <= right.high)
        meets = left.low <= right.high and right.low <= left.high
        differs = not left.low == left.high == right.low == right.high
        return _joined(meets, differs) if sign == "==" else _joined(differs, meets)
    if isinstance(left, frozenset) and isinstance(right, frozenset):
        meets = bool(left & right)
        differs = len(left | right) > 1
        return _joined(meets, differs) if sign == "==" else _joined(differs, meets)
    return EITHER


_ENDS: Mapping[str, Callable[[int, int], int]] = {"+": operator.add, "-": operator.sub, "*": operator.mul}


def _arithmetic(sign: str, left: Interval, right: Interval) -> Interval:
    if sign == "+":
        return Interval(left.low + right.low, left.high + right.high)
    if sign == "-":
        return Interval(left.low - right.high, left.high - right.low)
    if sign == "*":
        corners = [one * other for one in (left.low, left.high) for other in (right.low, right.high)]
        bounded = [max(-LARGEST, min(LARGEST, corner)) for corner in corners]
        return Interval(min(bounded), max(bounded))
    if sign == "%" and right.low > 0:
        return Interval(0, right.high - 1)
    if sign == "//" and right.low > 0:
        corners = [one // other for one in (left.low, left.high) for other in (right.low, right.high)]
        return Interval(min(corners), max(corners))
    return ANY_NUMBER
