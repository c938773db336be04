"""Difficulties, the starting deck, the deal, and what the adventures add."""

from __future__ import annotations

from collections import Counter

import pytest

from storyengine.games.chance import Stream, StreamDice
from storyengine.games.out_of_this_world.actions import bits
from storyengine.games.out_of_this_world.adventure import CAMPAIGN, in_play, shipped
from storyengine.games.out_of_this_world.box import Box
from storyengine.games.out_of_this_world.cards import basic_foes
from storyengine.games.out_of_this_world.state import State
from storyengine.games.protocol import CHANCE
from tests.games.out_of_this_world.positions import GAME, Table, begin, config, lay, match, order


def dealt(players: int = 3, seed: str = "deal", **raw: object) -> State:
    """A match after its deal."""
    dice = StreamDice(Stream(seed))
    state = match(players, **raw).start()
    while state.actor == CHANCE:
        state.settle(dice.result(state.chance(), 0))
    return state


def all_cards(box: Box, state: State) -> Counter[str]:
    masks = [*state.hands, *state.equipped, *state.front, state.discard]
    cards = [card for mask in masks for card in bits(mask)]
    cards += [card for stack in state.stacks for card in stack] + state.deck
    return Counter("foe" if card >= box.first_foe else "item" for card in cards)


@pytest.mark.rule("OOTW-37", "OOTW-38", "OOTW-35")
def test_easier_and_standard_have_no_difficult_foe_and_differ_in_talk() -> None:
    for difficulty, talk in (("easier", "free"), ("standard", "vocal")):
        settings = config(difficulty=difficulty)
        assert (settings.difficult, settings.talk) == (0, talk)
        state = dealt(difficulty=difficulty)
        assert len(state.aside) == 4
        normal = [foe.id for foe in basic_foes() if not foe.difficult]
        assert len(normal) == 11
        assert set(normal) <= {state.box.ids[card] for card in state.box.start}


@pytest.mark.rule("OOTW-39", "OOTW-40")
def test_tough_and_epic_add_random_difficult_foes() -> None:
    for difficulty, many in (("tough", 1), ("epic", 2)):
        chosen = set()
        for seed in range(12):
            state = dealt(seed=str(seed), difficulty=difficulty)
            assert len(state.aside) == 4 - many
            chosen.add(tuple(sorted(state.aside)))
        assert len(chosen) > 2, "they are drawn at random"


@pytest.mark.rule("OOTW-41")
def test_the_first_adventure_is_the_default_and_the_help_tells_the_difficulty() -> None:
    assert config().adventure.id == "birthday_bash"
    assert any("Difficulty easier" in line for line in match(difficulty="easier").help())


@pytest.mark.rule("OOTW-48", "OOTW-A27")
def test_one_chosen_player_begins_with_the_items_the_adventure_hands_out() -> None:
    for holder in (1, 3):
        table = begin(variant="confrontation", holder=holder)
        assert table.equipped(holder - 1) == {"loaded_backpack"}
        assert table.state.points[holder - 1] == 6
        assert sum(map(bool, table.state.equipped)) == 1


@pytest.mark.rule("OOTW-49", "OOTW-54")
def test_deck_sizes_before_dealing() -> None:
    sizes = {}
    for difficulty in ("easier", "standard", "tough", "epic"):
        settings = match(difficulty=difficulty)
        sizes[difficulty] = len(settings.box.start) + settings.config.difficult
    assert sizes == {"easier": 77, "standard": 77, "tough": 78, "epic": 79}
    patrol = match(variant="patrol")
    assert len(patrol.box.start) + patrol.config.difficult == 76


@pytest.mark.rule("OOTW-50", "OOTW-27")
def test_run_out_cards_are_set_aside() -> None:
    box = match().box
    friends = box.copies["enthralled_friend"]
    assert len(friends) == 3
    assert sum(card in box.start for card in friends) == 2
    assert box.added_first == [friends[2]]


@pytest.mark.rule("OOTW-51", "OOTW-53")
def test_two_items_each_and_the_rest_in_the_middle() -> None:
    for players in (3, 4, 5):
        state = dealt(players)
        assert [hand.bit_count() for hand in state.hands] == [2] * players
        assert not state.discard
        foes = sum(front.bit_count() for front in state.front)
        assert len(state.deck) == 77 - 2 * players - foes - 20
        assert all_cards(state.box, state).total() == 77


@pytest.mark.rule("OOTW-52", "OOTW-A8")
def test_a_foe_dealt_at_setup_is_placed_and_replaced_and_sets_nothing_off() -> None:
    first = ["vacuum_with_opinions", "yo_yo", "gravity_hiccup", "kazoo"]
    played = match(characters=["ines", "wanda", "noor"], talk="none")
    table = Table(played, played.start(), [(0,), (0, 1, 2, 3), order(played, first)])
    assert table.front(0) == {"vacuum_with_opinions", "gravity_hiccup"}
    assert table.hand(0) == {"yo_yo", "kazoo"}, "the Vacuum would have made it discard"
    assert table.state.limits[0] == 3, "what lasts does apply"
    played = match(characters=["ines", "wanda", "noor"], talk="none", setup_foes="taken")
    table = Table(played, played.start(), [(0,), (0, 1, 2, 3), order(played, first)])
    assert table.verbs() == {"drop"}


@pytest.mark.rule("OOTW-26", "OOTW-29", "OOTW-30")
def test_birthday_bash_tokens_and_points() -> None:
    assert shipped("birthday_bash").tokens == 8
    assert [match(players).box.goal for players in (3, 4, 5)] == [30, 25, 21]


@pytest.mark.rule("OOTW-28", "OOTW-61", "OOTW-A5")
def test_birthday_bash_run_out_adds_a_friend_once_and_a_difficult_foe_each_time() -> None:
    table = lay(rest_to_discard=True, stacks=[["bent_fork"]])
    table.state.discard &= ~table.box.mask(table.state.deck)
    table.do("take 1", "done")
    state = table.state
    assert state.run_outs == 1
    everywhere = all_cards(table.box, state)
    friend = table.box.added_first[0]
    assert len(state.aside) == 3
    assert any(friend in pile for pile in (*state.stacks, state.deck))
    for again, left in ((2, "kite"), (3, "kazoo"), (4, "pinball"), (5, "plunger")):
        # all that lies in the middle is thrown away, so that the deck runs out once more
        state.discard |= table.box.mask([card for pile in (*state.stacks, state.deck) for card in pile])
        state.deck.clear()
        state.stacks = [[table.box.numbers[left]], [], [], [], []]
        state.discard &= ~(1 << table.box.numbers[left])
        state.refresh_all()
        table.do("take 1", "done")
        assert state.run_outs == again
        assert len(state.aside) == max(0, 4 - again)
    added = all_cards(table.box, state).total() - everywhere.total()
    assert added == 3, "three more Difficult Foes, no more Friends"
    once = lay(rest_to_discard=True, run_out_difficult="once").do("take 1", "done")
    assert len(once.state.aside) == 3


@pytest.mark.rule("OOTW-55", "OOTW-A30", "OOTW-A31")
def test_patrol_the_block() -> None:
    for difficulty in ("standard", "epic"):
        settings = config(variant="patrol", difficulty=difficulty)
        assert settings.difficult == 1, "its own number goes before the difficulty's"
    assert config(variant="patrol", difficult=3, tokens=5).difficult == 3
    assert config(variant="patrol", tokens=5).tokens == 5
    patrol = shipped("patrol")
    assert not patrol.items
    assert not patrol.foes
    assert [match(players, variant="patrol").box.goal for players in (3, 4, 5)] == [30, 25, 21]
    table = lay(variant="patrol", rest_to_discard=True, stacks=[["bent_fork"]])
    aside = len(table.state.aside)
    before = all_cards(table.box, table.state).total()
    table.do("take 1", "done")
    assert table.state.run_outs == 1
    assert len(table.state.aside) == aside
    assert all_cards(table.box, table.state).total() == before


@pytest.mark.rule("OOTW-56")
def test_an_adventure_of_ones_own_combines_any_cards() -> None:
    own = {
        "title": "Cellar Night",
        "intro": "It is damp.",
        "start": {"gargoyle": 1, "enthralled_friend": 1, "damp_sock": 1},
        "items": [{"name": "Damp Sock", "suit": "wild", "value": 3, "spend": "discard foe"}],
        "win": {"points": [20, 18, 16], "no_foes": True},
    }
    assert GAME.check({"adventure": own}) == []
    box = match(adventure=own).box
    assert {"gargoyle", "enthralled_friend", "damp_sock"} <= {box.ids[card] for card in box.start}
    assert match(4, adventure=own).box.goal == 18


@pytest.mark.rule("OOTW-A1")
def test_the_first_seat_begins_unless_it_is_drawn() -> None:
    assert begin().state.turn == 0
    assert begin(chance=[(0, 1, 2, 3, 4), 2], first_player="random").state.turn == 2


@pytest.mark.parametrize("name", CAMPAIGN)
def test_every_adventure_brings_all_its_cards_into_play(name: str) -> None:
    adventure = shipped(name)
    there = in_play(adventure)
    assert all(there[item.id] == 1 for item in adventure.items)
    assert all(there[foe.id] == foe.copies for foe in adventure.foes)
