"""Looking for a play that ends with a given result: cheap tries first, then ones that steer.

Bots are as the story seats them, so what is searched is the deal and the person's moves. A few deals are played by a
random person, a sensible one and one who shirks. Then whole matches are steered: each deal of cards is played several
times in different ways, the best (or the worst, or any) way is kept, and the last one is tried until the label fits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from storyengine.games.chance import Stream
from storyengine.games.protocol import Action
from storyengine.games.session import Session

Found = tuple[int, tuple[str, ...]]
Player = Callable[[Session, Stream], Action]
CHEAP_MATCHES = 4
WAYS = 8
"""Ways to play each deal of a steered match before the last."""
LAST_WAYS = 60
"""Ways to play its last deal."""


class _Spent(Exception):
    """The budget has run out."""


class _Budget:
    def __init__(self, moves: int) -> None:
        self.left = moves

    def pay(self, moves: int) -> None:
        self.left -= moves
        if self.left < 0:
            raise _Spent


def search(game_id: str, config: dict[str, Any], label: str, moves: int) -> Found | None:
    """A seed and the person's tokens that end with `label`, or None if that many moves were not enough."""
    budget = _Budget(moves)
    try:
        for number in _counting():
            seed = number
            if number < CHEAP_MATCHES:
                for player in (_random, _sensible, _shirking):
                    found = _straight(Session(game_id, config, seed), label, player, budget)
                    if found is not None:
                        return seed, found
            else:
                found = _steered(Session(game_id, config, seed), label, (1, 0, -1)[number % 3], budget)
                if found is not None:
                    return seed, found
    except _Spent:
        pass
    return None


def _counting() -> Iterator[int]:
    number = 0
    while True:
        yield number
        number += 1


def _focus(session: Session) -> int:
    return int(session.config.get("seat", 1)) - 1


def _straight(session: Session, label: str, player: Player, budget: _Budget) -> tuple[str, ...] | None:
    """Play one match; its tokens if it ends as wanted."""
    tokens: list[str] = []
    while not session.over:
        tokens.append(_move(session, player, "straight", budget))
    return tuple(tokens) if session.label(_focus(session)) == label else None


def _steered(session: Session, label: str, aim: int, budget: _Budget) -> tuple[str, ...] | None:
    """Play a match deal by deal, keeping of several ways the best (aim 1), worst (-1) or first (0) one."""
    tokens: list[str] = []
    while not session.over:
        start, deal = session.snapshot(), session.state.stretch()
        kept: tuple[float, Session, list[str]] | None = None
        way, ways = 0, WAYS
        while way < ways:
            session = Session.from_snapshot(start)
            tried = [*tokens]
            player = (_sensible, _absent_minded, _random, _absent_minded if aim >= 0 else _shirking)[way % 4]
            while not session.over and session.state.stretch() == deal:
                tried.append(_move(session, player, f"{aim}/{way}", budget))
            if session.over:
                ways = LAST_WAYS
                if session.label(_focus(session)) == label:
                    return tuple(tried)
            worth = aim * session.state.utility(_focus(session))
            if kept is None or worth > kept[0]:
                kept = worth, session, tried
            way += 1
        assert kept is not None
        _, session, tokens = kept
    return None


def _move(session: Session, player: Player, way: str, budget: _Budget) -> str:
    before = session.moves
    action = player(session, Stream("find", session.seed, way, before))
    token = session.match.token(action)
    session.submit(action)
    budget.pay(session.moves - before)
    return token


def _random(session: Session, stream: Stream) -> Action:
    legal = session.state.legal()
    return legal[stream.below(len(legal))]


def _sensible(session: Session, stream: Stream) -> Action:
    return session.match.advise(session.state.view(session.actor), session.state.legal(), stream)


def _absent_minded(session: Session, stream: Stream) -> Action:
    return _random(session, stream) if stream.below(4) == 0 else _sensible(session, stream)


def _shirking(session: Session, stream: Stream) -> Action:
    # the last moves on offer are those that play nothing: no law of games, but worth a try
    return session.state.legal()[-1]
