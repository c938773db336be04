"""Victory, loss of Time, hands cut, the next round; and what lasts or happens at the end of a turn."""

from __future__ import annotations

import pytest

from storyengine.games.protocol import OVER
from tests.games.out_of_this_world.positions import Table, begin, lay, match

THIRTY = ["treehouse_periscope", "holy_water_pistol", "left_roller_skate", "rubber_chicken"]  # 8 + 7 + 7 + 3
MORE = ["wailing_synthesizer", "megaphone", "electric_ukulele", "triangle"]  # 25
HARD = ["dads_good_drill", "satellite_wok", "car_battery", "duct_tape"]  # 25
GAMES = ["basement_arcade_cabinet", "golden_cartridge", "twenty_sided_lamp", "loose_dice"]  # 25
LAST = [["bent_fork"]]


def end(**raw: object) -> Table:
    """Take the last card of a round and do nothing with it."""
    raw.setdefault("stacks", LAST)
    return lay(**raw).do("take 1", "done")  # type: ignore[arg-type]


@pytest.mark.rule("OOTW-107", "OOTW-112")
def test_victory_is_looked_at_before_time_is_lost() -> None:
    equipped = {0: THIRTY, 1: MORE, 2: HARD, 3: GAMES}
    table = end(players=4, equipped=equipped, front={0: ["gravity_hiccup", "mayors_toupee"]}, tokens=1)
    assert table.state.won == 1
    assert table.state.tokens == 1
    fives = {0: [*THIRTY, "kite"], 1: MORE, 2: HARD}
    order = end(
        equipped=fives,
        front={0: ["mall_mannequin_club"]},
        hands={1: ["yo_yo", "kazoo", "cowbell", "pinball", "plunger", "recorder"]},
    )
    assert [kind for kind in order.kinds() if kind in ("care", "time")] == ["care", "time"]
    assert order.verbs() == {"drop"}
    order.do("drop yo_yo")
    assert [kind for kind in order.kinds() if kind in ("care", "time", "discards", "round", "stacks")] == [
        "care", "time", "discards", "round", "stacks",
    ]  # fmt: skip


@pytest.mark.rule("OOTW-108", "OOTW-109", "OOTW-110")
def test_every_player_needs_the_points() -> None:
    exact = {3: ([*THIRTY, "slingshot"], [*MORE, "harmonica"], [*HARD, "oven_mitts"])}
    assert end(equipped=dict(enumerate(exact[3]))).state.won == 1, "exactly thirty each"
    short = {0: [*THIRTY, "slingshot", "pogo_stick", "boomerang"], 1: [*MORE, "harmonica"], 2: [*HARD, "plunger"]}
    assert end(equipped=short).state.won == -1, "one point short, whatever the others have"
    four = {0: THIRTY, 1: MORE, 2: HARD, 3: GAMES}
    assert end(players=4, equipped=four).state.won == 1, "exactly 25 each"
    assert end(players=4, equipped={**four, 3: GAMES[:3]}).state.won == -1
    lower = {seat: [*cards[1:3], "x"] for seat, cards in four.items()}  # 14 each
    seven = {0: "pogo_stick", 1: "boombox", 2: "leaf_blower", 3: "light_gun"}
    five = {seat: [*cards[:2], seven[seat]] for seat, cards in lower.items()}  # 20 each
    fifth = ["meteorite_chunk", "mystery_remote", "everything_sock"]
    assert end(players=5, equipped={**five, 4: fifth}).state.won == -1
    one = {0: "yo_yo", 1: "kazoo", 2: "bicycle_bell", 3: "deck_of_51_cards"}
    more = {seat: [*cards, one[seat]] for seat, cards in five.items()}
    assert end(players=5, equipped={**more, 4: fifth}).state.won == 1


@pytest.mark.rule("OOTW-113", "OOTW-114", "OOTW-115")
def test_time_is_lost_by_whoever_has_most_foes() -> None:
    two, three = ["gravity_hiccup", "mayors_toupee"], ["lawn_gnome_patrol", "left_handed_shadow", "mall_mannequin_club"]
    assert end(front={0: two, 1: three, 2: ["vacuum_with_opinions"]}).state.tokens == 5, "the most, not the sum"
    assert end(front={1: two, 2: ["lawn_gnome_patrol", "left_handed_shadow"]}).state.tokens == 6, "a tie counts once"
    assert end().state.tokens == 8


@pytest.mark.rule("OOTW-116", "OOTW-117")
def test_the_last_token_loses_the_game() -> None:
    two = ["gravity_hiccup", "mayors_toupee"]
    for tokens in (1, 2):
        table = end(front={1: two}, tokens=tokens)
        assert table.state.won == 0
        assert table.state.actor == OVER
        assert table.state.tokens == 0
    assert end(front={1: two}, tokens=3).state.won == -1


@pytest.mark.rule("OOTW-118", "OOTW-A32")
def test_hands_above_five_are_cut_by_their_owner() -> None:
    six = ["yo_yo", "kazoo", "cowbell", "pinball", "plunger", "recorder"]
    table = end(hands={1: [*six, "kite"], 2: ["triangle"]})
    assert table.state.actor == 1
    assert len(table.legal()) == 7, "any card"
    table.do("drop kite", "drop plunger")
    assert len(table.hand(1)) == 5
    assert {"kite", "plunger"} <= table.discard
    assert table.hand(2) == {"triangle"}
    assert table.state.round == 1


@pytest.mark.rule("OOTW-119", "OOTW-A2")
def test_the_next_round_starts_left_of_whoever_acted_last() -> None:
    table = lay(turn=1, stacks=[["bent_fork", "kite"]]).do("take 1", "done", "take 1", "done")
    assert table.state.round == 1
    assert table.state.turn == 0, "seat 3 acted last, so seat 1 begins"


@pytest.mark.rule("OOTW-120", "OOTW-A28")
def test_rounds_repeat_until_it_is_won_or_lost_and_never_in_the_middle() -> None:
    full = {0: [*THIRTY, "slingshot"], 1: [*MORE, "harmonica"], 2: [*HARD, "oven_mitts"]}
    table = lay(equipped=full, stacks=[["bent_fork", "kite"]]).do("take 1", "done")
    assert table.state.won == -1, "not before things are taken care of"
    table.do("take 1", "done")
    assert table.state.won == 1
    rounds = end(stacks=LAST)
    assert rounds.state.round == 1
    limited = end(round_limit=1)
    assert limited.state.won == 0, "house rule"


@pytest.mark.rule("OOTW-121")
def test_all_share_one_result() -> None:
    full = {0: [*THIRTY, "slingshot"], 1: [*MORE, "harmonica"], 2: [*HARD, "oven_mitts"]}
    for table, label in ((end(equipped=full), "won"), (end(front={0: ["mayors_toupee"]}, tokens=1), "lost")):
        result = table.state.result()
        assert result is not None
        assert len(set(result.scores)) == len(set(result.ranks)) == 1
        assert {table.match.label(table.state, seat) for seat in range(3)} == {label}
        assert len({table.state.utility(seat) for seat in range(3)}) == 1


@pytest.mark.rule("OOTW-22", "OOTW-A22", "OOTW-A23")
def test_roaming_foes_move_left_at_the_end_of_their_owners_turn() -> None:
    stacks = [["bent_fork", "kite", "plunger", "pinball"]]
    table = lay(variant="night_school", front={0: ["escaped_equipment"]}, stacks=stacks)
    table.do("take 1", "done")
    assert table.front(1) == {"escaped_equipment"}
    table.do("leg it")
    assert table.front(2) == {"escaped_equipment"}, "it moves again, after legging it too"
    table.do("take 1", "done", "take 1", "done", "take 1")
    assert table.front(1) == {"escaped_equipment"}
    table.do("done")
    # the stacks are empty: it moved first and counts where it is now, beside another one
    assert table.state.tokens == 7
    both = lay(variant="night_school", front={0: ["escaped_equipment"], 1: ["mayors_toupee"]}, stacks=LAST)
    both.do("take 1", "done")
    assert both.state.tokens == 6


def test_what_foes_do_once_and_for_as_long_as_they_lie_there() -> None:
    limit = end(front={1: ["gravity_hiccup"]}, hands={1: ["yo_yo", "kazoo", "cowbell", "pinball"]})
    assert limit.verbs() == {"drop"}
    minus = {0: [*THIRTY, "slingshot"], 1: [*MORE, "harmonica"], 2: [*HARD, "oven_mitts"]}
    assert end(equipped=minus, front={0: ["left_handed_shadow"]}).state.won == -1
    double = end(front={0: ["the_neighbour_from_below"]})
    assert double.state.tokens == 6
    calm = end(front={0: ["gravity_hiccup", "mayors_toupee"]}, equipped={0: ["oven_mitts"]})
    assert calm.state.tokens == 7, "one of the holder's Foes does not count"
    zip_ = lay(stacks=[["bent_fork", "sky_with_a_zip"]], tokens=1).do("take 1")
    assert zip_.state.won == 0, "Time can run out in the middle of a round"
    stuck = lay(front={0: ["possessed_ice_cream_van"]})
    assert stuck.legal() == {"take 1"}
    proud = lay(hands={1: ["yo_yo", "kazoo"]}, front={2: ["mall_mannequin_club"]}, turn=1).do("take 1", "pass kazoo")
    assert proud.hand(0) == {"kazoo"}, "seat 3 may be given nothing, so there is one receiver only"
    none = lay(hands={0: ["yo_yo", "kite"]}, front={0: ["mayors_toupee"]}, stacks=[["bent_fork", "pogo_stick"]])
    assert "equip" not in none.do("take 1").verbs(), "no toys may be equipped"


def test_the_other_win_conditions() -> None:
    books = {0: ["almanac_volume_one", *THIRTY, "pogo_stick", "bag_of_marbles", "toy_soldiers"]}
    books[1] = ["almanac_volume_two", *MORE, "boombox", "kazoo", "recorder"]
    last = {2: ["almanac_volume_three", *HARD, "leaf_blower", "bicycle_bell", "spray_paints"]}
    assert end(variant="hit_the_books", equipped={**books, **last}).state.won == 1
    short = {**books, 2: [*HARD, "leaf_blower", "bicycle_bell", "spray_paints", "plunger"]}
    assert end(variant="hit_the_books", equipped=short).state.won == -1
    played = match(variant="confrontation", characters=["ines", "wanda", "noor"], talk="none")
    table = lay(
        played=played,
        hands={0: ["spray_paints", "plunger", "yo_yo"]},
        front={0: ["the_claw"]},
        stacks=[["bent_fork", "recorder"]],
    )
    table.do("take 1", "defeat the_claw")
    assert table.state.defeated == [1, 0, 0]
    assert table.ids(table.state.removed) >= {"the_claw"}


def test_facts_that_a_story_may_show() -> None:
    table = end(front={0: ["mayors_toupee"]}, equipped={0: ["kite"]})
    assert table.state.facts(0) == {"tokens": 7, "rounds": 1, "points": 4, "team_points": 4, "foes": 1}
    assert begin().state.facts(1)["rounds"] == 0


def test_in_one_gear_up_the_deck_is_not_made_anew_of_nothing() -> None:
    table = lay(players=5, deck=["kite", "kazoo"], discard=["plunger"], variant="birthday_bash").do("take 1", "done")
    assert table.state.round == 1 and table.kinds().count("run out") == 1
    assert len(table.state.aside) == 3, "one Difficult Foe has come, not all four"
