"""What a truthful player says: the need that its hand suggests, when that is news.

Only a view is read. A statement is a claim; nothing in the rules makes it true, but what is said here is.
"""

from __future__ import annotations

from collections.abc import Sequence

from storyengine.games.out_of_this_world.actions import NEED_VALUE, SAY, bits
from storyengine.games.out_of_this_world.view import WorldView
from storyengine.games.out_of_this_world.vocabulary import WILD


def speak(view: WorldView, talk: Sequence[int]) -> int | None:
    """A statement worth making, or None."""
    need = strongest_need(view)
    if need < 0 or need == view.need[view.seat]:
        return None
    return SAY + need


def strongest_need(view: WorldView) -> int:
    """The suit or value of which one more card would help most, or -1 if points are needed no more.

    A suit or a value of which two cards are held needs one to make a set; the higher the set, the better.
    """
    box, hand = view.box, view.hand
    if box.goal + view.minus[view.seat] <= view.points[view.seat] and not box.config.adventure.win.suits_each:
        return -1
    best, need = 0.0, -1
    for suit in range(WILD):
        there = sorted(box.value[card] for card in bits(hand & (box.of_type[suit] | box.of_type[WILD])))
        if len(there) >= 2:
            worth = there[-2] * (1.2 if len(there) == 2 else 0.8)
            if worth > best:
                best, need = worth, suit
    for value in range(3, 9):
        many = sum(box.value[card] == value for card in bits(hand))
        if many == 2 and value * 1.1 > best:
            best, need = value * 1.1, NEED_VALUE + value - 3
    return need
