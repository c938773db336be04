"""Edges before they have an end: what every kind of step needs to say where a play goes on, and in which cases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from storyengine.analysis import changes
from storyengine.analysis.controls import (
    RUNNING,
    Control,
    Places,
    Spot,
)
from storyengine.analysis.domains import GONE, HELD, Domains
from storyengine.analysis.guards import ALWAYS, FREE, Case, Guards, Unknowable, all_of
from storyengine.analysis.net import NetVariable, Table
from storyengine.model.cards import CardRef
from storyengine.model.expressions import Assign, Expression, Fact, Literal, Value
from storyengine.model.house_rules import HouseRules
from storyengine.model.story import Story
from storyengine.runtime import plan
from storyengine.runtime.program import program_of
from storyengine.runtime.state import Phase


@dataclass(frozen=True, slots=True)
class Draft:
    """An edge whose end is still a control point."""

    to: Control
    case: Case = FREE
    effects: tuple[tuple[int, Table], ...] = ()
    enters: int = -1
    reads: str = ""


class Drafting(Places):
    """Knows a story's plan and guards, and how a control point follows on another."""

    def __init__(self, story: Story) -> None:
        """Take the story."""
        super().__init__(program_of(story))
        self.story = story
        self.domains = Domains(self.program)
        self.guards = Guards(self.domains)
        self._assignments: dict[tuple[Assign, tuple[tuple[Fact, Value], ...]], tuple[tuple[Case, Table], ...]] = {}
        self._splits: dict[tuple[Table, tuple[tuple[int, int], ...], str], tuple[tuple[int, int, Table], ...]] = {}
        self._known_changes: dict[tuple[int | None, Expression], bool] = {}
        self._gone = {item: changes.put(index, GONE) for item, index in self.domains.of_item.items()}
        self._held = {item: changes.put(index, HELD) for item, index in self.domains.of_item.items()}

    def known_change(self, rules: HouseRules) -> bool:
        """Whether the net knows what `level_change` adds."""
        key = (rules.level, rules.level_change)
        if key not in self._known_changes:
            try:
                few = len(self.guards.variables_of(rules.level_change, {})) <= 1
                self._known_changes[key] = few and changes.values_of(self._summands(rules), self.guards, {}) is not None
            except Unknowable:
                self._known_changes[key] = False
        return self._known_changes[key]

    def _summands(self, rules: HouseRules) -> tuple[Expression, Expression]:
        """Return what makes a challenge's level."""
        return Literal(rules.level) if rules.level is not None else changes.LEVEL, rules.level_change

    def settle(self, control: Control) -> Control:
        """Pass over what changes nothing the net knows."""
        spots, blocks = control.spots, self.program.blocks
        while spots:
            top = spots[-1]
            if top.pending:
                phase = Phase.ROLLED if top.pending.rolled else Phase.PERFORM
                return Control(phase, spots, control.place)
            if top.block < 0:
                return Control(Phase.TRAVEL, (), control.place, top.trip)
            steps = blocks[top.block].steps
            if top.op == len(steps):
                spots = spots[:-1]
            elif self._is_idle(steps[top.op]):
                spots = (*spots[:-1], top._replace(op=top.op + 1))
            else:
                return Control(RUNNING, spots, control.place)
        return Control(Phase.STUCK, (), "")

    def _is_idle(self, step: plan.Step) -> bool:
        match step:
            case plan.Say() | plan.TurnBack() | plan.MakeAllActive():
                return True
            case plan.Change(effect, _):
                return changes.is_idle(effect.statement)
            case _:
                return False

    def situation(self, control: Control) -> Mapping[Fact, Value]:
        """Return the facts that are known at a control point."""
        known: dict[Fact, Value] = {Fact.PLACE: control.place}
        spots = control.spots
        flying = control.phase == Phase.TRAVEL or (len(spots) > 1 and spots[-2].block < 0)
        known[Fact.TRAVELLING] = flying
        kinds = (spot.pending.type if spot.pending else spot.type for spot in reversed(spots))
        known[Fact.CHALLENGE] = next((kind for kind in kinds if kind), "")
        return known

    def _cases(self, control: Control, expression: Expression | None, answer: bool = True) -> tuple[Case, ...]:
        return self.guards.cases(expression, self.situation(control), answer)

    def _next(self, control: Control) -> Control:
        """Return the control point after the step on top."""
        top = control.spots[-1]
        return self.settle(control._replace(spots=(*control.spots[:-1], top._replace(op=top.op + 1))))

    def _advanced(self, control: Control) -> Control:
        """Return the control point with the step on top passed, without settling."""
        top = control.spots[-1]
        return control._replace(spots=(*control.spots[:-1], top._replace(op=top.op + 1)))

    def _push(self, control: Control, block: int, *, type: str = "", picked: str = "") -> Control:
        """Return the control point in which a block begins on top."""
        return self.settle(Control(RUNNING, (*control.spots, Spot(block, 0, (), type, picked)), control.place))

    def _fired(self, control: Control, block: int) -> Control:
        return self.settle(Control(RUNNING, (Spot(block, 0),), control.place))

    def _split(
        self, table: Table, thresholds: tuple[tuple[int, int], ...], known: NetVariable
    ) -> tuple[tuple[int, int, Table], ...]:
        """Return a change split by the thresholds that it fires."""
        key = (table, thresholds, known.name)
        if key not in self._splits:
            self._splits[key] = tuple(changes.split(table, thresholds, known))
        return self._splits[key]

    def _is_fixed(self, name: str, showdown: str) -> bool:
        return bool(showdown) and self.program.index[name] == self.program.boost

    def _is_silenced(self, name: str, showdown: str) -> bool:
        return (
            bool(showdown)
            and any(tracker == name for tracker, _ in self.story.board.cost)
            and self.program.rules_at(showdown).epm_during_showdown == "ignored"
        )

    def _moved(
        self,
        control: Control,
        name: str,
        variable: int,
        tables: tuple[tuple[Case, Table], ...],
        after: Control,
        showdown: str,
    ) -> Iterator[Draft]:
        """Yield the edges of a change of a story's variable: the plain one, and one for each threshold it can meet."""
        thresholds = () if self._is_silenced(name, showdown) else self.program.thresholds[self.program.index[name]]
        if variable < 0:
            yield Draft(after)
            for _, block in thresholds:
                yield Draft(self._fired(control, block), enters=block)
            return
        known = self.domains.variables[variable]
        for case, table in tables:
            for block, guard, part in self._split(table, thresholds, known):
                to = after if block < 0 else self._fired(control, block)
                joined = all_of(((case,), (Case(((variable, guard),)) if guard != known.every else Case(),)))
                for both in joined:
                    yield Draft(to, both, ((variable, part),), block)

    def _goto(self, control: Control, reference: CardRef) -> Iterator[Draft]:
        target = self._resolve(control, reference)
        if not target:
            yield Draft(Control(Phase.STUCK, (), ""))
            return
        card = self.card_of(control.spots)
        program = self.program
        spots: tuple[Spot, ...] = ()
        if program.is_data(card) and program.deck_of(card) == program.deck_of(target):
            spots = control.spots
            while spots:
                top, spots = spots[-1], spots[:-1]
                if program.blocks[top.block].is_card:
                    break
        block = program.card_blocks[target]
        to = self.settle(Control(RUNNING, (*spots, Spot(block, 0)), control.place))
        released = tuple(changes.put(index, 0) for index in self.domains.of_force.values())
        yield Draft(to, effects=released, enters=block)

    def _resolve(self, control: Control, reference: CardRef) -> str:
        if not reference.planet_card:
            return reference.id
        is_planet = control.place in self.program.landing
        return self.story.planet_card(control.place, reference.planet_card) if is_planet else ""

    def _without_card(self, control: Control) -> Control:
        spots = control.spots
        while spots:
            top, spots = spots[-1], spots[:-1]
            if top.block >= 0 and self.program.blocks[top.block].is_card:
                break
        return self.settle(Control(RUNNING, spots, control.place)) if spots else Control(Phase.STUCK, (), "")

    def _at_card(self, control: Control, *, offer: bool) -> Control:
        """Return the control point with only the card's own spot on top, at its offer if asked."""
        spots = control.spots
        while not self.program.blocks[spots[-1].block].is_card:
            spots = spots[:-1]
        top = spots[-1]
        if offer:
            spots = (*spots[:-1], top._replace(op=self.program.blocks[top.block].offer))
        return Control(RUNNING, spots, control.place)

    def _unused(self, card: str, name: str, once: bool) -> tuple[Case, ...]:
        return (Case(((self.domains.of_once[f"{card}.{name}"], 0b01),)),) if once else ALWAYS
