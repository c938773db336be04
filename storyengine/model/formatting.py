"""Conditions and effects as canonical text: what the loader's `parse_...` reads back as the same tree."""

from __future__ import annotations

import re
from collections.abc import Iterable

from storyengine.model.expressions import (
    AdjustTotal,
    AllOf,
    AnyOf,
    Arithmetic,
    Ask,
    Assign,
    Between,
    Compare,
    Condition,
    Discard,
    Effect,
    Expression,
    Flip,
    Give,
    Has,
    Holds,
    IfElse,
    IsActive,
    KeepBooster,
    Literal,
    Negate,
    Not,
    OneOf,
    Read,
    Reroll,
    RevealDisc,
    Roll,
    Statement,
    ToldFact,
    Visited,
)

# How tightly the operators bind, the loosest first.
_IF_ELSE, _OR, _AND, _NOT, _COMPARE, _ADD, _MULTIPLY, _MINUS, _LEAF = range(9)

_BARE_NAME = re.compile(r"[^\W\d]\w*")
_BARE_CARD = re.compile(r"[\w/^@.+-]+")
_KEYWORDS = frozenset({"and", "or", "not", "in", "is", "if", "else", "true", "false"})


def format_expression(expression: Expression) -> str:
    """Write an expression, with no more parentheses than it needs.

    Example:
        >>> format_expression(Not(AnyOf((Read("lit"), Compare(">=", Read("oil"), Literal(2))))))
        'not (lit or oil >= 2)'
    """
    return _format(expression)[0]


def format_condition(condition: Condition) -> str:
    """Write a condition, whatever way the author wrote it."""
    return format_expression(condition.expression)


def format_effect(effect: Effect) -> str:
    """Write an effect with its condition, if it has one.

    Example:
        >>> format_effect(Effect(Give("lamp", "performer"), Read("met"), ""))
        'give lamp to performer if met'
    """
    text = _statement(effect.statement)
    return text if effect.when is None else f"{text} if {_inside(effect.when, _OR)}"


def format_effects(effects: Iterable[Effect]) -> str:
    """Write effects one after the other, separated by `;`."""
    return "; ".join(format_effect(effect) for effect in effects)


def format_word(word: str) -> str:
    """Write a word in quotes."""
    escaped = word.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def format_name(name: str) -> str:
    """Write the name of an item or character, or a word beside what it can be: bare where that can be read."""
    return name if _BARE_NAME.fullmatch(name) and name not in _KEYWORDS else format_word(name)


def format_card_name(card: str) -> str:
    """Write the name of a card as `visited(...)` takes it."""
    return card if _BARE_CARD.fullmatch(card) else format_word(card)


def _inside(expression: Expression, level: int) -> str:
    """Write an operand, in parentheses if it binds less tightly than `level`."""
    text, binds = _format(expression)
    return text if binds >= level else f"({text})"


def _format(expression: Expression) -> tuple[str, int]:
    """Return the text of an expression, and how tightly its outermost operator binds."""
    match expression:
        case Literal(bool(value)):
            return ("true" if value else "false", _LEAF)
        case Literal(int(value)):
            return (str(value), _LEAF if value >= 0 else _MINUS)
        case Literal(str(value)):
            return (format_word(value), _LEAF)
        case Read(name):
            return (name, _LEAF)
        case Ask(fact):
            return (fact.value, _LEAF)
        case ToldFact(name):
            return (f"game.{name}", _LEAF)
        case Has(item):
            return (f"has({format_name(item)})", _LEAF)
        case Holds(character, item):
            return (f"holds({format_name(character)}, {format_name(item)})", _LEAF)
        case IsActive(character):
            return (f"active({format_name(character)})", _LEAF)
        case Visited(card):
            return (f"visited({format_card_name(card)})", _LEAF)
        case Roll(dice, sides):
            return (f"roll({dice}d{sides})", _LEAF)
        case Not(operand):
            return (f"not {_inside(operand, _NOT)}", _NOT)
        case Negate(operand):
            # `-3` is the number itself, and `--` is no sign, so only leaves other than numbers go without parentheses.
            text, binds = _format(operand)
            bare = binds == _LEAF and not isinstance(operand, Literal)
            return (f"-{text}" if bare else f"-({text})", _MINUS)
        case Arithmetic(operator, left, right):
            level = _ADD if operator in ("+", "-") else _MULTIPLY
            return (f"{_inside(left, level)} {operator} {_inside(right, level + 1)}", level)
        case Compare(operator, left, right):
            return (f"{_inside(left, _ADD)} {operator} {_inside(right, _ADD)}", _COMPARE)
        case Between(value, low, high):
            ends = ["" if end is None else _inside(end, _ADD) for end in (low, high)]
            return (f"{_inside(value, _ADD)} in {ends[0]}..{ends[1]}", _COMPARE)
        case OneOf(value, options):
            return (f"{_inside(value, _ADD)} in [{', '.join(map(format_expression, options))}]", _COMPARE)
        case AllOf(operands):
            return (" and ".join(_inside(operand, _NOT) for operand in operands), _AND)
        case AnyOf(operands):
            return (" or ".join(_inside(operand, _AND) for operand in operands), _OR)
        case IfElse(test, then, otherwise):
            return (f"{_inside(then, _OR)} if {_inside(test, _OR)} else {_inside(otherwise, _IF_ELSE)}", _IF_ELSE)
    raise ValueError(f"not an expression: {expression!r}")


def _statement(statement: Statement) -> str:
    match statement:
        case Assign(variable, operator, value):
            return f"{variable} {operator} {format_expression(value)}"
        case Give(item, ""):
            return f"give {format_name(item)}"
        case Give(item, to):
            return f"give {format_name(item)} to {format_name(to)}"
        case Discard(item):
            return f"discard {format_name(item)}"
        case Flip(who, active):
            return f"{'activate' if active else 'deactivate'} {format_name(who)}"
        case Reroll():
            return "reroll"
        case AdjustTotal(change):
            return f"total += {format_expression(change)}"
        case KeepBooster():
            return "keep booster"
        case RevealDisc():
            return "reveal disc"
    raise ValueError(f"not a statement: {statement!r}")
