"""SE142."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from storyengine.diagnostics import Related, Severity
from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.lint.plays import after
from storyengine.lint.rule import Rule
from storyengine.model.cards import Card
from storyengine.model.expressions import Discard, Effect, Give
from storyengine.model.walk import card_consequences


class TwiceGivenItem(Rule):
    """An item is given a second time.

    Why: there is one of each item, so the second time brings nothing, and a DATA card that is the item is not drawn.
    Instead: give another item at one of the places, or draw the same DATA card at both.
    """

    code, slug, severity = "SE142", "twice-given-item", Severity.WARNING

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield each further card that is an item already, and the effects that give what the crew always has."""
        first: dict[str, Card] = {}
        for card in facts.story.cards.values():
            if card.item and card.item in first:
                other = first[card.item]
                related = (Related(other.span, f"`{other.id}` is this item too"),)
                message = f"`{card.id}` is the item `{card.item}`, and so is `{other.id}`"
                yield self.at(card.span, message, card=card, related=related)
            elif card.item:
                first[card.item] = card
        for card in facts.live_cards:
            lists = [card.before, *(rooted.consequence.do for rooted in card_consequences(card))]
            twice = [effect for effects in lists for effect in _second_times(effects)]
            for effect in twice:
                yield self.at(effect.span, f"`{_given(effect)}` is given twice, and there is one", card=card)
            for effect in (each for effects in lists for each in effects if each not in twice):
                yield from self._always_held(facts, card, effect)

    def _always_held(self, facts: Facts, card: Card, effect: Effect) -> Iterator[Finding]:
        item = _given(effect)
        if not item or facts.verdicts.explored is None or not facts.seen.complete:
            return
        play = facts.seen.notices.get((card.id, f"`{item}` is already held"))
        if play is not None and (card.id, item) not in facts.seen.gained:
            message = f"{after(play)} `{item}` is given, and the crew has it there already in every play"
            yield self.at(effect.span, message, card=card, play=play)


def _given(effect: Effect) -> str:
    """Return the item that an effect brings to the crew, whoever takes it; else nothing."""
    return effect.statement.item if isinstance(effect.statement, Give) and not effect.statement.to else ""


def _second_times(effects: Sequence[Effect]) -> Iterator[Effect]:
    """Yield the effects that give what an effect before them, in the same list, has given already."""
    given: set[str] = set()
    for effect in effects:
        item = _given(effect)
        if item in given:
            yield effect
        elif item and effect.when is None:
            given.add(item)
        elif isinstance(effect.statement, Discard):
            given.discard(effect.statement.item)
