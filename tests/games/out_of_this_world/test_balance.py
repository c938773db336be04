"""How often teams of bots win, as far as tests can afford to look; `tools/bench/card_games.py teams` looks closer."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from storyengine.games.bots import Bot, make_bot
from storyengine.games.out_of_this_world.options import DIFFICULTIES
from storyengine.games.playing import play_out, wilson
from storyengine.games.registry import find_game
from tests.conftest import Amount
from tools.bench.card_games import ADVENTURES, SEARCH, Ignoring

GAME = find_game("out_of_this_world")
LOW, HIGH = 0.3, 0.7
"""What the team of the best bots should win of the matches at standard difficulty, whatever is played by how many."""


def cells() -> Iterator[tuple[str, int]]:
    return ((adventure, players) for adventure in ADVENTURES for players in GAME.player_counts(adventure))


def wins(bot: Bot, adventure: str, players: int, matches: int, difficulty: str = "standard") -> int:
    match = GAME.match({"players": players, "variant": adventure, "difficulty": difficulty})
    states = (play_out(match, [bot] * players, f"balance/{number}")[0] for number in range(matches))
    return sum(match.label(state, 0) == "won" for state in states)


def all_wins(bot: Callable[[], Bot], matches: int, difficulty: str = "standard") -> int:
    return sum(wins(bot(), adventure, players, matches, difficulty) for adventure, players in cells())


@pytest.mark.slow
def test_the_difficulties_are_in_order(amount: Amount) -> None:
    won = [all_wins(lambda: make_bot("greedy"), amount(8, 80), difficulty) for difficulty in DIFFICULTIES]
    assert list(DIFFICULTIES) == ["easier", "standard", "tough", "epic"]
    assert won[0] > won[1] > won[2] > won[3] > 0


@pytest.mark.slow
def test_foes_cost_a_team_that_ignores_them_the_match(amount: Amount) -> None:
    matches = amount(4, 40)
    assert all_wins(Ignoring, matches) <= 0.02 * matches * len(list(cells()))


@pytest.mark.full
def test_the_best_bots_win_neither_too_seldom_nor_too_often() -> None:
    matches, total = 20, 0
    for adventure, players in cells():
        won = wins(make_bot(SEARCH), adventure, players, matches)
        # of a team that wins half, fewer than one cell in a thousand lies outside
        assert 3 <= won <= 17, (adventure, players, won)
        total += won
    low, high = wilson(total, matches * len(list(cells())))
    assert low > LOW and high < HIGH
