"""All that the future of a play depends on, and nothing else: no seed, no counter of draws, no clock."""

from __future__ import annotations

import hashlib
import json
from enum import StrEnum
from typing import NamedTuple

from storyengine.model.expressions import Value


class Phase(StrEnum):
    """What a state waits for."""

    DEAL = "deal"
    """The next piece of the setup is dealt."""
    GO_ON = "go_on"
    """Nothing to decide: more chance follows, one part a step."""
    CHOOSE = "choose"
    """One of the card's choices, or an optional challenge."""
    TYPE = "type"
    """Which type of challenge to take, where a required one leaves that open."""
    PERFORM = "perform"
    """Who performs the challenge, with which booster."""
    ROLLED = "rolled"
    """Accept the roll on the table, or use an item on it."""
    TAKE = "take"
    """Who takes an item that was found."""
    TRAVEL = "travel"
    """Where to fly."""
    PREPARE = "prepare"
    """Exchange items before the showdown."""
    GAME = "game"
    """A card game is on."""
    ENDED = "ended"
    """The story is over."""
    STUCK = "stuck"
    """The story goes no further here, without an ending. `State.detail` says why."""


class Task(NamedTuple):
    """A challenge under way."""

    challenge: str
    """Its id, within the card."""
    type: str
    level: int
    """Fixed when the challenge began."""


class Roll(NamedTuple):
    """Dice on the table, not yet accepted."""

    performer: str
    booster: str
    dice: tuple[int, ...]
    change: int = 0
    """What items added to the total."""
    kept: bool = False
    """An item saves the booster from a rolled 1."""
    ones_before: bool = False
    """Whether a roll that was taken back had a 1 in it."""


class Frame(NamedTuple):
    """A block of operations that is under way. A drawn card lies on top of the frames of the card that drew it."""

    block: int
    """Index into the program's blocks."""
    op: int
    """The operation that comes next."""
    attempted: tuple[str, ...] = ()
    """Optional challenges already taken while at this card."""
    picked: str = ""
    """What the player pointed at."""
    performer: str = ""
    """Who performed the challenge whose text is followed."""
    type: str = ""
    """The type of the challenge whose text is followed."""
    task: Task | None = None
    """The challenge under way."""
    roll: Roll | None = None
    """The roll on the table."""


class Disc(NamedTuple):
    """A Signal Booster Disc on its planet."""

    colour: str
    number: int = 0
    """0 until somebody has looked."""


GONE = Disc("")
"""What lies on a planet whose disc was turned or discarded."""

UNDEALT = Disc("?")
"""What lies on a planet before the discs are dealt."""

ABSENT = ""
"""Holder of an item that nobody has found yet."""
DISCARDED = "discarded "
"""Holder of an item that was used up or lost. The space keeps it apart from every character's id."""
BOXED = "boxed "
"""Holder of a starter item that was not dealt."""
NOWHERE = (ABSENT, DISCARDED, BOXED)
"""Holders of items that nobody has."""
PARTY = "party "
"""Holder of an item in a story without a crew."""


class State(NamedTuple):
    """Immutable, hashable and complete. Made by `initial` and `step` alone."""

    phase: Phase
    detail: tuple[str, ...]
    """What the phase is about: an item to take, an ending's id, why the story is stuck, a game's snapshot."""
    frames: tuple[Frame, ...]
    """What is under way; the last is on top."""
    values: tuple[Value, ...]
    """By variable, in the story's order."""
    holders: tuple[str, ...]
    """By item, in the story's order: a character, or one of the holders above."""
    active: tuple[bool, ...]
    """By character, in the story's order."""
    place: str
    """Where the ship is; while it flies, where it comes from."""
    discs: tuple[Disc, ...]
    """By planet, in the board's order."""
    numbers: tuple[tuple[int, ...], ...]
    """By colour: the numbers that nobody has seen yet. Discs discarded unseen leave no trace here, rightly so."""
    visited: frozenset[str]
    """Cards entered before, as far as anything depends on it."""
    used: frozenset[str]
    """Once-only choices and challenges already taken, as `card.choice`."""
    in_force: tuple[str, ...]
    """Used items whose rules still hold."""

    @property
    def over(self) -> bool:
        """Whether nothing can be done any more."""
        return self.phase in (Phase.ENDED, Phase.STUCK)

    @property
    def ending(self) -> str:
        """The id of the ending that was reached, or nothing."""
        return self.detail[0] if self.phase is Phase.ENDED else ""


def digest(state: State) -> str:
    """Return a short hash of a state, the same on every machine and under every hash seed."""
    plain = [sorted(part) if isinstance(part, frozenset) else part for part in state]
    return hashlib.sha256(json.dumps(plain, separators=(",", ":")).encode()).hexdigest()[:16]
