"""SE190."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.diagnostics import Applicability, Edit, Fix, Severity
from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.lint.rule import Rule
from storyengine.lint.suppression import BY_COMMENT, COMMENT, Suppression
from storyengine.source import Span


class UnusedSuppression(Rule):
    """A finding is accepted that is not there.

    Why: it would hide the finding when it comes back one day.
    Instead: take it away.
    """

    code, slug, severity = "SE190", "unused-suppression", Severity.WARNING

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield the comments and `allow:` entries that hide nothing."""
        for each in facts.suppressions.unused:
            fix = _removal(facts, each) if each.by == BY_COMMENT else None
            yield self.at(each.span, f"nothing here is found by `{each.name}`", fix=fix)


def _removal(facts: Facts, suppression: Suppression) -> Fix | None:
    """Return the fix that takes a comment away; only where it names nothing else."""
    line = facts.sources[suppression.span.path][suppression.span.line - 1]
    match = COMMENT.search(line)
    if not match or "," in match.group(1):
        return None
    number, path = suppression.span.line, suppression.span.path
    start = len(line[: line.index("#", match.start())].rstrip())
    span = Span(path, number, start + 1, number, len(line) + 1)
    if not start and number < len(facts.sources[path]):
        span = Span(path, number, 1, number + 1, 1)
    return Fix("take the comment away", (Edit(span, ""),), Applicability.SAFE)
