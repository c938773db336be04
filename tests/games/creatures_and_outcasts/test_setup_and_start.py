"""Components, the deal, and how a round starts."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from storyengine.games.chance import Shuffle
from storyengine.games.creatures_and_outcasts import options, scoring
from storyengine.games.creatures_and_outcasts.cards import COPIES, HAND_SIZES, NUMBERS
from storyengine.games.creatures_and_outcasts.characters import CHARACTERS, EFFECTS, FULL_NAMES, NOBODY
from storyengine.games.creatures_and_outcasts.phases import TURN
from storyengine.games.creatures_and_outcasts.state import State
from storyengine.games.creatures_and_outcasts.view import UNKNOWN
from storyengine.games.protocol import CHANCE, SOMEBODY
from tests.games.creatures_and_outcasts.positions import Table, config, deal, position

HANDS_AND_REST = {2: (10, 22), 3: (10, 12), 4: (10, 2), 5: (8, 2), 6: (7, 0)}


@pytest.mark.rule("CNO-01", "CNO-02")
def test_the_deck_is_42_cards_of_twelve_numbers_and_nine_characters() -> None:
    assert sum(COPIES) == 42
    assert {number: many for number, many in zip(NUMBERS, COPIES, strict=True)} == {
        0: 1, **dict.fromkeys(range(1, 11), 4), 13: 1
    }  # fmt: skip
    assert sum(number * many for number, many in zip(NUMBERS, COPIES, strict=True)) == 233
    assert CHARACTERS == 9 == len(config().characters) == len(set(FULL_NAMES[:CHARACTERS]))
    # six players have an aid each, here the help, which explains all nine; the pad has a column for each player
    assert all(EFFECTS[who] for who in range(CHARACTERS))
    assert len(scoring.totals(config(6), [])) == max(HAND_SIZES) == 6


@pytest.mark.rule("CNO-03")
@pytest.mark.parametrize("players", [0, 1, 7])
def test_two_to_six_play(players: int) -> None:
    assert options.check({"players": players})
    assert not any(options.check({"players": fine}) for fine in range(2, 7))


@pytest.mark.rule("CNO-04", "CNO-05", "CNO-06")
@pytest.mark.parametrize("players", HANDS_AND_REST)
def test_hands_and_the_starting_discard_pile_by_number_of_players(players: int) -> None:
    table = Table(State(config(players)))
    hand, rest = HANDS_AND_REST[players]
    assert table.state.size == [hand] * players
    assert len(table.state.discard) == rest
    assert all(place == UNKNOWN for seat in range(players) for place in table.state.view(seat).discard)


@pytest.mark.rule("CNO-07")
def test_outcasts_and_characters_are_shuffled_apart_and_lie_face_down() -> None:
    state = State(config(4))
    assert state.chance() == Shuffle(42)
    state.settle(tuple(reversed(range(42))))
    assert state.chance() == Shuffle(9)
    state.settle(tuple(range(9)))
    assert all(state.view(seat).deck == (UNKNOWN,) * 9 for seat in range(4))


@pytest.mark.rule("CNO-08")
def test_nobody_looks_before_all_is_dealt() -> None:
    state = State(config(4))
    with pytest.raises(ValueError, match="nobody may look"):
        state.view(0)
    state.settle(tuple(range(42)))
    with pytest.raises(ValueError, match="nobody may look"):
        state.view(0)
    state.settle(tuple(range(9)))
    assert state.view(0).hand == state.hands[0] != 0


@pytest.mark.rule("CNO-09")
def test_only_the_expert_side_has_round_effects() -> None:
    assert config(variant="base").triggers == ()
    assert len(config(variant="expert").triggers) == 5


@pytest.mark.rule("CNO-10", "CNO-38")
def test_a_round_starts_without_character_block_or_direction() -> None:
    table = position([1], [2, 3], [2], character="yoko", blocked=9, pile=[], discard=[9])
    table.do("play 1", "play 2")  # under Yoko the turn went to seat 2, whose last card this was
    assert table.over
    state = table.state
    state.settle(tuple(range(42)))
    state.settle(tuple(range(9)))
    assert (state.character, state.blocked, state.barred, state.way) == (NOBODY, 0, 0, 1)


@pytest.mark.rule("CNO-11")
def test_five_rounds_and_the_lowest_total_wins() -> None:
    table = position([9], [5, 5], number=1)
    table.state.scores = [(10, 0), (10, 0), (0, 25), (0, 0)]
    table.state.ends = [(0, 0)] * 4
    assert table.do("play 9").legal() == set()
    assert table.state.result() is not None
    assert table.state.scores[-1] == (0, 10)
    assert [scoring.label(table.state.config, table.state.scores, seat) for seat in (0, 1)] == ["won", "lost"]
    assert config().rounds == 5


@pytest.mark.rule("CNO-12", "CNO-61")
def test_a_1_starts_the_round_as_first_card_of_the_pile() -> None:
    table = deal([2, 3], [1, 4], [5])
    assert table.legal() == {"grab", "wait"}
    assert table.state.actor == 1
    table.do("grab")
    assert table.pile == [1]
    assert table.state.size == [10, 9, 10]
    assert table.state.phase == TURN  # the 1 has no effect of its own


@pytest.mark.rule("CNO-15")
def test_after_the_start_turns_go_clockwise() -> None:
    table = deal([2], [1], [5]).do("grab")
    turns = [table.turn]
    for _ in range(2):
        turns.append(table.do("pass").turn)
    assert turns == [2, 0, 1]


@pytest.mark.rule("CNO-13", "CNO-A3", "CNO-A4")
def test_without_a_1_the_youngest_starts_with_any_card_and_its_effect() -> None:
    rest = [1, 1, 1, 1, 9]
    table = deal([7, 8, 13, 2], [3], rest=rest)
    assert (table.turn, table.state.phase) == (0, TURN)
    assert table.plays() == set(table.hand(0)) > {2, 7, 8, 13}
    assert deal([7], [3], rest=rest, youngest=2).turn == 1  # a seat of the configuration, the first by default
    table.do("play 7")
    assert "take 9" in table.legal()  # from the starting discard pile


@pytest.mark.rule("CNO-14")
def test_nobody_holds_a_1_only_with_two_or_three_players() -> None:
    chances = {}
    for players in HANDS_AND_REST:
        rest = 42 - players * config(players).dealt
        chances[players] = Fraction(comb(rest, 4), comb(42, 4))
    assert [round(float(chances[players]) * 100, 2) for players in (2, 3)] == [6.54, 0.44]
    assert chances[4] == chances[5] == chances[6] == 0


@pytest.mark.rule("CNO-A1")
def test_a_lone_person_is_offered_the_start_first_and_else_chance_picks_among_the_willing() -> None:
    table = deal([1], [1], [1], seat=2)
    assert table.state.actor == 1
    assert table.do("grab").state.last == 1
    table = deal([1], [1], [1], seat=2)
    table.do("wait")
    table.chance = [1]  # the second of those who want to
    table.do("grab", "grab")
    assert table.state.last == 2
    table = deal([1], [1], [1], seat=2)
    assert table.do("wait", "wait", "grab").state.last == 2
    assert deal([1], [2], [1], seat=2, first_one="random").pile == [1]


@pytest.mark.rule("CNO-A1")
def test_the_race_is_secret() -> None:
    table = deal([1], [1], [2], bots=["greedy"])
    views = [table.state.view(seat) for seat in range(3)]
    assert views[2].actor == SOMEBODY
    assert [view.claim for view in views] == [UNKNOWN] * 3
    table.do("wait")
    assert [table.state.view(seat).claim for seat in range(3)] == [0, UNKNOWN, UNKNOWN]
    assert table.state.view(2) == views[2]


@pytest.mark.rule("CNO-A2")
def test_if_all_holders_wait_the_nearest_to_the_youngest_must_start() -> None:
    assert deal([3], [1], [1], youngest=1).do("wait", "wait").state.last == 1
    assert deal([1], [3], [1], youngest=2).do("wait", "wait").state.last == 2
    table = deal([1], [1], [3], youngest=3).do("wait", "wait")
    assert (table.state.last, table.pile) == (0, [1])


@pytest.mark.rule("CNO-37", "CNO-A57")
def test_all_cards_and_characters_come_back_in_the_next_round() -> None:
    table = position([9], [5, 5], deck=["wednesday"])
    table.do("play 9")
    state = table.state
    assert state.actor == CHANCE
    assert state.chance() == Shuffle(42)
    state.settle(tuple(range(42)))
    assert state.chance() == Shuffle(9)
    state.settle(tuple(range(9)))
    assert sorted(state.deck) == list(range(9))
    assert sum(state.size) + len(state.discard) == 42
    table.settle()
    assert table.legal() == {"grab", "wait"} or table.state.phase == TURN


@pytest.mark.rule("CNO-A59", "CNO-A16")
def test_no_character_touches_the_start_of_a_round() -> None:
    table = position([9, 9], [5, 5], [], character="enid")
    table.state.way = -1
    table.do("pair 9")
    assert table.over
    state = table.state
    state.settle(tuple(range(42)))
    state.settle(tuple(range(9)))
    assert (state.way, state.character) == (1, NOBODY)
    assert Table(state).do("grab").pile == [1]  # a single 1, not a pair
    assert state.turn == (state.last + 1) % 3
