"""SE111."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.diagnostics import Severity
from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.lint.plays import after
from storyengine.lint.rule import Rule
from storyengine.lint.stopping import StopKind, stops_of


class UsedUpChoices(Rule):
    """The once-only choices of a card run out, and nothing else is open.

    Why: whoever comes back once too often is stuck there, without an ending.
    Instead: add a choice that stays, or a jump of the card's own, which is followed when no choice is open.
    """

    code, slug, severity = "SE111", "used-up-choices", Severity.WARNING

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield the cards at which a play stops after once-only choices were taken."""
        for stop, name in stops_of(facts, StopKind.USED_UP):
            card = facts.story.cards[name]
            names = [choice.id for choice in card.choices] + [challenge.id for challenge in card.challenges]
            taken = sum(f"{name}.{each}" in stop.used for each in names)
            used = "its once-only choice is taken" if taken == 1 else f"{taken} once-only choices are taken"
            message = f"{after(stop.path)} nothing is left to choose at `{name}`: {used}"
            yield self.at(card.span, message, card=card, play=stop.path)
