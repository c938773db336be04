"""Chance is a function of a seed and a place, fair and the same everywhere."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storyengine.dice import draw, pick, shuffled
from tests.conftest import Amount

keys = st.lists(st.text(max_size=5) | st.integers(), max_size=4)


def test_the_same_place_draws_the_same_number_on_every_machine() -> None:
    # computed once from the definition: BLAKE2b of the length-marked key; a change of these breaks every save's seed
    assert [draw(7, "die", "inn", count, below=6) for count in range(8)] == [1, 0, 4, 2, 5, 0, 0, 2]


@given(st.integers(), keys, st.integers(min_value=1, max_value=10**12))
def test_a_draw_is_below_its_bound(seed: int, key: list[str | int], below: int) -> None:
    assert 0 <= draw(seed, *key, below=below) < below


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("ab", "c"), ("a", "bc")),
        (("a",), ("a", "")),
        ((1,), ("1",)),
        ((1, 2), (12,)),
        (("1:a",), ("1", "a")),
        ((), ("",)),
    ],
)
def test_keys_that_look_alike_draw_apart(one: tuple[str | int, ...], other: tuple[str | int, ...]) -> None:
    assert draw(1, *one, below=1 << 64) != draw(1, *other, below=1 << 64)


def test_the_seed_is_no_part_of_the_key() -> None:
    assert draw(1, 2, below=1 << 64) != draw(12, below=1 << 64)
    assert draw(1, "a", below=1 << 64) != draw(2, "a", below=1 << 64)


@pytest.mark.parametrize("below", [0, -1])
def test_nothing_cannot_be_drawn_from(below: int) -> None:
    with pytest.raises(ValueError, match="below must be at least 1"):
        draw(1, below=below)


def test_a_pick_has_exactly_the_chances_asked_for() -> None:
    chances = [Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)]
    counts = Counter(pick(3, "arm", count, chances=chances) for count in range(6_000))
    # expected 3,000, 2,000, 1,000; the widest of the three has a standard deviation of 39
    assert all(abs(counts[index] - expected) < 160 for index, expected in enumerate((3_000, 2_000, 1_000)))


@given(st.integers(), st.lists(st.integers(min_value=1, max_value=50), min_size=1, max_size=8))
def test_a_pick_of_shares_is_the_draw_of_their_sum(seed: int, shares: list[int]) -> None:
    total = sum(shares)
    # reducing the fractions changes the unit, so it is compared only where nothing can be reduced
    chances = [Fraction(share, total) for share in shares]
    index = pick(seed, "x", chances=chances)
    assert 0 <= index < len(shares)
    if any(chance.denominator == total for chance in chances):
        point = draw(seed, "x", below=total)
        assert sum(shares[:index]) <= point < sum(shares[: index + 1])


@pytest.mark.parametrize("chances", [[], [Fraction(1, 2)], [Fraction(2, 3), Fraction(2, 3)]])
def test_a_pick_refuses_what_is_no_distribution(chances: list[Fraction]) -> None:
    with pytest.raises(ValueError, match="chances must add up to 1"):
        pick(1, chances=chances)


@given(st.integers(), st.lists(st.integers(), max_size=30))
def test_a_shuffle_keeps_what_it_shuffles(seed: int, items: list[int]) -> None:
    before = list(items)
    assert sorted(shuffled(seed, "deck", items=items)) == sorted(items)
    assert items == before


@pytest.mark.slow
def test_every_order_of_three_cards_is_equally_likely(amount: Amount) -> None:
    rounds = amount(12_000, 60_000)
    counts = Counter(shuffled(count, "deck", items="abc") for count in range(rounds))
    assert len(counts) == 6
    # 10,000 of 60,000 each has a standard deviation of 91; 400 is more than four of them, and 0.04 here as there
    allowed = 400 * (rounds / 60_000) ** 0.5
    assert all(abs(count - rounds // 6) <= allowed for count in counts.values()), counts


def test_another_seed_deals_another_deck() -> None:
    decks = {shuffled(seed, "deck", items=range(20)) for seed in range(50)}
    assert len(decks) == 50


def test_no_hash_seed_changes_what_is_drawn() -> None:
    program = (
        "from storyengine.dice import draw, shuffled;"
        "print(draw(5, 'a', 1, below=10**9), shuffled(5, 'b', items=range(9)))"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in ("0", "1", "42")
    }
    assert len(printed) == 1
