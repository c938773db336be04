"""What kind of stop it is when a play goes no further without an ending."""

from __future__ import annotations

import re
from enum import StrEnum

from storyengine.lint.facts import Facts, Stop
from storyengine.lint.plays import after
from storyengine.model.cards import Branch
from storyengine.model.story import DeckKind

_NO_CHOICE = re.compile("card `(.+)` has no choice that is open now")
_NO_DRAWER = re.compile("card `(.+)` returns, but no card drew it")


class StopKind(StrEnum):
    """Why a play stops."""

    START = "start"
    """The first card leads nowhere."""
    SHUT = "shut"
    """Every choice is shut."""
    USED_UP = "used up"
    """Every choice is shut, and once-only ones have been taken."""
    DEAD_END = "dead end"
    """The card has nothing to go on with."""
    BRANCH = "branch"
    """No arm of the card's branch holds, and nothing comes after it."""
    LOOP = "loop"
    """The story goes round without a choice."""
    NO_PLANET = "no planet"
    """`planet/N` where no planet is current."""
    STRANDED = "stranded"
    """There is nowhere to fly to."""
    STRAY_RETURN = "stray return"
    """A card returns that nothing had drawn."""


_BY_WORDS = (
    ("goes round without a choice", StopKind.LOOP),
    ("drawn inside one another", StopKind.LOOP),
    ("means nothing here", StopKind.NO_PLANET),
    ("no planet is left", StopKind.STRANDED),
    ("no path leads", StopKind.STRANDED),
    ("is no planet", StopKind.STRANDED),
    ("no card drew it", StopKind.STRAY_RETURN),
)
"""What the engine says, and what kind of stop that is."""


def stops_of(facts: Facts, *kinds: StopKind) -> list[tuple[Stop, str]]:
    """Return the stops of some kinds, each with the card that it is about."""
    return [(stop, card) for stop in facts.stops for kind, card in (kind_of(facts, stop),) if kind in kinds]


def kind_of(facts: Facts, stop: Stop) -> tuple[StopKind, str]:
    """Return what kind of stop it is, and the card that it is about."""
    for words, kind in _BY_WORDS:
        if words in stop.why:
            drawn = _NO_DRAWER.match(stop.why)
            return kind, drawn.group(1) if drawn else stop.card
    named = _NO_CHOICE.match(stop.why)
    name = named.group(1) if named else stop.card
    card = facts.story.cards.get(name)
    if card is None or stop.fired:
        return StopKind.DEAD_END, name
    if after(stop.path) == "at the start" and name == facts.story.start:
        return StopKind.START, name
    attempts = [challenge for challenge in card.challenges if challenge.optional]
    if not card.choices and not attempts:
        return (StopKind.BRANCH if isinstance(card.then.jump, Branch) else StopKind.DEAD_END), name
    once = [f"{name}.{choice.id}" for choice in card.choices if choice.once]
    once += [f"{name}.{attempt.id}" for attempt in attempts if attempt.once]
    return (StopKind.USED_UP if stop.used.intersection(once) else StopKind.SHUT), name


def goes_on_by_itself(facts: Facts, name: str) -> bool:
    """Whether a card is of a deck whose cards return to where they were drawn."""
    deck = facts.story.decks.get(facts.story.cards[name].deck)
    return deck is not None and deck.kind is DeckKind.DATA
