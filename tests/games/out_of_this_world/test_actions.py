"""The four actions: pass, equip, defeat, spend; with wild items, and with the characters' help."""

from __future__ import annotations

import pytest

from storyengine.games.out_of_this_world.scoring import has_won
from tests.games.out_of_this_world.positions import lay

ONE = [["bent_fork", "leaf_blower"]]
"""A stack of two hardware items: the test's player takes the leaf blower (6)."""


@pytest.mark.rule("OOTW-77", "OOTW-A37")
def test_a_pass_takes_two_items_of_the_own_hand_that_match() -> None:
    table = lay(
        hands={0: ["yo_yo", "boombox"], 1: ["kite"]}, equipped={0: ["triangle"]}, stacks=[["bent_fork", "pinball"]]
    )
    table.do("take 1")
    assert "pass" not in table.verbs(), "a toy 3, a music 6 and a gaming 4 share nothing; other cards do not count"
    assert "equip" not in table.verbs()
    table = lay(hands={0: ["yo_yo", "boombox", "kazoo"]}, stacks=[["bent_fork", "pinball"]]).do("take 1")
    assert {token for token in table.legal() if token.startswith("pass")} == {"pass yo_yo", "pass kazoo"}


@pytest.mark.rule("OOTW-78", "OOTW-83")
def test_of_one_type_the_lower_is_given() -> None:
    table = lay(hands={0: ["yo_yo", "holy_water_pistol"]}, stacks=[["bent_fork", "pinball"]]).do("take 1")
    assert {token for token in table.legal() if token.startswith("pass")} == {"pass yo_yo"}
    table.do("pass yo_yo", "to 2")
    assert table.hand(1) == {"yo_yo"}
    assert table.discard == {"holy_water_pistol"}


@pytest.mark.rule("OOTW-79", "OOTW-82", "OOTW-81")
def test_of_one_value_either_is_given_and_the_other_discarded() -> None:
    for given, other in (("toy_soldiers", "spray_paints"), ("spray_paints", "toy_soldiers")):
        table = lay(hands={0: ["toy_soldiers", "spray_paints"]}, stacks=[["bent_fork", "boombox"]]).do("take 1")
        table.do(f"pass {given}", "to 3")
        assert table.hand(2) == {given}
        assert table.discard == {other}


@pytest.mark.rule("OOTW-80", "OOTW-A34")
def test_any_other_player_receives_and_cannot_refuse() -> None:
    table = lay(4, hands={1: ["toy_soldiers", "spray_paints"]}, stacks=[["bent_fork", "boombox"]], turn=1)
    table.do("take 1", "pass toy_soldiers")
    assert table.legal() == {"to 1", "to 3", "to 4"}
    table.do("to 1")
    assert "toy_soldiers" in table.hand(0)
    assert table.state.actor == 2, "the receiver is not asked"


@pytest.mark.rule("OOTW-84", "OOTW-A12", "OOTW-A11")
def test_wild_items_in_a_pass() -> None:
    table = lay(hands={0: ["yo_yo", "swiss_army_spoon"]}, stacks=[["bent_fork", "boombox"]]).do("take 1")
    # the wild 5 is a toy beside the 3, and music beside the 6
    assert {token for token in table.legal() if token.startswith("pass")} == {"pass yo_yo", "pass swiss_army_spoon"}
    wild = lay(hands={0: ["everything_sock", "swiss_army_spoon"]}, stacks=[["bent_fork", "yo_yo"]]).do("take 1")
    wild.do("pass swiss_army_spoon", "to 2")
    assert wild.discard == {"everything_sock"}
    same = lay(hands={0: ["yo_yo", "rubber_chicken"]}, stacks=[["bent_fork", "boombox"]]).do("take 1")
    assert {"pass yo_yo", "pass rubber_chicken"} <= same.legal(), "type and value alike: either"


@pytest.mark.rule("OOTW-85", "OOTW-87")
def test_an_equip_takes_three_and_discards_two() -> None:
    table = lay(hands={0: ["spray_paints", "plunger", "yo_yo"]}, stacks=ONE).do("take 1")
    assert "equip plunger" in table.legal()
    table.do("equip plunger")
    assert table.equipped(0) == {"plunger"}
    assert table.discard == {"spray_paints", "leaf_blower"}
    assert table.hand(0) == {"yo_yo"}
    value = lay(hands={0: ["pogo_stick", "boombox"]}, stacks=ONE).do("take 1")
    assert {token for token in value.legal() if token.startswith("equip")} == {
        "equip pogo_stick", "equip boombox", "equip leaf_blower",
    }  # fmt: skip
    two = lay(hands={0: ["pogo_stick", "kazoo"]}, stacks=ONE).do("take 1")
    assert "equip" not in two.verbs()


@pytest.mark.rule("OOTW-86", "OOTW-89")
def test_the_lowest_is_equipped_and_a_tie_is_the_players_choice() -> None:
    table = lay(hands={0: ["bicycle_bell", "plunger"]}, stacks=ONE).do("take 1")
    assert {token for token in table.legal() if token.startswith("equip")} == {"equip bicycle_bell"}
    tie = lay(hands={0: ["spray_paints", "plunger"]}, stacks=ONE).do("take 1")
    assert {token for token in tie.legal() if token.startswith("equip")} == {"equip spray_paints", "equip plunger"}
    eights = ["treehouse_periscope", "wailing_synthesizer"]
    assert "equip treehouse_periscope" not in lay(hands={0: eights}, stacks=ONE).do("take 1").legal()
    three = lay(hands={0: eights}, stacks=[["bent_fork", "meteorite_chunk"]]).do("take 1")
    assert "equip treehouse_periscope" in three.legal()


@pytest.mark.rule("OOTW-88", "OOTW-A19")
def test_an_equipped_item_counts_at_once_and_its_ability_from_the_next_action() -> None:
    table = lay(
        hands={0: ["spray_paints", "plunger"]},
        front={0: ["gravity_hiccup"]},
        stacks=[["kite", "yo_yo", "pogo_stick", "leaf_blower"]],
    )
    table.do("take 1", "equip plunger")
    assert table.state.points[0] == 4
    assert table.state.actor == 1, "one action a turn, so it cannot be spent in this one"
    table.do("take 1", "done", "take 1", "done", "take 1")
    assert "spend plunger" in table.legal()


@pytest.mark.rule("OOTW-13", "OOTW-14", "OOTW-90")
def test_a_wild_item_stands_for_a_suit_with_its_own_value() -> None:
    table = lay(hands={0: ["satellite_wok", "swiss_army_spoon"]}, stacks=ONE).do("take 1")
    assert {token for token in table.legal() if token.startswith("equip")} == {"equip swiss_army_spoon"}
    table.do("equip swiss_army_spoon")
    assert table.equipped(0) == {"swiss_army_spoon"}
    assert table.state.points[0] == 5


@pytest.mark.rule("OOTW-A13", "OOTW-A17")
def test_a_wild_item_is_one_colour_a_time_and_none_once_equipped() -> None:
    table = lay(hands={0: ["pogo_stick", "swiss_army_spoon", "dads_trombone"]}, stacks=[["bent_fork", "pinball"]]).do(
        "take 1"
    )
    assert "equip" not in table.verbs(), "it cannot be a toy and music in one set"
    others = {1: ["kite", "recorder"], 2: ["boomerang", "harmonica"]}
    for own, won in ((["swiss_army_spoon", "yo_yo"], False), (["kazoo", "yo_yo"], True)):
        table = lay(adventure={"title": "Two", "win": {"suits_each": 2}}, equipped={0: own, **others})
        assert has_won(table.state) is won


@pytest.mark.rule("OOTW-91", "OOTW-94", "OOTW-95")
def test_a_defeat_pays_the_set_and_all_goes_to_the_discard_pile() -> None:
    table = lay(
        hands={0: ["yo_yo", "kazoo", "pinball"]}, front={0: ["enthralled_friend"]}, stacks=[["bent_fork", "plunger"]]
    )
    table.do("take 1", "defeat enthralled_friend")
    assert "enthralled_friend" in table.discard
    assert table.front(0) == set()
    assert not table.state.removed
    assert "yo_yo" not in table.hand(0)
    assert "defeat" not in lay(hands={0: ["yo_yo"]}, front={0: ["enthralled_friend"]}, stacks=ONE).do("take 1").verbs()
    back = lay(rest_to_discard=True, discard=["gravity_hiccup"], stacks=[["bent_fork"]], variant="patrol").do(
        "take 1", "done"
    )
    number = back.box.numbers["gravity_hiccup"]
    assert any(number in pile for pile in (*back.state.stacks, back.state.deck)), "it comes back after a reshuffle"


@pytest.mark.rule("OOTW-92", "OOTW-93", "OOTW-A35")
def test_only_own_foes_but_malala_and_bart_help_others_from_their_own_hand() -> None:
    front = {1: ["lawn_gnome_patrol"]}
    others = lay(hands={0: ["yo_yo", "pinball", "kazoo"]}, front=front, stacks=ONE).do("take 1")
    assert "defeat" not in others.verbs()
    for name in ("malala", "bart"):
        hands = {0: ["yo_yo", "pinball", "kazoo"]}
        table = lay(hands=hands, front=front, stacks=ONE, characters=[name, "ines", "wanda"]).do("take 1")
        table.do("defeat lawn_gnome_patrol", "pay yo_yo", "pay pinball", "pay kazoo")
        assert table.front(1) == set()
        assert table.hand(0) == {"leaf_blower"}
    poor = lay(hands={1: hands[0]}, front=front, stacks=ONE, characters=["bart", "ines", "wanda"]).do("take 1")
    assert "defeat" not in poor.verbs(), "the owner's cards do not pay"


@pytest.mark.rule("OOTW-96", "OOTW-A18")
def test_spending_is_for_the_owner_of_an_equipped_item_with_the_keyword() -> None:
    table = lay(
        hands={0: ["cowbell"]}, equipped={0: ["oven_mitts"], 1: ["kazoo"]}, front={0: ["gravity_hiccup"]}, stacks=ONE
    ).do("take 1")
    assert "spend" not in table.verbs()
    mine = lay(equipped={0: ["kazoo"]}, front={0: ["gravity_hiccup"]}, stacks=ONE).do("take 1")
    assert "spend kazoo" in mine.legal()


@pytest.mark.rule("OOTW-98", "OOTW-111")
def test_a_spent_item_stays_equipped_and_counts() -> None:
    table = lay(equipped={0: ["kazoo"]}, front={0: ["gravity_hiccup"]}, stacks=ONE).do("take 1", "spend kazoo")
    assert table.equipped(0) == {"kazoo"}
    assert table.state.points[0] == 3
    assert table.ids(table.state.spent) == {"kazoo"}


@pytest.mark.rule("OOTW-25", "OOTW-A21")
def test_the_slingshot_gives_the_whole_hand_as_one_likes() -> None:
    table = lay(hands={0: ["yo_yo", "kazoo"]}, equipped={0: ["slingshot"]}, stacks=ONE)
    table.do("take 1", "spend slingshot", "to 2", "to 3", "to 2")
    assert table.hand(0) == set()
    assert table.hand(1) == {"yo_yo", "leaf_blower"}
    assert table.hand(2) == {"kazoo"}
    empty = lay(equipped={0: ["slingshot"]}, stacks=[["bent_fork", "gravity_hiccup"]]).do("take 1", "spend slingshot")
    assert empty.state.actor == 1, "legal with an empty hand, and void"


@pytest.mark.rule("OOTW-A14", "OOTW-A15")
def test_wild_items_in_a_foes_set_and_what_any_means() -> None:
    front = {0: ["escaped_equipment"]}
    hands = (["swiss_army_spoon", "everything_sock"], ["swiss_army_spoon", "pinball"], ["yo_yo", "pinball"])
    for hand in hands:
        table = lay(variant="night_school", hands={0: hand}, front=front, stacks=[["bent_fork", "kite"]]).do("take 1")
        assert "defeat escaped_equipment" in table.legal(), hand
    three = lay(variant="night_school", hands={0: ["yo_yo", "kazoo"]}, front=front, stacks=[["bent_fork", "kite"]])
    assert "defeat" not in three.do("take 1").verbs(), "a wild card is one card, and there is none"


@pytest.mark.rule("OOTW-23", "OOTW-A24", "OOTW-A10")
def test_escaped_equipment_is_removed_by_paying_twice_and_else_discarded() -> None:
    hand = ["yo_yo", "kite", "pinball", "loose_dice", "kazoo"]
    front = {0: ["escaped_equipment"]}
    table = lay(variant="night_school", hands={0: hand}, front=front, stacks=[["bent_fork", "triangle"]]).do("take 1")
    assert {"defeat escaped_equipment", "defeat twice escaped_equipment"} <= table.legal()
    table.do("defeat twice escaped_equipment")
    assert table.ids(table.state.removed) == {"escaped_equipment"}
    assert table.discard == {*hand, "triangle"}, "six Items in one action"
    once = lay(variant="night_school", hands={0: hand}, front=front, stacks=[["bent_fork", "triangle"]]).do("take 1")
    once.do("defeat escaped_equipment", "pay yo_yo", "pay pinball", "pay kite")
    assert once.state.removed == 0
    assert "escaped_equipment" in once.discard


def test_the_other_characters_break_a_rule_each() -> None:
    single = lay(hands={1: ["yo_yo"]}, stacks=[["bent_fork", "boombox"]], turn=1).do("take 1", "pass yo_yo", "to 3")
    assert single.hand(2) == {"yo_yo"}
    assert single.discard == set()
    foe = lay(
        hands={2: ["yo_yo", "left_roller_skate"]},
        front={2: ["enthralled_friend"]},
        stacks=[["bent_fork", "kazoo"]],
        turn=2,
    )
    foe.do("take 1", "defeat enthralled_friend", "pay left_roller_skate")
    assert "left_roller_skate" in foe.hand(2)
    equip = lay(4, hands={3: ["plunger", "dads_good_drill"]}, stacks=ONE, turn=3).do("take 1", "equip plunger")
    assert equip.hand(3) == {"dads_good_drill"}
    assert equip.discard == {"leaf_blower"}
    assert lay().state.limits == [7, 5, 5]


@pytest.mark.rule("OOTW-A20")
def test_an_ability_without_the_keyword_costs_no_action_and_is_not_used_up() -> None:
    front = {0: ["gravity_hiccup", "mayors_toupee"]}
    for _ in range(2):
        table = lay(equipped={0: ["oven_mitts"]}, front=front, stacks=[["bent_fork"]]).do("take 1")
        assert "spend" not in table.verbs()
        table.do("done")
        assert table.state.tokens == 7
        front = {seat: list(table.front(seat)) for seat in range(3)}
    assert table.state.spent == 0


def test_a_rule_that_forbids_a_move_is_quoted() -> None:
    front = {0: ["the_thing_in_the_ball_pit", "lawn_gnome_patrol"]}
    table = lay(hands={0: ["yo_yo", "kazoo"]}, front=front, stacks=ONE).do("take 1")
    view = table.state.view(0)
    assert "keeps you from passing" in table.match.why_not(view, "pass yo_yo")
    assert "you do not hold" in table.match.why_not(view, "equip kite")
    assert "is legal now" in table.match.why_not(view, "defeat Lawn Gnome Patrol")
    other = lay(front={1: ["lawn_gnome_patrol"]}).do("take 1")
    assert "not before you" in other.match.why_not(other.state.view(0), "defeat lawn_gnome_patrol")


def test_an_item_of_a_barred_suit_is_not_equipped_by_an_ability_either() -> None:
    held = {0: ["yo_yo", "kazoo", "loose_dice"]}
    free = lay(hands=held, equipped={0: ["duct_tape"]}).do("take 1", "spend duct_tape")
    assert free.legal() >= {"fit yo_yo", "fit kazoo", "fit loose_dice"}
    barred = lay(hands=held, equipped={0: ["duct_tape"]}, front={0: ["mayors_toupee"]}).do("take 1", "spend duct_tape")
    assert "fit yo_yo" not in barred.legal() and barred.legal() >= {"fit kazoo", "fit loose_dice"}


def test_time_is_gained_up_to_what_there_was() -> None:
    for tokens, after in ((8, 8), (6, 7)):
        table = lay(equipped={0: ["golden_cartridge"]}, tokens=tokens).do("take 1", "spend golden_cartridge")
        assert table.state.tokens == after


def test_what_was_laid_and_paid_is_told_to_all() -> None:
    table = lay(hands={0: ["yo_yo", "kazoo"], 1: ["kite", "loose_dice"]}, front={1: ["left_handed_shadow"]})
    table.do("take 1", "equip yo_yo")
    told = {event.kind: event for event in table.events if event.is_for(-1)}
    assert table.ids(table.box.mask(told["beside"].data[1:])) == {"kazoo", "bent_fork"}
    table = lay(hands={0: ["yo_yo", "kite"]}, front={0: ["left_handed_shadow"]}).do(
        "take 1", "defeat left_handed_shadow"
    )
    told = {event.kind: event for event in table.events if event.is_for(-1)}
    assert table.ids(table.box.mask(told["pays"].data[1:])) == {"yo_yo", "kite", "bent_fork"}
