"""Flying: destinations, routes, what they cost, and the showdown's preparation."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from storyengine.model.cards import CardRef, Travel
from storyengine.model.tables import Board
from storyengine.runtime import events as told
from storyengine.runtime.actions import Fly
from storyengine.runtime.effect_operations import change_together
from storyengine.runtime.machine import Run
from storyengine.runtime.state import Phase

LONGEST_ROUTE = 8
"""Segments of the longest route offered where any route may be taken."""
MOST_ROUTES = 64
"""Routes offered to one place where any route may be taken."""


@dataclass(frozen=True)
class Charts:
    """The board's paths, ready for questions."""

    board: Board

    @cached_property
    def neighbours(self) -> Mapping[str, tuple[str, ...]]:
        """Place to the places one segment away, in the order the paths are written."""
        found: dict[str, list[str]] = {place: [] for place in self.board.places}
        for one, other in self.board.paths:
            found[one].append(other)
            found[other].append(one)
        return {place: tuple(dict.fromkeys(others)) for place, others in found.items()}

    @cached_property
    def _shortest(self) -> dict[str, Mapping[str, tuple[str, ...]]]:
        return {}

    def shortest(self, start: str) -> Mapping[str, tuple[str, ...]]:
        """Return place to the shortest route there: its stops, the place itself last. Ties go to the first path."""
        if start not in self._shortest:
            routes: dict[str, tuple[str, ...]] = {start: ()}
            pending = deque([start])
            while pending:
                here = pending.popleft()
                for there in self.neighbours.get(here, ()):
                    if there not in routes:
                        routes[there] = (*routes[here], there)
                        pending.append(there)
            self._shortest[start] = routes
        return self._shortest[start]

    def every(self, start: str, place: str) -> Iterator[tuple[str, ...]]:
        """Yield the routes without a place twice, the short ones first, up to `LONGEST_ROUTE` segments."""
        pending: deque[tuple[str, ...]] = deque([()])
        count = 0
        while pending and count < MOST_ROUTES:
            route = pending.popleft()
            here = route[-1] if route else start
            if here == place:
                count += 1
                yield route
            elif len(route) < LONGEST_ROUTE:
                for there in self.neighbours.get(here, ()):
                    if there != start and there not in route:
                        pending.append((*route, there))


def destinations(run: Run) -> tuple[str, ...]:
    """Return the places that may be flown to, in the board's order."""
    program = run.program
    reachable = program.charts.shortest(run.place)
    return tuple(
        place.id
        for place in program.story.board.places.values()
        if place.id != run.place and not place.closed and place.id in reachable and _may_land(run, place.id)
    )


def _may_land(run: Run, place: str) -> bool:
    planet = run.program.planets.get(place, -1)
    if planet < 0 or place not in run.program.landing:
        return False
    return not run.program.story.discs or bool(run.discs[planet].colour)


def flights(run: Run) -> tuple[Fly, ...]:
    """Return every trip that may be made from here."""
    program = run.program
    if program.story_rules.routes == "shortest":
        return tuple(Fly(place) for place in destinations(run))
    found: list[Fly] = []
    for place in destinations(run):
        shortest = program.charts.shortest(run.place)[place]
        others = (route for route in program.charts.every(run.place, place) if route != shortest)
        found.append(Fly(place))
        found.extend(Fly(place, route[:-1]) for route in others)
    return tuple(found)


def route_of(run: Run, flight: Fly) -> tuple[str, ...]:
    """Return the stops of a trip, its end last."""
    return (*flight.via, flight.place) if flight.via else run.program.charts.shortest(run.place)[flight.place]


def segment_cost(run: Run, own: str) -> tuple[tuple[str, int], ...]:
    """Return (tracker, amount) of one segment from here.

    Args:
        run: where the crew is about to fly.
        own: what the card's `travel: {cost: ...}` says, as text; nothing when it does not.

    A used item's rule goes before the card's own word, that before the `rules:` in force, and those before the board.
    """
    program = run.program
    cost = program.story.board.cost
    used = [program.use_rules[item]["travel_cost"] for item in run.in_force if "travel_cost" in program.use_rules[item]]
    rule = program.rules_at(run.card).travel_cost
    amount = used[-1] if used else int(own) if own else rule
    return cost if amount is None else tuple((tracker, amount) for tracker, _ in cost)


def ask_where(run: Run, travel: Travel) -> None:
    """Ask where to fly, or go where the card directs, or be stranded."""
    own = "" if travel.cost is None else str(travel.cost)
    if travel.to:
        fly(run, Fly(travel.to), own)
    elif destinations(run):
        run.ask_again_later(Phase.TRAVEL, own)
    elif run.program.stranded >= 0:
        run.notice("no planet is left to fly to")
        run.fire(run.program.stranded)
    else:
        run.stick("no planet is left to fly to")


def fly(run: Run, flight: Fly, own: str) -> None:
    """Make a trip, segment by segment; a threshold met on the way ends it before it arrives."""
    program = run.program
    if flight.place not in program.charts.shortest(run.place):
        run.stick(f"no path leads from `{run.place}` to `{flight.place}`")
        return
    if flight.place not in program.landing:
        run.stick(f"`{flight.place}` is no planet, so nothing can be read there")
        return
    route = route_of(run, flight)
    cost = segment_cost(run, own)
    start = run.place
    for _ in route:
        changes = [
            (program.index[tracker], int(run.values[program.index[tracker]]) + amount) for tracker, amount in cost
        ]
        if change_together(run, changes):
            return
    run.place = flight.place
    run.in_force = ()
    run.tell(told.Flew(start, flight.place, len(route)))
    run.phase = None
    run.goto(CardRef(program.landing[flight.place]))


def prepare(run: Run, deck: str) -> None:
    """Before the showdown: let items be exchanged, if there are any to exchange."""
    if len(run.program.characters) > 1 and any(map(run.is_held, range(len(run.holders)))):
        run.ask_again_later(Phase.PREPARE, deck)
    else:
        begin_showdown(run, deck)


def begin_showdown(run: Run, deck: str) -> None:
    """Read the showdown deck's first card."""
    run.phase = None
    run.goto(CardRef(run.program.story.decks[deck].start))
