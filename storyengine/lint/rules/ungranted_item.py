"""SE140."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.diagnostics import Severity
from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.lint.rule import Rule


class UngrantedItem(Rule):
    """Nothing ever gives an item.

    Why: nobody can come to hold it, so what needs it never happens.
    Instead: write `gain` or `give` where it is found, or `starter: true` if it is dealt at the start.
    """

    code, slug, severity = "SE140", "ungranted-item", Severity.WARNING

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield the items that are neither dealt nor given."""
        for name, item in facts.story.items.items():
            if not (item.starter and facts.story.crew) and not facts.uses.given[name]:
                asked = len(facts.uses.asked[name])
                needed = f", and {asked} {'condition asks' if asked == 1 else 'conditions ask'} for it" if asked else ""
                yield self.at(item.span, f"nothing gives `{name}`{needed}")
