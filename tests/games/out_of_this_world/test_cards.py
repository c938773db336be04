"""The cards: counts, values, suits, and what the rulebook prints of names, sets and abilities."""

from __future__ import annotations

from collections import Counter

import pytest

from storyengine.games.out_of_this_world.adventure import CAMPAIGN, PLAYERS, SHIPPED, TOKENS, Adventure, shipped
from storyengine.games.out_of_this_world.cards import COPIES, WILDS, basic_foes, basic_items, characters
from storyengine.games.out_of_this_world.picture import picture
from storyengine.games.out_of_this_world.vocabulary import SUITS, TYPES, WILD, Effect
from tests.games.out_of_this_world.positions import GAME, begin, lay, match

ADVENTURES = [shipped(name) for name in CAMPAIGN]


def ids(adventure: Adventure) -> set[str]:
    return {item.id for item in adventure.items} | {foe.id for foe in adventure.foes}


def item(name: str) -> tuple[str, int, Effect | None]:
    found = next(each for each in (*basic_items(), *(i for a in ADVENTURES for i in a.items)) if each.id == name)
    return TYPES[found.type], found.value, found.spend


@pytest.mark.rule("OOTW-01", "OOTW-07", "OOTW-44")
def test_the_deck_has_110_cards_in_five_piles() -> None:
    items = sum(len(adventure.items) for adventure in ADVENTURES)
    foes = sum(foe.copies for adventure in ADVENTURES for foe in adventure.foes)
    difficult = sum(foe.difficult for foe in basic_foes())
    standard = len(basic_items()) + len(basic_foes()) - difficult
    assert (standard, difficult, 2 * len(CAMPAIGN), items, foes) == (75, 4, 10, 8, 13)
    assert standard + difficult + 2 * len(CAMPAIGN) + items + foes == 110


@pytest.mark.rule("OOTW-02", "OOTW-03", "OOTW-04")
def test_four_suits_of_fifteen_and_four_wild_items() -> None:
    assert SUITS == ("toys", "music", "gaming", "hardware")
    for suit in range(4):
        assert Counter(each.value for each in basic_items() if each.type == suit) == COPIES
    assert COPIES == {3: 3, 4: 3, 5: 3, 6: 3, 7: 2, 8: 1}
    assert len(basic_items()) == 64
    assert len({each.id for each in basic_items()}) == 64


@pytest.mark.rule("OOTW-05", "OOTW-06", "OOTW-12")
def test_wild_values_and_sums() -> None:
    assert [each.value for each in basic_items() if each.type == WILD] == list(WILDS) == [5, 6, 7, 8]
    assert [sum(each.value for each in basic_items() if each.type == suit) for suit in range(4)] == [76] * 4
    assert sum(each.value for each in basic_items()) == 330
    rarity = Counter(each.value for each in basic_items() if each.type < WILD)
    assert sorted(rarity) == [3, 4, 5, 6, 7, 8]
    assert rarity[8] < rarity[7] < rarity[6]


@pytest.mark.rule("OOTW-08", "OOTW-46")
def test_the_campaign_in_order() -> None:
    titles = [adventure.title for adventure in ADVENTURES]
    assert titles == ["Birthday Bash", "Hit the Books", "Night School", "Stained Glass", "Confrontation"]
    assert [adventure.chapter for adventure in ADVENTURES] == [1, 2, 3, 4, 5]
    assert GAME.variants == (*CAMPAIGN, "patrol")
    wins = {adventure.win for adventure in ADVENTURES}
    assert len({(win.equipped, win.suits_each, win.removed, win.defeated) for win in wins}) == 5


@pytest.mark.rule("OOTW-09", "OOTW-42")
def test_five_characters_with_two_equal_sides_chosen_or_drawn() -> None:
    assert len(characters()) == 5
    assert all(len(each.sides) == 2 for each in characters())
    one = begin(characters=["malala", "ines", "noor"]).state
    other = begin(characters=["bart", "otto", "felix"]).state
    assert one.who == other.who
    assert one.abilities == other.abilities
    drawn = begin(chance=[(4, 2, 0, 1, 3)])
    assert drawn.state.who == [4, 2, 0]
    assert GAME.check({"players": 3, "options": {"characters": ["malala", "bart", "ines"]}})


@pytest.mark.rule("OOTW-10", "OOTW-43", "OOTW-A33")
def test_eight_time_tokens_unless_the_adventure_says_fewer() -> None:
    assert TOKENS == 8
    assert begin().state.tokens == 8
    fewer = {"title": "Short", "tokens": 5, "win": {"points": 10}}
    assert begin(adventure=fewer).state.tokens == 5
    assert GAME.check({"adventure": {**fewer, "tokens": 9}})[0][0] == "adventure.tokens"


@pytest.mark.rule("OOTW-11")
def test_three_to_five_play() -> None:
    assert all(GAME.player_counts(variant) == PLAYERS == (3, 4, 5) for variant in SHIPPED)
    assert GAME.check({"players": 2})
    assert GAME.check({"players": 6})


@pytest.mark.rule("OOTW-15", "OOTW-16", "OOTW-97")
def test_an_ability_works_once_equipped_and_once_only() -> None:
    with_ability = [each for each in basic_items() if each.spend or each.lasting]
    assert 0 < len(with_ability) < 64
    table = lay(hands={0: ["kazoo"]}, front={0: ["gravity_hiccup"]})
    assert "spend kazoo" not in table.do("take 1").legal()
    stacks = [["bent_fork", "plunger", "kite", "pogo_stick"]]
    table = lay(equipped={0: ["kazoo"]}, front={0: ["gravity_hiccup", "mayors_toupee"]}, stacks=stacks)
    table.do("take 1", "spend kazoo", "foe gravity_hiccup", "take 1", "done", "take 1", "done", "take 1")
    assert table.state.actor == 0
    assert "spend kazoo" not in table.legal()


@pytest.mark.rule("OOTW-17", "OOTW-45", "OOTW-47")
def test_only_the_chosen_adventures_cards_are_in_play() -> None:
    for adventure in ADVENTURES:
        box = match(variant=adventure.id).box
        own = ids(adventure)
        others = set().union(*map(ids, ADVENTURES)) - own
        assert own <= set(box.ids)
        assert not others & set(box.ids)
        assert box.config.adventure.title == adventure.title


@pytest.mark.rule("OOTW-18", "OOTW-20")
def test_foes_have_name_set_effect_code_and_icon() -> None:
    foes = [*basic_foes(), *(foe for adventure in ADVENTURES for foe in adventure.foes)]
    for foe in foes:
        assert foe.name
        assert foe.size >= 1
        assert foe.on_take or foe.on_defeat or foe.lasting or foe.end_of_turn
    assert sum(foe.difficult for foe in basic_foes()) == 4
    assert any(foe.on_take for foe in foes)
    assert any(foe.on_defeat for foe in foes)
    assert any(foe.lasting for foe in foes)


@pytest.mark.rule("OOTW-19", "OOTW-21", "OOTW-A16")
def test_the_set_of_escaped_equipment_is_exact() -> None:
    foe = next(foe for foe in shipped("night_school").foes if foe.id == "escaped_equipment")
    assert (foe.needs, foe.any, foe.difficult) == ((1, 0, 1, 0), 1, True)
    table = lay(variant="night_school", hands={0: ["yo_yo", "pinball", "kazoo"]}, front={0: ["escaped_equipment"]})
    table.do("take 1", "defeat escaped_equipment", "pay yo_yo", "pay pinball", "pay kazoo")
    assert table.hand(0) == {"bent_fork"}
    assert table.discard >= {"yo_yo", "pinball", "kazoo", "escaped_equipment"}


@pytest.mark.rule("OOTW-24")
def test_school_keys_remove_an_own_escaped_equipment_from_the_game() -> None:
    assert item("school_keys")[1:] == (4, Effect("remove", 0, "escaped_equipment"))
    assert "school_keys" not in match().box.ids
    front = {0: ["escaped_equipment", "mayors_toupee"], 1: ["escaped_equipment_2"]}
    table = lay(variant="night_school", equipped={0: ["school_keys"]}, front=front, stacks=[["bent_fork", "kite"]])
    table.do("take 1", "spend school_keys")
    assert table.ids(table.state.removed) == {"escaped_equipment"}
    assert table.front(0) == {"mayors_toupee"}
    assert table.front(1) == {"escaped_equipment_2"}, "another player's is out of reach"


@pytest.mark.rule("OOTW-31")
def test_the_story_is_read_first_and_the_rules_stay_in_sight() -> None:
    played = match()
    assert played.help()[0].startswith("Birthday Bash. The cake has just bitten the clown.")
    table = begin()
    assert table.events[0].kind == "intro"
    assert table.match.tell(table.events[0], 0, ["A", "B", "C"]).startswith("The cake has just bitten the clown.")
    shown = "\n".join(picture(table.state.view(0), ["A", "B", "C"], width=100, ascii_only=True))
    assert "Birthday Bash" in shown
    assert "To win: 30 equipped points each" in shown
    assert "Time: ######## 8" in shown
