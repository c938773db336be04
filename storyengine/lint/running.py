"""All rules asked about one story, and what its author accepts set aside and counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from storyengine.diagnostics import Diagnostic, sort_key
from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.lint.registry import rules
from storyengine.lint.settings import Settings, settings_of
from storyengine.lint.suppression import suppressions_of

LAST = frozenset({"unused-suppression"})
"""Rules that are asked after all others, because they ask what became of those."""
STRICT_ONLY = frozenset({"undecided-target"})
"""Rules that are asked only where undecided verdicts shall fail."""
BY_SETTINGS, BY_SELECTION = "settings", "selection"


@dataclass(frozen=True, slots=True)
class Linted:
    """What the rules found."""

    findings: tuple[Finding, ...]
    """What is to be shown, by place."""
    hidden: Mapping[str, int]
    """How many findings were set aside, by `comments`, `allow`, `unreachable`, `settings` or `selection`."""
    settings: Settings


def matches(name: str, code: str, slug: str) -> bool:
    """Whether a name means a rule: its code, its slug, or how its code begins."""
    return name in (code, slug) or (name.startswith("SE") and code.startswith(name))


def lint(
    facts: Facts,
    *,
    loaded: Iterable[Diagnostic] = (),
    others: Mapping[str, str] | None = None,
    select: tuple[str, ...] = (),
    ignore: tuple[str, ...] = (),
    strict: bool = False,
) -> Linted:
    """Ask every rule.

    Args:
        facts: about a story.
        loaded: what was found while loading it; treated as if rules had found it.
        others: code to slug of what is not in `rules/`, which may be accepted and set all the same.
        select: show only these; all, if empty.
        ignore: do not show these.
        strict: whether undecided verdicts are findings.

    Returns:
        What was found. Stopped by `KeyboardInterrupt`, what was found until then.
    """
    slugs = {**(others or {}), **{rule.code: rule.slug for rule in rules()}}

    def slug_of(name: str) -> str:
        return slugs.get(name, name if name in slugs.values() else "")

    facts.rule_names = (*slugs.values(), *slugs)
    facts.settings = settings_of(facts.story, slug_of)
    facts.suppressions = suppressions_of(facts.story, facts.sources, slug_of)
    shown: list[Finding] = []
    hidden: Counter[str] = Counter()

    def judge(finding: Finding) -> None:
        found = finding.diagnostic
        severity = facts.settings.severity.get(found.slug, found.severity)
        if facts.suppressions.hides(finding):
            return
        if severity is None:
            hidden[BY_SETTINGS] += 1
        elif (select and not any(matches(name, found.code, found.slug) for name in select)) or any(
            matches(name, found.code, found.slug) for name in ignore
        ):
            hidden[BY_SELECTION] += 1
        elif severity is not found.severity:
            shown.append(replace(finding, diagnostic=replace(found, severity=severity)))
        else:
            shown.append(finding)

    for diagnostic in loaded:
        judge(Finding(diagnostic))
    try:
        for rule in sorted(rules(), key=lambda rule: rule.slug in LAST):
            if strict or rule.slug not in STRICT_ONLY:
                for finding in rule.check(facts):
                    judge(finding)
    except KeyboardInterrupt:
        pass  # what was found until then is worth telling, as with verdicts
    hidden.update(facts.suppressions.hidden)
    found = tuple(sorted(dict.fromkeys(shown), key=lambda each: sort_key(each.diagnostic)))
    return Linted(found, {by: count for by, count in hidden.items() if count}, facts.settings)
