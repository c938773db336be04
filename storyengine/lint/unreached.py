"""How rules speak of what no play reaches."""

from __future__ import annotations

from storyengine.analysis.findings import Unreachable
from storyengine.analysis.targets import Target
from storyengine.lint.facts import Facts
from storyengine.lint.gates import shut_by

NOTHING_LEADS = "nothing leads here"
"""What a reason says where there is no way in at all."""


def words_of(facts: Facts, target: Target) -> tuple[str, str]:
    """Return why no play reaches a target: what the message ends with, and how that is known."""
    found = facts.reason(target)
    verdict = facts.verdicts.of[target]
    known = how_known(verdict) if isinstance(verdict, Unreachable) else ""
    message, more = found.message, found.why
    if not found.needs and (facts.verdicts.complete or message == NOTHING_LEADS):
        # what the proof cannot put in one condition shows in what was written, and in the states that were seen
        shut = shut_by(facts, target)
        message, more = (shut, "") if shut else (message, more if message == NOTHING_LEADS else "")
    why = "; ".join(part for part in (more, known) if part)
    return (f": {message}" if message else ""), why


def how_known(verdict: Unreachable) -> str:
    """Return what a proof rests on."""
    match verdict.proof:
        case "exhaustive":
            return f"all {verdict.seen:,} states seen"
        case "tracked" if verdict.tracked:
            names = ", ".join(verdict.tracked)
            return f"proved for every play, whatever happens beside {names}"
        case _:
            return "proved for every play"
