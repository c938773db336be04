"""The tables of a story: variables, crew, items, board. A plain story has only variables, or none of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from storyengine.model.cards import Consequence, Pick, Text
from storyengine.model.expressions import Condition, Effect, Kind, Value
from storyengine.source import NOWHERE, Span

LARGEST = 1_000_000_000
"""Numbers without bounds of their own stay within plus and minus this."""


@dataclass(frozen=True, slots=True)
class Variable:
    """What the story remembers under a name. A tracker is one that players see, with thresholds."""

    id: str
    kind: Kind
    start: Value
    low: int = -LARGEST
    """Smallest value of a number; changes clamp."""
    high: int = LARGEST
    """Largest value of a number; changes clamp."""
    words: tuple[str, ...] = ()
    """The values a word may have; empty when any word will do."""
    title: str = ""
    tracker: bool = False
    thresholds: tuple[tuple[int, Consequence], ...] = ()
    """Values on whose crossing, in either direction, something fires at once."""
    span: Span = NOWHERE

    @property
    def bounded(self) -> bool:
        """Whether it has finitely many values small enough to list."""
        return self.kind is not Kind.NUMBER or (self.low > -LARGEST and self.high < LARGEST)


@dataclass(frozen=True, slots=True)
class Character:
    """One of the crew."""

    id: str
    title: str
    about: str = ""
    skills: Mapping[str, int] = field(default_factory=dict)
    """Challenge type to what is added to the roll; a type left out counts 0."""
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Boost:
    """What a Challenge Booster does for one type."""

    bonus: int = 0
    roll_twice: bool = False
    """Roll the die twice and add."""


@dataclass(frozen=True, slots=True)
class Use:
    """What an Assist Item does, once."""

    do: tuple[Effect, ...] = ()
    when: Condition | None = None
    pick: Pick | None = None
    after_roll: bool = False
    """Used between a roll and its result, and only there."""
    rules: Mapping[str, Any] = field(default_factory=dict)
    """Keys that hold for the next trip, or until the card is left."""


@dataclass(frozen=True, slots=True)
class Item:
    """Something the crew can hold."""

    id: str
    title: str
    about: Text | None = None
    boost: Mapping[str, Boost] = field(default_factory=dict)
    """Challenge type to boost: a Challenge Booster."""
    use: Use | None = None
    """An Assist Item."""
    starter: bool = False
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class ChallengeTable:
    """Types of challenges and how hard they are."""

    types: tuple[str, ...] = ()
    by: str = ""
    """The variable that sets the level; empty when `level` does."""
    bands: tuple[tuple[int, int, int], ...] = ()
    """(low, high, level), ends included, in the order written."""
    level: int = 4
    """The level where no band applies."""
    die: int = 6
    """Sides of the die."""
    span: Span = NOWHERE

    def level_at(self, value: int) -> int:
        """Return the level that the bands give for a value of `by`."""
        for low, high, level in self.bands:
            if low <= value <= high:
                return level
        return self.level


@dataclass(frozen=True, slots=True)
class Place:
    """A place on the board. A place with a deck of its name is a planet."""

    id: str
    title: str
    at: tuple[int, int] = (0, 0)
    """Where it is drawn: x to the right, y down."""
    closed: str = ""
    """Why ships cannot land there, when they cannot. Flying past is allowed."""
    planet: bool = True
    """Whether a disc lies on it: it has a deck of kind planet, or is closed."""
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Board:
    """Places, paths and what flying costs."""

    places: Mapping[str, Place] = field(default_factory=dict)
    paths: tuple[tuple[str, str], ...] = ()
    cost: tuple[tuple[str, int], ...] = ()
    """(tracker, amount) that each segment adds, all at the same moment."""
    start: str = ""
    boost: str = ""
    """The tracker that a turned disc raises."""
    stranded: Consequence | None = None
    """What follows when no planet is left to fly to."""
    span: Span = NOWHERE

    @property
    def planets(self) -> tuple[str, ...]:
        """The places that carry a disc, in the order written."""
        return tuple(place.id for place in self.places.values() if place.planet)
