"""SE193."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.analysis.targets import TargetKind
from storyengine.diagnostics import Severity
from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.lint.plays import in_steps
from storyengine.lint.rule import Rule


class ReachedThoughParked(Rule):
    """A card says `unreachable`, and a play reaches it.

    Why: players can read what is not meant to be read yet.
    Instead: take `unreachable` away, or shut the way that the play takes.
    """

    code, slug, severity = "SE193", "reached-though-parked", Severity.WARNING

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield the parked cards that are reached."""
        for card in facts.story.cards.values():
            if card.unreachable and facts.reached(TargetKind.CARD, card.id):
                play = facts.path_to(TargetKind.CARD, card.id)
                message = f"`{card.id}` is parked as unreachable, and a play of {in_steps(play)} reaches it"
                yield self.at(card.span, message, card=card, play=play)
