"""Bots: their names, that each is stronger than the ones below it, and that they see nothing but their view."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest

from storyengine.games.bots import BotSpec, format_bot, make_bot, parse_bot
from storyengine.games.bots.pimc import best_beyond_doubt
from storyengine.games.bots.rollout import Judge, Rollout
from storyengine.games.chance import Stream
from storyengine.games.playing import decide, play_out, share_of_wins, wilson
from storyengine.games.protocol import CHANCE, OVER, State
from storyengine.games.registry import find_game
from tests.conftest import Amount

MATCH = find_game("creatures_and_outcasts").match({"players": 4})
TOGETHER = find_game("out_of_this_world").match({"players": 4})
LEAN = "pimc:worlds=4,rollout=greedy,depth=4,width=3"
ONE_ROUND = find_game("creatures_and_outcasts").match({"players": 4, "rounds": 1})


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("random", BotSpec("random")),
        ("greedy:ease=0.2", BotSpec("greedy", 0, 0.2)),
        ("pimc", BotSpec("pimc", 8)),
        ("pimc:worlds=3", BotSpec("pimc", 3)),
        ("ismcts:iters=50,ease=0.5", BotSpec("ismcts", 50, 0.5)),
        ("pimc:worlds=4,rollout=greedy,depth=5,width=3", BotSpec("pimc", 4, 0.0, "greedy", 5, 3)),
        ("ismcts:rollout=greedy", BotSpec("ismcts", 500, 0.0, "greedy")),
    ],
)
def test_names_parse_and_print(text: str, spec: BotSpec) -> None:
    assert parse_bot(text) == spec
    assert parse_bot(format_bot(spec)) == spec


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("greedi", "did you mean `greedy`"),
        ("xyz", "there are random, greedy"),
        ("greedy:worlds=3", "no argument `worlds`"),
        ("pimc:worlds=many", "is not a number"),
        ("pimc:worlds=1.5", "whole number"),
        ("pimc:worlds=99999999", "from 0 to 1e+06"),
        ("greedy:ease=2", "from 0 to 1"),
        ("greedy:depth=3", "no argument `depth`; it has ease"),
        ("ismcts:width=3", "it has iters, rollout, depth, ease"),
        ("pimc:depth=0", "at least 1"),
        ("pimc:rollout=wild", "must be one of random, greedy"),
        (None, "named by a word"),
    ],
)
def test_wrong_names_are_told_what_would_do(text: object, says: str) -> None:
    with pytest.raises(ValueError, match=re.escape(says)):
        parse_bot(text)


def better_than_its_share(bot: str, others: str, matches: int, match: Any = MATCH) -> bool:
    won = share_of_wins(match, [make_bot(bot), *[make_bot(others)] * 3], matches, "ladder")
    return wilson(won, matches)[0] > 1 / 4


def test_greedy_wins_more_than_its_share_against_three_random() -> None:
    assert better_than_its_share("greedy", "random", 100)


@pytest.mark.slow
def test_pimc_wins_more_than_its_share_against_three_greedy(amount: Amount) -> None:
    assert better_than_its_share("pimc:worlds=4", "greedy", amount(24, 120))


@pytest.mark.slow
def test_ismcts_wins_more_than_its_share_against_three_random(amount: Amount) -> None:
    assert better_than_its_share("ismcts:iters=60", "random", amount(40, 200), ONE_ROUND)


@pytest.mark.slow
def test_a_team_that_searches_by_the_rules_of_thumb_beats_one_that_only_follows_them(amount: Amount) -> None:
    matches = amount(6, 40)
    won = dict.fromkeys(("greedy", LEAN), 0)
    for name in won:
        for number in range(matches):
            state, _ = play_out(TOGETHER, [make_bot(name)] * 4, f"team/{number}")
            won[name] += TOGETHER.label(state, 0) == "won"
    assert won[LEAN] >= won["greedy"] + matches // 6


def test_rollouts_end_after_so_many_turns_and_are_judged_by_the_games_measure() -> None:
    from tests.games.conformance import reachable

    assert isinstance(TOGETHER, Judge)
    for _, state in zip(range(60), reachable(TOGETHER, "cut"), strict=False):
        branch = state.clone()
        rollout = Rollout(greedy=True, depth=2)
        rollout.play(TOGETHER, branch, Stream("cut"))
        turns = (TOGETHER.turn_of(branch) - TOGETHER.turn_of(state)) % 4
        assert turns in (0, 3) or branch.stretch() != state.stretch()
        assert 0 <= rollout.value(TOGETHER, branch, 0) <= 1


def test_a_move_replaces_the_rule_of_thumb_only_if_it_is_better_beyond_doubt() -> None:
    assert best_beyond_doubt([[0.5, 0.5], [0.6, 0.6]]) == 1
    assert best_beyond_doubt([[0.5, 0.5], [0.0, 1.2]]) == 0
    assert best_beyond_doubt([[0.5, 0.5], [0.5, 0.5]]) == 0


def test_ease_makes_a_bot_weaker() -> None:
    won = share_of_wins(MATCH, [make_bot("greedy:ease=1"), *[make_bot("greedy")] * 3], 100, "ease")
    assert wilson(won, 100)[1] < 1 / 4


def test_full_ease_is_random_play() -> None:
    state, _ = play_out(ONE_ROUND, [make_bot("random")] * 4, "start")
    assert state.actor == OVER
    state = dealt("ease")
    moves = {decide(ONE_ROUND, state, make_bot("greedy:ease=1"), "seed", number) for number in range(200)}
    assert moves == set(state.legal())


def dealt(seed: str) -> State[Any]:
    """A position with several moves."""
    from tests.games.conformance import reachable

    return next(state for state in reachable(ONE_ROUND, seed) if len(state.legal()) > 4)


@pytest.mark.parametrize(
    "name", ["random", "greedy", "pimc:worlds=2", "ismcts:iters=20", "pimc:worlds=1,ease=0.5", LEAN]
)
def test_a_choice_is_a_function_of_view_moves_and_stream(name: str) -> None:
    state = dealt("function")
    bot = make_bot(name)
    before = state.freeze()
    view, legal = state.view(state.actor), state.legal()
    choices = {bot.choose(ONE_ROUND, view, legal, Stream("key", 1)) for _ in range(3)}
    assert len(choices) == 1
    assert choices <= set(legal)
    assert choices == {make_bot(name).choose(ONE_ROUND, view, legal, Stream("key", 1))}
    assert state.freeze() == before


def test_a_bot_is_handed_its_own_view_and_no_state() -> None:
    handed: list[object] = []

    class Spy:
        talks = False

        def choose(self, match: Any, view: Any, legal: Sequence[int], stream: Stream) -> int:
            handed.extend((match, view, legal, stream))
            assert view.seat == view.actor
            return legal[0]

    play_out(ONE_ROUND, [Spy()] * 4, "spy")
    assert handed
    for thing in handed:
        assert not isinstance(thing, State)
        held = [getattr(thing, name, None) for name in dir(thing) if not name.startswith("__")]
        assert not any(isinstance(value, State) for value in held)


@pytest.mark.parametrize("name", ["pimc:worlds=4", "ismcts:iters=200"])
def test_searching_bots_find_the_move_that_ends_the_round_well(name: str) -> None:
    from tests.games.creatures_and_outcasts.positions import position

    table = position([10, 10, 10, 10, 0], [9, 9, 3, 4], [9, 8, 3, 4], pile=[9], rounds=1)
    # the cards that are not on this table lie in the discard pile
    state = table.state
    left = [4 if 0 < rank < 11 else 1 for rank in range(12)]
    for hand in state.hands:
        for rank in range(12):
            left[rank] -= hand >> 3 * rank & 7
    for rank in state.pile:
        left[rank] -= 1
    state.discard = [rank for rank in range(12) for _ in range(left[rank])]
    state.seen = [0] * len(state.discard)
    match = find_game("creatures_and_outcasts").match({"players": 3, "rounds": 1})
    choice = make_bot(name).choose(match, state.view(0), state.legal(), Stream("end"))
    assert match.token(choice) == "set 10"


def test_matches_are_shared_by_those_who_tie() -> None:
    assert share_of_wins(ONE_ROUND, [make_bot("random")] * 4, 8, "share") <= 8
    low, high = wilson(5, 10)
    assert 0 < low < 0.5 < high < 1
    assert wilson(0, 10)[0] == pytest.approx(0)
    state, tokens = play_out(ONE_ROUND, [make_bot("greedy")] * 4, "again")
    assert tokens == play_out(ONE_ROUND, [make_bot("greedy")] * 4, "again")[1]
    assert state.actor not in (CHANCE, 0, 1, 2, 3)
