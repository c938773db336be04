"""A map of a story: what every picture shows, with nothing in it about how a picture is made."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from storyengine.graph import story_graph
from storyengine.graph.story_graph import Graph
from storyengine.maps.layout import SCREEN, Box, lay_out
from storyengine.maps.offers import Offer, offers_of
from storyengine.model.story import Story

NOT_DRAWN = frozenset({"return", "stay", "retry"})
"""Jumps back to where one was; a picture with them would be a tangle. They are named in words everywhere."""

KINDS: Mapping[str, tuple[str, str]] = {
    "card": ("", "card"),
    "challenge": ("▲", "challenge"),
    "game": ("♠", "card game"),
    "data": ("■", "data card"),
    "ending": ("◆", "ending"),
    "threshold": ("●", "meter"),
    "travel": ("►", "travel"),
    "stranded": ("○", "stranded"),
}
"""Kind of a node to its sign and its name. Colour is added to these, and never stands alone."""


@dataclass(frozen=True, slots=True)
class Node:
    """A card, or something else that a story can lead to."""

    id: str
    kind: str
    title: str
    place: int
    """Index of its place."""
    text: str
    do: str
    note: str
    tags: str
    ending: str
    ending_kind: str
    start: bool
    span: str
    x: int = 0
    y: int = 0
    offers: tuple[Offer, ...] = ()

    @property
    def kind_name(self) -> str:
        """What it is, in words; for an ending with the author's word for it."""
        name = KINDS[self.kind][1]
        return f"{name}: {self.ending_kind}" if self.ending_kind else name


@dataclass(frozen=True, slots=True)
class Edge:
    """A jump, see `story_graph`."""

    source: int
    target: int
    kind: str
    jump: str
    text: str
    when: str
    do: str
    chance: str
    offer: int
    """Index of what leads there among the offers of its source; -1 for what nobody is offered."""

    @property
    def drawn(self) -> bool:
        """Whether pictures draw it."""
        return self.jump not in NOT_DRAWN and self.source != self.target

    @property
    def is_minor(self) -> bool:
        """Whether pictures leave it out unless asked: meters can be filled nearly everywhere."""
        return self.jump == "threshold"


@dataclass(frozen=True, slots=True)
class Place:
    """A deck, or what belongs to none."""

    id: str
    title: str
    box: Box


@dataclass(frozen=True, slots=True)
class StoryMap:
    """A map, laid out."""

    story: str
    title: str
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    places: tuple[Place, ...]
    start: int
    """Index of the first card; -1 where a part of the story is shown without it."""
    width: float
    height: float
    left_out: int = 0
    """Nodes of the story that are not on this map."""

    def index(self) -> dict[str, int]:
        """Return node id to index."""
        return {node.id: index for index, node in enumerate(self.nodes)}


def map_of(
    story: Story, *, graph: Graph | None = None, only: Collection[str] | None = None, aspect: float = SCREEN
) -> StoryMap:
    """Draw the map of a story.

    Args:
        story: a loaded story.
        graph: its graph, if there is one already.
        only: the nodes to show; all, if left out.
        aspect: width by height of where the map will be looked at.
    """
    graph = story_graph(story) if graph is None else graph
    names = [name for name in graph if only is None or name in only]
    index = {name: number for number, name in enumerate(names)}
    offers = {name: offers_of(story.cards[name]) if name in story.cards else () for name in names}
    places = _places(story, {graph.nodes[name]["deck"]: graph.nodes[name]["deck_title"] for name in names})
    number = {place: position for position, place in enumerate(places)}
    edges = []
    for source, target, data in graph.edges(data=True):
        if source in index and target in index:
            wanted = (data["kind"], data["choice"] or data["challenge"] or data["result"])
            offer = next((at for at, each in enumerate(offers[source]) if (each.kind, each.id) == wanted), -1)
            words = {key: data[key] for key in ("kind", "jump", "text", "when", "do", "chance")}
            edges.append(Edge(index[source], index[target], offer=offer, **words))
    drawn = [(edge.source, edge.target) for edge in edges if edge.drawn and not edge.is_minor]
    laid = lay_out([number[graph.nodes[name]["deck"]] for name in names], drawn, aspect=aspect)
    keys = ("kind", "title", "text", "do", "note", "tags", "ending", "ending_kind", "start", "span")
    nodes = [
        Node(
            id=name,
            place=number[graph.nodes[name]["deck"]],
            x=x,
            y=y,
            offers=offers[name],
            **{key: graph.nodes[name][key] for key in keys},
        )
        for name, x, y in zip(names, laid.x, laid.y, strict=True)
    ]
    return StoryMap(
        story=story.id,
        title=story.title,
        nodes=tuple(nodes),
        edges=tuple(edges),
        places=tuple(Place(place, title, box) for (place, title), box in zip(places.items(), laid.boxes, strict=True)),
        start=index.get(story.start, -1),
        width=laid.width,
        height=laid.height,
        left_out=len(graph) - len(names),
    )


def _places(story: Story, titles: Mapping[str, str]) -> dict[str, str]:
    """Return the places of some nodes with their titles: decks as written, then what belongs to none."""
    found = {deck: titles[deck] for deck in story.decks if deck and deck in titles}
    if "" in titles:
        found[""] = "Between the decks" if any(story.decks) else story.title
    return found
