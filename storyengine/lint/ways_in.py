"""What lies behind what: which shut ways alone lead to something that no play reaches."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from storyengine.analysis.targets import Target, TargetKind
from storyengine.graph.jumps import Edge, jumps
from storyengine.graph.names import Names

if TYPE_CHECKING:
    from storyengine.lint.facts import Facts

_KINDS = {
    "choice": TargetKind.CHOICE,
    "win": TargetKind.WIN,
    "lose": TargetKind.LOSE,
    "result": TargetKind.RESULT,
}
"""Ways that have a verdict of their own."""
MOST_STEPS = 1_000_000
"""Ways that are gone back on, for all targets of a story; after that, shut ways are not looked for any more."""


class WaysIn:
    """The ways to every card and ending of a story, whatever their conditions say."""

    def __init__(self, facts: Facts) -> None:
        """Look at a story and its verdicts."""
        self.facts = facts
        self.names = Names(facts.story)
        self._steps = 0
        self._known: dict[str, tuple[Target, ...]] = {}

    @cached_property
    def _into(self) -> dict[str, list[Edge]]:
        found: dict[str, list[Edge]] = {}
        for edge in jumps(self.facts.story, self.names):
            if edge.jump != "return" and edge.source != edge.target:  # who returns has been there
                found.setdefault(edge.target, []).append(edge)
        return found

    @cached_property
    def _thresholds(self) -> dict[str, Target]:
        targets = [target for target in self.facts.verdicts.of if target.kind is TargetKind.THRESHOLD]
        pairs = ((target.id.rpartition(".at."), target) for target in targets)
        return {self.names.threshold(name, int(at)): target for (name, _, at), target in pairs}

    @cached_property
    def behind(self) -> dict[str, str]:
        """Card that is reached from cards only that no play reaches, to the first of those."""
        dead = [target.card for target, _ in self.facts.unreachable(TargetKind.CARD)]
        onward: dict[str, list[str]] = {}
        heads: list[str] = []
        for card in dead:
            sources = [edge.source for edge in self._into.get(card, ())]
            if all(self._is_dead_card(source) for source in sources):
                for source in sources:
                    onward.setdefault(source, []).append(card)
            if not sources or not all(map(self._is_dead_card, sources)):
                heads.append(card)
        found: dict[str, str] = {}
        told = set(heads)
        for head in (*heads, *dead):  # of cards that only lead to one another, the one written first stands for all
            if head in found:
                continue
            told.add(head)
            pending = [head]
            while pending:
                for card in onward.get(pending.pop(), ()):
                    if card not in told and card not in found:
                        found[card] = head
                        pending.append(card)
        return found

    def shut(self, target: Target) -> tuple[Target, ...]:
        """Return what alone leads to a card or ending, each of which plays come to the brink of and never take.

        Returns:
            Choices, results, thresholds, and cards that a condition on the way shuts off. Nothing where a condition
            shuts off the target itself, and where nothing leads to it at all.
        """
        if target.kind is TargetKind.CARD:
            node = target.id
        elif target.kind is TargetKind.ENDING:
            node = self.names.endings[target.id]
        else:
            return ()
        trail: dict[str, None] = {}  # a chain of cards is gone back on once
        while node not in self._known and node not in trail and (source := self._only_source(node)):
            trail[node] = None
            node = source
        if node in trail:
            return ()  # cards that lead only to one another
        if node not in self._known:
            self._known[node] = self._search(node)
        found = self._known[node]
        for each in reversed(trail):
            if not found and (card := self.facts.target(TargetKind.CARD, node)):
                found = (card,)
            self._known[each] = found
        return found

    def _only_source(self, node: str) -> str:
        """Return the one card that leads somewhere, if no play reaches that card."""
        sources = {edge.source for edge in self._into.get(node, ())}
        return next(iter(sources)) if len(sources) == 1 and all(map(self._is_dead_card, sources)) else ""

    def _search(self, node: str) -> tuple[Target, ...]:
        found: dict[Target, None] = {}
        pending, seen = [node], {node}
        while pending:
            here = pending.pop()
            self._steps += len(self._into.get(here, ()))
            if self._steps > MOST_STEPS:
                return ()
            for edge in self._into.get(here, ()):
                gate = self._gate(edge)
                if edge.source in self._thresholds or not self._is_dead_card(edge.source):
                    own = gate or (self.facts.target(TargetKind.CARD, here) if here != node else None)
                    if own is None:
                        return ()
                    found[own] = None
                elif edge.source not in seen:
                    seen.add(edge.source)
                    pending.append(edge.source)
        return tuple(found)

    def _is_dead_card(self, node: str) -> bool:
        return self.facts.never(TargetKind.CARD, node)

    def _gate(self, edge: Edge) -> Target | None:
        """Return what has to be taken to follow an edge, if no play ever takes it."""
        gate = self._thresholds.get(edge.source)
        if edge.way.kind in _KINDS and edge.source in self.facts.story.cards:
            name = edge.way.choice or edge.way.challenge or edge.way.result
            gate = self.facts.target(_KINDS[edge.way.kind], f"{edge.source}.{name}")
        return gate if gate and self.facts.never(gate.kind, gate.id) else None


def names_of(gates: tuple[Target, ...]) -> Iterator[str]:
    """Yield what gates are called in a sentence."""
    for gate in gates:
        own = gate.id.removeprefix(f"{gate.card}.")
        match gate.kind:
            case TargetKind.CHOICE:
                yield f"the choice `{own}` at `{gate.card}`"
            case TargetKind.WIN:
                yield f"winning the challenge `{own}` at `{gate.card}`"
            case TargetKind.LOSE:
                yield f"losing the challenge `{own}` at `{gate.card}`"
            case TargetKind.RESULT:
                yield f"the result `{own}` of the game at `{gate.card}`"
            case TargetKind.THRESHOLD:
                name, _, at = gate.id.rpartition(".at.")
                yield f"`{name}` at {at}"
            case _:
                yield f"the card `{gate.id}`"
