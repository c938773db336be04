"""SE142."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.diagnostics import Related, Severity
from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.lint.rule import Rule
from storyengine.model.cards import Card


class TwiceGivenItem(Rule):
    """Two DATA cards are the same item.

    Why: there is one of each item, so once it is found the other card is not in the deck any more.
    Instead: give one of the cards another item, or draw the same card at both places.
    """

    code, slug, severity = "SE142", "twice-given-item", Severity.WARNING

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield each further card that is an item already."""
        first: dict[str, Card] = {}
        for card in facts.story.cards.values():
            if card.item and card.item in first:
                other = first[card.item]
                related = (Related(other.span, f"`{other.id}` is this item too"),)
                message = f"`{card.id}` is the item `{card.item}`, and so is `{other.id}`"
                yield self.at(card.span, message, card=card, related=related)
            elif card.item:
                first[card.item] = card
