"""SE110."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.diagnostics import Severity
from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.lint.plays import after
from storyengine.lint.rule import Rule
from storyengine.lint.stopping import StopKind, stops_of


class ShutChoices(Rule):
    """Every choice of a card is shut at once, in some play.

    Why: the play stops there, without an ending.
    Instead: add a choice without `when`, or a jump of the card's own, which is followed when no choice is open.
    """

    code, slug, severity = "SE110", "shut-choices", Severity.WARNING

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield the cards at which a play stops with all choices shut."""
        for stop, name in stops_of(facts, StopKind.SHUT):
            card = facts.story.cards[name]
            message = f"{after(stop.path)} no choice of `{name}` is open, and the play stops"
            yield self.at(card.span, message, card=card, play=stop.path)
