"""The nine characters: how long they stay and what each changes."""

from __future__ import annotations

import pytest

from storyengine.games.creatures_and_outcasts import rounds
from tests.games.creatures_and_outcasts.positions import Table, position


def revealed(
    who: str, *hands: list[int], discard: tuple[int, ...] = (), rest: tuple[str, ...] = ("wednesday",)
) -> Table:
    """All pass on a card of seat 0, and `who` is revealed."""
    return position([9, *hands[0]], *hands[1:], pile=[], discard=discard, deck=[who, *rest]).do(
        "play 9", *["pass"] * len(hands)
    )


@pytest.mark.rule("CNO-39", "CNO-40", "CNO-41")
def test_a_character_counts_at_once_for_all_until_all_pass_again() -> None:
    table = revealed("tyler", [3, 6, 4], [5, 8], [7, 10, 9], rest=("ajax", "wednesday"))
    assert (table.character, table.plays()) == ("tyler", {3})
    assert table.do("play 3").plays() == {5}
    assert table.do("pass").plays() == {7, 9}
    table.do("pass", "pass")
    assert (table.character, table.plays()) == ("ajax", {4, 6})


@pytest.mark.rule("CNO-42")
def test_used_characters_do_not_come_back_in_the_round() -> None:
    table = revealed("tyler", [3, 5], [6, 4], [8, 10], rest=("ajax", "wednesday"))
    table.do("play 3", "pass", "pass", "pass")
    assert (table.character, table.deck) == ("ajax", ["wednesday"])
    table.do("play 5", "pass", "pass")
    assert (table.over, table.ended) == (True, rounds.WEDNESDAY)


@pytest.mark.rule("CNO-44", "CNO-45", "CNO-A21")
def test_thing_lets_the_last_player_block_a_number_and_moves_no_card() -> None:
    table = revealed("thing", [5, 6], [3, 5], [5], discard=(4, 5, 1))
    assert table.turn == 0
    assert table.legal() == {"block none", "block 1", "block 4", "block 5", "block 9"}
    before = table.discard
    table.do("block 5")
    assert table.discard == before
    assert table.plays() == {6}


@pytest.mark.rule("CNO-46")
def test_a_block_outlasts_thing_until_the_round_is_over() -> None:
    table = revealed("thing", [5, 6, 10], [3, 5], [5, 8], discard=(5,), rest=("larissa", "wednesday"))
    table.do("block 5", "play 6", "pass", "pass", "pass")
    assert table.character == "larissa"
    assert table.plays() == {10}


@pytest.mark.rule("CNO-47", "CNO-A60")
def test_only_a_hand_of_nothing_but_blocked_cards_may_be_discarded() -> None:
    table = position([5, 5], [5, 6], [3, 4], pile=[4], blocked=5)
    assert table.legal() == {"discard blocked", "pass"}
    table.do("discard blocked")
    assert (table.hand(0), table.discard) == ([], [5, 5])
    assert table.legal() == {"play 6", "pass"}


@pytest.mark.rule("CNO-48", "CNO-A18")
def test_a_block_spares_three_6s_but_not_four_10s() -> None:
    assert "set 6" in position([6, 6, 6, 1], [3], [3], pile=[9], blocked=6).legal()
    assert "set 10" not in position([10, 10, 10, 10, 1], [3], [3], pile=[9], blocked=10).legal()
    assert "set 10" in position([10, 10, 10, 10, 1], [3], [3], pile=[9], blocked=9).legal()


@pytest.mark.rule("CNO-48", "CNO-A19")
def test_a_4_may_move_blocked_cards_and_a_blocked_4_stays_in_hand() -> None:
    table = position([4, 9], [9, 3], [3], blocked=9, chance=[1]).do("play 4", "from 2")
    assert table.hand(0) == [9, 9]
    assert table.do("give 9").hand(1) == [3, 9]
    assert position([4, 6], [9, 3], [3], blocked=4).plays() == {6}
    assert position([4, 6], [9, 3], [3], blocked=4, blocked_fours="playable").plays() == {4, 6}


@pytest.mark.rule("CNO-A20", "CNO-70")
def test_forced_effects_and_blocked_cards() -> None:
    assert position([7, 1], [3], [3], discard=[9, 5, 9], blocked=9).do("play 7").legal() == {"take 5"}
    assert position([7, 1], [3], [3], discard=[9, 9], blocked=9).do("play 7").turn == 1
    assert position([8, 1], [3], [3], discard=[9, 5], blocked=9).do("play 8", "top to 2").hand(1) == [3, 9]
    assert position([1], [3], [3], pile=[5], discard=[9], blocked=9, character="eugene").do("pass").hand(0) == [1, 9]
    assert position([2, 9, 1], [3], [3], blocked=9).do("play 2").turn == 1


@pytest.mark.rule("CNO-A22")
def test_thing_over_an_empty_discard_pile_blocks_nothing() -> None:
    table = position([5], [3], [3], deck=["thing", "wednesday"], lead="may").do("pass", "pass", "pass")
    assert (table.character, table.state.blocked) == ("thing", 0)
    assert table.legal() == {"play 5", "pass"}  # no question was asked


@pytest.mark.rule("CNO-A23")
def test_the_chooser_may_block_nothing_and_chooses_even_without_cards() -> None:
    table = position([9], [3], [3, 4], discard=[5], deck=["thing", "wednesday"]).do("play 9", "pass", "pass")
    assert (table.turn, table.hand(0)) == (0, [])
    table.do("block none")
    assert (table.state.blocked, table.turn) == (0, 1)
    must = position([9, 5], [3], [3], deck=["thing"], thing="must").do("play 9", "pass", "pass", "pass")
    assert must.legal() == {"block 9"}


@pytest.mark.rule("CNO-A24")
def test_discarding_blocked_cards_is_a_turn_that_counts_as_passed() -> None:
    table = position([9, 3], [5, 5], [3, 4], blocked=5, discard=[1], character="eugene").do("play 9")
    table.do("discard blocked")
    assert table.discard == [5, 5, 1]  # on top; nothing was drawn as by passing
    assert (table.state.passes, table.turn) == (1, 2)
    assert position([9, 3], [5, 5], blocked=5).do("play 9", "discard blocked").over


@pytest.mark.rule("CNO-49", "CNO-A56")
def test_tyler_allows_odd_numbers_and_13() -> None:
    table = position([*range(11), 13], [3], [3], character="tyler")
    assert table.plays() == {1, 3, 5, 7, 9, 13}


@pytest.mark.rule("CNO-50", "CNO-A29")
def test_yoko_turns_the_order_until_another_character_comes() -> None:
    table = position([9, 2], [], [8, 10], [1, 1], deck=["yoko", "ajax", "wednesday"])
    table.do("play 9", "pass", "pass", "pass")
    assert table.character == "yoko"
    table.do("play 2")
    assert table.turn == 3
    table.do("pass")
    assert table.turn == 2
    table.do("play 8", "top to 4")
    assert table.turn == 3  # the empty seats 1 and 0 are skipped, this way round too
    table.do("pass", "pass")
    assert (table.character, table.turn) == ("ajax", 2)
    assert table.state.way == 1


@pytest.mark.rule("CNO-51", "CNO-53")
def test_enid_allows_only_pairs() -> None:
    table = position([0, 3, 3, 5, 9, 9, 13], [3], [3], character="enid")
    assert table.legal() == {"pair 3", "pair 9"}
    assert table.do("pair 9").pile == [9, 9]
    assert position([3, 3, 9, 9], [1], [1], pile=[3, 3], character="enid").plays() == {9}


@pytest.mark.rule("CNO-52", "CNO-A15")
def test_a_pair_acts_once() -> None:
    table = position([7, 7, 1], [3], [3], discard=[9, 8], character="enid").do("pair 7", "take 9")
    assert (table.turn, table.discard) == (1, [8])
    table = position([8, 8, 1], [3], [3], discard=[9, 5], character="enid").do("pair 8", "top to 3")
    assert (table.turn, table.discard) == (1, [5])
    table = position([4, 4, 1], [3], [3], character="enid").do("pair 4", "from 2", "give 1")
    assert (table.turn, table.hand(0)) == (1, [3])


@pytest.mark.rule("CNO-A14")
def test_a_pair_of_2s_asks_for_one_pair_above_it() -> None:
    table = position([2, 2, 1, 1, 5, 5, 9], [3], [3], character="enid").do("pair 2")
    assert table.legal() == {"pair 5"}
    assert table.do("pair 5").turn == 1
    assert position([2, 2, 1, 1, 9], [3], [3], character="enid").do("pair 2").turn == 1


@pytest.mark.rule("CNO-54", "CNO-55")
def test_bianca_turns_the_order_of_numbers_round() -> None:
    table = position([0, 3, 5, 9, 13], [3], [3], pile=[5], character="bianca")
    assert table.plays() == {0, 3}
    assert 13 in position([13, 1], [3], [3], character="bianca").plays()
    assert 0 not in position([0, 1], [3], [3], pile=[0], character="bianca").plays()


@pytest.mark.rule("CNO-A27")
def test_13_under_the_characters() -> None:
    table = position([13, 1], [3, 4], [3, 4], character="bianca", deck=["wednesday"])
    table.do("play 13", "pass", "pass", "pass")
    assert not table.over  # it protects from Wednesday under Bianca too
    assert table.character == "nobody"
    assert position([13, 1], [3], [3], character="enid").plays() == set()
    for who in ("tyler", "ajax", "larissa"):
        assert 13 in position([13], [3], [3], pile=[10], character=who).plays()


@pytest.mark.rule("CNO-56", "CNO-A32")
def test_eugene_gives_whoever_passes_the_top_card() -> None:
    table = position([1], [3], [3], pile=[9], discard=[8, 7], character="eugene")
    table.do("pass", "pass")
    assert (table.hand(0), table.hand(1), table.discard) == ([1, 8], [3, 7], [])
    table.do("pass")
    assert table.hand(2) == [3]  # nothing is left to draw
    assert position([7, 1], [3], [3]).do("play 7").turn == 1
    assert position([8, 1], [3], [3]).do("play 8").turn == 1


@pytest.mark.rule("CNO-A30")
def test_a_skipped_seat_draws_nothing() -> None:
    table = position([1], [], [3], pile=[9], discard=[8, 7], character="eugene").do("pass")
    assert (table.hand(1), table.discard, table.turn) == ([], [7], 2)


@pytest.mark.rule("CNO-A31")
def test_the_closing_passes_draw_before_the_pile_moves() -> None:
    table = position([9, 1], [3], [3], pile=[], discard=[8], character="eugene", deck=["ajax", "wednesday"])
    table.do("play 9", "pass", "pass", "pass")
    assert (table.hand(1), table.hand(2), table.discard) == ([3, 8], [3], [9])


@pytest.mark.rule("CNO-57", "CNO-58")
def test_ajax_asks_to_skip_a_number() -> None:
    hand = [*range(11), 13]
    assert position(hand, [3], [3], pile=[0], character="ajax").plays() == set(hand) - {0, 1}
    assert position(hand, [3], [3], pile=[1], character="ajax").plays() == set(hand) - {0, 1, 2}
    assert position(hand, [3], [3], pile=[9], character="ajax").plays() == {13}
    assert position(hand, [3], [3], pile=[10], character="ajax").plays() == {13}


@pytest.mark.rule("CNO-59")
def test_larissa_allows_equal_cards() -> None:
    assert position([4, 5, 6], [3], [3], pile=[5], character="larissa").plays() == {5, 6}


@pytest.mark.rule("CNO-72", "CNO-73", "CNO-A28")
def test_13_turns_wednesday_back_and_its_player_leads_without_a_character() -> None:
    table = position(
        [3, 4],
        [13, 5],
        [3, 4],
        pile=[10],
        turn=1,
        character="yoko",
        deck=["wednesday", "ajax", "tyler"],
        chance=[(0, 2, 1)],
    )
    table.do("play 13", "pass", "pass", "pass")
    assert not table.over
    assert table.deck == ["ajax", "wednesday", "tyler"]  # as shuffled
    assert (table.character, table.turn) == ("nobody", 1)
    assert table.do("play 5").turn == 2  # clockwise again
    late = position([13, 5], [3, 4], [3, 4], deck=["wednesday"], last_card=13).do("play 5", "pass", "pass", "pass")
    assert late.over  # a 5 was the last card played


@pytest.mark.rule("CNO-74")
def test_wednesday_alone_goes_back_and_comes_next_time() -> None:
    table = position([13, 5], [3, 4], [3, 4], deck=["wednesday"]).do("play 13", "pass", "pass", "pass")
    assert (table.over, table.deck) == (False, ["wednesday"])
    assert table.do("play 5", "pass", "pass").ended == rounds.WEDNESDAY


@pytest.mark.rule("CNO-A25")
def test_wednesday_twice_in_a_row_with_no_card_between_ends_the_round() -> None:
    table = position([13, 5], [5, 5], [5], deck=["wednesday"], blocked=5).do("play 13", "pass", "pass", "pass")
    assert (table.over, table.legal()) == (False, {"discard blocked", "pass"})
    table.do("pass", "pass", "pass")
    assert (table.over, table.ended) == (True, rounds.WEDNESDAY)
    between = position([13, 5], [5, 5], [5], deck=["wednesday", "ajax"], blocked=5, chance=[(1, 0)])
    between.do("play 13", *["pass"] * 3)
    assert between.deck == ["ajax", "wednesday"]
    assert not between.do(*["pass"] * 6).over  # Ajax came in between, so Wednesday is turned back again
    again = position([13, 13, 5], [3, 4], [3, 4], deck=["wednesday"]).do("play 13", *["pass"] * 3)
    assert not again.do("play 13", *["pass"] * 3).over  # a card was played in between, say one fetched by a 7


@pytest.mark.rule("CNO-A26")
def test_the_last_card_played_is_judged_by_history() -> None:
    table = position([13, 5], [6, 6, 6, 4], [3, 4], deck=["wednesday", "ajax"])
    table.do("play 13", "set 6", "place 1", "pass", "pass", "pass")
    assert not table.over  # neither the set nor the moved pile makes the 13 any less the last card played
    blocked = position([13, 5], [5], [3, 4], deck=["wednesday"], blocked=5).do(
        "play 13", "discard blocked", "pass", "pass"
    )
    assert not blocked.over
