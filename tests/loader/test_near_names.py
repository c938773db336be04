"""Near names: what a slip was probably meant to be, at most three, the nearest first."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storyengine.loader.near_names import near

NAMES = ["cellar-door", "attic", "yard", "Keeper", "lamp_room", "lamp", "café", "41", "42"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("cellar_door", "cellar-door"),
        ("Cellar Door", "cellar-door"),
        ("celar-door", "cellar-door"),
        ("attci", "attic"),
        ("yrad", "yard"),
        ("keeper", "Keeper"),
        ("cafe", "café"),
        ("lamproom", "lamp_room"),
    ],
)
def test_slip_is_recognised(name: str, expected: str) -> None:
    assert near(name, NAMES)[0] == expected


@pytest.mark.parametrize("name", ["", "x", "dragon", "cellardooropenedwide"])
def test_nothing_is_near_what_is_far(name: str) -> None:
    assert near(name, NAMES) == ()


def test_no_names_no_answer() -> None:
    assert near("inn", []) == ()


def test_at_most_three_in_a_fixed_order() -> None:
    names = ["gate1", "gate2", "gate3", "gate4"]
    assert near("gate", names) == near("gate", reversed(names)) == ("gate1", "gate2", "gate3")


def test_equal_but_for_joints_comes_before_a_typing_slip() -> None:
    assert near("lamp room", ["lamp_rooms", "lamp_room"]) == ("lamp_room", "lamp_rooms")


@given(st.text(alphabet="abcdef_", min_size=5, max_size=9), st.data())
def test_one_slip_in_a_long_name_is_always_found(name: str, data: st.DataObject) -> None:
    letters = name.replace("_", "")
    if len(letters) < 5:
        return
    at = data.draw(st.integers(0, len(letters) - 2))
    slip = letters[:at] + letters[at + 1] + letters[at] + letters[at + 2 :]
    assert slip == letters or name in near(slip, [name])


def test_ten_thousand_names_take_no_time_to_speak_of() -> None:
    names = [f"card_{number}" for number in range(10_000)]
    start = time.process_time()
    assert near("card_123x", names)[0].startswith("card_123")
    assert time.process_time() - start < 1.5
