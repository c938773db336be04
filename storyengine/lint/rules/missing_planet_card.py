"""SE162."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.diagnostics import Related, Severity
from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.lint.rule import Rule
from storyengine.model.cards import CardRef
from storyengine.model.story import DeckKind
from storyengine.model.walk import consequences, references


class MissingPlanetCard(Rule):
    """A planet lacks a card that the story calls for as `planet/N`.

    Why: wherever the ship is when that happens, the card is read; on this planet the play would stop.
    Instead: write the card.
    """

    code, slug, severity = "SE162", "missing-planet-card", Severity.WARNING

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield the planets that lack a card which is called for from outside, such as by a threshold."""
        called: dict[str, CardRef] = {}
        for rooted in consequences(facts.story):
            if rooted.card is None:
                for reference in references(rooted.consequence):
                    if reference.planet_card:
                        called.setdefault(reference.planet_card, reference)
        for name, cards in facts.decks(DeckKind.PLANET):
            have = {card.name for card in cards}
            for number, reference in called.items():
                if number not in have:
                    related = (Related(reference.span, "it is called for here"),)
                    message = f"the planet `{name}` has no card {number}"
                    yield self.at(facts.story.decks[name].span, message, related=related)
