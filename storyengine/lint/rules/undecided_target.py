"""SE109."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.analysis.findings import Undecided
from storyengine.diagnostics import Severity
from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.lint.rule import Rule


class UndecidedTarget(Rule):
    """Neither a play nor a proof was found for something within the budget.

    Why: it may be reachable or not; `--strict` wants to know.
    Instead: give more budget, as in `--budget 10`, or make the conditions on the way simpler.
    """

    code, slug, severity = "SE109", "undecided-target", Severity.ERROR

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield every undecided target."""
        for target, verdict in facts.verdicts.of.items():
            if isinstance(verdict, Undecided):
                name = f"the {target.kind} `{target.id}`"
                spent = max(verdict.expanded, facts.verdicts.states)
                near = f"; the nearest state found is at card `{verdict.nearest}`" if verdict.nearest else ""
                message = f"it is undecided whether a play reaches {name} (stopped after {spent:,} states{near})"
                yield self.at(target.span, message, card=target.card)
