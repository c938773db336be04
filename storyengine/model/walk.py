"""Walks over a story: every consequence, every jump, every expression."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from storyengine.model.cards import (
    Branch,
    Card,
    CardRef,
    Consequence,
    End,
    Ending,
    Goto,
    RandomArms,
    Text,
)
from storyengine.model.expressions import Condition, Effect, Expression, Visited, effect_parts, parts
from storyengine.model.story import Story
from storyengine.source import Span


@dataclass(frozen=True, slots=True)
class Rooted:
    """A consequence with what it belongs to."""

    card: Card | None
    """Nothing for a threshold or the board's `stranded`."""
    owner: str
    """`card`, `choice`, `win`, `lose`, `result`, `threshold`, `stranded` or `arm`."""
    consequence: Consequence


def arms(consequence: Consequence) -> tuple[Consequence, ...]:
    """Return the arms of a consequence's branch or random jump, else nothing."""
    return consequence.jump.arms if isinstance(consequence.jump, Branch | RandomArms) else ()


def with_arms(consequence: Consequence) -> Iterator[Consequence]:
    """Yield a consequence and every arm below it, the outside first."""
    yield consequence
    for arm in arms(consequence):
        yield from with_arms(arm)


def _card_roots(card: Card) -> Iterator[tuple[str, Consequence]]:
    yield "card", card.then
    for choice in card.choices:
        yield "choice", choice.then
    for challenge in card.challenges:
        yield "win", challenge.win
        yield "lose", challenge.lose
    if card.minigame:
        for result in card.minigame.results.values():
            yield "result", result


def card_consequences(card: Card) -> Iterator[Rooted]:
    """Yield every consequence of one card, arms included."""
    for owner, root in _card_roots(card):
        for consequence in with_arms(root):
            yield Rooted(card, owner if consequence is root else "arm", consequence)


def consequences(story: Story) -> Iterator[Rooted]:
    """Yield every consequence of a story, arms included: cards as written, then thresholds, then the board."""
    for card in story.cards.values():
        yield from card_consequences(card)
    loose = [("threshold", then) for variable in story.variables.values() for _, then in variable.thresholds]
    if story.board.stranded:
        loose.append(("stranded", story.board.stranded))
    for owner, root in loose:
        for consequence in with_arms(root):
            yield Rooted(None, owner if consequence is root else "arm", consequence)


def references(consequence: Consequence) -> Iterator[CardRef]:
    """Yield the cards that a consequence itself names, without those of its arms."""
    yield from consequence.draw
    if isinstance(consequence.jump, Goto):
        yield consequence.jump.card


def endings(story: Story) -> Iterator[Ending]:
    """Yield every ending of a story, in the order written."""
    for rooted in consequences(story):
        if isinstance(rooted.consequence.jump, End):
            yield rooted.consequence.jump.ending


def texts(story: Story) -> Iterator[tuple[Card | None, Text]]:
    """Yield every text that a player may read, with its card."""
    for rooted in consequences(story):
        if rooted.consequence.text:
            yield rooted.card, rooted.consequence.text
    for card in story.cards.values():
        for choice in card.choices:
            for text in (choice.text, choice.locked, choice.hint):
                if text:
                    yield card, text
        for challenge in card.challenges:
            if challenge.text:
                yield card, challenge.text
    for item in story.items.values():
        if item.about:
            yield None, item.about


def conditions(story: Story) -> Iterator[tuple[Card | None, Condition]]:
    """Yield every condition of a story with its card; texts' conditions too."""
    for rooted in consequences(story):
        if rooted.consequence.when:
            yield rooted.card, rooted.consequence.when
    for card in story.cards.values():
        for when in (*(choice.when for choice in card.choices), *(challenge.when for challenge in card.challenges)):
            if when:
                yield card, when
    for item in story.items.values():
        if item.use and item.use.when:
            yield None, item.use.when
    for text_card, text in texts(story):
        for part in text.parts:
            if part.when:
                yield text_card, part.when


def effects(story: Story) -> Iterator[tuple[Card | None, Effect]]:
    """Yield every effect of a story with its card."""
    for card in story.cards.values():
        for effect in card.before:
            yield card, effect
    for rooted in consequences(story):
        for effect in rooted.consequence.do:
            yield rooted.card, effect
    for item in story.items.values():
        for effect in item.use.do if item.use else ():
            yield None, effect


def expressions(story: Story) -> Iterator[tuple[Card | None, Expression, Span]]:
    """Yield every expression, inside ones too, with its card and the place of the whole it stands in."""
    for card, condition in conditions(story):
        for part in parts(condition.expression):
            yield card, part, condition.span
    for card, effect in effects(story):
        for part in effect_parts(effect):
            yield card, part, effect.span
    for card, text in texts(story):
        for text_part in text.parts:
            for piece in text_part.template:
                if not isinstance(piece, str):
                    for part in parts(piece):
                        yield card, part, text.span


def remembered_cards(story: Story) -> frozenset[str]:
    """Return the cards whose visits the future can depend on: asked for, or reading differently the second time."""
    asked = {part.card for _, part, _ in expressions(story) if isinstance(part, Visited)}
    twofold = {card.id for card, text in texts(story) if card and text.depends_on_visits}
    return frozenset(asked | twofold)
