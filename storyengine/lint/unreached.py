"""How rules speak of what no play reaches."""

from __future__ import annotations

from storyengine.analysis.targets import Target
from storyengine.analysis.verdicts import Unreachable
from storyengine.lint.facts import Facts


def words_of(facts: Facts, target: Target) -> tuple[str, str]:
    """Return why no play reaches a target: what the message ends with, and how that is known."""
    found = facts.reason(target)
    verdict = facts.verdicts.of[target]
    known = how_known(facts, verdict) if isinstance(verdict, Unreachable) else ""
    why = "; ".join(part for part in (found.why, known) if part)
    return (f": {found.message}" if found.message else ""), why


def how_known(facts: Facts, verdict: Unreachable) -> str:
    """Return what a proof rests on."""
    match verdict.proof:
        case "exhaustive":
            return f"all {verdict.seen:,} states seen"
        case "tracked" if verdict.tracked:
            names = ", ".join(verdict.tracked)
            return f"proved for every play, whatever happens beside {names}"
        case _:
            return "proved for every play"
