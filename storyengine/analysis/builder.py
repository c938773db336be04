"""Builds a story's net from its plan: every step of every block, read once for each way of getting there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from storyengine.analysis import changes
from storyengine.analysis.controls import (
    FLYING,
    RUNNING,
    SOMETHING,
    TRAVELLING,
    UNKNOWN_LEVEL,
    Control,
    Pending,
    Places,
    Spot,
)
from storyengine.analysis.domains import GONE, HELD, Domains
from storyengine.analysis.guards import ALWAYS, FREE, Case, Guards, Unknowable, all_of
from storyengine.analysis.liveness import forgetful, live_variables
from storyengine.analysis.net import Edge, Net, NetVariable, Table
from storyengine.analysis.throws import possible_results
from storyengine.model.cards import CardRef, Challenge, Choice, Pick
from storyengine.model.expressions import Assign, Expression, Fact, Literal, Value
from storyengine.model.house_rules import HouseRules
from storyengine.model.story import Story
from storyengine.runtime import plan
from storyengine.runtime.machine import DEEPEST, Run
from storyengine.runtime.program import program_of
from storyengine.runtime.setup import first_state, is_dealing
from storyengine.runtime.state import Phase, State

MOST_POINTS = 400_000
"""Control points, after which a story counts as too large for proofs."""


class TooLarge(Exception):
    """The story has more control points than a proof can be made on. Never leaves analysis."""


@dataclass(frozen=True, slots=True)
class Draft:
    """An edge whose end is still a control point."""

    to: Control
    case: Case = FREE
    effects: tuple[tuple[int, Table], ...] = ()
    enters: int = -1
    reads: str = ""


class Builder(Places):
    """Builds the net of one story, and finds the control point of any state in it."""

    def __init__(self, story: Story) -> None:
        """Build.

        Raises:
            TooLarge: the story has too many control points.
        """
        super().__init__(program_of(story))
        self.story = story
        self.domains = Domains(self.program)
        self.guards = Guards(self.domains)
        self.net = Net(variables=self.domains.variables)
        self.points: dict[Control, int] = {}
        self._pending: list[Control] = []
        self._assignments: dict[tuple[Assign, tuple[tuple[Fact, Value], ...]], tuple[tuple[Case, Table], ...]] = {}
        self._splits: dict[tuple[Table, tuple[tuple[int, int], ...], str], tuple[tuple[int, int, Table], ...]] = {}
        self._known_changes: dict[tuple[int | None, Expression], bool] = {}
        self._gone = {item: changes.put(index, GONE) for item, index in self.domains.of_item.items()}
        self._held = {item: changes.put(index, HELD) for item, index in self.domains.of_item.items()}
        self._build()

    # Control points

    def point_of(self, state: State) -> int:
        """Return the control point of a state, or -1 when the net has none: then the net is wrong, and says so."""
        return self.points.get(self.locate(state), -1)

    def values_of(self, state: State, point: int) -> tuple[int, ...]:
        """Return the values of the light net's variables in a state at its control point."""
        live = self._live[point]
        return tuple(
            value if live >> index & 1 else self.net.variables[index].start
            for index, value in enumerate(self.domains.project(state))
        )

    def _point(self, control: Control) -> int:
        known = self.points.get(control)
        if known is None:
            if len(self.points) >= MOST_POINTS:
                raise TooLarge
            known = self.points[control] = len(self.net.names)
            self.net.names.append(self._name(control))
            self.net.outgoing.append([])
            if control.phase == Phase.ENDED:
                self.net.endings[control.detail[0]] = known
            elif control.phase == Phase.STUCK:
                self.net.stuck[control.detail[0] if control.detail else ""] = known
            else:
                self._pending.append(control)
        return known

    def _name(self, control: Control) -> str:
        where = self.card_of(control.spots) or control.place
        return f"{control.phase} {where}".strip()

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

    # Building

    def _build(self) -> None:
        state = first_state(self.program)
        looking = Run(self.program, state, lambda kind, place, options: 0, None)
        start = Control(Phase.DEAL, (), state.place) if is_dealing(looking) else self.locate(state)
        self.net.start = self._point(start)
        while self._pending:
            control = self._pending.pop()
            source = self.points[control]
            for draft in self._steps(control):
                self._edge(source, draft)
        self._live = live_variables(self.net)
        self.light = forgetful(self.net, self._live)
        """The same net without what no longer matters at each point."""

    def _edge(self, source: int, draft: Draft) -> None:
        edge = Edge(
            source,
            self._point(draft.to),
            draft.case.masks,
            draft.case.relations,
            draft.effects,
            draft.enters,
            draft.reads,
        )
        self.net.outgoing[source].append(len(self.net.edges))
        self.net.edges.append(edge)

    def _steps(self, control: Control) -> Iterator[Draft]:
        match control.phase:
            case Phase.DEAL:
                yield from self._deal(control)
            case "running":
                yield from self._run(control)
            case "flying":
                yield from self._fly(control)
            case Phase.CHOOSE:
                yield from self._choose(control)
                yield from self._uses(control)
            case Phase.TYPE:
                yield from self._choose_type(control)
                yield from self._uses(control)
            case Phase.PERFORM:
                yield from self._perform(control)
                yield from self._uses(control)
            case Phase.ROLLED:
                yield from self._results(control)
                yield from self._uses(control, after_roll=True)
            case Phase.TAKE:
                yield Draft(
                    self.settle(control._replace(phase=RUNNING, detail=())), effects=(self._held[control.detail[0]],)
                )
            case Phase.TRAVEL:
                yield from self._travel(control)
                yield from self._uses(control)
            case Phase.PREPARE:
                start = self.story.decks[control.detail[0]].start
                yield from self._goto(control, CardRef(start))
                yield from self._uses(control)
            case Phase.GAME:
                yield from self._game(control)

    def _deal(self, control: Control) -> Iterator[Draft]:
        starters = [self.domains.of_item[item] for item in self.boxed]
        for index in starters if self.program.story_rules.starters_each else ():
            yield Draft(control, Case(((index, 1),)), (changes.put(index, HELD),))
        boxed = tuple((index, (1 << GONE, 1 << HELD, 1 << GONE)) for index in starters)
        start = Spot(self.program.card_blocks[self.story.start], 0)
        yield Draft(self.settle(Control(RUNNING, (start,), control.place)), effects=boxed, enters=start.block)

    # Steps of blocks

    def _next(self, control: Control, **change: object) -> Control:
        """Return the control point after the step on top."""
        top = control.spots[-1]
        return self.settle(control._replace(spots=(*control.spots[:-1], top._replace(op=top.op + 1))))

    def _push(self, control: Control, block: int, *, type: str = "", picked: str = "") -> Control:
        """Return the control point in which a block begins on top."""
        return self.settle(Control(RUNNING, (*control.spots, Spot(block, 0, (), type, picked)), control.place))

    def situation(self, control: Control) -> Mapping[Fact, Value]:
        """Return the facts that are known at a control point."""
        known: dict[Fact, Value] = {Fact.PLACE: control.place}
        spots = control.spots
        flying = control.phase == Phase.TRAVEL or (len(spots) > 1 and spots[-2].block < 0)
        known[Fact.TRAVELLING] = flying
        kinds = (spot.pending.type if spot.pending else spot.type for spot in reversed(spots))
        known[Fact.CHALLENGE] = next((kind for kind in kinds if kind), "")
        return known

    def _run(self, control: Control) -> Iterator[Draft]:
        top = control.spots[-1]
        step = self.program.blocks[top.block].steps[top.op]
        after = self._next(control)
        match step:
            case plan.Remember():
                card = self.program.blocks[top.block].card
                yield Draft(after, effects=(changes.put(self.domains.of_card[card], 1),))
            case plan.TakeItem(item):
                yield from self._give(control, item, after)
            case plan.Change():
                yield from self._change(control, step, after)
            case plan.DrawCard(reference):
                yield from self._draw(control, reference, after)
            case plan.Require(challenge):
                yield from self._require(control, challenge, after)
            case plan.OpenGame():
                yield Draft(control._replace(phase=Phase.GAME))
            case plan.OfferChoices():
                yield from self._offer(control, after)
            case plan.GiveBack():
                yield Draft(self._without_card(control))
            case plan.TurnDisc():
                yield from self._turn(control, after)
            case plan.DiscardDisc():
                yield from self._discard_disc(control, after)
            case plan.AskWhere(trip):
                yield from self._ask_where(control, trip.to)
            case plan.Prepare(deck):
                yield Draft(Control(Phase.PREPARE, control.spots, control.place, (deck,)))
                yield from self._goto(control, CardRef(self.story.decks[deck].start))
            case plan.GoTo(reference):
                yield from self._goto(control, reference)
            case plan.StayHere():
                yield Draft(self.settle(self._at_card(control, offer=True)))
            case plan.TryAgain():
                yield from self._try_again(control)
            case plan.Finish(ending):
                yield Draft(Control(Phase.ENDED, (), "", (ending.id,)))
            case plan.FollowFirst(arms):
                yield from self._follow_first(control, arms, after)
            case plan.FollowRandom(weighted):
                for _, block in weighted:
                    yield Draft(
                        self._push(self._advanced(control), block, type=top.type, picked=top.picked), enters=block
                    )
            case _:
                yield Draft(Control(Phase.STUCK, (), "", (self.card_of(control.spots),)))

    def _advanced(self, control: Control) -> Control:
        """Return the control point with the step on top passed, without settling."""
        top = control.spots[-1]
        return control._replace(spots=(*control.spots[:-1], top._replace(op=top.op + 1)))

    def _cases(self, control: Control, expression: Expression | None, answer: bool = True) -> tuple[Case, ...]:
        return self.guards.cases(expression, self.situation(control), answer)

    def _follow_first(self, control: Control, arms: tuple[tuple[object, int], ...], after: Control) -> Iterator[Draft]:
        top = control.spots[-1]
        open_cases = ALWAYS
        for condition, block in arms:
            expression = getattr(condition, "expression", None)
            reads = getattr(condition, "source", "")
            to = self._push(self._advanced(control), block, type=top.type, picked=top.picked)
            for case in all_of((open_cases, self._cases(control, expression))):
                yield Draft(to, case, enters=block, reads=reads)
            open_cases = all_of((open_cases, self._cases(control, expression, False)))
        for case in open_cases:
            yield Draft(after, case)

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

    def _fired(self, control: Control, block: int) -> Control:
        return self.settle(Control(RUNNING, (Spot(block, 0),), control.place))

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

    # Choices and challenges

    def _offer(self, control: Control, after: Control) -> Iterator[Draft]:
        """Yield the pause in which a choice is made, and the way past it when none is open."""
        card = self.story.cards[self.card_of(control.spots)]
        optional = [challenge for challenge in card.challenges if challenge.optional]
        if not card.choices and not optional:
            yield Draft(after)
            return
        yield Draft(control._replace(phase=Phase.CHOOSE))
        shut = all_of(self._shut(control, card.id, choice) for choice in card.choices)
        for case in shut:
            yield Draft(after, case)

    def _shut(self, control: Control, card: str, choice: Choice) -> tuple[Case, ...]:
        """Return the cases in which a choice is not open."""
        if choice.pick is not None:
            return ALWAYS
        cases = self._cases(control, choice.when.expression if choice.when else None, False)
        if choice.once:
            cases = (*cases, Case(((self.domains.of_once[f"{card}.{choice.id}"], 0b10),)))
        return tuple(dict.fromkeys(cases))

    def _choose(self, control: Control) -> Iterator[Draft]:
        top = control.spots[-1]
        card = self.story.cards[self.card_of(control.spots)]
        for challenge in card.challenges:
            if challenge.optional and challenge.id not in top.attempted:
                expression = challenge.when.expression if challenge.when else None
                for case in all_of(
                    (self._unused(card.id, challenge.id, challenge.once), self._cases(control, expression))
                ):
                    reads = challenge.when.source if challenge.when else ""
                    for kind in challenge.types:
                        yield from self._start(control, challenge, kind, case, reads)
        for choice in card.choices:
            yield from self._take(control, card.id, choice)
        for case in all_of(self._shut(control, card.id, choice) for choice in card.choices):
            yield Draft(self._next(control._replace(phase=RUNNING)), case)

    def _unused(self, card: str, name: str, once: bool) -> tuple[Case, ...]:
        return (Case(((self.domains.of_once[f"{card}.{name}"], 0b01),)),) if once else ALWAYS

    def _take(self, control: Control, card: str, choice: Choice) -> Iterator[Draft]:
        expression = choice.when.expression if choice.when else None
        effects = (changes.put(self.domains.of_once[f"{card}.{choice.id}"], 1),) if choice.once else ()
        block = self.program.block_index[choice.then.key]
        reads = choice.when.source if choice.when else ""
        for case in all_of((self._unused(card, choice.id, choice.once), self._cases(control, expression))):
            if choice.pick is Pick.ITEM:
                for item, index in self.domains.of_item.items():
                    for both in all_of(((case,), (Case(((index, 1 << HELD),)),))):
                        to = self._push(control, block, picked=item)
                        yield Draft(to, both, effects, block, reads)
            else:
                picked = SOMETHING if choice.pick else ""
                yield Draft(self._push(control, block, picked=picked), case, effects, block, reads)

    def _require(self, control: Control, challenge: Challenge, after: Control) -> Iterator[Draft]:
        card = self.card_of(control.spots)
        expression = challenge.when.expression if challenge.when else None
        for case in self._cases(control, expression, False):
            yield Draft(after, case)
        if challenge.once:
            yield Draft(after, Case(((self.domains.of_once[f"{card}.{challenge.id}"], 0b10),)))
        advanced = self._advanced(control)
        for case in all_of((self._unused(card, challenge.id, challenge.once), self._cases(control, expression))):
            if len(challenge.types) > 1:
                yield Draft(Control(Phase.TYPE, advanced.spots, control.place, (challenge.id,)), case)
            else:
                yield from self._start(advanced, challenge, challenge.types[0], case)

    def _choose_type(self, control: Control) -> Iterator[Draft]:
        challenge = self.program.challenge(self.card_of(control.spots), control.detail[0])
        for kind in challenge.types:
            yield from self._start(control, challenge, kind, Case())

    def _start(self, control: Control, challenge: Challenge, kind: str, case: Case, reads: str = "") -> Iterator[Draft]:
        """Yield the beginnings of a challenge, one for each level it can have."""
        card = self.card_of(control.spots)
        top = control.spots[-1]
        attempted = top.attempted
        if challenge.optional and challenge.id not in attempted:
            attempted = (*attempted, challenge.id)
        effects = (changes.put(self.domains.of_once[f"{card}.{challenge.id}"], 1),) if challenge.once else ()
        for level, level_case in self._levels(control, self.program.challenge_rules(card, challenge.id)):
            pending = Pending(challenge.id, kind, level, rolled=False)
            spot = top._replace(attempted=attempted, pending=pending)
            for both in all_of(((case,), (level_case,))):
                to = Control(Phase.PERFORM, (*control.spots[:-1], spot), control.place)
                yield Draft(to, both, effects, reads=reads)

    def _levels(self, control: Control, rules: HouseRules) -> Iterator[tuple[int, Case]]:
        """Yield each level that a challenge can have, with the cases in which it has it."""
        if not self.known_change(rules):
            yield UNKNOWN_LEVEL, Case()
            return
        # Without the situation, which `known_change` does not know either: both must say the same.
        yield from changes.values_of(self._summands(rules), self.guards, {})

    def _perform(self, control: Control) -> Iterator[Draft]:
        top = control.spots[-1]
        assert top.pending is not None, "only a challenge under way is performed"
        rolled = top._replace(pending=top.pending._replace(rolled=True))
        pause = Control(Phase.ROLLED, (*control.spots[:-1], rolled), control.place)
        if any(item.use and item.use.after_roll for item in self.story.items.values()):
            yield Draft(pause)
        yield from self._results(control)

    def _results(self, control: Control) -> Iterator[Draft]:
        """Yield win and lose, with the booster kept or destroyed, as far as the dice allow."""
        top = control.spots[-1]
        assert top.pending is not None, "only a challenge under way is resolved"
        card = self.card_of(control.spots)
        blocks = self.program.block_index
        done = (*control.spots[:-1], top._replace(pending=None))
        base = Control(RUNNING, done, control.place)
        for won, booster, destroyed in possible_results(self.program, card, top.pending):
            block = blocks[f"{card}.{top.pending.challenge}.{'win' if won else 'lose'}"]
            to = self._push(base, block, type=top.pending.type)
            case = Case(((self.domains.of_item[booster], 1 << HELD),)) if booster else Case()
            yield Draft(to, case, (self._gone[booster],) if destroyed else (), block)

    def _try_again(self, control: Control) -> Iterator[Draft]:
        blocks = self.program.blocks
        name = next(
            (blocks[spot.block].challenge for spot in reversed(control.spots) if blocks[spot.block].challenge), ""
        )
        kind = next((spot.type for spot in reversed(control.spots) if spot.type), "")
        at_card = self._at_card(control, offer=False)
        challenge = self.program.challenge(self.card_of(at_card.spots), name)
        yield from self._start(at_card, challenge, kind or challenge.types[0], Case())

    def _uses(self, control: Control, *, after_roll: bool = False) -> Iterator[Draft]:
        """Yield the uses of Assist Items at a pause."""
        card, pending = self.card_of(control.spots), control.spots[-1].pending if control.spots else None
        if control.phase == Phase.TRAVEL:
            card = control.detail[1]
        rules = self.program.challenge_rules(card, pending.challenge) if pending else self.program.rules_at(card)
        if not rules.assist_items:
            return
        below = control.spots
        if control.phase == Phase.TRAVEL:
            below = (TRAVELLING._replace(trip=control.detail),)
        elif control.phase == Phase.TYPE:
            top = control.spots[-1]
            below = (*control.spots[:-1], top._replace(op=top.op - 1))
        for name, block in self.program.item_blocks.items():
            use = self.story.items[name].use
            if use is None or use.after_roll != after_roll:
                continue
            effects = [self._gone[name]]
            if name in self.domains.of_force:
                effects.append(changes.put(self.domains.of_force[name], 1))
            held = Case(((self.domains.of_item[name], 1 << HELD),))
            for case in all_of(((held,), self._cases(control, use.when.expression if use.when else None))):
                picks = [SOMETHING if use.pick else ""]
                if use.pick is Pick.ITEM:
                    picks = [item for item in self.domains.of_item if item != name]
                for picked in picks:
                    extra = ((Case(((self.domains.of_item[picked], 1 << HELD),)),),) if use.pick is Pick.ITEM else ()
                    for both in all_of(((case,), *extra)):
                        spots = (*below, Spot(block, 0, (), "", picked))
                        yield Draft(self.settle(Control(RUNNING, spots, control.place)), both, tuple(effects), block)

    def _game(self, control: Control) -> Iterator[Draft]:
        card = self.card_of(control.spots)
        node = self.story.cards[card].minigame
        assert node is not None, "only a card with a game stands there"
        base = self._advanced(control._replace(phase=RUNNING))
        for label in node.results:
            block = self.program.block_index[f"{card}.minigame.{label}"]
            yield Draft(self._push(base, block), enters=block)

    # The board

    def _turn(self, control: Control, after: Control) -> Iterator[Draft]:
        planet = self.domains.of_planet.get(control.place, -1)
        if planet < 0:
            yield Draft(after)
            return
        boost = self.story.board.boost
        variable = self.domains.of_variable.get(boost, -1)
        stays = self.program.story_rules.disc_after_find == "stays"
        gone = () if stays else self._disc_gone(planet)
        yield Draft(after, Case(((planet, 0b10),)))
        card = self.showdown_of(control.spots)
        if self._is_fixed(boost, card):
            yield Draft(after, Case(((planet, 0b01),)), gone)
            return
        for number in sorted({number for numbers in self.story.discs.values() for number in numbers}):
            tables = changes.added(variable, number, self.domains)
            for draft in self._moved(control, boost, variable, tables, after, card):
                for case in all_of(((draft.case,), (Case(((planet, 0b01),)),))):
                    yield Draft(draft.to, case, (*draft.effects, *gone), draft.enters)

    def _discard_disc(self, control: Control, after: Control) -> Iterator[Draft]:
        planet = self.domains.of_planet.get(control.place, -1)
        stays = self.program.story_rules.disc_after_the_end == "stays"
        if planet < 0 or stays:
            yield Draft(after)
            return
        yield Draft(after, Case(((planet, 0b10),)))
        yield Draft(after, Case(((planet, 0b01),)), self._disc_gone(planet))

    def _disc_gone(self, planet: int) -> tuple[tuple[int, Table], ...]:
        discs = len(self.domains.of_planet)
        return changes.put(planet, 1), (self.domains.of_discs, (1, *(1 << left for left in range(discs))))

    def _destinations(self, place: str) -> tuple[str, ...]:
        program = self.program
        near = program.charts.shortest(place)
        return tuple(
            there.id
            for there in self.story.board.places.values()
            if there.id != place and not there.closed and there.id in near and there.id in program.landing
        )

    def _ask_where(self, control: Control, to: str) -> Iterator[Draft]:
        top = control.spots[-1]
        trip = self.travel(control.spots, self.own_cost(top), control.place)
        if to:
            if to in self.program.charts.shortest(trip.place) and to in self.program.landing:
                yield from self._depart(trip, to)
            else:
                yield Draft(Control(Phase.STUCK, (), ""))
            return
        places = self._destinations(control.place)
        yield Draft(trip)
        shut = [
            (Case(((self.domains.of_planet[there], 0b10),)),) if there in self.domains.of_planet else ()
            for there in places
        ]
        discs = self.domains.of_discs
        if discs >= 0:
            # Said once more with the count, which is easier to keep track of.
            shut.append((Case(((discs, (2 << len(self.domains.of_planet) - len(places)) - 1),)),))
        for case in all_of(shut):
            block = self.program.stranded
            if block < 0:
                yield Draft(Control(Phase.STUCK, (), ""), case)
            else:
                yield Draft(self._fired(control, block), case, enters=block)

    def _travel(self, control: Control) -> Iterator[Draft]:
        for place in self._destinations(control.place):
            case = Case()
            if place in self.domains.of_planet:
                case = Case(((self.domains.of_planet[place], 0b01),))
            for draft in self._depart(control, place):
                for both in all_of(((case,), (draft.case,))):
                    yield Draft(draft.to, both, draft.effects, draft.enters)

    def _depart(self, trip: Control, place: str) -> Iterator[Draft]:
        """Yield the departures for a place: one for each cost that a segment may have and each length of route."""
        program = self.program
        lengths = {len(program.charts.shortest(trip.place)[place])}
        if program.story_rules.routes == "any":
            lengths |= {len(route) for route in program.charts.every(trip.place, place)}
        costs: list[tuple[str, Case]] = [(trip.detail[0], Case())]
        for item, index in self.domains.of_force.items():
            cost = program.use_rules[item]["travel_cost"]
            costs.append(("" if cost is None else str(cost), Case(((index, 0b10),))))
        for length in sorted(lengths):
            for cost, case in costs:
                to = Control(FLYING, (), trip.place, (cost, *trip.detail[1:], place, str(length)))
                yield Draft(to, case)

    def _fly(self, control: Control) -> Iterator[Draft]:
        cost, card, showdown, place, left = control.detail
        if left == "0":
            start = self.program.card_blocks[self.program.landing[place]]
            released = tuple(changes.put(index, 0) for index in self.domains.of_force.values())
            to = self.settle(Control(RUNNING, (Spot(start, 0),), place))
            yield Draft(to, effects=released, enters=start)
            return
        after = control._replace(detail=(cost, card, showdown, place, str(int(left) - 1)))
        drafts = [Draft(after)]
        preferred = self.program.rules_at(card).when_both_reach_max
        for name, amount in self.story.board.cost:
            drafts = list(self._together(drafts, name, int(cost) if cost else amount, after, showdown, preferred))
        yield from drafts

    def _together(
        self, drafts: list[Draft], name: str, amount: int, after: Control, showdown: str, preferred: str
    ) -> Iterator[Draft]:
        """Yield what becomes of a change when a tracker rises at the same moment; the threshold preferred decides."""
        if self._is_fixed(name, showdown):
            yield from drafts
            return
        variable = self.domains.of_variable.get(name, -1)
        tables = changes.added(variable, amount, self.domains)
        for moved in self._moved(after, name, variable, tables, after, showdown):
            for draft in drafts:
                fires = moved if moved.enters >= 0 and (draft.enters < 0 or name == preferred) else draft
                for case in all_of(((draft.case,), (moved.case,))):
                    yield Draft(fires.to, case, (*draft.effects, *moved.effects), fires.enters)
