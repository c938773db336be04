"""SE132."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.diagnostics import Severity
from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.lint.rule import Rule
from storyengine.lint.rules.unwritten_variable import unwritten


class UnattainedRange(Rule):
    """No play uses the whole range of a number.

    Why: players see a range that they cannot use, and conditions near its ends never hold.
    Instead: nothing, if that is meant; otherwise narrow the range, or let something change the number further.
    """

    code, slug, severity = "SE132", "unattained-range", Severity.NOTE

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield the numbers with bounds of their own that are proved to stay within narrower ones."""
        fixed = {variable.id for variable in unwritten(facts)}
        for name, found in facts.verdicts.ranges.items():
            variable = facts.story.variables[name]
            if not variable.bounded or name in fixed:
                continue
            met = {at for at, _ in variable.thresholds}  # an end with a threshold has a rule of its own
            beyond = []
            # an end that nothing moves towards is only where the number starts
            if int(variable.start) < found.proved_high < variable.high and variable.high not in met:
                beyond.append(f"more than {found.proved_high}")
            if int(variable.start) > found.proved_low > variable.low and variable.low not in met:
                beyond.append(f"less than {found.proved_low}")
            if beyond:
                message = f"`{name}` may be {variable.low} to {variable.high}, and no play has {' or '.join(beyond)}"
                yield self.at(variable.span, message)
