"""What a position is waiting for: a decision of one kind, or one kind of chance.

Plain numbers, since every move looks them up; they are part of saves and never change meaning.
"""

from __future__ import annotations

DEAL = 0
"""Chance orders the outcast cards."""
ORDER_CHARACTERS = 1
"""Chance orders the characters."""
RACE = 2
"""A holder of a 1 says whether to go for the start."""
RACE_DRAW = 3
"""Chance picks among those who went for it."""
TURN = 4
"""A seat plays, passes, shows a set or discards blocked cards."""
FOLLOW = 5
"""After a 2: another card."""
DRAW_FROM = 6
"""After a 4: from whom to draw."""
DRAWING = 7
"""Chance picks the card drawn."""
GIVING = 8
"""After a 4: which card to give back."""
TAKING = 9
"""After a 7: which card of the discard pile to take."""
TOP_TO = 10
"""After an 8: who takes the top card of the discard pile."""
BLOCKING = 11
"""Thing: which number to block."""
PLACING = 12
"""Where Wednesday goes in the character pile."""
BOUNCE = 13
"""Chance shuffles Wednesday back into the character pile."""
RESHUFFLE = 14
"""Expert: chance shuffles the character pile without Wednesday."""
FINISHED = 15
"""Nothing any more."""
PHASES = 16
