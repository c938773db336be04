"""Points of rounds into totals, ranks, labels and facts."""

from __future__ import annotations

from collections.abc import Sequence

from storyengine.games.creatures_and_outcasts.options import Config
from storyengine.games.creatures_and_outcasts.rounds import HYDE
from storyengine.games.protocol import Fact, Result

ENDS_IN_WORDS = ("nothing", "Wednesday", "Hyde", "a last hand", "a standstill", "the clock")
"""What a round ended with, by the number of the fact; nothing before the first has."""
FACTS = (
    Fact("score", "your total, or your team's; low is good"),
    Fact("rank", "your place, 1 for the lowest total; those who tie share it"),
    Fact("rounds", "how many rounds were played"),
    Fact("lowest_score", "the lowest total at the table"),
    Fact("last_round", "what the last round cost you, or your team"),
    Fact("hyde_endings", "how many rounds you ended with Hyde"),
    Fact("round_ended_by", "who ended the last round, as the table calls them: You, Bo, Cy", is_seat=True),
    Fact("round_ended_how", "what the last round ended with", words=ENDS_IN_WORDS),
)
"""What a match tells of itself."""

Scores = Sequence[tuple[int, ...]]


def columns(config: Config, points: Sequence[int]) -> list[int]:
    """The points of one round by column of the score pad: one for each seat, or one for each team."""
    return [sum(points[column :: config.teams]) for column in range(config.teams)] if config.teams else list(points)


def column_of(config: Config, seat: int) -> int:
    """The column in which the points of `seat` are noted."""
    return seat % config.teams if config.teams else seat


def totals(config: Config, scores: Scores) -> list[int]:
    """The total of each column."""
    width = config.teams or config.players
    return [sum(column) for column in zip(*(columns(config, points) for points in scores), strict=True)] or [0] * width


def ranks(config: Config, scores: Scores) -> list[int]:
    """The rank of each column from 1; equal totals share a rank, unless the last round is to decide."""
    keys: list[tuple[int, ...]] = [(total,) for total in totals(config, scores)]
    if config.ties == "last_round" and scores:
        keys = [(*key, last) for key, last in zip(keys, columns(config, scores[-1]), strict=True)]
    return [1 + sum(other < key for other in keys) for key in keys]


def result(config: Config, scores: Scores) -> Result:
    """Totals and ranks by seat; team mates share both."""
    by_column, places = totals(config, scores), ranks(config, scores)
    own = [column_of(config, seat) for seat in range(config.players)]
    return Result(tuple(by_column[column] for column in own), tuple(places[column] for column in own))


def labels(config: Config) -> tuple[str, ...]:
    """The declared results, best first."""
    if config.labels == "bands":
        return tuple(name for name, _, _ in config.bands)
    if config.labels == "rank":
        return tuple(f"rank_{place}" for place in range(1, (config.teams or config.players) + 1))
    return ("won", "tied", "lost")


def label(config: Config, scores: Scores, seat: int) -> str:
    """The declared result of `seat`."""
    column = column_of(config, seat)
    if config.labels == "bands":
        total = totals(config, scores)[column]
        return next(name for name, low, high in config.bands if low <= total <= high)
    places = ranks(config, scores)
    if config.labels == "rank":
        return f"rank_{places[column]}"
    if places[column] != 1:
        return "lost"
    return "won" if places.count(1) == 1 else "tied"


def utility(config: Config, scores: Scores, seat: int) -> float:
    """How far the total of the seat's column lies below the others' on average."""
    by_column = totals(config, scores)
    own = by_column[column_of(config, seat)]
    return (sum(by_column) - own) / (len(by_column) - 1) - own


def facts(config: Config, scores: Scores, ends: Scores, seat: int) -> dict[str, int]:
    """What a story may show: score, rank, rounds played and how they ended; seats count from 1."""
    column = column_of(config, seat)
    by_column = totals(config, scores)
    return {
        "score": by_column[column],
        "rank": ranks(config, scores)[column],
        "rounds": len(scores),
        "lowest_score": min(by_column),
        "last_round": columns(config, scores[-1])[column] if scores else 0,
        "hyde_endings": sum(how == HYDE and who == seat for how, who in ends),
        "round_ended_by": ends[-1][1] + 1 if ends else 0,
        "round_ended_how": ends[-1][0] + 1 if ends else 0,
    }
