"""SE117."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.analysis.targets import Target, TargetKind
from storyengine.diagnostics import Related, Severity
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
    Instead: ease what shuts one of them off, or lead to it from somewhere.
    """

    code, slug, severity = "SE117", "no-winning-ending", Severity.ERROR

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield one finding if every ending that would be a win is out of reach."""
        lost = lost_wins(facts)
        if len(lost) == 1:
            because, why = words_of(facts, lost[0])
            message = f"no play can be won: none reaches the ending `{lost[0].id}`{because}"
            yield self.at(lost[0].span, message, card=lost[0].card, why=why)
        elif lost:
            because_of = [(target, words_of(facts, target)[0]) for target in lost]
            related = tuple(Related(target.span, f"no play reaches `{target.id}`{why}") for target, why in because_of)
            message = f"no play can be won: none reaches any of the {len(lost)} endings that would be a win"
            yield self.at(lost[0].span, message, card=lost[0].card, related=related)


def lost_wins(facts: Facts) -> list[Target]:
    """Return all endings of kind `won` if no play reaches any of them, while plays reach other endings."""
    won = {ending.id for ending in endings(facts.story) if ending.kind == WON}
    targets = [target for target in facts.verdicts.of if target.kind is TargetKind.ENDING and target.id in won]
    if no_play_ends(facts) or not all(facts.never(target.kind, target.id) for target in targets):
        return []
    return targets
