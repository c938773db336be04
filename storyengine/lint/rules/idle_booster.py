"""SE143."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.diagnostics import Severity
from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.lint.rule import Rule


class IdleBooster(Rule):
    """A booster helps in a type of challenge that no card has.

    Why: whoever holds it waits in vain for the challenge.
    Instead: write a challenge of that type, or let the item help in another.
    """

    code, slug, severity = "SE143", "idle-booster", Severity.WARNING

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield the boosters with a type that no challenge of a card in reach has."""
        posed = {kind for card in facts.live_cards for challenge in card.challenges for kind in challenge.types}
        for item in facts.story.items.values():
            idle = [kind for kind in item.boost if kind not in posed]
            if idle:
                kinds = " or ".join(f"`{kind}`" for kind in idle)
                yield self.at(item.span, f"`{item.id}` helps in {kinds}, and no card has such a challenge")
