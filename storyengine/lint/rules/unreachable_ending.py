"""SE101."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.analysis.targets import TargetKind
from storyengine.diagnostics import Severity
from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.lint.rule import Rule
from storyengine.lint.rules.no_ending import no_play_ends
from storyengine.lint.rules.no_winning_ending import lost_wins
from storyengine.lint.unreached import words_of


class UnreachableEnding(Rule):
    """No play reaches an ending.

    Why: whoever looks for it looks in vain; nothing a player does leads there.
    Instead: ease the condition that the message names, add a way in, or write `unreachable: reason` on the card.
    """

    code, slug, severity = "SE101", "unreachable-ending", Severity.WARNING

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield every ending that is proved unreachable, unless there is a graver word for it."""
        if no_play_ends(facts):
            return
        wins = lost_wins(facts)
        for target, _ in facts.unreachable(TargetKind.ENDING):
            if target not in wins:
                because, why = words_of(facts, target)
                message = f"no play reaches the ending `{target.id}`{because}"
                yield self.at(target.span, message, card=target.card, why=why)
