"""Which of the known names an author may have meant."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable


def near(name: str, candidates: Iterable[str], limit: int = 3) -> tuple[str, ...]:
    """Find the candidates that `name` is probably a slip for.

    Names that differ only in case, accents, spaces, hyphens and underscores come first; then those within a few
    typing slips (a letter too much, too few, wrong, or two swapped): one slip in up to four letters, two up to
    eight, else three, and never more than one in three letters.

    Args:
        name: what the author wrote.
        candidates: the names that exist; `name` itself is left out.
        limit: how many to give at most.

    Returns:
        The nearest first, equally near ones in the order of the alphabet.

    Source:
        The distance is optimal string alignment: G. Navarro, "A guided tour to approximate string matching",
        ACM Computing Surveys 33(1), 2001.

    Example:
        >>> near("cellar_dor", ["cellar-door", "attic", "Cellar"])
        ('cellar-door',)
    """
    wanted = _plain(name)
    bound = 1 if len(wanted) <= 4 else 2 if len(wanted) <= 8 else 3
    letters = _letter_set(wanted)
    found = []
    for candidate in set(candidates):
        plain = _plain(candidate)
        # Each slip changes the length by one at most and brings or takes one letter each: cheap to refuse most.
        if candidate == name or not plain or abs(len(plain) - len(wanted)) > bound:
            continue
        if (letters ^ _letter_set(plain)).bit_count() > 2 * bound:
            continue
        distance = _slips(wanted, plain, bound)
        # Of a short name little may differ, or everything would be near it.
        if distance <= bound and distance * 3 <= min(len(plain), len(wanted)):
            found.append((distance, candidate))
    return tuple(candidate for _, candidate in sorted(found)[:limit])


def _plain(name: str) -> str:
    """The name without case, accents and joints."""
    folded = name.casefold() if name.isascii() else unicodedata.normalize("NFKD", name.casefold())
    return "".join(each for each in folded if each not in "-_ \u00a0" and not unicodedata.combining(each))


def _letter_set(name: str) -> int:
    """A bit for each kind of character in the name; unlike ones may share a bit, which only makes it less choosy."""
    bits = 0
    for each in name:
        bits |= 1 << (ord(each) & 63)
    return bits


def _slips(one: str, other: str, bound: int) -> int:
    """How many typing slips lead from one to the other; `bound + 1` stands for "more than `bound`"."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, start=1):
        earlier, before, row = before, row, [i] + [0] * len(other)
        for j, against in enumerate(other, start=1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != against))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == against:
                cost = min(cost, earlier[j - 2] + 1)
            row[j] = cost
        if min(row) > bound:
            return bound + 1
    return row[-1]
