"""SE163."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.diagnostics import Severity
from storyengine.lint.bands import in_words
from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.lint.rule import Rule
from storyengine.model.cards import PLANET_PREFIX
from storyengine.model.story import DeckKind
from storyengine.model.walk import consequences, references

FULL = 13
"""Cards of a planet in War with the Evil Power Master."""


class PlanetSize(Rule):
    """A planet of a story by the thirteen-card rule has fewer or more cards than thirteen.

    Why: where card 13 is the way to the showdown, a planet is a deck of thirteen cards.
    Instead: number the planet's cards 1 to 13.
    """

    code, slug, severity = "SE163", "planet-size", Severity.WARNING

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield the planets with other cards than 1 to 13, in a story that calls for `planet/13`."""
        last = f"{PLANET_PREFIX}{FULL}"
        if not any(
            reference.id == last
            for rooted in consequences(facts.story)
            if rooted.card is None
            for reference in references(rooted.consequence)
        ):
            return
        for name, cards in facts.decks(DeckKind.PLANET):
            have = {card.name for card in cards}
            missing = [number for number in range(1, FULL) if str(number) not in have]
            span = facts.story.decks[name].span
            if missing:
                lacks = in_words(missing, ", ")
                has = f"{len(cards)} card{'s' * (len(cards) > 1)}"
                yield self.at(span, f"the planet `{name}` has {has}; {lacks} of {FULL} missing")
            elif len(cards) > FULL:
                yield self.at(span, f"the planet `{name}` has {len(cards)} cards, and {FULL} make a planet")
