"""The map in a terminal: the whole from far away, and near one card what leads there and where it leads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from storyengine.maps.plain_text import counted, one_line, unstressed, visible
from storyengine.maps.story_map import Edge, StoryMap

_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The dots of a braille cell, by row and column."""
_BRAILLE = 0x2800
MOST_BEFORE = 6
"""Cards that lead to the one looked at, shown before it."""
DEPTH = 3


@dataclass(frozen=True, slots=True)
class Signs:
    """The characters a picture is made of."""

    start: str
    ending: str
    here: str
    win: str
    lose: str
    travel: str
    draw: str
    way: str
    again: str
    bar: str
    fork: str
    last: str
    first: str


FULL = Signs("▶", "◆", "●", "✔", "✘", "➤", "⤶", "→", "↺", "│", "├", "╰", "╭")
ASCII = Signs(">", "#", "@", "+", "x", ")", "=", "-", "(again)", "|", "|", "`", ",")


def overview(drawn: StoryMap, *, width: int = 100, height: int = 30, ascii_only: bool = False, here: int = -1) -> str:
    """Return the whole map in a few lines: its shape, its places, its endings.

    Args:
        drawn: the map, best laid out for `width` by twice `height`, as a character is twice as high as it is wide.
        width: columns.
        height: lines.
        ascii_only: use no other characters than ASCII.
        here: index of a node to point at.
    """
    if not drawn.nodes:
        return "(nothing to show)\n"
    signs = ASCII if ascii_only else FULL
    canvas = _Canvas(width, height, drawn)
    for edge in drawn.edges:
        source, target = drawn.nodes[edge.source], drawn.nodes[edge.target]
        if edge.drawn and not edge.is_minor and source.place == target.place:
            canvas.line((source.x, source.y), (target.x, target.y))
    rows = canvas.rows(ascii_only=ascii_only)
    for index, node in enumerate(drawn.nodes):
        column, row = canvas.cell(node.x, node.y)
        if index == here:
            rows[row][column] = signs.here
        elif node.kind == "ending":
            rows[row][column] = signs.ending
        elif node.start:
            rows[row][column] = signs.start
        elif ascii_only or rows[row][column] == " ":
            rows[row][column] = "o" if ascii_only else "·"
    corners = [canvas.cell(place.box.x, place.box.y) for place in drawn.places]
    for place, (column, row) in zip(drawn.places, corners, strict=True):
        # a title may run on until the next one
        end = min((other - 2 for other, line in corners if line == row and other > column), default=width)
        for offset, character in enumerate(visible(one_line(place.title))[: max(1, end - column)]):
            if column + offset < width:
                rows[row][column + offset] = character
    text = "\n".join("".join(row).rstrip() for row in rows).strip("\n")
    marks = f"{signs.start} start  {signs.ending} ending" + (f"  {signs.here} here" if here >= 0 else "")
    return f"{text}\n\n{marks}\n" if not ascii_only else _ascii(f"{text}\n\n{marks}\n")


class _Canvas:
    def __init__(self, width: int, height: int, drawn: StoryMap) -> None:
        self.width, self.height, self.drawn = width, height, drawn
        self.cells: dict[tuple[int, int], int] = {}

    def dot(self, x: float, y: float) -> tuple[int, int]:
        """Return the dot of a point of the map, with the first line kept for titles."""
        across = x / max(1.0, self.drawn.width) * (self.width * 2 - 1)
        down = y / max(1.0, self.drawn.height) * (self.height * 4 - 5) + 4
        return min(int(across), self.width * 2 - 1), min(int(down), self.height * 4 - 1)

    def cell(self, x: float, y: float) -> tuple[int, int]:
        across, down = self.dot(x, y)
        return across // 2, down // 4

    def line(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        (x1, y1), (x2, y2) = self.dot(*start), self.dot(*end)
        steps = max(abs(x2 - x1), abs(y2 - y1), 1)
        for step in range(steps + 1):
            x, y = x1 + (x2 - x1) * step // steps, y1 + (y2 - y1) * step // steps
            key = (x // 2, y // 4)
            self.cells[key] = self.cells.get(key, 0) | _DOTS[y % 4][x % 2]

    def rows(self, *, ascii_only: bool) -> list[list[str]]:
        rows = [[" "] * self.width for _ in range(self.height)]
        for (column, row), dots in self.cells.items():
            rows[row][column] = "." if ascii_only else chr(_BRAILLE + dots)
        return rows


def local_tree(drawn: StoryMap, here: int, *, ascii_only: bool = False, depth: int = DEPTH) -> str:
    """Return what leads to a card, the card, and where it leads, some steps deep; what was shown is not shown again."""
    signs = ASCII if ascii_only else FULL
    lines = list(_before(drawn, here, signs))
    node = drawn.nodes[here]
    lines.append(f"{signs.here} {_named(drawn, here)}, {node.kind_name}, {one_line(drawn.places[node.place].title)}")
    out: list[list[Edge]] = [[] for _ in drawn.nodes]
    for edge in drawn.edges:
        if edge.drawn and not edge.is_minor:
            out[edge.source].append(edge)
    lines += _after(drawn, here, out, signs, depth)
    lines += ["", f"{signs.way} on  {signs.win} won  {signs.lose} lost  {signs.draw} draws  {signs.travel} travel"]
    text = visible("\n".join(lines)) + "\n"
    return _ascii(text) if ascii_only else text


def _before(drawn: StoryMap, here: int, signs: Signs) -> Iterator[str]:
    sources = dict.fromkeys(
        edge.source for edge in drawn.edges if edge.target == here and edge.drawn and not edge.is_minor
    )
    for number, source in enumerate(sources):
        if number == MOST_BEFORE and len(sources) > MOST_BEFORE + 1:
            yield f"  {signs.bar}  and {len(sources) - MOST_BEFORE} more"
            return
        yield f"  {signs.fork if number else signs.first} {_named(drawn, source)}"


def _after(drawn: StoryMap, here: int, out: list[list[Edge]], signs: Signs, depth: int) -> Iterator[str]:
    shown = {here}
    pending: list[tuple[int, str, int, bool, Edge]] = []

    def push(node: int, indent: str, level: int) -> None:
        found: dict[tuple[int, str], Edge] = {}
        for edge in out[node]:
            found.setdefault((edge.target, _sign(edge, signs)), edge)
        edges = list(found.values())
        for number, edge in reversed(list(enumerate(edges))):
            pending.append((edge.target, indent, level, number == len(edges) - 1, edge))

    push(here, "  ", depth)
    while pending:
        target, indent, level, last, edge = pending.pop()
        again = target in shown
        marks = f" {signs.again}" if again and (out[target] or target == here) else ""
        marks += f" {signs.ending}" if drawn.nodes[target].kind == "ending" else ""
        yield f"{indent}{signs.last if last else signs.fork}{_sign(edge, signs)} {_named(drawn, target)}{marks}"
        if not again and level > 1:
            shown.add(target)
            push(target, indent + ("   " if last else f"{signs.bar}  "), level - 1)


def _sign(edge: Edge, signs: Signs) -> str:
    if edge.jump == "draw":
        return signs.draw
    if edge.kind in ("win", "lose"):
        return signs.win if edge.kind == "win" else signs.lose
    return signs.travel if edge.jump in ("travel", "data_find", "the_end", "stranded") else signs.way


def _named(drawn: StoryMap, index: int) -> str:
    node = drawn.nodes[index]
    title, name = unstressed(one_line(node.title)), one_line(node.id)
    return title if title == name else f"{title} [{name}]"


def plain_list(drawn: StoryMap, here: int) -> str:
    """Return the same without any drawing: places with their sizes, then the card's ways in and out, as sentences."""
    lines = [f"{one_line(drawn.title)}: {counted(len(drawn.nodes), 'card')}"]
    for number, place in enumerate(drawn.places):
        members = [node for node in drawn.nodes if node.place == number]
        ends = sum(node.kind == "ending" for node in members)
        more = f", {counted(ends, 'ending')} among them" if ends else ""
        lines.append(f"{one_line(place.title)}: {counted(len(members), 'card')}{more}")
    node = drawn.nodes[here]
    lines.append(f"Here: {_named(drawn, here)}, {node.kind_name}, {one_line(drawn.places[node.place].title)}")
    for edge in drawn.edges:
        if edge.source == here and edge.drawn and not edge.is_minor:
            words = f", {edge.kind}: {one_line(edge.text)}" if edge.text else ""
            lines.append(f"Leads to: {_named(drawn, edge.target)}{words}")
    for edge in drawn.edges:
        if edge.target == here and edge.drawn and not edge.is_minor:
            lines.append(f"Reached from: {_named(drawn, edge.source)}")
    return visible("\n".join(dict.fromkeys(lines))) + "\n"


def _ascii(text: str) -> str:
    return text.encode("ascii", "replace").decode("ascii")
