"""A whole story."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from storyengine.model.cards import PLANET_PREFIX, Card
from storyengine.model.house_rules import HouseRules
from storyengine.model.tables import Board, ChallengeTable, Character, Item, Variable
from storyengine.source import NOWHERE, Span


class DeckKind(StrEnum):
    """What is special about a deck's cards."""

    STORY = "story"
    DATA = "data"
    """A card returns to whoever drew it, unless it jumps."""
    PLANET = "planet"
    """Explored on landing; the deck bears the name of a place on the board."""
    SHOWDOWN = "showdown"


@dataclass(frozen=True, slots=True)
class Deck:
    """Cards that belong together, in one file."""

    name: str
    """Empty for the only deck of a story without decks."""
    kind: DeckKind = DeckKind.STORY
    title: str = ""
    start: str = ""
    """The whole name of its first card."""
    icons: tuple[str, ...] = ()
    """A planet's most common challenge types, the most common first."""
    rules: Mapping[str, Any] = field(default_factory=dict)
    cards: tuple[str, ...] = ()
    """Whole names, in the order written."""
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Story:
    """All that an author wrote, checked: every name in it means something. Compared by identity."""

    id: str
    title: str
    start: str
    """The whole name of the first card."""
    cards: Mapping[str, Card]
    """Whole name to card, in the order written."""
    decks: Mapping[str, Deck] = field(default_factory=dict)
    variables: Mapping[str, Variable] = field(default_factory=dict)
    """Trackers first, then variables, each in the order written."""
    crew: Mapping[str, Character] = field(default_factory=dict)
    items: Mapping[str, Item] = field(default_factory=dict)
    discs: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """Colour to the numbers of its discs."""
    board: Board = field(default_factory=Board)
    challenges: ChallengeTable = field(default_factory=ChallengeTable)
    rules: Mapping[str, Any] = field(default_factory=dict)
    author: str = ""
    version: str = ""
    language: str = ""
    about: str = ""
    """A sentence or two for whoever looks for a story to play."""
    note: str = ""
    tags: tuple[str, ...] = ()
    allow: Mapping[str, str] = field(default_factory=dict)
    lint: Mapping[str, Any] = field(default_factory=dict)
    folder: str = ""
    """Where it was read from; empty for a story made in code."""
    mechanics_hash: str = ""
    """Changes with ids, effects and tables, and with nothing else."""
    texts_hash: str = ""
    """Changes with what is read."""
    span: Span = NOWHERE

    @property
    def trackers(self) -> tuple[Variable, ...]:
        """The variables that players see."""
        return tuple(variable for variable in self.variables.values() if variable.tracker)

    @property
    def starters(self) -> tuple[str, ...]:
        """The items that are dealt at the start."""
        return tuple(item.id for item in self.items.values() if item.starter)

    def house_rules(self, card: str = "") -> HouseRules:
        """Return the rules in force at a card: the story's, overridden by its deck's and its own."""
        rules = HouseRules().override(self.rules)
        if card:
            deck = self.decks.get(self.cards[card].deck)
            rules = rules.override(deck.rules if deck else {}).override(self.cards[card].rules)
        return rules

    def planet_card(self, place: str, number: str) -> str:
        """Return the whole name of `planet/number` while the ship is at `place`; empty when there is no such card."""
        name = f"{place}/{number}"
        return name if name in self.cards else ""

    def planet_cards(self, reference: str) -> tuple[str, ...]:
        """Return every card that `planet/N` can mean, in the order of the decks."""
        number = reference.removeprefix(PLANET_PREFIX)
        found = (self.planet_card(deck.name, number) for deck in self.decks.values() if deck.kind is DeckKind.PLANET)
        return tuple(name for name in found if name)
