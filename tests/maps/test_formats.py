"""Every format, read back by a reader that knows nothing of us."""

from __future__ import annotations

import json
import re
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import networkx
import pydot
import pytest

from storyengine.cli.bundled import bundled_stories, stories_folder
from storyengine.graph import story_graph
from storyengine.graph.story_graph import Graph
from storyengine.loader import load
from storyengine.maps.as_json import json_text
from storyengine.maps.dot import dot_text
from storyengine.maps.graphml import graphml_text
from storyengine.maps.mermaid import LONGEST_TEXT, MOST_EDGES, mermaid_text
from storyengine.maps.outline import outline_text
from storyengine.maps.png import png_bytes
from storyengine.maps.story_map import StoryMap, map_of
from storyengine.maps.svg import svg_text
from storyengine.maps.terminal import local_tree, overview, plain_list
from storyengine.model.story import Story
from tests.maps.stories import AWKWARD, awkward_story, large_story, loaded, story_made_in_code

SVG = "{http://www.w3.org/2000/svg}"
VALID = Path(__file__).parents[1] / "stories" / "valid"
STORIES = {
    "awkward": awkward_story,
    "large": lambda: large_story(300, hub=100),
    "one card": lambda: loaded(
        {"story": "one", "title": "One", "start": "a", "cards": {"a": {"text": "Over.", "ending": "won"}}}
    ),
    "everything": lambda: load(VALID / "everything"),
} | {name: lambda name=name: load(stories_folder() / name) for name in bundled_stories()}


@pytest.fixture(params=STORIES, scope="module")
def story(request: pytest.FixtureRequest) -> Story:
    made: Story = STORIES[request.param]()
    return made


@pytest.fixture(scope="module")
def graph(story: Story) -> Graph:
    return story_graph(story)


@pytest.fixture(scope="module")
def drawn(story: Story, graph: Graph) -> StoryMap:
    return map_of(story, graph=graph)


def dot_name(name: str) -> str:
    """Return the name that DOT can hold: a backslash that would escape a quotation mark is doubled."""
    return re.sub(r'\\+(?="|\Z)', lambda found: found[0] * 2, name)


def unquoted(text: str) -> str:
    """Return the name that a DOT string holds."""
    assert text.startswith('"') and text.endswith('"'), text
    return text[1:-1].replace('\\"', '"')


def test_graphml_comes_back_as_the_same_graph(graph: Graph, drawn: StoryMap) -> None:
    back = networkx.read_graphml(BytesIO(graphml_text(drawn, graph).encode()), force_multigraph=True)
    assert list(back) == list(graph)
    assert sorted(back.edges()) == sorted(graph.edges())
    for name, data in graph.nodes(data=True):
        assert {key: value for key, value in back.nodes[name].items() if key not in ("x", "y")} == {
            key: value for key, value in data.items() if value != ""
        }
    assert sorted(data.get("text", "") for *_, data in back.edges(data=True)) == sorted(
        data["text"] for *_, data in graph.edges(data=True)
    )


@pytest.mark.filterwarnings("ignore:.*deprecated - use:DeprecationWarning")  # pydot's own
def test_dot_comes_back_with_the_same_nodes_and_edges(graph: Graph, drawn: StoryMap) -> None:
    parsed = pydot.graph_from_dot_data(dot_text(drawn))
    assert parsed is not None and len(parsed) == 1
    names = {
        unquoted(node.get_name())
        for cluster in parsed[0].get_subgraphs()
        for node in cluster.get_nodes()
        if node.get_name() != "node"
    }
    assert names == {dot_name(name) for name in graph}
    edges = sorted(
        (unquoted(str(edge.get_source())), unquoted(str(edge.get_destination()))) for edge in parsed[0].get_edges()
    )
    wanted = [(a, b) for a, b, jump in graph.edges(data="jump") if jump != "threshold"]
    assert edges == sorted((dot_name(a), dot_name(b)) for a, b in wanted)


def test_json_comes_back_with_everything(story: Story, graph: Graph, drawn: StoryMap) -> None:
    data = json.loads(json_text(drawn))
    assert [node["id"] for node in data["nodes"]] == list(graph)
    assert [(data["nodes"][edge["from"]]["id"], data["nodes"][edge["to"]]["id"]) for edge in data["edges"]] == list(
        graph.edges()
    )
    assert data["title"] == story.title
    for node in data["nodes"]:
        assert node.get("text", "") == graph.nodes[node["id"]]["text"]


def test_svg_is_xml_and_names_every_card(graph: Graph, drawn: StoryMap) -> None:
    root = ElementTree.fromstring(svg_text(drawn))
    assert {each.tag for each in root.iter()} <= {
        SVG + name for name in ("svg", "title", "desc", "rect", "text", "path", "g", "circle")
    }, "nothing but drawing: no script, no link, no foreign content"
    titles = [group.findtext(f"{SVG}title", "") for group in root.findall(f"{SVG}g")]
    assert len(titles) == len(graph)
    for node, title in zip(drawn.nodes, titles, strict=True):
        assert " ".join(node.id.split()) in title


def test_mermaid_says_which_node_is_which_card(graph: Graph, drawn: StoryMap) -> None:
    text = mermaid_text(drawn)
    assert len(text) <= LONGEST_TEXT or text.count("\n") < 2 * MOST_EDGES
    assert text.count("-->") + text.count("-.->") <= MOST_EDGES
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("%%")]
    assert lines[0] == "flowchart TD"
    label = r'"(?:[^"<>&{}\[\]|`\\]|<br/>)*"'
    shape = rf"(?:\[{label}\]|\{{\{{{label}\}}\}}|\[/{label}/\]|\(\[{label}\]\)|\(\({label}\)\))"
    grammar = re.compile(rf"subgraph p\d+\[{label}\]|end|[np]\d+{shape}|[np]\d+ (?:-->|-\.->)(?:\|{label}\|)? [np]\d+")
    assert [line for line in lines[1:] if not grammar.fullmatch(line.strip())] == []
    if f"n{len(graph) - 1}" in text:
        comments = [line.strip()[3:] for line in text.splitlines() if line.strip().startswith("%% ")]
        assert sorted(comments) == sorted(" ".join(name.split()).replace("{", "(").replace("}", ")") for name in graph)


def test_the_outline_names_every_card_and_way(graph: Graph, drawn: StoryMap) -> None:
    lines = outline_text(drawn).splitlines()
    cards = [line for line in lines if line.startswith("  ") and not line.startswith("   ")]
    assert len(cards) == len(graph)
    for node, line in zip(sorted(drawn.nodes, key=lambda node: node.place), cards, strict=True):
        assert f"[{' '.join(node.id.split())}]" in line
    ways = sum(line.lstrip().startswith("-> ") for line in lines)
    assert ways >= len({(edge.source, edge.target, edge.offer) for edge in drawn.edges if edge.offer >= 0})


def test_a_png_is_a_png() -> None:
    drawn = map_of(STORIES["tavern"]())
    data = png_bytes(svg_text(drawn), drawn)
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert int.from_bytes(data[16:20], "big") >= drawn.width


def test_awkward_names_survive_as_they_were() -> None:
    """Cases A2 and A12: comments in texts make no links, and no name is changed."""
    story = awkward_story()
    graph = story_graph(story)
    assert [node for node in graph if node in story.cards] == list(AWKWARD)
    assert "Cellar" not in graph
    assert graph.nodes["travel"]["kind"] == "card"
    assert [node for node, kind in graph.nodes(data="kind") if kind == "ending"] == ["ending:won'"]
    assert graph.number_of_edges() == len(AWKWARD) + 1


def test_story_text_is_never_markup() -> None:
    """The words of the hostile text are there as text; no element was made of them."""
    story = awkward_story()
    drawn, graph = map_of(story), story_graph(story)
    for root in (ElementTree.fromstring(svg_text(drawn)), ElementTree.fromstring(graphml_text(drawn, graph))):
        assert not {each.tag.rpartition("}")[2] for each in root.iter()} & {"script", "img"}
        assert "window.hacked" in "".join(root.itertext())


def test_names_that_no_file_can_give_survive_too() -> None:
    story = story_made_in_code()
    drawn, graph = map_of(story), story_graph(story)
    back = networkx.read_graphml(BytesIO(graphml_text(drawn, graph).encode()))
    in_xml = [name.replace("\x07", "\N{REPLACEMENT CHARACTER}") for name in story.cards]
    assert list(back) == in_xml, "XML has no bell; everything else comes back"
    assert [node["id"] for node in json.loads(json_text(drawn))["nodes"]] == list(story.cards)
    ElementTree.fromstring(svg_text(drawn))
    for text in (outline_text(drawn), overview(drawn), local_tree(drawn, 0), plain_list(drawn, 0)):
        assert not {"\x07", "\u202e", "\t"} & set(text)


def test_a_story_of_six_thousand_cards_is_written_in_every_format() -> None:
    """Case A22: 6,000 cards, 18,000 links, one hub with 300 ways in."""
    story = large_story(6_000)
    graph = story_graph(story)
    assert graph.in_degree("card_7") >= 300
    drawn = map_of(story, graph=graph)
    assert len(ElementTree.fromstring(svg_text(drawn)).findall(f"{SVG}g")) == 6_000
    assert "too large for Mermaid card by card" in mermaid_text(drawn)
    assert len(dot_text(drawn).splitlines()) > 24_000
