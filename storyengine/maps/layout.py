"""Where everything stands: places as panels, cards in rows inside them. The one layout of all pictures.

Two levels: each place is drawn by itself, then the places are packed. So the time is linear in practice, and what an
author changes on one planet leaves the picture of the others as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from storyengine.maps.layers import layered
from storyengine.maps.packing import Size, packed
from storyengine.maps.parts import parts_of

CARD_WIDTH, CARD_HEIGHT = 150, 46
STEP_X, STEP_Y = 174, 90
"""From one card to the next, across and down."""
MARGIN, HEADER = 26, 40
"""Inside a panel: around what is in it, and above that for its title."""
PART_GAP, PANEL_GAP = 50, 70
TOWER, FEWEST_ROWS = 3.5, 14
"""Height by width of a part that is cut into bands, and the fewest rows of one."""
SCREEN = 1.45
"""Width by height of a usual window, less what stands at its side."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle, by its upper left corner."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Layout:
    """A finished drawing."""

    x: tuple[int, ...]
    """The middle of each node, across."""
    y: tuple[int, ...]
    """The middle of each node, down."""
    boxes: tuple[Box, ...]
    """The panel of each place."""
    width: float
    height: float


def lay_out(places: Sequence[int], edges: Sequence[tuple[int, int]], *, aspect: float = SCREEN) -> Layout:
    """Lay a graph out.

    Args:
        places: for each node the number of its place; places are numbered from 0 and have a node each.
        edges: (from, to); loops and repetitions do no harm.
        aspect: width by height of where it will be looked at.

    Returns:
        The same for the same input, on every machine and under every hash seed.
    """
    count = len(places)
    after: list[list[int]] = [[] for _ in range(count)]
    for source, target in dict.fromkeys(edges):
        if source != target:
            after[source].append(target)
    members: list[list[int]] = [[] for _ in range(max(places, default=-1) + 1)]
    for node, place in enumerate(places):
        members[place].append(node)
    panels = [_panel(nodes, after, len(members)) for nodes in members]
    order = _reading_order(places, after, len(members))
    corners, whole = packed([panels[place].size for place in order], aspect=aspect, gap=PANEL_GAP)
    x, y, boxes = [0] * count, [0] * count, [Box(0, 0, 0, 0)] * len(members)
    for place, (left, top) in zip(order, corners, strict=True):
        boxes[place] = Box(round(left), round(top), round(panels[place].size[0]), round(panels[place].size[1]))
        for node, (across, down) in panels[place].at.items():
            x[node], y[node] = round(left + across), round(top + down)
    return Layout(tuple(x), tuple(y), tuple(boxes), *whole)


@dataclass(slots=True)
class _Panel:
    at: dict[int, Size]
    size: Size


def _panel(nodes: Sequence[int], after: Sequence[Sequence[int]], places: int) -> _Panel:
    """Draw one place: each part by itself, then side by side, and what stands alone as a block at the end."""
    parts, alone = parts_of(nodes, after)
    drawn = [band for part in parts for band in _part(part, after)]
    if alone:
        drawn.append(_grid(alone))
    # one of many panels may well be a column; the only one fills the screen
    corners, inner = packed([each.size for each in drawn], aspect=1.0 if places > 1 else SCREEN, gap=PART_GAP)
    at = {}
    for panel, (left, top) in zip(drawn, corners, strict=True):
        for node, (x, y) in panel.at.items():
            at[node] = (left + x + MARGIN, top + y + HEADER)
    return _Panel(at, (inner[0] + 2 * MARGIN, inner[1] + HEADER + MARGIN))


def _part(nodes: Sequence[int], after: Sequence[Sequence[int]]) -> list[_Panel]:
    """Draw one part; a tower is cut into bands of rows, which then stand side by side like columns of a newspaper."""
    number = {node: index for index, node in enumerate(nodes)}
    edges = [(index, number[to]) for index, node in enumerate(nodes) for to in after[node] if to in number]
    columns, rows = layered(len(nodes), edges)
    height, width = (max(rows) + 1) * STEP_Y, (max(columns) + 1) * STEP_X
    if max(rows) < FEWEST_ROWS or height < TOWER * width:
        return [_placed(nodes, columns, rows)]
    bands = ceil((height / width) ** 0.5)
    each = max(FEWEST_ROWS, ceil((max(rows) + 1) / bands))
    found = []
    for first in range(0, max(rows) + 1, each):
        inside = [index for index, row in enumerate(rows) if first <= row < first + each]
        left = min(columns[index] for index in inside)
        shifted = [columns[index] - left for index in inside]
        found.append(_placed([nodes[index] for index in inside], shifted, [rows[index] - first for index in inside]))
    return found


def _grid(nodes: Sequence[int]) -> _Panel:
    across = max(1, round((len(nodes) * 0.8) ** 0.5))
    columns = [float(index % across) for index in range(len(nodes))]
    return _placed(nodes, columns, [index // across for index in range(len(nodes))])


def _placed(nodes: Sequence[int], columns: Sequence[float], rows: Sequence[int]) -> _Panel:
    at = {
        node: (column * STEP_X + CARD_WIDTH / 2, row * STEP_Y + CARD_HEIGHT / 2)
        for node, column, row in zip(nodes, columns, rows, strict=True)
    }
    return _Panel(at, (max(columns) * STEP_X + CARD_WIDTH, max(rows) * STEP_Y + CARD_HEIGHT))


def _reading_order(places: Sequence[int], after: Sequence[Sequence[int]], count: int) -> list[int]:
    """Return the places from the first one onward, nearest first; of equally near ones, in their own order."""
    onward: list[dict[int, None]] = [{} for _ in range(count)]
    for node, targets in enumerate(after):
        for target in targets:
            onward[places[node]][places[target]] = None
    order: dict[int, None] = {}
    for start in range(count):
        pending = [start] if start not in order else []
        order[start] = None
        while pending:
            found = sorted({there for here in pending for there in onward[here] if there not in order})
            order.update(dict.fromkeys(found))
            pending = found
    return list(order)
