"""Routes on the map: plays that are replayed, whose steps are links of the graph; and parts of a story."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from storyengine.graph import story_graph
from storyengine.loader import load
from storyengine.maps.drawing import CannotDrawError, Drawing, Wanted
from storyengine.maps.routes import Route, nodes_of_path, route_of
from storyengine.maps.selection import find_card, near, of_place, places
from storyengine.maps.story_map import StoryMap, map_of
from storyengine.maps.ways import ending_of, quick_ways, way_to
from storyengine.model.story import Story
from tests.maps.stories import loaded

ROOT = Path(__file__).parents[2]


@cache
def flagship() -> Story:
    return load(ROOT / "stories" / "evil-power-master")


@cache
def drawn() -> StoryMap:
    return map_of(flagship())


@cache
def routes() -> tuple[Route, ...]:
    ways = quick_ways(flagship(), plays=100)
    return tuple(route_of(flagship(), drawn(), ending, path) for ending, path in ways.items())


def test_a_quick_way_leads_to_its_ending() -> None:
    for ending, path in quick_ways(flagship(), plays=100).items():
        assert ending_of(flagship(), path) == ending


def test_a_route_begins_at_the_start_and_comes_to_its_ending() -> None:
    assert len(routes()) > 3
    for route in routes():
        assert drawn().nodes[route.nodes[0]].id == flagship().start
        assert drawn().nodes[route.nodes[-1]].ending == route.ending


def test_every_step_of_a_route_is_a_link() -> None:
    links = {(edge.source, edge.target) for edge in drawn().edges}
    for route in routes():
        nodes = route.nodes
        missing = [
            (drawn().nodes[one].id, drawn().nodes[other].id)
            for one, other in pairwise(nodes)
            if one != other and (one, other) not in links
        ]
        assert missing == []


def test_a_route_tells_the_meters_along_it() -> None:
    for route in routes():
        assert route.meters == ("EPM Meter", "Signal Tracker")
        assert route.stops[0].meters == (0, 0)
        assert any(stop.meters != (0, 0) for stop in route.stops)
        assert all(0 <= value <= 25 for stop in route.stops for value in stop.meters)


def test_a_route_of_a_part_keeps_to_the_part() -> None:
    path = next(iter(quick_ways(flagship(), plays=40).values()))
    part = map_of(flagship(), only=of_place(story_graph(flagship()), "follop"))
    route = route_of(flagship(), part, "x", path)
    assert all(0 <= node < len(part.nodes) for node in route.nodes)


def test_an_ending_that_no_play_reaches_has_no_route() -> None:
    story = loaded(
        {
            "story": "shut",
            "title": "Shut",
            "start": "a",
            "variables": {"key": {"start": False}},
            "cards": {
                "a": {
                    "text": "A.",
                    "choices": [{"text": "On.", "goto": "b"}, {"text": "In.", "when": "key", "goto": "c"}],
                },
                "b": {"text": "B.", "ending": "lost"},
                "c": {"text": "C.", "ending": "won"},
            },
        }
    )
    path, decided = way_to(story, "c", progress=lambda *_: None)
    assert path is None and decided is not None
    with pytest.raises(CannotDrawError, match="no play reaches the ending `c`"):
        Drawing(story, Wanted(route="c"))
    assert nodes_of_path(story, quick_ways(story)["b"]) == ("a", "b")


def test_near_is_as_far_as_it_says() -> None:
    graph = story_graph(loaded(chain(9)))
    assert near(graph, "c4", 0) == {"c4"}
    assert near(graph, "c4", 2) == {"c2", "c3", "c4", "c5", "c6"}


def chain(length: int) -> dict[str, object]:
    cards: dict[str, object] = {f"c{number}": {"text": "On.", "goto": f"c{number + 1}"} for number in range(length - 1)}
    cards[f"c{length - 1}"] = {"text": "End.", "ending": "over"}
    return {"story": "chain", "title": "Chain", "start": "c0", "cards": cards}


@pytest.mark.parametrize("name", ["follop", "Follop", "FOLLOP"])
def test_a_place_is_found_by_id_and_title(name: str) -> None:
    found = of_place(story_graph(flagship()), name)
    assert found == {card for card in flagship().cards if card.startswith("follop/")}


def test_a_card_is_found_by_id_name_and_title() -> None:
    graph = story_graph(flagship())
    assert find_card(graph, "follop/5") == ("follop/5",)
    assert find_card(graph, "the sorting floor") == ("follop/5",)
    assert len(find_card(graph, "5")) > 1
    assert find_card(graph, "nowhere") == ()
    assert "follop" in places(graph)


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        (Wanted(focus="follop/55"), "there is no card `follop/55`; did you mean `follop/5`"),
        (Wanted(focus="5"), "can mean several cards"),
        (Wanted(place="nowhere"), "there is no place `nowhere`; there are: congress, data"),
        (Wanted(route="nowhere"), "there is no ending `nowhere`; the endings are: `in_the_dark`"),
        (Wanted(radius=2), "--radius goes with"),
    ],
)
def test_what_is_not_there_is_named_with_what_is(wanted: Wanted, message: str) -> None:
    with pytest.raises(CannotDrawError, match=message):
        Drawing(flagship(), wanted)


def test_a_focus_is_shown_with_what_is_around_it_in_every_format() -> None:
    drawing = Drawing(flagship(), Wanted(focus="follop/5", radius=1))
    part = drawing.drawn()
    assert {"follop/5", "follop/9", "travel"} <= {node.id for node in part.nodes}
    assert part.left_out == len(drawing.graph) - len(part.nodes) > 0
    for kind in ("html", "svg", "dot", "mmd", "graphml", "json", "txt"):
        data = drawing.contents(part, kind).decode()
        assert "The Sorting Floor" in data
        assert "The Evil Power Master" not in data or kind == "html"
