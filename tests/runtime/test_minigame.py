"""A card game inside a story: one node with a result, its play an opaque snapshot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from storyengine.runtime import (
    Phase,
    Play,
    forced,
    format_action,
    initial,
    introduce,
    legal_actions,
    offers,
    parse_action,
    replay,
    step,
    transitions,
)
from storyengine.runtime.events import GameOver
from tests.runtime.tables import Table, plain

CARDS = """
    a: {text: Sit down., choices: [{id: sit, text: Sit., goto: game}]}
    game:
      text: Cards.
      do: n += 1
      minigame:
        game: high_card
        results:
          won: {text: You win., do: n += 10, goto: b}
          lost: {text: You lose.}
      choices: [{id: again, text: Again., goto: game}, {id: rise, text: Rise., goto: b}]
    b: {text: Done., ending: won}
    """


class HighCard:
    """Guess whether the hidden number of 0 to 9 is high. Its snapshot is the number."""

    def labels(self, config: Mapping[str, Any]) -> tuple[str, ...]:
        return ("won", "lost")

    def check(self, config: Mapping[str, Any]) -> list[tuple[str, str]]:
        return []

    def start(self, config: Mapping[str, Any], seed: int) -> str:
        return f"{seed % 10}"

    def actions(self, snapshot: str) -> tuple[str, ...]:
        return () if " " in snapshot else ("high", "low", "look")

    def apply(self, snapshot: str, token: str) -> str:
        return (
            snapshot
            if token == "look"
            else f"{snapshot} {'won' if (int(snapshot) > 4) == (token == 'high') else 'lost'}"
        )

    def result(self, snapshot: str) -> str:
        return snapshot.partition(" ")[2]

    def facts(self, snapshot: str) -> Mapping[str, int]:
        return {}

    def find_play(self, config: Mapping[str, Any], label: str, budget: int = 1) -> tuple[int, tuple[str, ...]] | None:
        return (9, ("high",)) if label == "won" else (0, ("high",))

    def sample(self, config: Mapping[str, Any], seed: int) -> str:
        return "won" if seed % 10 > 4 else "lost"


def table(*, played_here: bool) -> Table:
    story = plain(CARDS, head="variables: {n: {start: 0, min: 0, max: 99}}")
    if played_here:
        introduce(story, {"high_card": HighCard()})
    return Table(story).do("choose sit")


def test_a_game_that_is_not_known_asks_how_it_ended() -> None:
    play = table(played_here=False)
    assert (play.phase, play.legal) == (Phase.GAME, ["result won", "result lost"])
    assert [line.kind for line in offers(play.story, play.state)] == ["result", "result"]
    assert forced(play.story, play.state) is None
    play.do("result won")
    assert (play.read, play["n"], play.ending) == ("You win. Done.", 11, "b")
    assert GameOver("high_card", "won") in play.heard


def test_a_result_without_a_jump_goes_on_with_the_card() -> None:
    play = table(played_here=False).do("result lost")
    assert (play.read, play.phase, play.legal) == ("You lose.", Phase.CHOOSE, ["choose again", "choose rise"])
    assert play.do("choose again").phase is Phase.GAME, "a new visit is a new game"


def test_a_known_game_is_dealt_by_its_seed_and_played_by_its_moves() -> None:
    play = table(played_here=True)
    assert (play.phase, play.legal) == (Phase.GAME, ["deal"])
    assert forced(play.story, play.state) == parse_action("deal")
    story, state = play.story, play.state
    assert transitions(story, state, parse_action("deal")) == (), "the deal is not unfolded"
    dealt = step(story, state, parse_action("deal"), "seed 17")
    assert dealt.detail == ("7",)
    assert [format_action(action) for action in legal_actions(story, dealt)] == ["move high", "move low", "move look"]
    looked = step(story, dealt, parse_action("move look"))
    assert looked == dealt
    assert step(story, dealt, parse_action("move high")).ending == "b"
    assert step(story, dealt, parse_action("move low")).phase is Phase.CHOOSE


@pytest.mark.parametrize("seed", range(6))
def test_entering_a_hand_again_after_undo_deals_the_same_cards(seed: int) -> None:
    story = table(played_here=True).story
    play = Play(story, seed=seed)
    for action in ("go on", "choose sit", "deal"):
        play.take(parse_action(action))
    hand = play.state
    play.take(parse_action("move low"))
    while play.undo():
        pass
    for action in ("go on", "choose sit", "deal"):
        play.take(parse_action(action))
    assert play.state == hand
    play.take(parse_action("move high"))
    assert replay(story, play.record()).state == play.state


def test_a_state_in_a_game_is_hashable_like_any_other() -> None:
    play = table(played_here=True)
    assert initial(play.story) in {initial(play.story)} and hash(play.state) == hash(play.state._replace())
