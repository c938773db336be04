"""SE144."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from storyengine.diagnostics import Severity
from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.lint.plays import after
from storyengine.lint.rule import Rule
from storyengine.model.cards import Card
from storyengine.model.expressions import Discard, Effect, Give
from storyengine.model.walk import card_consequences


class IdleDiscard(Rule):
    """An item is taken away where nobody can hold it.

    Why: the effect does nothing, and the player is told so.
    Instead: take the item away once, or give it before.
    """

    code, slug, severity = "SE144", "idle-discard", Severity.WARNING

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield the effects that discard what is never held there."""
        for card in facts.live_cards:
            lists = [card.before, *(rooted.consequence.do for rooted in card_consequences(card))]
            twice = [effect for effects in lists for effect in _second_times(effects)]
            for effect, item in twice:
                yield self.at(effect.span, f"`{item}` is taken away twice, and there is one", card=card)
            told = {effect for effect, _ in twice}
            for effect in (each for effects in lists for each in effects if each not in told):
                yield from self._never_held(facts, card, effect)

    def _never_held(self, facts: Facts, card: Card, effect: Effect) -> Iterator[Finding]:
        item = effect.statement.item if isinstance(effect.statement, Discard) else ""
        if item not in facts.values.givable or facts.verdicts.explored is None or not facts.seen.complete:
            return
        play = facts.seen.notices.get((card.id, f"`{item}` is not held, so nothing is lost"))
        if play is not None and (card.id, item) not in facts.seen.lost:
            message = f"{after(play)} `{item}` is to be taken away, and nobody can hold it there in any play"
            yield self.at(effect.span, message, card=card, play=play)


def _second_times(effects: Sequence[Effect]) -> Iterator[tuple[Effect, str]]:
    """Yield the effects that discard what an effect before them, in the same list, has discarded already."""
    gone: set[str] = set()
    for effect in effects:
        match effect.statement:
            case Discard(item) if item in gone:
                yield effect, item
            case Discard(item) if effect.when is None:
                gone.add(item)
            case Give(item):
                gone.discard(item)
