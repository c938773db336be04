"""Card games in verdicts: a result counts when a play of the game ends with it, and a hand known is not looked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from storyengine.analysis.findings import Reachable, Undecided
from storyengine.analysis.verdicts import verdicts
from storyengine.runtime.actions import Deal, Move, Report
from tests.runtime.tables import plain
from tests.runtime.test_minigame import CARDS, HighCard

HEAD = "variables: {n: {start: 0, min: 0, max: 20}}"


class Sought(HighCard):
    """Counts how often a play of it is looked for, and finds none that ends with some results."""

    def __init__(self, *hopeless: str) -> None:
        self.hopeless = hopeless
        self.sought: list[str] = []

    def find_play(self, config: Mapping[str, Any], label: str, budget: int = 1) -> tuple[int, tuple[str, ...]] | None:
        self.sought.append(label)
        return None if label in self.hopeless else super().find_play(config, label, budget)


def test_witnesses_hold_the_moves_of_hands_that_are_looked_for_once() -> None:
    game = Sought()
    found = verdicts(plain(CARDS, head=HEAD), games={"high_card": game})
    assert sorted(game.sought) == ["lost", "won"], "each result once, however many targets lie behind it"
    for verdict in found.of.values():
        assert isinstance(verdict, Reachable) and not any(isinstance(action, Report) for action, _ in verdict.witness)
    won = found["ending:b"]
    assert isinstance(won, Reachable) and any(isinstance(action, Deal | Move) for action, _ in won.witness)


def test_a_hand_of_a_known_play_is_not_looked_for() -> None:
    story = plain(CARDS, head=HEAD)
    first = verdicts(story, games={"high_card": Sought()})
    known = [verdict.witness for verdict in first.of.values() if isinstance(verdict, Reachable)]
    game = Sought()
    again = verdicts(story, games={"high_card": game}, known=known)
    assert not game.sought
    assert again.of == first.of


def test_what_lies_behind_a_result_that_no_play_shows_is_undecided() -> None:
    cards = (
        CARDS.replace("lost: {text: You lose.}", "lost: {text: You lose., goto: pit}")
        + "pit: {text: Pit., ending: lost}"
    )
    found = verdicts(plain(cards, head=HEAD), games={"high_card": Sought("lost")})
    pit = found["ending:pit"]
    assert isinstance(pit, Undecided) and pit.nearest == "game.lost"
