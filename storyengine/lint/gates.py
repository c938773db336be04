"""What stands before a target, and what the story's numbers were there: for stories whose every state was seen."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from storyengine.analysis.targets import Target, TargetKind
from storyengine.lint.bands import in_words
from storyengine.lint.facts import Facts
from storyengine.model.cards import Card, Consequence, End, Goto
from storyengine.model.expressions import AllOf, Condition, Read, Value, parts
from storyengine.model.formatting import format_expression
from storyengine.model.walk import arms

MOST_GATES = 3
"""Conditions that are named."""


def gates(facts: Facts, target: Target) -> Iterator[tuple[Card, Condition]]:
    """Yield the conditions right before a target, at cards that plays reach."""
    for card in facts.story.cards.values():
        if not facts.reached(TargetKind.CARD, card.id):
            continue
        for choice in card.choices:
            itself = target.kind is TargetKind.CHOICE and target.id == f"{card.id}.{choice.id}"
            if choice.when and (itself or _leads(choice.then, target)):
                yield card, choice.when
            yield from _arms(card, choice.then, target)
        for challenge in card.challenges:
            yield from _arms(card, challenge.win, target)
            yield from _arms(card, challenge.lose, target)
        yield from _arms(card, card.then, target)


def _arms(card: Card, consequence: Consequence, target: Target) -> Iterator[tuple[Card, Condition]]:
    for arm in arms(consequence):
        if arm.when and _leads(arm, target):
            yield card, arm.when
        yield from _arms(card, arm, target)


def _leads(consequence: Consequence, target: Target) -> bool:
    """Whether a consequence itself goes to a target, or to the card of an ending."""
    match consequence.jump:
        case Goto(reference):
            return target.kind in (TargetKind.CARD, TargetKind.ENDING) and reference.id == target.card
        case End(ending):
            return target.kind is TargetKind.ENDING and ending.id == target.id
        case _:
            return False


def shut_by(facts: Facts, target: Target, word: str) -> str:
    """Return which conditions shut a target off, and what their variables were there in every play; or nothing.

    Args:
        facts: about the story.
        target: what no play reaches.
        word: what its card is called.
    """
    found = dict.fromkeys(
        _words(facts, card, condition, word if card.id == target.card else f"at `{card.id}`")
        for card, condition in gates(facts, target)
    )
    return "; ".join(list(found)[:MOST_GATES])


def _words(facts: Facts, card: Card, condition: Condition, place: str) -> str:
    apart = _kept_apart(facts, card, condition)
    if apart:
        return f"needs `{condition.source}` {place}, where {apart}"
    names = dict.fromkeys(part.name for part in parts(condition.expression) if isinstance(part, Read))
    known = [(name, values) for name in names if (values := facts.values_at(card.id, name))]
    had = [f"{name} is {in_words(_in_order(values), ' or ' if len(values) < 3 else ', ')}" for name, values in known]
    there = f"{' and '.join(had)} in every play" if had else "it never holds"
    return f"needs `{condition.source}` {place}, where {there}"


def _kept_apart(facts: Facts, card: Card, condition: Condition) -> str:
    """Return which parts of a condition hold in some play each, and never together."""
    if not isinstance(condition.expression, AllOf):
        return ""
    pieces = condition.expression.operands
    if not all(facts.is_seen_to_hold(card.id, Condition(piece, "")) for piece in pieces):
        return ""
    for first, second in combinations(pieces, 2):
        if not facts.is_seen_to_hold(card.id, Condition(AllOf((first, second)), "")):
            return f"`{format_expression(first)}` and `{format_expression(second)}` exclude each other"
    return "each part of that holds in some play, and never all of them at once"


def _in_order(values: frozenset[Value]) -> list[Value]:
    return sorted(values, key=lambda value: (isinstance(value, str), value))
