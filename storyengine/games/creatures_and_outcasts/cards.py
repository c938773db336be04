"""The outcast cards as small numbers, and hands of them packed into one integer.

A card is known by its rank, the place of its number among the twelve numbers in play: rank 11 is the 13. A hand keeps
three bits for each rank, which is enough since no number is in the deck more than four times.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

NUMBERS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13)
RANKS = len(NUMBERS)
RANK_OF = {number: rank for rank, number in enumerate(NUMBERS)}
# The manual gives only the total of 42. A hand of 7 for each of six leaves none over, "four copies of 10" and the set
# of three 6s fit, a 0 and a single 13 are spoken of: no other split with equal counts for 1 to 10 does all that.
COPIES = (1, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 1)
HAND_SIZES = {2: 10, 3: 10, 4: 10, 5: 8, 6: 7}
NAMES = {
    1: "Normie",
    2: "Faceless",
    3: "Yeti",
    4: "Shapeshifter",
    5: "Gorgon",
    6: "Psychic",
    7: "Siren",
    8: "Vampire",
    9: "Werewolf",
    10: "Hyde",
}

ZERO, ONE, TWO, FOUR, SIX, SEVEN, EIGHT, NINE, TEN, THIRTEEN = (RANK_OF[n] for n in (0, 1, 2, 4, 6, 7, 8, 9, 10, 13))
NO_CARD = RANKS
"""Stands where a rank would, on an empty pile."""
ALL_RANKS = (1 << RANKS) - 1
ODD_RANKS = sum(1 << RANK_OF[number] for number in (1, 3, 5, 7, 9, 13))

SHIFT = tuple(3 * rank for rank in range(RANKS))
UNIT = tuple(1 << shift for shift in SHIFT)
BIT = tuple(1 << rank for rank in range(RANKS))
CLEAR = tuple(ALL_RANKS & ~bit for bit in BIT)


def _subsets() -> tuple[tuple[int, ...], ...]:
    subsets: list[tuple[int, ...]] = [()]
    for rank in range(RANKS):
        subsets += [(*subset, rank) for subset in subsets]
    return tuple(subsets)


RANKS_IN = _subsets()
"""The ranks of each set of ranks, rising: legal moves are looked up here."""


# A hand is looked up in four parts of three ranks, nine bits each: simulations ask for these all the time.
_PART = 9
_PARTS = tuple(range(4))
_PART_BITS = (1 << _PART) - 1
_ONE_OF_EACH = sum(UNIT)


def _counts(part: int) -> tuple[int, int, int]:
    return part & 7, part >> 3 & 7, part >> 6 & 7


_HELD = tuple(sum(1 << i for i, many in enumerate(_counts(part)) if many) for part in range(1 << _PART))
_PAIRED = tuple(sum(1 << i for i, many in enumerate(_counts(part)) if many > 1) for part in range(1 << _PART))
_POINTS = tuple(
    tuple(sum(NUMBERS[3 * place + i] * many for i, many in enumerate(_counts(part))) for part in range(1 << _PART))
    for place in _PARTS
)


def pack(ranks: Iterable[int]) -> int:
    """Pack cards into a hand."""
    hand = 0
    for rank in ranks:
        hand += UNIT[rank]
    return hand


def unpack(hand: int) -> Iterator[int]:
    """The ranks of a hand, rising, each as often as it is held."""
    for rank in range(RANKS):
        for _ in range(hand >> SHIFT[rank] & 7):
            yield rank


def ranks_held(hand: int) -> int:
    """The set of ranks of which a hand has at least one."""
    return (
        _HELD[hand & _PART_BITS]
        | _HELD[hand >> 9 & _PART_BITS] << 3
        | _HELD[hand >> 18 & _PART_BITS] << 6
        | _HELD[hand >> 27] << 9
    )


def ranks_paired(hand: int) -> int:
    """The set of ranks of which a hand has at least two."""
    return (
        _PAIRED[hand & _PART_BITS]
        | _PAIRED[hand >> 9 & _PART_BITS] << 3
        | _PAIRED[hand >> 18 & _PART_BITS] << 6
        | _PAIRED[hand >> 27] << 9
    )


def points(hand: int) -> int:
    """What the hand scores: the sum of its numbers."""
    return sum([_POINTS[place][hand >> _PART * place & _PART_BITS] for place in _PARTS])


def fewer_of_each(hand: int) -> int:
    """The hand without one card of every rank it has: what surely stays when an unseen card leaves."""
    return hand - ((hand | hand >> 1 | hand >> 2) & _ONE_OF_EACH)
