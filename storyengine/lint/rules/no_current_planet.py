"""SE166."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.diagnostics import Severity
from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.lint.plays import after
from storyengine.lint.rule import Rule
from storyengine.lint.stopping import StopKind, stops_of
from storyengine.model.story import DeckKind


class NoCurrentPlanet(Rule):
    """A play comes to `planet/N` while the ship is at no planet.

    Why: it means a card of the planet where the ship is; before the first landing there is none, and the play stops.
    Instead: keep the tracker from filling before the first planet, or name a card that is always there.
    """

    code, slug, severity = "SE166", "no-current-planet", Severity.WARNING

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield the plays that stop like this."""
        planets = {deck for deck, _ in facts.decks(DeckKind.PLANET)}
        for stop, name in stops_of(facts, StopKind.NO_PLANET):
            if stop.before.place in planets:
                continue  # then this planet lacks the card, which is another rule's
            card = facts.story.cards.get(name)
            span = card.span if card else facts.story.span
            yield self.at(span, f"{after(stop.path)} {stop.why}", card=card, play=stop.path)
