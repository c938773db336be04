"""The showdown: card 13 leads there, everybody is active, and the same rules hold."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from storyengine.model.cards import End
from storyengine.model.story import Story
from storyengine.runtime import Phase, challenge_preview, exchanges
from storyengine.runtime.events import AllActive, Entered
from tests.runtime.tables import ENDS, Table, campaign, rolled, won

IGNORED = {"tower": "rules: {epm_during_showdown: ignored}"}


def found(cards: Mapping[str, str] | None = None, /, **sections: str) -> Story:
    """A story that finds him as soon as a choice on Follop is taken."""
    entry = {"follop/1": "{text: a, choices: [{id: find_him, text: Find him., do: signal += 25, goto: 9}]}"}
    return campaign({**entry, **(cards or {})}, **sections)


def prepared() -> Table:
    """A table with two items in hand, about to begin the showdown."""
    table = Table(found()).do("travel follop").hand("maru", "glow_lens", "grav_gloves", "bomb")
    return table.rest("oss", "brannic").do("choose find_him")


@pytest.mark.rule("EPM-67")
def test_card_13_says_where_he_is_and_leads_to_the_showdown_deck() -> None:
    table = Table(found()).do("travel follop", "choose find_him")
    assert "The location." in table.read
    assert [event.card for event in table.heard if isinstance(event, Entered)][-2:] == ["follop/13", "tower/1"]
    other = found(
        {
            "follop/13": "{text: In the pit., showdown: pit}",
            "pit": "kind: showdown",
            "pit/1": "{text: Down., ending: {id: deep, kind: won}}",
        },
    )
    assert Table(other).do("travel follop", "choose find_him").ending == "deep", "each planet can name its own deck"


@pytest.mark.rule("EPM-68")
def test_before_the_showdown_all_are_active_and_items_may_be_exchanged() -> None:
    table = prepared()
    assert table.phase is Phase.PREPARE and table.card == "follop/13"
    assert table.active == ["flppto", "maru", "oss", "brannic"] and AllActive() in table.heard
    assert len(exchanges(table.story, table.state)) == 9, "three items, each to three others"
    table.do("give grav_gloves to brannic", "give glow_lens to oss", "give glow_lens to maru")
    assert (table.phase, table.holder("grav_gloves")) == (Phase.PREPARE, "brannic")
    assert table.do("go on").card == "tower/1"
    assert exchanges(table.story, table.state) == ()


@pytest.mark.rule("EPM-A15")
def test_assist_items_may_be_used_before_the_showdown() -> None:
    table = prepared().put(epm=4)
    assert "use bomb" in table.legal
    assert (table.do("use bomb")["epm"], table.phase) == (2, Phase.PREPARE)


def test_without_items_there_is_nothing_to_prepare() -> None:
    assert Table(found()).do("travel follop", "choose find_him").phase is Phase.PERFORM
    alone = Table(found(crew="maru: {}")).do("travel follop").hand("maru", "glow_lens").do("choose find_him")
    assert alone.phase is Phase.PERFORM, "one character has nobody to give anything to"


@pytest.mark.rule("EPM-70")
def test_challenges_in_the_showdown_are_of_level_6() -> None:
    table = prepared().do("go on")
    preview = challenge_preview(table.story, table.state)
    assert preview is not None and preview.level == 6


@pytest.mark.rule("EPM-69")
def test_the_showdown_is_played_by_the_same_rules() -> None:
    table = prepared().do("go on", "challenge maru with grav_gloves | die 1")
    assert rolled(table).total == 2 and not won(table)
    assert table.holder("grav_gloves") == "discarded " and "maru" not in table.active
    assert table.ending == "defeat"


@pytest.mark.rule("EPM-71")
@pytest.mark.parametrize(("die", "ending", "kind"), [(6, "victory", "won"), (5, "defeat", "lost")])
def test_the_last_card_says_who_wins(die: int, ending: str, kind: str) -> None:
    table = prepared().do("go on", f"challenge maru | die {die}")
    assert table.ending == ending
    assert "The last card." in table.read
    card = table.story.cards["tower/3" if die == 6 else "tower/4"]
    assert isinstance(card.then.jump, End) and card.then.jump.ending.kind == kind


@pytest.mark.rule("EPM-A26")
def test_a_full_meter_in_the_showdown_is_his_victory() -> None:
    story = found({"tower/1": "{text: Up., do: epm += 25, goto: 3}"})
    assert Table(story).do("travel follop", "choose find_him").ending == "one_world"


@pytest.mark.rule("EPM-A26")
def test_the_rule_epm_during_showdown_lets_it_go_on() -> None:
    story = found({"tower/1": "{text: Up., do: epm += 25, goto: 3}", **IGNORED})
    table = Table(story).do("travel follop", "choose find_him")
    assert (table.ending, table["epm"]) == ("victory", 25)
    drawn = found({"tower/1": "{text: Up., draw: 33, goto: 3}", "data/33": "{text: x, do: epm += 25}", **IGNORED})
    assert Table(drawn).do("travel follop", "choose find_him").ending == "victory", "also on a card drawn there"
    elsewhere = Table(campaign({"follop/1": "{text: a, do: epm += 25, goto: 9}", **IGNORED}))
    assert elsewhere.do("travel follop").ending == "far_off", "and only there"


@pytest.mark.rule("EPM-A27")
@pytest.mark.parametrize("how", ["do: signal -= 9; signal += 25,", "draw: 50,"])
def test_the_signal_stays_at_25_during_the_showdown(how: str) -> None:
    story = found(
        {"tower/1": f"{{text: Up., {how} goto: 2}}", "data/50": "{text: x, do: 'signal -= 9; signal += 25'}", **ENDS}
    )
    table = Table(story).do("travel follop", "choose find_him")
    assert (table["signal"], table.ending) == (25, "victory")
    assert table.read.count("The location.") == 1
