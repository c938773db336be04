"""Actions have a text form that prints and parses."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from storyengine.runtime.actions import (
    Accept,
    Action,
    ActionSyntaxError,
    Attempt,
    Choose,
    Deal,
    Fly,
    GiveItem,
    GoOn,
    Move,
    Perform,
    Report,
    UseItem,
    format_action,
    parse_action,
)

names = st.text(max_size=8) | st.sampled_from(
    ["pick", "on", "to", "via", "with", "as", 'say "no"', "a\\b", "a b", "\x1c"]
)
actions: st.SearchStrategy[Action] = st.one_of(
    st.just(Deal()),
    st.just(GoOn()),
    st.just(Accept()),
    st.builds(Choose, names, names),
    st.builds(Attempt, names, names),
    st.builds(Perform, names, names),
    st.builds(UseItem, names, names),
    st.builds(GiveItem, names, names),
    st.builds(Fly, names, st.lists(names, max_size=3).map(tuple)),
    st.builds(Move, names),
    st.builds(Report, names),
)


@given(actions)
@example(Choose("go on"))
@example(Perform("", "glow lens"))
@example(Choose('the "old" one\\', "\n"))
def test_a_formatted_action_parses_back(action: Action) -> None:
    assert parse_action(format_action(action)) == action


@given(actions, actions)
def test_different_actions_read_differently(one: Action, other: Action) -> None:
    assert (format_action(one) == format_action(other)) == (one == other)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("choose orchard", Choose("orchard")),
        ("choose pay pick tea", Choose("pay", "tea")),
        ("challenge flppto with glow_lens", Perform("flppto", "glow_lens")),
        ("challenge", Perform()),
        ("attempt sentries as diplomacy", Attempt("sentries", "diplomacy")),
        ("travel kronos_gate", Fly("kronos_gate")),
        ("travel kronos_gate via follop tarn", Fly("kronos_gate", ("follop", "tarn"))),
        ("give medkit to flppto", GiveItem("medkit", "flppto")),
        ("use tea on maru", UseItem("tea", "maru")),
        ('choose "walk on"', Choose("walk on")),
        ("choose on", Choose("on")),
        ('choose pick pick "pick"', Choose("pick", "pick")),
        ("challenge with lens", Perform("", "lens")),
        ("go on", GoOn()),
        ("  choose   orchard  ", Choose("orchard")),
    ],
)
def test_the_text_forms(text: str, action: Action) -> None:
    assert parse_action(text) == action


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "expected an action"),
        ("dance", "not an action"),
        ("choose", "not an action"),
        ("choose a b", "not an action"),
        ('choose "open', "quotation mark"),
        ("choose a pick", "a name is missing"),
        ("choose a with b", "`with` does not belong"),
        ("use tea on maru on oss", "stands twice"),
        ("give tea", "not an action"),
        ("give tea to flppto maru", "one name belongs after `to`"),
        ("deal again", "not an action"),
    ],
)
def test_what_is_no_action_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(ActionSyntaxError, match=why):
        parse_action(text)


@given(st.text(max_size=30))
def test_any_text_is_an_action_or_refused(text: str) -> None:
    try:
        action = parse_action(text)
    except ActionSyntaxError:
        return
    assert parse_action(format_action(action)) == action
