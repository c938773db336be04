"""Which function answers for which phase: the one table that a position dispatches by."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from storyengine.games.creatures_and_outcasts import effects, expert, phases, rounds, tricks, turns

if TYPE_CHECKING:
    from storyengine.games.chance import ChanceResult
    from storyengine.games.creatures_and_outcasts.state import State


def _nothing(s: State) -> tuple[int, ...]:
    return ()


def _out_of_turn(s: State, action: int) -> None:
    raise ValueError(f"nobody decides now, so move {action} cannot be made")


def _not_at_chance(s: State, result: ChanceResult) -> None:
    raise ValueError(f"chance is not asked for anything, so {result!r} has no meaning")


def _no_question(s: State) -> tuple[str, int]:
    raise ValueError("chance is not asked for anything")


LEGAL: list[Callable[[State], tuple[int, ...]]] = [_nothing] * phases.PHASES
APPLY: list[Callable[[State, int], None]] = [_out_of_turn] * phases.PHASES
ASKS: list[Callable[[State], tuple[str, int]]] = [_no_question] * phases.PHASES
SETTLE: list[Callable[[State, ChanceResult], None]] = [_not_at_chance] * phases.PHASES

for _phase, _legal, _apply in (
    (phases.RACE, rounds.legal_race, rounds.apply_race),
    (phases.TURN, turns.legal, turns.apply),
    (phases.FOLLOW, effects.legal_follow, turns.play),
    (phases.DRAW_FROM, effects.legal_targets, effects.apply_target),
    (phases.GIVING, effects.legal_gifts, effects.apply_gift),
    (phases.TAKING, effects.legal_takes, effects.apply_take),
    (phases.TOP_TO, effects.legal_victims, effects.apply_victim),
    (phases.BLOCKING, tricks.legal_blocks, tricks.apply_block),
    (phases.PLACING, effects.legal_places, effects.apply_place),
):
    LEGAL[_phase] = _legal
    APPLY[_phase] = _apply


def _all_cards(s: State) -> tuple[str, int]:
    return "shuffle", sum(s.config.copies)


def _all_characters(s: State) -> tuple[str, int]:
    return "shuffle", len(s.config.characters)


def _the_willing(s: State) -> tuple[str, int]:
    return "pick", s.race_yes.bit_count()


def _a_hand(s: State) -> tuple[str, int]:
    return "pick", s.size[s.target]


def _the_character_pile(s: State) -> tuple[str, int]:
    return "shuffle", len(s.deck)


for _phase, _asks, _settle in (
    (phases.DEAL, _all_cards, rounds.settle_deal),
    (phases.ORDER_CHARACTERS, _all_characters, rounds.settle_characters),
    (phases.RACE_DRAW, _the_willing, rounds.settle_race),
    (phases.DRAWING, _a_hand, effects.settle_drawing),
    (phases.BOUNCE, _the_character_pile, tricks.settle_bounce),
    (phases.RESHUFFLE, _the_character_pile, expert.settle_reshuffle),
):
    ASKS[_phase] = _asks
    SETTLE[_phase] = _settle
