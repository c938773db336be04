"""What effects change."""

from __future__ import annotations

import dataclasses
from fractions import Fraction

import pytest

from storyengine.model.expressions import Arithmetic, Assign, Effect, Roll
from storyengine.model.tables import LARGEST
from storyengine.runtime import (
    Play,
    challenge_preview,
    current_card,
    exchanges,
    initial,
    offers,
    parse_action,
    routes,
    transitions,
    usable_items,
)
from tests.runtime.tables import Table, campaign, plain

HEAD = (
    "variables: {n: {start: 5, min: -9, max: 9}, lit: {start: false}, mood: {start: calm, "
    "one_of: [calm, wary]}, free: {start: 0}}"
)


def after(do: str) -> Table:
    return Table(plain(f"a: {{text: A., do: '{do}', choices: [{{text: X., stay: true}}]}}", head=HEAD))


@pytest.mark.parametrize(
    ("do", "n"),
    [
        ("n = 3", 3),
        ("n += 2", 7),
        ("n -= 7", -2),
        ("n *= -1", -5),
        ("n //= 2", 2),
        ("n %= 3", 2),
        ("n += 100", 9),
        ("n = 0 - free - 100", -9),
    ],
)
def test_assignments_stay_within_bounds(do: str, n: int) -> None:
    assert after(do)["n"] == n


def test_flags_words_and_conditions() -> None:
    table = after("lit = n > 4; mood = wary if lit; n = 1 if mood is wary; n = 2 if not lit")
    assert (table["lit"], table["mood"], table["n"]) == (True, "wary", 1)


def test_a_number_without_bounds_of_its_own_has_the_widest() -> None:
    assert after("free = 1000000000; free *= 1000; free += 5")["free"] == LARGEST


def test_an_effect_may_roll_and_a_card_may_roll_again_and_again() -> None:
    story = plain(
        "a: {text: '{n}', do: n = roll(1d6); n += roll(1d2), choices: [{id: x, text: X., stay: true}]}", head=HEAD
    )
    found = transitions(story, initial(story), parse_action("go on"))
    assert [(each.probability, each.chance) for each in found] == [
        (Fraction(1, 6), f"roll {face}") for face in range(1, 7)
    ]
    second = transitions(story, found[3].state, parse_action("go on"))
    assert [each.state.values[0] for each in second] == [5, 6]


def test_a_guard_may_roll_too() -> None:
    story = plain("a: {text: A., do: n = 0 if roll(1d6) > 4, choices: [{id: x, text: X., stay: true}]}", head=HEAD)
    found = transitions(story, initial(story), parse_action("go on"))
    assert [each.state.values[0] for each in found] == [5, 5, 5, 5, 0, 0]


def test_an_effect_that_would_roll_twice_is_refused() -> None:
    story = plain("a: {text: A., ending: won}", head=HEAD)
    twice = Effect(Assign("n", "=", Arithmetic("+", Roll(1, 6), Roll(1, 6))), None, "n = roll(1d6) + roll(1d6)")
    card = dataclasses.replace(story.cards["a"], before=(twice,))
    with pytest.raises(ValueError, match="may roll once"):
        initial(dataclasses.replace(story, cards={"a": card}))


def test_activating_and_deactivating() -> None:
    def crew(do: str, *resting: str) -> list[str]:
        story = campaign({"congress/1": f"{{text: a, choices: [{{id: x, text: X., do: {do}, stay: true}}]}}"})
        return Table(story).rest(*resting).do("choose x").active

    assert crew("deactivate maru") == ["flppto", "oss", "brannic"]
    assert crew("activate maru", "maru", "oss") == ["flppto", "maru", "brannic"]
    assert crew("activate all", "maru", "oss") == ["flppto", "maru", "oss", "brannic"]
    assert crew("deactivate all", "maru") == ["flppto", "maru", "oss", "brannic"], "a crew is never all inactive"
    assert crew("deactivate maru", "flppto", "oss", "brannic") == ["flppto", "maru", "oss", "brannic"]


def test_giving_what_somebody_has_to_somebody_else() -> None:
    story = campaign({"congress/1": "{text: a, choices: [{id: x, text: X., do: give tea to oss, stay: true}]}"})
    table = Table(story).hand("maru", "tea").do("choose x")
    assert table.holder("tea") == "oss"
    assert "already held" in table.do("choose x").notices


def test_nobody_meant_changes_nothing_and_is_remarked() -> None:
    story = campaign(
        {"congress/1": "{text: a, choices: [{id: x, text: X., do: deactivate performer; discard picked, stay: true}]}"}
    )
    table = Table(story).do("choose x")
    assert len(table.active) == 4
    assert "`performer` is nobody just now" in table.notices and "nothing was picked" in table.notices


def test_a_reward_is_added_once_whatever_is_looked_at_in_between() -> None:
    story = plain(
        "a: {before: n = roll(1d9), text: 'You have {n}.', choices: [{id: x, text: X., stay: true}]}", head=HEAD
    )
    play = Play(story, seed=4)
    events = play.take(parse_action("go on"))
    had = play.state
    for look in (offers, routes, usable_items, exchanges, challenge_preview, current_card):
        look(story, play.state)
        assert play.state == had
    play.undo()
    play.redo()
    assert play.state == had
    play.undo()
    assert (play.take(parse_action("go on")), play.state) == (events, had)
    assert str(had.values[0]) in str(play.events_since_card())
