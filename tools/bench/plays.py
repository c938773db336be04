"""Random plays a second of a plain story of twenty choices, beside inkjs and bardic, in one run on one machine.

The engines take turns, round by round, each in a fresh process that loads the story, warms up and then plays; loading
is not counted. All give the player's texts. Ours is measured twice: as `storyengine odds` plays, which looks up what an
earlier play has worked out, and with every step worked out anew, as the other engines do it. The table shows the median
of the rounds, the slowest and the fastest, and how many times as fast storyengine is. Nothing is asserted about time;
that all play the same story is.

    .venv/bin/python tools/bench/plays.py [--rounds 5] [--seconds 2] [--peers DIR]
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tools.bench import ladder  # noqa: E402 - found only once the path is set

PATIENCE = 120
"""Seconds that an installation, or what a round takes beyond its playing, may last."""


class NotHereError(Exception):
    """An engine cannot be had on this machine; the message says why."""


@dataclass
class Engine:
    """One engine and what was measured of it."""

    name: str
    story: str
    """The ladder in the engine's language."""
    suffix: str
    install: Callable[[Path], dict[str, str]]
    """Make the engine usable in a folder; returns what to add to the environment."""
    command: list[str]
    """What plays; the story's file, the seconds and the seed are added."""
    rates: list[float] = field(default_factory=list)
    version: str = ""
    runs_on: str = ""
    missing: str = ""
    """Why it is left out."""


def ours(folder: Path) -> dict[str, str]:
    """Nothing to install: this is the checkout that the bench stands in."""
    return {}


def inkjs(folder: Path) -> dict[str, str]:
    """Install inkjs by its name with npm."""
    if not shutil.which("node") or not shutil.which("npm"):
        raise NotHereError("node and npm are not installed")
    if not (folder / "node_modules" / "inkjs").is_dir():
        fetch([shutil.which("npm") or "npm", "install", "--prefix", str(folder), "--no-audit", "--no-fund", "inkjs"])
    return {"NODE_PATH": str(folder / "node_modules")}


def bardic(folder: Path) -> dict[str, str]:
    """Install bardic by its name with pip, apart from our own packages."""
    if not (folder / "bardic").is_dir():
        fetch([sys.executable, "-m", "pip", "install", "--quiet", "--target", str(folder), "bardic"])
    return {"PYTHONPATH": str(folder)}


def fetch(command: list[str]) -> None:
    """Run an installation.

    Raises:
        NotHereError: it failed, most often for want of a network.
    """
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise NotHereError(str(problem)) from problem
    if done.returncode:
        said = [line for line in (done.stderr or done.stdout).splitlines() if "error: " in line.lower()]
        raise NotHereError(said[-1].strip() if said else f"{command[0]} failed")


def engines() -> list[Engine]:
    """Ours first: the others are compared with it."""
    peers = "tools.bench.peers."
    own = [sys.executable, "-m", peers + "with_storyengine"]
    script = str(Path(__file__).with_name("peers") / "with_inkjs.js")
    return [
        Engine("storyengine", ladder.as_yaml(), ".yaml", ours, own),
        Engine("storyengine anew", ladder.as_yaml(), ".yaml", ours, [*own, "--anew"]),
        Engine("inkjs", ladder.as_ink(), ".ink", inkjs, ["node", script]),
        Engine("bardic", ladder.as_bardic(), ".bard", bardic, [sys.executable, "-m", peers + "with_bardic"]),
    ]


def measure(engine: Engine, folder: Path, seconds: float, seed: int) -> None:
    """Let an engine play one round, and keep the figures, or why there are none."""
    here = folder / engine.name
    here.mkdir(parents=True, exist_ok=True)
    story = here / f"ladder{engine.suffix}"
    story.write_text(engine.story, encoding="utf-8")
    try:
        environment = {**os.environ, **engine.install(here)}
        command = [*engine.command, str(story), str(seconds), str(seed)]
        done = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=PATIENCE + seconds, check=False
        )
        if done.returncode:
            raise NotHereError(f"it failed: {(done.stderr.strip().splitlines() or ['no message'])[-1]}")
    except (NotHereError, OSError, subprocess.TimeoutExpired) as problem:
        engine.missing = str(problem)
        return
    figures = json.loads(done.stdout.splitlines()[-1])
    expected = [[ladder.RUNGS, ladder.TOP], [ladder.RUNGS, ladder.GROUND]]
    if figures["same"] != expected:
        raise SystemExit(f"{engine.name} does not play the same story: {figures['same']}")
    engine.rates.append(figures["rate"])
    engine.version, engine.runs_on = figures["version"], figures["runs_on"]


def table(compared: list[Engine]) -> str:
    """The figures, one engine a line, with the ratio to the first."""
    first = compared[0]
    lines = [f"{'engine':<24}{'runs on':<18}{'plays/s':>10}{'slowest':>10}{'fastest':>10}{'ours/theirs':>13}"]
    for engine in compared:
        if not engine.rates:
            lines.append(f"{engine.name:<24}left out: {engine.missing}")
            continue
        rate = statistics.median(engine.rates)
        ratio = f"{statistics.median(first.rates) / rate:.2f}" if first.rates and engine is not first else ""
        lines.append(
            f"{engine.name + ' ' + engine.version:<24}{engine.runs_on:<18}"
            f"{rate:>10,.0f}{min(engine.rates):>10,.0f}{max(engine.rates):>10,.0f}{ratio:>13}"
        )
    return "\n".join(lines)


def main() -> int:
    """Measure and print; 0 if anything could be measured."""
    parser = argparse.ArgumentParser(description="random plays a second of a story of twenty choices")
    parser.add_argument("--rounds", type=int, default=5, help="how often each engine plays (default: 5)")
    parser.add_argument("--seconds", type=float, default=2.0, help="seconds of a round that are measured (default: 2)")
    parser.add_argument("--peers", type=Path, help="folder to install the other engines in, and to keep")
    given = parser.parse_args()
    compared = engines()
    with tempfile.TemporaryDirectory(prefix="storyengine-bench-") as temporary:
        folder = given.peers.resolve() if given.peers else Path(temporary)
        for number in range(given.rounds):
            for engine in compared:
                if not engine.missing:
                    print(f"round {number + 1} of {given.rounds}: {engine.name}", file=sys.stderr)
                    measure(engine, folder, given.seconds, seed=number)
    rounds = f"{given.rounds} rounds of {given.seconds:g} s"
    print(f"a story of {ladder.RUNGS} choices, {rounds}, medians; {platform.platform()}")
    print(table(compared))
    return 0 if any(engine.rates for engine in compared) else 1


if __name__ == "__main__":
    sys.exit(main())
