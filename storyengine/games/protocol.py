"""What every card game answers: who acts, what is legal, what a seat may see, how it ended.

Three things, from the fixed to the fleeting. A `Game` is a rulebook. A `Match` is that rulebook with a parsed
configuration: how many play, which variant, which rulings. A `State` is one position of a match; it is mutable, with a
cheap `clone`, because simulations make millions of moves.

Chance is explicit and coarse. A state whose actor is `CHANCE` asks for one `Shuffle` or one `Pick` and is told the
result; it holds no generator. So rules are a pure function of configuration, actions and results.

Nobody but the driver sees a state. Bots and screens get a `View`, built for one seat.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from storyengine.games.chance import ChanceResult, ChanceSpec, Stream

CHANCE = -1
"""Actor of a state in which dice must fall before anybody may look."""
OVER = -2
"""Actor of a state in which nobody acts any more."""
SOMEBODY = -3
"""Actor in a view that may not tell which seat is deciding."""
SPECTATOR = -1
"""Seat number of a view that shows only what is public."""

Action = int
"""One move. Opaque: a match prints it as a token (`play 7`) or as a label, and reads both."""

Problem = tuple[str, str]
"""Where in the configuration (`bots[1]`, empty for the whole) and what is wrong there."""


class Event(NamedTuple):
    """Something that happened, and who may know of it."""

    audience: int
    """A bit for each seat that learns of it; `EVERYBODY` also for spectators."""
    kind: str
    """What happened, one word of the game's own vocabulary."""
    data: tuple[int, ...]
    """Seats, numbers and the like; `Match.tell` puts them into words."""

    def is_for(self, seat: int) -> bool:
        """Whether `seat` learns of it; a spectator learns only what is for everybody."""
        return self.audience == EVERYBODY or (seat >= 0 and bool(self.audience >> seat & 1))


EVERYBODY = (1 << 30) - 1


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended."""

    scores: tuple[int, ...]
    """Points of each seat; in teams, of its team."""
    ranks: tuple[int, ...]
    """Rank of each seat from 1; seats that tie share a rank, and the next rank is skipped."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something a match tells of itself that a story may show: `State.facts` gives it as a whole number."""

    name: str
    about: str
    """What it is, in a few words for authors."""
    words: tuple[str, ...] = ()
    """What the numbers from 0 stand for, where they stand for words."""
    is_seat: bool = False
    """Whether it is a seat, counted from 1, and shown as the name of who sits there."""


class IllegalMove(ValueError):
    """The move is not legal now; the message says by which rule."""


class View(Protocol):
    """What one seat may see: an immutable, hashable value that compares equal when nothing visible differs."""

    @property
    def seat(self) -> int:
        """Whose view it is, or `SPECTATOR`."""

    @property
    def actor(self) -> int:
        """The seat that decides, `OVER`, or `SOMEBODY` if it is secret which one."""


V = TypeVar("V", bound=View)


class State(ABC, Generic[V]):
    """One position of a match."""

    __slots__ = ("actor", "log")

    actor: int
    """The seat that decides, or `CHANCE`, or `OVER`."""
    log: list[Event] | None
    """Where events go; None in simulations, which need none and run faster without."""

    @abstractmethod
    def legal(self) -> tuple[Action, ...]:
        """Moves of the actor, sorted; empty if nobody decides."""

    def talk(self) -> tuple[Action, ...]:
        """Statements the actor may make before moving, sorted; they change what is known, never the cards."""
        return ()

    @abstractmethod
    def apply(self, action: Action) -> None:
        """Make a move or a statement that is legal; not checked here, since simulations take it from `legal`."""

    @abstractmethod
    def chance(self) -> ChanceSpec:
        """What chance is asked for, when the actor is `CHANCE`."""

    @abstractmethod
    def settle(self, result: ChanceResult) -> None:
        """Go on with a result of chance."""

    @abstractmethod
    def clone(self) -> State[V]:
        """An independent copy that logs nothing."""

    @abstractmethod
    def view(self, seat: int) -> V:
        """What `seat` may see, or a spectator. Not defined at chance: dice fall before anybody looks."""

    @abstractmethod
    def stretch(self) -> int:
        """A number that grows with each deal: simulations play to its next change and judge there."""

    @abstractmethod
    def utility(self, seat: int) -> float:
        """How well things stand for `seat`, from finished deals only; more is better."""

    @abstractmethod
    def result(self) -> Result | None:
        """How it ended, or None while it goes on."""

    @abstractmethod
    def facts(self, seat: int) -> dict[str, int]:
        """The facts that `Game.facts` declares, as they stand for `seat`, each a whole number."""

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """The whole position as plain data: a snapshot."""

    @abstractmethod
    def freeze(self) -> str:
        """The snapshot as one canonical string: equal strings, equal positions."""


class Match(ABC, Generic[V]):
    """A rulebook with a parsed configuration."""

    game: Game
    players: int
    reveals: frozenset[str] = frozenset()
    """Kinds of events by which everybody learns what nobody knew: no move before one may be taken back."""

    @abstractmethod
    def labels(self) -> tuple[str, ...]:
        """The results that this configuration can have, in order of goodness."""

    @abstractmethod
    def label(self, state: State[V], seat: int) -> str | None:
        """The declared result for `seat`, or None while the match goes on."""

    @abstractmethod
    def start(self) -> State[V]:
        """The position before the first cards are dealt."""

    @abstractmethod
    def from_json(self, data: Mapping[str, Any]) -> State[V]:
        """The position that `State.to_json` described."""

    @abstractmethod
    def thaw(self, frozen: str) -> State[V]:
        """The position that `State.freeze` described."""

    @abstractmethod
    def sample_state(self, view: V, stream: Stream) -> State[V]:
        """A world that fits the view, from the view alone: same view, same legal moves for that seat."""

    @abstractmethod
    def seen_as(self, state: State[V], action: Action, seat: int) -> int:
        """The move of the actor as `seat` perceives it: equal numbers where it cannot tell moves apart."""

    @abstractmethod
    def advise(self, view: V, legal: Sequence[Action], stream: Stream) -> Action:
        """A sensible move by simple rules of thumb; what the greedy bot plays."""

    def statement(self, view: V, talk: Sequence[Action]) -> Action | None:
        """What a bot tells its team before moving, truthfully; None to say nothing."""
        return None

    def speak(self, view: V, talk: Sequence[Action], stream: Stream) -> Action | None:
        """A truthful statement worth making now, of those offered; None to say nothing, which is the default."""
        return None

    @abstractmethod
    def token(self, action: Action) -> str:
        """The move for logs and saves: the same words at any time, such as `play 7`."""

    @abstractmethod
    def action(self, token: str) -> Action:
        """The move that a token names; the inverse of `token`.

        Raises:
            ValueError: no move is called that.
        """

    @abstractmethod
    def question(self, view: V, names: Sequence[str]) -> str:
        """What the actor is asked, in one line."""

    @abstractmethod
    def phrase(self, view: V, action: Action, names: Sequence[str]) -> str:
        """The move as a sentence for the player who may make it; no two legal moves read alike."""

    @abstractmethod
    def read(self, view: V, offered: Sequence[Action], text: str) -> Action:
        """The offered move that a player typed: a token, `#` and its place in the list, or another way to say it.

        Raises:
            IllegalMove: it is a move, but not now; the message says why and what would work.
            ValueError: it cannot be understood; the message names the nearest offers.
        """

    @abstractmethod
    def why_not(self, view: V, text: str) -> str:
        """Why a move that a player names is not legal now, by its rule; or that it is."""

    @abstractmethod
    def tell(self, event: Event, seat: int, names: Sequence[str]) -> str:
        """An event in words for `seat`; empty if it is not worth a line."""

    @abstractmethod
    def picture(self, view: V, names: Sequence[str], *, width: int, ascii_only: bool) -> list[str]:
        """The table as `view` shows it, in lines of at most `width` characters."""

    @abstractmethod
    def score_pad(self, view: V, names: Sequence[str]) -> list[str]:
        """The points so far, in lines."""

    @abstractmethod
    def help(self) -> list[str]:
        """The rules as they stand in this match, in lines; rulings of ours are named so."""


class Game(ABC):
    """A rulebook."""

    id: str
    """As stories and saves name it, in snake_case."""
    title: str
    rules_version: int
    """Grows when behaviour changes; a save or witness of another version is not replayed blindly."""
    variants: tuple[str, ...]
    facts: tuple[Fact, ...]
    """What every match tells of itself when it is over."""

    @abstractmethod
    def player_counts(self, variant: str) -> tuple[int, ...]:
        """How many may play a variant, rising."""

    @abstractmethod
    def check(self, config: Mapping[str, Any]) -> list[Problem]:
        """Everything wrong with a configuration; empty if `match` accepts it."""

    @abstractmethod
    def match(self, config: Mapping[str, Any]) -> Match[Any]:
        """The rulebook with that configuration.

        Raises:
            ValueError: `check` finds something wrong.
        """

    @abstractmethod
    def tiny_match(self) -> Match[Any]:
        """A match with so few cards that its whole tree can be walked; for tests."""
