"""The nine character cards, and which cards may be played under each.

`PLAYABLE[character][top]` is the set of ranks that may follow a card of rank `top`; `top` is `NO_CARD` for a lead.
"""

from __future__ import annotations

from storyengine.games.creatures_and_outcasts.cards import ALL_RANKS, BIT, NO_CARD, NUMBERS, ODD_RANKS, RANKS, TEN

WEDNESDAY, THING, TYLER, YOKO, ENID, BIANCA, EUGENE, AJAX, LARISSA, NOBODY = range(10)
CHARACTERS = 9
IDS = ("wednesday", "thing", "tyler", "yoko", "enid", "bianca", "eugene", "ajax", "larissa", "nobody")
FULL_NAMES = (
    "Wednesday Addams",
    "Thing",
    "Tyler Galpin",
    "Yoko Tanaka",
    "Enid Sinclair",
    "Bianca Barclay",
    "Eugene Ottinger",
    "Ajax Petropolus",
    "Larissa Weems",
    "no character",
)
EFFECTS = (
    "the round ends at once, unless 13 was the last card played",
    "the last player who played may block one number of the discard pile for the rest of the round",
    "only 1, 3, 5, 7, 9 and 13 may be played",
    "turns go counter-clockwise",
    "only pairs of equal cards may be played",
    "each card must be lower than the one before",
    "whoever passes takes the top card of the discard pile",
    "each card must skip at least one number",
    "an equal card may be played too",
    "each card must be higher than the one before",
)


def _may_follow(character: int, rank: int, top: int) -> bool:
    if top == NO_CARD:
        return True
    number, before = NUMBERS[rank], NUMBERS[top]
    if character == BIANCA:
        return number < before
    if character == LARISSA:
        return number >= before
    if character == AJAX:
        return number > before + 1
    return number > before


def _table(*, ten_despite_tyler: bool) -> tuple[tuple[int, ...], ...]:
    allowed = [ALL_RANKS] * (CHARACTERS + 1)
    allowed[TYLER] = ODD_RANKS | BIT[TEN] if ten_despite_tyler else ODD_RANKS
    return tuple(
        tuple(
            allowed[character] & sum(BIT[rank] for rank in range(RANKS) if _may_follow(character, rank, top))
            for top in range(RANKS + 1)
        )
        for character in range(CHARACTERS + 1)
    )


PLAYABLE = _table(ten_despite_tyler=False)
PLAYABLE_WITH_TEN = _table(ten_despite_tyler=True)
"""The same in the expert round that lifts Tyler's rule for the 10."""
