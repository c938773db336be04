"""SE165."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.diagnostics import Severity
from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.lint.rule import Rule


class UnheededMeter(Rule):
    """Flying fills a meter, and nothing happens when it is full.

    Why: the trips cost something, and the cost never matters.
    Instead: write `at_max:` with the card that is read then, or `at_min:` where flying lowers the meter.
    """

    code, slug, severity = "SE165", "unheeded-meter", Severity.WARNING

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield the trackers that travel changes and that have no threshold at the end they move to."""
        read = facts.uses.read
        for name, amount in facts.story.board.cost:
            variable = facts.story.variables[name]
            end = variable.high if amount > 0 else variable.low
            if amount and not variable.thresholds and not read[name] and name != facts.story.challenges.by:
                way = "full" if amount > 0 else "empty"
                yield self.at(variable.span, f"flying changes `{name}`, and nothing follows when it is {way} at {end}")
