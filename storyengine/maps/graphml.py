"""The graph as GraphML, which Gephi, yEd and networkx read: every attribute, and the positions of the layout."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape

from storyengine.graph.story_graph import Graph
from storyengine.maps.plain_text import xml_text
from storyengine.maps.story_map import StoryMap

TYPES = {bool: "boolean", int: "int", str: "string"}


def graphml_text(drawn: StoryMap, graph: Graph) -> str:
    """Return what is on a map as the text of a GraphML file.

    Args:
        drawn: the map; what it leaves out is left out.
        graph: the story's graph, whose attributes are written.
    """
    positions = {node.id: {"x": node.x, "y": node.y} for node in drawn.nodes}
    nodes = {name: {**graph.nodes[name], **positions[name]} for name in graph if name in positions}
    edges = [each for each in graph.edges(data=True) if each[0] in nodes and each[1] in nodes]
    keys: dict[tuple[str, str], str] = {}
    for kind, attributes in (
        ("graph", [graph.graph]),
        ("node", list(nodes.values())),
        ("edge", [data for _, _, data in edges]),
    ):
        for one in attributes:
            for name, value in one.items():
                keys.setdefault((kind, name), TYPES[type(value)])
    numbers = {key: f"d{number}" for number, key in enumerate(keys)}
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">']
    for (kind, name), sort in keys.items():
        lines.append(f'<key id="{numbers[kind, name]}" for="{kind}" attr.name="{name}" attr.type="{sort}"/>')

    def data(kind: str, values: dict[str, object]) -> Iterator[str]:
        for name, value in values.items():
            if value != "":
                yield f'<data key="{numbers[kind, name]}">{_escaped(_scalar(value))}</data>'

    lines += ['<graph edgedefault="directed">', *data("graph", graph.graph)]
    for name, values in nodes.items():
        lines += [f'<node id="{_escaped(name)}">', *data("node", values), "</node>"]
    for source, target, values in edges:
        lines += [f'<edge source="{_escaped(source)}" target="{_escaped(target)}">', *data("edge", values), "</edge>"]
    return "\n".join([*lines, "</graph>", "</graphml>", ""])


def _scalar(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _escaped(text: str) -> str:
    return escape(xml_text(text), {'"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})
