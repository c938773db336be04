"""The map as an indented outline: what a screen reader can follow, and what can be searched and compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from storyengine.maps.overlays import Overlay
from storyengine.maps.plain_text import counted, one_line, visible
from storyengine.maps.routes import Route
from storyengine.maps.story_map import Edge, Node, StoryMap

HOW = {
    "draw": "draws",
    "return": "goes back to",
    "stay": "stays at",
    "retry": "tries again at",
    "travel": "travels:",
    "data_find": "turns the disc and travels:",
    "the_end": "discards the disc and travels:",
    "showdown": "goes to the showdown:",
    "threshold": "may fill the meter:",
}


def outline_text(drawn: StoryMap, routes: Sequence[Route] = (), overlays: Sequence[Overlay] = ()) -> str:
    """Return the map as plain text: places, below them cards, below those what is said and where it leads."""
    return visible("\n".join(_lines(drawn, routes, overlays)) + "\n")


def _lines(drawn: StoryMap, routes: Sequence[Route], overlays: Sequence[Overlay]) -> Iterator[str]:
    yield one_line(drawn.title)
    links = sum(edge.drawn for edge in drawn.edges)
    yield f"{counted(len(drawn.nodes), 'card')}, {counted(links, 'link')}, {counted(len(drawn.places), 'place')}"
    if drawn.left_out:
        yield f"{counted(drawn.left_out, 'card')} left out"
    out: list[list[Edge]] = [[] for _ in drawn.nodes]
    inward: list[list[Edge]] = [[] for _ in drawn.nodes]
    for edge in drawn.edges:
        out[edge.source].append(edge)
        inward[edge.target].append(edge)
    for number, place in enumerate(drawn.places):
        members = [index for index, node in enumerate(drawn.nodes) if node.place == number]
        yield ""
        yield f"{one_line(place.title)} ({counted(len(members), 'card')})"
        for index in members:
            yield from _node(drawn, index, out[index], inward[index], overlays)
    for route in routes:
        yield ""
        yield f"Route to {one_line(route.title)} ({counted(len(route.stops), 'step')})"
        for count, stop in enumerate(route.stops, 1):
            where = "".join(f" -> {one_line(drawn.nodes[node].title)}" for node in stop.nodes)
            meters = ", ".join(f"{name} {value}" for name, value in zip(route.meters, stop.meters, strict=True))
            yield f"  {count}. {one_line(stop.words)}{where}" + (f" ({meters})" if meters else "")


def _node(
    drawn: StoryMap, index: int, out: Sequence[Edge], inward: Sequence[Edge], overlays: Sequence[Overlay]
) -> Iterator[str]:
    node = drawn.nodes[index]
    marks = [node.kind_name] + (["start"] if node.start else [])
    yield f"  {one_line(node.title)} [{one_line(node.id)}] {', '.join(marks)}"
    for overlay in overlays:
        notes = [*overlay.notes.get(index, ())]
        notes += [f"{overlay.values[index]:g}"] if index in overlay.values else []
        if notes:
            yield f"    {overlay.name}: {one_line('; '.join(notes))}"
    for line in node.text.splitlines():
        if line.strip():
            yield f"    | {line.strip()}"
    if node.do:
        yield f"    do {one_line(node.do)}"
    for number, offer in enumerate(node.offers):
        label = offer.id if offer.kind == "result" else offer.text
        note = f" ({one_line(offer.note)})" if offer.note else ""
        when = f" when {one_line(offer.when)}" if offer.when else ""
        does = f" do {one_line(offer.do)}" if offer.do else ""
        yield f"    {offer.kind}: {one_line(label) or offer.id}{when}{does}{note}"
        for edge in out:
            if edge.offer == number:
                yield f"      {_way(drawn, edge, offer.when, offer.do)}"
    loose = (f"    {_way(drawn, edge)}" for edge in out if edge.offer < 0)
    yield from dict.fromkeys(loose)
    froms = dict.fromkeys(_named(drawn.nodes[edge.source]) for edge in inward if edge.drawn and not edge.is_minor)
    if froms:
        yield f"    reached from: {', '.join(froms)}"


def _way(drawn: StoryMap, edge: Edge, when: str = "", do: str = "") -> str:
    parts = [f"-> {HOW.get(edge.jump, '')} {_named(drawn.nodes[edge.target])}".replace("->  ", "-> ")]
    parts += [one_line(edge.text)] if edge.kind == "item" else []
    parts += [f"when {one_line(edge.when)}"] if edge.when and edge.when != when else []
    parts += [f"chance {edge.chance}"] if edge.chance else []
    parts += [f"do {one_line(edge.do)}"] if edge.do and edge.do != do else []
    return ", ".join(parts)


def _named(node: Node) -> str:
    return f"{one_line(node.title)} [{one_line(node.id)}]"
