"""SE119."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.diagnostics import Severity
from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.lint.plays import after
from storyengine.lint.rule import Rule
from storyengine.lint.stopping import StopKind, stops_of


class StrayReturn(Rule):
    """A card returns, and no card had drawn it.

    Why: there is nothing to return to, so the play stops there.
    Instead: come to the card by `detour` or `draw` in place of `goto`, or give it a jump of its own.
    """

    code, slug, severity = "SE119", "stray-return", Severity.WARNING

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield the cards at which a play stops like this."""
        for stop, name in stops_of(facts, StopKind.STRAY_RETURN):
            card = facts.story.cards[name]
            message = f"{after(stop.path)} `{name}` returns, but no card drew it"
            yield self.at(card.span, message, card=card, play=stop.path)
