"""A story's net in the language of the model checker SPIN, on a few of its variables: to compare, not to rely on."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from storyengine.analysis.builder import Builder
from storyengine.analysis.net import Edge, Table


def promela(builder: Builder, ending: str, keep: Collection[str]) -> str:
    """Return a model in which an assertion fails as soon as an ending is reached.

    Args:
        builder: the story's net.
        ending: its id.
        keep: the names of the variables that are kept; guards and effects on others are left out.
    """
    net = builder.net
    kept = {index: f"v{index}" for index, variable in enumerate(net.variables) if variable.name in keep}
    lines = [f"byte {name} = {net.variables[index].start};" for index, name in kept.items()]
    lines += ["active proctype play() {", f"  goto p{net.start};"]
    for point, edges in enumerate(net.outgoing):
        lines.append(f"p{point}:")
        if point == net.endings.get(ending):
            lines.append("  assert(false);")
        steps = list(dict.fromkeys(_step(net.edges[index], kept) for index in edges))
        lines.append("  goto end;" if not steps else "\n".join(["  if", *(f"  :: {step}" for step in steps), "  fi;"]))
    return "\n".join([*lines, "end: skip", "}", ""])


def _step(edge: Edge, kept: dict[int, str]) -> str:
    guards = [_allowed(kept[variable], mask) for variable, mask in edge.guard if variable in kept]
    effects = [_effect(kept[variable], table) for variable, table in edge.effects if variable in kept]
    return "; ".join([" && ".join(guards) or "true", *effects, f"goto p{edge.target}"])


def _allowed(name: str, mask: int) -> str:
    """Return a test of a variable, as ranges."""
    return "(" + " || ".join(f"({name} >= {low} && {name} <= {high})" for low, high in _ranges(mask)) + ")"


def _ranges(mask: int) -> Iterator[tuple[int, int]]:
    value = 0
    while mask >> value:
        low = value
        while mask >> value & 1:
            value += 1
        if value > low:
            yield low, value - 1
        value += 1


def _effect(name: str, table: Table) -> str:
    """Return what becomes of each value."""
    arms: list[str] = []
    for before, after in enumerate(table):
        for value in range(after.bit_length()):
            if after >> value & 1:
                arms.append(f":: {name} == {before} -> {name} = {value}")
    return f"if {' '.join(arms)} fi"
