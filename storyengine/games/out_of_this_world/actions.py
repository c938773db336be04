"""Moves as small numbers: a verb's block, and in it the number of a stack, seat, statement or card.

Blocks of cards hold 128, so that a card's number is what remains.
"""

from __future__ import annotations

from collections.abc import Iterable

from storyengine.games.out_of_this_world.vocabulary import SUITS

STACK = 0
LEG_IT = 8
DONE = 9
LISTEN = 10
HUSH = 11
SEAT = 16
SAY = 32
EQUIP = 128
PASS = 256
WITH = 384
DEFEAT = 512
TWICE = 640
PAY = 768
SPEND = 896
DROP = 1024
FIT = 1152
FOE = 1280
SALVAGE = 1408
BLOCK = 128
"""Cards in a block, and so the most that a match may have."""

STACKS = 5
CARD_VERBS = {
    EQUIP: "equip",
    PASS: "pass",
    WITH: "with",
    DEFEAT: "defeat",
    TWICE: "defeat twice",
    PAY: "pay",
    SPEND: "spend",
    DROP: "drop",
    FIT: "fit",
    FOE: "foe",
    SALVAGE: "salvage",
}
"""The word before a card's id, by block."""
FOE_BLOCKS = (DEFEAT, TWICE, FOE)
"""Blocks whose cards are foes."""
PLAIN = {LEG_IT: "leg it", DONE: "done", LISTEN: "listen", HUSH: "hush"}

# Statements, by their numbers. A need stays true until the seat names another; a wish lasts until its next turn.
NEED_SUIT = 0
NEED_VALUE = 4
TAKE_STACK = 10
LEAVE_STACK = 15
WILL_EQUIP = 20
WILL_DEFEAT = 21
NEED_HELP = 22
AGREE = 23
SAYINGS = (
    *(f"need {suit}" for suit in SUITS),
    *(f"need {value}" for value in range(3, 9)),
    *(f"take {stack + 1}" for stack in range(STACKS)),
    *(f"leave {stack + 1}" for stack in range(STACKS)),
    "will equip",
    "will defeat",
    "need help",
    "agree",
)
"""What may be said, after the word `say`."""
STATEMENTS = tuple(range(SAY, SAY + len(SAYINGS)))

STACK_MOVES = tuple(tuple(stack for stack in range(8) if mask >> stack & 1) for mask in range(256))
"""Taking moves by the set of stacks."""
SEAT_MOVES = tuple(tuple(SEAT + seat for seat in range(5) if mask >> seat & 1) for mask in range(32))
"""Naming moves by the set of seats."""


def bits(mask: int, base: int = 0) -> list[int]:
    """The cards of a set in rising order, each with `base` added."""
    found = []
    while mask:
        low = mask & -mask
        found.append(base + low.bit_length() - 1)
        mask ^= low
    return found


def union(masks: Iterable[int]) -> int:
    """The cards that are in any of some sets."""
    every = 0
    for mask in masks:
        every |= mask
    return every
