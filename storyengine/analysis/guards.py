"""Conditions as guards of a net: for an answer yes or no, the conjunctions of simple tests under which it can be given.

What the net does not know can always be either way, so a guard may allow too much and never too little.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product

from storyengine.analysis.domains import HELD, Domains
from storyengine.analysis.net import Guard, NetVariable, Relation
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
    Literal,
    Negate,
    Not,
    OneOf,
    Read,
    Roll,
    Value,
    Visited,
    parts,
)
from storyengine.runtime.evaluate import ARITHMETIC, COMPARISONS, Undefined

MOST_CASES = 64
"""Conjunctions of one condition; a condition with more is taken to be either way."""
MOST_ROWS = 20_000
"""Combinations of values that are tried to tabulate a test of several variables."""


@dataclass(frozen=True, slots=True)
class Case:
    """A conjunction."""

    masks: Guard = ()
    relations: tuple[Relation, ...] = ()


FREE = Case()
ALWAYS: tuple[Case, ...] = (FREE,)
NEVER: tuple[Case, ...] = ()


def conjoin(one: Case, other: Case) -> Case | None:
    """Return both together, or nothing when they exclude each other."""
    if other is FREE or one is FREE:
        return one if other is FREE else other
    masks = dict(one.masks)
    for variable, mask in other.masks:
        masks[variable] = masks.get(variable, mask) & mask
        if not masks[variable]:
            return None
    return Case(tuple(sorted(masks.items())), tuple(dict.fromkeys((*one.relations, *other.relations))))


def all_of(groups: Iterable[tuple[Case, ...]]) -> tuple[Case, ...]:
    """Return the cases in which every group has a case."""
    cases = ALWAYS
    for group in groups:
        if group is ALWAYS:
            continue
        joined = (conjoin(case, other) for case in cases for other in group)
        cases = tuple(dict.fromkeys(case for case in joined if case))
        if len(cases) > MOST_CASES:
            return ALWAYS
    return cases


def any_of(groups: Iterable[tuple[Case, ...]]) -> tuple[Case, ...]:
    """Return the cases of all groups."""
    cases = tuple(dict.fromkeys(case for group in groups for case in group))
    return ALWAYS if FREE in cases or len(cases) > MOST_CASES else cases


Situation = Mapping[Fact, Value]
"""The facts that are known at a control point."""
UNKNOWN = object()
"""Stands for a fact that is not among them."""


class Unknowable(Exception):
    """The net does not know what an expression asks for. Never leaves this module."""


class Guards:
    """Turns a story's conditions into guards."""

    def __init__(self, domains: Domains) -> None:
        """Take the variables of the net."""
        self.domains = domains
        self._asked: dict[int, tuple[Fact, ...]] = {}
        """By identity of an expression: the facts that it asks for."""
        self._known: dict[tuple[int, tuple[object, ...], bool], tuple[Case, ...]] = {}
        self._kept: list[Expression] = []
        """Expressions that are known by their identity, which is theirs as long as they live."""

    def cases(self, expression: Expression | None, situation: Situation, answer: bool = True) -> tuple[Case, ...]:
        """Return the cases in which a condition can have an answer; a division by zero counts as no."""
        if expression is None:
            return ALWAYS if answer else NEVER
        # A condition is read once for each way of getting to it, and mostly means the same each time.
        name = id(expression)
        if name not in self._asked:
            self._kept.append(expression)
            self._asked[name] = tuple({part.fact for part in parts(expression) if isinstance(part, Ask)})
        key = (name, tuple(situation.get(fact, UNKNOWN) for fact in self._asked[name]), answer)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._cases(expression, situation, answer)
        return known

    def _cases(self, expression: Expression, situation: Situation, answer: bool) -> tuple[Case, ...]:
        match expression:
            case Literal(value):
                return ALWAYS if bool(value) == answer else NEVER
            case Not(operand):
                # Not of something undefined is undefined, and so does not hold: both answers look at `answer` alone.
                return (
                    self.cases(operand, situation, not answer)
                    if not _may_fail(operand)
                    else self._atom(expression, situation, answer)
                )
            case AllOf(operands) | AnyOf(operands) if not any(map(_may_fail, operands)):
                groups = [self.cases(operand, situation, answer) for operand in operands]
                return all_of(groups) if isinstance(expression, AllOf) == answer else any_of(groups)
            case IfElse(test, then, otherwise) if not _may_fail(expression):
                yes, no = self.cases(test, situation), self.cases(test, situation, False)
                return any_of(
                    (
                        all_of((yes, self.cases(then, situation, answer))),
                        all_of((no, self.cases(otherwise, situation, answer))),
                    )
                )
            case _:
                return self._atom(expression, situation, answer)

    def _atom(self, expression: Expression, situation: Situation, answer: bool) -> tuple[Case, ...]:
        """Tabulate a test over the variables it reads."""
        try:
            read = self.variables_of(expression, situation)
        except Unknowable:
            return ALWAYS
        known = [self.domains.variables[variable] for variable in read]
        rows = 1
        for variable in known:
            rows *= variable.size
        if rows > MOST_ROWS:
            return ALWAYS
        loose = any(variable.open_ended for variable in known) and not _is_simple(expression)
        allowed = [
            values
            for values in product(*(range(variable.size) for variable in known))
            if (loose and _at_an_end(known, values))
            or self._holds(expression, dict(zip(read, values, strict=True)), situation) == answer
        ]
        if len(allowed) == rows:
            return ALWAYS
        if not allowed:
            return NEVER
        if len(read) == 1:
            return (Case(((read[0], sum(1 << values[0] for values in allowed)),)),)
        return (Case((), (Relation(tuple(read), frozenset(allowed)),)),)

    def variables_of(self, expression: Expression, situation: Situation) -> list[int]:
        """Return the variables that an expression reads.

        Raises:
            Unknowable: it reads something else besides.
        """
        domains, found = self.domains, []
        for part in parts(expression):
            match part:
                case Read(name):
                    if name not in domains.of_variable:
                        raise Unknowable
                    found.append(domains.of_variable[name])
                case Has(item):
                    found.append(domains.of_item[item])
                case Visited(card):
                    found.append(domains.of_card[card])
                case Ask(Fact.LEVEL) if Fact.LEVEL not in situation:
                    by = domains.program.story.challenges.by
                    if by and by not in domains.of_variable:
                        raise Unknowable
                    if by:
                        found.append(domains.of_variable[by])
                case Ask(Fact.DISCS):
                    if domains.of_discs >= 0:
                        found.append(domains.of_discs)
                case Ask(fact) if fact not in situation:
                    raise Unknowable
                case Holds() | IsActive() | Roll():
                    raise Unknowable
        return sorted(set(found))

    def _holds(self, expression: Expression, values: Mapping[int, int], situation: Situation) -> bool:
        try:
            return bool(self.evaluate(expression, values, situation))
        except Undefined:
            return False

    def evaluate(self, expression: Expression, values: Mapping[int, int], situation: Situation) -> Value:
        """Return an expression's value for values of the variables it reads.

        Raises:
            Undefined: it has none, such as a division by zero.
        """
        domains = self.domains

        def value(inner: Expression) -> Value:
            return self.evaluate(inner, values, situation)

        match expression:
            case Literal(constant):
                return constant
            case Read(name):
                return _meant(domains.variables[domains.of_variable[name]], values[domains.of_variable[name]])
            case Has(item):
                return values[domains.of_item[item]] == HELD
            case Visited(card):
                return values[domains.of_card[card]] == 1
            case Ask(Fact.DISCS):
                return values[domains.of_discs] if domains.of_discs >= 0 else 0
            case Ask(Fact.LEVEL) if Fact.LEVEL not in situation:
                table = domains.program.story.challenges
                if not table.by:
                    return table.level
                index = domains.of_variable[table.by]
                return table.level_at(values[index] + domains.variables[index].low)
            case Ask(fact):
                return situation[fact]
            case Not(operand):
                return not value(operand)
            case Negate(operand):
                return -int(value(operand))
            case Arithmetic(operator, left, right):
                return ARITHMETIC[operator](int(value(left)), int(value(right)))
            case Compare(operator, left, right):
                return COMPARISONS[operator](value(left), value(right))
            case Between(asked, low, high):
                number = int(value(asked))
                return (low is None or int(value(low)) <= number) and (high is None or number <= int(value(high)))
            case OneOf(asked, options):
                return value(asked) in tuple(map(value, options))
            case AllOf(operands):
                return all(map(value, operands))
            case AnyOf(operands):
                return any(map(value, operands))
            case IfElse(test, then, otherwise):
                return value(then) if value(test) else value(otherwise)
            case _:
                raise AssertionError(f"unknowable, so never evaluated: {expression!r}")


def _meant(variable: NetVariable, value: int) -> Value:
    if variable.words == ("false", "true"):
        return bool(value)
    return variable.words[value] if variable.words else value + variable.low


def _may_fail(expression: Expression) -> bool:
    """Whether it divides by something that may be zero."""
    return any(
        isinstance(part, Arithmetic)
        and part.operator in ("//", "%")
        and not (isinstance(part.right, Literal) and part.right.value)
        for part in parts(expression)
    )


def _is_simple(expression: Expression) -> bool:
    """Whether it compares variables with constants and no more, so that an open end answers as all beyond it."""

    def plain(operand: Expression | None) -> bool:
        return (
            operand is None
            or isinstance(operand, Literal | Read)
            or (isinstance(operand, Negate) and isinstance(operand.operand, Literal))
        )

    def reads(operands: Iterable[Expression | None]) -> int:
        return sum(isinstance(operand, Read) for operand in operands)

    match expression:
        case Compare(_, left, right):
            return plain(left) and plain(right) and reads((left, right)) < 2
        case Between(value, low, high):
            return plain(value) and plain(low) and plain(high) and reads((low, high)) == 0
        case OneOf(value, options):
            return plain(value) and all(map(plain, options)) and reads(options) == 0
        case _:
            return False


def _at_an_end(variables: list[NetVariable], values: tuple[int, ...]) -> bool:
    return any(
        variable.open_ended and value in (0, variable.size - 1)
        for variable, value in zip(variables, values, strict=True)
    )
