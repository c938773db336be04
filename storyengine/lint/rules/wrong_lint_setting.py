"""SE192."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.diagnostics import Severity
from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.lint.rule import Rule
from storyengine.lint.suppression import find_word


class WrongLintSetting(Rule):
    """A setting under `lint:` means nothing.

    Why: it is not followed, and nothing else would tell.
    Instead: there are `severity`, with rules and error, warning, note or off, and `budget`, a number.
    """

    code, slug, severity = "SE192", "wrong-lint-setting", Severity.WARNING

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield the settings that cannot be followed."""
        for key, message in facts.settings.problems:
            yield self.at(find_word(facts.sources, facts.story.span, "lint", key), message)
