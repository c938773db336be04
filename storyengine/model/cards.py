"""Cards, their choices and challenges, and the one shape of what follows from anything: the consequence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from storyengine.model.expressions import Condition, Effect, Expression
from storyengine.source import NOWHERE, Span

PLANET_PREFIX = "planet/"
"""A card named `planet/13` is card 13 of whatever planet the ship is at."""

Template = tuple[str | Expression, ...]
"""Text with expressions in it; what an expression gives is printed in its place."""


class Seen(StrEnum):
    """When a part of a text is read."""

    ALWAYS = "always"
    FIRST = "first"
    AGAIN = "again"


@dataclass(frozen=True, slots=True)
class TextPart:
    """A paragraph or more, perhaps under a condition."""

    template: Template
    when: Condition | None = None
    seen: Seen = Seen.ALWAYS


@dataclass(frozen=True, slots=True)
class Text:
    """What is read aloud, part after part."""

    parts: tuple[TextPart, ...]
    span: Span = NOWHERE

    @property
    def depends_on_visits(self) -> bool:
        """Whether it reads differently the second time."""
        return any(part.seen is not Seen.ALWAYS for part in self.parts)


@dataclass(frozen=True, slots=True)
class CardRef:
    """A card as a jump names it."""

    id: str
    """The whole name, or `planet/N`."""
    span: Span = NOWHERE

    @property
    def planet_card(self) -> str:
        """`N` of `planet/N`, else nothing."""
        return self.id.removeprefix(PLANET_PREFIX) if self.id.startswith(PLANET_PREFIX) else ""


@dataclass(frozen=True, slots=True)
class Ending:
    """A way the story can end; each has its own verdict."""

    id: str
    """Unique in the story."""
    kind: str
    """The author's word for it: `won`, `lost`, or any other."""
    title: str
    card: str
    """The card it stands on."""
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Goto:
    """On to another card."""

    card: CardRef


@dataclass(frozen=True, slots=True)
class Stay:
    """This card's choices again, without its text or effects."""


@dataclass(frozen=True, slots=True)
class Return:
    """Back to the card that drew this one or made the detour."""


@dataclass(frozen=True, slots=True)
class Retry:
    """The same challenge once more."""


@dataclass(frozen=True, slots=True)
class End:
    """The story is over."""

    ending: Ending


@dataclass(frozen=True, slots=True)
class Travel:
    """The crew chooses where to fly, or is sent somewhere."""

    to: str = ""
    """A place, or nothing: then the crew chooses."""
    cost: int | None = None
    """What each segment costs this time, or nothing: then what the board says."""


@dataclass(frozen=True, slots=True)
class Leave:
    """A planet's end: `data_find` turns the disc, `the_end` discards it unseen. Then the crew travels."""

    way: str


@dataclass(frozen=True, slots=True)
class Showdown:
    """All become active, items may be exchanged, then the deck's first card is read."""

    deck: str
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Branch:
    """The first arm whose condition holds is followed; when none does, what comes after the branch."""

    arms: tuple[Consequence, ...]


@dataclass(frozen=True, slots=True)
class RandomArms:
    """One arm is followed by chance, by the arms' weights."""

    arms: tuple[Consequence, ...]


Jump = Goto | Stay | Return | Retry | End | Travel | Leave | Showdown | Branch | RandomArms


@dataclass(frozen=True, slots=True)
class Consequence:
    """What follows: read, change, draw, and go somewhere; always in this order."""

    key: str
    """Where it stands, unique in the story: `follop/2`, `follop/2.win`, `lamp_room.branch.1`."""
    text: Text | None = None
    do: tuple[Effect, ...] = ()
    draw: tuple[CardRef, ...] = ()
    """Cards that are drawn, or detours, one after the other; each comes back unless it jumps."""
    jump: Jump | None = None
    """Nothing: then the card goes on, or a drawn card returns."""
    when: Condition | None = None
    """For an arm of a branch."""
    weight: int = 1
    """For an arm of `random`."""
    span: Span = NOWHERE


class Pick(StrEnum):
    """What a choice or an item asks the player to point at."""

    ACTIVE = "active"
    INACTIVE = "inactive"
    ITEM = "item"
    PLANET = "planet"


@dataclass(frozen=True, slots=True)
class Choice:
    """What the writer offers."""

    id: str
    """Unique in its card."""
    text: Text
    then: Consequence
    when: Condition | None = None
    locked: Text | None = None
    """Shown in its place while `when` does not hold; without it the choice is hidden."""
    hint: Text | None = None
    once: bool = False
    pick: Pick | None = None
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Challenge:
    """A test of the crew."""

    id: str
    """Unique in its card, among its choices too."""
    types: tuple[str, ...]
    """One type, or several of which the player takes one."""
    win: Consequence
    lose: Consequence
    text: Text | None = None
    optional: bool = False
    once: bool = False
    """Once a play; an optional challenge is anyway offered only once while the crew is at its card."""
    when: Condition | None = None
    rules: Mapping[str, Any] = field(default_factory=dict)
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class MinigameNode:
    """A card game that the card opens."""

    game: str
    config: Mapping[str, Any]
    """Players, bots, variant and so on, as plain values; the game itself checks them."""
    results: Mapping[str, Consequence]
    """What follows each of its declared results."""
    spans: Mapping[str, Span]
    """The place of each key of `config` and of `results.<label>`."""
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Card:
    """A unit of text with what can be done about it. Also known as passage (Twine), node (Yarn), knot (ink)."""

    id: str
    """The whole name: `deck/card`, or the bare name in a story without decks."""
    deck: str
    """The deck's name; empty in a story without decks."""
    then: Consequence
    """Its text, effects, draws and jump."""
    title: str = ""
    before: tuple[Effect, ...] = ()
    """Effects on entering, before the text."""
    item: str = ""
    """The item that this DATA card is."""
    challenges: tuple[Challenge, ...] = ()
    choices: tuple[Choice, ...] = ()
    minigame: MinigameNode | None = None
    rules: Mapping[str, Any] = field(default_factory=dict)
    tags: tuple[str, ...] = ()
    note: str = ""
    allow: Mapping[str, str] = field(default_factory=dict)
    """Findings that the author accepts here: rule slug to reason."""
    unreachable: str = ""
    """Why it is parked, when no play is meant to reach it."""
    span: Span = NOWHERE

    @property
    def name(self) -> str:
        """Its name within its deck."""
        return self.id.removeprefix(self.deck + "/") if self.deck else self.id
