"""Who may speak when, and what is seen by whom."""

from __future__ import annotations

from typing import Any

import pytest

from storyengine.games.chance import Stream
from storyengine.games.out_of_this_world.actions import SAYINGS, STATEMENTS, bits
from storyengine.games.out_of_this_world.picture import picture
from storyengine.games.out_of_this_world.speech import strongest_need
from storyengine.games.protocol import SPECTATOR
from storyengine.games.session import Session
from tests.games.out_of_this_world.positions import begin, lay


def quiet(cards: int = 77) -> list[tuple[int, ...]]:
    """Chance for a deal of Items first, so that no Foe that silences anybody comes."""
    return [(0, 1, 2, 3, 4), (0, 1, 2, 3), tuple(reversed(range(cards)))]


@pytest.mark.rule("OOTW-33")
def test_in_go_for_it_only_the_holder_of_the_token_speaks() -> None:
    stream = Stream("vocal")
    state = begin(4, talk="vocal").state
    spoken = 0
    while state.round < 2 and state.actor >= 0:
        if state.phase in (6, 7):  # taking a card, and the action
            assert state.actor == state.turn
        elif state.phase not in (5,):
            assert state.talk() == (), "nobody speaks in the middle of an action, or while discarding"
        talk = state.talk()
        spoken += bool(talk)
        moves = state.legal() + talk
        state.apply(moves[stream.below(len(moves))])
        if state.actor == -1:
            break
    assert spoken
    table = lay(talk="vocal", stacks=[["bent_fork", "pinball", "plunger"]])
    assert "say need toys" in table.talk()
    table.do("take 1", "done")
    assert (table.state.actor, table.verbs()) == (1, {"take", "leg"}), "nobody is asked before a turn"
    table = lay(talk="vocal")
    refused = table.match.why_not(table.state.view(1), "say need toys")
    assert "only the holder of the Vocal token may speak" in refused


@pytest.mark.rule("OOTW-32")
def test_between_phases_everybody_is_asked() -> None:
    table = begin(3, talk="vocal", chance=quiet())
    asked = []
    for _ in range(3):
        asked.append(table.state.actor)
        assert table.talk()
        table.do("say need 5")
        assert not table.talk(), "one statement each"
        table.do("listen")
    assert asked == [0, 1, 2]
    assert table.verbs() >= {"take"} or table.legal()
    six = ["yo_yo", "kazoo", "cowbell", "pinball", "plunger", "recorder"]
    care = lay(hands={1: six}, talk="vocal").do("take 1", "done")
    assert care.legal() == {"listen", "hush"}, "things are taken care of"


@pytest.mark.rule("OOTW-34")
def test_nothing_but_the_token_holders_statement_reaches_the_others() -> None:
    table = lay(talk="vocal", hands={0: ["yo_yo"]})
    before = [table.state.view(seat) for seat in range(3)]
    table.state.log = []
    table.do("say need toys")
    assert [event.kind for event in table.events] == ["say"]
    for seat in range(3):
        after = table.state.view(seat)
        assert after.need == (0, -1, -1)
        assert after._replace(need=before[seat].need, spoke=0) == before[seat]
    assert "I need toys" in "\n".join(picture(table.state.view(2), ["A", "B", "C"], width=99, ascii_only=True))


@pytest.mark.rule("OOTW-36")
def test_a_group_may_relax_or_tighten_the_ban() -> None:
    free = begin(3, talk="free", difficulty="tough", chance=quiet(78))
    free.do("listen", "listen", "listen")
    # before the first turn the others are asked again
    assert [free.state.actor, free.state.turn] == [1, 0]
    free.do("say agree", "hush", "listen")
    assert free.state.actor == 0
    assert free.talk()
    silent = begin(3, talk="none")
    assert silent.talk() == set()
    assert silent.state.actor == silent.state.turn == 0


def test_whoever_hushes_is_asked_no_more_until_gear_up() -> None:
    table = begin(3, difficulty="easier", talk="free", chance=quiet())
    table.do("hush", "hush", "hush")
    asked = 0
    while table.state.round == 0:
        asked += table.legal() == {"listen", "hush"} and not table.state.caring
        token = next(iter(sorted(table.legal() - {"leg it"})))
        table.do("done" if "done" in table.legal() else token)
    assert not asked
    assert table.state.hushed == 0


def test_a_foe_may_silence_its_owner() -> None:
    table = lay(talk="vocal", front={0: ["haunted_answering_machine"]})
    assert table.talk() == set()
    assert "silent" in table.match.why_not(table.state.view(0), "say agree")


def test_statements_are_typed_as_words() -> None:
    table = lay(talk="vocal")
    view, offers = table.state.view(0), table.state.legal() + table.state.talk()
    read = {text: table.box.tokens[table.match.read(view, offers, text)] for text in (
        "say need toys", "need toys", "I need toys", "please take 3", "please leave 2", "need help", "say agreed",
    )}  # fmt: skip
    assert list(read.values()) == [
        "say need toys", "say need toys", "say need toys", "say take 3", "say leave 2", "say need help", "say agree",
    ]  # fmt: skip
    assert len(STATEMENTS) == len(SAYINGS) == len(set(SAYINGS))


def test_bots_say_what_their_hand_lacks_and_say_it_once() -> None:
    hand = ["treehouse_periscope", "left_roller_skate", "kazoo"]
    table = lay(talk="vocal", hands={0: hand})
    view = table.state.view(0)
    said = table.match.speak(view, table.state.talk(), Stream("s"))
    assert said is not None
    assert table.box.tokens[said] == "say need toys"
    table.do("say need toys")
    assert table.match.speak(table.state.view(0), table.state.talk() or (said,), Stream("s")) is None
    assert strongest_need(lay(hands={0: ["kazoo"]}).state.view(0)) == -1


def test_bots_listen() -> None:
    hands = {0: ["kazoo", "plunger"], 1: ["treehouse_periscope", "left_roller_skate"]}
    stacks = [["bent_fork", "holy_water_pistol"], ["garden_hose", "megaphone"]]
    taken = {}
    for needs in ("", "say need toys"):
        table = lay(talk="vocal", hands=hands, stacks=stacks)
        if needs:
            table.state.need[1] = 0
        move = table.match.advise(table.state.view(0), table.state.legal(), Stream("listen"))
        taken[needs] = table.box.tokens[move]
    assert taken["say need toys"] == "take 2", "the toy is left for whoever asked for toys"


def test_bots_are_quiet_where_talk_is_off_and_the_random_bot_always() -> None:
    for talk, bot, heard in (("vocal", "greedy", True), ("none", "greedy", False), ("vocal", "random", False)):
        config = {"players": 3, "options": {"talk": talk, "tokens": 2}}
        session = Session("out_of_this_world", config, "quiet", seats=("human", bot, bot))
        session.auto("random")
        assert any(event.kind == "say" for event in session.events) == heard


@pytest.mark.rule("OOTW-A29", "OOTW-A36")
def test_hands_are_hidden_unless_talk_is_free_and_the_discard_pile_is_open() -> None:
    for raw, shown in (
        ({}, False),
        ({"hands": "open"}, True),
        ({"talk": "free"}, True),
        ({"talk": "free", "hands": "hidden"}, False),
    ):
        settings: dict[str, Any] = {"talk": "none", **raw}
        state = begin(3, **settings).state
        view = state.view(0)
        assert (view.known[1] == state.hands[1]) == shown
        assert view.hand == state.hands[0]
    table = lay(hands={0: ["yo_yo", "kazoo"]}, stacks=[["bent_fork", "plunger"]]).do("leg it")
    view = table.state.view(SPECTATOR)
    assert {table.box.ids[card] for card in bits(view.discard)} == {"yo_yo", "kazoo"}
    assert view.hand == 0


def test_what_was_seen_going_to_a_hand_is_remembered() -> None:
    table = lay(stacks=[["bent_fork", "plunger"]]).do("take 1", "done")
    assert {table.box.ids[card] for card in bits(table.state.view(2).known[0])} == {"plunger"}
