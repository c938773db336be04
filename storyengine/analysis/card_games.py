"""Card games inside plays: from `the game ended so` to the moves by which it really does.

Analysis takes a whole card game as one node with its declared results. A witness that passes such a node is believed
only when a play of the game itself ends that way; its deal and its moves then stand in the witness.
"""

from __future__ import annotations

from collections.abc import Mapping

from storyengine.analysis.exhaust import Path
from storyengine.model.story import Story
from storyengine.runtime import Action, current_card, initial
from storyengine.runtime.actions import Deal, Move, Report
from storyengine.runtime.minigame import Minigame
from storyengine.runtime.moves import take_recorded

Hand = tuple[int, tuple[str, ...]]
"""The seed of a deal, and the person's tokens."""


class CardGames:
    """Finds plays of a story's card games, each only once."""

    def __init__(self, story: Story, games: Mapping[str, Minigame], known: Mapping[tuple[str, str], Hand]) -> None:
        """Take the games that can be played, and hands known from earlier by card and result."""
        self.story, self.games = story, games
        self.hands: dict[tuple[str, str], Hand | None] = dict(known)

    def hand(self, card: str, label: str) -> Hand | None:
        """Return a play of a card's game that ends with a result, if one can be found."""
        key = (card, label)
        if key not in self.hands:
            node = self.story.cards[card].minigame
            assert node is not None, "only a card with a game has results"
            game = self.games[node.game]
            possible = label in game.labels(node.config)
            self.hands[key] = game.find_play(node.config, label) if possible else None
        return self.hands[key]

    def played(self, path: Path) -> tuple[Path, str]:
        """Return a play with the moves of its card games in place of their results.

        Returns:
            The play, and `card.result` of the first result that no play of its game was found for; then the play is
            as it was.
        """
        state = initial(self.story)
        found: list[tuple[Action, str]] = []
        for action, chance in path:
            if isinstance(action, Report):
                card = current_card(self.story, state)
                node = self.story.cards[card].minigame
                if node is not None and node.game in self.games:
                    hand = self.hand(card, action.result)
                    if hand is None:
                        return path, f"{card}.{action.result}"
                    seed, tokens = hand
                    found.append((Deal(), f"seed {seed}"))
                    found.extend((Move(token), "") for token in tokens)
                    state = take_recorded(self.story, state, action, chance, games={}).state
                    continue
            found.append((action, chance))
            state = take_recorded(self.story, state, action, chance, games={}).state
        return tuple(found), ""
