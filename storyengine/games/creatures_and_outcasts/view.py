"""What one seat may see of a position: an immutable tuple of named fields, the same for equal knowledge.

Whatever legal moves reveal is in here, such as the discard pile to whom looks through it. Nothing else is: two
positions that a seat cannot tell apart have equal views.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from storyengine.games.creatures_and_outcasts.cards import BIT, NO_CARD, ONE
from storyengine.games.creatures_and_outcasts.characters import WEDNESDAY
from storyengine.games.creatures_and_outcasts.phases import RACE
from storyengine.games.protocol import CHANCE, SOMEBODY, SPECTATOR

if TYPE_CHECKING:
    from storyengine.games.creatures_and_outcasts.options import Config
    from storyengine.games.creatures_and_outcasts.state import State

UNKNOWN = -1


class CreaturesView(NamedTuple):
    """A position as one seat sees it. Hands are packed, ranks are places among the numbers; see `cards`."""

    config: Config
    seat: int
    actor: int
    phase: int
    turn: int
    round: int
    scores: tuple[tuple[int, ...], ...]
    ends: tuple[tuple[int, ...], ...]
    hand: int
    """The seat's own hand; 0 for a spectator."""
    hands: tuple[int, ...]
    """All hands while they are open, else empty."""
    size: tuple[int, ...]
    pile: tuple[int, ...]
    top: int
    last: int
    last_card: int
    passes: int
    way: int
    character: int
    characters_left: int
    """The set of characters that are still in the pile; public, since the others have been shown."""
    deck: tuple[int, ...]
    """The character pile as far as known, the top one last: `UNKNOWN` where the seat does not know."""
    order: tuple[int, ...]
    """The other characters in order, if the seat knows that but not Wednesday's place."""
    discard: tuple[int, ...]
    """The discard pile, the top card last: `UNKNOWN` where the seat does not know."""
    sure: tuple[int, ...]
    """What the seat is sure of in each other hand and, last, in the discard pile."""
    loose: int
    """The ranks that may lie in the discard pile beyond those."""
    blocked: int
    barred: int
    target: int
    taken: int
    """The card just drawn by a 4, if the seat saw it."""
    claim: int
    """In the race for the first 1: 1 if the seat went for it, 0 if it waited, `UNKNOWN` if it was not asked (yet)."""
    stack: tuple[int, ...]
    changed: int
    bounced: int
    locked: int
    open: int
    tyler_ten: int
    triggered: int
    spoken: int
    """Team mates that have made a statement in this trick."""
    said: tuple[tuple[int, ...], ...]
    """Statements of this round that the seat has heard: who and what."""


def view_of(s: State, seat: int) -> CreaturesView:
    """Build the view of `seat`, or of a spectator.

    Raises:
        ValueError: chance is being asked; nobody may look before the dice have fallen.
    """
    actor = s.actor
    if actor == CHANCE:
        raise ValueError("nobody may look while chance is asked")
    n, config = s.n, s.config
    mates = 0
    sure: tuple[int, ...]
    if seat == SPECTATOR:
        hand, discard, sure, loose, claim, taken = 0, (UNKNOWN,) * len(s.discard), (), 0, UNKNOWN, NO_CARD
        knows_order = knows_place = 0
    else:
        hand = s.hands[seat]
        discard = tuple([rank if seats >> seat & 1 else UNKNOWN for rank, seats in zip(s.discard, s.seen, strict=True)])
        sure = tuple(s.sure[seat::n])
        loose = s.loose[seat]
        asked = s.phase == RACE and s.ones[seat] & BIT[ONE] and not s.race_left >> seat & 1
        claim = s.race_yes >> seat & 1 if asked else UNKNOWN
        taken = s.taken if s.open or seat in (s.turn, s.target) else NO_CARD
        knows_order, knows_place = s.order_known >> seat & 1, s.place_known >> seat & 1
        if config.teams:
            mates = sum([1 << mate for mate in range(seat % config.teams, n, config.teams)])
    if s.phase == RACE and actor != seat:
        actor = SOMEBODY
    deck, order = _characters(s.deck, bool(knows_order), bool(knows_place))
    return CreaturesView(
        config,
        seat,
        actor,
        s.phase,
        s.turn,
        s.round,
        tuple(s.scores),
        tuple(s.ends),
        hand,
        tuple(s.hands) if s.open else (),
        tuple(s.size),
        tuple(s.pile),
        s.top,
        s.last,
        s.last_card,
        s.passes,
        s.way,
        s.character,
        sum([1 << character for character in s.deck]),
        deck,
        order,
        discard,
        sure,
        loose,
        s.blocked,
        s.barred,
        s.target if s.taken != NO_CARD else 0,
        taken,
        claim,
        tuple(s.stack),
        s.changed,
        s.bounced,
        s.locked,
        s.open,
        s.tyler_ten,
        s.triggered,
        s.spoken & mates,
        tuple([heard for heard in s.said if mates >> heard[0] & 1]),
    )


def _characters(deck: list[int], order: bool, place: bool) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The pile as far as known, and the order of the others if only that is known."""
    with_wednesday = WEDNESDAY in deck
    if order and (place or not with_wednesday):
        return tuple(deck), ()
    shown = tuple([WEDNESDAY if place and character == WEDNESDAY else UNKNOWN for character in deck])
    return shown, tuple([character for character in deck if character != WEDNESDAY]) if order else ()
