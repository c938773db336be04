"""SE130."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.diagnostics import Severity
from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.lint.rule import Rule


class UnreadVariable(Rule):
    """A variable is never read.

    Why: no condition, effect or text depends on it, so it changes nothing for the player.
    Instead: ask for it somewhere, or take it away; perhaps its name is misspelt where it should be read.
    """

    code, slug, severity = "SE130", "unread-variable", Severity.WARNING

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield the variables that nothing reads; trackers are read by the player."""
        uses = facts.uses
        for name, variable in facts.story.variables.items():
            if not variable.tracker and name not in uses.by_engine and not uses.read[name]:
                changed = len(uses.written[name])
                times = {0: "and nothing changes it", 1: "though 1 effect changes it"}
                message = f"nothing reads `{name}`, {times.get(changed, f'though {changed} effects change it')}"
                yield self.at(variable.span, message)
