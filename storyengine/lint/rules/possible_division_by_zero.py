"""SE150."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.analysis.exhaust import Path
from storyengine.diagnostics import Severity
from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.lint.plays import after
from storyengine.lint.rule import Rule
from storyengine.lint.uses import divisors
from storyengine.lint.values import Interval
from storyengine.model.expressions import Expression
from storyengine.model.formatting import format_expression


class PossibleDivisionByZero(Rule):
    """Something is divided by what is 0, in some play.

    Why: there is no such number; a condition counts as not holding then, and an effect does nothing.
    Instead: ask whether the divisor is above 0 first, or start it above 0.
    """

    code, slug, severity = "SE150", "possible-division-by-zero", Severity.WARNING

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield the divisions that plays come to with a divisor of 0."""
        found = [each for each in divisors(facts.story) if each[0] and _can_be_zero(facts, each[1])]
        if not found:
            return
        plays: dict[str, Path] = {}
        for (name, text), path in facts.seen.notices.items():
            if "divides by zero" in text:
                plays.setdefault(name, path)
        for card, divisor, span in found:
            if card and card.id in plays:
                play = plays[card.id]
                message = f"{after(play)} `{format_expression(divisor)}` is 0 here, and something is divided by it"
                yield self.at(span, message, card=card, play=play)


def _can_be_zero(facts: Facts, divisor: Expression) -> bool:
    possible = facts.values.of_expression(divisor)
    return not isinstance(possible, Interval) or possible.low <= 0 <= possible.high
