"""Cards: what is read, in which order things happen, what is offered."""

from __future__ import annotations

from fractions import Fraction

import pytest

from storyengine.model.story import Story
from storyengine.runtime import Phase, current_card, offers, parse_action, transitions
from storyengine.runtime.events import Changed, Entered, Told
from tests.runtime.tables import ENDS, Table, campaign, plain

HEAD = "variables: {n: {start: 0, min: -9, max: 9}, lit: {start: false}}"


@pytest.mark.rule("EPM-19")
def test_choices_lead_to_other_cards() -> None:
    table = Table(
        plain(
            "a: {text: A., choices: [{id: left, text: L., goto: b}, {id: right, text: R., "
            "goto: c}]}\nb: {text: B., ending: won}\nc: {text: C., ending: lost}"
        )
    )
    assert table.legal == ["choose left", "choose right"]
    assert table.do("choose right").read == "C." and table.ending == "c"


@pytest.mark.rule("EPM-20")
def test_a_card_can_bring_required_and_optional_challenges_and_choices() -> None:
    story = campaign(
        {
            "congress/1": """
                text: a
                challenges:
                  - {id: may, type: dexterity, optional: true, win: {}, lose: {}}
                  - {id: must, type: strength, win: {}, lose: {}}
                choices: [{id: walk, text: Walk on., goto: 8}]
                """,
            **ENDS,
        }
    )
    table = Table(story)
    assert table.phase is Phase.PERFORM and table.state.frames[-1].task is not None
    assert table.state.frames[-1].task.challenge == "must"
    assert table.do("challenge maru | die 1").legal == ["attempt may", "choose walk"]


def test_the_order_is_fixed_whatever_the_order_in_the_file() -> None:
    story = campaign(
        {
            "congress/1": """
                goto: 8
                draw: 41
                do: gold += 10
                text: 'Gold {gold}.'
                before: gold += 1
                """,
            "data/41": "{text: 'Drawn at {gold}.'}",
            **ENDS,
        }
    )
    assert Table(story).read == "Gold 1. Drawn at 11. Won it."


def test_hidden_locked_and_used_choices() -> None:
    story = plain(
        """
        a:
          text: A.
          choices:
            - {id: hidden, text: Hidden., when: lit, stay: true}
            - {id: shut, text: Shut., when: lit, locked: It is dark., stay: true}
            - {id: light, text: Light., once: true, do: lit = true, stay: true, hint: Try a match.}
        """,
        head=HEAD,
    )
    table = Table(story)
    lines = offers(story, table.state)
    assert [(line.id, line.locked, line.hint) for line in lines] == [
        ("shut", "It is dark.", ""),
        ("light", "", "Try a match."),
    ]
    assert lines[0].action is None and table.legal == ["choose light"]
    table.do("choose light")
    assert [line.id for line in offers(story, table.state)] == ["hidden", "shut"]
    assert table.legal == ["choose hidden", "choose shut"]


def test_staying_offers_the_choices_again_and_nothing_else() -> None:
    table = Table(
        plain(
            "a: {text: A., do: n += 1, choices: [{id: s, text: S., do: n += 2, stay: true}, "
            "{id: again, text: G., goto: a}]}",
            head=HEAD,
        )
    )
    assert (table.do("choose s").read, table["n"]) == ("", 3)
    assert (table.do("choose again").read, table["n"]) == ("A.", 4)


def test_a_branch_takes_the_first_arm_that_holds_else_the_card_goes_on() -> None:
    story = plain(
        """
        a:
          text: A.
          branch:
            - {when: n > 5, text: Many., goto: c}
            - {when: n > 2, text: Some.}
          choices: [{id: more, text: More., do: n += 2, goto: a}, {id: stop, text: Stop., goto: c}]
        c: {text: C., ending: won}
        """,
        head=HEAD,
    )
    table = Table(story)
    assert table.read == "A." and table.legal == ["choose more", "choose stop"]
    table.do("choose more")
    assert table.read == "A."
    assert table.do("choose more").read == "A. Some." and table.phase is Phase.CHOOSE, (
        "an arm without a jump comes back"
    )
    assert table.do("choose more").ending == "c" and table.read == "A. Many. C."


def test_the_cards_own_jump_is_the_way_on_where_every_choice_is_shut() -> None:
    story = plain(
        "a: {text: A., choices: [{id: x, text: X., when: lit, goto: c}], goto: b}\n"
        "b: {text: B., ending: lost}\nc: {text: C., ending: won}",
        head=HEAD,
    )
    assert Table(story).ending == "b"


def test_where_nothing_is_open_the_play_stops_with_a_message_and_never_takes_the_next_card() -> None:
    story = plain(
        "a: {text: A., choices: [{id: x, text: X., when: lit, goto: b}]}\nb: {text: B., ending: won}", head=HEAD
    )
    table = Table(story)
    assert (table.phase, table.legal, table.ending) == (Phase.STUCK, [], "")
    assert table.state.detail == ("card `a` has no choice that is open now, and no ending",)


def test_an_item_is_the_last_way_out_where_every_choice_is_shut() -> None:
    story = campaign(
        {
            "congress/1": "{text: a, choices: [{id: in, text: In., goto: 2}]}",
            "congress/2": "{text: b, choices: [{id: x, text: X., when: epm == 0, goto: 8}]}",
            **ENDS,
        }
    )
    table = Table(story).put(epm=2).hand("maru", "bomb").do("choose in")
    assert (table.phase, table.legal) == (Phase.CHOOSE, ["use bomb"])
    assert table.do("use bomb", "choose x").ending == "eight"
    assert Table(story).put(epm=2).do("choose in").phase is Phase.STUCK


@pytest.mark.parametrize("variant", [False, True])
def test_once_only_choices_used_up_in_a_loop(variant: bool) -> None:
    leave = "- {id: leave, text: Leave., goto: out}" if variant else ""
    story = plain(
        f"""
        inn:
          text: The inn.
          choices:
            - {{id: eat, text: Eat., once: true, goto: inn}}
            - {{id: sleep, text: Sleep., once: true, goto: inn}}
            {leave}
        out: {{text: Out., ending: won}}
        """
    )
    table = Table(story).do("choose sleep")
    assert "choose sleep" not in table.legal and "choose eat" in table.legal
    table.do("choose eat")
    assert table.legal == (["choose leave"] if variant else [])
    assert table.phase is (Phase.CHOOSE if variant else Phase.STUCK)


def test_text_reads_differently_the_second_time() -> None:
    story = plain(
        """
        a:
          text:
            - {first: New here., again: Here again.}
            - {when: lit, text: It is light.}
            - "{n} {'lamp' if n == 1 else 'lamps'}"
          choices: [{id: round, text: Round., do: lit = true; n += 1, goto: a}]
        """,
        head=HEAD,
    )
    table = Table(story)
    assert table.read == "New here.\n\n0 lamps"
    assert table.do("choose round").read == "Here again.\n\nIt is light.\n\n1 lamp"


def test_visited_asks_for_the_cards_entered_before() -> None:
    story = plain(
        """
        a: {text: A., choices: [{id: b, text: B., goto: b}, {id: new, text: New., when: not visited(b), stay: true}]}
        b: {text: "{'again' if visited(b) else 'first'}", choices: [{id: a, text: A., goto: a}]}
        """
    )
    table = Table(story)
    assert table.legal == ["choose b", "choose new"]
    assert table.do("choose b").read == "first" and table.do("choose a").legal == ["choose b"]
    assert table.do("choose b").read == "again"


def test_a_random_jump_has_the_chances_of_its_weights() -> None:
    story = plain(
        "a: {text: A., choices: [{id: go, text: Go., random: [{weight: 3, goto: b}, {text: Hm., "
        "goto: c}]}]}\nb: {text: B., ending: won}\nc: {text: C., ending: lost}"
    )
    table = Table(story)
    found = transitions(story, table.state, parse_action("choose go"))
    assert [(each.probability, each.chance, each.state.ending) for each in found] == [
        (Fraction(3, 4), "arm 1", "b"),
        (Fraction(1, 4), "arm 2", "c"),
    ]
    assert table.do("choose go | arm 2").read == "Hm. C."


def test_a_choice_can_ask_for_a_character_and_picked_is_known_behind_it() -> None:
    story = campaign(
        {
            "congress/1": """
                text: a
                choices:
                  - id: leave
                    text: Leave one here.
                    pick: active
                    then: "{picked} stays."
                    do: deactivate picked; gold += 1 if picked is maru
                    branch: [{when: picked is maru, draw: 41, stay: true}, {stay: true}]
                """,
            "data/41": "{text: 'Drawn for {picked}.', do: activate picked}",
        }
    )
    table = Table(story)
    assert table.legal == [f"choose leave pick {who}" for who in ("flppto", "maru", "oss", "brannic")]
    assert offers(story, table.state)[0].picks == ("flppto", "maru", "oss", "brannic")
    table.do("choose leave pick oss")
    assert (table.read, table["gold"], table.active) == ("oss stays.", 0, ["flppto", "maru", "brannic"])
    table.do("choose leave pick maru")
    assert (table.read, table["gold"], table.active) == (
        "maru stays. Drawn for maru.",
        1,
        ["flppto", "maru", "brannic"],
    )


def test_three_orders_of_a_hidden_choice_offer_the_same_two() -> None:
    lines = [
        "{id: one, text: One., goto: z}",
        "{id: two, text: Two., goto: z}",
        "{id: never, text: Never., when: false, goto: z}",
    ]
    for turn in range(3):
        order = ", ".join(lines[turn:] + lines[:turn])
        table = Table(plain(f"a: {{text: A., choices: [{order}]}}\nz: {{text: Z., ending: won}}"))
        assert sorted(table.legal) == ["choose one", "choose two"]
        assert [line.id for line in offers(table.story, table.state)] == [line.split()[1] for line in table.legal]


def test_what_happens_is_told_in_order() -> None:
    table = Table(
        plain(
            "a: {text: A., choices: [{id: go, text: Go., then: Off you go., do: n += 1, goto: b}]}\n"
            "b: {text: B., ending: won}",
            head=HEAD,
        )
    )
    table.do("choose go")
    assert table.heard[:4] == [Told("Off you go."), Changed("n", 0, 1), Entered("b", False), Told("B.")]


def test_the_current_card_is_nothing_once_the_story_is_over() -> None:
    story: Story = plain("a: {text: Done., ending: won}")
    assert current_card(story, Table(story).state) == ""
