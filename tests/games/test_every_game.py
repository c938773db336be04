"""Every registered game passes these by existing: all variants, all numbers of players."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from storyengine.games.bots import make_bot
from storyengine.games.chance import SeedDice, Stream
from storyengine.games.protocol import CHANCE, OVER, IllegalMove
from storyengine.games.registry import GAMES, find_game
from storyengine.games.session import Session
from tests.conftest import Amount
from tests.games import conformance
from tests.games.playthrough import PLAYTHROUGHS, write_playthrough
from tests.games.support import SUPPORT
from tests.games.tiny_tree import walk_tree

CASES = list(conformance.cases())
every_case = pytest.mark.parametrize(
    ("game", "config"),
    [
        pytest.param(
            game, config, id="-".join(map(str, (game, *config.values()))), marks=[] if often else pytest.mark.full
        )
        for game, config, often in CASES
    ],
)
every_game = pytest.mark.parametrize("game", GAMES)
# 5,000 positions over all cases, 100,000 with --full
FEW, MANY = -(-5_000 // sum(often for _, _, often in CASES)), -(-100_000 // len(CASES))


@every_case
def test_point_1_random_play_ends_and_moves_are_well_formed(game: str, config: dict[str, Any], amount: Amount) -> None:
    match = find_game(game).match(config)
    for state in conformance.some(match, f"{game}{config}", amount(600, 6_000)):
        conformance.check_legal_moves(match, state)
        conformance.check_result(match, state)


@every_case
def test_point_2_words_name_moves_and_mistypings_get_a_message(
    game: str, config: dict[str, Any], amount: Amount
) -> None:
    match = find_game(game).match(config)
    stream = Stream("typing", game)
    for state in conformance.some(match, f"words{config}", amount(150, 2_000)):
        conformance.check_words(match, state)
        conformance.check_mistypings(match, state, stream)


@every_case
def test_point_3_illegal_moves_are_refused_and_change_nothing(game: str, config: dict[str, Any]) -> None:
    session = Session(game, config, "illegal")
    for number, now in enumerate(conformance.play_session(session, Stream("illegal"))):
        if number % 6 == 0 or now.over:
            conformance.check_illegal_moves(now)


@every_case
def test_point_4_clones_are_equal_and_stay_as_they_were(game: str, config: dict[str, Any], amount: Amount) -> None:
    match = find_game(game).match(config)
    stream = Stream("clones", game)
    kept = []
    for number, state in enumerate(conformance.some(match, f"clones{config}", amount(300, 3_000))):
        conformance.check_clone(match, state, stream)
        if number % 3 == 0:
            kept.append((state.clone(), state.freeze()))
    assert all(clone.freeze() == frozen for clone, frozen in kept)


@every_case
def test_point_5_snapshots_read_as_written(game: str, config: dict[str, Any]) -> None:
    match = find_game(game).match(config)
    for number, state in enumerate(conformance.reachable(match, f"snapshot{config}")):
        if number < 10 or number & (number - 1) == 0 or state.actor == OVER:
            conformance.check_snapshot(match, state)
        if state.actor == OVER:
            break


@every_case
def test_point_6_journals_replay_and_undo_goes_back_to_the_last_reveal(game: str, config: dict[str, Any]) -> None:
    session = Session(game, {**conformance.config_with_people(config), **SUPPORT[game].short}, "journal")
    undone = 0
    for now in conformance.play_session(session, Stream("journal", game)):
        if now.over:
            assert not now.can_undo()
            break
        before = now.snapshot()
        trial = Session.replay(game, now.config, now.seed, now.tokens)
        assert trial.snapshot() == before
        offers, view = trial.offers(), trial.state.view(trial.actor)
        action = offers[len(now.tokens) % len(offers)]
        events = trial.submit(action)
        if trial.can_undo():
            assert len(trial.tokens) == len(now.tokens) + 1
            # what is seen after a move that may be taken back shows nothing of what was hidden before
            for world in (trial.match.sample_state(view, Stream("elsewhere", number)) for number in range(5)):
                world.apply(action)
                assert world.view(trial.actor) == trial.state.view(trial.actor)
        if trial.undo():
            undone += 1
            assert trial.snapshot() == before
            assert all(event.is_for(-1) for event in events)
        else:
            changed = trial.snapshot()
            assert not trial.undo()
            assert trial.snapshot() == changed
    assert undone
    with pytest.raises(IllegalMove):
        session.submit(session.tokens[-1])


PRINT_A_PLAY = """
import random, sys
from storyengine.games.session import Session
from storyengine.games.chance import Stream
game, config, noise = sys.argv[1], eval(sys.argv[2]), sys.argv[3] == "noise"
bots = ("pimc:worlds=1", "greedy", "random", "greedy", "random")[: config["players"] - 1]
session = Session(game, config, "seed", seats=("human", *bots))
stream = Stream("person")
while not session.over:
    if noise:
        random.random()
    offers = session.offers()
    session.submit(offers[stream.below(len(offers))])
print(session.tokens, session.snapshot())
"""


@every_game
def test_point_7_a_seed_gives_one_play_whatever_the_process(game: str) -> None:
    variant = GAMES[game].variants[0]
    config = {"players": GAMES[game].player_counts(variant)[0], **SUPPORT[game].short}
    printed = set()
    for hash_seed, noise in (("1", "noise"), ("2", "quiet")):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(Path(__file__).parents[2])}
        command = [sys.executable, "-c", PRINT_A_PLAY, game, repr(config), noise]
        printed.add(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)
    assert len(printed) == 1


@every_case
def test_point_8_chance_is_explicit_and_can_be_scripted(game: str, config: dict[str, Any]) -> None:
    conformance.check_chance(find_game(game).match(config), Stream("chance", str(config)))


def test_seed_dice_do_not_depend_on_what_else_is_drawn() -> None:
    spec = find_game(next(iter(GAMES))).match({}).start().chance()
    quiet = [SeedDice(5).result(spec, event) for event in range(4)]
    random.seed(1)
    noisy = SeedDice(5)
    assert [noisy.result(spec, event) for event in (3, 1, 0, 2)] == [quiet[3], quiet[1], quiet[0], quiet[2]]
    assert SeedDice(6).result(spec, 0) != quiet[0]


@every_case
def test_point_9_no_card_is_ever_lost_or_doubled(game: str, config: dict[str, Any], amount: Amount) -> None:
    match = find_game(game).match(config)
    states = conformance.some(match, f"cards{config}", amount(300, 5_000))
    support = SUPPORT[game]
    whole = support.cards(next(states))
    assert sum(whole.values()) > 1
    assert all(support.cards(state) == whole for state in states)


@every_case
def test_points_10_and_13_a_world_made_from_a_view_looks_the_same(
    game: str, config: dict[str, Any], amount: Amount
) -> None:
    match = find_game(game).match(config)
    stream = Stream("secrecy", game)
    for state in conformance.some(match, f"secrecy{config}", amount(FEW, MANY)):
        conformance.check_secrecy(match, state, stream)


@every_case
def test_point_11_swapping_unseen_cards_changes_nothing_one_sees(
    game: str, config: dict[str, Any], amount: Amount
) -> None:
    match = find_game(game).match(config)
    stream = Stream("planted", game)
    planted = 0
    for state in conformance.some(match, f"planted{config}", amount(FEW, MANY)):
        if state.actor != OVER:
            planted += conformance.check_planted(match, state, SUPPORT[game], stream)
    assert planted > amount(FEW, MANY) // 4


@every_case
def test_point_11_moves_that_look_alike_are_told_alike(game: str, config: dict[str, Any], amount: Amount) -> None:
    match = find_game(game).match(config)
    stream = Stream("alike", game)
    states = conformance.some(match, f"alike{config}", amount(1_500, 15_000))
    compared = sum(conformance.check_unseen_moves(match, state, stream) for state in states)
    assert compared or match.players == 2 or not SUPPORT[game].secret_moves


@every_case
def test_point_10_searching_bots_choose_alike_when_unseen_cards_are_swapped(
    game: str, config: dict[str, Any], amount: Amount
) -> None:
    match = find_game(game).match(config)
    stream = Stream("bots", game)
    left = amount(4, 40)
    for state in conformance.reachable(match, f"bots{config}"):
        if state.actor == OVER or len(state.legal()) < 2 or stream.below(5):
            continue
        planted = state.clone()
        if not SUPPORT[game].swap_hidden(planted, state.actor, stream):
            continue
        for name in ("pimc:worlds=1", "ismcts:iters=5", "pimc:worlds=1,rollout=greedy,depth=2,width=3"):
            choices = {
                make_bot(name).choose(match, each.view(state.actor), state.legal(), Stream("same", left))
                for each in (state, planted)
            }
            assert len(choices) == 1
        left -= 1
        if not left:
            break


@every_case
def test_point_12_worlds_vary_and_are_found_for_every_view(game: str, config: dict[str, Any]) -> None:
    match = find_game(game).match(config)
    stream = Stream("vary", game)
    state = next(conformance.reachable(match, f"vary{config}"))
    worlds = {match.sample_state(state.view(0), stream).freeze() for _ in range(10)}
    assert len(worlds) == 10


@every_case
def test_point_14_every_view_can_be_drawn(game: str, config: dict[str, Any], amount: Amount) -> None:
    match = find_game(game).match(config)
    for state in conformance.some(match, f"drawing{config}", amount(60, 1_000)):
        conformance.check_rendering(match, state)
    for state in conformance.reachable(match, f"drawing{config}"):
        if state.actor == OVER:
            conformance.check_rendering(match, state)
            break
    assert all(match.help())


@every_case
def test_point_15_labels_are_the_declared_ones(game: str, config: dict[str, Any], amount: Amount) -> None:
    rulebook = find_game(game)
    for extra in SUPPORT[game].labelled:
        match = rulebook.match({**config, **extra})
        ends = 0
        for state in conformance.reachable(match, f"labels{config}"):
            if state.actor == OVER:
                conformance.check_result(match, state)
                ends += 1
            if ends == amount(2, 30):
                break


@every_case
def test_point_16_talk_stays_within_bounds_and_leaves_the_rest_alone(game: str, config: dict[str, Any]) -> None:
    if not SUPPORT[game].talks(config):
        match = find_game(game).match(config)
        assert not any(state.talk() for state in conformance.some(match, "silence", 200))
        return
    session = Session(game, conformance.config_with_people(config), "talk")
    stream = Stream("talk", game)
    said = []
    while not session.over:
        talk = session.state.talk()
        if talk and stream.below(2):
            session.submit(talk[stream.below(len(talk))])
            said.append(len(session.tokens) - 1)
            assert not session.state.talk(), "one statement a turn"
        legal = session.state.legal()
        session.submit(legal[stream.below(len(legal))])
    assert said
    silent = [token for place, token in enumerate(session.tokens) if place not in said]
    again = Session.replay(game, session.config, "talk", silent)
    assert again.over
    assert again.state.result() == session.state.result()
    mute = find_game(game).match({**config, **SUPPORT[game].mute})
    assert not any(state.talk() for state in conformance.some(mute, "mute", 200))


@every_game
def test_point_17_the_tree_of_the_tiny_match_is_as_counted(game: str) -> None:
    tree = walk_tree(GAMES[game].tiny_match())
    assert (tree.decisions, tree.ends) == SUPPORT[game].tree


@every_game
def test_point_18_every_variant_has_a_playthrough_that_still_goes_that_way(game: str) -> None:
    for variant in GAMES[game].variants:
        path = PLAYTHROUGHS / f"{game}-{variant.replace('_', '-')}.txt"
        assert path.exists(), f"{path.name} is missing: run tests/games/playthrough.py"
        assert path.read_text(encoding="utf-8") == write_playthrough(game, variant)


@every_game
def test_point_19_a_slow_version_of_the_rules_is_compared(game: str) -> None:
    assert (Path(__file__).parent / SUPPORT[game].reference).exists()


@every_case
def test_point_20_speed_is_shown(game: str, config: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    match = find_game(game).match(config)
    start = time.process_time()
    decisions = sum(1 for _ in conformance.some(match, "speed", 2_000))
    spent = time.process_time() - start
    print(f"{game} {config}: {decisions / spent:,.0f} decisions a second, talk and positions given out included")
    assert "decisions a second" in capsys.readouterr().out


def test_a_state_at_chance_shows_itself_to_nobody() -> None:
    state = find_game(next(iter(GAMES))).match({}).start()
    assert state.actor == CHANCE
    with pytest.raises(ValueError, match="nobody may look"):
        state.view(0)
