"""SE108."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.analysis.targets import TargetKind
from storyengine.diagnostics import Severity
from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.lint.rule import Rule
from storyengine.lint.unreached import words_of


class UnmetThreshold(Rule):
    """A tracker never reaches one of its thresholds.

    Why: what should follow when the value is crossed never happens.
    Instead: let something change the tracker further, or set the threshold where plays come to.
    """

    code, slug, severity = "SE108", "unmet-threshold", Severity.WARNING

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield the thresholds that are proved never to fire."""
        for target, _ in facts.unreachable(TargetKind.THRESHOLD):
            name, _, value = target.id.rpartition(".at.")
            because, why = words_of(facts, target)
            yield self.at(target.span, f"`{name}` never reaches its threshold {value}{because}", why=why)
