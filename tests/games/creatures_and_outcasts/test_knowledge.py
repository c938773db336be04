"""What seats know of cards they cannot see, and worlds sampled from it."""

from __future__ import annotations

import pytest

from storyengine.games.chance import Stream
from storyengine.games.creatures_and_outcasts.cards import BIT, NUMBERS, RANK_OF, SHIFT, pack, unpack
from storyengine.games.creatures_and_outcasts.game import CreaturesAndOutcasts
from storyengine.games.creatures_and_outcasts.state import State
from storyengine.games.creatures_and_outcasts.view import UNKNOWN
from tests.conftest import Amount
from tests.games import conformance
from tests.games.creatures_and_outcasts.positions import Table, position

GAME = CreaturesAndOutcasts()


def sure(table: Table, seat: int, zone: int) -> list[int]:
    """Numbers of the cards that a seat is sure of in a zone."""
    return [NUMBERS[rank] for rank in unpack(table.state.sure[zone * table.state.n + seat])]


@pytest.mark.parametrize("players", range(2, 7))
def test_what_seats_are_sure_of_is_true(players: int, amount: Amount) -> None:
    triggers = {1: [5, "larissa"], 2: [4, "yoko"], 3: [3, "eugene"], 4: [7, "ajax"], 5: [9, "bianca"]}
    match = GAME.match({"players": players, "variant": "expert", "options": {"triggers": triggers}})
    for state in conformance.some(match, f"truth{players}", amount(1_000, 20_000)):
        assert isinstance(state, State)
        for seat in range(players):
            for zone in range(players + 1):
                truth = state.hands[zone] if zone < players else pack(state.discard)
                known = state.sure[zone * players + seat]
                assert not known or zone != seat
                for rank, shift in enumerate(SHIFT):
                    assert known >> shift & 7 <= truth >> shift & 7
                    if zone == players and known >> shift & 7 < truth >> shift & 7:
                        assert state.loose[seat] & BIT[rank]


def test_played_cards_are_followed_into_the_discard_pile() -> None:
    table = position([9, 5], [3], [3], pile=[4], discard=[1]).do("play 9", "pass", "pass", "pass")
    assert [sure(table, seat, 3) for seat in range(3)] == [[4, 9]] * 3
    assert table.state.view(1).discard == (UNKNOWN, RANK_OF[9], RANK_OF[4])


def test_who_looks_through_the_discard_pile_knows_it_and_what_was_taken() -> None:
    table = position([7, 1], [3], [3], discard=[9, 5]).do("play 7")
    assert UNKNOWN not in table.state.view(0).discard
    assert table.state.view(1).discard == (UNKNOWN, UNKNOWN)
    table.do("take 5")
    assert table.state.view(0).discard == (RANK_OF[9],)
    assert table.state.view(1).discard == (UNKNOWN,)


def test_after_an_unseen_taking_others_are_sure_of_one_less_of_each() -> None:
    table = position([7, 9, 5], [3, 3], [3], pile=[6, 4]).do("play 9", "pass", "pass", "pass")
    assert sure(table, 1, 3) == [4, 6, 9]
    table.do("play 7", "take 6")
    assert sure(table, 1, 3) == []
    assert {NUMBERS[rank] for rank in range(12) if table.state.loose[1] & BIT[rank]} >= {4, 6, 9}
    assert sure(table, 0, 3) == [4, 9]


def test_both_sides_of_a_swap_know_their_half() -> None:
    table = position([4, 1], [3, 8], [5], chance=[1]).do("play 4", "from 2", "give 1")
    assert (sure(table, 1, 0), sure(table, 0, 1), sure(table, 2, 0), sure(table, 2, 1)) == ([8], [1], [], [])
    table.do("pass", "pass")
    assert sure(table.do("play 8"), 1, 0) == []


def test_who_knows_the_top_card_follows_it() -> None:
    table = position([9, 8], [3], [10], pile=[4]).do("play 9", "pass", "pass", "pass")
    table.do("play 8", "top to 2")
    assert [sure(table, seat, 1) for seat in range(3)] == [[4], [], [4]]


def test_who_placed_wednesday_knows_where_she_is_and_others_forget() -> None:
    table = position([6, 6, 6, 9], [6, 6, 6, 1], [3], pile=[5], deck=["ajax", "wednesday", "yoko"])
    table.do("set 6", "place 3")
    assert UNKNOWN not in table.state.view(0).deck
    assert set(table.state.view(1).deck) == {UNKNOWN}
    assert (len(table.state.view(0).order), table.state.view(1).order) == (0, ())


def test_two_looks_at_the_characters() -> None:
    table = position([6, 6, 6, 9], [6, 2], [3], pile=[5], deck=["ajax", "wednesday", "yoko"])
    table.do("set 6", "place 3")
    state = table.state
    state.hands[1] = pack([RANK_OF[6]] * 3 + [RANK_OF[1]])
    state.refresh(1)
    table.do("set 6", "place 1")
    # seat 0 has seen the order of the others, and that somebody has moved Wednesday since
    assert set(state.view(0).deck) == {UNKNOWN}
    assert len(state.view(0).order) == 2
    assert UNKNOWN not in state.view(1).deck


def test_thing_shows_its_card_to_all() -> None:
    table = position([9, 5], [3], [3], discard=[8, 1], deck=["thing", "wednesday"]).do("play 9", *["pass"] * 3)
    table.do("block 8")
    assert table.state.view(2).discard == (UNKNOWN, RANK_OF[8], RANK_OF[9])


def test_worlds_keep_what_is_known_and_vary_the_rest() -> None:
    match = GAME.match({"players": 4})
    stream = Stream("worlds")
    state = next(conformance.reachable(match, "worlds"))
    while isinstance(state, State) and state.marked & 15 == 0:
        for state in conformance.some(match, f"worlds{stream.below(1000)}", 60):
            assert isinstance(state, State)
            if state.marked & 15:
                break
    assert isinstance(state, State)
    for seat in range(4):
        worlds = [match.sample_state(state.view(seat), stream) for _ in range(20)]
        for zone in range(4):
            known = state.sure[zone * 4 + seat]
            held = [world.hands[zone] for world in worlds]
            assert all((hand >> shift & 7) >= (known >> shift & 7) for hand in held for shift in SHIFT)
            assert zone == seat or len(set(held)) > 1
