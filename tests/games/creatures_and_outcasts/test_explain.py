"""Why a move is not legal: by the rule that forbids it, for every move in every position."""

from __future__ import annotations

import pytest

from storyengine.games.creatures_and_outcasts.actions import ACTIONS, TOKENS
from storyengine.games.creatures_and_outcasts.explain import reason_against
from storyengine.games.creatures_and_outcasts.game import CreaturesAndOutcasts
from storyengine.games.protocol import OVER
from tests.conftest import Amount
from tests.games import conformance
from tests.games.creatures_and_outcasts.positions import Table, position

GAME = CreaturesAndOutcasts()


@pytest.mark.parametrize("variant", GAME.variants)
def test_a_reason_is_given_exactly_for_the_moves_that_are_not_legal(variant: str, amount: Amount) -> None:
    for players in GAME.player_counts(variant):
        for lead in ("must", "may"):
            options = {"lead": lead, "thing": lead, "gift": "other_number" if lead == "may" else "other_card"}
            match = GAME.match({"players": players, "variant": variant, "options": options})
            for state in conformance.some(match, f"reasons{variant}{players}", amount(150, 3_000)):
                if state.actor == OVER:
                    continue
                view = state.view(state.actor)
                allowed = {*state.legal(), *state.talk()}
                for action in TOKENS:
                    assert (reason_against(view, action) == "") == (action in allowed), TOKENS[action]


def why(table: Table, token: str) -> str:
    return reason_against(table.state.view(table.state.actor), ACTIONS[token])


def test_each_rule_is_named() -> None:
    assert "hold no 8" in why(position([9], [3], [3], pile=[5]), "play 8")
    assert "higher than the 9" in why(position([8], [3], [3], pile=[9]), "play 8")
    assert "an equal one is not" in why(position([8], [3], [3], pile=[8]), "play 8")
    assert "lower than the 5" in why(position([8], [3], [3], pile=[5], character="bianca"), "play 8")
    assert "follows 7 directly" in why(position([8], [3], [3], pile=[7], character="ajax"), "play 8")
    assert "at least the 9" in why(position([8], [3], [3], pile=[9], character="larissa"), "play 8")
    assert "Tyler" in why(position([8], [3], [3], pile=[5], character="tyler"), "play 8")
    assert "only pairs" in why(position([8], [3], [3], pile=[5], character="enid"), "play 8")
    assert "pair 8" in why(position([8, 8], [3], [3], pile=[5], character="enid"), "play 8")
    assert "Thing blocks 8" in why(position([8, 9], [3], [3], pile=[5], blocked=8), "play 8")
    assert "must play" in why(position([8], [3], [3]), "pass")
    assert "another card must follow" in why(position([2, 8], [3], [3]).do("play 2"), "pass")
    assert "needs 3 cards of 6" in why(position([6, 6], [3], [3], pile=[5]), "set 6")
    assert "just drawn" in why(position([4, 8], [9], [3]).do("play 4", "from 2"), "give 9")
    assert "no cards" in why(position([4, 8], [], [3]).do("play 4"), "from 2")
    assert "may not be taken" in why(position([7, 1], [3], [3], discard=[9, 5], blocked=9).do("play 7"), "take 9")


def test_why_not_is_answered_in_the_players_words() -> None:
    match = GAME.match({"players": 3})
    view = position([8, 9], [3], [3], pile=[8]).state.view(0)
    assert "equal" in match.why_not(view, "8")
    assert "equal" in match.why_not(view, "vampire")
    assert "legal now" in match.why_not(view, "play 9")
    assert "no move of this game" in match.why_not(view, "dance")


def test_reading_takes_numbers_names_places_and_beginnings() -> None:
    match = GAME.match({"players": 3})
    view = position([8, 9, 10], [3], [3], pile=[5]).state.view(0)
    offers = position([8, 9, 10], [3], [3], pile=[5]).state.legal()
    for text, token in (("8", "play 8"), ("Hyde", "play 10"), ("#2", "play 9"), ("pa", "pass"), ("WEREWOLF", "play 9")):
        assert match.token(match.read(view, offers, text)) == token
    with pytest.raises(ValueError, match=r"could be `play 8`, `play 9` or `play 10`"):
        match.read(view, offers, "play")
    with pytest.raises(ValueError, match=r"did you mean `pass`"):
        match.read(view, offers, "pss")
