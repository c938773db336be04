"""Reads a story's tables: crew, items, challenges and discs. The board has a file of its own."""

from __future__ import annotations

import re
from dataclasses import dataclass

from storyengine.diagnostics import Related
from storyengine.loader.context import Context
from storyengine.loader.fields import Fields, option, read_fields
from storyengine.loader.format import KINDS
from storyengine.loader.names import TAKEN, usable_name
from storyengine.loader.nodes import Entry, Mapping, Node, Scalar
from storyengine.loader.reading import Reading, rewrite, shortened
from storyengine.loader.references import Names
from storyengine.loader.shapes import Number
from storyengine.loader.variable_reader import table_entries
from storyengine.model.cards import Pick
from storyengine.model.tables import LARGEST, Boost, ChallengeTable, Character, Item, Use, Variable
from storyengine.source import Span

DEFAULT_LEVEL, DEFAULT_DIE = 4, 6

_RANGE = re.compile(r"\s*([+-]?\d+)?\s*\.\.\s*([+-]?\d+)?\s*")
_ONE = re.compile(r"[+-]?\d+")
_RANGE_HABITS = (
    (re.compile(r"(\d+)\s*(?:-|–|to|\.\.\.|:)\s*(\d+)"), r"\1..\2"),
    (re.compile(r"(?:>=\s*)?(\d+)\s*(?:\+|-|and up)?"), r"\1.."),
    (re.compile(r"<=\s*(\d+)"), r"..\1"),
)


def declare_tables(reading: Reading, names: Names, fields: Fields) -> None:
    """Enter the names of items, crew, challenge types and places, so that anything can refer to them."""
    for table, what, known in (("items", "an item", names.items), ("crew", "a character", names.crew)):
        for entry in table_entries(reading, fields, table):
            _declare(reading, entry.key, what, known)
    types = _inner(fields, "challenges", "types")
    for node in reading.read_list(types, "challenge types", single=True) or () if types is not None else ():
        scalar = reading.read_scalar(node, "a challenge type")
        if scalar is not None:
            if scalar.text in names.types:
                related = (Related(names.types[scalar.text], "the first is here"),)
                message = f"the challenge type `{scalar.text}` is here twice"
                reading.complain("duplicate-name", scalar.span, message, hint="take one of them out", related=related)
            _declare(reading, scalar, "a challenge type", names.types)
    places = _inner(fields, "board", "places")
    for entry in places.entries if isinstance(places, Mapping) else ():
        _declare(reading, entry.key, "a place", names.places)
    _check_taken(reading, names)


def _declare(reading: Reading, name: Scalar, what: str, known: dict[str, Span]) -> None:
    usable_name(reading, name, what, identifier=True)
    # a name that cannot be used is known all the same, so that its uses are not reported too
    known.setdefault(name.text, name.span)


def _inner(fields: Fields, outer: str, inner: str) -> Node | None:
    node = fields.get(outer)
    entries = node.entries if isinstance(node, Mapping) else ()
    return next((entry.value for entry in entries if entry.key.text == inner), None)


def _check_taken(reading: Reading, names: Names) -> None:
    """Report names that conditions could take for something else."""
    seen: dict[str, tuple[Span, str]] = {}
    tables = (("a variable", names.variable_spans), ("an item", names.items), ("a character", names.crew))
    for what, table in tables:
        for name, span in table.items():
            if name in TAKEN:
                message = f"`{name}` is {TAKEN[name]} already"
                reading.complain("taken-name", span, message, hint=f"give {what} another name, such as `the_{name}`")
            elif name in seen:
                first, other = seen[name]
                related = (Related(first, f"{other} of that name is here"),)
                message = f"there is {other} called `{name}` already"
                reading.complain("taken-name", span, message, hint=f"give {what} another name", related=related)
            else:
                seen[name] = (span, what)


def read_crew(context: Context, fields: Fields) -> dict[str, Character]:
    """Read the characters."""
    reading = context.reading
    found: dict[str, Character] = {}
    shape = option(KINDS["character"].key("skills").shape, Number)
    for entry in table_entries(reading, fields, "crew"):
        inner = read_fields(reading, entry.value, KINDS["character"])
        if inner is None:
            continue
        skills: dict[str, int] = {}
        for skill in table_entries(reading, inner, "skills"):
            kind, value = context.names.type(skill.key), reading.read_number(skill.value, shape)
            if kind is not None and value is not None:
                skills[kind] = value
        name = entry.key.text
        found[name] = Character(name, inner.line("title") or name, inner.line("about"), skills, entry.key.span)
    return found


def read_items(context: Context, fields: Fields) -> dict[str, Item]:
    """Read everything that the crew can hold."""
    found: dict[str, Item] = {}
    for entry in table_entries(context.reading, fields, "items"):
        inner = read_fields(context.reading, entry.value, KINDS["item"])
        if inner is None:
            continue
        name = entry.key.text
        use = inner.get("use")
        found[name] = Item(
            name,
            inner.line("title") or name,
            context.text(inner.get("about")),
            _boosts(context, inner),
            _use(context, use) if use is not None else None,
            inner.flag("starter"),
            entry.key.span,
        )
    return found


def _boosts(context: Context, fields: Fields) -> dict[str, Boost]:
    found: dict[str, Boost] = {}
    node = fields.get("boost")
    if isinstance(node, Scalar):
        types = list(context.names.types)
        hint = f"say for which type: `boost: {{{types[0] if types else 'perception'}: {node.text}}}`"
        context.reading.complain("wrong-shape", node.span, "a boost is for certain types of challenges", hint=hint)
        return {}
    for entry in table_entries(context.reading, fields, "boost"):
        kind = context.names.type(entry.key)
        boost = _boost(context.reading, entry.value)
        if kind is not None and boost is not None:
            found[kind] = boost
    return found


def _boost(reading: Reading, node: Node) -> Boost | None:
    if isinstance(node, Scalar) and node.text == "roll_twice":
        return Boost(roll_twice=True)
    if isinstance(node, Scalar) and re.match("[a-z]|[0-9]+d", node.text):
        message = f"`{shortened(node.text)}` is neither a number nor `roll_twice`"
        fix = rewrite(node, "roll_twice")
        reading.complain("unknown-word", node.span, message, hint="write `+2`, or `roll_twice`", fix=fix)
        return None
    value = reading.read_number(node, option(KINDS["item"].key("boost").shape, Number))
    return None if value is None else Boost(value)


def _use(context: Context, node: Node) -> Use | None:
    fields = read_fields(context.reading, node, KINDS["use"])
    if fields is None:
        return None
    pick = fields.word("pick")
    after_roll = fields.word("after") == "roll"
    return Use(
        context.effects(fields.get("do"), after_roll=after_roll),
        context.condition(fields.get("when")),
        Pick(pick) if pick else None,
        after_roll,
        context.rules(fields.get("rules"), "item"),
    )


def read_discs(context: Context, fields: Fields) -> dict[str, tuple[int, ...]]:
    """Read the discs' numbers by colour."""
    found: dict[str, tuple[int, ...]] = {}
    reading, shape = context.reading, option(fields.shape("discs"), Number)
    for entry in table_entries(reading, fields, "discs"):
        usable_name(reading, entry.key, "a colour", identifier=True)
        items = reading.read_list(entry.value, "numbers", single=True) or ()
        numbers = (reading.read_number(item, shape) for item in items)
        found[entry.key.text] = tuple(number for number in numbers if number is not None)
    return found


def read_challenges(context: Context, fields: Fields, variables: dict[str, Variable]) -> ChallengeTable:
    """Read the types of challenges and what a roll must reach."""
    node = fields.get("challenges")
    inner = read_fields(context.reading, node, KINDS["challenges table"]) if node is not None else None
    if inner is None:
        return ChallengeTable()
    types = tuple(context.names.types)
    die = inner.number("die")
    die = DEFAULT_DIE if die is None else die
    level = inner.get("level")
    if not isinstance(level, Mapping):
        fixed = inner.number("level")
        return ChallengeTable(types, level=DEFAULT_LEVEL if fixed is None else fixed, die=die, span=inner.span)
    by, bands = _level(context, level, variables)
    return ChallengeTable(types, by, bands, die=die, span=inner.span)


def _level(
    context: Context, node: Mapping, variables: dict[str, Variable]
) -> tuple[str, tuple[tuple[int, int, int], ...]]:
    fields = Fields(context.reading, node, KINDS["level"])
    by = fields.get("by")
    scalar = context.reading.read_scalar(by, "the name of a tracker") if by is not None else None
    variable = variables.get(scalar.text) if scalar else None
    if scalar is not None and (variable is None or variable.low <= -LARGEST or variable.high >= LARGEST):
        if variable is not None and not variable.tracker:
            message = f"`{scalar.text}` has no range"
            context.reading.complain(
                "missing-tracker", scalar.span, message, hint="give it `min` and `max`, both of them"
            )
        elif variable is None:
            context.names.tracker(scalar)
        variable = None
    return (variable.id if variable else ""), _bands(context.reading, fields, variable)


@dataclass(frozen=True, slots=True, order=True)
class _Band:
    low: int
    high: int
    level: int
    span: Span


def _bands(reading: Reading, fields: Fields, variable: Variable | None) -> tuple[tuple[int, int, int], ...]:
    shape = option(fields.shape("bands"), Number)
    bands: list[_Band] = []
    entries = table_entries(reading, fields, "bands")
    for entry in entries:
        ends = _band_ends(reading, entry, variable)
        level = reading.read_number(entry.value, shape)
        if ends is not None and level is not None:
            bands.append(_Band(*ends, level, entry.key.span))
    if variable is not None and entries and len(bands) == len(entries):
        _check_bands(reading, bands, variable)
    return tuple((band.low, band.high, band.level) for band in bands)


def _band_ends(reading: Reading, entry: Entry, variable: Variable | None) -> tuple[int, int] | None:
    text = entry.key.text
    if _ONE.fullmatch(text):
        return int(text), int(text)
    match = _RANGE.fullmatch(text)
    if match is None or match.groups() == (None, None):
        instead = next(
            (habit.sub(form, text.strip()) for habit, form in _RANGE_HABITS if habit.fullmatch(text.strip())), ""
        )
        hint = f"write `{instead}`" if instead else "write a range such as `0..6`, or `13..` to the end"
        fix = rewrite(entry.key, instead) if instead else None
        reading.complain("broken-bands", entry.key.span, f"`{shortened(text)}` is not a range", hint=hint, fix=fix)
        return None
    low, high = (int(end) if end else None for end in match.groups())
    low = (variable.low if variable else -LARGEST) if low is None else low
    high = (variable.high if variable else LARGEST) if high is None else high
    if low > high:
        reading.complain("broken-bands", entry.key.span, f"`{text}` is an empty range", hint=f"write `{high}..{low}`")
        return None
    return low, high


def _check_bands(reading: Reading, bands: list[_Band], variable: Variable) -> None:
    """Report values of the variable that no band has, or several."""
    ordered = sorted(bands)
    next_value = variable.low
    for before, band in zip([None, *ordered], ordered, strict=False):
        if before is not None and band.low <= before.high:
            related = (Related(before.span, f"this band goes up to {before.high}"),)
            message = f"{band.low} is in two bands"
            reading.complain("broken-bands", band.span, message, hint=f"begin at {before.high + 1}", related=related)
        elif band.low > next_value:
            message = f"no band says what counts when `{variable.id}` is {next_value}"
            reading.complain("broken-bands", band.span, message, hint=f"begin at {next_value}, or add a band")
        next_value = max(next_value, band.high + 1)
    if next_value <= variable.high:
        message = f"no band says what counts when `{variable.id}` is {next_value}"
        hint = f"end the last band with `..`, or add `{next_value}..`"
        reading.complain("broken-bands", ordered[-1].span, message, hint=hint)
