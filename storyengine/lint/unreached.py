"""How rules speak of what no play reaches."""

from __future__ import annotations

from storyengine.analysis.findings import Unreachable
from storyengine.analysis.reasons import NO_STATE, NOTHING_LEADS
from storyengine.analysis.targets import Target, TargetKind
from storyengine.lint.facts import Facts
from storyengine.lint.gates import shut_by
from storyengine.lint.rolls import beyond_the_dice
from storyengine.lint.ways_in import names_of
from storyengine.runtime.travel import Charts

MOST_WAYS = 3
"""Shut ways in that are named."""
NEVER = {
    TargetKind.CHOICE: "it can never be taken",
    TargetKind.WIN: "no play wins it",
    TargetKind.LOSE: "no play loses it",
    TargetKind.RESULT: "no play comes to it",
    TargetKind.THRESHOLD: "no play brings it there",
    TargetKind.CARD: "no play reaches it",
}
"""What is said of a shut way in where nothing more is known of it."""


def words_of(facts: Facts, target: Target) -> tuple[str, str]:
    """Return why no play reaches a target: what the message ends with, and how that is known."""
    verdict = facts.verdicts.of[target]
    known = how_known(verdict) if isinstance(verdict, Unreachable) else ""
    ways = facts.ways_in.shut(target)
    message, more = _shut_ways(facts, ways) if ways else _blame(facts, target, "here")
    why = "; ".join(part for part in (more, known) if part)
    return (f": {message}" if message else ""), why


def because_never(facts: Facts, kind: TargetKind, name: str) -> str:
    """Return why no play reaches a target, as the end of a message; nothing where that is not known."""
    target = facts.target(kind, name)
    return words_of(facts, target)[0] if target else ""


def _shut_ways(facts: Facts, ways: tuple[Target, ...]) -> tuple[str, str]:
    """Speak of what alone leads to a target, and why that is shut."""
    named = list(names_of(ways))
    if len(ways) == 1:
        message, more = _blame(facts, ways[0], "there")
        because = f"that {message}" if message.startswith("needs ") else message or NEVER[ways[0].kind]
        return f"only {named[0]} leads here, and {because}", more
    shown = named[: MOST_WAYS if len(named) <= MOST_WAYS else MOST_WAYS - 1]
    rest = len(named) - len(shown)
    last = f"{rest} more" if rest else shown.pop()
    blamed = ((name, _blame(facts, way, "there")[0]) for name, way in zip(named, ways[:MOST_WAYS], strict=False))
    more = "; ".join(f"{name} {message}" for name, message in blamed if message.startswith("needs "))
    return f"only {', '.join(shown)} and {last} lead here, and none of them is ever open", more


def _blame(facts: Facts, target: Target, word: str) -> tuple[str, str]:
    """Return what shuts off a target itself, and more about it; nothing where no single condition does."""
    unmet = _out_of_range(facts, target) or beyond_the_dice(facts, target) or _beyond_the_paths(facts, target)
    if unmet:
        return unmet, ""
    found = facts.reason(target, word)
    message, more = found.message, found.why
    if not found.needs and (facts.verdicts.complete or message == NOTHING_LEADS):
        # what the proof cannot put in one condition shows in what was written, and in the states that were seen
        shut = shut_by(facts, target, word)
        message, more = (shut, "") if shut else (message, more if message == NOTHING_LEADS else "")
    if message == NOTHING_LEADS and target.kind not in (TargetKind.CARD, TargetKind.ENDING):
        return f"every play leaves `{target.card}` before that" if target.card else "", ""
    if message == NOTHING_LEADS:
        message = f"nothing leads {word}"
    return ("" if message == NO_STATE else message), more


def _out_of_range(facts: Facts, target: Target) -> str:
    """Return what the values of a tracker are, if a threshold is beyond them."""
    name, _, at = target.id.rpartition(".at.")
    found = facts.verdicts.ranges.get(name) if target.kind is TargetKind.THRESHOLD else None
    if found is None or found.proved_low <= int(at) <= found.proved_high:
        return ""
    if found.proved_low == found.proved_high:
        return f"it is always {found.proved_low}"
    return f"it stays within {found.proved_low} to {found.proved_high}"


def _beyond_the_paths(facts: Facts, target: Target) -> str:
    """Return why ships never come to a planet, if the target is the card on which they would land there."""
    board = facts.story.board
    place = board.places.get(facts.story.cards[target.card].deck) if target.kind is TargetKind.CARD else None
    if place is None or facts.story.decks[place.id].start != target.card or place.id == board.start:
        return ""
    if place.closed:
        return f"ships cannot land on `{place.id}`, which is closed"
    if place.id in Charts(board).shortest(board.start):
        return ""
    return f"no path of the board leads from `{board.start}` to `{place.id}`"


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
