"""SE121."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.analysis.targets import TargetKind
from storyengine.diagnostics import Severity
from storyengine.lint.bands import band_of
from storyengine.lint.facts import Facts, leaves
from storyengine.lint.finding import Finding
from storyengine.lint.rule import Rule
from storyengine.model.cards import Branch, Consequence, End
from storyengine.model.walk import card_consequences


class HiddenArm(Rule):
    """An arm of a branch is never taken, because the arms before it take all that it would.

    Why: the first arm that holds is followed, so this one never has its turn.
    Instead: put the narrower arm first, or mend the conditions.
    """

    code, slug, severity = "SE121", "hidden-arm", Severity.WARNING

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield the arms whose values are all taken by arms before them."""
        for card in facts.live_cards:
            for rooted in card_consequences(card):
                if isinstance(rooted.consequence.jump, Branch):
                    for arm in _hidden(facts, rooted.consequence.jump):
                        source = f" `{arm.when.source}`" if arm.when else ""
                        span = arm.when.span if arm.when else arm.span
                        yield self.at(span, f"the arms before it leave nothing to this arm{source}", card=card)


def _hidden(facts: Facts, branch: Branch) -> Iterator[Consequence]:
    band = band_of(facts, branch)
    if band is None:
        return
    taken: set[object] = set()
    for arm, wanted in zip(branch.arms, band.by_arm, strict=True):
        ends = [leaf.jump.ending.id for leaf in leaves(arm) if isinstance(leaf.jump, End)]
        told = any(facts.never(TargetKind.ENDING, ending) for ending in ends)
        if wanted and wanted <= taken and not told:
            yield arm
        taken |= wanted
