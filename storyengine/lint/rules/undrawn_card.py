"""SE161."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.diagnostics import Severity
from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.lint.rule import Rule
from storyengine.model.cards import Card
from storyengine.model.story import DeckKind
from storyengine.model.walk import consequences, references


class UndrawnCard(Rule):
    """Nothing draws a DATA card.

    Why: no play can come to read it.
    Instead: draw it somewhere, or write `unreachable: reason` on it while it waits for its place.
    """

    code, slug, severity = "SE161", "undrawn-card", Severity.WARNING

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield the cards of kind data that nothing names."""
        for name, card in undrawn_cards(facts):
            yield self.at(card.span, f"nothing draws card `{card.name}` of the deck `{name}`", card=card)


def undrawn_cards(facts: Facts) -> Iterator[tuple[str, Card]]:
    """Yield the cards of kind data that nothing names, with their deck."""
    named = {reference.id for rooted in consequences(facts.story) for reference in references(rooted.consequence)}
    for name, cards in facts.decks(DeckKind.DATA):
        for card in cards:
            if card.id not in named and card.id != facts.story.start:
                yield name, card
