"""SE117."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.analysis.targets import Target, TargetKind
from storyengine.diagnostics import Severity
from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.lint.rule import Rule
from storyengine.lint.rules.no_ending import no_play_ends
from storyengine.lint.unreached import words_of
from storyengine.model.walk import endings

WON = "won"
"""The kind of ending that this is about; a story whose endings are all of other kinds has nothing to win."""


class NoWinningEnding(Rule):
    """The story has endings of kind `won`, and no play reaches any of them.

    Why: nobody can win, however well they play.
    Instead: ease the condition that the message names, or lead to the ending from somewhere.
    """

    code, slug, severity = "SE117", "no-winning-ending", Severity.ERROR

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield every ending that would be a win."""
        for target in lost_wins(facts):
            because, why = words_of(facts, target)
            message = f"no play can be won: none reaches the ending `{target.id}`{because}"
            yield self.at(target.span, message, card=target.card, why=why)


def lost_wins(facts: Facts) -> list[Target]:
    """Return all endings of kind `won` if no play reaches any of them, while plays reach other endings."""
    won = {ending.id for ending in endings(facts.story) if ending.kind == WON}
    targets = [target for target in facts.verdicts.of if target.kind is TargetKind.ENDING and target.id in won]
    if no_play_ends(facts) or not all(facts.never(target.kind, target.id) for target in targets):
        return []
    return targets
