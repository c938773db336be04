"""Builds a story's net from its plan: every step of every block, read once for each way of getting there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

from storyengine.analysis import changes
from storyengine.analysis.choice_drafts import ChoiceDrafts
from storyengine.analysis.controls import RUNNING, Control, Spot
from storyengine.analysis.domains import GONE, HELD, Domains
from storyengine.analysis.drafts import Draft
from storyengine.analysis.effect_drafts import EffectDrafts
from storyengine.analysis.guards import ALWAYS, Case, all_of
from storyengine.analysis.liveness import forgetful, live_variables
from storyengine.analysis.net import Edge, Net
from storyengine.analysis.travel_drafts import TravelDrafts
from storyengine.model.cards import CardRef
from storyengine.model.story import Story
from storyengine.runtime import plan
from storyengine.runtime.machine import Run
from storyengine.runtime.setup import first_state, is_dealing
from storyengine.runtime.state import Phase, State

MOST_POINTS = 400_000
"""Control points, after which a story counts as too large for proofs."""


class TooLarge(Exception):
    """The story has more control points than a proof can be made on. Never leaves analysis."""


class _LightValues(Sequence[int]):
    """The values of a light net's variables in a state. Searches ask for a few of some hundred."""

    __slots__ = ("_domains", "_live", "_state")

    def __init__(self, domains: Domains, state: State, live: int) -> None:
        self._domains, self._state, self._live = domains, state, live

    def __len__(self) -> int:
        return len(self._domains.variables)

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[int]: ...
    def __getitem__(self, index: int | slice) -> int | Sequence[int]:
        if isinstance(index, slice):
            return tuple(self)[index]
        if index < 0:
            index += len(self)
        if self._live >> index & 1:
            return self._domains.read(index, self._state)
        return self._domains.variables[index].start  # past the last one this raises, which ends an iteration


class Builder(EffectDrafts, ChoiceDrafts, TravelDrafts):
    """Builds the net of one story, and finds the control point of any state in it."""

    def __init__(self, story: Story) -> None:
        """Build.

        Raises:
            TooLarge: the story has too many control points.
        """
        super().__init__(story)
        self.net = Net(variables=self.domains.variables)
        self.points: dict[Control, int] = {}
        self._pending: list[Control] = []
        self._build()

    def point_of(self, state: State) -> int:
        """Return the control point of a state, or -1 when the net has none: then the net is wrong, and says so."""
        return self.points.get(self.locate(state), -1)

    def values_of(self, state: State, point: int) -> Sequence[int]:
        """Return the values of the light net's variables in a state at its control point, each as it is asked for."""
        return _LightValues(self.domains, state, self._live[point])

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
