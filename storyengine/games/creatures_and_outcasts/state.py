"""One position of Creatures & Outcasts: small numbers in flat lists, so that a clone is a handful of slices.

What moves do is in the neighbouring files; here is what a position holds and how it is copied, saved and compared.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from storyengine.games.chance import ChanceResult, ChanceSpec, Pick, Shuffle
from storyengine.games.creatures_and_outcasts import decisions, scoring, turns
from storyengine.games.creatures_and_outcasts.cards import NO_CARD, SHIFT, ranks_held, ranks_paired
from storyengine.games.creatures_and_outcasts.characters import NOBODY, PLAYABLE, PLAYABLE_WITH_TEN
from storyengine.games.creatures_and_outcasts.options import Config
from storyengine.games.creatures_and_outcasts.phases import DEAL
from storyengine.games.creatures_and_outcasts.view import CreaturesView, view_of
from storyengine.games.protocol import CHANCE, OVER, Event, Result
from storyengine.games.protocol import State as GameState

# What a snapshot holds, in this order: whole numbers first, then lists of them.
NUMBERS = (
    "phase", "turn", "way", "top", "character", "passes", "last", "last_card", "blocked", "barred", "taken",
    "target", "race_left", "race_yes", "round", "decisions", "bounced", "changed", "locked", "open", "tyler_ten",
    "triggered", "order_known", "place_known", "marked", "spoken",
)  # fmt: skip
LISTS = ("hands", "size", "pile", "discard", "seen", "deck", "stack", "sure", "loose")
PAIRED_LISTS = ("scores", "said", "ends")


_LEGAL, _APPLY = decisions.LEGAL, decisions.APPLY


class State(GameState[CreaturesView]):
    """A position; see the comments of `__init__` for what each field means."""

    __slots__ = (*NUMBERS, *LISTS, *PAIRED_LISTS, "config", "n", "ones", "playable", "twos")

    def __init__(self, config: Config) -> None:
        """The position before the first deal."""
        n = config.players
        self.config: Config = config
        self.n = n
        self.log: list[Event] | None = None
        # Who does what now.
        self.actor = CHANCE
        self.phase = DEAL
        self.turn = config.youngest
        self.stack: list[int] = []  # effects still to come in this turn, the next one last
        # Cards. A hand is packed (see cards.py); ones and twos are the sets of ranks held at least once and twice.
        self.hands = [0] * n
        self.ones = [0] * n
        self.twos = [0] * n
        self.size: list[int] = [0] * n
        self.pile: list[int] = []
        self.top = NO_CARD
        self.discard: list[int] = []  # the top card is last
        self.deck: list[int] = []  # the face-down characters, the top one last
        self.character = NOBODY
        self.playable = PLAYABLE
        # The course of the round.
        self.way = 1
        self.passes = 0
        self.last = config.youngest  # who played last, or starts
        self.last_card = NO_CARD
        self.blocked = 0  # ranks blocked by Thing
        self.barred = 0  # ranks that may not be played; differs from `blocked` only by a ruling on the 4
        self.taken = NO_CARD
        self.target: int = 0
        self.race_left = 0  # seats still to be asked for the first 1
        self.race_yes: int = 0
        self.round = 0
        self.decisions = 0
        self.changed = 0  # whether anything but passing happened since the trick began
        self.bounced = 0  # whether a 13 has just kept Wednesday from ending the round
        self.locked = 0  # expert: the character stays for the rest of the round
        self.open = 0  # expert: hands are open
        self.tyler_ten = 0  # expert: this round a 10 may be played under Tyler
        self.triggered = 0
        # What seats know; see knowledge.py.
        self.seen: list[int] = []
        self.sure = [0] * (n * (n + 1))
        self.loose = [0] * n
        self.marked = 0
        self.order_known = 0
        self.place_known = 0
        # Team talk, and what is over.
        self.spoken = 0
        self.said: list[tuple[int, ...]] = []
        self.scores: list[tuple[int, ...]] = []
        self.ends: list[tuple[int, ...]] = []  # how each round ended and by whom

    def legal(self) -> tuple[int, ...]:
        """Moves of the actor, sorted; empty if nobody decides."""
        return _LEGAL[self.phase](self)

    def talk(self) -> tuple[int, ...]:
        """Statements the actor may make to its team before moving."""
        return turns.talk(self) if self.config.talk else ()

    def apply(self, action: int) -> None:
        """Make a legal move or statement."""
        _APPLY[self.phase](self, action)

    def chance(self) -> ChanceSpec:
        """What chance is asked for."""
        kind, count = decisions.ASKS[self.phase](self)
        return Shuffle(count) if kind == "shuffle" else Pick(count)

    def settle(self, result: ChanceResult) -> None:
        """Go on with a result of chance."""
        decisions.SETTLE[self.phase](self, result)

    def clone(self) -> State:
        """An independent copy that logs nothing."""
        other = State.__new__(State)
        other.config = self.config
        other.n = self.n
        other.log = None
        other.actor = self.actor
        other.phase = self.phase
        other.turn = self.turn
        other.stack = self.stack[:]
        other.hands = self.hands[:]
        other.ones = self.ones[:]
        other.twos = self.twos[:]
        other.size = self.size[:]
        other.pile = self.pile[:]
        other.top = self.top
        other.discard = self.discard[:]
        other.deck = self.deck[:]
        other.character = self.character
        other.playable = self.playable
        other.way = self.way
        other.passes = self.passes
        other.last = self.last
        other.last_card = self.last_card
        other.blocked = self.blocked
        other.barred = self.barred
        other.taken = self.taken
        other.target = self.target
        other.race_left = self.race_left
        other.race_yes = self.race_yes
        other.round = self.round
        other.decisions = self.decisions
        other.changed = self.changed
        other.bounced = self.bounced
        other.locked = self.locked
        other.open = self.open
        other.tyler_ten = self.tyler_ten
        other.triggered = self.triggered
        other.seen = self.seen[:]
        other.sure = self.sure[:]
        other.loose = self.loose[:]
        other.marked = self.marked
        other.order_known = self.order_known
        other.place_known = self.place_known
        other.spoken = self.spoken
        other.said = self.said[:]
        other.scores = self.scores[:]
        other.ends = self.ends[:]
        return other

    def view(self, seat: int) -> CreaturesView:
        """What `seat` may see, or a spectator."""
        return view_of(self, seat)

    def stretch(self) -> int:
        """The number of finished rounds."""
        return len(self.scores)

    def utility(self, seat: int) -> float:
        """How far the seat's (or team's) points are below the others' on average."""
        return scoring.utility(self.config, self.scores, seat)

    def result(self) -> Result | None:
        """Totals and ranks at the end of the last round."""
        return scoring.result(self.config, self.scores) if self.actor == OVER else None

    def facts(self, seat: int) -> dict[str, int]:
        """Score, rank and how the rounds ended."""
        return scoring.facts(self.config, self.scores, self.ends, seat)

    def to_json(self) -> dict[str, Any]:
        """The whole position as plain data."""
        data: dict[str, Any] = {"actor": self.actor}
        data.update({name: int(getattr(self, name)) for name in NUMBERS})
        data.update({name: list(getattr(self, name)) for name in LISTS})
        data.update({name: [list(entry) for entry in getattr(self, name)] for name in PAIRED_LISTS})
        return data

    def freeze(self) -> str:
        """The snapshot as one string."""
        return json.dumps(list(self.to_json().values()), separators=(",", ":"))

    def tell(self, audience: int, kind: str, *data: int) -> None:
        """Log an event, if anybody listens."""
        if self.log is not None:
            self.log.append(Event(audience, kind, data))

    def refresh(self, seat: int) -> None:
        """Recompute what is derived from a hand that was set as a whole."""
        self.ones[seat] = ranks_held(self.hands[seat])
        self.twos[seat] = ranks_paired(self.hands[seat])
        hand = self.hands[seat]
        self.size[seat] = sum([hand >> shift & 7 for shift in SHIFT])


def from_json(config: Config, data: Mapping[str, Any]) -> State:
    """The position that `State.to_json` described."""
    state = State(config)
    for name in ("actor", *NUMBERS):
        setattr(state, name, data[name])
    for name in LISTS:
        setattr(state, name, list(data[name]))
    for name in PAIRED_LISTS:
        setattr(state, name, [tuple(entry) for entry in data[name]])
    for seat in range(state.n):
        state.refresh(seat)
    state.playable = PLAYABLE_WITH_TEN if state.tyler_ten else PLAYABLE
    return state


def thaw(config: Config, frozen: str) -> State:
    """The position that `State.freeze` described."""
    return from_json(config, dict(zip(("actor", *NUMBERS, *LISTS, *PAIRED_LISTS), json.loads(frozen), strict=True)))
