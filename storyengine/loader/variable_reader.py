"""Reads what a story remembers: trackers and variables, with their sorts and ranges."""

from __future__ import annotations

import re

from storyengine.diagnostics import Related
from storyengine.loader.consequence_reader import Owner, read_consequence, require_jump
from storyengine.loader.context import Context
from storyengine.loader.expression_names import VariableSort
from storyengine.loader.fields import Fields, option, read_fields
from storyengine.loader.format import KINDS, MOST_VARIABLES
from storyengine.loader.names import usable_name
from storyengine.loader.nodes import Entry, Mapping, Node, Scalar, Style
from storyengine.loader.reading import Reading, plain_number, rewrite, shortened
from storyengine.loader.references import Names
from storyengine.loader.shapes import Number
from storyengine.model.cards import Consequence
from storyengine.model.expressions import Kind, Value
from storyengine.model.tables import LARGEST, Variable
from storyengine.source import Span

_NUMBER = option(KINDS["variable"].key("min").shape, Number)
"""What a number without bounds of its own may be."""
_WHOLE_NUMBER = re.compile("[+-]?(?:0|[1-9][0-9]*)")
_FLAGS = {"true": True, "false": False}


def declare_variables(reading: Reading, names: Names, fields: Fields) -> dict[str, Variable]:
    """Read trackers and variables, all but what their thresholds fire, and enter them in `names`."""
    found: dict[str, Variable] = {}
    entries = [(table, entry) for table in ("trackers", "variables") for entry in table_entries(reading, fields, table)]
    if len(entries) > MOST_VARIABLES:
        message = f"there are {len(entries):,} trackers and variables, and the most is {MOST_VARIABLES}"
        reading.complain("too-much", entries[MOST_VARIABLES][1].key.span, message, hint="do without some of them")
    for table, entry in entries:
        name, tracker = entry.key, table == "trackers"
        usable_name(reading, name, "it", identifier=True)
        if name.text in found:
            # twice in one table is the file reader's to say
            if not tracker and name.text in names.trackers:
                message = f"there is a tracker called `{name.text}` already"
                related = (Related(names.trackers[name.text], "it is here"),)
                reading.complain("duplicate-name", name.span, message, hint="rename one of them", related=related)
            continue
        variable = _tracker(reading, entry) if tracker else _variable(reading, entry)
        names.unsure |= variable is None
        found[name.text] = variable or Variable(name.text, Kind.NUMBER, 0, span=name.span)
        names.variables[name.text] = _sort(found[name.text])
        names.variable_spans[name.text] = name.span
        if tracker:
            names.trackers[name.text] = name.span
    return found


def table_entries(reading: Reading, fields: Fields, name: str) -> tuple[Entry, ...]:
    """Return the entries of a table whose keys are names that the author chose; nothing without the table."""
    node = fields.get(name)
    mapping = reading.read_mapping(node, "a mapping from names") if node is not None else None
    return mapping.entries if mapping else ()


def _sort(variable: Variable) -> VariableSort:
    low = variable.low if variable.low > -LARGEST else None
    high = variable.high if variable.high < LARGEST else None
    return VariableSort(variable.kind, variable.words, low, high)


def _tracker(reading: Reading, entry: Entry) -> Variable | None:
    fields = read_fields(reading, entry.value, KINDS["tracker"])
    if fields is None:
        return Variable(entry.key.text, Kind.NUMBER, 0, tracker=True, span=entry.key.span)
    start = fields.number("start")
    low, high = _range(reading, fields, start)
    title = fields.line("title") or entry.key.text
    return Variable(entry.key.text, Kind.NUMBER, start or 0, low, high, title=title, tracker=True, span=entry.key.span)


def _range(reading: Reading, fields: Fields, start: int | None) -> tuple[int, int]:
    """Read `min` and `max`, and hold the start against them."""
    low, high = fields.number("min"), fields.number("max")
    if low is not None and high is not None and low > high:
        related = (Related(fields.key("min").span, f"`min` is {low}"),)
        message = f"`max` is {high}, which is below `min`"
        reading.complain("number-out-of-range", fields.key("max").span, message, hint="swap them", related=related)
    elif start is not None and ((low is not None and start < low) or (high is not None and start > high)):
        ends = f"{'' if low is None else low}..{'' if high is None else high}"
        node = fields.get("start")
        assert node is not None
        reading.complain(
            "wrong-start", node.span, f"it starts at {start}, outside its range `{ends}`", hint="change one of them"
        )
    return -LARGEST if low is None else low, LARGEST if high is None else high


def _variable(reading: Reading, entry: Entry) -> Variable | None:
    name = entry.key.text
    if isinstance(entry.value, Scalar):
        start = read_start(reading, entry.value)
        return None if start is None else Variable(name, _kind(start), start, span=entry.key.span)
    fields = read_fields(reading, entry.value, KINDS["variable"])
    node = fields.get("start") if fields else None
    if fields is None or node is None:
        return None
    if "one_of" in fields:
        return _one_of(reading, fields, node, entry.key)
    scalar = reading.read_scalar(node, "a value")
    start = read_start(reading, scalar) if scalar else None
    if start is None:
        return None
    kind = _kind(start)
    if kind is not Kind.NUMBER:
        for bound in ("min", "max"):
            if bound in fields:
                message = f"`{bound}` means nothing for a {kind}"
                hint = "take it out, or start with a number"
                reading.complain("misplaced-key", fields.key(bound).span, message, hint=hint)
        return Variable(name, kind, start, span=entry.key.span)
    low, high = _range(reading, fields, int(start))
    return Variable(name, kind, start, low, high, span=entry.key.span)


def _one_of(reading: Reading, fields: Fields, node: Node, name: Scalar) -> Variable | None:
    words = fields.lines("one_of")
    start = reading.read_scalar(node, "one of its words")
    if start is None:
        return Variable(name.text, Kind.WORD, "", words=words, span=name.span)
    numbers = start.style is Style.PLAIN and bool(_WHOLE_NUMBER.fullmatch(start.text))
    if numbers:
        hint = "for a number write `min` and `max`; for words that look like numbers, put quotes round each"
        reading.complain("clashing-keys", start.span, "`one_of` lists words, and this is a number", hint=hint)
        return None
    doubled = [word for index, word in enumerate(words) if word in words[:index]]
    if doubled:
        message = f"`{doubled[0]}` stands in `one_of` twice"
        reading.complain("duplicate-name", fields.key("one_of").span, message, hint="take one of them out")
    if start.text not in words:
        message = f"it starts as `{shortened(start.text)}`, which `one_of` does not list"
        reading.unknown("wrong-start", start, message, words)
    return Variable(name.text, Kind.WORD, start.text, words=words, span=name.span)


def _kind(value: Value) -> Kind:
    if isinstance(value, bool):
        return Kind.FLAG
    return Kind.NUMBER if isinstance(value, int) else Kind.WORD


def read_start(reading: Reading, scalar: Scalar) -> Value | None:
    """Read a variable's value from its own characters: in quotes it is a word, else a number, a flag or a word."""
    text = scalar.text
    if scalar.style is not Style.PLAIN:
        return reading.read_line(scalar)
    if text.lower() in _FLAGS:
        return _FLAGS[text.lower()]
    if _WHOLE_NUMBER.fullmatch(text):
        return reading.read_number(scalar, _NUMBER)
    if text.lower() in ("yes", "no", "on", "off"):
        flag = "true" if text.lower() in ("yes", "on") else "false"
        hint = f"write `{flag}` for a flag, or put quotes round it for a word"
        reading.complain(
            "not-a-flag", scalar.span, f"`{text}` could be a flag or a word", hint=hint, fix=rewrite(scalar, flag)
        )
        return None
    if text[:1].isdigit() or re.match(r"[+-]?\.?[0-9]", text):
        instead = plain_number(text)
        hint = f"write `{instead}`" if instead else "numbers are whole"
        message = f"`{shortened(text)}` is not a whole number"
        fix = rewrite(scalar, instead) if instead else None
        reading.complain("not-a-number", scalar.span, message, hint=f"{hint}; for a word put quotes round it", fix=fix)
        return None
    return reading.read_line(scalar)


def read_thresholds(context: Context, variable: Variable, node: Node) -> tuple[tuple[int, Consequence], ...]:
    """Read what follows when a tracker crosses certain values, the smallest first."""
    if not isinstance(node, Mapping):
        return ()
    reading = context.reading
    written: list[tuple[int, Node, Span]] = []
    for entry in node.entries:
        if entry.key.text == "at_max":
            written.append((variable.high, entry.value, entry.key.span))
        elif entry.key.text == "at_min":
            written.append((variable.low, entry.value, entry.key.span))
        elif entry.key.text == "at":
            inner = reading.read_mapping(entry.value, "a mapping from numbers")
            for each in inner.entries if inner else ():
                value = reading.read_number(each.key, Number(variable.low, variable.high))
                if value is not None:
                    written.append((value, each.value, each.key.span))
    found: dict[int, Consequence] = {}
    places: dict[int, Span] = {}
    for value, then, span in written:
        if value in found:
            message = f"two things follow when `{variable.id}` reaches {value}"
            related = (Related(places[value], "the first is here"),)
            reading.complain("clashing-keys", span, message, hint="keep one of them", related=related)
            continue
        places[value] = span
        found[value] = read_consequence(context, then, f"{variable.id}.at.{value}", Owner())
        require_jump(context, then, span, "this threshold")
    return tuple(sorted(found.items()))
