"""How a round ends, what it scores, and how a match is decided."""

from __future__ import annotations

import pytest

from storyengine.games.creatures_and_outcasts import rounds, scoring
from storyengine.games.protocol import OVER
from tests.games.creatures_and_outcasts.positions import config, position


@pytest.mark.rule("CNO-32", "CNO-43")
def test_wednesday_ends_the_round_at_once() -> None:
    table = position([9, 2], [3, 4], [5], deck=["wednesday", "ajax"]).do("play 9", "pass", "pass", "pass")
    assert table.over
    assert (table.ended, table.points) == (rounds.WEDNESDAY, (2, 7, 5))


@pytest.mark.rule("CNO-33", "CNO-80", "CNO-82")
def test_four_10s_end_the_round_and_do_not_score() -> None:
    table = position([10, 10, 10, 10, 7], [3, 4], [5], pile=[9]).do("set 10")
    assert table.over
    assert (table.ended, table.points) == (rounds.HYDE, (7, 7, 5))


@pytest.mark.rule("CNO-81")
def test_hyde_scores_the_other_cards_of_its_user() -> None:
    assert position([10, 10, 10, 10, 13, 9, 0], [3, 4], [5]).do("set 10").points == (22, 7, 5)


@pytest.mark.rule("CNO-34", "CNO-A39")
def test_the_round_ends_at_once_when_one_player_holds_cards() -> None:
    table = position([9], [3, 4], []).do("play 9")
    assert table.over
    assert (table.ended, table.points) == (rounds.LAST_ONE_HOLDING, (0, 7, 0))


@pytest.mark.rule("CNO-35", "CNO-36")
def test_a_hand_scores_the_sum_of_its_numbers() -> None:
    assert position([9], [0, 13], [], [1, 10, 10]).do("play 9").over is False
    assert position([9], [0, 13, 10, 10], [], []).do("play 9").points == (0, 33, 0, 0)


@pytest.mark.rule("CNO-A37")
def test_who_ends_on_a_7_takes_a_card_and_is_not_out() -> None:
    table = position([7], [3, 4], discard=[9]).do("play 7")
    assert not table.over
    table.do("take 9")
    assert (table.over, table.hand(0), table.turn) == (False, [9], 1)
    assert position([7], [3, 4]).do("play 7").over  # nothing to take


@pytest.mark.rule("CNO-A38")
def test_who_ends_on_an_8_against_one_other_ends_the_round_after_it_is_dealt_with() -> None:
    table = position([8], [3, 4], discard=[9]).do("play 8")
    assert not table.over
    table.do("top to 2")
    assert (table.over, table.points) == (True, (0, 16))


@pytest.mark.rule("CNO-A40")
def test_no_cards_anywhere_ends_the_round_at_zero() -> None:
    table = position([9], []).do("play 9")
    assert (table.over, table.points) == (True, (0, 0))


@pytest.mark.rule("CNO-A53")
def test_equal_lowest_totals_share_the_victory() -> None:
    scores = [(5, 9, 20), (9, 5, 20)]
    shared = config(3)
    assert [scoring.label(shared, scores, seat) for seat in range(3)] == ["tied", "tied", "lost"]
    assert scoring.result(shared, scores).ranks == (1, 1, 3)
    decided = config(3, ties="last_round")
    assert [scoring.label(decided, scores, seat) for seat in range(3)] == ["lost", "won", "lost"]
    assert [scoring.label(decided, [(5, 5, 6)], seat) for seat in range(3)] == ["tied", "tied", "lost"]


@pytest.mark.rule("CNO-A54")
def test_blocked_cards_in_hand_score_in_full() -> None:
    assert position([9], [10, 10], [], blocked=10).do("play 9").points == (0, 20, 0)


def test_ranks_and_bands_are_labels_when_asked_for() -> None:
    ranked = config(4, labels="rank")
    assert scoring.labels(ranked) == ("rank_1", "rank_2", "rank_3", "rank_4")
    by_seat = [scoring.label(ranked, [(4, 7, 4, 9)], seat) for seat in range(4)]
    assert by_seat == ["rank_1", "rank_3", "rank_1", "rank_4"]
    banded = config(2, bands={"low": [0, 9], "high": [10]})
    assert scoring.labels(banded) == ("low", "high")
    assert [scoring.label(banded, [(9, 10)], seat) for seat in range(2)] == ["low", "high"]


def test_a_round_of_too_many_decisions_is_scored_by_a_house_rule() -> None:
    table = position([9, 5], [3, 4], [3], rounds=1)
    table.state.decisions = table.state.config.round_limit - 1
    table.do("play 9")
    assert (table.ended, table.points, table.state.actor) == (rounds.TOO_LONG, (5, 7, 3), OVER)
