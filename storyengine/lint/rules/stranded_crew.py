"""SE167."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.diagnostics import Severity
from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.lint.plays import after
from storyengine.lint.rule import Rule
from storyengine.lint.stopping import StopKind, stops_of


class StrandedCrew(Rule):
    """The crew is to fly on, and there is nowhere to fly to.

    Why: the play stops there, without an ending.
    Instead: write `stranded:` on the board, with what follows when no planet is left.
    """

    code, slug, severity = "SE167", "stranded-crew", Severity.WARNING

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield the plays that stop like this."""
        for stop, name in stops_of(facts, StopKind.STRANDED):
            card = facts.story.cards.get(name)
            span = card.span if card else facts.story.board.span
            yield self.at(span, f"{after(stop.path)} {stop.why}", card=card, play=stop.path)
