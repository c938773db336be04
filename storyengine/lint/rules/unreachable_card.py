"""SE102."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.analysis.targets import Target, TargetKind
from storyengine.diagnostics import Related, Severity
from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.lint.rule import Rule
from storyengine.lint.rules.undrawn_card import undrawn_cards
from storyengine.lint.unreached import words_of
from storyengine.model.cards import End

MOST_BEHIND = 6
"""Cards that are named with the one they lie behind."""


class UnreachableCard(Rule):
    """No play reaches a card.

    Why: nobody will ever read it.
    Instead: lead to it from somewhere, ease the condition that shuts it off, or write `unreachable: reason` on it.
    """

    code, slug, severity = "SE102", "unreachable-card", Severity.WARNING

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield every card that is proved unreachable, unless its ending or its number says so already.

        Cards to which only such cards lead are named with the first of them: they are no mistakes of their own.
        """
        undrawn = {card.id for _, card in undrawn_cards(facts)}
        mine = {
            target.card: target
            for target, _ in facts.unreachable(TargetKind.CARD)
            if not isinstance(facts.story.cards[target.card].then.jump, End) and target.card not in undrawn
        }
        alone: list[Target] = []
        behind: dict[str, list[Target]] = {}
        for name, target in mine.items():
            head = facts.ways_in.behind.get(name, "")
            if head in mine and not facts.suppressions.accepts(self.at(target.span, "", card=name)):
                behind.setdefault(head, []).append(target)
            else:
                alone.append(target)
        for target in alone:
            because, why = words_of(facts, target)
            hidden = behind.get(target.card, [])
            more = f" and the {_count(len(hidden))} behind it" if hidden else ""
            message = f"no play reaches the card `{target.card}`{more}{because}"
            yield self.at(target.span, message, card=target.card, why=why, related=tuple(_named(hidden)))


def _count(cards: int) -> str:
    return f"{cards} cards" if cards > 1 else "card"


def _named(behind: list[Target]) -> Iterator[Related]:
    shown = behind if len(behind) <= MOST_BEHIND else behind[: MOST_BEHIND - 1]
    for target in shown:
        yield Related(target.span, f"`{target.card}` lies behind it")
    if len(shown) < len(behind):
        yield Related(
            behind[len(shown)].span, f"so do `{behind[len(shown)].card}` and {len(behind) - len(shown) - 1} more"
        )
