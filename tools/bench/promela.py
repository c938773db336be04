"""A story's net in the language of the model checker SPIN, on a few of its variables: to compare, not to rely on."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from storyengine.analysis.compress import compress
from storyengine.analysis.ground import Ground
from storyengine.analysis.net import Edge, Table


def promela(ground: Ground, ending: str, keep: Collection[str]) -> str:
    """Return a model in which an assertion fails as soon as an ending is reached.

    Args:
        ground: the story's net and what a sweep knows of it. Steps that lead nowhere near the ending are left out, and
            the net is made small for the question, since SPIN is slow to read a large one.
        ending: its id.
        keep: the names of the variables that are kept; guards and effects on others are left out.
    """
    whole = ground.builder.light
    kept = {index: f"v{index}" for index, variable in enumerate(whole.variables) if variable.name in keep}
    goals = frozenset(index for index, edge in enumerate(whole.edges) if edge.target == whole.endings[ending])
    aside = ground.aside(goals)
    small = compress(whole, [index not in aside for index in range(len(whole.edges))], kept, goals)
    net, reached = small.net, frozenset(small.goals)
    lines = [f"byte {name} = {net.variables[index].start};" for index, name in kept.items()]
    lines += ["active proctype play() {", f"  goto p{net.start};"]
    for point, edges in enumerate(net.outgoing):
        lines.append(f"p{point}:")
        steps = list(dict.fromkeys(_step(net.edges[index], kept, index in reached) for index in edges))
        lines.append("  goto end;" if not steps else "\n".join(["  if", *(f"  :: {step}" for step in steps), "  fi;"]))
    return "\n".join([*lines, "end: skip", "}", ""])


def _step(edge: Edge, kept: dict[int, str], is_goal: bool) -> str:
    guards = [_allowed(kept[variable], mask) for variable, mask in edge.guard if variable in kept]
    guards += [_related([kept[one] for one in relation.variables], relation.allowed) for relation in edge.relations]
    effects = [_effect(kept[variable], table) for variable, table in edge.effects if variable in kept]
    last = "assert(false); goto end" if is_goal else f"goto p{edge.target}"
    return "; ".join([" && ".join(guards) or "true", *effects, last])


def _allowed(name: str, mask: int) -> str:
    """Return a test of a variable, as ranges."""
    return "(" + " || ".join(f"({name} >= {low} && {name} <= {high})" for low, high in _ranges(mask)) + ")"


def _related(names: Sequence[str], rows: Iterable[tuple[int, ...]]) -> str:
    """Return a test of several variables at once; a small net has none on variables that are not kept."""
    tests = (" && ".join(f"{name} == {value}" for name, value in zip(names, row, strict=True)) for row in rows)
    return "(" + " || ".join(f"({test})" for test in sorted(tests)) + ")"


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
    """Return what becomes of each value: what moves by as much is one arm."""
    moves: dict[int, int] = {}
    for before, after in enumerate(table):
        for value in range(after.bit_length()):
            if after >> value & 1:
                moves[value - before] = moves.get(value - before, 0) | 1 << before
    arms = (f":: {_allowed(name, mask)} -> {name} = {name} + {by}" for by, mask in moves.items())
    return f"if {' '.join(arms)} fi"
