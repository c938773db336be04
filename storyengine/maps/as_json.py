"""A map as JSON: for the viewer in the browser, and for other programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from storyengine.maps.overlays import SIGNS, Overlay
from storyengine.maps.routes import Route
from storyengine.maps.story_map import KINDS, StoryMap

FORMAT = 1
"""Version of the file format."""


def map_data(drawn: StoryMap, routes: Sequence[Route] = (), overlays: Sequence[Overlay] = ()) -> dict[str, Any]:
    """Return a map as plain values. Nodes, edges and places refer to each other by index; empty values are left out."""
    return {
        "format": FORMAT,
        "story": drawn.story,
        "title": drawn.title,
        "start": drawn.start,
        "left_out": drawn.left_out,
        "width": drawn.width,
        "height": drawn.height,
        "kinds": {kind: {"sign": sign, "name": name} for kind, (sign, name) in KINDS.items()},
        "signs": {mark: {"sign": sign, "means": means} for mark, (sign, means) in SIGNS.items()},
        "places": [
            {
                "id": place.id,
                "title": place.title,
                "box": [place.box.x, place.box.y, place.box.width, place.box.height],
            }
            for place in drawn.places
        ],
        "nodes": [
            {"id": node.id, "kind": node.kind, "title": node.title, "place": node.place, "x": node.x, "y": node.y}
            | _given(
                text=node.text,
                do=node.do,
                note=node.note,
                tags=node.tags,
                ending=node.ending,
                ending_kind=node.ending_kind,
                start=node.start,
                span=node.span,
                offers=[
                    {"kind": offer.kind, "id": offer.id}
                    | _given(text=offer.text, when=offer.when, do=offer.do, says=offer.says, note=offer.note)
                    for offer in node.offers
                ],
            )
            for node in drawn.nodes
        ],
        "edges": [
            {"from": edge.source, "to": edge.target, "kind": edge.kind, "jump": edge.jump}
            | _given(text="" if edge.offer >= 0 else edge.text, when=edge.when, do=edge.do, chance=edge.chance)
            | ({"offer": edge.offer} if edge.offer >= 0 else {})
            for edge in drawn.edges
        ],
        "routes": [
            {
                "ending": route.ending,
                "kind": route.kind,
                "title": route.title,
                "meters": list(route.meters),
                "stops": [[stop.words, list(stop.nodes), stop.at, list(stop.meters)] for stop in route.stops],
            }
            for route in routes
        ],
        "overlays": [
            {
                "name": overlay.name,
                "marks": {str(node): mark for node, mark in overlay.marks.items()},
                "values": {str(node): value for node, value in overlay.values.items()},
                "notes": {str(node): list(notes) for node, notes in overlay.notes.items()},
            }
            for overlay in overlays
        ],
    }


def json_text(drawn: StoryMap, routes: Sequence[Route] = (), overlays: Sequence[Overlay] = ()) -> str:
    """Return a map as the text of a JSON file."""
    return json.dumps(map_data(drawn, routes, overlays), ensure_ascii=False, indent=1) + "\n"


def _given(**values: Any) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value}
