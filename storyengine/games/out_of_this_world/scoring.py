"""Victory, and what a game amounts to: one result for all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from storyengine.games.out_of_this_world.actions import union
from storyengine.games.out_of_this_world.vocabulary import WILD
from storyengine.games.protocol import Fact, Result

if TYPE_CHECKING:
    from storyengine.games.out_of_this_world.state import State

LABELS = ("won", "lost")
FACTS = (
    Fact("tokens", "how many Time tokens were left"),
    Fact("rounds", "how many rounds were begun"),
    Fact("points", "the points that you had equipped"),
    Fact("team_points", "the points that all had equipped together"),
    Fact("foes", "how many Foes were still in front of somebody"),
)
"""What a match tells of itself."""


def has_won(s: State) -> bool:
    """Whether the adventure's win condition is met, as far as it can be seen while things are taken care of."""
    box = s.box
    win = box.config.adventure.win
    if any(points - minus < box.goal for points, minus in zip(s.points, s.minus, strict=True)):
        return False
    every = union(s.equipped)
    if any(not every >> item & 1 for item in box.win_equipped):
        return False
    suits = box.of_type[:WILD]
    if win.suits_each and any(sum([bool(own & suit) for suit in suits]) < win.suits_each for own in s.equipped):
        return False
    if win.team_suits and any((every & suit).bit_count() < win.team_suits for suit in suits):
        return False
    if any((s.removed & mask).bit_count() < many for mask, many in box.win_removed):
        return False
    if any(beaten < many for beaten, (_, many) in zip(s.defeated, box.win_defeated, strict=True)):
        return False
    return not (win.no_foes and any(s.front))


def progress(s: State) -> float:
    """How much of the win condition is met, from 0 to 1."""
    box = s.box
    win = box.config.adventure.win
    done = []
    if box.goal:
        done += [
            max(0.0, min(1.0, (points - minus) / box.goal)) for points, minus in zip(s.points, s.minus, strict=True)
        ]
    every = union(s.equipped)
    done += [float(every >> item & 1) for item in box.win_equipped]
    suits = box.of_type[:WILD]
    if win.suits_each:
        done += [min(1.0, sum([bool(own & suit) for suit in suits]) / win.suits_each) for own in s.equipped]
    if win.team_suits:
        done += [min(1.0, (every & suit).bit_count() / win.team_suits) for suit in suits]
    done += [min(1.0, (s.removed & mask).bit_count() / many) for mask, many in box.win_removed]
    done += [min(1.0, beaten / many) for beaten, (_, many) in zip(s.defeated, box.win_defeated, strict=True)]
    return sum(done) / len(done) if done else 0.0


def utility(s: State) -> float:
    """The team's standing: 3 for a victory, 0 for a defeat, between them progress and the Time that is left."""
    if s.won >= 0:
        return 3.0 * s.won
    return 0.5 + progress(s) + 0.5 * s.tokens / s.box.config.tokens


def result(s: State) -> Result:
    """The team's points for every seat, and one rank."""
    return Result((sum(s.points),) * s.n, (1,) * s.n)


def facts(s: State, seat: int) -> dict[str, int]:
    """Whole numbers that a story may show."""
    return {
        "tokens": s.tokens,
        "rounds": s.round + s.caring,
        "points": s.points[seat],
        "team_points": sum(s.points),
        "foes": sum([front.bit_count() for front in s.front]),
    }
