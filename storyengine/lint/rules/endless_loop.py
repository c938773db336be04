"""SE114."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.diagnostics import Severity
from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.lint.plays import after
from storyengine.lint.rule import Rule
from storyengine.lint.stopping import StopKind, stops_of


class EndlessLoop(Rule):
    """Cards lead to one another in a circle without a choice.

    Why: play would go round for ever, so the engine stops it there.
    Instead: put a choice into the circle, or a `branch` that leads out of it.
    """

    code, slug, severity = "SE114", "endless-loop", Severity.ERROR

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield the circles that plays get into."""
        told: set[frozenset[str]] = set()
        for stop, name in stops_of(facts, StopKind.LOOP):
            circle = frozenset(stop.why.rpartition(": ")[2].split(" -> "))
            if circle not in told:
                told.add(circle)
                card = facts.story.cards.get(name)
                span = card.span if card else facts.story.span
                yield self.at(span, f"{after(stop.path)} {stop.why}", card=card, play=stop.path)
