"""Edges of effects: what changes a variable, who gets and loses items, cards that are drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from storyengine.analysis import changes
from storyengine.analysis.controls import (
    Control,
)
from storyengine.analysis.domains import HELD
from storyengine.analysis.drafts import Draft, Drafting
from storyengine.analysis.guards import Case, all_of
from storyengine.analysis.net import Table
from storyengine.model.cards import CardRef
from storyengine.model.expressions import Assign, Fact, Value
from storyengine.runtime import plan
from storyengine.runtime.machine import DEEPEST
from storyengine.runtime.state import Phase


class EffectDrafts(Drafting):
    """Drafts what effects do."""

    def _change(self, control: Control, step: plan.Change, after: Control) -> Iterator[Draft]:
        effect, situation = step.effect, self.situation(control)
        if effect.when is not None:
            for case in self.guards.cases(effect.when, situation, False):
                yield Draft(after, case)
        for case in self.guards.cases(effect.when, situation):
            for draft in self._unguarded(control, step, after):
                joined = all_of(((case,), (draft.case,)))
                for both in joined:
                    yield Draft(draft.to, both, draft.effects, draft.enters)

    def _unguarded(self, control: Control, step: plan.Change, after: Control) -> Iterator[Draft]:
        statement = step.effect.statement
        match changes.kind_of(statement):
            case "give":
                forced = statement.to in self.story.crew  # type: ignore[union-attr]
                yield from self._give(control, statement.item, after, forced=forced)  # type: ignore[union-attr]
            case "discard":
                yield from self._discard(control, statement.item, after)  # type: ignore[union-attr]
            case "assign":
                yield from self._assign(control, step, after)
            case _:
                yield Draft(after)

    def _assign(self, control: Control, step: plan.Change, after: Control) -> Iterator[Draft]:
        card = self.showdown_of(control.spots)
        statement = step.effect.statement
        name = statement.variable  # type: ignore[union-attr]
        if self._is_fixed(name, card):
            yield Draft(after)
            return
        variable = self.domains.of_variable.get(name, -1)
        tables = self._assignment(statement, self.situation(control))  # type: ignore[arg-type]
        yield from self._moved(control, name, variable, tables, after, card)
        rules = self.program.rules_at(self.program.blocks[control.spots[-1].block].card)
        if rules.when_both_reach_max not in ("printed_order", name) and self.story.variables[name].thresholds:
            # Another tracker's threshold may decide; when exactly is not worked out here.
            other = self.program.index[rules.when_both_reach_max]
            net_other = self.domains.of_variable.get(rules.when_both_reach_max, -1)
            for _, block in self.program.thresholds[other]:
                effects = [] if variable < 0 else [changes.anything(variable, self.domains.variables[variable])]
                effects += [] if net_other < 0 else [changes.anything(net_other, self.domains.variables[net_other])]
                yield Draft(self._fired(control, block), effects=tuple(effects), enters=block)

    def _assignment(self, statement: Assign, situation: Mapping[Fact, Value]) -> tuple[tuple[Case, Table], ...]:
        """Return the ways in which an assignment changes its variable; the same effect comes by many ways."""
        key = (statement, tuple(situation.items()))
        if key not in self._assignments:
            self._assignments[key] = changes.assignment(statement, self.domains, self.guards, situation)
        return self._assignments[key]

    def _give(self, control: Control, item: str, after: Control, *, forced: bool = False) -> Iterator[Draft]:
        index = self.domains.of_item[item]
        # The rules of the card that the words stand on: those of an item or a threshold are the story's.
        again = self.program.rules_at(self.program.blocks[control.spots[-1].block].card).discarded_items_return
        findable = 0b101 if again else 0b001
        yield Draft(after, Case(((index, findable),)), (self._held[item],))
        yield Draft(after, Case(((index, 0b111 & ~findable),)))
        if len(self.story.crew) > 1 and not forced:
            # The same, with a pause in which somebody is chosen to take it.
            pause = Control(Phase.TAKE, self._advanced(control).spots, control.place, (item,))
            yield Draft(pause, Case(((index, findable),)))
        if self.program.story_rules.items_each is not None:
            yield Draft(after, Case(((index, findable),)))

    def _discard(self, control: Control, item: str, after: Control) -> Iterator[Draft]:
        if item == "picked":
            # Picks of something else than an item count too: then nothing is lost.
            item = next((spot.picked for spot in reversed(control.spots) if spot.picked), "")
        if item not in self.domains.of_item:
            yield Draft(after)
            return
        index = self.domains.of_item[item]
        yield Draft(after, Case(((index, 1 << HELD),)), (self._gone[item],))
        yield Draft(after, Case(((index, 0b101),)))

    def _draw(self, control: Control, reference: CardRef, after: Control) -> Iterator[Draft]:
        card = self._resolve(control, reference)
        if not card:
            yield Draft(after)
            return
        depth = sum(1 for spot in control.spots if spot.block >= 0 and self.program.blocks[spot.block].is_card)
        if depth >= DEEPEST:
            yield Draft(Control(Phase.STUCK, (), ""))
            return
        block = self.program.card_blocks[card]
        to = self._push(self._advanced(control), block)
        item = self.story.cards[card].item
        if not item:
            yield Draft(to, enters=block)
            return
        rules = self.program.rules_at(self.card_of(control.spots))
        findable = 0b101 if rules.discarded_items_return else 0b001
        index = self.domains.of_item[item]
        yield Draft(to, Case(((index, findable),)), enters=block)
        yield Draft(after, Case(((index, 0b111 & ~findable),)))
