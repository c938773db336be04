"""The loop that executes operations: where it stops, and that it always does."""

from __future__ import annotations

import time
from fractions import Fraction

import pytest

from storyengine.runtime import Phase
from storyengine.runtime.machine import SEEDS, crossed, sums
from tests.runtime.tables import Table, campaign, plain


def test_a_loop_without_a_choice_is_stopped_and_named() -> None:
    began = time.perf_counter()
    table = Table(plain("a: {text: A., goto: b}\nb: {text: B., goto: a}"))
    assert time.perf_counter() - began < 1
    assert table.phase is Phase.STUCK
    (why,) = table.state.detail
    assert why.startswith("the story goes round without a choice: ")
    assert why.split(": ")[1] in ("a -> b -> a", "b -> a -> b")


def test_a_loop_that_ends_by_itself_is_none() -> None:
    story = plain(
        """
        a: {text: A., do: n += 1, goto: b}
        b: {text: B., branch: [{when: n < 900, goto: a}, {goto: c}]}
        c: {text: C., ending: won}
        """,
        head="variables: {n: {start: 0, min: 0, max: 1000}}",
    )
    table = Table(story)
    assert (table.ending, table["n"]) == ("c", 900)


def test_a_card_that_leads_to_itself() -> None:
    table = Table(plain("a: {text: A., goto: a}"))
    assert table.state.detail == ("the story goes round without a choice: a -> a",)


def test_a_card_that_stays_without_a_choice_is_a_loop_too() -> None:
    assert Table(plain("a: {text: A., stay: true}")).phase is Phase.STUCK


def test_a_long_chain_is_no_loop() -> None:
    lines = [f"c{number}: {{text: x, goto: c{number + 1}}}" for number in range(3_000)]
    assert Table(plain("\n".join([*lines, "c3000: {text: x, ending: won}"]))).ending == "c3000"


def test_a_threshold_that_returns_to_its_cause_is_a_loop() -> None:
    story = campaign(
        {"congress/1": "{text: a, do: epm = 0; epm += 25, goto: 1}"},
        trackers="epm: {start: 0, min: 0, max: 25, at_max: congress/1}\nsignal: {start: 0, min: 0, max: 25}",
    )
    assert Table(story).phase is Phase.STUCK


def test_what_a_threshold_follows_must_lead_somewhere() -> None:
    story = plain(
        "a: {text: A., do: n += 1, choices: [{text: X., stay: true}]}",
        head="trackers: {n: {start: 0, min: 0, max: 1, at_max: {text: Full., branch: [{when: n > 5, goto: a}]}}}",
    )
    assert Table(story).state.detail == ("what was followed leads nowhere",)


@pytest.mark.parametrize(
    ("before", "after", "block"),
    [
        (0, 4, -1),
        (0, 5, 50),
        (0, 9, 50),
        (5, 7, 70),
        (5, 6, -1),
        (6, 5, 50),
        (9, 0, 1),
        (7, 5, 50),
        (8, 5, 70),
        (0, 10, 2),
        (3, 0, 1),
    ],
)
def test_which_threshold_is_crossed(before: int, after: int, block: int) -> None:
    thresholds = [(0, 1), (5, 50), (7, 70), (10, 2)]
    assert crossed(thresholds, before, after, (0, 10)) == block


@pytest.mark.parametrize(("dice", "sides"), [(1, 1), (1, 6), (2, 6), (3, 4), (10, 10)])
def test_the_chances_of_a_sum_of_dice(dice: int, sides: int) -> None:
    found = sums(dice, sides)
    assert [text for _, text in found] == [f"roll {total}" for total in range(dice, dice * sides + 1)]
    assert sum(chance for chance, _ in found) == 1
    assert found[0][0] == found[-1][0] == Fraction(1, sides**dice)


def test_two_dice_add_up_to_seven_in_six_of_36_throws() -> None:
    assert dict((text, chance) for chance, text in sums(2, 6))["roll 7"] == Fraction(1, 6)


@pytest.mark.parametrize(
    ("text", "index"),
    [
        ("seed 0", 0),
        ("seed 4294967295", 2**32 - 1),
        ("seed 4294967296", -1),
        ("seed -1", -1),
        ("seed", -1),
        ("die 1", -1),
        ("seed ٣", -1),
    ],
)
def test_the_deals_of_a_card_game_are_named_by_their_seed(text: str, index: int) -> None:
    assert SEEDS.find(text) == index
    if index >= 0:
        assert SEEDS[index] == (Fraction(1, 2**32), text)
