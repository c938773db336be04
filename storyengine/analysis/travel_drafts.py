"""Edges of the board: discs, where to fly, and what a flight costs."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.analysis import changes
from storyengine.analysis.controls import (
    FLYING,
    RUNNING,
    Control,
    Spot,
)
from storyengine.analysis.drafts import Draft, Drafting
from storyengine.analysis.guards import Case, all_of
from storyengine.analysis.net import Table
from storyengine.runtime.state import Phase


class TravelDrafts(Drafting):
    """Drafts flights."""

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

    def _destinations(self, place: str) -> tuple[str, ...]:
        program = self.program
        near = program.charts.shortest(place)
        return tuple(
            there.id
            for there in self.story.board.places.values()
            if there.id != place and not there.closed and there.id in near and there.id in program.landing
        )

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
