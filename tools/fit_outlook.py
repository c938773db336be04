"""Fits the measure by which the searching bots of Out Of This World judge positions, and prints its weights.

    .venv/bin/python tools/fit_outlook.py [--matches 40]

Bots that go by the rules of thumb, with now and then a random move, play that many matches of every adventure with
every number of players. The positions at the start of some turns and what became of them are the data; a quarter of the
matches is kept apart to see how well the fit tells on what it has not seen. The weights printed go into `outlook.py`.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from math import exp, log
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from storyengine.games.bots import make_bot  # noqa: E402 - found only once the path is set
from storyengine.games.chance import Stream, StreamDice  # noqa: E402
from storyengine.games.out_of_this_world import phases  # noqa: E402
from storyengine.games.out_of_this_world.game import own  # noqa: E402
from storyengine.games.out_of_this_world.outlook import BASE, WEIGHTS, measures  # noqa: E402
from storyengine.games.playing import decide  # noqa: E402
from storyengine.games.protocol import CHANCE, OVER  # noqa: E402
from storyengine.games.registry import find_game  # noqa: E402

GAME = "out_of_this_world"
BOT = "greedy:ease=0.03"
EVERY = 5
"""Cards taken between two positions that are looked at: neighbours tell much the same."""
KEPT_APART = 4
"""One match of so many is not fitted to."""
STEPS = 25
"""Of Newton's method, which needs about ten."""
PENALTY = 1e-3
"""On the squares of the weights, for each position: it keeps what is hardly ever seen from weighing much."""
FEWEST = 8
"""Matches, so that some are fitted to, some kept apart, and some of both are won."""

Row = tuple[float, ...]
Sample = tuple[Row, bool, bool]
"""What was measured, whether the match was won, whether it is kept apart."""


def positions(adventure: str, players: int, matches: int) -> list[Sample]:
    """Play matches of one adventure and return what was measured on the way."""
    match = find_game(GAME).match({"players": players, "variant": adventure})
    bot = make_bot(BOT)
    found: list[Sample] = []
    for number in range(matches):
        seed = f"fit/{number}"
        state, chance, moves, last = match.start(), StreamDice(Stream("cards", seed)), 0, -1
        rows: list[Row] = []
        while state.actor != OVER:
            if state.actor == CHANCE:
                state.settle(chance.result(state.chance(), 0))
                continue
            s = own(state)
            moment = s.round * 100 + sum([len(stack) for stack in s.stacks]) // EVERY
            if s.phase == phases.TAKE and moment != last:
                last = moment
                rows.append(measures(s))
            state.apply(decide(match, state, bot, seed, moves))
            moves += 1
        won = own(state).won == 1
        found += [(row, won, number % KEPT_APART == 0) for row in rows]
    return found


def fit(samples: list[Sample]) -> list[float]:
    """Return the base and the weights of a logistic regression, by Newton's method on standardised measures."""
    size = len(samples[0][0]) + 1
    columns = list(zip(*(row for row, _, _ in samples), strict=True))
    means = [sum(column) / len(column) for column in columns]
    spreads = [
        (sum((each - mean) ** 2 for each in column) / len(column)) ** 0.5 or 1.0
        for column, mean in zip(columns, means, strict=True)
    ]
    scaled = [
        ((1.0, *((each - mean) / spread for each, mean, spread in zip(row, means, spreads, strict=True))), won)
        for row, won, _ in samples
    ]
    weights = [0.0] * size
    for _ in range(STEPS):
        slope = [PENALTY * weight * len(scaled) for weight in weights]
        curve = [[PENALTY * len(scaled) * (i == j) for j in range(size)] for i in range(size)]
        for row, won in scaled:
            chance = 1 / (1 + exp(-sum([weight * each for weight, each in zip(weights, row, strict=True)])))
            wrong, bend = chance - won, chance * (1 - chance)
            for i, each in enumerate(row):
                slope[i] += wrong * each
                line = curve[i]
                for j in range(i + 1):
                    line[j] += bend * each * row[j]
        for i in range(size):
            for j in range(i):
                curve[j][i] = curve[i][j]
        weights = [weight - change for weight, change in zip(weights, solve(curve, slope), strict=True)]
    plain = [weight / spread for weight, spread in zip(weights[1:], spreads, strict=True)]
    return [weights[0] - sum(weight * mean for weight, mean in zip(plain, means, strict=True)), *plain]


def solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve linear equations by Gauss's elimination with pivots."""
    rows = [[*line, each] for line, each in zip(matrix, right, strict=True)]
    size = len(rows)
    for column in range(size):
        best = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[best] = rows[best], rows[column]
        for row in range(size):
            if row != column:
                factor = rows[row][column] / rows[column][column]
                rows[row] = [each - factor * top for each, top in zip(rows[row], rows[column], strict=True)]
    return [rows[row][size] / rows[row][row] for row in range(size)]


def surprise(samples: list[Sample], weights: list[float]) -> float:
    """Return the mean of the negative log-likelihood; less is better."""
    total = 0.0
    for row, won, _ in samples:
        odds = weights[0] + sum(weight * each for weight, each in zip(weights[1:], row, strict=True))
        total += log(1 + exp(-odds if won else odds))
    return total / len(samples)


def main() -> None:
    """Play, fit and print."""
    assert __doc__
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=40, help="of every adventure with every number of players")
    matches = max(FEWEST, parser.parse_args().matches)
    game = find_game(GAME)
    tasks = [(variant, players) for variant in game.variants for players in game.player_counts(variant)]
    with ProcessPoolExecutor() as pool:
        done = [pool.submit(positions, variant, players, matches) for variant, players in tasks]
        samples = [sample for each in done for sample in each.result()]
    seen = [sample for sample in samples if not sample[2]]
    unseen = [sample for sample in samples if sample[2]]
    weights = fit(seen)
    won = sum(won for _, won, _ in unseen) / len(unseen)
    print(f"{len(samples):,} positions of {matches * len(tasks):,} matches, a quarter of them kept apart; on those:")
    print(f"  surprise {surprise(unseen, weights):.4f}, with the weights there are", end=" ")
    print(
        f"{surprise(unseen, [BASE, *WEIGHTS.values()]):.4f}, with none {-won * log(won) - (1 - won) * log(1 - won):.4f}"
    )
    print(f"  {'BASE':<58} {weights[0]:>7.3f}")
    for name, weight in zip(WEIGHTS, weights[1:], strict=True):
        print(f"  {name:<58} {weight:>7.3f}")


if __name__ == "__main__":
    main()
