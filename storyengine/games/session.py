"""One match being played: who sits where, whose dice, what happened; saving, undoing, replaying.

The journal (seed and tokens of all moves) says everything; the snapshot beside it is there to load quickly, to notice a
journal that no longer leads where it did, and to survive a change of the rules.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from storyengine import dice
from storyengine.games import playing
from storyengine.games.bots import make_bot
from storyengine.games.chance import Dice, SeedDice
from storyengine.games.config_check import HUMAN, seat_specs
from storyengine.games.protocol import OVER, Action, Event, IllegalMove, Match, State
from storyengine.games.registry import find_game
from storyengine.games.sealing import seal, unseal

SAVE_FORMAT = 1
NAMES = ("You", "Bo", "Cy", "Di", "Ed", "Flo")


class BrokenSave(ValueError):
    """The text is no save of a card game, or a damaged one."""


class Mark(NamedTuple):
    """A position to which undo may go back."""

    state: State[Any]
    tokens: int
    events: int
    chance: int


@dataclass(slots=True)
class Session:
    """A match in play. `submit` makes the moves of people; bots answer by themselves."""

    game_id: str
    config: dict[str, Any]
    """As written in a story or given on the command line."""
    seed: dice.Key
    seats: tuple[str, ...] = ()
    """`human`, `human:Name` or a bot for each seat; empty to take them from the configuration."""
    names: tuple[str, ...] = ()
    cards: Dice | None = None
    """Where chance comes from; by default keyed by the seed."""
    match: Match[Any] = field(init=False)
    state: State[Any] = field(init=False)
    tokens: list[str] = field(init=False, default_factory=list)
    """The tokens of all moves since `base`."""
    events: list[Event] = field(init=False, default_factory=list)
    chance: int = field(init=False, default=0)
    """How many results of chance there have been."""
    base: tuple[str, int, int] | None = field(init=False, default=None)
    """If the journal does not reach back to the deal: position, chance events and moves at its start."""
    notes: list[str] = field(init=False, default_factory=list)
    """What a player should be told about loading."""
    _marks: list[Mark] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        """Sit down and deal.

        Raises:
            ValueError: there is no such game, or its configuration has problems.
        """
        self._sit_down()
        self.state = self.match.start()
        self._go_on()

    def _sit_down(self) -> None:
        game = find_game(self.game_id)
        self.match = game.match(self.config)
        if not self.seats:
            self.seats = tuple(seat_specs(self.config, self.match.players, int(self.config.get("seat", 1)) - 1))
        if len(self.seats) != self.match.players:
            raise ValueError(f"{self.match.players} players need as many seats, got {len(self.seats)}")
        for spec in self.seats:
            if not is_person(spec):
                make_bot(spec)
        if not self.names:
            self.names = _names(self.seats)
        if self.cards is None:
            self.cards = SeedDice(self.seed)

    @property
    def actor(self) -> int:
        """The seat of the person who decides, or `OVER`."""
        return self.state.actor

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.state.actor == OVER

    @property
    def moves(self) -> int:
        """How many decisions the match has seen."""
        return len(self.tokens) + (self.base[2] if self.base else 0)

    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, spec in enumerate(self.seats) if is_person(spec)]

    def offers(self) -> tuple[Action, ...]:
        """What the person who decides may do: moves, and statements if the variant knows them."""
        return self.state.legal() + self.state.talk()

    def submit(self, move: Action | str) -> list[Event]:
        """Make a move of the person who decides, then let bots and dice answer.

        Args:
            move: the move or its token.

        Returns:
            The events it led to, for all audiences.

        Raises:
            IllegalMove: it is not legal now; nothing has changed.
            ValueError: no move has that token.
        """
        if self.over:
            raise IllegalMove("the game is over")
        action = self.match.action(move) if isinstance(move, str) else move
        if action not in self.offers():
            view = self.state.view(self.actor)
            raise IllegalMove(self.match.why_not(view, self.match.token(action)))
        first = len(self.events)
        mover = self.actor
        mark = Mark(self.state.clone(), len(self.tokens), first, self.chance)
        self._apply(action)
        self._go_on()
        told = self.events[first:]
        news = any(not event.is_for(-1) or event.kind in self.match.reveals for event in told)
        # what bots do and say tells of the cards that they hold
        news = news or len(self.tokens) > mark.tokens + 1
        if self.actor != mover or self.chance != mark.chance or news or self.over:
            # somebody has learnt something, so nothing before may be taken back
            self._marks.clear()
        else:
            self._marks.append(mark)
        return self.events[first:]

    def can_undo(self) -> bool:
        """Whether the last move may be taken back: nothing has been revealed since."""
        return bool(self._marks)

    def undo(self) -> bool:
        """Take back the last move of a person, as far as nothing was revealed since.

        Returns:
            Whether it was possible.
        """
        if not self._marks:
            return False
        mark = self._marks.pop()
        self.state = mark.state
        del self.tokens[mark.tokens :]
        del self.events[mark.events :]
        self.chance = mark.chance
        return True

    def auto(self, bot: str = "greedy") -> list[Event]:
        """Let a bot play for the people, to the end of the match.

        Returns:
            The events it led to.
        """
        first = len(self.events)
        player = make_bot(bot)
        while not self.over:
            self._apply(playing.decide(self.match, self.state, player, self.seed, self.moves))
            self._go_on()
        self._marks.clear()
        return self.events[first:]

    def label(self, seat: int) -> str | None:
        """The declared result of a seat, or None while the match goes on."""
        return self.match.label(self.state, seat)

    def snapshot(self) -> str:
        """All that the future of this match depends on, as one string."""
        return json.dumps(
            [self.game_id, self.config, self.seed, list(self.seats), self.chance, self.moves, self.state.freeze()],
            separators=(",", ":"),
            sort_keys=True,
        )

    @classmethod
    def from_snapshot(cls, snapshot: str, names: Sequence[str] = ()) -> Session:
        """Go on from `snapshot`; what happened before is not known."""
        game_id, config, seed, seats, chance, moves, frozen = json.loads(snapshot)
        session = cls.__new__(cls)
        session._prepare(game_id, config, seed, seats, names)
        session.state = session.match.thaw(frozen)
        session.chance = chance
        session.base = (frozen, chance, moves)
        return session

    def save(self) -> str:
        """The session as text: readable but for the cards and moves, which are sealed."""
        data = {
            "save": SAVE_FORMAT,
            "game": self.game_id,
            "rules_version": self.match.game.rules_version,
            "config": self.config,
            "seats": list(self.seats),
            "names": list(self.names),
            "moves": self.moves,
            "sealed": seal(
                {"seed": self.seed, "base": self.base, "tokens": self.tokens, "chance": self.chance,
                 "state": self.state.to_json()}
            ),
        }  # fmt: skip
        return json.dumps(data, indent=2)

    @classmethod
    def load(cls, text: str) -> Session:
        """Go on from a save.

        If the rules have changed since, the snapshot is taken as it is and `notes` says so. The same if the journal no
        longer leads to the snapshot.

        Raises:
            BrokenSave: it is no save, or damaged.
        """
        data = _opened(text)
        try:
            hidden = unseal(data["sealed"])
            session = cls.__new__(cls)
            session._prepare(data["game"], data["config"], hidden["seed"], data["seats"], data["names"])
            kept = session.match.from_json(hidden["state"])
            if data["rules_version"] != session.match.game.rules_version:
                session.notes.append(
                    f"this save is of version {data['rules_version']} of the rules and is played on, from the position"
                    f" it holds, with version {session.match.game.rules_version}"
                )
            elif session._replay(hidden["base"], hidden["tokens"]) and session.state.freeze() == kept.freeze():
                return session
            else:
                session.notes.append("the moves of this save lead elsewhere now, so it goes on from the saved position")
        except KeyError as error:
            raise BrokenSave(
                f"this is no save of a card game, or a damaged one: `{error.args[0]}` is missing"
            ) from error
        except ValueError as error:
            raise BrokenSave(f"this is no save of a card game, or a damaged one: {error}") from error
        except (TypeError, AttributeError, IndexError, AssertionError) as error:
            raise BrokenSave("this is no save of a card game, or a damaged one: a value in it is of no use") from error
        session.state = kept
        session.tokens, session.events = [], []
        session.chance = hidden["chance"]
        session.base = (kept.freeze(), hidden["chance"], data["moves"])
        return session

    @classmethod
    def replay(
        cls, game_id: str, config: Mapping[str, Any], seed: dice.Key, tokens: Sequence[str], seats: Sequence[str] = ()
    ) -> Session:
        """Play a journal from the deal: every move is taken from it, those of bots too.

        Raises:
            IllegalMove: a move is not legal where it stands.
        """
        session = cls.__new__(cls)
        session._prepare(game_id, config, seed, seats, ())
        if not session._replay(None, tokens):
            raise IllegalMove(f"move {len(session.tokens) + 1} of the journal is not legal there")
        return session

    def _prepare(
        self, game_id: str, config: Mapping[str, Any], seed: dice.Key, seats: Sequence[str], names: Sequence[str]
    ) -> None:
        self.game_id, self.config, self.seed = game_id, dict(config), seed
        self.seats, self.names, self.cards = tuple(seats), tuple(names), None
        self.tokens, self.events, self.notes, self._marks = [], [], [], []
        self.chance, self.base = 0, None
        self._sit_down()

    def _replay(self, base: Sequence[Any] | None, tokens: Sequence[str]) -> bool:
        self.base = (base[0], base[1], base[2]) if base else None
        self.state = self.match.thaw(self.base[0]) if self.base else self.match.start()
        self.chance = self.base[1] if self.base else 0
        self._settle()
        for token in tokens:
            action = self.match.action(token)
            if self.over or action not in self.offers():
                return False
            self._apply(action)
            self._settle()
        return True

    def _apply(self, action: Action) -> None:
        self.tokens.append(self.match.token(action))
        self.state.log = []
        self.state.apply(action)
        self._collect()

    def _settle(self) -> None:
        assert self.cards is not None
        self.state.log = []
        self.chance = playing.settle(self.state, self.cards, self.chance)
        self._collect()

    def _collect(self) -> None:
        self.events.extend(self.state.log or ())
        self.state.log = None

    def _speak(self) -> None:
        """Let a bot tell its team something, if the variant allows it; a random bot has nothing to say."""
        talk = self.state.talk()
        if talk and not self.seats[self.actor].startswith("random"):
            statement = self.match.statement(self.state.view(self.actor), talk)
            if statement is not None:
                self._apply(statement)

    def _go_on(self) -> None:
        """Dice fall and bots move until a person decides or the match is over."""
        self._settle()
        while not self.over and not is_person(self.seats[self.actor]):
            bot = make_bot(self.seats[self.actor])
            self._speak()
            self._apply(playing.decide(self.match, self.state, bot, self.seed, self.moves))
            self._settle()


def _opened(text: str) -> dict[str, Any]:
    """Return what the text of a save holds.

    Raises:
        BrokenSave: it is no save, or one that this version cannot read.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BrokenSave("this is no save of a card game: its text is not complete JSON") from error
    if not isinstance(data, dict) or "save" not in data:
        raise BrokenSave("this is no save of a card game: `save` is missing")
    if data["save"] != SAVE_FORMAT:
        raise BrokenSave(f"this save has format {data['save']}, and this version reads format {SAVE_FORMAT}")
    return data


def is_person(spec: str) -> bool:
    """Whether a seat is a person's: `human` or `human:Ann`."""
    return spec == HUMAN or spec.startswith(f"{HUMAN}:")


def _names(seats: Sequence[str]) -> tuple[str, ...]:
    """Names for the seats: given ones for people, short ones for bots."""
    names: list[str] = []
    taken = [spec.partition(":")[2] for spec in seats if is_person(spec)]
    spare = iter([name for name in NAMES[1:] if name not in taken])
    alone = sum(map(is_person, seats)) == 1
    for seat, spec in enumerate(seats):
        given = spec.partition(":")[2] if is_person(spec) else ""
        if taken.count(given) > 1 and given:
            given = f"{given} {seat + 1}"  # one person with several seats
        default = NAMES[0] if alone else f"Player {seat + 1}"
        names.append(given or (default if is_person(spec) else next(spare)))
    return tuple(names)
