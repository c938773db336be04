"""Why no play reaches something, in the author's terms: what blocks it, what that needs, what can be had at best."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from storyengine.analysis.builder import Builder
from storyengine.analysis.findings import Verdicts
from storyengine.analysis.meters import Meters, choose_meters
from storyengine.analysis.net import Edge, NetVariable
from storyengine.analysis.sweep import Reached, sweep
from storyengine.analysis.targets import Target
from storyengine.analysis.tracking import Tracked
from storyengine.model.expressions import Give, Value
from storyengine.model.walk import effects

MOST_WAYS = 3
"""Ways in that a reason names."""


@dataclass(frozen=True, slots=True)
class Need:
    """What a guard asks of one variable, and what can be had."""

    variable: str
    needed: str
    """In words: `at least 20`, `true`, `held`."""
    proved: str
    """What a play can have there at most, in words; proved."""
    seen: str
    """What plays had there, in words; empty when none was seen there."""


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


def reason(verdicts: Verdicts, target: Target) -> Reason:
    """Say why no play reaches a target that was proved unreachable.

    Args:
        verdicts: of the whole story; the net is built now if the verdicts did without it.
        target: with the verdict `Unreachable`.

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
        return Reason("nothing leads here", "no choice, draw, jump or threshold of a card that is reached names it")
    return _Inquiry(verdicts, builder, reached, verdicts.proofs.get(target)).blocked(goals)


def _ground(verdicts: Verdicts) -> tuple[Builder, Reached]:
    if verdicts.builder is None or verdicts.reached is None:
        builder = verdicts.builder = Builder(verdicts.story)
        verdicts.reached = sweep(builder.net, Meters(builder.net, choose_meters(builder.net)))
    return verdicts.builder, verdicts.reached


class _Inquiry:
    def __init__(self, verdicts: Verdicts, builder: Builder, reached: Reached, proof: Tracked | None) -> None:
        self.verdicts, self.builder, self.reached, self.proof = verdicts, builder, reached, proof
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
            return Reason("nothing leads here", "whatever could lead here is itself reached by no play")
        found = [self._shut(edge) for edge in frontier]
        known = list(dict.fromkeys(one for one in found if one.needs or one.why))
        if not known:
            return self._from_states(found[0])
        first = known[0]
        others = [f"at `{one.card}`: {one.message}" for one in known[1:MOST_WAYS]]
        direct = {edge.source for edge in goals} & {edge.source for edge in frontier}
        only = "" if direct else f"the way here leads over `{first.card}`, where it is shut"
        why = "; ".join(part for part in (first.why, only, *others) if part)
        return Reason(first.message, why, first.card, first.needs)

    def _shut(self, edge: Edge) -> Reason:
        """Say what shuts one edge whose source is reached."""
        card = self.cards.get(edge.source, "")
        needs = [need for variable, mask in edge.guard if (need := self._need(edge.source, variable, mask, card))]
        subject = f"`{edge.reads}`" if edge.reads else "what this needs"
        if needs:
            asked = " and ".join(f"{need.variable} {need.needed}" for need in needs)
            had = "; ".join(_had(need) for need in needs)
            return Reason(f"needs {asked} here; {had}", self._source_of(edge, needs), card, tuple(needs))
        asked_for = [self.net.variables[variable].name for variable, _ in edge.guard]
        asked_for += [self.net.variables[index].name for one in edge.relations for index in one.variables]
        if len(asked_for) > 1:
            names = ", ".join(_plain(name) for name in dict.fromkeys(asked_for))
            return Reason(f"{subject} never holds here", f"each part can hold, never all together: {names}", card)
        if asked_for:
            return Reason(f"{subject} never holds here whenever this card can be reached", "", card)
        return Reason("no play comes here in a state that leads on", "", card)

    def _need(self, point: int, variable: int, mask: int, card: str) -> Need | None:
        """Return what a guard lacks, or nothing if it can hold by itself."""
        possible = self._possible(point, variable)
        if possible & mask:
            return None
        known = self.net.variables[variable]
        seen = self.verdicts.seen_at.get(card, {}).get(known.name, set())
        name = known.name.removeprefix("item ")
        return Need(_plain(known.name), _words(known, mask), _words(known, possible), _seen(seen) if name else "")

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
        lacking = [need.variable for need in needs if need.needed == "held"]
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


def _plain(name: str) -> str:
    """Return a net variable's name as an author knows it."""
    kind, _, rest = name.partition(" ")
    match kind:
        case "item":
            return rest
        case "visited":
            return f"visited({rest})"
        case "used":
            return f"the once-only choice {rest}"
        case "gone":
            return f"the disc of {rest}"
        case _:
            return name


def _words(variable: NetVariable, mask: int) -> str:
    """Return a set of values in words."""
    kind = variable.name.partition(" ")[0]
    if kind == "item":
        return {0b001: "not found", 0b010: "held", 0b100: "lost"}.get(mask, "not held" if not mask & 0b010 else "any")
    if kind == "visited":
        return "visited" if mask == 0b10 else "not visited"
    if kind == "used":
        return "taken" if mask == 0b10 else "not taken"
    if kind == "gone":
        return "gone" if mask == 0b10 else "there"
    values = [value for value in range(variable.size) if mask >> value & 1]
    if not values:
        return "nothing"
    if not variable.number:
        return " or ".join(variable.shown(value) for value in values)
    if values == list(range(values[0], values[-1] + 1)):
        if len(values) == 1:
            return variable.shown(values[0])
        if values[-1] == variable.size - 1 and values[0] > 0:
            return f"at least {variable.shown(values[0])}"
        if values[0] == 0 and values[-1] < variable.size - 1:
            return f"at most {variable.shown(values[-1])}"
        return f"{variable.shown(values[0])} to {variable.shown(values[-1])}"
    return ", ".join(variable.shown(value) for value in values[:6]) + (", ..." if len(values) > 6 else "")


def _seen(values: set[Value]) -> str:
    if not values:
        return ""
    numbers = [value for value in values if isinstance(value, int) and not isinstance(value, bool)]
    if len(numbers) == len(values):
        low, high = min(numbers), max(numbers)
        return str(low) if low == high else f"{low} to {high}"
    return " or ".join(sorted(str(value).lower() if isinstance(value, bool) else str(value) for value in values))


def _had(need: Need) -> str:
    if need.needed == "held":
        return "no play has it here"
    had = f"no play can have anything but {need.proved} here"
    if need.proved.startswith("at most"):
        had = f"no play can have more than {need.proved.removeprefix('at most ')} here"
    elif need.proved.startswith("at least"):
        had = f"no play can have less than {need.proved.removeprefix('at least ')} here"
    return had + (f", and plays had {need.seen}" if need.seen and need.seen != need.proved else "")
