"""SE103."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.analysis.targets import Target, TargetKind
from storyengine.diagnostics import Related, Severity
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
            alike: dict[tuple[str, str], list[Target]] = {}
            for target in shut:
                alike.setdefault(words_of(facts, target), []).append(target)
            for (because, why), targets in alike.items():
                # without a reason they need not have one in common
                for some in [targets] if because else [[target] for target in targets]:
                    names = [target.id.removeprefix(f"{card.id}.") for target in some]
                    subject = f"the choice `{names[0]}`"
                    if len(names) > 1:
                        subject = f"the choices {', '.join(f'`{name}`' for name in names[:-1])} and `{names[-1]}`"
                    message = f"{subject} can never be taken{because}"
                    related = tuple(Related(target.span, "the same of this one") for target in some[1:])
                    yield self.at(some[0].span, message, card=card, why=why, related=related)
