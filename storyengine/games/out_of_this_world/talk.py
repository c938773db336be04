"""Talk as moves: who may make a statement, when, and what it leaves behind.

In Go For It only the holder of the Vocal token may speak: once before taking a card and once before the action. Between
phases everybody is asked in turn whether to say something. Where everybody may talk all the time, the others are asked
before each turn too; whoever has had enough of that hushes until the next Gear Up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from storyengine.games.out_of_this_world import effects, turns
from storyengine.games.out_of_this_world.actions import HUSH, LISTEN, SAY, STATEMENTS, TAKE_STACK
from storyengine.games.out_of_this_world.box import SILENT
from storyengine.games.out_of_this_world.phases import ACT, CHAT, TAKE
from storyengine.games.protocol import EVERYBODY

if TYPE_CHECKING:
    from storyengine.games.out_of_this_world.state import State

THEN_TURNS, THEN_LIST, THEN_TURN = 0, 1, 2
"""What comes after a window: the first turn of a round, what is still to happen, or one turn."""


def offered(s: State) -> tuple[int, ...]:
    """Statements the actor may make before moving."""
    if s.spoke or s.phase not in (CHAT, TAKE, ACT) or s.box.config.talk == "none":
        return ()
    return () if s.bars[s.actor] & SILENT else STATEMENTS


def say(s: State, action: int) -> None:
    """Make a statement; it changes what is known, never the cards."""
    statement = action - SAY
    if statement < TAKE_STACK:
        s.need[s.actor] = statement
    else:
        s.wish[s.actor] = statement
    s.spoke = 1
    s.tell(EVERYBODY, "say", s.actor, statement)


def open_window(s: State, then: int) -> None:
    """Ask those who may speak, in turn, then go on."""
    config = s.box.config
    s.then = then
    s.chatting = 0
    if config.talk == "none" or (then == THEN_TURN and config.talk != "free"):
        _close(s)
        return
    for seat in range(s.n):
        if not s.bars[seat] & SILENT and not s.hushed >> seat & 1 and (then != THEN_TURN or seat != s.turn):
            s.chatting |= 1 << seat
    _ask_next(s)


def _ask_next(s: State) -> None:
    for step in range(s.n):
        seat = (s.turn + step) % s.n
        if s.chatting >> seat & 1:
            s.chatting ^= 1 << seat
            s.phase, s.actor, s.spoke = CHAT, seat, 0
            s.tell(EVERYBODY, "asked", seat)
            return
    _close(s)


def _close(s: State) -> None:
    if s.then == THEN_LIST:
        effects.go_on(s)
    elif s.then == THEN_TURNS:
        turns.begin(s)
    else:
        turns.start(s)


def legal(s: State) -> tuple[int, ...]:
    """To listen, or to only listen from now on."""
    return (LISTEN, HUSH)


def apply(s: State, action: int) -> None:
    """Say something, or let others."""
    if action >= SAY:
        say(s, action)
        return
    if action == HUSH:
        s.hushed |= 1 << s.actor
        s.tell(EVERYBODY, "hushes", s.actor)
    _ask_next(s)
