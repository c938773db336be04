"""Keyed dice: what chance does is a function of a seed and of the place that asks.

No generator is stored and none advances. A draw is a hash of (seed, key), where the key names the place and how
often it has asked before. Undo, redo, reload and other screens therefore never change what a roll will be, and the
same seed gives the same play on every machine and Python version.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import TypeVar

Key = str | int
T = TypeVar("T")

# 128 bits above any sensible denominator: the bias of taking a remainder stays below 2**-64.
DIGEST_BYTES = 24


def draw(seed: int, *key: Key, below: int) -> int:
    """Draw a whole number in `range(below)`, uniformly.

    Args:
        seed: the play's seed.
        key: what asks, and which time; strings and whole numbers only, so that it hashes alike everywhere.
        below: how many results there are, at least 1.

    Returns:
        The number, always the same for the same arguments.

    Raises:
        ValueError: `below` is less than 1.

    Example:
        >>> draw(7, "die", "inn", 0, below=6) == draw(7, "die", "inn", 0, below=6)
        True
    """
    if below < 1:
        raise ValueError(f"below must be at least 1, got {below!r}")
    # The length before each part keeps ("ab", "c") and ("a", "bc") apart; the letter keeps 1 and "1" apart.
    parts = (f"{'i' if isinstance(part, int) else 's'}{len(str(part))}:{part}" for part in (seed, *key))
    digest = hashlib.blake2b("".join(parts).encode("utf-8"), digest_size=DIGEST_BYTES).digest()
    return int.from_bytes(digest, "big") % below


def pick(seed: int, *key: Key, chances: Sequence[Fraction]) -> int:
    """Pick an index of `chances` with exactly those probabilities.

    Args:
        seed: the play's seed.
        key: as in `draw`.
        chances: exact probabilities, each above 0, with the sum 1.

    Returns:
        An index into `chances`.

    Raises:
        ValueError: `chances` is empty or does not add up to 1.
    """
    if not chances or sum(chances) != 1:
        raise ValueError(f"chances must add up to 1, got {list(map(str, chances))}")
    unit = lcm(*(chance.denominator for chance in chances))
    point = draw(seed, *key, below=unit)
    for index, chance in enumerate(chances):
        point -= chance.numerator * (unit // chance.denominator)
        if point < 0:
            return index
    raise AssertionError("chances add up to 1, so some index was reached")


def shuffled(seed: int, *key: Key, items: Sequence[T]) -> tuple[T, ...]:
    """Shuffle `items`; every order is equally likely.

    Args:
        seed: the play's seed.
        key: as in `draw`.
        items: what to shuffle; not changed.

    Returns:
        A new tuple with the same members.

    Source:
        Fisher and Yates, in Durstenfeld's form: ACM Algorithm 235, 1964.
    """
    deck = list(items)
    for last in range(len(deck) - 1, 0, -1):
        other = draw(seed, *key, last, below=last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return tuple(deck)
