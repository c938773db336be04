"""Conditions and effects as trees. Nothing here is ever given to Python's `eval`.

The parser in `loader` resolves every name before it builds these, so that each leaf says what kind of thing it is and
nobody has to look a name up again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from enum import StrEnum

from storyengine.source import NOWHERE, Span

Value = int | bool | str
"""What a variable can hold: a whole number, a flag, or a word."""


class Kind(StrEnum):
    """What sort of value an expression has."""

    NUMBER = "number"
    FLAG = "flag"
    WORD = "word"


class Fact(StrEnum):
    """What a condition can ask of the situation beside the story's own variables."""

    ITEMS = "items"
    """How many items the crew holds: a number."""
    ACTIVE = "active"
    """How many characters are active: a number."""
    DISCS = "discs"
    """How many planets still have a disc: a number."""
    LEVEL = "level"
    """The challenge level that the meters give just now: a number."""
    TOTAL = "total"
    """The total of the roll on the table, 0 when there is none: a number."""
    CHALLENGE = "challenge"
    """The type of the challenge under way, or whose win or lose text is being followed: a word, else empty."""
    PLACE = "place"
    """Where on the board the ship is: a word."""
    PICKED = "picked"
    """What the player was last asked to pick here: a word, empty when nothing was picked."""
    PERFORMER = "performer"
    """Who performed the challenge whose win or lose text is being followed: a word, else empty."""
    TRAVELLING = "travelling"
    """Whether the crew is choosing where to fly: a flag."""

    @property
    def kind(self) -> Kind:
        """The sort of value that asking for this fact gives."""
        if self is Fact.TRAVELLING:
            return Kind.FLAG
        if self in (Fact.CHALLENGE, Fact.PLACE, Fact.PICKED, Fact.PERFORMER):
            return Kind.WORD
        return Kind.NUMBER


@dataclass(frozen=True, slots=True)
class Literal:
    """A number, flag or word that the author typed."""

    value: Value


@dataclass(frozen=True, slots=True)
class Read:
    """The present value of a variable or tracker."""

    name: str


@dataclass(frozen=True, slots=True)
class Ask:
    """A fact of the situation."""

    fact: Fact


@dataclass(frozen=True, slots=True)
class ToldFact:
    """`game.score`: what the last card game told of itself. Only texts show it; nothing goes by it."""

    name: str


@dataclass(frozen=True, slots=True)
class Has:
    """Whether the crew holds an item."""

    item: str


@dataclass(frozen=True, slots=True)
class Holds:
    """Whether one character holds an item."""

    character: str
    item: str


@dataclass(frozen=True, slots=True)
class IsActive:
    """Whether one character is active."""

    character: str


@dataclass(frozen=True, slots=True)
class Visited:
    """Whether a card was entered before."""

    card: str
    """The card's whole name, `deck/card` or the bare name in a story without decks."""


@dataclass(frozen=True, slots=True)
class Not:
    """True when the operand is not."""

    operand: Expression


@dataclass(frozen=True, slots=True)
class Negate:
    """Minus a number."""

    operand: Expression


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """`+ - * // %` on whole numbers; `//` and `%` round down, as in Python."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Compare:
    """`== != < <= > >=`; words and flags only know the first two."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Between:
    """`value in low..high`, both ends included; an end left out is open."""

    value: Expression
    low: Expression | None
    high: Expression | None


@dataclass(frozen=True, slots=True)
class OneOf:
    """`value in [a, b]`."""

    value: Expression
    options: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class AllOf:
    """`a and b and c`, from the left, stopping at the first that is false."""

    operands: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """`a or b or c`, from the left, stopping at the first that is true."""

    operands: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class IfElse:
    """`then if test else otherwise`."""

    test: Expression
    then: Expression
    otherwise: Expression


@dataclass(frozen=True, slots=True)
class Roll:
    """`roll(2d6)`, the sum of dice; only effects may roll."""

    dice: int
    sides: int


Expression = (
    Literal
    | Read
    | Ask
    | ToldFact
    | Has
    | Holds
    | IsActive
    | Visited
    | Not
    | Negate
    | Arithmetic
    | Compare
    | Between
    | OneOf
    | AllOf
    | AnyOf
    | IfElse
    | Roll
)


@dataclass(frozen=True, slots=True)
class Condition:
    """A question with a yes or no answer, as the author typed it."""

    expression: Expression
    source: str
    """The author's own characters."""
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Assign:
    """`variable = value`, or one of `+= -= *= //= %=`."""

    variable: str
    operator: str
    value: Expression


@dataclass(frozen=True, slots=True)
class Give:
    """`gain x`, `give x`, `give x to performer`: an item comes to the crew, or to another of them."""

    item: str
    to: str
    """A character, `performer`, `picked`, or nothing: then the player says who takes it."""


@dataclass(frozen=True, slots=True)
class Discard:
    """`discard x`: the item is used up or lost."""

    item: str
    """An item, or `picked`."""


@dataclass(frozen=True, slots=True)
class Flip:
    """`activate x`, `deactivate x`."""

    who: str
    """A character, `picked`, `performer` or `all`."""
    active: bool


@dataclass(frozen=True, slots=True)
class Reroll:
    """`reroll`: the dice of the roll on the table are rolled again."""


@dataclass(frozen=True, slots=True)
class AdjustTotal:
    """`total += 2`: changes the total of the roll on the table."""

    change: Expression


@dataclass(frozen=True, slots=True)
class KeepBooster:
    """`keep booster`: a rolled 1 does not destroy the booster this time."""


@dataclass(frozen=True, slots=True)
class RevealDisc:
    """`reveal disc`: the number of the disc on the picked planet becomes known."""


Statement = Assign | Give | Discard | Flip | Reroll | AdjustTotal | KeepBooster | RevealDisc


@dataclass(frozen=True, slots=True)
class Effect:
    """One change, perhaps under a condition (`mood = wary if met`)."""

    statement: Statement
    when: Expression | None
    source: str
    """The author's own characters."""
    span: Span = NOWHERE


def parts(expression: Expression) -> Iterator[Expression]:
    """Yield `expression` and everything inside it, the outside first."""
    pending: list[Expression] = [expression]
    while pending:
        current = pending.pop()
        yield current
        for field in fields(current):
            inside = getattr(current, field.name)
            members = inside if isinstance(inside, tuple) else (inside,)
            pending.extend(member for member in reversed(members) if isinstance(member, Expression))


def effect_parts(effect: Effect) -> Iterator[Expression]:
    """Yield every expression that `effect` reads."""
    if effect.when is not None:
        yield from parts(effect.when)
    if isinstance(effect.statement, Assign):
        yield from parts(effect.statement.value)
    elif isinstance(effect.statement, AdjustTotal):
        yield from parts(effect.statement.change)
