"""SE107."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.analysis.targets import TargetKind
from storyengine.diagnostics import Severity
from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.lint.rule import Rule
from storyengine.lint.unreached import words_of


class UnreachableResult(Rule):
    """No play comes to a result of a card game, though plays come to its card.

    Why: what is written for this result is never read.
    Instead: see what ends the card before its game is opened.
    """

    code, slug, severity = "SE107", "unreachable-result", Severity.WARNING

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield the results of reached cards that are proved unreachable."""
        for target, _ in facts.unreachable(TargetKind.RESULT):
            if facts.reached(TargetKind.CARD, target.card):
                label = target.id.removeprefix(f"{target.card}.")
                because, why = words_of(facts, target)
                message = f"no play comes to the result `{label}`{because}"
                yield self.at(target.span, message, card=target.card, why=why)
