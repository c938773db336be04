"""Turns: what may be played, passing, the end of a trick, empty hands."""

from __future__ import annotations

import pytest

from storyengine.games.creatures_and_outcasts.phases import FOLLOW
from storyengine.games.creatures_and_outcasts.view import UNKNOWN
from tests.games.creatures_and_outcasts.positions import position


@pytest.mark.rule("CNO-16", "CNO-A55")
def test_one_card_goes_on_top_of_the_pile() -> None:
    table = position([9, 9, 5], [3, 3], [3, 3], pile=[4])
    assert table.legal() == {"play 9", "play 5", "pass"}
    table.do("play 9")
    assert (table.pile, table.hand(0), table.turn) == ([9, 4], [5, 9], 1)
    lead = position([9, 9, 5], [3, 3], [3, 3])
    assert lead.legal() == {"play 9", "play 5"}
    assert lead.do("play 9").pile == [9]  # not both


@pytest.mark.rule("CNO-17", "CNO-18")
def test_a_card_must_be_higher_by_any_amount_and_not_equal() -> None:
    table = position([1, 3, 4, 5, 6, 10, 13], [3], [3], pile=[4])
    assert table.plays() == {5, 6, 10, 13}


@pytest.mark.rule("CNO-19")
def test_0_can_only_lead_and_13_goes_on_anything_lower() -> None:
    for top in (1, 5, 10, 13):
        assert 0 not in position([0, 13], [3], [3], pile=[top]).plays()
    assert 0 in position([0, 13], [3], [3]).plays()
    assert 0 in position([0], [3], [3], pile=[1], character="bianca").plays()
    assert all(13 in position([13], [3], [3], pile=[top]).plays() for top in range(11))


@pytest.mark.rule("CNO-20", "CNO-21")
def test_one_may_pass_though_able_and_play_again_later() -> None:
    table = position([5, 5], [6, 7], [3, 3], pile=[4])
    table.do("pass", "play 6", "pass")
    assert table.turn == 0
    assert table.legal() == {"pass"}
    table = position([7, 5], [6, 9], [3, 3], pile=[4]).do("pass", "play 6", "pass", "play 7")
    assert table.pile == [7, 6, 4]


@pytest.mark.rule("CNO-22", "CNO-A5")
def test_the_last_player_may_go_on_over_the_own_card_and_must_pass_too() -> None:
    table = position([6, 9], [3, 3], [3, 3], pile=[4]).do("play 6", "pass", "pass")
    assert table.turn == 0
    assert table.legal() == {"play 9", "pass"}
    assert table.pile == [6, 4]
    assert table.do("pass").pile == []
    spared = position([6, 9], [3, 3], [3, 3], pile=[4], passes="others").do("play 6", "pass", "pass")
    assert spared.pile == []


@pytest.mark.rule("CNO-A5")
def test_skipped_seats_count_as_passed() -> None:
    table = position([6, 9], [], [3, 3], pile=[4]).do("play 6", "pass", "pass")
    assert table.pile == []
    assert position([9], [], [3, 3], [3, 3], pile=[4], passes="others").do("play 9", "pass", "pass").pile == []


@pytest.mark.rule("CNO-23", "CNO-24", "CNO-25")
def test_when_all_pass_the_pile_goes_a_character_comes_and_the_last_player_leads() -> None:
    table = position([3], [8, 9, 2], [3], pile=[5], deck=["ajax", "wednesday"], turn=1)
    table.do("play 9", "pass", "pass", "pass")
    assert (table.pile, sorted(table.discard)) == ([], [5, 9])
    assert (table.character, table.deck) == ("ajax", ["wednesday"])
    assert (table.turn, table.plays()) == (1, {2, 8})  # any card


@pytest.mark.rule("CNO-26")
def test_pile_then_reveal_then_effect_then_lead() -> None:
    table = position([9, 2], [3], [3], pile=[5], deck=["thing", "wednesday"])
    table.do("play 9", "pass", "pass", "pass")
    # Thing sees the pile in the discard pile already, and nobody leads before the choice is made
    assert table.legal() == {"block none", "block 5", "block 9"}
    kinds = [event.kind for event in table.events]
    assert kinds.index("trick") < kinds.index("reveal") < kinds.index("looks")
    assert table.do("block none").plays() == {2}


@pytest.mark.rule("CNO-27", "CNO-28")
def test_the_discard_pile_is_closed_and_keeps_its_order() -> None:
    table = position([9, 2], [3, 3], [3, 3], discard=[8, 1, 6], deck=["ajax", "wednesday"])
    assert table.state.view(0).discard == (UNKNOWN,) * 3
    table.do("play 9", "pass", "pass", "pass")
    assert table.discard[-3:] == [8, 1, 6]
    assert not any(token.startswith("take") for token in table.legal())
    taker = position([7, 2], [3, 3], [3, 3], discard=[8, 1, 6]).do("play 7", "take 1")
    assert taker.discard == [8, 6]


@pytest.mark.rule("CNO-29", "CNO-30")
def test_an_empty_hand_is_skipped_but_may_be_filled_again() -> None:
    table = position([8, 9], [], [3, 3], discard=[10, 1])
    table.do("play 8", "top to 2")
    assert (table.hand(1), table.turn) == ([10], 1)
    assert table.do("play 10").hand(1) == []
    assert position([6, 9], [], [3, 3], pile=[4]).do("play 6").turn == 2


@pytest.mark.rule("CNO-31", "CNO-A6")
def test_whoever_should_lead_without_cards_is_passed_over() -> None:
    table = position([9], [3, 3], [3, 4], deck=["ajax", "wednesday"]).do("play 9", "pass", "pass")
    assert (table.character, table.state.last, table.turn) == ("ajax", 0, 1)
    assert table.legal() == {"play 3"}  # leads freely and must
    backwards = position([9], [3, 3], [3, 4], deck=["yoko", "wednesday"]).do("play 9", "pass", "pass")
    assert backwards.turn == 2


@pytest.mark.rule("CNO-A7")
def test_a_leader_without_a_legal_card_passes_and_the_next_leads_freely() -> None:
    table = position([9, 2, 4], [3, 6], [3, 3], deck=["tyler", "wednesday"]).do("play 9", "pass", "pass", "pass")
    assert table.legal() == {"pass"}
    table.do("pass")
    assert (table.turn, table.state.last) == (1, 0)
    assert table.legal() == {"play 3"}


@pytest.mark.rule("CNO-A8")
def test_whoever_can_lead_must() -> None:
    assert "pass" not in position([9, 2], [3], [3]).legal()
    assert "pass" in position([9, 2], [3], [3], lead="may").legal()


@pytest.mark.rule("CNO-A9")
def test_the_turned_pile_lies_first_card_on_top() -> None:
    table = position([6, 9, 2], [3], [3], pile=[5, 4], discard=[1], deck=["ajax", "wednesday"])
    table.do("play 9", "pass", "pass", "pass")
    assert table.discard == [4, 5, 9, 1]
    other = position([6, 9, 2], [3], [3], pile=[5, 4], discard=[1], discard_order="last_on_top")
    assert other.do("play 9", "pass", "pass", "pass").discard == [9, 5, 4, 1]


@pytest.mark.rule("CNO-A58")
def test_nothing_follows_a_13_that_leads() -> None:
    for character in ("nobody", "ajax", "tyler", "larissa"):
        table = position([13, 1], [1, 5, 9, 10], [0, 10, 9], character=character).do("play 13")
        assert table.legal() == {"pass"}
        assert table.do("pass").legal() == {"pass"}


@pytest.mark.rule("CNO-62", "CNO-64")
def test_a_2_asks_for_another_card_above_it() -> None:
    table = position([2, 2, 1, 5, 9], [3], [3]).do("play 2")
    assert (table.state.phase, table.legal()) == (FOLLOW, {"play 5", "play 9"})  # no passing
    table.do("play 5")
    assert (table.pile, table.turn) == ([5, 2], 1)


@pytest.mark.rule("CNO-63", "CNO-A10")
def test_a_2_asks_nothing_of_an_empty_hand_or_without_a_fitting_card() -> None:
    table = position([2, 1, 0], [3, 3], [3]).do("play 2")
    assert (table.turn, table.pile) == (1, [2])
    last = position([2], [3, 4], [3]).do("play 2")
    assert (last.turn, last.hand(0), last.over) == (1, [], False)
    assert position([2], [3, 4]).do("play 2").over


@pytest.mark.rule("CNO-A11")
def test_the_follow_up_has_its_own_effect() -> None:
    table = position([2, 7, 5], [3], [3], discard=[9]).do("play 2", "play 7")
    assert table.legal() == {"take 9"}
    table = position([2, 4, 5], [3], [3]).do("play 2", "play 4")
    assert table.legal() == {"from 2", "from 3"}


@pytest.mark.rule("CNO-A12")
def test_a_2_under_the_characters() -> None:
    hand = [0, 1, 2, 2, 3, 4, 13]
    assert position(hand, [3], [3], character="bianca").do("play 2").plays() == {0, 1}
    assert position(hand, [3], [3], character="ajax").do("play 2").plays() == {4, 13}
    larissa = position(hand, [3], [3], character="larissa").do("play 2")
    assert larissa.plays() == {2, 3, 4, 13}
    assert larissa.do("play 2").plays() == {3, 4, 13}  # a second 2 asks again
    assert 2 not in position(hand, [3], [3], character="tyler").plays()


@pytest.mark.rule("CNO-A13", "CNO-60")
def test_larissa_allows_no_doubles_beyond_the_2s_own_effect() -> None:
    table = position([5, 5, 2], [3], [3], pile=[5], character="larissa")
    assert table.do("play 5").turn == 1
    assert position([2, 5], [3], [3], pile=[2], character="larissa").do("play 2").state.phase == FOLLOW


@pytest.mark.rule("CNO-75")
@pytest.mark.parametrize("number", [0, 3, 5, 6, 9, 10, 13])
def test_cards_without_an_effect_pass_the_turn_on(number: int) -> None:
    table = position([number, 1], [3, 3], [3, 3], discard=[9]).do(f"play {number}")
    assert (table.turn, table.hand(0), table.discard) == (1, [1], [9])
