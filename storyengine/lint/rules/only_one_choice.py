"""SE104."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.analysis.targets import Target, TargetKind
from storyengine.diagnostics import Related, Severity
from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.lint.rule import Rule
from storyengine.lint.unreached import words_of
from storyengine.model.cards import Card


class OnlyOneChoice(Rule):
    """Of several choices only one can ever be offered.

    Why: the card looks like a decision, and no player ever has one there.
    Instead: open another of its choices to some players, or let the card go on by itself.
    """

    code, slug, severity = "SE104", "only-one-choice", Severity.WARNING

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield every card of several choices of which all but one are proved unreachable."""
        for card in facts.story.cards.values():
            shut = shut_choices(facts, card)
            if len(card.choices) < 2 or len(shut) != len(card.choices) - 1:
                continue
            closed = {target.id for target in shut}
            left = next(choice for choice in card.choices if f"{card.id}.{choice.id}" not in closed)
            if not facts.reached(TargetKind.CHOICE, f"{card.id}.{left.id}"):
                continue
            related = []
            for target in shut:
                because, _ = words_of(facts, target)
                name = target.id.removeprefix(f"{card.id}.")
                related.append(Related(target.span, f"`{name}` can never be taken{because}"))
            message = f"of {len(card.choices)} choices only `{left.id}` can ever be offered"
            yield self.at(card.span, message, card=card, related=tuple(related))


def shut_choices(facts: Facts, card: Card) -> list[Target]:
    """Return the choices of a reached card that no play can take."""
    if not facts.reached(TargetKind.CARD, card.id):
        return []
    names = [f"{card.id}.{choice.id}" for choice in card.choices]
    targets = (facts.target(TargetKind.CHOICE, name) for name in names if facts.never(TargetKind.CHOICE, name))
    return [target for target in targets if target]
