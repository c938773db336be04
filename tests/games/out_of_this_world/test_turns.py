"""Gear Up and Go For It: dealing, taking, legging it, and whose turn comes next."""

from __future__ import annotations

import pytest

from storyengine.games.chance import Shuffle, Stream
from storyengine.games.out_of_this_world.sampling import sample_state
from storyengine.games.protocol import CHANCE
from tests.games.out_of_this_world.positions import Table, begin, lay, match, order

FOUR = ["yo_yo", "kazoo", "kite", "pinball"]


@pytest.mark.rule("OOTW-57", "OOTW-62")
def test_a_round_is_gear_up_then_turns_from_the_token_holder_then_taking_care() -> None:
    table = lay(turn=1, stacks=[["bent_fork"], ["kite"]])
    table.do("take 1", "done", "take 2", "done")
    kinds = [kind for kind in table.kinds() if kind in ("takes", "care", "round", "stacks")]
    assert kinds == ["takes", "takes", "care", "round", "stacks"]
    assert [event.data[0] for event in table.events if event.kind == "takes"] == [1, 2]


@pytest.mark.rule("OOTW-58", "OOTW-59", "OOTW-A7")
def test_five_stacks_of_four_of_which_the_tops_show() -> None:
    table = begin(characters=["ines", "wanda", "noor"])
    state = table.state
    assert [len(stack) for stack in state.stacks] == [4] * 5
    assert state.deck, "the rest stays beside them"
    played = match(characters=["ines", "wanda", "noor"], talk="none")
    first = ["yo_yo", "kazoo", "kite", "pinball", "plunger", "triangle"]
    six = ["bent_fork", "duct_tape", "bag_of_marbles", "cowbell", "loose_dice", "oven_mitts"]
    table = Table(played, played.start(), [(0,), (0, 1, 2, 3), order(played, [*first, *six])])
    assert table.tops == six[:5], "a card to each stack in turn; turned over, the first dealt is on top"
    assert table.box.ids[table.state.stacks[0][-2]] == "oven_mitts"
    view = table.state.view(1)
    assert view.heights == (4,) * 5
    hidden = [stack[:-1] for stack in table.state.stacks]
    worlds = [sample_state(view, Stream("w", k)) for k in range(3)]
    assert any([stack[:-1] for stack in world.stacks] != hidden for world in worlds), "what lies below is not seen"


@pytest.mark.rule("OOTW-60", "OOTW-A3", "OOTW-A6")
def test_a_deck_that_runs_out_in_the_middle_of_the_deal() -> None:
    discard = ["gravity_hiccup", "mayors_toupee", *FOUR, "duct_tape", "cowbell", "loose_dice", "kazoo"]
    deck = ["triangle", "recorder", "harmonica"]
    table = lay(stacks=[["bent_fork"]], deck=deck, discard=discard, variant="patrol")
    table.do("take 1")
    state = table.state
    state.apply(table.box.actions["done"])
    assert state.actor == CHANCE, "chance is asked before any player is"
    assert sum(len(stack) for stack in state.stacks) == 3, "what the old deck held is dealt"
    spec = state.chance()
    assert isinstance(spec, Shuffle)
    assert spec.size == len(set(discard))
    assert not state.discard, "the whole discard pile is shuffled"
    state.settle(tuple(range(spec.size)))
    assert sum(len(stack) for stack in state.stacks) == 3 + len(set(discard))
    assert table.tops[:3] == deck
    # a deck that is used up exactly is only made anew when a card is needed
    exact = lay(
        stacks=[["bent_fork"]], deck=[*FOUR[:1]], discard=["triangle"], played=match(talk="none", variant="patrol")
    )
    exact.state.deck = exact.state.deck[:1] + exact.box.start[30:49]
    exact.state.removed &= ~exact.box.mask(exact.state.deck)
    exact.do("take 1", "done")
    assert not exact.state.deck
    assert exact.state.run_outs == 0


@pytest.mark.rule("OOTW-63", "OOTW-105", "OOTW-106")
def test_turns_go_on_until_the_stacks_are_empty_and_the_last_taker_still_acts() -> None:
    table = lay(hands={0: ["yo_yo", "kazoo"], 1: ["kite", "pinball"]}, stacks=[["bent_fork", "plunger"]])
    table.do("take 1")
    assert "care" not in table.kinds()
    table.do("done", "take 1")
    assert table.tops == [""] * 5
    assert "pass kite" in table.legal()
    table.do("pass kite", "to 3")
    assert "care" in table.kinds()


@pytest.mark.rule("OOTW-64", "OOTW-65", "OOTW-76")
def test_a_turn_is_one_take_and_one_action_at_most_then_the_player_on_the_left() -> None:
    table = lay(hands={0: ["yo_yo", "kazoo", "triangle", "kite"]}, stacks=[["bent_fork", "plunger", "pogo_stick"]])
    assert table.verbs() == {"take", "leg"}
    table.do("take 1")
    assert "take" not in table.verbs()
    assert "done" in table.legal()
    table.do("equip kazoo")
    assert table.state.actor == 1
    table.do("take 1", "done")
    assert table.state.actor == table.state.turn == 2


@pytest.mark.rule("OOTW-66", "OOTW-99", "OOTW-100")
def test_legging_it_gives_up_the_hand_and_the_turn() -> None:
    table = lay(hands={0: ["yo_yo", "kazoo"]}, stacks=[["bent_fork", "plunger"]])
    table.do("leg it")
    assert table.hand(0) == set()
    assert table.discard == {"yo_yo", "kazoo"}
    assert "takes" not in table.kinds()
    assert table.state.actor == 1
    table.do("leg it")  # with an empty hand
    assert table.state.actor == 2


@pytest.mark.rule("OOTW-67", "OOTW-73")
def test_only_tops_are_taken_and_the_next_card_shows() -> None:
    table = lay(stacks=[["bent_fork", "plunger"], ["kite"]])
    assert table.legal() == {"take 1", "take 2", "leg it"}
    table.do("take 1")
    assert table.hand(0) == {"plunger"}
    assert table.tops[:2] == ["bent_fork", "kite"]


@pytest.mark.rule("OOTW-68", "OOTW-69")
def test_foes_in_sight_come_first_and_the_player_picks_which() -> None:
    stacks = [["bent_fork"], ["gravity_hiccup"], ["kite", "mayors_toupee"]]
    table = lay(stacks=stacks)
    assert table.legal() == {"take 2", "take 3", "leg it"}
    table.do("take 3", "done", "take 2", "done")
    assert table.legal() == {"take 1", "take 3", "leg it"}


@pytest.mark.rule("OOTW-70", "OOTW-71")
def test_a_foe_goes_before_the_player_and_an_item_to_the_hand() -> None:
    table = lay(stacks=[["bent_fork", "gravity_hiccup"]])
    table.do("take 1")
    assert table.front(0) == {"gravity_hiccup"}
    assert table.hand(0) == set()
    table.do("done", "take 1")
    assert table.hand(1) == {"bent_fork"}
    assert table.front(1) == set()


@pytest.mark.rule("OOTW-72")
def test_there_is_no_hand_limit_while_cards_are_taken() -> None:
    full = ["yo_yo", "kazoo", "kite", "pinball", "plunger", "triangle", "pogo_stick", "cowbell"]
    table = lay(hands={0: full}, stacks=[["bent_fork", "loose_dice"]]).do("take 1", "done")
    assert len(table.hand(0)) == 9
    assert table.state.actor == 1


@pytest.mark.rule("OOTW-74", "OOTW-75", "OOTW-A9")
def test_actions_come_after_the_take_and_may_use_the_card_taken() -> None:
    table = lay(hands={0: ["yo_yo", "rubber_chicken"]}, stacks=[["kite", "bag_of_marbles"]])
    assert not table.verbs() & {"pass", "equip", "defeat", "spend"}
    table.do("take 1", "equip bag_of_marbles")
    assert table.equipped(0) == {"bag_of_marbles"}
    table = lay(hands={0: ["yo_yo", "duct_tape", "kazoo", "pinball"]}, stacks=[["kite", "vacuum_with_opinions"]])
    table.do("take 1")
    assert table.verbs() == {"drop"}, "what taking it does comes before the action"
    table.do("drop yo_yo")
    assert "defeat vacuum_with_opinions" in table.legal()


@pytest.mark.rule("OOTW-101", "OOTW-102", "OOTW-103")
def test_legging_it_leaves_items_and_foes_where_they_are() -> None:
    table = lay(
        hands={0: ["yo_yo"]},
        equipped={0: ["kite"]},
        front={0: ["gravity_hiccup"]},
        stacks=[["bent_fork", "mayors_toupee"]],
    )
    table.do("leg it")
    assert table.equipped(0) == {"kite"}
    assert table.front(0) == {"gravity_hiccup"}
    assert table.tops[0] == "mayors_toupee"
    assert table.legal() == {"take 1", "leg it"}, "the next player faces it"


@pytest.mark.rule("OOTW-104")
def test_whoever_legged_it_acts_normally_next_time() -> None:
    table = lay(stacks=[["bent_fork", "kite", "plunger", "cowbell"]])
    table.do("leg it", "take 1", "done", "take 1", "done")
    assert table.state.actor == 0
    table.do("take 1")
    assert table.hand(0) == {"kite"}


@pytest.mark.rule("OOTW-A25")
def test_house_rule_after_three_idle_circles_somebody_must_take_a_card() -> None:
    table = lay(stacks=[["bent_fork", "kite"]])
    table.do(*["leg it"] * 9)
    assert table.legal() == {"take 1"}
    view = table.state.view(0)
    assert "house rule" in table.match.why_not(view, "leg it")
    table.do("take 1", "done")
    assert "leg it" in table.legal()
    assert any("legging it is closed" in line for line in table.match.help())
    soon = lay(stacks=[["bent_fork", "kite"]], stall_cycles=1).do(*["leg it"] * 3)
    assert soon.legal() == {"take 1"}


@pytest.mark.rule("OOTW-A26", "OOTW-A4")
def test_a_round_with_few_cards_or_none() -> None:
    # seven cards: stacks at most one apart, and nobody has a turn once they are empty
    deck = ["yo_yo", "kazoo", "kite", "pinball", "plunger", "triangle", "cowbell"]
    few = lay(stacks=[["bent_fork"]], deck=deck, variant="patrol").do("take 1", "done")
    assert sorted(len(stack) for stack in few.state.stacks) == [1, 1, 1, 2, 2]
    while few.state.round == 1:
        assert any(few.tops)
        few.do(min(token for token in few.legal() if token.startswith("take")), "done")
    # no card at all: things are taken care of, and as nothing can change any more the game is lost
    assert few.state.won == 0
    assert few.kinds().count("care") == 3
