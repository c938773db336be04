"""SE106."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.analysis.targets import TargetKind
from storyengine.diagnostics import Severity
from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.lint.rule import Rule
from storyengine.lint.unreached import because_never


class UnlosableChallenge(Rule):
    """No play loses a challenge.

    Why: what is written under `lose` is never read, and the die only delays.
    Instead: raise its level, or tell what happens without a challenge.
    """

    code, slug, severity = "SE106", "unlosable-challenge", Severity.WARNING

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield the challenges that plays win and no play loses."""
        for card in facts.story.cards.values():
            for challenge in card.challenges:
                name = f"{card.id}.{challenge.id}"
                if facts.never(TargetKind.LOSE, name) and facts.reached(TargetKind.WIN, name):
                    because = because_never(facts, TargetKind.LOSE, name)
                    message = f"the challenge `{challenge.id}` can be won, and no play loses it{because}"
                    yield self.at(challenge.span, message, card=card, play=facts.path_to(TargetKind.WIN, name))
