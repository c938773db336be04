"""The map for Graphviz. Places are clusters; positions are left to Graphviz."""

from __future__ import annotations

from storyengine.maps.plain_text import one_line
from storyengine.maps.story_map import StoryMap

SHAPES = {"challenge": "hexagon", "game": "octagon", "ending": "doubleoctagon", "threshold": "ellipse", "travel": "cds"}
STYLES = {"lose": "dashed", "draw": "dotted"}


def dot_text(drawn: StoryMap) -> str:
    """Return the map as the text of a DOT file. Nodes bear their own ids, quoted, and come back unchanged."""
    lines = [f"digraph {_quoted(drawn.story)} {{", f"  label={_quoted(drawn.title)};", "  node [shape=box];"]
    for number, place in enumerate(drawn.places):
        lines += [f"  subgraph cluster_{number} {{", f"    label={_quoted(place.title)};"]
        for node in drawn.nodes:
            if node.place == number:
                shape = f", shape={SHAPES[node.kind]}" if node.kind in SHAPES else ""
                bold = ", penwidth=2" if node.start else ""
                lines.append(f"    {_quoted(node.id)} [label={_quoted(one_line(node.title))}{shape}{bold}];")
        lines.append("  }")
    for edge in drawn.edges:
        if edge.is_minor:
            continue
        ends = f"{_quoted(drawn.nodes[edge.source].id)} -> {_quoted(drawn.nodes[edge.target].id)}"
        words = edge.kind if edge.kind in ("win", "lose") else one_line(edge.text)
        style = STYLES.get(edge.jump, STYLES.get(edge.kind, ""))
        parts = [f"label={_quoted(words)}"] if words and edge.kind != "next" else []
        parts += [f"tooltip={_quoted(f'when {edge.when}')}"] if edge.when else []
        parts += [f"style={style}"] if style else []
        parts += [] if edge.drawn else ["constraint=false"]
        lines.append(f"  {ends}" + (f" [{', '.join(parts)}];" if parts else ";"))
    return "\n".join([*lines, "}", ""])


def _quoted(text: str) -> str:
    """Return a text as a DOT string.

    Inside one only a quotation mark is escaped. A backslash stands for itself in an id; in a label Graphviz reads it as
    an escape, and so a doubled one as one. An odd backslash at the end would swallow the closing mark.
    """
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
