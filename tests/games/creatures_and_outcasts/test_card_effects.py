"""The 4, the 7, the 8, and the set of three 6s."""

from __future__ import annotations

import pytest

from storyengine.games.chance import Pick
from storyengine.games.creatures_and_outcasts.actions import ACTIONS
from tests.games.creatures_and_outcasts.positions import position


@pytest.mark.rule("CNO-65", "CNO-67")
def test_a_4_draws_a_random_card_and_gives_another_back() -> None:
    table = position([4, 1, 9], [3, 5, 6], [8, 8], chance=[2])
    table.do("play 4")
    assert table.legal() == {"from 2", "from 3"}  # mandatory: nothing else is offered
    table.do("from 2")
    assert (table.hand(0), table.hand(1)) == ([1, 6, 9], [3, 5])
    assert table.legal() == {"give 1", "give 9"}
    table.do("give 9")
    assert (table.hand(0), table.hand(1)) == ([1, 6], [3, 5, 9])
    assert table.turn == 1


@pytest.mark.rule("CNO-66")
def test_a_4_as_last_card_does_nothing() -> None:
    table = position([4], [3, 5], [8, 8]).do("play 4")
    assert (table.turn, table.hand(0), table.hand(1)) == (1, [], [3, 5])


@pytest.mark.rule("CNO-68")
def test_every_card_of_the_hand_is_equally_likely_to_be_drawn() -> None:
    drawn = []
    for place in range(3):
        table = position([4, 1], [3, 5, 6], [8], chance=[place])
        table.state.apply(ACTIONS["play 4"])
        table.state.apply(ACTIONS["from 2"])
        assert table.state.chance() == Pick(3)
        table.settle()
        drawn += [number for number in table.hand(0) if number != 1]
    assert drawn == [3, 5, 6]


@pytest.mark.rule("CNO-A33")
def test_an_equal_card_may_be_given_back_but_not_the_very_one() -> None:
    assert position([4, 5, 9], [5], [8]).do("play 4", "from 2").legal() == {"give 5", "give 9"}
    assert position([4, 9], [5], [8]).do("play 4", "from 2").legal() == {"give 9"}
    other = position([4, 5, 9], [5], [8], gift="other_number").do("play 4", "from 2")
    assert other.legal() == {"give 9"}
    assert position([4, 5], [5], [8], gift="other_number").do("play 4", "from 2").legal() == {"give 5"}


@pytest.mark.rule("CNO-A34")
def test_who_has_no_cards_cannot_be_drawn_from() -> None:
    assert position([4, 9], [], [8]).do("play 4").legal() == {"from 3"}
    assert position([4, 9], []).do("play 4").over


@pytest.mark.rule("CNO-69", "CNO-70")
def test_a_7_takes_any_card_of_the_discard_pile_and_must() -> None:
    table = position([7, 1], [3], [3], discard=[9, 5, 5, 0]).do("play 7")
    assert table.legal() == {"take 9", "take 5", "take 0"}
    table.do("take 5")
    assert (table.hand(0), table.discard, table.turn) == ([1, 5], [9, 5, 0], 1)
    assert position([7, 1], [3], [3]).do("play 7").turn == 1


@pytest.mark.rule("CNO-71", "CNO-A35")
def test_an_8_makes_another_player_take_the_top_card() -> None:
    table = position([8, 1], [3], [], discard=[9, 5]).do("play 8")
    assert table.legal() == {"top to 2", "top to 3"}  # also who has no cards, never oneself
    table.do("top to 3")
    assert (table.hand(2), table.discard) == ([9], [5])
    assert position([8, 1], [3], [3]).do("play 8").turn == 1


@pytest.mark.rule("CNO-A36")
def test_only_those_concerned_see_a_card_change_hands() -> None:
    table = position([8, 1], [3, 2], [3], discard=[9, 5]).do("play 8", "top to 2")
    cards = [event for event in table.events if event.kind == "card"]
    assert [[event.is_for(seat) for seat in (0, 1, 2)] for event in cards] == [[False, True, False]]
    assert table.state.view(1).sure == table.state.view(2).sure  # nothing of seat 1's new card
    swap = position([4, 1], [3, 2], [3]).do("play 4", "from 2", "give 1")
    handed = [event for event in swap.events if event.kind == "handed"]
    assert [[event.is_for(seat) for seat in (0, 1, 2)] for event in handed] == [[True, True, False]] * 2
    passed = position([1], [3], [3], pile=[9], discard=[8], character="eugene").do("pass")
    drawn = [event for event in passed.events if event.kind == "card"]
    assert [[event.is_for(seat) for seat in (0, 1, 2)] for event in drawn] == [[True, False, False]]


@pytest.mark.rule("CNO-76", "CNO-77")
def test_a_set_goes_to_the_discard_pile_and_takes_the_turn() -> None:
    table = position([6, 6, 6, 9], [3], [3], pile=[8], discard=[1])
    table.do("set 6", "place 3")
    assert (table.hand(0), table.discard, table.pile) == ([9], [6, 6, 6, 1], [8])
    assert table.turn == 1


@pytest.mark.rule("CNO-78")
def test_6s_and_10s_may_be_played_singly_without_effect() -> None:
    table = position([6, 6, 6, 10, 10, 10, 10], [3], [3, 4], pile=[5])
    assert {"play 6", "play 10", "set 6", "set 10"} <= table.legal()
    table.do("play 10")
    assert (table.over, table.turn, table.deck) == (False, 1, ["ajax", "larissa", "wednesday"])
    assert position([6, 6, 6], [3], [3, 4], pile=[5]).do("play 6").turn == 1


@pytest.mark.rule("CNO-79")
@pytest.mark.parametrize(("place", "deck"), [(1, "wat"), (2, "awt"), (3, "atw")])
def test_three_6s_show_the_characters_and_place_wednesday(place: int, deck: str) -> None:
    table = position([6, 6, 6, 9], [3], [3], pile=[8], deck=["ajax", "wednesday", "thing"]).do("set 6")
    assert table.legal() == {"place 1", "place 2", "place 3"}
    assert len(table.state.view(0).deck) == 3
    assert -1 not in table.state.view(0).deck
    assert set(table.state.view(1).deck) == {-1}
    table.do(f"place {place}")
    assert "".join(who[0] for who in table.deck) == deck


@pytest.mark.rule("CNO-A17")
def test_sets_may_be_shown_under_tyler_and_enid() -> None:
    for who in ("tyler", "enid", "bianca"):
        table = position([6, 6, 6, 10, 10, 10, 10], [3], [3], pile=[9, 9], character=who)
        assert {"set 6", "set 10"} <= table.legal()


@pytest.mark.rule("CNO-A41")
def test_a_set_starts_the_count_of_passes_anew_and_is_not_a_play() -> None:
    table = position([9, 2], [3], [6, 6, 6, 4], pile=[8]).do("play 9", "pass", "set 6", "place 3")
    assert (table.state.passes, table.state.last, table.pile) == (0, 0, [9, 8])
    table.do("pass", "pass")
    assert table.pile == [9, 8]
    table.do("pass")
    assert (table.pile, table.turn) == ([], 0)


@pytest.mark.rule("CNO-A42")
def test_of_four_6s_three_are_used() -> None:
    assert position([6, 6, 6, 6, 9], [3], [3], pile=[8]).do("set 6", "place 1").hand(0) == [6, 9]


@pytest.mark.rule("CNO-A43")
def test_three_6s_without_wednesday_in_the_pile_only_show_it() -> None:
    table = position([6, 6, 6, 9], [3], [3], pile=[8], deck=["ajax", "thing"]).do("set 6")
    assert (table.turn, table.deck) == (1, ["ajax", "thing"])
    assert -1 not in table.state.view(0).deck
