"""Challenges: level, performer, dice, clean-up, and what follows."""

from __future__ import annotations

from fractions import Fraction

import pytest

from storyengine.model.story import Story
from storyengine.runtime import IllegalActionError, Phase, challenge_preview, parse_action, step, transitions
from storyengine.runtime.actions import Perform
from storyengine.runtime.events import AllActive, Flipped
from tests.runtime.tables import ENDS, Table, again, campaign, challenged, plain, rolled, won


@pytest.mark.rule("EPM-29")
@pytest.mark.parametrize("signal", range(7))
def test_a_weak_signal_makes_level_4(signal: int) -> None:
    assert level_at(signal) == 4


@pytest.mark.rule("EPM-30")
@pytest.mark.parametrize("signal", range(7, 13))
def test_a_middling_signal_makes_level_5(signal: int) -> None:
    assert level_at(signal) == 5


@pytest.mark.rule("EPM-31")
@pytest.mark.parametrize("signal", range(13, 26))
def test_a_strong_signal_makes_level_6(signal: int) -> None:
    assert level_at(signal) == 6


def level_at(signal: int) -> int:
    table = Table(again("strength")).put(signal=signal).do("challenge brannic | die 3")  # the retry reads it anew
    preview = challenge_preview(table.story, table.state)
    assert preview is not None
    return preview.level


@pytest.mark.rule("EPM-32")
@pytest.mark.parametrize(("signal", "level"), [(6, 4), (7, 5), (8, 5), (12, 5), (13, 6)])
def test_the_bands_of_levels_meet(signal: int, level: int) -> None:
    assert level_at(signal) == level


@pytest.mark.rule("EPM-33")
@pytest.mark.parametrize(("die", "wins"), [(3, False), (4, True), (5, True)])
def test_a_total_of_at_least_the_level_wins(die: int, wins: bool) -> None:
    table = Table(challenged()).do(f"challenge maru | die {die}")
    assert won(table) is wins
    assert table.card == "" and (table.ending == "eight") is wins


@pytest.mark.rule("EPM-34", "EPM-48")
@pytest.mark.parametrize(("who", "skill"), [("flppto", 1), ("brannic", -1), ("maru", 0)])
def test_skill_and_booster_are_added_to_the_roll(who: str, skill: int) -> None:
    roll = rolled(Table(challenged()).hand(who, "great_lens").do(f"challenge {who} with great_lens | die 2"))
    assert (roll.dice, roll.skill, roll.bonus, roll.total) == ((2,), skill, 3, 2 + skill + 3)


@pytest.mark.rule("EPM-35")
def test_only_active_characters_may_perform() -> None:
    table = Table(challenged()).rest("flppto", "oss")
    assert table.legal == ["challenge maru", "challenge brannic"]
    with pytest.raises(IllegalActionError, match="challenge flppto"):
        step(table.story, table.state, Perform("flppto"), "die 4")


@pytest.mark.rule("EPM-36")
@pytest.mark.parametrize("die", [1, 6])
def test_whoever_performs_becomes_inactive_won_or_lost(die: int) -> None:
    table = Table(again()).do(f"challenge maru | die {die}")
    assert table.active == ["flppto", "oss", "brannic"]
    assert Flipped("maru", False) in table.heard


@pytest.mark.rule("EPM-37")
def test_after_the_last_active_one_all_four_are_active() -> None:
    card = "{text: a, challenge: {type: strength, win: {}, lose: {}}, choices: [{id: round, text: Again., goto: 1}]}"
    table = Table(campaign({"congress/1": card}))
    for who, active in (("maru", 3), ("flppto", 2), ("oss", 1)):
        table.do(f"challenge {who} | die 4")
        assert len(table.active) == active
        table.do("choose round")
    table.do("challenge brannic | die 6")
    assert table.active == ["flppto", "maru", "oss", "brannic"] and table.phase is Phase.CHOOSE
    assert AllActive() in table.heard


@pytest.mark.rule("EPM-38")
def test_a_retry_takes_another_active_character() -> None:
    table = Table(challenged(lose="{retry: true}")).do("challenge maru | die 1")
    assert table.phase is Phase.PERFORM
    assert table.legal == ["challenge flppto", "challenge oss", "challenge brannic"]


@pytest.mark.rule("EPM-A12")
def test_a_retry_reads_the_level_anew_and_nothing_else_does() -> None:
    story = challenged(lose="{do: signal += 7, retry: true}")
    table = Table(story).put(signal=6)
    assert preview_level(table) == 4
    table.put(signal=13)
    assert preview_level(table) == 4, "fixed when the challenge began"
    assert won(table.do("challenge maru | die 4"))
    table = Table(story).put(signal=6).do("challenge maru | die 1")
    assert preview_level(table) == 6


def preview_level(table: Table) -> int:
    preview = challenge_preview(table.story, table.state)
    assert preview is not None
    return preview.level


@pytest.mark.rule("EPM-A13")
def test_all_are_active_again_before_the_text_is_followed() -> None:
    counting = "{text: 'Active: {active}', do: gold = active, goto: 8}"
    table = Table(challenged(win=counting)).rest("flppto", "oss", "brannic").do("challenge maru | die 6")
    assert "Active: 4" in table.read and table["gold"] == 4


@pytest.mark.rule("EPM-A13")
def test_the_rule_all_turn_back_can_wait_for_the_text() -> None:
    counting = "{text: 'Active: {active}', do: gold = active, branch: [{text: 'Still {active}', goto: 8}]}"
    story = challenged(win=counting, more="rules: {all_turn_back: after_text},")
    table = Table(story).rest("flppto", "oss", "brannic").do("challenge maru | die 6")
    assert "Active: 0" in table.read and "Still 0" in table.read and table["gold"] == 0
    story = challenged(lose="{retry: true}", more="rules: {all_turn_back: after_text},")
    table = Table(story).rest("flppto", "oss", "brannic").do("challenge maru | die 1")
    assert len(table.legal) == 4, "the retry comes after the text"


@pytest.mark.rule("EPM-A13")
def test_a_challenge_inside_the_text_finds_somebody_active_under_every_rule() -> None:
    story = campaign(
        {
            "congress/1": """
                text: Now.
                challenge:
                  {type: strength, rules: {all_turn_back: after_text}, win: {draw: 41, goto: 8}, lose: {goto: 9}}
                """,
            "data/41": "{text: Another., challenge: {type: strength, win: {}, lose: {}}}",
            **ENDS,
        }
    )
    table = Table(story).rest("flppto", "oss", "brannic").do("challenge maru | die 6")
    assert table.card == "data/41" and len(table.legal) == 4


@pytest.mark.rule("EPM-A13")
@pytest.mark.parametrize("text", ["{do: epm += 25, goto: 9}", "{draw: 41, goto: 9}"])
def test_a_text_that_is_cut_short_turns_everybody_back_too(text: str) -> None:
    rules = "rules: {all_turn_back: after_text}"
    story = campaign(
        {
            "congress/1": f"{{text: a, challenge: {{type: strength, {rules}, win: {text}, lose: {{goto: 9}}}}}}",
            "data/41": "{text: Away., goto: congress/7}",
            "congress/7": "{text: 'Elsewhere with {active}.', choices: [{id: x, text: X., pick: active, stay: true}]}",
            **ENDS,
        },
        trackers="""
            epm:    {start: 0, min: 0, max: 25, at_max: {text: 'All {active}.', goto: congress/7}}
            signal: {start: 0, min: 0, max: 25}
            """,
    )
    table = Table(story).rest("flppto", "oss", "brannic").do("challenge maru | die 6")
    assert (table.card, len(table.active)) == ("congress/7", 4)
    assert table.read in ("All 4. Elsewhere with 4.", "Away. Elsewhere with 4.")


@pytest.mark.rule("EPM-A14")
def test_the_last_active_one_is_counted_at_the_clean_up() -> None:
    # Maru is the last one active; while her roll lies on the table somebody else is woken.
    table = Table(waking_story()).rest("flppto", "oss", "brannic").hand("maru", "wake").do("challenge maru | die 6")
    assert table.phase is Phase.ROLLED
    table.do("use wake on oss")
    assert table.active == ["oss"], "oss was active at the clean-up, so nobody else turned back"


def waking_story() -> Story:
    return campaign(
        {
            "congress/1": "{text: a, challenge: {type: strength, win: {retry: true}, lose: {retry: true}}}",
            "data/12": "{text: An alarm., give: wake}",
        },
        items="wake: {use: {after: roll, pick: inactive, do: activate picked}}",
    )


@pytest.mark.rule("EPM-49")
def test_the_text_of_the_result_is_followed() -> None:
    win, lose = "{text: Won., do: gold += 1, goto: 8}", "{text: Lost., do: gold += 2, goto: 9}"
    table = Table(challenged(win=win, lose=lose)).do("challenge maru | die 4")
    assert (table.read, table["gold"], table.ending) == ("Won. Won it.", 1, "eight")
    table = Table(challenged(win=win, lose=lose)).do("challenge maru | die 3")
    assert (table.read, table["gold"], table.ending) == ("Lost. Lost it.", 2, "congress_9")


@pytest.mark.rule("EPM-50")
def test_the_example_of_the_rulebook() -> None:
    table = Table(again()).put(signal=8).do("challenge maru | die 1")  # the level is read at signal 8
    table.rest("maru").hand("flppto", "twin_lens").do("challenge flppto with twin_lens | die 1 3")
    roll = rolled(table)
    assert (roll.level, roll.skill, roll.dice, roll.total) == (5, 1, (1, 3), 5)
    assert won(table)
    assert table.holder("twin_lens") == "discarded "
    assert table.active == ["oss", "brannic"]


@pytest.mark.rule("EPM-51")
@pytest.mark.parametrize(
    ("who", "sixths"), [("brannic", (2, 1, 0)), ("maru", (3, 2, 1)), ("flppto", (4, 3, 2))], ids=["-1", "0", "+1"]
)
def test_chances_without_a_booster(who: str, sixths: tuple[int, int, int]) -> None:
    for signal, expected in zip((0, 8, 13), sixths, strict=True):
        table = at_signal(signal)
        preview = challenge_preview(table.story, table.state)
        assert preview is not None
        told = next(each.chance for each in preview.tries if each.action == Perform(who))
        happens = sum(
            (
                each.probability
                for each in transitions(table.story, table.state, Perform(who))
                if each.state.ending == "eight"
            ),
            Fraction(0),
        )
        assert told == happens == Fraction(expected, 6)


def at_signal(signal: int) -> Table:
    """A table before a perception challenge whose level was read at this signal."""
    return Table(
        campaign(
            {
                "congress/1": f"{{text: a, do: signal = {signal}, challenge: {{type: perception, "
                f"win: {{goto: 8}}, lose: {{goto: 9}}}}}}",
                **ENDS,
            }
        )
    )


@pytest.mark.rule("EPM-52")
@pytest.mark.parametrize(("lens", "chance"), [("dim_lens", Fraction(1, 6)), ("twin_lens", Fraction(11, 36))])
def test_chances_that_a_booster_breaks(lens: str, chance: Fraction) -> None:
    table = at_signal(0).hand("maru", lens)
    action = Perform("maru", lens)
    preview = challenge_preview(table.story, table.state)
    assert preview is not None
    told = next(each.break_chance for each in preview.tries if each.action == action)
    item = list(table.story.items).index(lens)
    happens = sum(
        (
            each.probability
            for each in transitions(table.story, table.state, action)
            if each.state.holders[item] != "maru"
        ),
        Fraction(0),
    )
    assert told == happens == chance


@pytest.mark.rule("EPM-26")
def test_a_required_challenge_stands_before_everything_else() -> None:
    story = campaign(
        {
            "congress/1": """
                text: a
                challenge: {type: strength, win: {}, lose: {}}
                choices: [{id: walk, text: Walk on., goto: 8}]
                """,
            **ENDS,
        }
    )
    table = Table(story)
    assert all(line.startswith("challenge ") for line in table.legal)
    assert table.do("challenge maru | die 1").legal == ["choose walk"]


OPTIONAL = campaign(
    {
        "congress/1": """
            text: a
            challenges:
              - {id: boulder, type: strength, optional: true, win: {do: signal += 1}, lose: {do: epm += 1}}
              - {id: sentries, type: [dexterity, diplomacy], optional: true, win: {do: gold += 1}, lose: {}}
            choices: [{id: walk, text: Walk on., goto: 2}]
            """,
        "congress/2": "{text: b, choices: [{id: back, text: Back., goto: 1}, {id: walk, text: Walk on., goto: 8}]}",
        **ENDS,
    }
)


@pytest.mark.rule("EPM-26", "EPM-A33")
def test_an_optional_challenge_may_be_left_alone_and_nobody_turns() -> None:
    table = Table(OPTIONAL)
    assert table.legal == [
        "attempt boulder",
        "attempt sentries as dexterity",
        "attempt sentries as diplomacy",
        "choose walk",
    ]
    table.do("choose walk")
    assert table.card == "congress/2" and len(table.active) == 4


@pytest.mark.rule("EPM-A28")
def test_optional_challenges_are_taken_in_any_order_each_once() -> None:
    table = Table(OPTIONAL).do("attempt sentries as diplomacy", "challenge oss | die 6")
    assert table.legal == ["attempt boulder", "choose walk"] and table["gold"] == 1
    table.do("attempt boulder", "challenge maru | die 1")
    assert table.legal == ["choose walk"] and table["epm"] == 1
    assert table.do("choose walk", "choose back").legal[0] == "attempt boulder", "offered again on the next visit"


@pytest.mark.rule("EPM-A28")
def test_the_rule_optional_challenges_can_allow_one() -> None:
    card = """
        text: a
        rules: {optional_challenges: one}
        challenges:
          - {id: left, type: strength, optional: true, win: {}, lose: {}}
          - {id: right, type: strength, optional: true, win: {}, lose: {}}
        choices: [{id: walk, text: Walk on., goto: 8}]
        """
    table = Table(campaign({"congress/1": card, **ENDS}))
    assert table.legal == ["attempt left", "attempt right", "choose walk"]
    assert table.do("attempt right", "challenge maru | die 1").legal == ["choose walk"]


@pytest.mark.rule("EPM-A29")
def test_no_optional_challenge_after_the_choice_was_made() -> None:
    table = Table(OPTIONAL).do("choose walk")
    assert table.legal == ["choose back", "choose walk"]


@pytest.mark.rule("EPM-27")
def test_a_challenge_is_of_one_of_five_types() -> None:
    assert OPTIONAL.challenges.types == ("piloting", "diplomacy", "dexterity", "perception", "strength")
    for kind in OPTIONAL.challenges.types:
        preview = challenge_preview(*(lambda table: (table.story, table.state))(Table(challenged(kind))))
        assert preview is not None and preview.type == kind


@pytest.mark.rule("EPM-27")
def test_where_a_required_challenge_has_several_types_the_players_say_which() -> None:
    story = campaign(
        {
            "congress/1": "{text: a, challenge: {id: c, text: Hm., type: [piloting, diplomacy], "
            "win: {goto: 8}, lose: {retry: true}}}",
            **ENDS,
        }
    )
    table = Table(story).hand("flppto", "bomb").put(epm=5)
    assert table.phase is Phase.TYPE
    assert table.legal == ["attempt c as piloting", "attempt c as diplomacy", "use bomb"]
    table.do("use bomb")
    assert (table.phase, table["epm"]) == (Phase.TYPE, 3)
    table.do("attempt c as diplomacy")
    assert rolled(table.do("challenge oss | die 3")).total == 4, "diplomacy is what Oss is good at"
    table = Table(story).do("attempt c as piloting", "challenge oss | die 1")
    assert rolled(table.do("challenge maru | die 3")).total == 4, "the retry is of the same type"


@pytest.mark.rule("EPM-28")
def test_the_steps_come_in_their_order() -> None:
    table = Table(challenged()).hand("maru", "dim_lens")
    assert table.phase is Phase.PERFORM and preview_level(table) == 4, "the level is known before anybody is chosen"
    assert table.legal == [
        "challenge flppto",
        "challenge maru",
        "challenge maru with dim_lens",
        "challenge oss",
        "challenge brannic",
    ]
    faces = [
        each.chance for each in transitions(table.story, table.state, parse_action("challenge maru with dim_lens"))
    ]
    assert faces == [f"die {face}" for face in range(1, 7)], "the roll is what comes next, and all that comes"


@pytest.mark.rule("EPM-A21")
def test_a_hopeless_challenge_ends_with_a_full_meter() -> None:
    story = campaign(
        {
            "congress/1": "{text: a, do: signal = 13, challenge: {type: perception, win: {goto: 8}, "
            "lose: {do: epm += 3, retry: true}}}",
            **ENDS,
        },
        crew="brannic: {skills: {perception: -1}}",
    )
    table = Table(story)
    preview = challenge_preview(story, table.state)
    assert preview is not None and preview.tries[0].chance == 0
    for _ in range(8):
        assert not table.state.over
        table.do("challenge brannic | die 6")
    assert table["epm"] == 24 and not table.state.over
    table.do("challenge brannic | die 6")
    assert (table["epm"], table.ending) == (25, "one_world")


@pytest.mark.rule("EPM-72")
@pytest.mark.parametrize(
    ("rules", "level"), [("level: 2", 2), ("level_change: 1", 5), ("level_change: wounds + 2", 6), ("{}", 4)]
)
def test_a_card_can_set_its_own_level(rules: str, level: int) -> None:
    more = f"rules: {rules if rules[0] == '{' else '{' + rules + '}'},"
    assert preview_level(Table(challenged(more=more))) == level


@pytest.mark.rule("EPM-72")
def test_the_innermost_rule_wins() -> None:
    story = campaign(
        {
            "congress": "rules: {level: 5}",
            "congress/1": "{text: a, rules: {level: 3}, challenge: {type: strength, "
            "rules: {level: 2}, win: {goto: 2}, lose: {goto: 2}}}",
            "congress/2": "{text: b, rules: {level: 3}, challenge: {type: strength, win: {goto: 3}, lose: {goto: 3}}}",
            "congress/3": "{text: c, challenge: {type: strength, win: {goto: 8}, lose: {goto: 8}}}",
            **ENDS,
        },
        rules="{level: 6}",
    )
    table = Table(story)
    levels = [preview_level(table)]
    for who in ("maru", "oss"):
        table.do(f"challenge {who} | die 6")
        levels.append(preview_level(table))
    assert levels == [2, 3, 5]


@pytest.mark.rule("EPM-35", "EPM-72")
def test_a_card_can_let_inactive_characters_perform() -> None:
    table = Table(challenged(more="rules: {inactive_may_perform: true},")).rest("flppto")
    assert "challenge flppto" in table.legal


@pytest.mark.rule("EPM-36", "EPM-72")
def test_a_card_can_leave_the_performer_active() -> None:
    table = Table(again(more="rules: {performer_turns: false},")).do("challenge maru | die 1")
    assert len(table.active) == 4


def test_a_challenge_that_is_once_stands_there_once() -> None:
    story = campaign(
        {
            "congress/1": "{text: a, challenge: {type: strength, once: true, win: {}, lose: {}}, "
            "choices: [{id: round, text: Again., goto: 1}]}"
        }
    )
    table = Table(story).do("challenge maru | die 1", "choose round")
    assert table.legal == ["choose round"]


def test_a_challenge_whose_condition_fails_is_not_there() -> None:
    table = Table(challenged(more="when: lit,"))
    assert table.phase is Phase.STUCK


def test_a_required_challenge_is_read_when_it_begins() -> None:
    table = Table(challenged(more="text: Hark.,"))
    assert table.read == "Now. Hark."


def test_a_crew_of_one_performs_alone_and_a_story_without_a_crew_just_rolls() -> None:
    alone = Table(
        campaign(
            {"congress/1": "{text: a, challenge: {type: strength, win: {retry: true}, lose: {goto: 9}}}", **ENDS},
            crew="maru: {}",
        )
    )
    assert alone.do("challenge maru | die 6").active == ["maru"]
    story = plain(
        """
        a: {text: Now., challenge: {type: luck, win: {goto: b}, lose: {goto: b}}}
        b: {text: Done., ending: won}
        """,
        head="challenges: {types: [luck]}",
    )
    table = Table(story)
    assert table.legal == ["challenge"]
    assert table.do("challenge | die 4").ending == "b"


def test_the_same_face_comes_with_the_same_chance_on_any_die() -> None:
    story = campaign(
        {"congress/1": "{text: a, challenge: {type: strength, win: {goto: 8}, lose: {goto: 9}}}", **ENDS},
        challenges="{types: [piloting, diplomacy, dexterity, perception, strength], die: 20, level: 15}",
    )
    table = Table(story)
    found = transitions(story, table.state, Perform("maru"))
    assert len(found) == 20 and {each.probability for each in found} == {Fraction(1, 20)}
    preview = challenge_preview(story, table.state)
    assert preview is not None and preview.tries[1].chance == Fraction(6, 20)
