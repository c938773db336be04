"""SE118."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.diagnostics import Severity
from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.lint.rule import Rule
from storyengine.lint.stopping import StopKind, stops_of


class DeadStart(Rule):
    """The story stops on its first card.

    Why: nobody ever gets beyond it.
    Instead: give the first card a choice that is open at the start, or a jump.
    """

    code, slug, severity = "SE118", "dead-start", Severity.ERROR

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield the first card if the story stops there."""
        for stop, name in stops_of(facts, StopKind.START):
            card = facts.story.cards[name]
            shut = f": none of its {len(card.choices)} choices is open" if len(card.choices) > 1 else ""
            if len(card.choices) == 1:
                shut = f": its only choice, `{card.choices[0].id}`, is shut"
            message = f"the story stops on its first card, `{name}`{shut}"
            yield self.at(card.span, message, card=card, play=stop.path)
