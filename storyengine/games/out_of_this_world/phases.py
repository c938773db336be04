"""What a position is waiting for: a decision of one kind, or one kind of chance.

Plain numbers, since every move looks them up; they are part of saves and never change meaning.
"""

from __future__ import annotations

CHARACTERS = 0
"""Chance deals the characters."""
FIRST = 1
"""Chance draws who takes the Vocal token first."""
DIFFICULT = 2
"""Chance orders the Difficult Foes."""
SHUFFLE = 3
"""Chance orders the starting deck."""
RESHUFFLE = 4
"""The deck has run out: chance orders what makes the new one."""
CHAT = 5
"""A seat may say something, or listen."""
TAKE = 6
"""A seat takes a card or legs it."""
ACT = 7
"""A seat takes an action, or none."""
WITH = 8
"""Which card completes the set of a pass or an equip."""
TO = 9
"""Which player gets the card, or the Foe."""
PAY = 10
"""Which card is paid for a Foe's set."""
DROP = 11
"""Which card is discarded."""
FIT = 12
"""Spend: which card is equipped straight from the hand."""
FOE = 13
"""Spend: which of one's Foes."""
SALVAGE = 14
"""Spend: which Item of the discard pile."""
FINISHED = 15
"""Nothing any more."""
PHASES = 16

ON_HAND = (WITH, PAY, FIT)
"""Phases whose moves depend on the actor's hand: whoever watches learns that there is a choice."""
