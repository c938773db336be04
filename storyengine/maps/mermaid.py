"""The map for Mermaid, which draws only small graphs: a large story is drawn by places, with what joins them."""

from __future__ import annotations

from collections import Counter

from storyengine.maps.plain_text import counted, one_line
from storyengine.maps.story_map import Node, StoryMap

MOST_EDGES = 450
"""Mermaid refuses more than 500 links unless it is configured otherwise."""
LONGEST_TEXT = 45_000
"""And texts beyond 50,000 characters."""
LONGEST_LABEL = 60

SHAPES = {"challenge": ("{{", "}}"), "game": ("[/", "/]"), "ending": ("([", "])"), "threshold": ("((", "))")}


def mermaid_text(drawn: StoryMap) -> str:
    """Return the map as the text of a Mermaid file; by places where the whole is more than Mermaid draws.

    Mermaid has no way to write any id, so nodes are numbered `n0`, `n1` and so on, in the order of the map; a comment
    before each says which card it is.
    """
    whole = _whole(drawn)
    links = sum(not edge.is_minor for edge in drawn.edges)
    return whole if links <= MOST_EDGES and len(whole) <= LONGEST_TEXT else _by_places(drawn)


def _whole(drawn: StoryMap) -> str:
    lines = ["flowchart TD"]
    for number, place in enumerate(drawn.places):
        lines.append(f'  subgraph p{number}["{_escaped(place.title)}"]')
        for index, node in enumerate(drawn.nodes):
            if node.place == number:
                lines += [f"    %% {_comment(node.id)}", f"    n{index}{_shape(node)}"]
        lines.append("  end")
    for edge in drawn.edges:
        if edge.is_minor:
            continue
        arrow = "-.->" if edge.jump in ("draw", "return") or edge.kind == "lose" else "-->"
        words = edge.kind if edge.kind in ("win", "lose") else "" if edge.kind == "next" else edge.text
        label = f'|"{_escaped(words)}"|' if words else ""
        lines.append(f"  n{edge.source} {arrow}{label} n{edge.target}")
    return "\n".join([*lines, ""])


def _by_places(drawn: StoryMap) -> str:
    lines = ["%% The story is too large for Mermaid card by card: these are its places.", "flowchart TD"]
    sizes = Counter(node.place for node in drawn.nodes)
    for number, place in enumerate(drawn.places):
        cards = counted(sizes[number], "card")
        lines += [f"  %% {_comment(place.id)}", f'  p{number}["{_escaped(place.title)}<br/>{cards}"]']
    joined = Counter(
        (drawn.nodes[edge.source].place, drawn.nodes[edge.target].place)
        for edge in drawn.edges
        if edge.drawn and not edge.is_minor
    )
    strongest = [ends for ends, _ in joined.most_common() if ends[0] != ends[1]][:MOST_EDGES]
    for source, target in sorted(strongest):
        lines.append(f'  p{source} -->|"{joined[source, target]:,}"| p{target}')
    return "\n".join([*lines, ""])


def _shape(node: Node) -> str:
    opening, closing = SHAPES.get(node.kind, ("[", "]"))
    return f'{opening}"{_escaped(("▶ " if node.start else "") + node.title)}"{closing}'


def _escaped(text: str) -> str:
    """Return a label in which nothing is markup: Mermaid reads `#35;` as the character of that number."""
    text = one_line(text)
    if len(text) > LONGEST_LABEL:
        text = text[: LONGEST_LABEL - 1].rstrip() + "…"
    return "".join(
        each if each.isalnum() or each in " .,:!?'’“”…▶-" or ord(each) > 255 else f"#{ord(each)};" for each in text
    )


def _comment(text: str) -> str:
    # `%%{` would begin a directive
    return one_line(text).replace("{", "(").replace("}", ")") or "between the decks"
