"""SE168."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.analysis.targets import TargetKind
from storyengine.diagnostics import Severity
from storyengine.lint.facts import Facts, leaves
from storyengine.lint.finding import Finding
from storyengine.lint.rule import Rule
from storyengine.lint.unreached import because_never
from storyengine.model.cards import Card, Challenge, Retry
from storyengine.model.expressions import Assign
from storyengine.model.walk import with_arms


class UnwinnableRetry(Rule):
    """A challenge that cannot be won is to be tried again and again, at no cost.

    Why: the crew never gets past it, and nothing ever ends it.
    Instead: let each loss cost something that ends in the end, lower the level, or let the crew leave.
    """

    code, slug, severity = "SE168", "unwinnable-retry", Severity.ERROR

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield the challenges that no play wins and that every loss leads back to."""
        for card, challenge in hopeless_challenges(facts):
            because = because_never(facts, TargetKind.WIN, f"{card.id}.{challenge.id}")
            message = f"no play wins the challenge `{challenge.id}`, and every loss leads back to it{because}"
            play = facts.path_to(TargetKind.LOSE, f"{card.id}.{challenge.id}")
            yield self.at(challenge.span, message, card=card, play=play)


def hopeless_challenges(facts: Facts) -> Iterator[tuple[Card, Challenge]]:
    """Yield the challenges that plays come to and that no play gets out of, with their cards."""
    for card in facts.story.cards.values():
        for challenge in card.challenges:
            name = f"{card.id}.{challenge.id}"
            lost = facts.reached(TargetKind.LOSE, name)
            if lost and facts.never(TargetKind.WIN, name) and retries_for_ever(facts, challenge):
                yield card, challenge


def retries_for_ever(facts: Facts, challenge: Challenge) -> bool:
    """Whether a loss always leads back to a challenge, without moving a tracker towards a threshold."""
    if challenge.optional or not all(isinstance(leaf.jump, Retry) for leaf in leaves(challenge.lose)):
        return False
    changed = [each.statement for part in with_arms(challenge.lose) for each in part.do]
    variables = facts.story.variables
    return not any(isinstance(one, Assign) and variables[one.variable].thresholds for one in changed)
