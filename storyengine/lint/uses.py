"""Who reads and who writes each variable and item: counted once, for all rules that ask."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from storyengine.model.cards import Card
from storyengine.model.expressions import (
    Arithmetic,
    Assign,
    Discard,
    Effect,
    Expression,
    Give,
    Has,
    Holds,
    Literal,
    Read,
    Roll,
    parts,
)
from storyengine.model.story import Story
from storyengine.model.walk import effects, expressions
from storyengine.source import Span


class Uses:
    """Where a story's names are used."""

    def __init__(self, story: Story) -> None:
        """Walk through a story."""
        self.read: dict[str, list[Span]] = {name: [] for name in story.variables}
        """Variable to the places that read it, rules of the engine not counted."""
        self.written: dict[str, list[tuple[Card | None, Effect]]] = {name: [] for name in story.variables}
        """Variable to the effects that change it."""
        self.asked: dict[str, list[Span]] = {item: [] for item in story.items}
        """Item to the conditions that ask for it."""
        self.given: dict[str, list[tuple[Card | None, Span]]] = {item: [] for item in story.items}
        """Item to the places that give it."""
        self.discarded: dict[str, list[tuple[Card | None, Effect]]] = {item: [] for item in story.items}
        """Item to the effects that take it away by name."""
        self.takes_picked = False
        """Whether an effect takes away whatever item was pointed at."""
        for _, part, span in expressions(story):
            self._note(part, span)
        for rules, span in _rule_blocks(story):
            for value in rules.values():
                if isinstance(value, Expression):
                    for part in parts(value):
                        self._note(part, span)
        for card, effect in effects(story):
            self._note_effect(card, effect)
        for card in story.cards.values():
            if card.item:
                self.given[card.item].append((card, card.span))
        self.by_engine = frozenset(
            filter(None, (story.challenges.by, story.board.boost, *(tracker for tracker, _ in story.board.cost)))
        )
        """Variables that the rules of challenges and travel read or write by themselves."""

    def _note(self, part: Expression, span: Span) -> None:
        if isinstance(part, Read):
            self.read[part.name].append(span)
        elif isinstance(part, Has | Holds):
            self.asked[part.item].append(span)

    def _note_effect(self, card: Card | None, effect: Effect) -> None:
        statement = effect.statement
        if isinstance(statement, Assign):
            self.written[statement.variable].append((card, effect))
        elif isinstance(statement, Give) and statement.item in self.given:
            self.given[statement.item].append((card, effect.span))
        elif isinstance(statement, Discard):
            if statement.item in self.discarded:
                self.discarded[statement.item].append((card, effect))
            else:
                self.takes_picked = True


def _rule_blocks(story: Story) -> Iterator[tuple[Mapping[str, Any], Span]]:
    """Yield every `rules:` block with the place of what it stands on."""
    yield story.rules, story.span
    for deck in story.decks.values():
        yield deck.rules, deck.span
    for card in story.cards.values():
        yield card.rules, card.span
        for challenge in card.challenges:
            yield challenge.rules, challenge.span
    for item in story.items.values():
        if item.use:
            yield item.use.rules, item.span


def divisors(story: Story) -> Iterator[tuple[Card | None, Expression, Span]]:
    """Yield every divisor that is not a plain number, with its card and place."""
    for card, part, span in expressions(story):
        if isinstance(part, Arithmetic) and part.operator in ("//", "%") and not isinstance(part.right, Literal):
            yield card, part.right, span
    for card, effect in effects(story):
        statement = effect.statement
        divides = isinstance(statement, Assign) and statement.operator in ("//=", "%=")
        if isinstance(statement, Assign) and divides and not isinstance(statement.value, Literal | Roll):
            yield card, statement.value, effect.span
