"""What `map` says: the board with the ship, what lies where, what flying there costs, and where the crew has been.

Everything is said in words first, one place a line; the drawing comes after it, for those whom it helps. A story
without a board has the trail of its cards instead. Nothing is told that the players could not see on the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from storyengine.model.story import Story
from storyengine.model.tables import Place
from storyengine.repl.blocks import Block, Blocks, Kind, aside, heading, row
from storyengine.repl.names import card_name, counted, listed, name_of, plain_id, signed
from storyengine.repl.neutralise import one_line
from storyengine.runtime import Play, State, current_card, routes
from storyengine.runtime.events import Entered, Flew
from storyengine.runtime.program import program_of

STEP_X, STEP_Y = 8, 2
"""Columns and lines from one place of the board to the next."""
WIDEST, HIGHEST = 9, 12
"""Steps; a board of more is squeezed together."""
TRAIL = 12
"""Cards of a trail."""


def map_blocks(play: Play, words: str = "") -> Blocks:
    """Return the map as the play stands.

    Args:
        play: the play.
        words: `list` leaves the drawing out.
    """
    story = play.story
    if not story.board.places:
        return _trail(play)
    numbers = {place: number for number, place in enumerate(story.board.places, 1)}
    rows = [row(text, f"{numbers[place]}.") for place, text in _places(play)]
    found = [heading("The board:"), *rows]
    if words.casefold() not in ("list", "plain"):
        drawn = "\n".join(_drawing(story, play.state, numbers))
        if drawn:
            found += [Block(Kind.TABLE, drawn), aside("<1> the ship, [2] ships can land, (3) they cannot")]
    return tuple(found)


def visited_places(play: Play) -> tuple[str, ...]:
    """Return the places where the crew has been, in the order in which it first came there."""
    flown = [event.place for past in play.past for event in past.taken.events if isinstance(event, Flew)]
    return tuple(dict.fromkeys([play.story.board.start, *flown]))


@dataclass(frozen=True, slots=True)
class _Trip:
    segments: int
    cost: tuple[tuple[str, int], ...]


def _trips(play: Play) -> Mapping[str, _Trip]:
    """Return place to the shortest trip there: as it is offered now, or as it would be from here."""
    story, state = play.story, play.state
    offered = {route.action.place: _Trip(route.segments, route.cost) for route in reversed(routes(story, state))}
    if offered:
        return offered
    if not state.place:
        return {}
    card = current_card(story, state)
    amount = story.house_rules(card if card in story.cards else "").travel_cost
    each = tuple((tracker, usual if amount is None else amount) for tracker, usual in story.board.cost)
    shortest = program_of(story).charts.shortest(state.place)
    return {
        place: _Trip(len(stops), tuple((tracker, one * len(stops)) for tracker, one in each))
        for place, stops in shortest.items()
        if stops
    }


def _places(play: Play) -> Iterator[tuple[str, str]]:
    story, trips, been = play.story, _trips(play), visited_places(play)
    for place in story.board.places.values():
        parts = []
        if place.id == play.state.place:
            parts.append("the ship is here")
        if place.closed:
            parts.append(f"closed ({one_line(place.closed).rstrip('.')})")
        elif place.planet:
            parts.append(_disc(story, play.state, place))
        trip = trips.get(place.id)
        if trip and _can_land(story, play.state, place):
            cost = [f"{name_of(story, tracker)} {signed(amount)}" for tracker, amount in trip.cost if amount]
            price = f" ({listed(cost) or 'free'})" if trip.cost else ""
            parts.append(f"{counted(trip.segments, 'segment')} away{price}")
        if place.id in been and place.id != play.state.place:
            parts.append("visited")
        said = f": {', '.join(filter(None, parts))}" if any(parts) else ""
        yield place.id, name_of(story, place.id) + said


def _disc(story: Story, state: State, place: Place) -> str:
    if not story.discs:
        return ""
    disc = state.discs[story.board.planets.index(place.id)]
    if disc.colour == "?":
        return "a disc will lie there"
    if not disc.colour:
        return "no disc left"
    return f"{plain_id(disc.colour)} disc" + (f", {disc.number}" if disc.number else "")


def _can_land(story: Story, state: State, place: Place) -> bool:
    if place.closed or not place.planet or place.id == state.place:
        return False
    return not story.discs or bool(state.discs[story.board.planets.index(place.id)].colour)


def _drawing(story: Story, state: State, numbers: Mapping[str, int]) -> list[str]:
    """Return the board drawn with its numbers, in characters that every terminal has."""
    places = story.board.places
    xs, ys = sorted({place.at[0] for place in places.values()}), sorted({place.at[1] for place in places.values()})
    if len(xs) * len(ys) <= 1 < len(places):
        return []  # the author gave no positions
    across, down = _scale(xs, STEP_X, WIDEST), _scale(ys, STEP_Y, HIGHEST)
    at = {name: (across[place.at[0]] + 2, down[place.at[1]]) for name, place in places.items()}
    lines = [[" "] * (max(across.values()) + 6) for _ in range(max(down.values()) + 1)]
    for one, other in story.board.paths:
        (x1, y1), (x2, y2) = at[one], at[other]
        steps = max(abs(x2 - x1), abs(y2 - y1), 1)
        for step in range(steps + 1):
            lines[round(y1 + (y2 - y1) * step / steps)][round(x1 + (x2 - x1) * step / steps)] = "."
    for name, (x, y) in at.items():
        label = f"{numbers[name]}"
        if name == state.place:
            label = f"<{label}>"
        else:
            label = f"[{label}]" if _can_land(story, state, places[name]) else f"({label})"
        start = max(0, x - len(label) // 2)
        lines[y][start : start + len(label)] = label
    return ["".join(line).rstrip() for line in lines]


def _scale(values: list[int], step: int, most: int) -> dict[int, int]:
    """Return where each coordinate is drawn: to scale if there is room, else one after the other."""
    if values[-1] - values[0] <= most:
        return {value: (value - values[0]) * step for value in values}
    squeezed = max(1, min(step, most * step // len(values)))
    return {value: number * squeezed for number, value in enumerate(values)}


def _trail(play: Play) -> Blocks:
    story = play.story
    cards = [event.card for past in play.past for event in past.taken.events if isinstance(event, Entered)]
    seen = list(dict.fromkeys(cards))
    here = current_card(story, play.state)
    found = [aside("this story has no board; these are the cards of this play, the last ones last")]
    found += [row(f"{card_name(story, card)}{': you are here' if card == here else ''}") for card in seen[-TRAIL:]]
    if len(seen) > TRAIL:
        found.insert(1, aside(f"{len(seen) - TRAIL:,} earlier ones are in the journal"))
    return tuple(found)
