"""Reads the board: places, paths, and what flying costs."""

from __future__ import annotations

from storyengine.diagnostics import Related
from storyengine.loader.consequence_reader import Owner, read_consequence, require_jump
from storyengine.loader.context import Context
from storyengine.loader.fields import Fields, option, read_fields
from storyengine.loader.format import KINDS
from storyengine.loader.nodes import Node
from storyengine.loader.shapes import Number
from storyengine.loader.variable_reader import table_entries
from storyengine.model.cards import Consequence
from storyengine.model.story import DeckKind
from storyengine.model.tables import Board, Place, Variable

DEFAULT_BOOST = "signal"
"""The tracker that a turned disc raises, where the board names none."""


def read_board(
    context: Context,
    fields: Fields,
    variables: dict[str, Variable],
    discs: dict[str, tuple[int, ...]],
    start_deck: str,
) -> Board:
    """Read the board.

    Args:
        context: what names mean in the story's tables.
        fields: the story's keys.
        variables: the trackers, with their thresholds.
        discs: the discs' numbers by colour.
        start_deck: the deck of the story's first card.

    Returns:
        The board, with its defaults filled in; an empty one for a story without.
    """
    node = fields.get("board")
    inner = read_fields(context.reading, node, KINDS["board"]) if node is not None else None
    if inner is None:
        if discs and node is None:
            message = "`discs` means nothing without a board"
            hint = "write `board:` with its places, or take the discs out"
            context.reading.complain("misplaced-key", fields.key("discs").span, message, hint=hint)
        return Board()
    places = _places(context, inner)
    _check_planets(context, inner, places, fields, discs)
    cost = _cost(context, inner)
    start = context.names.place(written) if (written := inner.get("start")) is not None else None
    return Board(
        places,
        _paths(context, inner),
        cost,
        start or (start_deck if start_deck in places else next(iter(places), "")),
        _boost(context, inner, fields, discs),
        _stranded(context, inner, cost, variables),
        inner.span,
    )


def _places(context: Context, fields: Fields) -> dict[str, Place]:
    found: dict[str, Place] = {}
    planets = {deck.name for deck in context.names.of_kind(DeckKind.PLANET)}
    for entry in table_entries(context.reading, fields, "places"):
        inner = read_fields(context.reading, entry.value, KINDS["place"])
        name = entry.key.text
        if inner is None or name in found:
            continue
        closed = inner.line("closed")
        at = inner.get("at")
        found[name] = Place(
            name,
            inner.line("title") or name,
            _point(context, at) if at is not None else (0, 0),
            closed,
            bool(closed) or name in planets,
            entry.key.span,
        )
    return found


def _point(context: Context, node: Node) -> tuple[int, int]:
    reading = context.reading
    items = reading.read_list(node, "two numbers")
    if items is not None and len(items) != 2:
        message = f"a place is drawn at two numbers, not at {len(items)}"
        reading.complain("wrong-shape", node.span, message, hint="write `at: [x, y]`")
        return (0, 0)
    shape = option(KINDS["place"].key("at").shape, Number)
    numbers = [reading.read_number(item, shape) or 0 for item in items or ()]
    return (numbers[0], numbers[1]) if numbers else (0, 0)


def _paths(context: Context, fields: Fields) -> tuple[tuple[str, str], ...]:
    reading = context.reading
    node = fields.get("paths")
    found: list[tuple[str, str]] = []
    for item in reading.read_list(node, "pairs of places") or () if node is not None else ():
        ends = reading.read_list(item, "two places")
        if ends is None:
            continue
        if len(ends) != 2:
            message = f"a path joins two places, not {len(ends)}"
            reading.complain("wrong-shape", item.span, message, hint="write `[one, other]`")
            continue
        one, other = (context.names.place(end) for end in ends)
        if one is None or other is None:
            continue
        if one == other:
            message = f"this path leads from `{one}` to itself"
            reading.complain("wrong-shape", item.span, message, hint="name two places")
        elif (one, other) in found or (other, one) in found:
            message = f"there is a path between `{one}` and `{other}` already"
            reading.complain("duplicate-name", item.span, message, hint="take one of them out; paths go both ways")
        else:
            found.append((one, other))
    return tuple(found)


def _cost(context: Context, fields: Fields) -> tuple[tuple[str, int], ...]:
    found: list[tuple[str, int]] = []
    shape = option(fields.shape("cost"), Number)
    for entry in table_entries(context.reading, fields, "cost"):
        tracker, amount = context.names.tracker(entry.key), context.reading.read_number(entry.value, shape)
        if tracker is not None and amount is not None:
            found.append((tracker, amount))
    return tuple(found)


def _boost(context: Context, fields: Fields, story: Fields, discs: dict[str, tuple[int, ...]]) -> str:
    written = fields.get("boost")
    if written is not None:
        return context.names.tracker(written) or ""
    if DEFAULT_BOOST in context.names.trackers:
        return DEFAULT_BOOST
    if discs:
        trackers = list(context.names.trackers)
        hint = f"write `boost: {trackers[0] if trackers else DEFAULT_BOOST}` on the board, with a tracker of the story"
        message = "nothing says which tracker a turned disc raises"
        context.reading.complain("missing-boost", story.key("discs").span, message, hint=hint)
    return ""


def _stranded(
    context: Context, fields: Fields, cost: tuple[tuple[str, int], ...], variables: dict[str, Variable]
) -> Consequence | None:
    """What is written, else what happens when the tracker that flying raises first is full."""
    written = fields.get("stranded")
    if written is not None:
        require_jump(context, written, written.span, "`stranded`")
        return read_consequence(context, written, "board.stranded", Owner())
    tracker = variables.get(cost[0][0]) if cost else None
    return dict(tracker.thresholds).get(tracker.high) if tracker else None


def _check_planets(
    context: Context, fields: Fields, places: dict[str, Place], story: Fields, discs: dict[str, tuple[int, ...]]
) -> None:
    reading = context.reading
    for deck in context.names.of_kind(DeckKind.PLANET):
        if deck.name not in places and "places" in fields:
            near = reading.near(deck.name, places)
            hint = f"write `{deck.name}: {{at: [0, 0]}}` below the board's `places`"
            related = (Related(fields.key("places").span, "the places are here"),)
            hint = f"did you mean the place `{near[0]}`?" if near else hint
            message = f"the planet `{deck.name}` is not on the board"
            reading.complain("planet-without-place", deck.span, message, hint=hint, related=related)
    planets = [place.id for place in places.values() if place.planet]
    count = sum(len(numbers) for numbers in discs.values())
    if discs and count < len(planets) and not context.names.incomplete:
        message = f"discs: {count}, planets: {len(planets)}"
        hint = f"add discs; the planets are {', '.join(f'`{name}`' for name in planets)}"
        reading.complain("too-few-discs", story.key("discs").span, message, hint=hint)
