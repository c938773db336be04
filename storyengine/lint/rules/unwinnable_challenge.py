"""SE105."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.analysis.targets import TargetKind
from storyengine.diagnostics import Severity
from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.lint.rule import Rule
from storyengine.lint.rules.unwinnable_retry import retries_for_ever
from storyengine.lint.unreached import because_never


class UnwinnableChallenge(Rule):
    """No play wins a challenge.

    Why: whatever the crew is, holds and rolls, it is lost, so it is no challenge.
    Instead: lower its level, let an item help, or tell what happens without a challenge.
    """

    code, slug, severity = "SE105", "unwinnable-challenge", Severity.WARNING

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield the challenges that plays lose and no play wins."""
        for card in facts.story.cards.values():
            for challenge in card.challenges:
                name = f"{card.id}.{challenge.id}"
                if not facts.never(TargetKind.WIN, name) or not facts.reached(TargetKind.LOSE, name):
                    continue
                if not retries_for_ever(facts, challenge):
                    play = facts.path_to(TargetKind.LOSE, name)
                    because = because_never(facts, TargetKind.WIN, name)
                    message = f"the challenge `{challenge.id}` can be lost, and no play wins it{because}"
                    yield self.at(challenge.span, message, card=card, play=play)
