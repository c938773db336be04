"""Positions written down by hand, and a way to play them move by move. Cards are given by their ids."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from storyengine.games.chance import ChanceResult, Shuffle
from storyengine.games.out_of_this_world import options
from storyengine.games.out_of_this_world.actions import bits
from storyengine.games.out_of_this_world.cards import characters
from storyengine.games.out_of_this_world.game import OutOfThisWorld, WorldMatch
from storyengine.games.out_of_this_world.phases import TAKE
from storyengine.games.out_of_this_world.state import State
from storyengine.games.protocol import CHANCE, Event

GAME = OutOfThisWorld()
PLAIN = ("ines", "wanda", "noor", "dolores", "malala")
"""Characters by seat where a test does not care; the first seats have none that changes a move's cards."""


def match(players: int = 3, **raw: Any) -> WorldMatch:
    """A match; unknown keywords are options of the game."""
    written: dict[str, Any] = {"players": players}
    for key in ("variant", "adventure", "difficulty", "seat", "bots"):
        if key in raw:
            written[key] = raw.pop(key)
    return GAME.match({**written, "options": raw})


def config(players: int = 3, **raw: Any) -> options.Config:
    """The parsed configuration of a match."""
    return match(players, **raw).config


class Table:
    """A position and the moves made in it; every move is checked to be legal."""

    def __init__(self, played: WorldMatch, state: State, chance: Iterable[ChanceResult] = ()) -> None:
        self.match = played
        self.box = played.box
        self.state = state
        self.state.log = []
        self.chance = list(chance)
        self.settle()

    @property
    def events(self) -> list[Event]:
        assert self.state.log is not None
        return self.state.log

    def do(self, *tokens: str) -> Table:
        """Make moves, and let chance answer as given, or else in the simplest way."""
        for token in tokens:
            assert token in self.legal() | self.talk(), f"{token} is not among {sorted(self.legal())}"
            self.state.apply(self.box.actions[token])
            self.settle()
        return self

    def settle(self) -> None:
        """Answer chance until somebody decides."""
        while self.state.actor == CHANCE:
            spec = self.state.chance()
            simplest: ChanceResult = tuple(range(spec.size)) if isinstance(spec, Shuffle) else 0
            self.state.settle(self.chance.pop(0) if self.chance else simplest)

    def legal(self) -> set[str]:
        """Tokens of the legal moves."""
        return {self.box.tokens[action] for action in self.state.legal()}

    def talk(self) -> set[str]:
        """Tokens of the statements that may be made."""
        return {self.box.tokens[action] for action in self.state.talk()}

    def verbs(self) -> set[str]:
        """First words of the legal moves."""
        return {token.split()[0] for token in self.legal()}

    def ids(self, mask: int) -> set[str]:
        """Cards of a set."""
        return {self.box.ids[card] for card in bits(mask)}

    def hand(self, seat: int) -> set[str]:
        """Cards in a hand."""
        return self.ids(self.state.hands[seat])

    def equipped(self, seat: int) -> set[str]:
        """Items a seat has equipped."""
        return self.ids(self.state.equipped[seat])

    def front(self, seat: int) -> set[str]:
        """Foes before a seat."""
        return self.ids(self.state.front[seat])

    @property
    def discard(self) -> set[str]:
        """The discard pile."""
        return self.ids(self.state.discard)

    @property
    def tops(self) -> list[str]:
        """The top cards of the stacks."""
        return [self.box.ids[stack[-1]] if stack else "" for stack in self.state.stacks]

    def kinds(self) -> list[str]:
        """What has been told, by kind."""
        return [event.kind for event in self.events]


def lay(
    players: int = 3,
    *,
    hands: Mapping[int, Sequence[str]] | None = None,
    equipped: Mapping[int, Sequence[str]] | None = None,
    front: Mapping[int, Sequence[str]] | None = None,
    stacks: Sequence[Sequence[str]] = (("bent_fork",),),
    discard: Sequence[str] = (),
    deck: Sequence[str] | None = None,
    turn: int = 0,
    tokens: int = 8,
    rest_to_discard: bool = False,
    played: WorldMatch | None = None,
    chance: Iterable[ChanceResult] = (),
    **raw: Any,
) -> Table:
    """A position before a card is taken: seats count from 0, the last card of a stack is its top.

    Cards that are not named lie in the deck, below those that are named for it.
    """
    raw.setdefault("talk", "none")
    if "characters" not in raw:
        raw["characters"] = list(PLAIN[:players])
    played = played or match(players, **raw)
    box = played.box
    s = State(box)
    s.seat_characters()
    number = box.numbers

    def mask(cards: Iterable[str]) -> int:
        return sum(1 << number[card] for card in cards)

    s.hands = [mask((hands or {}).get(seat, ())) for seat in range(players)]
    s.known = list(s.hands)
    s.equipped = [mask((equipped or {}).get(seat, ())) for seat in range(players)]
    s.front = [mask((front or {}).get(seat, ())) for seat in range(players)]
    s.stacks = [[number[card] for card in (stacks[place] if place < len(stacks) else ())] for place in range(5)]
    s.discard = mask(discard)
    used = s.discard | sum([*s.hands, *s.equipped, *s.front]) | sum(1 << card for stack in s.stacks for card in stack)
    s.aside = [card for card in box.difficult if not used >> card & 1]
    coming = box.mask([*box.added_first, *(card for copies in box.added_each for card in copies)])
    named = [number[card] for card in deck or ()]
    used |= box.mask(s.aside) | coming | box.mask(named)
    others = [card for card in range(box.size) if not used >> card & 1]
    if rest_to_discard or deck is not None:
        s.discard |= box.mask(others) if rest_to_discard else 0
        s.removed |= 0 if rest_to_discard else box.mask(others)
        others = []
    s.deck = [*others, *reversed(named)]
    s.unseen = box.mask(s.deck)
    s.dealt = 20
    s.tokens = tokens
    s.turn = s.actor = turn
    s.phase = TAKE
    s.refresh_all()
    return Table(played, s)


def begin(players: int = 3, chance: Iterable[ChanceResult] = (), **raw: Any) -> Table:
    """A match from its deal."""
    raw.setdefault("talk", "none")
    played = match(players, **raw)
    return Table(played, played.start(), chance)


def order(table: WorldMatch, first: Sequence[str]) -> tuple[int, ...]:
    """A result of the shuffle of the starting deck that puts some cards on top, the first uppermost."""
    start = table.box.start
    wanted = [start.index(table.box.numbers[card]) for card in first]
    return (*[place for place in range(len(start)) if place not in wanted], *reversed(wanted))


def ability(name: str) -> str:
    """The ability of the character that shows a name."""
    return next(each.ability.verb for each in characters() if name in [side.lower() for side in each.sides])
