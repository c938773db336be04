"""The map for Graphviz. Places are clusters; positions are left to Graphviz."""

from __future__ import annotations

import re

from storyengine.maps.plain_text import one_line
from storyengine.maps.story_map import StoryMap

SHAPES = {"challenge": "hexagon", "game": "octagon", "ending": "doubleoctagon", "threshold": "ellipse", "travel": "cds"}
STYLES = {"lose": "dashed", "draw": "dotted", "return": "dotted"}
# no `constraint=false`: with clusters it makes Graphviz 2.43 give up ("trouble in init_rank")


def dot_text(drawn: StoryMap) -> str:
    """Return the map as the text of a DOT file. Nodes bear their own ids, quoted."""
    lines = [f"digraph {_quoted(drawn.story)} {{", f"  label={_label(drawn.title)};", "  node [shape=box];"]
    for number, place in enumerate(drawn.places):
        lines += [f"  subgraph cluster_{number} {{", f"    label={_label(place.title)};"]
        for node in drawn.nodes:
            if node.place == number:
                shape = f", shape={SHAPES[node.kind]}" if node.kind in SHAPES else ""
                bold = ", penwidth=2" if node.start else ""
                lines.append(f"    {_quoted(node.id)} [label={_label(node.title)}{shape}{bold}];")
        lines.append("  }")
    for edge in drawn.edges:
        if edge.is_minor:
            continue
        ends = f"{_quoted(drawn.nodes[edge.source].id)} -> {_quoted(drawn.nodes[edge.target].id)}"
        words = edge.kind if edge.kind in ("win", "lose") else edge.text
        style = STYLES.get(edge.jump, STYLES.get(edge.kind, ""))
        parts = [f"label={_label(words)}"] if words and edge.kind != "next" else []
        parts += [f"tooltip={_label(f'when {edge.when}')}"] if edge.when else []
        parts += [f"style={style}"] if style else []
        lines.append(f"  {ends}" + (f" [{', '.join(parts)}];" if parts else ";"))
    return "\n".join([*lines, "}", ""])


def _label(text: str) -> str:
    """Return a text as a label, in which Graphviz reads a backslash as an escape."""
    return _quoted(one_line(text).replace("\\", "\\\\"))


def _quoted(text: str) -> str:
    """Return a text as a DOT string, in which a quotation mark is escaped and nothing else.

    So backslashes stand for themselves, but one before a quotation mark or at the end would be taken for its escape.
    There, and only there, DOT has no way to write it, and it is written twice.
    """
    doubled = re.sub(r'\\+(?="|\Z)', lambda found: found[0] * 2, text)
    return '"' + doubled.replace('"', '\\"') + '"'
