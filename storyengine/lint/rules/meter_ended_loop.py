"""SE115."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.diagnostics import Severity
from storyengine.lint.facts import Facts, leaves
from storyengine.lint.finding import Finding
from storyengine.lint.rule import Rule
from storyengine.lint.stopping import goes_on_by_itself
from storyengine.model.cards import Card, Consequence, Goto, Retry, Stay
from storyengine.model.expressions import Assign
from storyengine.model.walk import card_consequences


class MeterEndedLoop(Rule):
    """Only a meter that fills up ends a circle of cards.

    Why: the choices there lead round and round, and players go on until a threshold stops them.
    Instead: nothing, if that is meant; otherwise give one of the cards a way out.
    """

    code, slug, severity = "SE115", "meter-ended-loop", Severity.NOTE

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield the first card of each circle."""
        ways = {card.id: set(_ways(facts, card)) for card in facts.live_cards}
        out = _with_a_way_out(ways)
        told: set[str] = set()
        for card in facts.live_cards:
            if card.id in out or card.id in told:
                continue
            circle = _closed(card.id, ways)
            meters = sorted({name for each in circle for name in _filled(facts, facts.story.cards[each])})
            told |= circle
            if meters and card.id in {way for each in circle for way in ways[each]}:
                names = " or ".join(f"`{name}`" for name in meters)
                yield self.at(card.span, f"from `{card.id}` no choice leads out; only {names} ends it", card=card)


OUT = ""
"""A way that leads out of any circle: an ending, a flight, a return, or a drawn card that may lead anywhere."""


def _ways(facts: Facts, card: Card) -> Iterator[str]:
    """Yield the cards that a card leads to; `OUT` stands for everything else."""
    roots: list[Consequence] = [choice.then for choice in card.choices]
    roots += [way for challenge in card.challenges for way in (challenge.win, challenge.lose)]
    roots += card.minigame.results.values() if card.minigame else ()
    for root in (card.then, *roots):
        for leaf in leaves(root):
            yield from _leads(card, leaf, is_card=root is card.then)
    drawn = any(rooted.consequence.draw for rooted in card_consequences(card))
    if drawn or goes_on_by_itself(facts, card.id):
        yield OUT


def _leads(card: Card, leaf: Consequence, *, is_card: bool) -> Iterator[str]:
    match leaf.jump:
        case Goto(reference):
            yield OUT if reference.planet_card else reference.id
        case Stay() | Retry():
            yield card.id
        case None:
            # a card without a jump has its choices, or stops; all else comes back to its card
            if not is_card:
                yield card.id
        case _:
            yield OUT


def _with_a_way_out(ways: dict[str, set[str]]) -> set[str]:
    """Return the cards from which some way leads out."""
    sources: dict[str, list[str]] = {}
    for card, targets in ways.items():
        for target in targets:
            sources.setdefault(target if target in ways else OUT, []).append(card)
    found: set[str] = set()
    pending = [OUT]
    while pending:
        for source in sources.get(pending.pop(), ()):
            if source not in found:
                found.add(source)
                pending.append(source)
    return found


def _closed(start: str, ways: dict[str, set[str]]) -> set[str]:
    """Return everything that a card leads to, itself among it."""
    found, pending = {start}, [start]
    while pending:
        for way in ways[pending.pop()]:
            if way not in found:
                found.add(way)
                pending.append(way)
    return found


def _filled(facts: Facts, card: Card) -> Iterator[str]:
    """Yield the trackers with thresholds that a card changes."""
    effects = [*card.before, *(effect for rooted in card_consequences(card) for effect in rooted.consequence.do)]
    for effect in effects:
        if isinstance(effect.statement, Assign) and facts.story.variables[effect.statement.variable].thresholds:
            yield effect.statement.variable
