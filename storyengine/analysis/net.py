"""A story as guarded steps between control points over finite variables: what proofs are made on.

A net allows at least what the runtime does, and perhaps more: who holds an item, who is active and which discs are
left of a colour are forgotten. So what cannot happen in the net cannot happen in a play. The converse is never
concluded: only a replayed witness shows that something can happen.
"""

from __future__ import annotations

from dataclasses import dataclass, field

Guard = tuple[tuple[int, int], ...]
"""(variable, mask of the values allowed) in ascending order of variables; a conjunction."""

Table = tuple[int, ...]
"""For each value of a variable, the mask of the values it can have afterwards."""


@dataclass(frozen=True, slots=True)
class NetVariable:
    """A variable with the values 0 to `size - 1`."""

    name: str
    """`signal`, or `item glow_lens`, `visited follop/2`, `used inn.store`, `gone follop`, `force short_cut`."""
    size: int
    start: int
    low: int = 0
    """What value 0 stands for, where the variable is a number."""
    open_ended: bool = False
    """Whether the first and last value stand for everything beyond them as well."""
    words: tuple[str, ...] = ()
    """What the values stand for, where it is a word."""
    number: bool = False

    @property
    def every(self) -> int:
        """The mask of all values."""
        return (1 << self.size) - 1

    def shown(self, value: int) -> str:
        """Return a value as the author would write it."""
        if self.words:
            return self.words[value]
        return str(value + self.low)


@dataclass(frozen=True, slots=True)
class Relation:
    """A guard on several variables at once."""

    variables: tuple[int, ...]
    allowed: frozenset[tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Edge:
    """One step. Effects happen at the same moment, on different variables."""

    source: int
    target: int
    guard: Guard = ()
    relations: tuple[Relation, ...] = ()
    effects: tuple[tuple[int, Table], ...] = ()
    enters: int = -1
    """The block of the story's plan that is begun, or -1."""
    reads: str = ""
    """The condition that guards it, as the author wrote it."""


@dataclass(slots=True)
class Net:
    """Control points and the edges between them."""

    variables: list[NetVariable] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    outgoing: list[list[int]] = field(default_factory=list)
    """By control point: its edges."""
    names: list[str] = field(default_factory=list)
    """By control point: where it is, for people."""
    start: int = 0
    endings: dict[str, int] = field(default_factory=dict)
    """Ending id to its control point."""
    stuck: dict[str, int] = field(default_factory=dict)
    """Card to the control point where the story goes no further there."""

    _incoming: list[list[int]] = field(default_factory=list, init=False)

    def incoming(self) -> list[list[int]]:
        """Return, by control point, the edges that lead there. To be asked once the net is built."""
        if not self._incoming:
            self._incoming = [[] for _ in self.names]
            for index, edge in enumerate(self.edges):
                self._incoming[edge.target].append(index)
        return self._incoming
