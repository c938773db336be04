"""A match in play: seats, refusals, undo, saves."""

from __future__ import annotations

import json

import pytest

from storyengine.games.chance import Stream
from storyengine.games.protocol import OVER, IllegalMove
from storyengine.games.registry import find_game
from storyengine.games.sealing import seal, unseal
from storyengine.games.session import BrokenSave, Session
from tests.games import conformance

GAME = "creatures_and_outcasts"
CONFIG = {"players": 4, "rounds": 2}


def midway(seed: int = 3, moves: int = 9) -> Session:
    """A session after some moves of its person."""
    session = Session(GAME, CONFIG, seed)
    for number, now in enumerate(conformance.play_session(session, Stream("midway", seed))):
        if number == moves:
            return now
    raise AssertionError("the match was over sooner")


def test_bots_answer_until_the_person_must_act() -> None:
    session = Session(GAME, CONFIG, 1)
    assert session.seats == ("human", "greedy", "greedy", "greedy")
    assert session.names == ("You", "Bo", "Cy", "Di")
    assert session.actor == 0
    assert session.people() == [0]


def test_seats_are_given_by_the_configuration_or_by_name() -> None:
    assert Session(GAME, {**CONFIG, "seat": 3, "bots": "random"}, 1).seats == ("random", "random", "human", "random")
    assert Session(GAME, {**CONFIG, "bots": ["random", "greedy"]}, 1).seats == ("human", "human", "random", "greedy")
    named = Session(GAME, CONFIG, 1, seats=("greedy", "human:Ann", "human:Bo", "random"))
    assert (named.names, named.people()) == (("Cy", "Ann", "Bo", "Di"), [1, 2])
    twice = Session(GAME, CONFIG, 1, seats=("human:Ann", "greedy", "human:Ann", "human"))
    assert twice.names == ("Ann 1", "Bo", "Ann 3", "Player 4")
    with pytest.raises(ValueError, match="4 players need as many seats"):
        Session(GAME, CONFIG, 1, seats=("human",))
    with pytest.raises(ValueError, match="no bot is called"):
        Session(GAME, CONFIG, 1, seats=("human", "x", "x", "x"))
    with pytest.raises(ValueError, match="did you mean"):
        Session("creature_and_outcast", CONFIG, 1)


def test_an_illegal_move_is_refused_with_its_rule_and_changes_nothing() -> None:
    session = midway()
    before = session.snapshot()
    illegal = next(
        token
        for token in ("set 10", "place 1", "grab", "take 5")
        if session.match.action(token) not in session.offers()
    )
    with pytest.raises(IllegalMove, match=f"`{illegal}` is not legal: "):
        session.submit(illegal)
    with pytest.raises(ValueError, match="no move"):
        session.submit("dance")
    assert session.snapshot() == before


def test_undo_takes_back_a_move_that_revealed_nothing() -> None:
    session = None
    for seed in range(200):
        session = Session(GAME, CONFIG, seed)
        session.submit(session.offers()[0])
        if not session.over and session.match.action("play 8") in session.offers() and session.state.view(0).discard:
            break
    assert session is not None
    before, events = session.snapshot(), len(session.events)
    session.submit("play 8")
    assert any(session.match.token(action).startswith("top to") for action in session.offers())
    assert session.can_undo()
    assert session.undo()
    assert (session.snapshot(), len(session.events)) == (before, events)
    session.submit("play 8")
    session.submit(session.offers()[0])  # somebody takes a card: too late
    assert not session.undo()


def test_auto_plays_the_hand_to_its_end() -> None:
    session = midway()
    assert session.auto()
    assert session.over
    assert session.label(0) in session.match.labels()
    assert session.offers() == ()


def test_a_save_in_mid_hand_goes_on_as_if_nothing_had_happened() -> None:
    session = midway()
    again = Session.load(session.save())
    assert (again.snapshot(), again.tokens, again.events) == (session.snapshot(), session.tokens, session.events)
    assert again.notes == []
    session.auto()
    again.auto()
    assert again.snapshot() == session.snapshot()
    assert Session.load(session.save()).over


def test_a_save_does_not_show_cards_at_a_glance() -> None:
    text = midway().save()
    data = json.loads(text)
    assert set(data) == {"save", "game", "rules_version", "config", "seats", "names", "moves", "sealed"}
    assert not any(word in text for word in ("play ", "hands", "give ", "take ", "tokens"))


def test_a_save_of_other_rules_loads_from_its_snapshot_and_says_so() -> None:
    session = midway()
    data = json.loads(session.save())
    data["rules_version"] = 0
    again = Session.load(json.dumps(data))
    assert again.state.freeze() == session.state.freeze()
    assert again.moves == session.moves
    assert "version 0 of the rules" in again.notes[0]
    twice = Session.load(again.save())
    assert twice.snapshot() == again.snapshot()
    assert again.auto()


def test_a_journal_that_leads_elsewhere_gives_way_to_the_snapshot() -> None:
    session = midway()
    data = json.loads(session.save())
    hidden = unseal(data["sealed"])
    hidden["tokens"][-1] = "set 10"
    data["sealed"] = seal(hidden)
    again = Session.load(json.dumps(data))
    assert again.state.freeze() == session.state.freeze()
    assert "lead elsewhere" in again.notes[0]


@pytest.mark.parametrize("damage", ["", "{}", "[1]", "cut", "sealed", "game"])
def test_a_damaged_save_is_called_so(damage: str) -> None:
    text = midway().save()
    if damage in ("sealed", "game"):
        data = json.loads(text)
        data[damage] = data[damage][:-8]
        text = json.dumps(data)
    else:
        text = text[: len(text) // 2] if damage == "cut" else damage
    with pytest.raises(BrokenSave):
        Session.load(text)


def test_a_journal_with_an_illegal_move_is_refused() -> None:
    with pytest.raises(IllegalMove, match="move 1 of the journal"):
        Session.replay(GAME, CONFIG, 1, ["set 10"])


def test_going_on_from_a_snapshot_is_going_on() -> None:
    session = midway()
    again = Session.from_snapshot(session.snapshot())
    assert again.snapshot() == session.snapshot()
    for each in (session, again):
        each.submit(each.offers()[0])
    assert again.snapshot() == session.snapshot()
    assert again.state.actor in (0, OVER)


def test_registry_names() -> None:
    assert find_game("creatures-and-outcasts").id == GAME
    with pytest.raises(ValueError, match="there are"):
        find_game("xxxxxxxx")
