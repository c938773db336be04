"""SE112."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.analysis.targets import TargetKind
from storyengine.diagnostics import Severity
from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.lint.plays import after
from storyengine.lint.rule import Rule
from storyengine.lint.rules.uncovered_branch import uncovered
from storyengine.lint.stopping import StopKind, goes_on_by_itself, stops_of
from storyengine.model.cards import Card


class DeadEnd(Rule):
    """A card has nothing to go on with, and no `ending`.

    Why: the play stops there, and neither player nor linter can tell whether that was meant.
    Instead: write `ending:` if the story is over here, else a choice or a jump.
    """

    code, slug, severity = "SE112", "dead-end", Severity.WARNING

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield the cards at which a play stops, and those that can only stop it."""
        told: set[str] = set()
        gaps = {card.id for card, _, _ in uncovered(facts)}
        for stop, name in stops_of(facts, StopKind.DEAD_END, StopKind.BRANCH):
            card = facts.story.cards.get(name)
            if name in gaps:
                continue  # the branch has a rule of its own
            told.add(name)
            if card is None or stop.fired:
                yield self.at(facts.story.span, f"{after(stop.path)} a threshold leads nowhere", play=stop.path)
            else:
                message = f"{after(stop.path)} the play stops at `{name}`, which has no way on and no ending"
                yield self.at(card.span, message, card=card, play=stop.path)
        stopped = {stop.card for stop in facts.stops}
        for card in facts.live_cards:
            if card.id not in told and card.id not in stopped and _only_stops(facts, card):
                play = facts.path_to(TargetKind.CARD, card.id)
                yield self.at(card.span, f"`{card.id}` has no way on and no ending", card=card, play=play)


def _only_stops(facts: Facts, card: Card) -> bool:
    """Whether a card, whatever happens, leads nowhere."""
    something = card.then.jump or card.choices or card.challenges or card.minigame or card.then.draw
    return not something and not goes_on_by_itself(facts, card.id)
