"""Creatures & Outcasts behind the protocol that all games share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from storyengine.games.chance import Stream
from storyengine.games.creatures_and_outcasts import (
    advice,
    explain,
    options,
    picture,
    rules_text,
    sampling,
    scoring,
    state,
    wording,
)
from storyengine.games.creatures_and_outcasts.actions import ACTIONS, GIVE, PASS, TAKE, TOKENS, rank_in
from storyengine.games.creatures_and_outcasts.cards import NAMES, NUMBERS, RANKS
from storyengine.games.creatures_and_outcasts.characters import LARISSA, WEDNESDAY
from storyengine.games.creatures_and_outcasts.phases import BLOCKING, FOLLOW, GIVING, PLACING, RACE, TAKING, TURN
from storyengine.games.creatures_and_outcasts.view import CreaturesView
from storyengine.games.protocol import Action, Event, Game, IllegalMove, Match, Problem
from storyengine.games.protocol import State as GameState
from storyengine.games.reading import NotUnderstood, read_offer, tidy

# The verb that a bare number stands for, by phase.
_VERBS = {
    TURN: ("play", "pair"),
    FOLLOW: ("play", "pair"),
    GIVING: ("give",),
    TAKING: ("take",),
    BLOCKING: ("block",),
    PLACING: ("place",),
}
_HIDDEN = 1000
"""Stands for a move of another seat whose card or place one does not see."""


class CreaturesMatch(Match[CreaturesView]):
    """Creatures & Outcasts with a parsed configuration."""

    reveals = frozenset(("reveal",))

    def __init__(self, game: CreaturesAndOutcasts, config: options.Config) -> None:
        """A match of `game`."""
        self.game = game
        self.config = config
        self.players = config.players

    def labels(self) -> tuple[str, ...]:
        """The declared results, best first."""
        return scoring.labels(self.config)

    def label(self, state: GameState[CreaturesView], seat: int) -> str | None:
        """The declared result of `seat`, or None while the match goes on."""
        return scoring.label(self.config, own(state).scores, seat) if state.result() else None

    def start(self) -> state.State:
        """The position before the first deal."""
        return state.State(self.config)

    def from_json(self, data: Mapping[str, Any]) -> state.State:
        """The position that `State.to_json` described."""
        return state.from_json(self.config, data)

    def thaw(self, frozen: str) -> state.State:
        """The position that `State.freeze` described."""
        return state.thaw(self.config, frozen)

    def sample_state(self, view: CreaturesView, stream: Stream) -> state.State:
        """A world that fits the view."""
        return sampling.sample_state(view, stream)

    def seen_as(self, state: GameState[CreaturesView], action: Action, seat: int) -> int:
        """The move as `seat` perceives it: others' gifts, takings and places of Wednesday look all alike."""
        s = own(state)
        if s.actor == seat or s.phase not in (RACE, GIVING, TAKING, PLACING):
            return action
        if (s.open and s.phase in (GIVING, TAKING)) or (s.phase == GIVING and seat == s.target):
            return action
        return _HIDDEN + s.phase

    def advise(self, view: CreaturesView, legal: Sequence[Action], stream: Stream) -> Action:
        """A sensible move by rules of thumb."""
        return advice.advise(view, legal, stream)

    def statement(self, view: CreaturesView, talk: Sequence[Action]) -> Action | None:
        """What is worth telling the team."""
        return advice.statement(view, talk)

    def rank(self, view: CreaturesView, legal: Sequence[Action]) -> list[Action]:
        """All moves, the best by the rules of thumb first."""
        return advice.rank(view, legal)

    def token(self, action: Action) -> str:
        """The move in the words of logs and saves."""
        return TOKENS[action]

    def action(self, token: str) -> Action:
        """The move that a token names."""
        try:
            return ACTIONS[token]
        except KeyError:
            raise ValueError(f"no move of {self.game.title} is called {token!r}") from None

    def question(self, view: CreaturesView, names: Sequence[str]) -> str:
        """What the actor is asked."""
        return wording.question(view, names)

    def phrase(self, view: CreaturesView, action: Action, names: Sequence[str]) -> str:
        """The move as a sentence."""
        return wording.phrase(view, action, names)

    def read(self, view: CreaturesView, offered: Sequence[Action], text: str) -> Action:
        """The offered move that a player typed."""
        offers = {action: _names(action) for action in offered}
        try:
            return read_offer(offers, text)
        except NotUnderstood:
            action = self._named(view, text)
            if action is None or action in offers:
                raise
            raise IllegalMove(f"`{TOKENS[action]}` is not legal: {self._against(view, action)}") from None

    def why_not(self, view: CreaturesView, text: str) -> str:
        """Why a move is not legal now, by its rule."""
        action = self._named(view, text)
        if action is None:
            return f"`{tidy(text)}` is no move of this game; moves are such as `play 7`, `pair 5`, `pass`"
        against = explain.reason_against(view, action)
        return f"`{TOKENS[action]}` is not legal: {against}" if against else f"`{TOKENS[action]}` is legal now"

    def tell(self, event: Event, seat: int, names: Sequence[str]) -> str:
        """An event in words for `seat`."""
        return wording.tell(event, seat, names)

    def picture(self, view: CreaturesView, names: Sequence[str], *, width: int, ascii_only: bool) -> list[str]:
        """The table in lines."""
        return picture.picture(view, names, width=width, ascii_only=ascii_only)

    def score_pad(self, view: CreaturesView, names: Sequence[str]) -> list[str]:
        """The points so far in lines."""
        return picture.score_pad(view, names)

    def help(self) -> list[str]:
        """The rules as they stand in this match."""
        return rules_text.rules(self.config)

    def _against(self, view: CreaturesView, action: Action) -> str:
        return explain.reason_against(view, action) or "it is not offered now"

    def _named(self, view: CreaturesView, text: str) -> Action | None:
        """The move a text names, legal or not; a bare number or a card's name means the verb of the moment."""
        wanted = tidy(text)
        if wanted in ACTIONS:
            return ACTIONS[wanted]
        verbs = _VERBS.get(view.phase, ("play",))
        number = next((str(number) for number, name in NAMES.items() if name.lower() == wanted), wanted)
        # the name of the verb that fits comes last in the table only under Enid, where a number means a pair
        for verb in verbs:
            action = ACTIONS.get(f"{verb} {number}")
            if action is not None:
                return action
        return None


def own(state: GameState[CreaturesView]) -> state.State:
    """The position as one of this game; matches are only ever given their own."""
    assert isinstance(state, _State)
    return state


_State = state.State


def _names(action: Action) -> list[str]:
    """The ways to name a move, the token first."""
    token = TOKENS[action]
    names = [token]
    verb, _, rest = token.rpartition(" ")
    if verb in ("play", "pair", "give", "take", "block", "from", "top to", "place") and rest.isdecimal():
        names.append(rest)
    rank = rank_in(action)
    if rank is not None and action < PASS and NUMBERS[rank] in NAMES:
        names.append(NAMES[NUMBERS[rank]])
    if rank is not None and GIVE <= action < TAKE + RANKS and NUMBERS[rank] in NAMES:
        names.append(f"{verb} {NAMES[NUMBERS[rank]]}")
    return names


class CreaturesAndOutcasts(Game):
    """The rulebook of Creatures & Outcasts."""

    id = "creatures_and_outcasts"
    title = "Creatures & Outcasts"
    rules_version = 1
    variants = options.VARIANTS
    facts = scoring.FACTS

    def player_counts(self, variant: str) -> tuple[int, ...]:
        """How many may play a variant."""
        return options.PLAYER_COUNTS[variant]

    def check(self, config: Mapping[str, Any]) -> list[Problem]:
        """Everything wrong with a configuration."""
        return options.check(config)

    def match(self, config: Mapping[str, Any]) -> CreaturesMatch:
        """The rulebook with that configuration."""
        parsed, problems = options.read(config)
        if parsed is None:
            raise ValueError("; ".join(f"{path}: {message}" for path, message in problems))
        return CreaturesMatch(self, parsed)

    def tiny_match(self) -> CreaturesMatch:
        """Two players, six cards of three numbers, two characters: small enough to walk every play."""
        copies = tuple(2 if number in (1, 2, 3) else 0 for number in NUMBERS)
        config = options.Config(
            players=2, rounds=1, copies=copies, hand_size=2, characters=(WEDNESDAY, LARISSA), round_limit=50
        )
        return CreaturesMatch(self, config)
