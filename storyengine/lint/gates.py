"""What stands before a target, and what the story's numbers were there: for stories whose every state was seen."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.analysis.targets import Target, TargetKind
from storyengine.lint.facts import Facts
from storyengine.model.cards import Card, Consequence, End, Goto
from storyengine.model.expressions import Condition, Read, Value, parts
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


def shut_by(facts: Facts, target: Target) -> str:
    """Return which conditions shut a target off, and what their variables were there in every play; or nothing."""
    found = dict.fromkeys(_words(facts, card, condition) for card, condition in gates(facts, target))
    return "; ".join(list(found)[:MOST_GATES])


def _words(facts: Facts, card: Card, condition: Condition) -> str:
    names = dict.fromkeys(part.name for part in parts(condition.expression) if isinstance(part, Read))
    known = [(name, values) for name in names if (values := facts.values_at(card.id, name))]
    had = [f"{name} is {_in_words(values)}" for name, values in known]
    there = f", where {' and '.join(had)} in every play" if had else ", where it never holds"
    return f"it needs `{condition.source}` at `{card.id}`{there}"


def _in_words(values: frozenset[Value]) -> str:
    numbers = [value for value in values if isinstance(value, int) and not isinstance(value, bool)]
    if numbers and len(numbers) == len(values):
        low, high = min(numbers), max(numbers)
        return f"{low}" if low == high else f"{low} to {high}"
    return " or ".join(sorted(str(value).lower() if isinstance(value, bool) else str(value) for value in values))
