"""What the nodes and edges of the graph carry, in stories small enough to check by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import networkx

from storyengine.graph import story_graph
from storyengine.graph.story_graph import Graph
from storyengine.loader import load, load_text

VALID = Path(__file__).parents[1] / "stories" / "valid"


def graph_of(cards: str, head: str = "") -> Graph:
    loaded = load_text(f"story: s\ntitle: S\nstart: a\n{head}\ncards:\n{cards}")
    assert loaded.story is not None, "\n".join(map(str, loaded.diagnostics))
    return story_graph(loaded.story)


def edges(graph: Graph, *keys: str) -> list[tuple[Any, ...]]:
    return sorted((a, b, *(data[key] for key in keys)) for a, b, data in graph.edges(data=True))


def test_one_card_is_one_node_without_edges() -> None:
    graph = graph_of("  a: {text: Over., ending: won}")
    assert list(graph) == ["a"]
    assert graph.number_of_edges() == 0
    assert graph.nodes["a"]["kind"] == "ending"
    assert (graph.nodes["a"]["ending"], graph.nodes["a"]["ending_kind"]) == ("a", "won")
    assert graph.graph == {"story": "s", "title": "S", "start": "a"}


def test_a_choice_is_an_edge_with_its_words_conditions_and_effects() -> None:
    graph = graph_of(
        "  a: {title: The Hall, text: Hm., choices: [{id: in, text: Go in., when: n > 2, do: n -= 1, goto: b}]}\n"
        "  b: {text: Over., ending: won}",
        "variables: {n: {start: 0, min: 0, max: 9}}",
    )
    (data,) = graph["a"]["b"].values()
    shown = {key: data[key] for key in ("kind", "jump", "choice", "text", "when", "do", "line")}
    assert shown == {
        "kind": "choice",
        "jump": "goto",
        "choice": "in",
        "text": "Go in.",
        "when": "n > 2",
        "do": "n -= 1",
        "line": 6,
    }
    assert graph.nodes["a"]["span"] == "story.yaml:6:3"
    assert graph.nodes["a"]["start"] and not graph.nodes["b"]["start"]


def test_two_ways_to_the_same_card_are_two_edges() -> None:
    """Also where one consequence draws a card and then goes there."""
    graph = graph_of(
        "  a: {text: Hm., choices: [{text: X., goto: b}, {text: Y., goto: b}, {text: Z., detour: b, goto: b}]}\n"
        "  b: {text: B., return: true}",
    )
    ways = sorted((data["text"], data["jump"]) for data in graph["a"]["b"].values())
    assert ways == [("X.", "goto"), ("Y.", "goto"), ("Z.", "draw"), ("Z.", "goto")]


def test_arms_of_a_branch_name_all_conditions_and_random_arms_their_share() -> None:
    graph = graph_of(
        "  a:\n"
        "    text: Hm.\n"
        "    branch:\n"
        "      - when: n > 5\n"
        "        branch: [{when: n < 8, goto: b}, {goto: c}]\n"
        "      - random: [{weight: 2, goto: b}, {weight: 3, ending: {id: lost_way, kind: lost}}]\n"
        "  b: {text: B., ending: won}\n"
        "  c: {text: C., ending: won}",
        "variables: {n: {start: 0, min: 0, max: 9}}",
    )
    assert edges(graph, "when", "chance") == [
        ("a", "b", "", "2/5"),
        ("a", "b", "n > 5 and n < 8", ""),
        ("a", "c", "n > 5", ""),
        ("a", "ending:lost_way", "", "3/5"),
    ]
    assert graph.nodes["ending:lost_way"]["ending_kind"] == "lost"


def test_a_drawn_card_goes_back_to_every_card_that_drew_it() -> None:
    graph = graph_of(
        "  a: {text: A., detour: n, goto: b}\n"
        "  b: {text: B., detour: n, ending: won}\n"
        "  n: {text: Note., return: true}",
    )
    assert edges(graph, "jump") == [
        ("a", "b", "goto"),
        ("a", "n", "draw"),
        ("b", "n", "draw"),
        ("n", "a", "return"),
        ("n", "b", "return"),
    ]


def test_a_threshold_is_met_where_the_meter_changes_towards_it() -> None:
    graph = graph_of(
        "  a: {text: A., choices: [{text: Up., do: m += 2, goto: b}]}\n"
        "  b: {text: B., choices: [{text: Down., do: m -= 2, goto: a}]}\n"
        "  full: {text: Full., ending: lost}",
        "trackers: {m: {title: Mood, start: 0, min: 0, max: 9, at_max: full}}",
    )
    node = "threshold:m.at.9"
    assert graph.nodes[node]["kind"] == "threshold" and graph.nodes[node]["title"] == "Mood at 9"
    assert list(graph.predecessors(node)) == ["a"], "what only goes down cannot fill it"
    assert list(graph.successors(node)) == ["full"]


def test_any_algorithm_of_networkx_works_on_it() -> None:
    graph = story_graph(load(VALID / "everything"))
    start = graph.graph["start"]
    assert networkx.descendants(graph, start)
    assert networkx.immediate_dominators(graph, start)
    assert list(networkx.strongly_connected_components(graph))
    assert networkx.shortest_path(graph, start)


def test_every_node_and_edge_has_the_same_attributes_all_plain() -> None:
    graph = story_graph(load(VALID / "everything"))
    assert len({frozenset(data) for _, data in graph.nodes(data=True)}) == 1
    assert len({tuple(data) for *_, data in graph.edges(data=True)}) == 1
    values = [value for _, data in graph.nodes(data=True) for value in data.values()]
    values += [value for *_, data in graph.edges(data=True) for value in data.values()]
    assert {type(value) for value in values} <= {str, int, bool}


def test_the_order_is_that_of_the_file() -> None:
    story = load(VALID / "everything")
    cards = [node for node in story_graph(story) if node in story.cards]
    assert cards == list(story.cards)
    assert list(story_graph(story).edges(data="text")) == list(story_graph(story).edges(data="text"))


def test_a_graph_is_the_callers_to_change() -> None:
    story = load(VALID / "everything")
    story_graph(story).clear()
    assert len(story_graph(story)) > 0


def test_what_a_card_game_tells_stands_in_the_text_as_it_was_written() -> None:
    graph = graph_of(
        "  a: {text: Cards., minigame: {game: high_card, results: {won: b}}}\n"
        '  b: {text: "You have {game.score + 1}.", ending: won}'
    )
    assert graph.nodes["b"]["text"] == "You have {game.score + 1}."
