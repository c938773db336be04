"""Control points: where a play can stand, without what the net's variables hold or what it forgets."""

from __future__ import annotations

from typing import NamedTuple

from storyengine.model.house_rules import HouseRules
from storyengine.runtime.program import Program
from storyengine.runtime.setup import BEGIN
from storyengine.runtime.state import Frame, Phase, State

RUNNING = "running"
"""Between decisions: the next step of the top spot comes next."""
FLYING = "flying"
"""Under way on the board, before a segment."""
SOMETHING = "something else"
"""What was picked, when it is no item; which one it is is forgotten."""
UNKNOWN_LEVEL = -1_000
"""The level of a challenge whose rules read what the net does not know."""


class Pending(NamedTuple):
    """A challenge under way."""

    challenge: str
    type: str
    level: int
    rolled: bool


class Spot(NamedTuple):
    """A frame, as far as the net knows it."""

    block: int
    """A block of the plan, or -1 for the moment at which the crew chooses where to fly."""
    op: int
    attempted: tuple[str, ...] = ()
    type: str = ""
    picked: str = ""
    """An item that was picked, or `SOMETHING`."""
    pending: Pending | None = None
    trip: tuple[str, ...] = ("", "", "")
    """For the moment of travel: as `Control.detail` there."""


class Control(NamedTuple):
    """A control point."""

    phase: str
    spots: tuple[Spot, ...]
    place: str
    detail: tuple[str, ...] = ()


TRAVELLING = Spot(-1, 0)


class Places:
    """Finds the control point of a state."""

    def __init__(self, program: Program) -> None:
        """Take the story."""
        self.program = program
        self.boxed = program.story.starters if program.characters else ()
        """Items of which those that are not dealt go into the box before the first card."""

    def locate(self, state: State) -> Control:
        """Return the control point at which a play in this state stands."""
        if state.phase is Phase.ENDED:
            return Control(Phase.ENDED, (), "", state.detail)
        if state.phase is Phase.STUCK:
            return Control(Phase.STUCK, (), "")
        if state.phase is Phase.DEAL and state.detail != ("",):
            return Control(Phase.DEAL, (), state.place)
        spots = self._spots(state.frames)
        match state.phase:
            case Phase.GO_ON if state.detail == (BEGIN,) and self.boxed:
                return Control(Phase.DEAL, (), state.place)
            case Phase.TRAVEL:
                return self.travel(spots, state.detail[0], state.place)
            case Phase.GO_ON | Phase.PERFORM | Phase.ROLLED:
                return self.settle(Control(RUNNING, spots, state.place))
            case Phase.TYPE | Phase.TAKE | Phase.PREPARE:
                return Control(state.phase, spots, state.place, state.detail)
            case _:
                return Control(Phase.GAME if state.phase is Phase.DEAL else state.phase, spots, state.place)

    def _spots(self, frames: tuple[Frame, ...]) -> tuple[Spot, ...]:
        spots = tuple(self._spot(frame) for frame in frames)
        if len(spots) > 1 and self.program.blocks[spots[-1].block].is_use:
            below = spots[-2]
            if below.op in self.program.blocks[below.block].travels:
                own = self.own_cost(below)
                return (TRAVELLING._replace(trip=self.travel(spots[:-1], own, "").detail), spots[-1])
        return spots

    def own_cost(self, spot: Spot) -> str:
        """Return what the travel step at a spot says about its cost, as the state's detail would."""
        step = self.program.blocks[spot.block].steps[spot.op]
        cost = getattr(getattr(step, "travel", None), "cost", None)
        return "" if cost is None else str(cost)

    def _spot(self, frame: Frame) -> Spot:
        pending = None
        if frame.task:
            card = self.program.blocks[frame.block].card
            level = frame.task.level if self.level_is_known(card, frame.task.challenge) else UNKNOWN_LEVEL
            pending = Pending(frame.task.challenge, frame.task.type, level, frame.roll is not None)
        picked = frame.picked if frame.picked in self.program.items or not frame.picked else SOMETHING
        return Spot(frame.block, frame.op, frame.attempted, frame.type, picked, pending)

    def level_is_known(self, card: str, challenge: str) -> bool:
        """Whether the net can tell a challenge's level."""
        rules = self.program.challenge_rules(card, challenge)
        return self.known_change(rules)

    def known_change(self, rules: HouseRules) -> bool:
        """Whether the net knows what `level_change` adds; the builder says so by overriding this."""
        raise NotImplementedError

    def card_of(self, spots: tuple[Spot, ...]) -> str:
        """Return the card being read."""
        for spot in reversed(spots):
            if spot.block >= 0 and not self.program.blocks[spot.block].is_use:
                return self.program.blocks[spot.block].card
            if spot.block < 0:
                return spot.trip[1]
        return ""

    def showdown_of(self, spots: tuple[Spot, ...]) -> str:
        """Return the card of a showdown that is under way, or nothing."""
        for spot in reversed(spots):
            card = spot.trip[2] if spot.block < 0 else self.program.blocks[spot.block].card
            if self.program.is_showdown(card):
                return card
        return ""

    def travel(self, spots: tuple[Spot, ...], own: str, place: str) -> Control:
        """Return the moment of travel.

        Its detail is what a segment costs, the card that led there, if its rules differ from the story's, and the card
        of a showdown that is under way.
        """
        program = self.program
        card = self.card_of(spots)
        rules = program.rules_at(card)
        amount = own if own or rules.travel_cost is None else str(rules.travel_cost)
        special = card if rules != program.story_rules else ""
        return Control(Phase.TRAVEL, (), place, (amount, special, self.showdown_of(spots)))

    def settle(self, control: Control) -> Control:
        """Pass over steps that change nothing the net knows, and frames that are finished."""
        raise NotImplementedError
