"""Items: found, held, used, exchanged."""

from __future__ import annotations

import pytest

from storyengine.model.story import Story
from storyengine.runtime import IllegalActionError, Phase, State, exchanges, parse_action, step, usable_items
from storyengine.runtime.events import Gained, Lost, Passed
from tests.runtime.tables import ENDS, STARTERS, Table, again, campaign, challenged, plain, rolled, won

GONE = "discarded "
CHOICES = "{text: a, choices: [{id: look, text: Look., stay: true}, {id: walk, text: Walk on., goto: 8}]}"


def finding(**sections: str) -> Story:
    """A story whose first card can find things."""
    return campaign(
        {
            "congress/1": """
                text: a
                choices:
                  - {id: card, text: Draw., draw: 12, stay: true}
                  - {id: gain, text: Take., do: gold += 1; gain glow_lens; gold += 10, stay: true}
                  - {id: lose, text: Throw it away., do: discard glow_lens, stay: true}
                  - {id: walk, text: Walk on., goto: 8}
                """,
            **ENDS,
        },
        **sections,
    )


@pytest.mark.rule("EPM-23")
def test_whoever_the_players_like_takes_what_was_found() -> None:
    table = Table(finding()).do("choose card")
    assert table.phase is Phase.TAKE
    assert table.legal == [f"give glow_lens to {who}" for who in ("flppto", "maru", "oss", "brannic")]
    table.do("give glow_lens to oss")
    assert table.holder("glow_lens") == "oss" and Gained("glow_lens", "oss") in table.heard
    assert (table.phase, table.card) == (Phase.CHOOSE, "congress/1")


def test_the_effects_after_a_find_wait_until_somebody_has_taken_it() -> None:
    table = Table(finding()).do("choose gain")
    assert (table.phase, table["gold"]) == (Phase.TAKE, 1)
    assert table.do("give glow_lens to maru")["gold"] == 11


def test_the_performer_can_be_given_what_was_won() -> None:
    story = challenged(win="{do: give tea to performer, goto: 8}")
    assert Table(story).do("challenge oss | die 6").holder("tea") == "oss"


@pytest.mark.rule("EPM-24")
def test_a_booster_is_no_assist_item_and_the_other_way_round() -> None:
    table = Table(again()).hand("maru", "glow_lens", "bomb")
    assert [line for line in table.legal if "maru" in line] == ["challenge maru", "challenge maru with glow_lens"]
    assert [line for line in table.legal if line.startswith("use")] == ["use bomb"]


@pytest.mark.rule("EPM-25")
def test_an_assist_item_does_what_it_says_and_is_discarded() -> None:
    table = Table(campaign({"congress/1": CHOICES, **ENDS})).hand("maru", "bomb").put(epm=7)
    assert table.do("use bomb")["epm"] == 5
    assert table.holder("bomb") == GONE and Lost("bomb", "used") in table.heard
    assert (table.phase, table.card) == (Phase.CHOOSE, "congress/1")
    with pytest.raises(IllegalActionError):
        step(table.story, table.state, parse_action("use bomb"))


@pytest.mark.rule("EPM-13")
def test_starter_items_are_used_like_any_assist_item() -> None:
    story = campaign({"congress/1": CHOICES, "data/12": "{text: x}", **ENDS}, items=STARTERS)
    table = Table(story)
    assert [line for line in table.legal if line.startswith("use")] == [f"use starter_{n}" for n in range(1, 5)]
    assert table.do("use starter_3")["gold"] == 3
    assert table.holder("starter_3") == GONE


def test_an_item_asks_what_it_points_at() -> None:
    table = Table(again("strength")).hand("maru", "tea").rest("flppto", "oss")
    assert [line for line in table.legal if "tea" in line] == ["use tea on flppto", "use tea on oss"]
    assert table.do("use tea on oss").active == ["maru", "oss", "brannic"]
    assert table.phase is Phase.PERFORM


def test_nobody_active_means_that_everybody_is() -> None:
    table = Table(again()).hand("maru", "lullaby").rest("flppto", "oss", "brannic")
    assert len(table.do("use lullaby on maru").active) == 4


@pytest.mark.rule("EPM-A15")
def test_assist_items_may_be_used_whenever_something_is_decided() -> None:
    chooses = Table(campaign({"congress/1": CHOICES, **ENDS})).hand("maru", "bomb")
    performs = Table(again()).hand("maru", "bomb")
    flies = Table(campaign()).hand("maru", "bomb")
    assert (chooses.phase, performs.phase, flies.phase) == (Phase.CHOOSE, Phase.PERFORM, Phase.TRAVEL)
    for table in (chooses, performs, flies):
        phase = table.phase
        table.put(epm=2)
        assert "use bomb" in table.legal
        assert (table.do("use bomb")["epm"], table.phase) == (0, phase)


@pytest.mark.rule("EPM-A15")
def test_on_a_roll_only_items_made_for_it_are_used() -> None:
    table = Table(again("diplomacy")).hand("maru", "bomb", "bolt", "bribe")
    assert "use bolt" not in table.legal and "use bribe" not in table.legal
    table.do("challenge maru | die 3")
    assert table.legal == ["accept", "use bolt", "use bribe"]
    table.do("use bribe")
    assert table.legal == ["accept", "use bolt"]
    assert won(table.do("accept")), "3, less 1 for Maru, and 2 for the bribe"
    assert not won(Table(again("diplomacy")).hand("maru", "bribe").do("challenge maru | die 3", "accept"))


def test_an_item_on_a_roll_asks_whether_it_fits() -> None:
    table = Table(again("strength")).hand("maru", "bribe").do("challenge maru | die 3")
    assert table.phase is Phase.PERFORM, "a bribe moves nobody in a trial of strength, so the roll stands at once"


def test_a_roll_can_be_rolled_again_more_than_once() -> None:
    story = campaign(
        {
            "congress/1": "{text: a, challenge: {type: strength, win: {goto: 8}, lose: {goto: 9}}}",
            "data/12": "{text: x}",
            **ENDS,
        },
        items="one: {use: {after: roll, do: reroll}}\ntwo: {use: {after: roll, do: reroll}}",
    )
    table = Table(story).hand("maru", "one", "two").do("challenge maru | die 1", "use two | die 2", "use one | die 5")
    assert table.ending == "eight" and rolled(table).dice == (5,)


@pytest.mark.rule("EPM-72")
def test_a_card_can_forbid_assist_items() -> None:
    card = CHOICES.replace("text: a,", "text: a, rules: {assist_items: false},", 1)
    assert usable_items(*seen(Table(campaign({"congress/1": card, **ENDS})).hand("maru", "bomb"))) == ()


@pytest.mark.rule("EPM-72")
def test_a_challenge_can_forbid_assist_items() -> None:
    table = Table(challenged("diplomacy", more="rules: {assist_items: false},")).hand("maru", "bomb", "bribe")
    assert usable_items(*seen(table)) == ()
    assert table.do("challenge maru | die 3").ending == "congress_9", "not on the roll either"


def seen(table: Table) -> tuple[Story, State]:
    return table.story, table.state


@pytest.mark.rule("EPM-A16")
def test_items_do_not_pass_between_characters_at_a_card() -> None:
    story = campaign({"congress/1": CHOICES, **ENDS})
    table = Table(story).hand("maru", "bomb", "glow_lens")
    assert exchanges(story, table.state) == ()
    assert not any(line.startswith("give") for line in table.legal)
    assert exchanges(again(), Table(again()).hand("maru", "glow_lens").state) == ()


@pytest.mark.rule("EPM-A16")
def test_the_rule_exchange_can_allow_it_everywhere_or_nowhere() -> None:
    story = campaign({"congress/1": CHOICES, **ENDS}, rules="{exchange: always}")
    table = Table(story).hand("maru", "glow_lens").do("give glow_lens to oss")
    assert table.holder("glow_lens") == "oss" and table.phase is Phase.CHOOSE
    story = campaign(rules="{exchange: never}")
    assert exchanges(story, Table(story).hand("maru", "glow_lens").state) == ()


@pytest.mark.rule("EPM-59", "EPM-A17")
def test_under_way_items_are_given_freely_one_way_too() -> None:
    table = Table(campaign()).hand("maru", "glow_lens").hand("oss", "tea")
    assert table.phase is Phase.TRAVEL
    table.do("give glow_lens to oss")
    assert (table.holder("glow_lens"), table.holder("tea")) == ("oss", "oss")
    assert Passed("glow_lens", "maru", "oss") in table.heard
    table.do("give tea to maru", "give glow_lens to flppto", "give glow_lens to maru")
    assert (table.holder("glow_lens"), table.holder("tea"), table.phase) == ("maru", "maru", Phase.TRAVEL)
    assert "give tea to maru" not in table.legal, "she has it already"


@pytest.mark.rule("EPM-A22")
def test_an_item_card_that_is_held_is_not_found_twice() -> None:
    table = Table(finding()).do("choose card", "give glow_lens to oss").do("choose card")
    assert (table.phase, table.holder("glow_lens")) == (Phase.CHOOSE, "oss")
    assert "A lens." not in table.read and "not in the deck any more" in table.notices
    table.do("choose gain")
    assert (table.phase, table.holder("glow_lens"), table["gold"]) == (Phase.CHOOSE, "oss", 11)


@pytest.mark.rule("EPM-A22")
@pytest.mark.parametrize("way", ["choose card", "choose gain"])
def test_an_item_that_was_discarded_stays_out(way: str) -> None:
    table = Table(finding()).do("choose card", "give glow_lens to oss", "choose lose", way)
    assert (table.phase, table.holder("glow_lens")) == (Phase.CHOOSE, GONE)


@pytest.mark.rule("EPM-A22")
@pytest.mark.parametrize("way", ["choose card", "choose gain"])
def test_the_rule_discarded_items_return_brings_it_back(way: str) -> None:
    table = Table(finding(rules="{discarded_items_return: true}"))
    table.do("choose card", "give glow_lens to oss", "choose lose", way, "give glow_lens to maru")
    assert table.holder("glow_lens") == "maru"


@pytest.mark.rule("EPM-A23")
def test_a_data_card_that_is_no_item_can_be_drawn_again() -> None:
    story = campaign({"congress/1": "{text: a, choices: [{id: draw, text: Draw., draw: 33, stay: true}]}"})
    table = Table(story)
    for times in (1, 2, 3):
        assert table.do("choose draw").read == "The whole sky."
        assert (table["signal"], table["epm"]) == (times, times)


@pytest.mark.rule("EPM-A24")
def test_a_character_can_hold_any_number_of_items() -> None:
    table = Table(finding()).hand("oss", *list(finding().items)[1:]).do("choose card")
    assert "give glow_lens to oss" in table.legal


@pytest.mark.rule("EPM-A24")
def test_the_rule_items_each_limits_it() -> None:
    table = Table(finding(rules="{items_each: 1}")).hand("oss", "tea").hand("maru", "bomb").do("choose card")
    assert table.legal == ["give glow_lens to flppto", "give glow_lens to brannic"]
    table = Table(finding(rules="{items_each: 1}")).hand("oss", "tea").hand("maru", "bomb").hand("flppto", "fuse")
    assert table.do("choose card").holder("glow_lens") == "brannic", "the only one left takes it without being asked"
    table = Table(finding(rules="{items_each: 1}")).hand("oss", "tea").hand("maru", "bomb").hand("flppto", "fuse")
    table.hand("brannic", "bolt").do("choose card")
    assert (table.phase, table.holder("glow_lens")) == (Phase.CHOOSE, "")
    assert "nobody can carry" in table.notices
    travels = Table(campaign(rules="{items_each: 1}")).hand("oss", "tea").hand("maru", "bomb")
    assert "give tea to maru" not in travels.legal and "give tea to flppto" in travels.legal


def test_an_item_that_is_not_held_cannot_be_lost() -> None:
    table = Table(finding()).do("choose lose")
    assert "is not held, so nothing is lost" in table.notices and table.holder("glow_lens") == ""
    table.do("choose card", "give glow_lens to oss", "choose lose").do("choose lose")
    assert "nothing is lost" in table.notices and table.holder("glow_lens") == GONE


def test_a_choice_can_ask_for_an_item_and_take_it() -> None:
    story = campaign(
        {
            "congress/1": "{text: a, choices: [{id: pay, text: Pay., pick: item, do: discard picked, "
            "stay: true}, {id: walk, text: Walk on., goto: 8}]}",
            **ENDS,
        }
    )
    table = Table(story)
    assert table.legal == ["choose walk"], "nothing to pay with"
    table.hand("maru", "tea", "bomb")
    assert table.legal[:2] == ["choose pay pick tea", "choose pay pick bomb"]
    table.do("choose pay pick bomb")
    assert (table.holder("bomb"), table.holder("tea")) == (GONE, "maru")


def test_a_crew_of_one_and_a_party_without_a_crew_are_not_asked_who_takes_it() -> None:
    assert Table(finding(crew="maru: {}")).do("choose card").holder("glow_lens") == "maru"
    story = plain(
        """
        a:
          text: Now.
          choices:
            - {id: take, text: Take., do: gain lamp, stay: true}
            - {id: leave, text: Leave., when: has(lamp), goto: b}
        b: {text: Done., ending: won}
        """,
        head="items: {lamp: {}}",
    )
    table = Table(story).do("choose take")
    assert table.holder("lamp") == "party " and "choose leave" in table.legal


def test_an_item_with_a_threshold_in_it_stops_what_was_under_way() -> None:
    story = campaign(
        {"congress/1": "{text: a, challenge: {type: strength, win: {goto: 8}, lose: {goto: 9}}}", **ENDS},
        trackers="epm: {start: 5, min: 0, max: 25, at_max: data/158, at_min: congress/8}\n"
        "signal: {start: 0, min: 0, max: 25, at_max: planet/13}",
    )
    table = Table(story).hand("maru", "bomb").put(epm=2)
    assert table.do("use bomb").ending == "eight"
