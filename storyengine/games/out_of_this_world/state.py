"""One position of Out Of This World: small numbers and bit masks of cards, so that a clone is a handful of slices.

What moves do is in the neighbouring files; here is what a position holds and how it is copied, saved and compared.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from storyengine.games.chance import ChanceResult, ChanceSpec
from storyengine.games.out_of_this_world import decisions, scoring, talk
from storyengine.games.out_of_this_world.actions import bits
from storyengine.games.out_of_this_world.box import Box
from storyengine.games.out_of_this_world.cards import characters
from storyengine.games.out_of_this_world.phases import CHARACTERS
from storyengine.games.out_of_this_world.view import WorldView, view_of
from storyengine.games.protocol import CHANCE, OVER, Event, Result
from storyengine.games.protocol import State as GameState

# What a snapshot holds, in this order: whole numbers first, then lists of them, then the stacks.
NUMBERS = (
    "phase", "turn", "tokens", "round", "run_outs", "dealt", "streak", "owed", "verb", "card", "laid", "spoke",
    "hushed", "chatting", "then", "spent", "discard", "removed", "unseen", "fresh", "won", "caring",
)  # fmt: skip
LISTS = (
    "hands", "known", "equipped", "front", "points", "deck", "aside", "todo", "fresh_below", "need", "wish", "defeated",
    "who",
)  # fmt: skip
ABILITIES = ("defeat anywhere", "pass one", "reclaim from foe", "reclaim from equip")

_LEGAL, _APPLY = decisions.LEGAL, decisions.APPLY


class State(GameState[WorldView]):
    """A position; see the comments of `__init__` for what each field means."""

    __slots__ = (
        *NUMBERS, *LISTS, "abilities", "bars", "base_limit", "box", "foe_tops", "limits", "minus", "n", "open_stacks",
        "stacks", "weight",
    )  # fmt: skip

    def __init__(self, box: Box) -> None:
        """The position before anything is dealt."""
        n = box.n
        self.box: Box = box
        self.n = n
        self.log: list[Event] | None = None
        # Who does what now.
        self.actor = CHANCE
        self.phase = CHARACTERS
        self.turn = 0  # who holds the Vocal token
        self.todo: list[int] = []  # what is still to happen, the next one last; see effects.py
        self.verb = 0  # the block of the action being made
        self.card = 0  # the card or Foe it is about
        self.laid = 0  # cards of the actor's hand that lie on the table for it
        self.owed = 0  # cards still to be discarded or salvaged
        # Cards.
        self.hands = [0] * n
        self.known = [0] * n  # the part of each hand that everybody has seen
        self.equipped = [0] * n
        self.spent = 0
        self.front = [0] * n  # foes before each player
        self.stacks: list[list[int]] = [[] for _ in range(box.config.stacks)]  # the top card is last
        self.open_stacks = 0  # stacks that hold a card
        self.foe_tops = 0  # stacks that show a foe
        self.deck: list[int] = []  # the top card is last
        self.aside: list[int] = []  # Difficult Foes not in play, unseen
        self.discard = 0
        self.removed = 0
        self.unseen = (1 << box.size) - 1  # cards that nobody has seen face up on the table yet
        self.fresh = 0  # cards known to have been shuffled into the present deck when the last one ran out
        self.fresh_below = [0] * box.config.stacks  # cards of each stack, from below, that came from the present deck
        # The course of the game.
        self.tokens = box.config.tokens
        self.round = 0
        self.run_outs = 0
        self.dealt = 0  # cards dealt to the stacks in this round
        self.streak = 0  # turns in a row in which nobody took a card
        self.caring = 0  # whether things are being taken care of
        self.points = [0] * n
        self.defeated = [0] * len(box.win_defeated)
        self.won: int = -1  # how it ended: -1 not yet, 0 lost, 1 won
        self.who = list(box.config.characters) or [-1] * n
        # Talk.
        self.spoke: int = 0  # whether the actor has made the statement it may make now
        self.hushed = 0  # seats that only listen for the rest of the round
        self.chatting = 0  # seats still to be asked whether they say something
        self.then = 0  # what comes after that; see talk.py
        self.need = [-1] * n  # what each seat last said it needs
        self.wish = [-1] * n  # what else it said since its last turn
        # Derived from foes, items and characters.
        self.bars = [0] * n
        self.weight = [0] * n  # what each player's foes count when Time is lost
        self.minus = [0] * n
        self.limits = [box.config.hand_limit] * n
        self.abilities = [0] * n
        self.base_limit = [box.config.hand_limit] * n

    def legal(self) -> tuple[int, ...]:
        """Moves of the actor, sorted; empty if nobody decides."""
        return _LEGAL[self.phase](self)

    def talk(self) -> tuple[int, ...]:
        """Statements the actor may make before moving."""
        return talk.offered(self)

    def apply(self, action: int) -> None:
        """Make a legal move or statement."""
        _APPLY[self.phase](self, action)

    def chance(self) -> ChanceSpec:
        """What chance is asked for."""
        return decisions.ASKS[self.phase](self)

    def settle(self, result: ChanceResult) -> None:
        """Go on with a result of chance."""
        decisions.SETTLE[self.phase](self, result)

    def clone(self) -> State:
        """An independent copy that logs nothing."""
        other = State.__new__(State)
        other.box = self.box
        other.n = self.n
        other.log = None
        other.actor = self.actor
        other.phase = self.phase
        other.turn = self.turn
        other.todo = self.todo[:]
        other.verb = self.verb
        other.card = self.card
        other.laid = self.laid
        other.owed = self.owed
        other.hands = self.hands[:]
        other.known = self.known[:]
        other.equipped = self.equipped[:]
        other.spent = self.spent
        other.front = self.front[:]
        other.stacks = [stack[:] for stack in self.stacks]
        other.open_stacks = self.open_stacks
        other.foe_tops = self.foe_tops
        other.deck = self.deck[:]
        other.aside = self.aside[:]
        other.discard = self.discard
        other.removed = self.removed
        other.unseen = self.unseen
        other.fresh = self.fresh
        other.fresh_below = self.fresh_below[:]
        other.tokens = self.tokens
        other.round = self.round
        other.run_outs = self.run_outs
        other.dealt = self.dealt
        other.streak = self.streak
        other.caring = self.caring
        other.points = self.points[:]
        other.defeated = self.defeated[:]
        other.won = self.won
        other.who = self.who[:]
        other.spoke = self.spoke
        other.hushed = self.hushed
        other.chatting = self.chatting
        other.then = self.then
        other.need = self.need[:]
        other.wish = self.wish[:]
        other.bars = self.bars[:]
        other.weight = self.weight[:]
        other.minus = self.minus[:]
        other.limits = self.limits[:]
        other.abilities = self.abilities[:]
        other.base_limit = self.base_limit[:]
        return other

    def view(self, seat: int) -> WorldView:
        """What `seat` may see, or a spectator."""
        return view_of(self, seat)

    def stretch(self) -> int:
        """The number of finished rounds; one more when all is over."""
        return self.round + (self.actor == OVER)

    def utility(self, seat: int) -> float:
        """How far the team has come: the same for every seat."""
        return scoring.utility(self)

    def result(self) -> Result | None:
        """Points of the team and one shared rank, once it is over."""
        return scoring.result(self) if self.actor == OVER else None

    def facts(self, seat: int) -> dict[str, int]:
        """Whether it was won, tokens, rounds and points."""
        return scoring.facts(self, seat)

    def to_json(self) -> dict[str, Any]:
        """The whole position as plain data."""
        data: dict[str, Any] = {"actor": self.actor}
        data.update({name: getattr(self, name) for name in NUMBERS})
        data.update({name: list(getattr(self, name)) for name in LISTS})
        data["stacks"] = [list(stack) for stack in self.stacks]
        return data

    def freeze(self) -> str:
        """The snapshot as one string."""
        return json.dumps(list(self.to_json().values()), separators=(",", ":"))

    def tell(self, audience: int, kind: str, *data: int) -> None:
        """Log an event, if anybody listens."""
        if self.log is not None:
            self.log.append(Event(audience, kind, data))

    def seat_characters(self) -> None:
        """Compute what characters bring along."""
        for seat, card in enumerate(self.who):
            if card < 0:
                continue
            ability = characters()[card].ability
            if ability.verb == "hand limit":
                self.base_limit[seat] = max(self.box.config.hand_limit, ability.number)
            else:
                self.abilities[seat] = 1 << ABILITIES.index(ability.verb)
            self.refresh(seat)

    def refresh(self, seat: int) -> None:
        """Compute what the foes before a player and its equipped items amount to."""
        box = self.box
        bars = weight = minus = 0
        limit, lowest = self.base_limit[seat], 0
        helping = self.equipped[seat] & box.with_lasting
        shrug = 0
        while helping:
            low = helping & -helping
            item = low.bit_length() - 1
            helping ^= low
            shrug += box.shrugs[item]
            limit = max(limit, box.hand_limits[item])
        foes = self.front[seat]
        while foes:
            low = foes & -foes
            foe = low.bit_length() - 1
            foes ^= low
            bars |= box.bars[foe]
            weight += box.counts[foe]
            minus += box.minus[foe]
            if box.limits[foe]:
                lowest = min(lowest or 99, box.limits[foe])
        self.bars[seat] = bars
        self.weight[seat] = max(0, weight - shrug)
        self.minus[seat] = minus
        self.limits[seat] = min(limit, lowest - 10) if lowest else limit

    def refresh_all(self) -> None:
        """Compute all that is derived, after the rest was set as a whole."""
        self.seat_characters()
        self.open_stacks = self.foe_tops = 0
        for place, stack in enumerate(self.stacks):
            if stack:
                self.open_stacks |= 1 << place
                if stack[-1] >= self.box.first_foe:
                    self.foe_tops |= 1 << place
        for seat in range(self.n):
            self.refresh(seat)
            self.points[seat] = sum([self.box.value[item] for item in bits(self.equipped[seat])])


def from_json(box: Box, data: Mapping[str, Any]) -> State:
    """The position that `State.to_json` described."""
    state = State(box)
    for name in ("actor", *NUMBERS):
        setattr(state, name, data[name])
    for name in LISTS:
        setattr(state, name, list(data[name]))
    state.stacks = [list(stack) for stack in data["stacks"]]
    state.refresh_all()
    return state


def thaw(box: Box, frozen: str) -> State:
    """The position that `State.freeze` described."""
    return from_json(box, dict(zip(("actor", *NUMBERS, *LISTS, "stacks"), json.loads(frozen), strict=True)))
