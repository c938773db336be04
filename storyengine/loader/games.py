"""What the loader asks a card game about a card's `minigame`. Whoever calls the loader introduces the games."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Protocol

from storyengine.loader.nodes import Mapping as MappingNode
from storyengine.loader.nodes import Node, Scalar
from storyengine.loader.reading import Reading
from storyengine.model.cards import MinigameNode
from storyengine.model.expressions import Kind
from storyengine.source import Span


class GameCheck(Protocol):
    """A card game, as far as the loader needs to know it."""

    def labels(self, config: Mapping[str, Any]) -> Iterable[str]:
        """Return every result that the game can have, played like this."""
        ...

    def check(self, config: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
        """Return what is wrong with the settings: the path of each, such as `players` or `bots.0`, and a message."""
        ...

    def tells(self) -> Mapping[str, str]:
        """Return what a game that is over tells of itself: each fact with its sort, `number` or `word`."""
        ...


GameChecks = Mapping[str, GameCheck]
"""The games that are known, by name."""


def check_game(reading: Reading, games: GameChecks, node: MinigameNode, name: Scalar, results: Span) -> None:
    """Report an unknown game, settings that it does not take, and results that do not fit.

    Args:
        reading: takes the findings.
        games: the games that are known.
        node: what the card says.
        name: the game's name where it is written.
        results: the place of the key `results`.
    """
    game = games.get(node.game)
    if game is None:
        reading.unknown("unknown-game", name, f"there is no card game `{node.game}`", games)
        return
    troubles = list(game.check(node.config))
    for path, message in troubles:
        # what a game says may go on, behind a semicolon, with what to do
        wrong, _, hint = message.partition("; ")
        said = f"`{path}`: {wrong}" if path else wrong
        reading.complain("wrong-setting", _place(node, path, name.span), said, hint=hint)
    if troubles:
        return
    labels = tuple(game.labels(node.config))
    for label in labels:
        if label not in node.results:
            message = f"nothing follows when `{node.game}` ends with `{label}`"
            reading.complain(
                "missing-result", results, message, hint=f"write `{label}:` with what follows below `results`"
            )
    for label in node.results:
        if label not in labels:
            written = node.spans[f"results.{label}"]
            near = reading.near(label, labels)
            only = len(near) == 1
            hint = f"did you mean `{near[0]}`?" if only else f"it ends with {', '.join(f'`{each}`' for each in labels)}"
            message = f"`{node.game}`, played like this, never ends with `{label}`"
            reading.complain("unknown-result", written, message, hint=hint)


def told_by(games: GameChecks | None, cards: Iterable[Node]) -> Mapping[str, Kind] | None:
    """Return what the card games that cards open tell of themselves, by name.

    Args:
        games: the games that are known; None when they are not to be checked.
        cards: the cards as written.

    Returns:
        Nothing when games are not checked, or when a card opens one that is not known: then it could tell anything.
    """
    if games is None:
        return None
    names = {name for card in cards for name in _opened(card)}
    if not names <= set(games):
        return None
    return {fact: Kind(sort) for name in sorted(names) for fact, sort in games[name].tells().items()}


def _opened(card: Node) -> Iterator[str]:
    """Yield the name of the game that a card opens, if it opens one."""
    for entry in card.entries if isinstance(card, MappingNode) else ():
        if entry.key.text == "minigame" and isinstance(entry.value, MappingNode):
            yield from (
                inner.value.text
                for inner in entry.value.entries
                if inner.key.text == "game" and isinstance(inner.value, Scalar)
            )


def _place(node: MinigameNode, path: str, otherwise: Span) -> Span:
    """The place of a setting, or of what it stands in; a list's items are counted as `bots.0` or `bots[0]`."""
    path = re.sub(r"\[(\d+)\]", r".\1", path)
    while path:
        if path in node.spans:
            return node.spans[path]
        path = path.rpartition(".")[0]
    return otherwise
