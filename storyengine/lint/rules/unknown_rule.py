"""SE191."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from storyengine.diagnostics import Applicability, Edit, Fix, Severity
from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.lint.rule import Rule
from storyengine.lint.suppression import find_word
from storyengine.source import Span


class UnknownRule(Rule):
    """A rule is named that does not exist.

    Why: it accepts or sets nothing, so what was meant to be quiet is not.
    Instead: name a rule by its code or its name, as findings show it.
    """

    code, slug, severity = "SE191", "unknown-rule", Severity.WARNING

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield the names in comments, `allow:` and `lint:` that mean nothing."""
        for each in facts.suppressions.unknown:
            yield self._unknown(facts, each.name, each.span, each.card)
        for name in facts.settings.unknown:
            span = find_word(facts.sources, facts.story.span, "severity", name)
            yield self._unknown(facts, name, span, "")

    def _unknown(self, facts: Facts, name: str, span: Span, card: str) -> Finding:
        plain = name.lower().replace("_", "-").replace(" ", "-")
        near = get_close_matches(plain, facts.rule_names, n=1, cutoff=0.7)
        if not near:
            return self.at(span, f"there is no rule `{name}`", card=card)
        sure = near[0].lower() == plain
        fix = None
        if facts.text_at(span) == name:
            applicability = Applicability.SAFE if sure else Applicability.UNSAFE
            fix = Fix(f"write `{near[0]}`", (Edit(span, near[0]),), applicability)
        return self.at(span, f"there is no rule `{name}`", card=card, hint=f"did you mean `{near[0]}`?", fix=fix)
