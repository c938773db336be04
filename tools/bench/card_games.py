"""Decisions a second of our card games, beside OpenSpiel's and RLCard's, in one run on one machine.

All play at random, one process, CPU time: draw a legal move, make it, until the game is over, then the next game.
OpenSpiel is driven from Python, as its users do; RLCard builds an observation at each step and cannot leave it, so ours
is shown both ways. The engines take turns, round by round, each in a fresh process. Nothing is asserted.

    .venv/bin/python tools/bench/card_games.py [--rounds 3] [--seconds 2] [--peers DIR]
    .venv/bin/python tools/bench/card_games.py bots [--games 1.0]
    .venv/bin/python tools/bench/card_games.py teams [--games 1.0]

The second form prints how often each bot wins against three of another kind, with 95 % intervals; the third how often
teams of one bot win the cooperative game, by adventure, players, difficulty and talk, on the same seeds. `--games 0.1`
plays a tenth of the matches.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 300
"""Seconds that an installation, or what a round takes beyond its playing, may last."""
PEERS = {"open_spiel": ["open_spiel"], "rlcard": ["rlcard", "setuptools"]}
"""Packages of each engine by their names; RLCard imports setuptools without asking for it."""

ENGINES = (
    ("storyengine", "creatures_and_outcasts 4p", "ours"),
    ("storyengine", "creatures_and_outcasts 4p, with observations", "ours_seen"),
    ("storyengine", "out_of_this_world 4p", "world"),
    ("storyengine", "out_of_this_world 4p, with observations", "world_seen"),
    ("OpenSpiel", "crazy_eights 4p", "open_spiel:crazy_eights(players=4)"),
    ("OpenSpiel", "hearts 4p", "open_spiel:hearts"),
    ("OpenSpiel", "dou_dizhu 3p", "open_spiel:dou_dizhu"),
    ("RLCard", "uno 2p, with observations", "rlcard:uno"),
)

ADVENTURES = ("birthday_bash", "hit_the_books", "night_school", "stained_glass", "confrontation", "patrol")

MATCHES = (
    ("greedy", "random", 5, 2000),
    ("pimc:worlds=8", "random", 5, 300),
    ("pimc:worlds=8", "greedy", 5, 300),
    ("ismcts:iters=500", "random", 1, 100),
    ("ismcts:iters=500", "greedy", 1, 100),
    ("ismcts:iters=500", "pimc:worlds=8", 1, 100),
    ("pimc:worlds=8", "greedy", 1, 100),
    ("pimc:worlds=8,rollout=greedy", "greedy", 1, 100),
    ("pimc:worlds=8,rollout=greedy", "pimc:worlds=8", 1, 100),
    ("ismcts:iters=100,rollout=greedy", "pimc:worlds=8", 1, 40),
    ("greedy:ease=0.2", "greedy", 5, 2000),
)
"""Bot, its three opponents, rounds of a match, matches."""

IGNORING = "ignores Foes"
SEARCH = "pimc:worlds=4,rollout=greedy,depth=4,width=3"
"""The bot that plays the cooperative game best."""

TEAMS: tuple[tuple[str, str, str, str, int], ...] = (
    *((adventure, "standard", "vocal", SEARCH, 100) for adventure in ADVENTURES),
    *((adventure, "easier", "", SEARCH, 20) for adventure in ADVENTURES),
    *((adventure, "tough", "", SEARCH, 20) for adventure in ADVENTURES),
    *((adventure, "epic", "", SEARCH, 20) for adventure in ADVENTURES),
    *((adventure, "easier", "", "greedy", 300) for adventure in ADVENTURES),
    *((adventure, "standard", "vocal", "greedy", 300) for adventure in ADVENTURES),
    *((adventure, "tough", "", "greedy", 300) for adventure in ADVENTURES),
    *((adventure, "epic", "", "greedy", 300) for adventure in ADVENTURES),
    *((adventure, "standard", "none", "greedy", 300) for adventure in ADVENTURES),
    *((adventure, "standard", "vocal", IGNORING, 100) for adventure in ADVENTURES),
    ("birthday_bash", "standard", "vocal", "greedy:ease=0.1", 100),
    ("birthday_bash", "standard", "vocal", "random", 200),
    ("birthday_bash", "standard", "vocal", "pimc:worlds=1", 10),
    ("birthday_bash", "standard", "vocal", "ismcts:iters=20,rollout=greedy,depth=4", 10),
)
"""Adventure, difficulty, talk (empty for what the difficulty says), bot in every seat, matches. Easier is standard with
talk free and hands open, and so its own row for that talk."""
SEEDS = "held-out"
"""Of all matches. Neither cards nor bots were made with a look at these; whoever changes any by them needs others."""

Play = Callable[[float], tuple[int, int]]


def ours(seconds: float, *, game: str = "creatures_and_outcasts", observe: bool = False) -> tuple[int, int]:
    """Random play of a game of ours; games and decisions."""
    from storyengine.games.chance import Stream, StreamDice
    from storyengine.games.protocol import CHANCE, OVER
    from storyengine.games.registry import find_game

    match = find_game(game).match({"players": 4})
    draw = random.Random(1).random
    dice = StreamDice(Stream("bench"))
    games = decisions = 0
    until = time.process_time() + seconds
    while time.process_time() < until:
        state = match.start()
        while (actor := state.actor) != OVER:
            if actor == CHANCE:
                state.settle(dice.result(state.chance(), 0))
                continue
            legal = state.legal()
            if observe:
                state.view(actor)
            state.apply(legal[int(draw() * len(legal))])
            decisions += 1
        games += 1
    return games, decisions


def open_spiel(name: str, seconds: float) -> tuple[int, int]:
    """Random play of a game of OpenSpiel; moves of chance are made but not counted."""
    import pyspiel  # type: ignore[import-not-found, unused-ignore]

    game = pyspiel.load_game(name)
    rng = random.Random(1)
    games = decisions = 0
    until = time.process_time() + seconds
    while time.process_time() < until:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                results, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(results, weights)[0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(rng.random() * len(legal))])
                decisions += 1
        games += 1
    return games, decisions


def rlcard(name: str, seconds: float) -> tuple[int, int]:
    """Random play of a game of RLCard."""
    from rlcard import make  # type: ignore[import-not-found, unused-ignore]

    env = make(name, config={"seed": 1})
    draw = random.Random(1).random
    games = decisions = 0
    until = time.process_time() + seconds
    while time.process_time() < until:
        state, _ = env.reset()
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(draw() * len(legal))])
            decisions += 1
        games += 1
    return games, decisions


def measure(what: str, seconds: float) -> None:
    """Measure one engine in this process and print the figures as JSON."""
    kind, _, name = what.partition(":")
    plays: dict[str, Play] = {
        "ours": ours,
        "ours_seen": lambda time_given: ours(time_given, observe=True),
        "world": lambda time_given: ours(time_given, game="out_of_this_world"),
        "world_seen": lambda time_given: ours(time_given, game="out_of_this_world", observe=True),
        "open_spiel": lambda time_given: open_spiel(name, time_given),
        "rlcard": lambda time_given: rlcard(name, time_given),
    }
    plays[kind](seconds / 10)  # to warm up
    start = time.process_time()
    games, decisions = plays[kind](seconds)
    spent = time.process_time() - start
    print(json.dumps({"games": games / spent, "decisions": decisions / spent}))


def install(kind: str, folder: Path) -> str:
    """Make a peer's packages importable from a folder; returns why not, if so."""
    if folder.is_dir() and any(folder.iterdir()):
        return ""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(folder), *PEERS[kind]]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    except (OSError, subprocess.TimeoutExpired) as problem:
        return str(problem)
    said = [line for line in done.stderr.splitlines() if "error" in line.lower()]
    return (said[-1].strip() if said else "pip failed") if done.returncode else ""


def one_round(what: str, seconds: float, folder: Path) -> dict[str, float] | str:
    """One engine's figures of a fresh process, or why there are none."""
    path = os.pathsep.join([str(folder / what.partition(":")[0]), str(ROOT)])
    command = [sys.executable, __file__, "--measure", what, "--seconds", str(seconds)]
    environment = {**os.environ, "PYTHONPATH": path}
    try:
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=PATIENCE + seconds, check=False
        )
    except subprocess.TimeoutExpired as problem:
        return str(problem)
    if done.returncode:
        return (done.stderr.strip().splitlines() or ["it failed without a message"])[-1]
    figures: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return figures


def speed(rounds: int, seconds: float, folder: Path) -> None:
    """Measure all engines and print the table."""
    missing = {kind: install(kind, folder / kind) for kind in PEERS}
    rates: dict[str, list[dict[str, float]]] = {what: [] for _, _, what in ENGINES}
    for _ in range(rounds):
        for _, _, what in ENGINES:
            if missing.get(what) or missing.get(what.partition(":")[0]):
                continue
            figures = one_round(what, seconds, folder)
            if isinstance(figures, str):
                missing[what] = figures
            else:
                rates[what].append(figures)
    print(f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}, CPU time,", end=" ")
    print(f"median of {rounds} rounds of {seconds:g} s")
    print(f"{'engine':<12} {'game':<46} {'games/s':>9} {'decisions/s':>12} {'ours is':>9}")
    base = statistics.median(figures["decisions"] for figures in rates["ours"]) if rates["ours"] else 0.0
    for engine, game, what in ENGINES:
        why = missing.get(what) or missing.get(what.partition(":")[0])
        if why:
            print(f"{engine:<12} {game:<46} left out: {why}")
            continue
        games = statistics.median(figures["games"] for figures in rates[what])
        decisions = statistics.median(figures["decisions"] for figures in rates[what])
        print(f"{engine:<12} {game:<46} {games:>9,.0f} {decisions:>12,.0f} {base / decisions:>8.1f}x")


def bots(scale: float) -> None:
    """Print the share of wins of each bot against three of another kind."""
    sys.path.insert(0, str(ROOT))
    from storyengine.games.bots import make_bot
    from storyengine.games.playing import share_of_wins, wilson
    from storyengine.games.registry import find_game

    print("| bot | against three | rounds | matches | share of wins | 95 % interval | CPU s a match |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: |")
    for bot, others, rounds, matches in MATCHES:
        games = max(4, int(matches * scale))
        match = find_game("creatures_and_outcasts").match({"players": 4, "rounds": rounds})
        start = time.process_time()
        won = share_of_wins(match, [make_bot(bot), *[make_bot(others)] * 3], games, "figures")
        spent = (time.process_time() - start) / games
        low, high = wilson(won, games)
        interval = f"{low:.1%} to {high:.1%}"
        print(f"| {bot} | {others} | {rounds} | {games} | {won / games:.1%} | {interval} | {spent:.3f} |", flush=True)


def team_wins(cell: tuple[str, str, str, str, int], players: int) -> int:
    """How many matches a team won; the same seeds for every cell."""
    from storyengine.games.bots import make_bot
    from storyengine.games.playing import play_out
    from storyengine.games.registry import find_game

    adventure, difficulty, talk, name, games = cell
    options = {"talk": talk} if talk else {}
    match = find_game("out_of_this_world").match(
        {"players": players, "variant": adventure, "difficulty": difficulty, "options": options}
    )
    bot = Ignoring() if name == IGNORING else make_bot(name)
    states = [play_out(match, [bot] * players, f"{SEEDS}/{number}")[0] for number in range(games)]
    return sum(match.label(state, 0) == "won" for state in states)


class Ignoring:
    """The greedy bot, but it never gets rid of a foe: what foes cost a team that ignores them."""

    talks = True

    def choose(self, match: Any, view: Any, legal: Sequence[int], stream: Any) -> int:
        """The best move that gets rid of no Foe."""
        kept = [move for move in legal if not match.token(move).startswith(("defeat", "spend"))]
        move: int = match.advise(view, kept or legal, stream)
        return move


def teams(scale: float) -> None:
    """Print how often teams win, a row for each adventure, and then all of a kind together."""
    sys.path.insert(0, str(ROOT))
    from storyengine.games.playing import wilson

    def share(won: int, games: int) -> str:
        low, high = wilson(won, games)
        return f"{won / games:.0%} ({max(0.0, low):.0%} to {high:.0%})"

    print("| bots | difficulty | talk | adventure | matches | 3 players | 4 players | 5 players |")
    print("| --- | --- | --- | --- | ---: | --- | --- | --- |")
    totals: dict[str, list[int]] = {}
    with ProcessPoolExecutor() as pool:
        waiting = []
        for cell in TEAMS:
            scaled = (*cell[:4], max(4, int(cell[4] * scale)))
            waiting.append((scaled, [pool.submit(team_wins, scaled, players) for players in (3, 4, 5)]))
        for (adventure, difficulty, talk, bot, games), done in waiting:
            won = [each.result() for each in done]
            talk = talk or ("free" if difficulty == "easier" else "vocal")
            total = totals.setdefault(f"{bot} | {difficulty} | {talk}", [0, 0])
            total[0] += sum(won)
            total[1] += games * len(won)
            shares = " | ".join(share(each, games) for each in won)
            print(f"| {bot} | {difficulty} | {talk} | {adventure} | {games} | {shares} |", flush=True)
    print("\n| bots | difficulty | talk | matches | won |\n| --- | --- | --- | ---: | --- |")
    for kind, (all_won, all_games) in totals.items():
        print(f"| {kind} | {all_games} | {share(all_won, all_games)} |")


def main() -> None:
    """Read the command line and measure."""
    assert __doc__
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", nargs="?", choices=["speed", "bots", "teams"], default="speed")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--peers", type=Path, help="keep the peers' packages in this folder for the next time")
    parser.add_argument("--games", type=float, default=1.0, help="scale the number of matches of `bots`")
    parser.add_argument("--measure", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        measure(options.measure, options.seconds)
    elif options.what == "bots":
        bots(options.games)
    elif options.what == "teams":
        teams(options.games)
    elif options.peers:
        speed(options.rounds, options.seconds, options.peers)
    else:
        with tempfile.TemporaryDirectory() as folder:
            speed(options.rounds, options.seconds, Path(folder))


if __name__ == "__main__":
    main()
