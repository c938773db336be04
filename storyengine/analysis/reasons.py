"""Why no play reaches something, in the author's terms: what blocks it, what that needs, what can be had at best."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from storyengine.analysis.builder import Builder
from storyengine.analysis.findings import Verdicts
from storyengine.analysis.meters import Meters, choose_meters
from storyengine.analysis.needs import HELD, Need, need_of, plain_name
from storyengine.analysis.net import Edge
from storyengine.analysis.sweep import Reached, sweep
from storyengine.analysis.targets import Target
from storyengine.analysis.tracking import Tracked
from storyengine.model.expressions import Give, Value
from storyengine.model.walk import effects

MOST_WAYS = 3
"""Ways in that a reason names."""
NOTHING_LEADS = "nothing leads here"
"""What a reason says where there is no way in at all."""
NO_STATE = "no play comes here in a state that leads on"
"""What a reason says where the net shows no single condition that is to blame."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a target is not reached."""

    message: str
    """One line."""
    why: str = ""
    """More, where there is more to say."""
    card: str = ""
    """The card at which it is blocked."""
    needs: tuple[Need, ...] = ()


Seen = Mapping[str, Mapping[str, set[Value]]]
"""Card, and variable, to the values that plays had there."""


def reason(verdicts: Verdicts, target: Target, *, seen: Seen | None = None, word: str = "here") -> Reason:
    """Say why no play reaches a target that was proved unreachable.

    Args:
        verdicts: of the whole story; the net is built now if the verdicts did without it.
        target: with the verdict `Unreachable`.
        seen: what plays had; what was seen on the way to the verdicts, if left out.
        word: what the target's card is called; `there`, where it was just named.

    Returns:
        The nearest thing that blocks the way: a guard at a place that plays come to, or that nothing leads here.
    """
    builder, reached = _ground(verdicts)
    net = builder.net
    if target.block >= 0:
        goals = [edge for edge in net.edges if edge.enters == target.block]
    else:
        goals = [edge for edge in net.edges if edge.target == net.endings.get(target.id, -1)]
    if not goals:
        return Reason(NOTHING_LEADS, "no choice, draw, jump or threshold of a card that is reached names it")
    proof = verdicts.proofs.get(target)
    return _Inquiry(verdicts, builder, reached, proof, seen or verdicts.seen_at, (target.card, word)).blocked(goals)


def _ground(verdicts: Verdicts) -> tuple[Builder, Reached]:
    if verdicts.builder is None or verdicts.reached is None:
        builder = verdicts.builder = Builder(verdicts.story)
        verdicts.reached = sweep(builder.net, Meters(builder.net, choose_meters(builder.net)))
    return verdicts.builder, verdicts.reached


class _Inquiry:
    def __init__(
        self,
        verdicts: Verdicts,
        builder: Builder,
        reached: Reached,
        proof: Tracked | None,
        seen: Seen,
        here: tuple[str, str],
    ) -> None:
        self.verdicts, self.builder, self.reached, self.proof = verdicts, builder, reached, proof
        self.seen, (self.here, self.word) = seen, here
        self.net = builder.net
        self.cards = {
            index: builder.card_of(control.spots) or control.place for control, index in builder.points.items()
        }

    def is_reached(self, point: int) -> bool:
        if self.proof is not None:
            return any(self.proof.point(key) == point for key in self.proof.reached)
        return bool(self.reached.combinations[point])

    def blocked(self, goals: list[Edge]) -> Reason:
        """Go back from the goals to the edges that start where plays come to, and say what shuts them."""
        incoming = self.net.incoming()
        frontier, pending, seen = [], list(goals), set()
        while pending:
            edge = pending.pop()
            if self.is_reached(edge.source):
                frontier.append(edge)
            elif edge.source not in seen:
                seen.add(edge.source)
                pending.extend(self.net.edges[index] for index in incoming[edge.source])
        if not frontier:
            return Reason(NOTHING_LEADS, "whatever could lead here is itself reached by no play")
        found = [self._shut(edge) for edge in frontier]
        known = list(dict.fromkeys(one for one in found if one.needs or one.why))
        if not known:
            return self._from_states(found[0])
        first = known[0]
        others = [f"another way in {one.message}" for one in known[1:MOST_WAYS] if one.needs]
        why = "; ".join(part for part in (first.why, *others) if part)
        return Reason(first.message, why, first.card, first.needs)

    def _shut(self, edge: Edge) -> Reason:
        """Say what shuts one edge whose source is reached."""
        card = self.cards.get(edge.source, "")
        needs = [need for variable, mask in edge.guard if (need := self._need(edge.source, variable, mask, card))]
        subject = f"`{edge.reads}`" if edge.reads else "what this needs"
        place, there = (self.word, self.word) if card in ("", self.here) else (f"at `{card}`", "there")
        if needs:
            asked = " and ".join(need.asked() for need in needs)
            had = "; ".join(need.lacking(there) for need in needs)
            return Reason(f"needs {asked} {place}; {had}", self._source_of(edge, needs), card, tuple(needs))
        asked_for = [self.net.variables[variable].name for variable, _ in edge.guard]
        asked_for += [self.net.variables[index].name for one in edge.relations for index in one.variables]
        if len(asked_for) > 1:
            names = [plain_name(name) for name in dict.fromkeys(asked_for)]
            listed = f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]
            together = f"what it asks of {listed} never goes together"
            return Reason(f"{subject} never holds {place}: {together}", "each part of it can hold by itself", card)
        if asked_for:
            return Reason(f"{subject} never holds {place}", "", card)
        return Reason(NO_STATE, "", card)

    def _need(self, point: int, variable: int, mask: int, card: str) -> Need | None:
        """Return what a guard lacks, or nothing if it can hold by itself."""
        possible = self._possible(point, variable)
        if possible & mask:
            return None
        known = self.net.variables[variable]
        return need_of(known, mask, possible, self.seen.get(card, {}).get(known.name, ()))

    def _possible(self, point: int, variable: int) -> int:
        """Return the mask of the values that a variable can have at a point, as far as it is proved."""
        mask = self.reached.mask_at(point, variable)
        if self.proof is not None:
            found = 0
            for key, combinations in self.proof.reached.items():
                if self.proof.point(key) != point:
                    continue
                if self.proof.meters.holds(variable):
                    found |= self.proof.meters.values_in(combinations, variable)
                elif variable in self.proof.radix:
                    found |= 1 << (key // self.proof.radix[variable] % self.net.variables[variable].size)
                else:
                    return mask
            mask &= found
        return mask

    def _source_of(self, edge: Edge, needs: Iterable[Need]) -> str:
        """Say for an item that is lacking where it could come from."""
        lacking = [need.variable for need in needs if need.needed == HELD]
        for item in lacking:
            givers = [
                card.id
                for card, effect in effects(self.verdicts.story)
                if card and isinstance(effect.statement, Give) and effect.statement.item == item
            ]
            givers += [card.id for card in self.verdicts.story.cards.values() if card.item == item]
            if not givers:
                return f"no card gives `{item}`"
            return (
                f"`{item}` is given at " + ", ".join(f"`{card}`" for card in givers[:MOST_WAYS]) + ", never before this"
            )
        return ""

    def _from_states(self, found: Reason) -> Reason:
        """Where the net knows no reason, say what every state of the story showed."""
        if self.verdicts.complete:
            return Reason(found.message, f"all {self.verdicts.states:,} states of the story were seen", found.card)
        return found
