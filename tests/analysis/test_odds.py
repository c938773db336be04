"""Simulated plays: exact where the true share is known, the same with any number of processes."""

from __future__ import annotations

from functools import partial
from math import isclose
from pathlib import Path

import pytest

from storyengine.analysis.odds import Tally, simulate, wilson
from storyengine.analysis.policies import POLICIES
from storyengine.loader import load, load_text
from storyengine.model.story import Story

STORIES = Path(__file__).resolve().parents[2] / "stories"

WEIGHTED = """
story: weighted
title: Weighted
start: fork
cards:
  fork: {text: A fork., random: [{weight: 3, goto: good}, {weight: 1, goto: bad}]}
  good: {text: Good., ending: won}
  bad: {text: Bad., ending: lost}
"""

GATED = """
story: gated
title: Gated
start: hall
cards:
  hall:
    text: A hall of three doors.
    choices:
      - {id: pit, text: The pit., goto: pit}
      - {id: stay, text: Wait., stay: true}
      - {id: out, text: The way out., goto: out}
  pit: {text: Down., ending: lost}
  out: {text: Out., ending: won}
"""


def told(text: str) -> Story:
    story = load_text(text).story
    assert story is not None
    return story


def test_wilson_agrees_with_the_worked_figures() -> None:
    """10 of 20: (0.299, 0.701); 0 of 10: (0, 0.278). By hand from the formula."""
    half, none = wilson(10, 20), wilson(0, 10)
    assert isclose(half.low, 0.2993, abs_tol=1e-4) and isclose(half.high, 0.7007, abs_tol=1e-4)
    assert none.low == 0.0 and isclose(none.high, 0.2775, abs_tol=1e-4)


def test_weights_come_out_in_the_shares() -> None:
    tally = simulate(lambda: told(WEIGHTED), runs=4_000)
    share = wilson(tally.endings["good"], tally.plays)
    assert share.low < 0.75 < share.high


def test_first_takes_the_first_choice_and_sensible_the_way_to_a_won_ending() -> None:
    assert simulate(lambda: told(GATED), policy="first", runs=20).endings == {"pit": 20}
    assert simulate(lambda: told(GATED), policy="sensible", runs=20).endings == {"out": 20}


def test_a_play_without_end_is_a_row_of_its_own() -> None:
    endless = GATED.replace("goto: pit}", "stay: true}", 1)
    tally = simulate(lambda: told(endless), policy="first", runs=2)
    assert tally.broken_off == 2 and not tally.endings and tally.plays == 2


def test_the_figures_do_not_depend_on_the_number_of_processes() -> None:
    shared, alone = (simulate(partial(load, STORIES / "tavern"), runs=120, jobs=jobs) for jobs in (2, 1))
    assert shared == alone


def test_sensible_needs_something_to_want() -> None:
    with pytest.raises(ValueError, match="needs an ending of kind `won`"):
        simulate(lambda: told(GATED.replace("ending: won", "ending: lost")), policy="sensible", runs=1)


@pytest.mark.parametrize("wrong", [{"policy": "wise"}, {"runs": 0}, {"jobs": 0}])
def test_wrong_requests_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError):
        simulate(lambda: told(GATED), **wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("policy", POLICIES)
def test_every_policy_plays_the_flagship_to_its_ends(policy: str) -> None:
    tally = simulate(partial(load, STORIES / "evil-power-master"), policy=policy, runs=4)
    assert tally.plays == 4 and sum(tally.endings.values()) + tally.broken_off + sum(tally.stuck.values()) == 4
    assert not tally.stuck and len(tally.decisions) == len(tally.words) == 4
    assert tally.cards["congress/1"] == 4


def test_an_empty_tally_adds_nothing() -> None:
    tally = simulate(lambda: told(WEIGHTED), runs=10)
    before = dict(tally.endings)
    tally.add(Tally())
    assert tally.endings == before and tally.plays == 10


class AlwaysLost:
    """A card game that its bots always lose."""

    def sample(self, config: object, seed: int) -> str:
        return "lost"


def test_a_card_game_inside_is_played_by_bots() -> None:
    story = told(
        """
story: cards
title: Cards
start: table
cards:
  table: {text: Cards., minigame: {game: snap, results: {won: rich, lost: poor}}}
  rich: {text: Rich., ending: won}
  poor: {text: Poor., ending: lost}
"""
    )
    played = simulate(lambda: story, runs=20, games=lambda: {"snap": AlwaysLost()})  # type: ignore[dict-item]
    assert played.endings == {"poor": 20} and played.games == {"snap lost": 20}
    for policy in POLICIES:
        unplayed = simulate(lambda: story, policy=policy, runs=60).endings
        assert set(unplayed) == {"rich", "poor"}, "how a game ends is for nobody to choose"
