"""What one seat may see of a position.

Open to all: what lies face up, how many cards lie face down and in hands, the discard pile, and which cards of a hand
everybody has seen going there. A seat sees its own hand besides. Nobody sees the deck, what lies below the top of a
stack, or which Difficult Foes are not in play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from storyengine.games.out_of_this_world.box import Box
from storyengine.games.protocol import CHANCE, SPECTATOR

if TYPE_CHECKING:
    from storyengine.games.out_of_this_world.state import State

EMPTY = -1
"""Stands for the top of an empty stack."""


class WorldView(NamedTuple):
    """The table from one seat; fields mean what they mean in `State`, and tuples go by seats or stacks."""

    box: Box
    seat: int
    actor: int
    phase: int
    turn: int
    hand: int
    """The seat's own hand; empty for a spectator."""
    known: tuple[int, ...]
    """The part of each hand that everybody has seen."""
    size: tuple[int, ...]
    """Cards in each hand."""
    equipped: tuple[int, ...]
    front: tuple[int, ...]
    points: tuple[int, ...]
    bars: tuple[int, ...]
    weight: tuple[int, ...]
    minus: tuple[int, ...]
    limits: tuple[int, ...]
    who: tuple[int, ...]
    tops: tuple[int, ...]
    """The top card of each stack, or `EMPTY`."""
    heights: tuple[int, ...]
    """Cards in each stack."""
    fresh_below: tuple[int, ...]
    deck: int
    """Cards in the deck."""
    aside: int
    """Difficult Foes not in play."""
    discard: int
    spent: int
    removed: int
    unseen: int
    fresh: int
    tokens: int
    round: int
    run_outs: int
    dealt: int
    streak: int
    owed: int
    verb: int
    card: int
    laid: int
    todo: tuple[int, ...]
    caring: int
    won: int
    defeated: tuple[int, ...]
    spoke: int
    hushed: int
    chatting: int
    then: int
    need: tuple[int, ...]
    wish: tuple[int, ...]


def view_of(s: State, seat: int) -> WorldView:
    """Build the view of `seat`, or of a spectator.

    Raises:
        ValueError: chance is being asked; nobody may look before the dice have fallen.
    """
    if s.actor == CHANCE:
        raise ValueError("nobody may look while chance is asked")
    return WorldView(
        s.box,
        seat,
        s.actor,
        s.phase,
        s.turn,
        0 if seat == SPECTATOR else s.hands[seat],
        tuple(s.known),
        tuple([hand.bit_count() for hand in s.hands]),
        tuple(s.equipped),
        tuple(s.front),
        tuple(s.points),
        tuple(s.bars),
        tuple(s.weight),
        tuple(s.minus),
        tuple(s.limits),
        tuple(s.who),
        tuple([stack[-1] if stack else EMPTY for stack in s.stacks]),
        tuple([len(stack) for stack in s.stacks]),
        tuple([min(len(stack), below) for stack, below in zip(s.stacks, s.fresh_below, strict=True)]),
        len(s.deck),
        len(s.aside),
        s.discard,
        s.spent,
        s.removed,
        s.unseen,
        s.fresh,
        s.tokens,
        s.round,
        s.run_outs,
        s.dealt,
        s.streak,
        s.owed,
        s.verb,
        s.card,
        s.laid,
        tuple(s.todo),
        s.caring,
        s.won,
        tuple(s.defeated),
        s.spoke,
        s.hushed,
        s.chatting,
        s.then,
        tuple(s.need),
        tuple(s.wish),
    )
