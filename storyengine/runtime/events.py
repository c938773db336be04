"""What happens while a step is taken, in order, for whoever tells it. Analysis asks for none of it."""

from __future__ import annotations

from dataclasses import dataclass

from storyengine.model.expressions import Value


@dataclass(frozen=True, slots=True)
class Entered:
    """A card is turned up."""

    card: str
    opens_deck: bool
    """Whether the crew starts on a deck with it: then another player reads."""


@dataclass(frozen=True, slots=True)
class Told:
    """Text is read, with all its conditions and names already filled in; paragraphs stand apart by an empty line."""

    text: str


@dataclass(frozen=True, slots=True)
class Changed:
    """A variable changed; `before` and `after` are what really was and is, after clamping."""

    variable: str
    before: Value
    after: Value


@dataclass(frozen=True, slots=True)
class Gained:
    """An item came to the crew."""

    item: str
    holder: str


@dataclass(frozen=True, slots=True)
class Passed:
    """An item went from one character to another."""

    item: str
    giver: str
    holder: str


@dataclass(frozen=True, slots=True)
class Lost:
    """An item left the crew."""

    item: str
    why: str
    """`discarded`, `used` or `destroyed`."""


@dataclass(frozen=True, slots=True)
class Flipped:
    """A character became active or inactive."""

    character: str
    active: bool


@dataclass(frozen=True, slots=True)
class AllActive:
    """Everyone is active again."""


@dataclass(frozen=True, slots=True)
class Rolled:
    """Dice fell."""

    challenge: str
    type: str
    level: int
    performer: str
    booster: str
    dice: tuple[int, ...]
    skill: int
    bonus: int
    """From the booster."""
    change: int
    """From items used on the roll."""

    @property
    def total(self) -> int:
        """What is held against the level."""
        return sum(self.dice) + self.skill + self.bonus + self.change


@dataclass(frozen=True, slots=True)
class Resolved:
    """A challenge is won or lost."""

    challenge: str
    won: bool


@dataclass(frozen=True, slots=True)
class Dealt:
    """A piece of the setup lies on the table."""

    piece: str
    """`starter` or `disc`."""
    what: str
    """The item, or the disc's colour."""
    to: str
    """The character, or the planet."""


@dataclass(frozen=True, slots=True)
class DiscTurned:
    """A disc shows its number."""

    place: str
    colour: str
    number: int
    counted: bool
    """Whether it boosts the signal; not when an item only looked at it."""


@dataclass(frozen=True, slots=True)
class DiscDiscarded:
    """A disc left the board unseen."""

    place: str


@dataclass(frozen=True, slots=True)
class Flew:
    """The ship arrived."""

    start: str
    place: str
    segments: int


@dataclass(frozen=True, slots=True)
class Notice:
    """A remark of the program's, not of the story's."""

    text: str


@dataclass(frozen=True, slots=True)
class GameOver:
    """A card game inside the story is over."""

    game: str
    result: str
    facts: tuple[tuple[str, Value], ...] = ()
    """What the game tells of itself, such as the score."""


@dataclass(frozen=True, slots=True)
class Ended:
    """An ending is reached."""

    ending: str


@dataclass(frozen=True, slots=True)
class Stopped:
    """The story goes no further, without an ending."""

    why: str


Event = (
    Entered
    | Told
    | Changed
    | Gained
    | Passed
    | Lost
    | Flipped
    | AllActive
    | Rolled
    | Resolved
    | Dealt
    | DiscTurned
    | DiscDiscarded
    | Flew
    | Notice
    | GameOver
    | Ended
    | Stopped
)
