"""The map as an SVG picture: the layout of the interactive map, on white, to be looked at or printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from xml.sax.saxutils import escape

from storyengine.maps.layout import CARD_HEIGHT, CARD_WIDTH, HEADER
from storyengine.maps.overlays import SIGNS, Overlay
from storyengine.maps.plain_text import one_line, unstressed, xml_text
from storyengine.maps.routes import Route
from storyengine.maps.story_map import KINDS, Edge, Node, StoryMap

FONT = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif"
LETTER = 8.3
"""Width of a letter of a title, about; text in a file cannot be measured."""
MARGIN, FOOT = 30, 54

INK, QUIET, RULE, PANEL, ROUTE = "#22262f", "#5d6472", "#cfc9bb", "#fdfcf9", "#b45309"
FILLS = {
    "card": ("#e6edf6", "#4a6fa5"),
    "challenge": ("#fbe9df", "#c05621"),
    "game": ("#efe7fd", "#7c3aed"),
    "data": ("#e0f0ec", "#2f7d6b"),
    "ending": ("#fae3ec", "#b83260"),
    "threshold": ("#f5eed8", "#8a6d1d"),
    "travel": ("#dff0f6", "#1f7a9c"),
    "stranded": ("#eceef1", "#6b7280"),
}
LINES = {
    "way": ("#7d8597", ""),
    "win": ("#2f855a", ""),
    "lose": ("#c53030", "9 4"),
    "draw": ("#2f7d6b", "2 4"),
    "travel": ("#1f7a9c", "14 7"),
}
"""Colour and dashes; the dashes tell them apart in black and white."""


def svg_text(drawn: StoryMap, routes: Sequence[Route] = (), overlays: Sequence[Overlay] = ()) -> str:
    """Return the map as the text of an SVG file.

    Args:
        drawn: the map.
        routes: plays to draw on it; the steps are numbered.
        overlays: verdicts or numbers to write on the cards.
    """
    width, height = round(drawn.width) + 2 * MARGIN, round(drawn.height) + 2 * MARGIN + FOOT
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-MARGIN} {-MARGIN} {width} {height}" width="{width}" '
        f'height="{height}" font-family="{FONT}" font-size="13" role="img">',
        f"<title>{_text(f'{drawn.title}: map')}</title>",
        f"<desc>{len(drawn.nodes)} cards in {len(drawn.places)} places</desc>",
        f'<rect x="{-MARGIN}" y="{-MARGIN}" width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    lines += _places(drawn)
    lines += _edges(drawn)
    lines += (line for node in drawn.nodes for line in _node(node))
    for overlay in overlays:
        lines += _overlay(drawn, overlay)
    for route in routes:
        lines += _route(drawn, route)
    lines += _key(drawn, round(drawn.height) + 34)
    return "\n".join([*lines, "</svg>", ""])


def group_of(edge: Edge) -> str:
    """Return the key of `LINES` for an edge."""
    if edge.jump == "draw":
        return "draw"
    if edge.kind in ("win", "lose"):
        return edge.kind
    return "travel" if edge.jump in ("travel", "data_find", "the_end", "stranded") else "way"


def _text(text: str) -> str:
    return escape(xml_text(one_line(text)), {'"': "&quot;"})


def _places(drawn: StoryMap) -> Iterator[str]:
    for place in drawn.places:
        box = place.box
        yield (
            f'<rect x="{box.x}" y="{box.y}" width="{box.width}" height="{box.height}" rx="16" fill="{PANEL}" '
            f'stroke="{RULE}" stroke-width="1.5"/>'
        )
        title = _shortened(place.title, max(4, int((box.width - 20) / 9.6)))
        yield f'<text x="{box.x + 14}" y="{box.y + HEADER / 2 + 6}" font-size="17" font-weight="700" fill="{QUIET}">'
        yield f"{_text(title)}</text>"


def _edges(drawn: StoryMap) -> Iterator[str]:
    """One path for each group of lines, those between places fainter, so that the file stays small."""
    paths: dict[tuple[str, bool], list[str]] = {}
    tips: dict[str, list[str]] = {}
    for edge in drawn.edges:
        if edge.drawn and not edge.is_minor:
            source, target = drawn.nodes[edge.source], drawn.nodes[edge.target]
            group = group_of(edge)
            paths.setdefault((group, source.place != target.place), []).append(curve(source, target))
            top = target.y - CARD_HEIGHT // 2
            tips.setdefault(group, []).append(f"M{target.x} {top}l-4-8h8z")
    for (group, between), parts in sorted(paths.items()):
        colour, dashes = LINES[group]
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        faint = 0.2 if group == "draw" else 0.4
        yield (
            f'<path d="{"".join(dict.fromkeys(parts))}" fill="none" stroke="{colour}" stroke-width="1.5" '
            f'stroke-opacity="{faint if between else 0.85}"{dashed}/>'
        )
    for group, parts in sorted(tips.items()):
        yield f'<path d="{"".join(dict.fromkeys(parts))}" fill="{LINES[group][0]}"/>'


def curve(source: Node, target: Node) -> str:
    """Return the path of a line from one card to another, as the viewer draws it."""
    x1, y1, x2, y2 = source.x, source.y + CARD_HEIGHT // 2, target.x, target.y - CARD_HEIGHT // 2
    if y2 >= y1 - 4:
        bend = round(max(18, min(150, (y2 - y1) * 0.5 + 6)))
        return f"M{x1} {y1}C{x1} {y1 + bend} {x2} {y2 - bend} {x2} {y2}"
    side = round((1 if x2 >= x1 else -1) * (CARD_WIDTH * 0.75 + min(260, abs(y1 - y2) * 0.12)))
    back = side if abs(x2 - x1) < CARD_WIDTH else round(-side * 0.2)
    return f"M{x1} {y1}C{x1 + side} {y1 + 60} {x2 + back} {y2 - 60} {x2} {y2}"


def _node(node: Node) -> Iterator[str]:
    fill, line = FILLS[node.kind]
    x, y = node.x - CARD_WIDTH // 2, node.y - CARD_HEIGHT // 2
    round_by = {"challenge": 23, "game": 23, "ending": 3}.get(node.kind, 9)
    bold = 3.5 if node.kind == "ending" or node.start else 2
    yield f"<g><title>{_text(f'{node.title} ({node.id}, {node.kind_name})')}</title>"
    yield (
        f'<rect x="{x}" y="{y}" width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="{round_by}" fill="{fill}" '
        f'stroke="{line}" stroke-width="{bold}"/>'
    )
    sign = KINDS[node.kind][0]
    if sign:
        yield f'<text x="{x + 17}" y="{node.y + 5}" text-anchor="middle" fill="{line}">{sign}</text>'
    lines = title_lines(("▶ " if node.start else "") + unstressed(node.title))
    middle = node.x + (8 if sign else 0)
    for number, text in enumerate(lines):
        down = round(node.y + 4.5 + (number - (len(lines) - 1) / 2) * 16, 1)
        yield f'<text x="{middle}" y="{down}" text-anchor="middle" font-weight="600" fill="{INK}">{_text(text)}</text>'
    yield "</g>"


def title_lines(title: str) -> list[str]:
    """Return a title on at most two lines that fit on a card."""
    room = int((CARD_WIDTH - 34) / LETTER)
    lines = [""]
    for word in one_line(title).split():
        longer = f"{lines[-1]} {word}".strip()
        if len(lines) == 1 and lines[0] and len(longer) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return [_shortened(line, room) for line in lines]


def _shortened(text: str, room: int) -> str:
    text = one_line(text)
    return text if len(text) <= room else text[: room - 1].rstrip() + "…"


def _overlay(drawn: StoryMap, overlay: Overlay) -> Iterator[str]:
    words = {index: SIGNS[mark][0] for index, mark in overlay.marks.items()}
    words |= {index: f"{value:.3g}" for index, value in overlay.values.items()}
    for index, text in sorted(words.items()):
        node = drawn.nodes[index]
        wide = max(22, len(text) * 8 + 10)
        x, y = node.x + CARD_WIDTH // 2 - wide // 2, node.y - CARD_HEIGHT // 2
        yield f'<rect x="{x - wide // 2}" y="{y - 10}" width="{wide}" height="20" rx="10" fill="#fff" stroke="{INK}"/>'
        yield f'<text x="{x}" y="{y + 5}" text-anchor="middle" font-weight="700" fill="{INK}">{_text(text)}</text>'


def _route(drawn: StoryMap, route: Route) -> Iterator[str]:
    nodes = route.nodes
    pairs = pairwise(nodes)
    path = "".join(curve(drawn.nodes[one], drawn.nodes[other]) for one, other in pairs if one != other)
    if path:
        yield f'<path d="{path}" fill="none" stroke="{ROUTE}" stroke-width="4" stroke-opacity="0.8"/>'
    first: dict[int, int] = {}
    for number, stop in enumerate(route.stops, 1):
        for node in stop.nodes:
            first.setdefault(node, number)
    for node, number in first.items():
        x, y = drawn.nodes[node].x - CARD_WIDTH // 2, drawn.nodes[node].y - CARD_HEIGHT // 2
        yield f'<circle cx="{x}" cy="{y}" r="13" fill="{ROUTE}"/>'
        yield f'<text x="{x}" y="{y + 4.5}" text-anchor="middle" font-weight="700" fill="#fff">{number}</text>'


def _key(drawn: StoryMap, y: int) -> Iterator[str]:
    """What the signs and lines mean, for those that are on the map."""
    kinds = dict.fromkeys(node.kind for node in drawn.nodes)
    groups = {group_of(edge) for edge in drawn.edges if edge.drawn and not edge.is_minor}
    words = [f"{KINDS[kind][0]} {KINDS[kind][1]}" for kind in KINDS if kind in kinds and KINDS[kind][0]]
    words += ["▶ start"] if drawn.start >= 0 else []
    x = 0
    for text in words:
        yield f'<text x="{x}" y="{y}" fill="{QUIET}">{text}</text>'
        x += len(text) * 8 + 22
    names: Iterable[tuple[str, str]] = (("win", "won"), ("lose", "lost"), ("draw", "drawn"), ("travel", "travel"))
    for group, name in names:
        if group in groups:
            colour, dashes = LINES[group]
            dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
            yield f'<path d="M{x} {y - 4}h42" stroke="{colour}" stroke-width="2"{dashed}/>'
            yield f'<text x="{x + 48}" y="{y}" fill="{QUIET}">{name}</text>'
            x += len(name) * 8 + 76
