"""Out Of This World behind the protocol that all games share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from storyengine.games.chance import Stream
from storyengine.games.out_of_this_world import (
    actions,
    advice,
    explain,
    options,
    outlook,
    phases,
    picture,
    rules_text,
    sampling,
    scoring,
    speech,
    state,
    wording,
)
from storyengine.games.out_of_this_world.actions import (
    CARD_VERBS,
    EQUIP,
    LEAVE_STACK,
    SAY,
    SAYINGS,
    SEAT,
    STACKS,
    TAKE_STACK,
)
from storyengine.games.out_of_this_world.adventure import PLAYERS, SHIPPED, Adventure, Win
from storyengine.games.out_of_this_world.box import box_of
from storyengine.games.out_of_this_world.cards import Foe
from storyengine.games.out_of_this_world.view import WorldView
from storyengine.games.out_of_this_world.vocabulary import Effect
from storyengine.games.protocol import Action, Event, Game, IllegalMove, Match, Problem
from storyengine.games.protocol import State as GameState
from storyengine.games.reading import NotUnderstood, read_offer, tidy


class WorldMatch(Match[WorldView]):
    """Out Of This World with a parsed configuration."""

    reveals = frozenset(("shows",))

    def __init__(self, game: OutOfThisWorld, config: options.Config) -> None:
        """A match of `game`."""
        self.game = game
        self.config = config
        self.players = config.players
        self.box = box_of(config)
        self._indexes: dict[int, dict[str, Action]] = {}

    def labels(self) -> tuple[str, ...]:
        """The declared results: one for all who play."""
        return scoring.LABELS

    def label(self, state: GameState[WorldView], seat: int) -> str | None:
        """How it ended, or None while the match goes on."""
        won = own(state).won
        return None if won < 0 else "won" if won else "lost"

    def start(self) -> state.State:
        """The position before anything is dealt."""
        return state.State(self.box)

    def from_json(self, data: Mapping[str, Any]) -> state.State:
        """The position that `State.to_json` described."""
        return state.from_json(self.box, data)

    def thaw(self, frozen: str) -> state.State:
        """The position that `State.freeze` described."""
        return state.thaw(self.box, frozen)

    def sample_state(self, view: WorldView, stream: Stream) -> state.State:
        """A world that fits the view."""
        return sampling.sample_state(view, stream)

    def seen_as(self, state: GameState[WorldView], action: Action, seat: int) -> int:
        """Every move is made in the open."""
        return action

    def advise(self, view: WorldView, legal: Sequence[Action], stream: Stream) -> Action:
        """A sensible move by rules of thumb."""
        return advice.advise(view, legal, stream)

    def rank(self, view: WorldView, legal: Sequence[Action]) -> list[Action]:
        """The moves that are worth a search, the best by the rules of thumb first."""
        return advice.rank(view, legal)

    def outlook(self, state: GameState[WorldView], seat: int) -> float:
        """The team's chance to win, roughly."""
        return outlook.outlook(own(state))

    def turn_of(self, state: GameState[WorldView]) -> int:
        """Who holds the Vocal token."""
        return own(state).turn

    def speak(self, view: WorldView, talk: Sequence[Action], stream: Stream) -> Action | None:
        """What a truthful player says now, if anything is worth saying."""
        return speech.speak(view, talk)

    def token(self, action: Action) -> str:
        """The move in the words of logs and saves."""
        return self.box.tokens[action]

    def action(self, token: str) -> Action:
        """The move that a token names."""
        try:
            return self.box.actions[token]
        except KeyError:
            raise ValueError(f"no move of {self.game.title} is called {token!r}") from None

    def question(self, view: WorldView, names: Sequence[str]) -> str:
        """What the actor is asked."""
        return wording.question(view, names)

    def phrase(self, view: WorldView, action: Action, names: Sequence[str]) -> str:
        """The move as a sentence."""
        return wording.phrase(view, action, names)

    def read(self, view: WorldView, offered: Sequence[Action], text: str) -> Action:
        """The offered move that a player typed."""
        offers = {action: self._ways(view.phase, action) for action in offered}
        try:
            return read_offer(offers, text)
        except NotUnderstood:
            action = self._named(view, text)
            if action is None or action in offers:
                raise
            against = explain.reason_against(view, action) or "it is not offered now"
            raise IllegalMove(f"`{self.token(action)}` is not legal: {against}") from None

    def why_not(self, view: WorldView, text: str) -> str:
        """Why a move is not legal now, by its rule."""
        action = self._named(view, text)
        if action is None:
            return (
                f"`{tidy(text)}` is no move of this game; moves are such as `take 3`, `equip yo_yo`, `done`, `leg it`,"
                " `say need toys`"
            )
        against = explain.reason_against(view, action)
        token = self.token(action)
        return f"`{token}` is not legal: {against}" if against else f"`{token}` is legal now"

    def tell(self, event: Event, seat: int, names: Sequence[str]) -> str:
        """An event in words for `seat`."""
        return wording.tell(self.box, event, seat, names)

    def picture(self, view: WorldView, names: Sequence[str], *, width: int, ascii_only: bool) -> list[str]:
        """The table in lines."""
        return picture.picture(view, names, width=width, ascii_only=ascii_only)

    def score_pad(self, view: WorldView, names: Sequence[str]) -> list[str]:
        """The points so far in lines."""
        return picture.score_pad(view, names)

    def help(self) -> list[str]:
        """The rules as they stand in this match."""
        return rules_text.rules(self.box)

    def _named(self, view: WorldView, text: str) -> Action | None:
        """The move a text names, legal or not."""
        wanted = tidy(text)
        if wanted in self.box.actions:
            return self.box.actions[wanted]
        return self._index(view.phase).get(wanted)

    def _index(self, phase: int) -> dict[str, Action]:
        """Moves by every way to name them in a phase; of moves that share one, the first."""
        if phase not in self._indexes:
            index: dict[str, Action] = {}
            for action in self.box.tokens:
                for way in self._ways(phase, action):
                    index.setdefault(tidy(way), action)
            self._indexes[phase] = index
        return self._indexes[phase]

    def _ways(self, phase: int, action: Action) -> list[str]:
        """The ways to name a move, the token first."""
        token = self.box.tokens[action]
        ways = [token]
        if action >= EQUIP:
            base = max(base for base in CARD_VERBS if base <= action)
            name = self.box.names[action - base]
            ways.append(f"{CARD_VERBS[base]} {name}")
            # a card alone means the verb of the moment, where the phase has a single one
            if _BLOCK_OF.get(phase) == base:
                ways += [self.box.ids[action - base], name]
        elif action >= SAY:
            statement = action - SAY
            if TAKE_STACK <= statement < TAKE_STACK + 2 * STACKS:
                ways.append(f"please {SAYINGS[statement]}")
            else:
                ways += [SAYINGS[statement], f"say {wording.saying(statement)}", wording.saying(statement)]
            if LEAVE_STACK <= statement < LEAVE_STACK + STACKS:
                ways.append(SAYINGS[statement])
        elif action >= SEAT or action < STACKS:
            ways.append(token.split()[1])
        return ways


_BLOCK_OF = {
    phases.WITH: actions.WITH,
    phases.PAY: actions.PAY,
    phases.DROP: actions.DROP,
    phases.FIT: actions.FIT,
    phases.FOE: actions.FOE,
    phases.SALVAGE: actions.SALVAGE,
}
"""The block of the moves of a phase that has a single verb."""


def own(state: GameState[WorldView]) -> state.State:
    """The position as one of this game; matches are only ever given their own."""
    assert isinstance(state, _State)
    return state


_State = state.State


class OutOfThisWorld(Game):
    """The rulebook of Out Of This World; its variants are the adventures that ship."""

    id = "out_of_this_world"
    title = "Out Of This World"
    rules_version = 3
    variants = SHIPPED
    facts = scoring.FACTS

    def player_counts(self, variant: str) -> tuple[int, ...]:
        """How many may play an adventure."""
        return PLAYERS

    def check(self, config: Mapping[str, Any]) -> list[Problem]:
        """Everything wrong with a configuration."""
        return options.check(config)

    def match(self, config: Mapping[str, Any]) -> WorldMatch:
        """The rulebook with that configuration."""
        parsed, problems = options.read(config)
        if parsed is None:
            raise ValueError("; ".join(f"{path}: {message}" for path, message in problems))
        return WorldMatch(self, parsed)

    def tiny_match(self) -> WorldMatch:
        """Two players, five cards, two stacks: small enough to walk every play."""
        gnome = Foe("tiny_gnome", "Tiny Gnome", needs=(1, 0, 0, 0), any=1, end_of_turn=(Effect("discard", 1),))
        win = Win(points=(3, 3, 3))
        adventure = Adventure(id="tiny", title="Tiny", start=((gnome.id, 1),), win=win, foes=(gnome,))
        config = options.Config(
            players=2,
            adventure=adventure,
            talk="none",
            tokens=1,
            characters=(0, 1),
            stall_cycles=1,
            round_limit=1,
            stacks=2,
            height=1,
            dealt=1,
            hand_limit=2,
            deck=("yo_yo", "rubber_chicken", "kazoo", gnome.id),
        )
        return WorldMatch(self, config)
