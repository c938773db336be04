"""The small shape in which a story runtime uses a game."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from storyengine.games.protocol import IllegalMove
from storyengine.games.registry import GAMES
from storyengine.games.session import Session
from storyengine.games.story_adapter import StoryGame, story_game, story_games
from storyengine.runtime.minigame import Minigame
from tests.conftest import Amount

GAME = "creatures_and_outcasts"
FOUR: dict[str, Any] = {"players": 4}


@pytest.fixture
def game() -> StoryGame:
    return story_game("creatures-and-outcasts")


def play(game: StoryGame, config: dict[str, Any], seed: str | int, pick: int) -> tuple[list[str], str]:
    """Play with one and the same choice throughout; all snapshots but the last, and the last."""
    snapshot, seen = game.start(config, seed), []
    while actions := game.actions(snapshot):
        seen.append(snapshot)
        snapshot = game.apply(snapshot, actions[pick % len(actions)])
    return seen, snapshot


def test_every_game_is_offered_to_stories_in_the_shape_they_ask_for() -> None:
    shaped: Mapping[str, Minigame] = story_games()
    assert list(shaped) == list(GAMES)


@pytest.mark.parametrize(
    ("config", "labels"),
    [
        ({"players": 4}, ("won", "tied", "lost")),
        ({"players": 2, "labels": "rank"}, ("rank_1", "rank_2")),
        ({"players": 6, "variant": "team", "options": {"teams": 3}, "labels": "rank"}, ("rank_1", "rank_2", "rank_3")),
        ({"players": 3, "bands": {"good": [0, 50], "bad": [51]}}, ("good", "bad")),
    ],
)
def test_labels_follow_the_configuration(game: StoryGame, config: dict[str, Any], labels: tuple[str, ...]) -> None:
    assert game.labels(config) == labels
    assert game.check(config) == []


def test_problems_come_with_their_path(game: StoryGame) -> None:
    assert game.check({"players": 9, "bots": ["greedi"]})[0][0] == "players"
    with pytest.raises(ValueError, match="players: "):
        game.labels({"players": 9})


def test_a_snapshot_is_a_plain_string_that_decides_the_future(game: StoryGame) -> None:
    for pick in (0, -1, 2):
        seen, last = play(game, FOUR, "here", pick)
        again, same = play(game, FOUR, "here", pick)
        assert (seen, last) == (again, same)
        assert isinstance(last, str)
        assert len({*seen, last}) == len(seen) + 1
        assert json.loads(json.dumps(last)) == last
    assert game.start(FOUR, "here") != game.start(FOUR, "there")
    assert game.start(FOUR, 1) != game.start(FOUR, "1")


def test_the_result_is_there_exactly_at_the_end(game: StoryGame) -> None:
    seen, last = play(game, {"players": 3, "rounds": 2}, 5, 0)
    assert all(game.result(snapshot) == "" and game.actions(snapshot) for snapshot in seen)
    assert game.result(last) in game.labels({"players": 3})
    assert game.actions(last) == ()
    with pytest.raises(IllegalMove, match="over"):
        game.apply(last, "pass")


def test_an_illegal_token_is_refused(game: StoryGame) -> None:
    snapshot = game.start(FOUR, 1)
    with pytest.raises(IllegalMove, match="not legal"):
        game.apply(snapshot, "place 3")
    with pytest.raises(ValueError, match="no move"):
        game.apply(snapshot, "fly")


def test_facts_are_about_the_persons_seat(game: StoryGame) -> None:
    _, last = play(game, {"players": 4, "seat": 3, "labels": "rank"}, 5, 0)
    facts = game.facts(last)
    scores = Session.from_snapshot(last).state.to_json()["scores"]
    assert facts["score"] == sum(points[2] for points in scores)
    assert game.result(last) == f"rank_{facts['rank']}"
    assert (facts["rounds"], facts["last_round"]) == (5, scores[-1][2])
    assert facts["round_ended_by"] in ("You", "Bo", "Cy", "Di")
    assert facts["round_ended_how"] in ("Wednesday", "Hyde", "a last hand", "a standstill", "the clock")
    assert list(facts) == list(game.tells())
    assert {name for name, sort in game.tells().items() if sort == "word"} == {"round_ended_by", "round_ended_how"}
    dealt = game.facts(game.start(FOUR, 1))
    assert (dealt["rounds"], dealt["round_ended_by"], dealt["round_ended_how"]) == (0, "nobody", "nothing")


def test_a_session_at_the_table_and_the_story_see_the_same_snapshots(game: StoryGame) -> None:
    session = Session(GAME, dict(FOUR), "same")
    snapshot = game.start(FOUR, "same")
    while not session.over:
        assert session.snapshot() == snapshot
        token = session.match.token(session.offers()[-1])
        session.submit(token)
        snapshot = game.apply(snapshot, token)
    assert session.snapshot() == snapshot


@pytest.mark.parametrize(
    "config",
    [
        {"players": 2, "rounds": 1},
        {"players": 4},
        {"players": 4, "labels": "rank"},
        {"players": 3, "bots": ["random", "greedy:ease=0.3"], "seat": 2},
        {"players": 4, "variant": "team", "labels": "rank"},
        {"players": 4, "bands": {"fine": [0, 100], "middling": [101, 160], "dire": [161]}},
        {"players": 2, "rounds": 1, "bots": "pimc:worlds=1"},
    ],
    ids=str,
)
def test_a_play_is_found_for_every_label_and_leads_there(game: StoryGame, config: dict[str, Any]) -> None:
    for label in game.labels(config):
        found = game.find_play(config, label)
        assert found is not None, label
        seed, tokens = found
        snapshot = game.start(config, seed)
        for token in tokens:
            assert game.result(snapshot) == ""
            snapshot = game.apply(snapshot, token)
        assert game.result(snapshot) == label


def test_the_search_stops_when_its_budget_is_spent(game: StoryGame, amount: Amount) -> None:
    impossible = {"players": 6, "rounds": 5, "bands": {"zero": [0, 0], "more": [1]}}
    assert game.find_play(impossible, "zero", budget=amount(3_000, 100_000)) is None


def test_a_move_that_was_made_before_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plays that are kept, compared and written down have most of their hands in common."""
    game = story_game("creatures_and_outcasts")
    before = game.start({"players": 3, "bots": ["greedy", "greedy"]}, 7)
    token = game.actions(before)[0]
    after = game.apply(before, token)
    result = game.result(after)

    def forgotten(snapshot: str) -> Session:
        raise AssertionError(f"worked out again: {snapshot}")

    monkeypatch.setattr(Session, "from_snapshot", forgotten)
    assert (game.actions(before)[0], game.apply(before, token), game.result(after)) == (token, after, result)
    with pytest.raises(AssertionError):
        game.apply(after, token)
