"""Positions written down by hand, and a way to play them move by move.

Cards are given by their numbers; piles from the top down, as one would turn them over.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from storyengine.games.chance import ChanceResult, Shuffle
from storyengine.games.creatures_and_outcasts import knowledge, options
from storyengine.games.creatures_and_outcasts.actions import ACTIONS, TOKENS
from storyengine.games.creatures_and_outcasts.cards import BIT, NO_CARD, NUMBERS, RANK_OF, pack, unpack
from storyengine.games.creatures_and_outcasts.characters import IDS, PLAYABLE_WITH_TEN
from storyengine.games.creatures_and_outcasts.phases import DEAL, TURN
from storyengine.games.creatures_and_outcasts.state import State
from storyengine.games.protocol import CHANCE, Event


def config(players: int = 3, **raw: Any) -> options.Config:
    """A configuration; unknown keywords are options of the game."""
    written: dict[str, Any] = {"players": players, "options": raw}
    for key in ("variant", "seat", "bots", "rounds", "labels", "bands"):
        if key in raw:
            written[key] = raw.pop(key)
    parsed, problems = options.read(written)
    assert parsed is not None, problems
    return parsed


class Table:
    """A position and the moves made in it; every move is checked to be legal."""

    def __init__(self, state: State, chance: Iterable[ChanceResult] = ()) -> None:
        self.state = state
        self.state.log = []
        self.chance = list(chance)
        self.settle()

    @property
    def events(self) -> list[Event]:
        assert self.state.log is not None
        return self.state.log

    def do(self, *tokens: str) -> Table:
        """Make moves, and let the dice fall as given, or else in the simplest way."""
        for token in tokens:
            assert token in self.legal(), f"{token} is not among {self.legal()}"
            self.state.apply(ACTIONS[token])
            self.settle()
        return self

    def settle(self) -> None:
        """Answer chance until somebody decides; a new deal is left alone."""
        state = self.state
        while state.actor == CHANCE and not (state.phase == DEAL and state.scores):
            spec = state.chance()
            simplest: ChanceResult = tuple(range(spec.size)) if isinstance(spec, Shuffle) else 0
            state.settle(self.chance.pop(0) if self.chance else simplest)

    def legal(self) -> set[str]:
        """Tokens of the legal moves."""
        return {TOKENS[action] for action in self.state.legal()}

    def plays(self) -> set[int]:
        """Numbers that may be played, singly or as pairs."""
        return {int(token.split()[1]) for token in self.legal() if token.startswith(("play", "pair"))}

    def hand(self, seat: int) -> list[int]:
        """Numbers in a hand, rising."""
        return [NUMBERS[rank] for rank in unpack(self.state.hands[seat])]

    @property
    def pile(self) -> list[int]:
        """The play pile from the top."""
        return [NUMBERS[rank] for rank in self.state.pile[::-1]]

    @property
    def discard(self) -> list[int]:
        """The discard pile from the top."""
        return [NUMBERS[rank] for rank in self.state.discard[::-1]]

    @property
    def deck(self) -> list[str]:
        """The character pile from the top."""
        return [IDS[who] for who in self.state.deck[::-1]]

    @property
    def character(self) -> str:
        return IDS[self.state.character]

    @property
    def turn(self) -> int:
        return self.state.turn

    @property
    def over(self) -> bool:
        """Whether the round has been scored."""
        return bool(self.state.scores)

    @property
    def points(self) -> tuple[int, ...]:
        return self.state.scores[-1]

    @property
    def ended(self) -> int:
        """How the round ended."""
        return self.state.ends[-1][0]


def position(
    *hands: Sequence[int],
    turn: int = 0,
    pile: Sequence[int] = (),
    discard: Sequence[int] = (),
    character: str = "nobody",
    deck: Sequence[str] = ("ajax", "larissa", "wednesday"),
    last: int | None = None,
    last_card: int | None = None,
    passed: int = 0,
    blocked: int | None = None,
    number: int = 1,
    chance: Iterable[ChanceResult] = (),
    **raw: Any,
) -> Table:
    """A position in the middle of round `number`, in which `turn` has to move.

    `last` played last: by default the seat before, or whoever has the turn if the play pile is empty.
    """
    state = State(config(len(hands), **raw))
    for seat, hand in enumerate(hands):
        state.hands[seat] = pack(RANK_OF[card] for card in hand)
        state.refresh(seat)
    state.pile = [RANK_OF[card] for card in reversed(pile)]
    state.discard = [RANK_OF[card] for card in reversed(discard)]
    state.top = state.pile[-1] if pile else NO_CARD
    state.deck = [IDS.index(who) for who in reversed(deck)]
    state.character = IDS.index(character)
    state.way = -1 if character == "yoko" else 1
    state.turn = state.actor = turn
    state.last = (turn - state.way) % state.n if last is None and pile else turn if last is None else last
    state.last_card = RANK_OF[last_card] if last_card is not None else state.top
    state.passes = passed
    if blocked is not None:
        state.blocked = state.barred = BIT[RANK_OF[blocked]]
        if state.config.blocked_fours == "playable" and blocked == 4:
            state.barred = 0
    state.round = number - 1
    if number == 5 and state.config.triggers:
        state.tyler_ten = 1
        state.playable = PLAYABLE_WITH_TEN
    state.phase = TURN
    knowledge.reset(state)
    return Table(state, chance)


def deal(*hands: Sequence[int], rest: Sequence[int] | None = None, characters: Sequence[str] = (), **raw: Any) -> Table:
    """The first round dealt as written; hands that are too short are filled with what is left, 1s last."""
    parsed = config(len(hands), **raw)
    left = [number for number in NUMBERS for _ in range(parsed.copies[RANK_OF[number]])]
    for card in [*(card for hand in hands for card in hand), *(rest or ())]:
        left.remove(card)
    left.sort(key=lambda number: number == 1)
    full = []
    for hand in hands:
        missing = parsed.dealt - len(hand)
        full += [*hand, *left[:missing]]
        left = left[missing:]
    order = [*full, *left, *(rest or ())]
    cards = [number for number in NUMBERS for _ in range(parsed.copies[RANK_OF[number]])]
    places = []
    for number in order:
        place = next(i for i, card in enumerate(cards) if card == number and i not in places)
        places.append(place)
    # characters are given from the top, the pile's top is its end
    wanted = [IDS.index(who) for who in characters]
    others = [who for who in parsed.characters if who not in wanted]
    return Table(State(parsed), [tuple(places), (*others, *reversed(wanted))])
