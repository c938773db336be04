"""What a guard asks of one variable and what can be had of it, in an author's words."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from storyengine.analysis.net import NetVariable
from storyengine.model.expressions import Value

HELD = "held"
"""What a condition asks of an item."""
MOST_VALUES = 6
"""Values that are listed one by one."""


@dataclass(frozen=True, slots=True)
class Need:
    """What a guard asks of one variable, and what can be had."""

    variable: str
    needed: str
    """In words: `at least 20`, `to be true`, `held`."""
    had: str
    """What plays can have, in words: `more than 14` is what none can have, `anything but 3 or 5` too. Proved."""
    attained: str
    """The best that a play was seen to have there, if that says more; empty when none was seen there."""

    def asked(self) -> str:
        """Return what is asked for: `signal at least 20`."""
        return f"{self.variable} {self.needed}"

    def lacking(self, place: str) -> str:
        """Return what is to be had at a place: `no play can have more than 14 here, and one has 14`."""
        if self.needed == HELD:
            return f"no play has it {place}"
        attained = f", and one has {self.attained}" if self.attained else ""
        return f"no play can have {self.had} {place}{attained}"


def need_of(variable: NetVariable, wanted: int, possible: int, seen: Collection[Value]) -> Need:
    """Put into words that a variable lacks what is wanted of it.

    Args:
        variable: of the net.
        wanted: the mask of the values that are asked for.
        possible: the mask of those that it can have, none of them wanted.
        seen: the values that plays had there.
    """
    name, kind = plain_name(variable.name), variable.name.partition(" ")[0]
    asked = _words(variable, wanted)
    if not variable.number:
        needed = asked if kind != variable.name else f"to be {asked}"
        return Need(name, needed, f"anything but {_words(variable, possible)}", "")
    needed = asked if asked.startswith("at ") else f"to be {asked}"
    numbers = [int(value) for value in seen]
    if wanted and possible and _lowest(wanted) > _highest(possible):
        best = variable.shown(_highest(possible))
        return Need(name, needed, f"more than {best}", str(max(numbers)) if numbers else "")
    if wanted and possible and _highest(wanted) < _lowest(possible):
        best = variable.shown(_lowest(possible))
        return Need(name, needed, f"less than {best}", str(min(numbers)) if numbers else "")
    return Need(name, needed, f"anything but {_words(variable, possible)}", "")


def _lowest(mask: int) -> int:
    return (mask & -mask).bit_length() - 1


def _highest(mask: int) -> int:
    return mask.bit_length() - 1


def plain_name(name: str) -> str:
    """Return a net variable's name as an author knows it."""
    kind, _, rest = name.partition(" ")
    match kind:
        case "item":
            return rest
        case "visited":
            return f"visited({rest})"
        case "used":
            return f"the once-only choice {rest}"
        case "gone":
            return f"the disc of {rest}"
        case _:
            return name


def _words(variable: NetVariable, mask: int) -> str:
    """Return a set of values in words."""
    kind = variable.name.partition(" ")[0]
    if kind == "item":
        return {0b001: "not found", 0b010: HELD, 0b100: "lost"}.get(mask, "not held" if not mask & 0b010 else "any")
    if kind == "visited":
        return "visited" if mask == 0b10 else "not visited"
    if kind == "used":
        return "taken" if mask == 0b10 else "not taken"
    if kind == "gone":
        return "gone" if mask == 0b10 else "there"
    values = [value for value in range(variable.size) if mask >> value & 1]
    if not values:
        return "nothing"
    if not variable.number:
        return " or ".join(variable.shown(value) for value in values)
    if values == list(range(values[0], values[-1] + 1)):
        if len(values) == 1:
            return variable.shown(values[0])
        if values[-1] == variable.size - 1 and values[0] > 0:
            return f"at least {variable.shown(values[0])}"
        if values[0] == 0 and values[-1] < variable.size - 1:
            return f"at most {variable.shown(values[-1])}"
        return f"{variable.shown(values[0])} to {variable.shown(values[-1])}"
    shown = [variable.shown(value) for value in values]
    if len(shown) > MOST_VALUES:
        return ", ".join(shown[:MOST_VALUES]) + " and others"
    return f"{', '.join(shown[:-1])} or {shown[-1]}"
