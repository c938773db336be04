"""Effects as tables: for each value of a variable, the values it can have afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product

from storyengine.analysis.domains import Domains
from storyengine.analysis.guards import Case, Guards, Situation, Unknowable
from storyengine.analysis.net import NetVariable, Relation, Table
from storyengine.model.expressions import (
    Ask,
    Assign,
    Discard,
    Expression,
    Fact,
    Give,
    Roll,
    Statement,
    parts,
)
from storyengine.runtime.evaluate import ARITHMETIC, Undefined
from storyengine.runtime.machine import crossed

LEVEL: Expression = Ask(Fact.LEVEL)
MOST_ROWS = 5_000
"""Combinations tried to tabulate what an effect sets; beyond, it may set anything."""

Effect = tuple[int, Table]


def put(variable: int, value: int) -> Effect:
    """Return the effect that sets an item, a visit or the like; all of these have two or three values."""
    return variable, (1 << value,) * 3


def anything(variable: int, known: NetVariable) -> Effect:
    """Return the effect after which nothing is known."""
    return variable, (known.every,) * known.size


def kind_of(statement: Statement) -> str:
    """Return `give`, `discard`, `assign`, or nothing for what the net forgets."""
    match statement:
        case Give():
            return "give"
        case Discard():
            return "discard"
        case Assign():
            return "assign"
        case _:
            return ""


def is_idle(statement: Statement) -> bool:
    """Whether an effect changes nothing that the net knows."""
    return not kind_of(statement)


def added(variable: int, amount: int, domains: Domains) -> tuple[tuple[Case, Table], ...]:
    """Return the change that adds an amount, within the variable's bounds."""
    if variable < 0:
        return ((Case(), ()),)
    known = domains.variables[variable]
    return ((Case(), _tabulate(known, lambda value: value + amount)),)


def _tabulate(known: NetVariable, after: Callable[[int], int]) -> Table:
    """Return the table of a change; `after` takes and gives the story's numbers."""
    size, low = known.size, known.low
    table = []
    for index in range(size):
        value = after(index + low) - low
        clamped = min(max(value, 0), size - 1)
        mask = 1 << clamped
        if known.open_ended and index in (0, size - 1) and value != index:
            # The end stands for everything beyond it, so coming back in may lead anywhere from there to the end.
            first, last = (min(clamped, index), max(clamped, index))
            mask = ((1 << (last + 1)) - 1) & ~((1 << first) - 1)
        table.append(mask)
    return tuple(table)


def assignment(
    statement: Assign, domains: Domains, guards: Guards, situation: Situation
) -> tuple[tuple[Case, Table], ...]:
    """Return the ways in which an assignment changes its variable, each with the cases in which it does so."""
    variable = domains.of_variable.get(statement.variable, -1)
    if variable < 0:
        return ((Case(), ()),)
    known = domains.variables[variable]
    rolls = [part for part in parts(statement.value) if isinstance(part, Roll)]
    if rolls:
        return _rolled(statement, rolls, known)
    try:
        read = [index for index in guards.variables_of(statement.value, situation) if index != variable]
        own = variable in guards.variables_of(statement.value, situation)
    except Unknowable:
        return ((Case(), anything(variable, known)[1]),)
    rows = 1
    for index in read:
        rows *= domains.variables[index].size
    loose = any(domains.variables[index].open_ended for index in read) or (own and known.open_ended)
    if rows * known.size > MOST_ROWS or loose:
        return ((Case(), anything(variable, known)[1]),)
    found: dict[Table, list[tuple[int, ...]]] = {}
    for values in product(*(range(domains.variables[index].size) for index in read)):
        table = tuple(
            _after(statement, domains, guards, situation, dict(zip(read, values, strict=True)) | {variable: index})
            for index in range(known.size)
        )
        found.setdefault(table, []).append(values)
    return tuple((_case(read, rows, members), table) for table, members in found.items())


def _case(read: Sequence[int], rows: int, members: list[tuple[int, ...]]) -> Case:
    if len(members) == rows:
        return Case()
    if len(read) == 1:
        return Case(((read[0], sum(1 << values[0] for values in members)),))
    return Case((), (Relation(tuple(read), frozenset(members)),))


def _after(statement: Assign, domains: Domains, guards: Guards, situation: Situation, values: dict[int, int]) -> int:
    """Return the mask of the values after an assignment, for known values before."""
    variable = domains.of_variable[statement.variable]
    known, before = domains.variables[variable], values[variable]
    try:
        given = guards.evaluate(statement.value, values, situation)
        if not known.number:
            return 1 << domains.value(variable, given)
        operator = statement.operator.removesuffix("=")
        if not operator:
            return 1 << domains.value(variable, given)
        return _tabulate_one(known, before, lambda value: ARITHMETIC[operator](value, int(given)))
    except Undefined:
        return 1 << before


def _tabulate_one(known: NetVariable, index: int, after: Callable[[int], int]) -> int:
    value = after(index + known.low) - known.low
    clamped = min(max(value, 0), known.size - 1)
    if known.open_ended and index in (0, known.size - 1):
        # The end stands for all beyond it; only a plain step further out is sure to stay there.
        further_out = (index == 0 and value <= 0) or (index == known.size - 1 and value >= index)
        if not further_out or clamped != index:
            first, last = min(clamped, index), max(clamped, index)
            return ((1 << (last + 1)) - 1) & ~((1 << first) - 1)
    return 1 << clamped


def _rolled(statement: Assign, rolls: list[Roll], known: NetVariable) -> tuple[tuple[Case, Table], ...]:
    """Return the change of an effect that rolls: exact for a plain roll that is set, added or taken away."""
    if statement.value == rolls[0] and statement.operator in ("=", "+=", "-="):
        roll = rolls[0]
        sums = range(roll.dice, roll.dice * roll.sides + 1)
        sign = -1 if statement.operator == "-=" else 1
        table = [0] * known.size
        for number in sums:
            if statement.operator == "=":
                part: Table = (1 << min(max(number - known.low, 0), known.size - 1),) * known.size
            else:
                part = _tabulate(known, lambda value, step=sign * number: value + step)  # type: ignore[misc]
            table = [one | other for one, other in zip(table, part, strict=True)]
        return ((Case(), tuple(table)),)
    return ((Case(), (known.every,) * known.size),)


def split(table: Table, thresholds: Sequence[tuple[int, int]], known: NetVariable) -> Iterator[tuple[int, int, Table]]:
    """Split a change by the threshold it fires.

    Yields:
        (block or -1, mask of the values before, table): the change on those values that fires just that threshold.
    """
    if not thresholds:
        yield -1, known.every, table
        return
    found: dict[int, list[int]] = {}
    for before in range(known.size):
        after = table[before]
        while after:
            value = (after & -after).bit_length() - 1
            after &= after - 1
            ends = (known.low, known.low + known.size - 1)
            block = crossed(thresholds, before + known.low, value + known.low, ends)
            found.setdefault(block, [0] * known.size)[before] |= 1 << value
    for block, part in found.items():
        yield block, sum(1 << before for before, mask in enumerate(part) if mask), tuple(part)


def values_of(summands: Sequence[Expression], guards: Guards, situation: Situation) -> Iterator[tuple[int, Case]]:
    """Yield each value that a sum of expressions can have, with the case in which it has it.

    Raises:
        Unknowable: the net does not know what they read.
    """
    domains = guards.domains
    read = sorted({index for one in summands for index in _read(one, guards, situation)})
    rows = 1
    for index in read:
        rows *= domains.variables[index].size
    if rows > MOST_ROWS or any(domains.variables[index].open_ended for index in read):
        raise Unknowable
    found: dict[int, list[tuple[int, ...]]] = {}
    for values in product(*(range(domains.variables[index].size) for index in read)):
        known = dict(zip(read, values, strict=True))
        total = 0
        for one in summands:
            try:
                total += int(guards.evaluate(one, known, situation))
            except Undefined:
                continue  # as in a play: a rule without a value counts as 0
        found.setdefault(total, []).append(values)
    return iter([(total, _case(read, rows, members)) for total, members in sorted(found.items())])


def _read(expression: Expression, guards: Guards, situation: Situation) -> list[int]:
    return guards.variables_of(expression, situation)
