"""Playing a sampled world on at random, to judge a move by what comes of it."""

from __future__ import annotations

from typing import Any

from storyengine.games.chance import Stream, StreamDice
from storyengine.games.protocol import CHANCE, OVER, State


def play_on(state: State[Any], stream: Stream) -> None:
    """Play random moves until the deal in progress is scored."""
    dice = StreamDice(stream)
    draw = stream.random
    deal = state.stretch()
    while state.stretch() == deal and state.actor != OVER:
        if state.actor == CHANCE:
            state.settle(dice.result(state.chance(), 0))
        else:
            legal = state.legal()
            state.apply(legal[int(draw() * len(legal))])


def settle_chance(state: State[Any], stream: Stream) -> None:
    """Let dice fall until somebody decides or all is over."""
    dice = StreamDice(stream)
    while state.actor == CHANCE:
        state.settle(dice.result(state.chance(), 0))
