"""Looking for a play that ends with a given result: cheap tries first, then one that steers.

Bots are as the story seats them, so what is searched is the deal and the person's moves. Each deal is tried with a
random person, a sensible one and one who shirks; then with a puppet, who sees all cards and plays what most often led to
the wanted result in random continuations.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from storyengine import dice
from storyengine.games.bots.rollout import settle_chance
from storyengine.games.chance import Stream
from storyengine.games.protocol import OVER, Action
from storyengine.games.session import Session

Found = tuple[dice.Key, tuple[str, ...]]
CHEAP_DEALS = 12
"""Deals that are tried cheaply before each one that a puppet plays."""
PUPPET_PLAYS = 6
"""Continuations for each move that a puppet thinks about."""


def search(game_id: str, config: dict[str, Any], label: str, budget: int) -> Found | None:
    """A seed key and the person's tokens that end with `label`, or None if `budget` moves were not enough."""
    spent = 0
    deal = 0
    while spent < budget:
        steering = deal % (CHEAP_DEALS + 1) == CHEAP_DEALS
        for player in (_puppet(label),) if steering else (_random, _sensible, _shirking):
            found, cost = _try(game_id, config, label, f"find-{deal}", player, budget - spent)
            spent += cost
            if found is not None:
                return found
            if spent >= budget:
                return None
        deal += 1
    return None


Player = Callable[[Session, Stream], tuple[Action, int]]


def _try(
    game_id: str, config: dict[str, Any], label: str, seed: str, player: Player, budget: int
) -> tuple[Found | None, int]:
    session = Session(game_id, config, seed)
    focus = int(config.get("seat", 1)) - 1
    tokens: list[str] = []
    thought = 0
    while not session.over and session.moves + thought < budget:
        action, cost = player(session, Stream("find", seed, session.moves))
        thought += cost
        tokens.append(session.match.token(action))
        session.submit(action)
    found = session.over and session.label(focus) == label
    return (seed, tuple(tokens)) if found else None, session.moves + thought


def _random(session: Session, stream: Stream) -> tuple[Action, int]:
    legal = session.state.legal()
    return legal[stream.below(len(legal))], 0


def _sensible(session: Session, stream: Stream) -> tuple[Action, int]:
    view = session.state.view(session.actor)
    return session.match.advise(view, session.state.legal(), stream), 0


def _shirking(session: Session, stream: Stream) -> tuple[Action, int]:
    # the highest moves are the ones that play no card; that is true of no game by necessity, it only is worth a try
    return session.state.legal()[-1], 0


def _puppet(label: str) -> Player:
    def player(session: Session, stream: Stream) -> tuple[Action, int]:
        legal = session.state.legal()
        if len(legal) == 1:
            return legal[0], 0
        focus = int(session.config.get("seat", 1)) - 1
        hits = [0] * len(legal)
        cost = 0
        for place, action in enumerate(legal):
            for _ in range(PUPPET_PLAYS):
                world = session.state.clone()
                world.apply(action)
                settle_chance(world, stream)
                while world.actor != OVER:
                    moves = world.legal()
                    world.apply(moves[stream.below(len(moves))])
                    settle_chance(world, stream)
                    cost += 1
                hits[place] += session.match.label(world, focus) == label
        best = max(hits)
        ties = [place for place, count in enumerate(hits) if count == best]
        return legal[ties[stream.below(len(ties))]], cost

    return player
