"""SE103."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.analysis.targets import TargetKind
from storyengine.diagnostics import Severity
from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.lint.rule import Rule
from storyengine.lint.rules.only_one_choice import shut_choices
from storyengine.lint.unreached import words_of


class UnreachableChoice(Rule):
    """A choice or challenge can never be taken.

    Why: players come to the card, and this is never open to them.
    Instead: ease its condition, let something meet it before, or take the choice away.
    """

    code, slug, severity = "SE103", "unreachable-choice", Severity.WARNING

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield the choices and challenges of reached cards that are proved unreachable."""
        for card in facts.story.cards.values():
            if not facts.reached(TargetKind.CARD, card.id):
                continue
            for challenge in card.challenges:
                name = f"{card.id}.{challenge.id}"
                if facts.never(TargetKind.WIN, name) and facts.never(TargetKind.LOSE, name):
                    yield self.at(challenge.span, f"the challenge `{challenge.id}` is never taken", card=card)
            shut = shut_choices(facts, card)
            if len(shut) == len(card.choices) - 1 > 0:
                continue  # then the one that is left is what there is to say
            for target in shut:
                choice = target.id.removeprefix(f"{card.id}.")
                because, why = words_of(facts, target)
                yield self.at(target.span, f"the choice `{choice}` can never be taken{because}", card=card, why=why)
