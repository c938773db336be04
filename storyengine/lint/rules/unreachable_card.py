"""SE102."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.analysis.targets import TargetKind
from storyengine.diagnostics import Severity
from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.lint.rule import Rule
from storyengine.lint.rules.undrawn_card import undrawn_cards
from storyengine.lint.unreached import words_of
from storyengine.model.cards import End


class UnreachableCard(Rule):
    """No play reaches a card.

    Why: nobody will ever read it.
    Instead: lead to it from somewhere, ease the condition that shuts it off, or write `unreachable: reason` on it.
    """

    code, slug, severity = "SE102", "unreachable-card", Severity.WARNING

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield every card that is proved unreachable, unless its ending or its number says so already."""
        undrawn = {card.id for _, card in undrawn_cards(facts)}
        for target, _ in facts.unreachable(TargetKind.CARD):
            card = facts.story.cards[target.card]
            if isinstance(card.then.jump, End) or card.id in undrawn:
                continue
            because, why = words_of(facts, target)
            yield self.at(target.span, f"no play reaches the card `{card.id}`{because}", card=card, why=why)
