"""A card game in the small shape that a story runtime uses: plain settings, tokens, labels, and positions as strings.

A snapshot holds all that its future depends on, the seed among it, so the same tokens always lead to the same result.
Nothing here looks at a snapshot's inside but through the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from storyengine import dice
from storyengine.games.find_play import search
from storyengine.games.protocol import Fact, Game, Problem
from storyengine.games.registry import GAMES, find_game
from storyengine.games.session import Session

REMEMBERED = 5_000
"""Snapshots of a game; each has some thousand characters at most."""
DEFAULT_BUDGET = 200_000
"""Moves that the search for a play may make: some seconds with quick bots."""


class StoryGame:
    """One card game, as stories use it.

    What follows from a snapshot never changes, so the last ones are remembered: plays that are compared, kept or
    written down have most of their hands in common.
    """

    def __init__(self, game: Game) -> None:
        """Offer `game` to stories."""
        self.game = game
        self._actions = lru_cache(maxsize=REMEMBERED)(self._find_actions)
        self._apply = lru_cache(maxsize=REMEMBERED)(self._make_move)
        self._result = lru_cache(maxsize=REMEMBERED)(self._find_result)

    @property
    def rules_version(self) -> int:
        """The version of the game's rules, kept with each record."""
        return self.game.rules_version

    def check(self, config: Mapping[str, Any]) -> list[Problem]:
        """What is wrong with the settings of a story's game, as (path, message)."""
        return self.game.check(config)

    def labels(self, config: Mapping[str, Any]) -> tuple[str, ...]:
        """The results that a story must map."""
        return self.game.match(config).labels()

    def start(self, config: Mapping[str, Any], seed: dice.Key) -> str:
        """Deal; the snapshot when a person must act first."""
        return Session(self.game.id, dict(config), seed).snapshot()

    def actions(self, snapshot: str) -> tuple[str, ...]:
        """The tokens of the person who must act; empty if the game is over."""
        return self._actions(snapshot)

    def _find_actions(self, snapshot: str) -> tuple[str, ...]:
        session = Session.from_snapshot(snapshot)
        return tuple(map(session.match.token, session.offers()))

    def apply(self, snapshot: str, token: str) -> str:
        """Make a move; bots answer until a person must act or the game is over.

        Raises:
            IllegalMove: the move is not legal now.
            ValueError: no move has that token.
        """
        return self._apply(snapshot, token)

    def _make_move(self, snapshot: str, token: str) -> str:
        session = Session.from_snapshot(snapshot)
        session.submit(token)
        return session.snapshot()

    def result(self, snapshot: str) -> str:
        """The label of the person's result; empty while the game goes on."""
        return self._result(snapshot)

    def _find_result(self, snapshot: str) -> str:
        session = Session.from_snapshot(snapshot)
        return session.label(_focus(session)) or ""

    def tells(self) -> dict[str, str]:
        """What every game that is over tells of itself: each fact with its sort, `number` or `word`."""
        return {fact.name: "word" if fact.words or fact.is_seat else "number" for fact in self.game.facts}

    def facts(self, snapshot: str) -> dict[str, int | str]:
        """What a story may show of the person's game so far: numbers, and words for what is none."""
        session = Session.from_snapshot(snapshot)
        numbers = session.state.facts(_focus(session))
        return {fact.name: _shown(fact, numbers[fact.name], session.names) for fact in self.game.facts}

    def find_play(
        self, config: Mapping[str, Any], label: str, budget: int = DEFAULT_BUDGET
    ) -> tuple[int, tuple[str, ...]] | None:
        """Look for a play that ends with `label`.

        Args:
            config: the game's settings.
            label: the result wanted.
            budget: moves the search may make, those of bots and of simulations counted.

        Returns:
            A seed and the person's tokens, which lead from `start` to that label; None if the budget ran out first.
        """
        return search(self.game.id, dict(config), label, budget)

    def sample(self, config: Mapping[str, Any], seed: int) -> str:
        """Play one game with bots alone, a sensible one in the person's seat, and return its result."""
        session = Session(self.game.id, dict(config), seed)
        session.auto()
        return session.label(_focus(session)) or ""


def _shown(fact: Fact, number: int, names: Sequence[str]) -> int | str:
    """Return what a number stands for; a seat that nobody has stood out with yet is nobody's name."""
    if fact.is_seat:
        return names[number - 1] if number else "nobody"
    return fact.words[number] if fact.words else number


def _focus(session: Session) -> int:
    """The seat whose result the story asks for."""
    return int(session.config.get("seat", 1)) - 1


def story_games() -> dict[str, StoryGame]:
    """All games by id."""
    return {name: StoryGame(game) for name, game in GAMES.items()}


def story_game(name: str) -> StoryGame:
    """The game of that id.

    Raises:
        ValueError: there is none; the message names near ones.
    """
    return StoryGame(find_game(name))
