"""Challenge Boosters: who may use which, what they add, and how they break."""

from __future__ import annotations

import pytest

from storyengine.runtime import IllegalActionError, Phase, step, transitions
from storyengine.runtime.actions import Perform
from storyengine.runtime.events import Lost
from tests.runtime.tables import ENDS, Table, again, campaign, challenged, rolled, won

GONE = "discarded "


@pytest.mark.rule("EPM-39")
def test_at_most_one_booster_goes_into_a_challenge() -> None:
    table = Table(again()).hand("maru", "dim_lens", "great_lens").rest("flppto", "oss", "brannic")
    assert table.legal == ["challenge maru", "challenge maru with dim_lens", "challenge maru with great_lens"]
    roll = rolled(table.do("challenge maru with dim_lens | die 2"))
    assert (roll.bonus, roll.total) == (1, 3), "the other lens adds nothing"


@pytest.mark.rule("EPM-40")
def test_the_performer_must_hold_the_booster() -> None:
    table = Table(challenged()).hand("maru", "glow_lens")
    assert [line for line in table.legal if "with" in line] == ["challenge maru with glow_lens"]
    with pytest.raises(IllegalActionError):
        step(table.story, table.state, Perform("flppto", "glow_lens"), "die 4")


@pytest.mark.rule("EPM-41")
def test_the_booster_must_be_of_the_challenges_type() -> None:
    table = Table(challenged("strength")).hand("maru", "glow_lens", "grav_gloves")
    assert [line for line in table.legal if "with" in line] == ["challenge maru with grav_gloves"]


@pytest.mark.rule("EPM-42")
def test_the_booster_is_named_before_the_roll() -> None:
    table = Table(challenged()).hand("maru", "glow_lens", "bolt").do("challenge maru | die 1")
    assert table.phase is Phase.ROLLED
    assert table.legal == ["accept", "use bolt"], "a lens in the hand is no help any more"
    assert (rolled(table).bonus, rolled(table).total) == (0, 1)


@pytest.mark.rule("EPM-43")
@pytest.mark.parametrize(("lens", "bonus"), [("dim_lens", 1), ("glow_lens", 2), ("great_lens", 3)])
def test_a_booster_adds_1_or_2_or_3(lens: str, bonus: int) -> None:
    roll = rolled(Table(challenged()).hand("maru", lens).do(f"challenge maru with {lens} | die 2"))
    assert (roll.bonus, roll.total) == (bonus, 2 + bonus)


@pytest.mark.rule("EPM-43")
def test_a_booster_can_roll_twice_and_add() -> None:
    table = Table(challenged()).hand("maru", "twin_lens")
    found = transitions(table.story, table.state, Perform("maru", "twin_lens"))
    assert len(found) == 36 and len({each.chance for each in found}) == 36
    assert rolled(table.do("challenge maru with twin_lens | die 2 5")).total == 7


@pytest.mark.rule("EPM-44")
def test_a_booster_stays_and_is_used_again() -> None:
    table = Table(again()).hand("maru", "glow_lens").do("challenge maru with glow_lens | die 6")
    assert table.holder("glow_lens") == "maru"
    table.rest()
    assert "challenge maru with glow_lens" in table.legal
    assert table.do("challenge maru with glow_lens | die 2").holder("glow_lens") == "maru"


@pytest.mark.rule("EPM-45")
def test_a_rolled_1_destroys_the_booster_after_it_has_counted() -> None:
    table = Table(challenged()).hand("maru", "great_lens").do("challenge maru with great_lens | die 1")
    assert rolled(table).total == 4 and won(table)
    assert table.holder("great_lens") == GONE and Lost("great_lens", "destroyed") in table.heard


@pytest.mark.rule("EPM-46")
@pytest.mark.parametrize(("dice", "holder"), [("1 5", GONE), ("5 1", GONE), ("1 1", GONE), ("5 5", "maru")])
def test_a_1_on_either_roll_destroys_the_booster(dice: str, holder: str) -> None:
    table = Table(challenged()).hand("maru", "twin_lens").do(f"challenge maru with twin_lens | die {dice}")
    assert table.holder("twin_lens") == holder


@pytest.mark.rule("EPM-47")
def test_boosters_that_are_not_in_use_are_safe_from_a_1() -> None:
    table = Table(again()).hand("maru", "glow_lens", "twin_lens", "grav_gloves").do("challenge maru | die 1")
    assert {table.holder(item) for item in ("glow_lens", "twin_lens", "grav_gloves")} == {"maru"}
    table.rest().do("challenge maru with glow_lens | die 1")
    assert table.holder("glow_lens") == GONE
    assert {table.holder(item) for item in ("twin_lens", "grav_gloves")} == {"maru"}


@pytest.mark.rule("EPM-A18")
@pytest.mark.parametrize(("who", "total"), [("flppto", 8), ("maru", 7), ("brannic", 6)])
def test_rolling_twice_counts_the_skill_once(who: str, total: int) -> None:
    table = Table(challenged()).hand(who, "twin_lens").do(f"challenge {who} with twin_lens | die 3 4")
    assert rolled(table).total == total


@pytest.mark.rule("EPM-A19")
def test_two_1s_destroy_the_booster_once() -> None:
    table = Table(challenged()).hand("flppto", "twin_lens").do("challenge flppto with twin_lens | die 1 1")
    assert rolled(table).total == 3
    assert table.heard.count(Lost("twin_lens", "destroyed")) == 1


@pytest.mark.rule("EPM-A20")
def test_a_1_that_is_rolled_again_destroys_nothing() -> None:
    table = (
        Table(challenged())
        .hand("maru", "glow_lens", "bolt")
        .do("challenge maru with glow_lens | die 1", "use bolt | die 4")
    )
    assert won(table) and rolled(table).dice == (4,)
    assert table.holder("glow_lens") == "maru" and table.holder("bolt") == GONE


@pytest.mark.rule("EPM-A20")
def test_a_1_that_comes_by_rolling_again_destroys() -> None:
    table = (
        Table(challenged())
        .hand("maru", "glow_lens", "bolt")
        .do("challenge maru with glow_lens | die 5", "use bolt | die 1")
    )
    assert table.holder("glow_lens") == GONE


@pytest.mark.rule("EPM-A20")
def test_the_rule_reroll_forgives_can_count_every_1() -> None:
    table = Table(challenged(more="rules: {reroll_forgives: false},")).hand("maru", "glow_lens", "bolt")
    table.do("challenge maru with glow_lens | die 1", "use bolt | die 4")
    assert table.holder("glow_lens") == GONE
    table = Table(challenged(more="rules: {reroll_forgives: false},")).hand("maru", "glow_lens", "bolt")
    table.do("challenge maru with glow_lens | die 3", "use bolt | die 4")
    assert table.holder("glow_lens") == "maru"


def test_a_roll_that_is_kept_by_an_item_spares_the_booster() -> None:
    table = (
        Table(challenged()).hand("maru", "glow_lens", "fuse").do("challenge maru with glow_lens | die 1", "use fuse")
    )
    assert table.holder("glow_lens") == "maru" and table.holder("fuse") == GONE


@pytest.mark.rule("EPM-72")
def test_a_card_can_forbid_boosters_or_keep_them_whole() -> None:
    table = Table(challenged(more="rules: {boosters: false},")).hand("maru", "glow_lens")
    assert not any("with" in line for line in table.legal)
    table = Table(challenged(more="rules: {boosters_break: false},")).hand("maru", "glow_lens")
    assert table.do("challenge maru with glow_lens | die 1").holder("glow_lens") == "maru"


def test_a_booster_for_two_types_adds_what_it_says_for_each() -> None:
    story = campaign(
        {
            "congress/1": "{text: a, challenge: {id: c, type: [strength, piloting], win: {goto: 8}, lose: {goto: 9}}}",
            "data/12": "{text: A rope., give: rope}",
            **ENDS,
        },
        items="rope: {boost: {strength: +1, piloting: +3}}",
    )
    for kind, total in (("strength", 3), ("piloting", 5)):
        table = Table(story).hand("oss", "rope").do(f"attempt c as {kind}", "challenge oss with rope | die 2")
        assert rolled(table).total == total
