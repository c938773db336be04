"""The expert variant's round effects, the team variant, and the ends that only they make possible."""

from __future__ import annotations

import pytest

from storyengine.games.chance import Stream
from storyengine.games.creatures_and_outcasts import options, rounds, scoring
from storyengine.games.creatures_and_outcasts.actions import SAY_HAVE, SAY_NO
from storyengine.games.creatures_and_outcasts.cards import NUMBERS, SHIFT
from storyengine.games.creatures_and_outcasts.characters import IDS, PLAYABLE_WITH_TEN
from storyengine.games.creatures_and_outcasts.game import CreaturesAndOutcasts
from storyengine.games.session import Session
from tests.games import conformance
from tests.games.creatures_and_outcasts.positions import Table, config, position


def expert(number: int, *hands: list[int], **kw: object) -> Table:
    """A position in an expert round in which a 5 under Larissa triggers its effect."""
    kw.setdefault("character", "larissa")
    triggers = {index: [5, "larissa"] for index in range(1, 6)}
    return position(*hands, variant="expert", triggers=triggers, number=number, **kw)  # type: ignore[arg-type]


@pytest.mark.rule("CNO-83")
def test_a_round_effect_needs_its_number_and_its_character_together() -> None:
    assert expert(3, [5, 1], [3, 3], [3]).do("play 5").state.open
    assert not expert(3, [6, 1], [3, 3], [3]).do("play 6").state.open
    assert not expert(3, [5, 1], [3, 3], [3], character="ajax").do("play 5").state.open
    assert not position([5, 1], [3, 3], [3], character="larissa", number=3).do("play 5").state.open
    shipped = config(variant="expert").triggers
    assert [(NUMBERS[rank], IDS[who]) for rank, who in shipped][3:] == [(9, "enid"), (10, "tyler")]


@pytest.mark.rule("CNO-84", "CNO-A45")
def test_round_1_locks_the_active_character() -> None:
    table = expert(1, [5, 1, 2], [3, 5], [3]).do("play 5")
    assert table.deck == []
    table.do("pass", "pass", "pass")
    assert (table.character, table.pile, table.turn) == ("larissa", [], 0)
    table.do("play 1", "pass", "pass", "pass")
    assert (table.over, table.character) == (False, "larissa")  # it stays through every trick


@pytest.mark.rule("CNO-85")
def test_round_2_takes_wednesday_out_and_reshuffles() -> None:
    table = expert(2, [5, 1], [3, 3], [3], deck=["ajax", "wednesday", "thing", "yoko"], chance=[(2, 0, 1)])
    table.do("play 5")
    assert sorted(table.deck) == ["ajax", "thing", "yoko"]
    assert table.deck != ["ajax", "thing", "yoko"]
    assert (table.over, table.turn) == (False, 1)


@pytest.mark.rule("CNO-86", "CNO-87")
def test_round_3_opens_all_hands_and_draws_stay_random() -> None:
    table = expert(3, [5, 4, 1], [3, 8], [9]).do("play 5")
    assert table.state.view(2).hands == tuple(table.state.hands)
    table.do("pass", "pass")
    assert position([1], [2], number=3).state.view(0).hands == ()
    swap = expert(3, [5, 1], [6, 6], [3, 8, 9], chance=[0]).do("play 5")
    swap.do("pass", "pass", "pass")
    draws = [expert(3, [5, 1], [4, 4, 7], [3, 8, 9], chance=[place]) for place in range(3)]
    for table in draws:
        table.state.open = 1
        table.state.turn = table.state.actor = 1
        table.do("play 4", "from 3")
    assert [table.hand(1) for table in draws] == [[3, 4, 7], [4, 7, 8], [4, 7, 9]]


@pytest.mark.rule("CNO-88")
def test_round_4_lets_the_player_of_the_card_place_wednesday() -> None:
    table = expert(4, [3], [5, 1], [3], turn=1, deck=["ajax", "wednesday"]).do("play 5")
    assert (table.state.actor, table.legal()) == (1, {"place 1", "place 2"})
    assert table.do("place 1").deck == ["wednesday", "ajax"]
    assert (table.turn, table.state.last) == (2, 1)


@pytest.mark.rule("CNO-89", "CNO-A49")
def test_round_5_hands_go_to_the_right_whatever_the_direction() -> None:
    for character in ("larissa", "yoko"):
        triggers = {5: [5, character]}
        table = position([5, 1], [3, 8], [9], variant="expert", triggers=triggers, number=5, character=character)
        table.do("play 5")
        assert [table.hand(seat) for seat in range(3)] == [[3, 8], [9], [1]]
        assert table.turn == (1 if character == "larissa" else 2)


@pytest.mark.rule("CNO-90")
def test_round_5_allows_a_10_despite_tyler() -> None:
    hand = [2, 4, 7, 8, 10]
    assert position(hand, [3], [3], variant="expert", number=5, character="tyler").plays() == {7, 10}
    assert position(hand, [3], [3], variant="expert", number=4, character="tyler").plays() == {7}
    assert position(hand, [3], [3], number=5, character="tyler").plays() == {7}
    fourth = position([9], [3, 3], [], variant="expert", number=4).do("play 9")
    fourth.state.settle(tuple(range(42)))
    fourth.state.settle(tuple(range(9)))
    assert fourth.state.playable is PLAYABLE_WITH_TEN


@pytest.mark.rule("CNO-A44")
def test_without_characters_and_wednesday_play_goes_on() -> None:
    table = position([9, 5, 6], [3, 4], [3], deck=[], character="tyler").do("play 9", "pass", "pass", "pass")
    assert (table.over, table.character, table.plays()) == (False, "nobody", {5, 6})
    table.do("play 5", "pass", "pass", "pass")
    assert (table.over, table.turn) == (False, 0)


@pytest.mark.rule("CNO-A46")
def test_a_circle_of_passes_that_changes_nothing_ends_the_round() -> None:
    table = expert(1, [5, 5, 1], [3, 6], [9], character="enid")
    table.state.locked = 1
    table.state.deck = []
    table.do("pair 5", "pass", "pass", "pass")
    assert table.legal() == {"pass"}
    table.do("pass", "pass")
    assert not table.over
    table.do("pass")
    assert (table.over, table.ended, table.points) == (True, rounds.STUCK, (1, 9, 9))
    moved = expert(1, [1], [3], [9], character="eugene", discard=[8], lead="may")
    moved.state.locked = 1
    moved.state.deck = []
    assert not moved.do("pass", "pass", "pass").over  # a card was drawn


@pytest.mark.rule("CNO-A47")
def test_a_round_effect_happens_whenever_it_is_triggered() -> None:
    table = expert(5, [5, 1], [5, 3], [9]).do("play 5")
    assert table.hand(0) == [3, 5]
    assert table.do("pass", "pass").do("play 5").hand(2) == [3]
    once = position(
        [5, 1], [5, 3], [9], variant="expert", triggers={5: [5, "larissa"]}, number=5, character="larissa",
        round_effects="once",
    )  # fmt: skip
    once.do("play 5", "pass", "pass", "play 5")
    assert [once.hand(seat) for seat in range(3)] == [[3], [9], [1]]


@pytest.mark.rule("CNO-A48")
def test_the_round_effect_comes_before_the_cards_own() -> None:
    table = position(
        [7, 1], [3], [3], variant="expert", triggers={4: [7, "larissa"]}, number=4, character="larissa", discard=[9]
    )
    table.do("play 7")
    assert table.legal() == {"place 1", "place 2", "place 3"}
    assert table.do("place 2").legal() == {"take 9"}


@pytest.mark.rule("CNO-A50")
def test_the_hands_rotate_after_the_card_is_out_and_the_end_is_checked_after_that() -> None:
    table = expert(5, [5], [3, 8], [9]).do("play 5")
    assert [table.hand(seat) for seat in range(3)] == [[3, 8], [9], []]
    assert (table.over, table.turn) == (False, 1)
    assert expert(5, [5], [3, 8], []).do("play 5").points == (11, 0, 0)


@pytest.mark.rule("CNO-A51")
def test_round_5_four_10s_under_tyler() -> None:
    table = position([10, 10, 10, 10, 1], [3], [3], variant="expert", number=5, character="tyler")
    assert {"set 10", "play 10"} <= table.legal()
    assert table.do("set 10").ended == rounds.HYDE


@pytest.mark.rule("CNO-A52")
def test_a_pair_triggers_once() -> None:
    table = position(
        [9, 9, 1], [3, 8], [5], variant="expert", triggers={5: [9, "enid"]}, number=5, character="enid"
    ).do("pair 9")
    assert [table.hand(seat) for seat in range(3)] == [[3, 8], [5], [1]]


@pytest.mark.rule("CNO-91", "CNO-94")
def test_a_team_has_one_column_with_the_points_of_its_members() -> None:
    pairs = config(4, variant="team")
    scores = [(1, 2, 3, 4), (10, 0, 10, 0)]
    assert scoring.columns(pairs, scores[0]) == [4, 6]
    assert scoring.totals(pairs, scores) == [24, 6]
    assert [scoring.label(pairs, scores, seat) for seat in range(4)] == ["lost", "won", "lost", "won"]
    assert scoring.totals(config(6, variant="team", teams=3), [(1, 2, 3, 4, 5, 6)]) == [5, 7, 9]


@pytest.mark.rule("CNO-92")
def test_mates_never_sit_side_by_side_and_play_for_themselves() -> None:
    for players, teams in ((4, 2), (6, 2), (6, 3)):
        by_seat = [scoring.column_of(config(players, variant="team", teams=teams), seat) for seat in range(players)]
        assert all(by_seat[seat] != by_seat[seat - 1] for seat in range(players))
    table = position([9, 1], [3], [4], [5], variant="team").do("play 9")
    assert (table.turn, table.state.view(1).hands) == (1, ())


@pytest.mark.rule("CNO-93")
def test_mates_may_tell_but_not_show() -> None:
    table = position([9, 1], [3], [4], [5], variant="team")
    state = table.state
    assert len(state.talk()) == 24
    state.apply(state.talk()[9])
    assert [bool(state.view(seat).said) for seat in range(4)] == [True, False, True, False]
    assert state.view(2).sure[0] == 0  # a claim, not a sight
    assert state.talk() == ()  # one statement a trick
    assert [event.is_for(2) for event in table.events] == [True]
    assert [event.is_for(1) for event in table.events] == [False]
    assert position([9, 1], [3], [4], [5]).state.talk() == ()
    assert position([9, 1], [3], [4], [5], variant="team", talk=False).state.talk() == ()


def test_bots_tell_their_mates_the_truth_and_are_believed() -> None:
    match = CreaturesAndOutcasts().match({"players": 4, "variant": "team"})
    session = Session("creatures_and_outcasts", {"players": 4, "variant": "team"}, 5)
    session.auto()
    claims = [event.data for event in session.events if event.kind == "say"]
    assert claims
    assert not any(event.is_for(1) for event in session.events if event.kind == "say" and event.data[0] % 2 == 0)
    heard = 0
    for state in conformance.some(match, "believing", 3_000):
        view = state.view(state.actor) if state.actor >= 0 else None
        if view is None:
            continue
        for speaker, statement in view.said:
            rank = statement - SAY_HAVE
            if speaker == view.seat or statement >= SAY_NO or not view.spoken >> speaker & 1:
                continue
            worlds = [match.sample_state(view, Stream("believe", number)) for number in range(3)]
            held = [world.hands[speaker] >> SHIFT[rank] & 7 for world in worlds]
            # claims of random speakers may be impossible; possible ones are believed, whatever the truth
            heard += all(held)
            assert all(world.view(view.seat) == view for world in worlds)
    assert heard > 20


@pytest.mark.rule("CNO-95")
def test_a_team_round_ends_when_one_player_holds_cards_not_one_team() -> None:
    table = position([9, 1], [3], [4], [], variant="team")
    table.state.turn = table.state.actor = 1
    table.do("play 3")
    assert not table.over  # only team 1 holds cards, but two players do
    assert position([9], [], [4], [], variant="team").do("play 9").over


@pytest.mark.rule("CNO-96")
def test_only_four_or_six_players_split_into_teams() -> None:
    assert [bool(options.check({"players": n, "variant": "team"})) for n in range(2, 7)] == [
        True,
        True,
        False,
        True,
        False,
    ]
    assert options.check({"players": 4, "variant": "team", "options": {"teams": 3}})
    assert not options.check({"players": 6, "variant": "team", "options": {"teams": 3}})
