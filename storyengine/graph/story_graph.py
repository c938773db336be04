"""The graph itself. See `story_graph` for what its nodes and edges carry."""

from __future__ import annotations

from typing import Any

import networkx

from storyengine.graph.jumps import jumps
from storyengine.graph.names import Names, own_ending
from storyengine.graph.words import effect_words, text_words
from storyengine.model.cards import Card, Text
from storyengine.model.story import DeckKind, Story
from storyengine.model.walk import endings
from storyengine.source import Span

Graph = networkx.MultiDiGraph


def story_graph(story: Story) -> Graph:
    """Return the story as a graph in which every jump that a play can make is an edge.

    It allows too much rather than too little: conditions, dice and meters are named on the edges and not obeyed, so a
    path of the graph need not be a play. Whether a play exists is what verdicts tell.

    Nodes are cards under their whole names, in the order written. After them come, where the story has them:
    endings that stand in a branch or behind a choice (`ending:ID`; a card that simply ends the story is its ending's
    node itself), thresholds of meters (`threshold:METER.at.N`), the moment of choosing where to fly (`travel`), and
    what follows when no planet is left (`stranded`). Every attribute is a text, a whole number or a flag:

    - `kind`: `card`, `challenge`, `game`, `data`, `ending`, `threshold`, `travel` or `stranded`
    - `title`: what is shown; `deck`, `deck_title`, `deck_kind`: where it belongs, empty outside decks
    - `text`: as written, with conditions of its parts in brackets and expressions in braces
    - `do`: its own effects, those before the text first; `note`, `tags`: the author's
    - `ending`, `ending_kind`: for an ending, its id and the author's word for it
    - `start`: whether the story begins there
    - `span`, `path`, `line`, `column`: where it is written

    Edges, in the order written:

    - `kind`: what leads there: `next` (the card itself), `choice`, `win`, `lose`, `result` (of a card game), `item`,
      `threshold`, `stranded` or `travel`
    - `jump`: how: `goto`, `draw`, `return`, `stay`, `retry`, `ending`, `travel`, `data_find`, `the_end`, `showdown`,
      `threshold` or `stranded`. Only `draw` comes back, by an edge `return` to every card that can have drawn it
    - `text`: the choice's words, or what the challenge asks for; `choice`, `challenge`, `result`: ids
    - `when`: all conditions on the way, `do`: all effects on the way, `chance`: the share of a random arm, as `2/5`
    - `consequence`, `path`, `line`: which one leads there, by its key, and where it is written

    Args:
        story: a loaded story.

    Returns:
        A new networkx MultiDiGraph. `graph.graph` has `story`, `title` and `start`, and is the caller's to change.

    Example:
        >>> from storyengine.loader import load
        >>> graph = story_graph(load("stories/tavern"))
        >>> sorted(networkx.descendants(graph, "door"))
        ['inside', 'road']
        >>> graph.nodes["road"]["ending_kind"], graph["door"]["road"][0]["text"]
        ('lost', 'Walk on.')
    """
    names = Names(story)
    graph: Graph = networkx.MultiDiGraph(story=story.id, title=story.title, start=story.start)
    for card in story.cards.values():
        graph.add_node(card.id, **_card(story, card))
    for ending in endings(story):
        node = names.ending(ending)
        if node not in graph:
            deck = story.cards[ending.card].deck if ending.card else ""
            title = ending.title or ending.id.replace("_", " ")
            more = {"ending": ending.id, "ending_kind": ending.kind}
            graph.add_node(node, **_node(story, "ending", title, deck, ending.span, **more))
    for variable in story.variables.values():
        for at, then in variable.thresholds:
            name = names.threshold(variable.id, at)
            title = f"{variable.title or variable.id} at {at}"
            more = {"text": text_words(then.text), "do": effect_words(then.do)}
            graph.add_node(name, **_node(story, "threshold", title, "", then.span, **more))
    for edge in jumps(story, names):
        for name in (edge.source, edge.target):
            if name not in graph:
                graph.add_node(name, **_of_the_board(story, names, name))
        graph.add_edge(edge.source, edge.target, **edge.attributes())
    return graph


def _card(story: Story, card: Card) -> dict[str, Any]:
    ending = own_ending(card)
    deck = story.decks.get(card.deck)
    if ending:
        kind = "ending"
    elif card.minigame:
        kind = "game"
    elif card.challenges:
        kind = "challenge"
    else:
        kind = "data" if deck and deck.kind is DeckKind.DATA else "card"
    title = card.title or (ending.title if ending and ending.title != ending.id else "") or card.name
    return _node(
        story,
        kind,
        title,
        card.deck,
        card.span,
        text=text_words(card.then.text),
        do=effect_words((*card.before, *card.then.do)),
        note=card.note,
        tags=" ".join(card.tags),
        ending=ending.id if ending else "",
        ending_kind=ending.kind if ending else "",
        start=card.id == story.start,
    )


def _of_the_board(story: Story, names: Names, name: str) -> dict[str, Any]:
    if name == names.travel:
        return _node(story, "travel", "Where to fly", "", story.board.span)
    stranded = story.board.stranded
    assert stranded is not None, "every other node is a card, an ending or a threshold"
    text: Text | None = stranded.text
    return _node(story, "stranded", "No planet is left", "", stranded.span, text=text_words(text))


def _node(story: Story, kind: str, title: str, deck: str, span: Span, **more: Any) -> dict[str, Any]:
    """Return the attributes of a node, the same ones for every kind."""
    found = story.decks.get(deck)
    return {
        "kind": kind,
        "title": title,
        "deck": deck,
        "deck_title": (found.title or deck) if found else "",
        "deck_kind": found.kind.value if found else "",
        "text": "",
        "do": "",
        "note": "",
        "tags": "",
        "ending": "",
        "ending_kind": "",
        "start": False,
        "span": str(span) if span.path else "",
        "path": span.path,
        "line": span.line,
        "column": span.column,
        **more,
    }
