"""Branches that ask about one variable: which of its values each arm takes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from storyengine.lint.facts import Facts
from storyengine.lint.values import Interval
from storyengine.model.cards import Branch
from storyengine.model.expressions import (
    AllOf,
    AnyOf,
    Arithmetic,
    Between,
    Compare,
    Expression,
    IfElse,
    Literal,
    Negate,
    Not,
    OneOf,
    Read,
    Value,
    parts,
)

MOST_VALUES = 10_000
_PURE = Literal | Read | Not | Negate | Arithmetic | Compare | Between | OneOf | AllOf | AnyOf | IfElse


@dataclass(frozen=True, slots=True)
class Band:
    """A branch that depends on one variable alone."""

    variable: str
    values: tuple[Value, ...]
    """What the variable can be, in order."""
    by_arm: tuple[frozenset[Value], ...]
    """The values for which each arm's condition holds, whatever the arms before it take."""

    @property
    def left_over(self) -> tuple[Value, ...]:
        """The values for which no arm holds."""
        taken = frozenset().union(*self.by_arm)
        return tuple(value for value in self.values if value not in taken)


def band_of(facts: Facts, branch: Branch) -> Band | None:
    """Return how a branch divides the values of the one variable that it asks about; nothing for other branches."""
    asked = [arm.when.expression for arm in branch.arms if arm.when]
    inside = [part for expression in asked for part in parts(expression)]
    names = {part.name for part in inside if isinstance(part, Read)}
    if len(names) != 1 or not all(isinstance(part, _PURE) for part in inside):
        return None
    name = names.pop()
    values = _values(facts, name)
    if values is None:
        return None
    by_arm = tuple(
        frozenset(value for value in values if arm.when is None or _holds(facts, arm.when.expression, name, value))
        for arm in branch.arms
    )
    return Band(name, values, by_arm)


def _values(facts: Facts, name: str) -> tuple[Value, ...] | None:
    possible = facts.values.of[name]
    if isinstance(possible, Interval):
        if possible.high - possible.low >= MOST_VALUES:
            return None
        return tuple(range(possible.low, possible.high + 1))
    return tuple(sorted(possible, key=str)) if possible is not None else None


def _holds(facts: Facts, expression: Expression, name: str, value: Value) -> bool:
    return facts.values.knowing(name, value).truth(expression) == {True}


def in_words(values: Iterable[Value], between: str = " or ") -> str:
    """Return values in words: `3 to 5 or 9`, `calm or wary`."""
    found: list[str] = []
    run: list[int] = []
    for value in values:
        if not isinstance(value, int) or isinstance(value, bool):
            found.append(str(value).lower() if isinstance(value, bool) else str(value))
        elif run and value == run[-1] + 1:
            run.append(value)
        else:
            found += _run_in_words(run)
            run = [value]
    return between.join((*found, *_run_in_words(run)))


def _run_in_words(run: list[int]) -> list[str]:
    if not run:
        return []
    return [str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}"]
