"""SE141."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.diagnostics import Severity
from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.lint.rule import Rule
from storyengine.model.expressions import Ask, Fact
from storyengine.model.walk import expressions


class UnusedItem(Rule):
    """An item is good for nothing.

    Why: the crew can find it, and nothing is different for having it.
    Instead: give it a `boost` or a `use`, or ask `has(...)` for it somewhere.
    """

    code, slug, severity = "SE141", "unused-item", Severity.WARNING

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield the items that neither do anything nor are asked for."""
        if any(part == Ask(Fact.ITEMS) for _, part, _ in expressions(facts.story)):
            return  # then every item counts
        for name, item in facts.story.items.items():
            if not item.boost and not item.use and not facts.uses.asked[name] and facts.uses.given[name]:
                yield self.at(item.span, f"`{name}` does nothing, and no condition asks for it")
