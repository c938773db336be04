"""Parts of a large story: what is near a card, one place, the cards of a route."""

from __future__ import annotations

from collections.abc import Iterable

from storyengine.graph.story_graph import Graph


def near(graph: Graph, card: str, radius: int) -> frozenset[str]:
    """Return a node with all that is at most `radius` links away in either direction, meters' links not counted."""
    found = {card}
    edge = [card]
    for _ in range(radius):
        reached = {
            other
            for node in edge
            for source, target, jump in (
                *graph.out_edges(node, data="jump"),
                *graph.in_edges(node, data="jump"),
            )
            if jump != "threshold"
            for other in (source, target)
        }
        edge = [node for node in reached if node not in found]
        found |= reached
    return frozenset(found)


def of_place(graph: Graph, name: str) -> frozenset[str]:
    """Return the nodes of the place with this id or title, in capitals or not; empty when there is none."""
    wanted = name.casefold()
    return frozenset(
        node
        for node, data in graph.nodes(data=True)
        if wanted in (data["deck"].casefold(), data["deck_title"].casefold()) and data["deck"]
    )


def find_card(graph: Graph, name: str) -> tuple[str, ...]:
    """Return the nodes that a name can mean: its id; else its name within a deck, or its title, in capitals or not."""
    if name in graph:
        return (name,)
    wanted = name.casefold()
    return tuple(
        node
        for node, title in graph.nodes(data="title")
        if wanted in (node.casefold(), node.rpartition("/")[2].casefold(), title.casefold())
    )


def places(graph: Graph) -> tuple[str, ...]:
    """Return the ids of the places, in order."""
    decks: Iterable[str] = (deck for _, deck in graph.nodes(data="deck") if deck)
    return tuple(dict.fromkeys(decks))
