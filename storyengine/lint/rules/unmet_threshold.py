"""SE108."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.analysis.targets import TargetKind
from storyengine.diagnostics import Severity
from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.lint.rule import Rule
from storyengine.lint.unreached import how_known, words_of


class UnmetThreshold(Rule):
    """A tracker never reaches one of its thresholds.

    Why: what should follow when the value is crossed never happens.
    Instead: let something change the tracker further, or set the threshold where plays come to.
    """

    code, slug, severity = "SE108", "unmet-threshold", Severity.WARNING

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield the thresholds that are proved never to fire."""
        for target, verdict in facts.unreachable(TargetKind.THRESHOLD):
            name, _, value = target.id.rpartition(".at.")
            found = facts.verdicts.ranges.get(name)
            if found is not None and not found.proved_low <= int(value) <= found.proved_high:
                because, why = f": it stays within {found.proved_low} to {found.proved_high}", how_known(verdict)
            else:
                because, why = words_of(facts, target)
            yield self.at(target.span, f"`{name}` never reaches its threshold {value}{because}", why=why)
