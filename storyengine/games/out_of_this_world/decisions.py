"""Which function answers for which phase: the one table that a position dispatches by."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from storyengine.games.out_of_this_world import effects, moves, phases, rounds, talk, turns

if TYPE_CHECKING:
    from storyengine.games.chance import ChanceResult, ChanceSpec
    from storyengine.games.out_of_this_world.state import State


def _nothing(s: State) -> tuple[int, ...]:
    return ()


def _out_of_turn(s: State, action: int) -> None:
    raise ValueError(f"nobody decides now, so move {action} cannot be made")


def _not_at_chance(s: State, result: ChanceResult) -> None:
    raise ValueError(f"chance is not asked for anything, so {result!r} has no meaning")


def _no_question(s: State) -> ChanceSpec:
    raise ValueError("chance is not asked for anything")


LEGAL: list[Callable[[State], tuple[int, ...]]] = [_nothing] * phases.PHASES
APPLY: list[Callable[[State, int], None]] = [_out_of_turn] * phases.PHASES
ASKS: list[Callable[[State], ChanceSpec]] = [_no_question] * phases.PHASES
SETTLE: list[Callable[[State, ChanceResult], None]] = [_not_at_chance] * phases.PHASES

for _phase, _legal, _apply in (
    (phases.CHAT, talk.legal, talk.apply),
    (phases.TAKE, turns.legal, turns.apply),
    (phases.ACT, moves.legal, moves.apply),
    (phases.WITH, moves.legal_with, moves.apply_with),
    (phases.TO, moves.legal_to, moves.apply_to),
    (phases.PAY, moves.legal_pay, moves.apply_pay),
    (phases.DROP, effects.legal_drops, effects.drop),
    (phases.FIT, moves.legal_fit, moves.apply_fit),
    (phases.FOE, moves.legal_foe, moves.apply_foe),
    (phases.SALVAGE, effects.legal_salvage, effects.salvage),
):
    LEGAL[_phase] = _legal
    APPLY[_phase] = _apply

for _chance, _asks, _settle in (
    (phases.CHARACTERS, rounds.asks_characters, rounds.settle_characters),
    (phases.FIRST, rounds.asks_first, rounds.settle_first),
    (phases.DIFFICULT, rounds.asks_difficult, rounds.settle_difficult),
    (phases.SHUFFLE, rounds.asks_shuffle, rounds.settle_shuffle),
    (phases.RESHUFFLE, rounds.asks_reshuffle, rounds.settle_reshuffle),
):
    ASKS[_chance] = _asks
    SETTLE[_chance] = _settle
