"""SE122."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.diagnostics import Severity
from storyengine.lint.bands import Band, band_of, in_words
from storyengine.lint.facts import Facts, Stop
from storyengine.lint.finding import Finding
from storyengine.lint.plays import after
from storyengine.lint.rule import Rule
from storyengine.lint.stopping import StopKind, goes_on_by_itself, stops_of
from storyengine.model.cards import Branch, Card


class UncoveredBranch(Rule):
    """The bands of a branch leave a gap, and nothing comes after it.

    Why: with a value in the gap no arm is taken, and the play stops there.
    Instead: let two arms meet without a gap, or add a last arm without `when`.
    """

    code, slug, severity = "SE122", "uncovered-branch", Severity.WARNING

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield the cards whose branch depends on one variable and does not cover it."""
        for card, band, stop in uncovered(facts):
            gap = in_words(band.left_over)
            shown = f" ({after(stop.path)} a play stops here)" if stop else ""
            message = f"no arm of `{card.id}` holds when `{band.variable}` is {gap}{shown}"
            yield self.at(card.span, message, card=card, play=stop.path if stop else ())


def uncovered(facts: Facts) -> Iterator[tuple[Card, Band, Stop | None]]:
    """Yield the cards in reach whose branch leaves a gap, with a play that falls into it, if one was found."""
    fallen = {name: stop for stop, name in stops_of(facts, StopKind.BRANCH)}
    for card in facts.live_cards:
        if not isinstance(card.then.jump, Branch) or card.choices or goes_on_by_itself(facts, card.id):
            continue
        band = band_of(facts, card.then.jump)
        stop = fallen.get(card.id)
        # where every state was seen, a gap that no play falls into is none
        if band and band.left_over and (stop or not facts.verdicts.complete):
            yield card, band, stop
