"""What the runtime needs to know of a card game. Games match it by shape; whoever starts a play introduces them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol


class Minigame(Protocol):
    """A card game that a card can open. Its state is an opaque snapshot: text that only the game reads."""

    @property
    def rules_version(self) -> int:
        """A number that grows when the same moves come to mean something else; records keep it."""

    def labels(self, config: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the results that a game of this configuration can have."""

    def check(self, config: Mapping[str, Any]) -> list[tuple[str, str]]:
        """Return (key, message) of each thing wrong with a configuration."""

    def start(self, config: Mapping[str, Any], seed: int) -> str:
        """Return the snapshot of a game just dealt, played on to where a person must decide."""

    def actions(self, snapshot: str) -> tuple[str, ...]:
        """Return the tokens of the moves that the person may make; none when the game is over."""

    def apply(self, snapshot: str, token: str) -> str:
        """Return the snapshot after a move, played on to where a person must decide or the game is over."""

    def result(self, snapshot: str) -> str:
        """Return the label of a game that is over, else nothing."""

    def facts(self, snapshot: str) -> Mapping[str, int | str]:
        """Return what a game that is over tells of itself, such as the score: what `{game.score}` shows in a text."""

    def tells(self) -> Mapping[str, str]:
        """Return what every game that is over tells of itself: each fact with its sort, `number` or `word`."""

    def find_play(self, config: Mapping[str, Any], label: str, budget: int = ...) -> tuple[int, tuple[str, ...]] | None:
        """Return the seed of a deal and the person's tokens that end with a result; nothing if none was found."""

    def sample(self, config: Mapping[str, Any], seed: int) -> str:
        """Return the result of a game that bots alone play, with that deal."""
