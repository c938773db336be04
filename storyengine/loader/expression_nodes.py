"""The tree of a condition before its names have a meaning: shapes and places only."""

from __future__ import annotations

from dataclasses import dataclass, field

from storyengine.loader.expression_tokens import Token


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A part of the tree."""

    start: int
    """Offset of its first character."""
    end: int
    """Offset behind its last character."""
    depth: int = field(default=1, repr=False)
    """Levels from here to the deepest leaf, itself included."""
    size: int = field(default=1, repr=False)
    """Parts from here down, itself included."""


@dataclass(frozen=True, slots=True)
class NumberNode(Node):
    """`7`, `-7`."""

    value: int


@dataclass(frozen=True, slots=True)
class FlagNode(Node):
    """`true`, `false`."""

    value: bool


@dataclass(frozen=True, slots=True)
class QuotedNode(Node):
    """A word in quotes."""

    word: str


@dataclass(frozen=True, slots=True)
class NameNode(Node):
    """A bare name: a variable, a fact, or a word of the other side's domain."""

    name: str


@dataclass(frozen=True, slots=True)
class ToldNode(Node):
    """`game.score`."""

    name: str


@dataclass(frozen=True, slots=True)
class CallNode(Node):
    """`has(x)` and its like; the arguments are names, not expressions."""

    function: str
    arguments: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class DiceNode(Node):
    """`roll(2d6)`."""

    dice: int
    sides: int


@dataclass(frozen=True, slots=True)
class PrefixNode(Node):
    """`-x`, `+x`, `not x`."""

    operator: str
    operand: Node


@dataclass(frozen=True, slots=True)
class ArithmeticNode(Node):
    """`left operator right`."""

    operator: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class ChainNode(Node):
    """`a < b`, `a < b <= c`: each operator stands between two operands."""

    operands: tuple[Node, ...]
    operators: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class RangeNode(Node):
    """`value in low..high`."""

    value: Node
    low: Node | None
    high: Node | None


@dataclass(frozen=True, slots=True)
class ListNode(Node):
    """`value in [a, b]`."""

    value: Node
    options: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class JoinNode(Node):
    """`a and b and c`, `a or b or c`."""

    word: str
    operands: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class IfElseNode(Node):
    """`then if test else otherwise`."""

    test: Node
    then: Node
    otherwise: Node
