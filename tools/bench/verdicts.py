"""How long verdicts take, and how much memory: of the flagship, of a generated full-size story, of a plain large one.

Each runs in a process of its own, once; the figures are those of this machine, just now. Beside them stand the seconds
that a prototype took for a smaller story on a shared two-core machine. Where SPIN is installed, it makes each tracked
proof as well: on the same net, with the same variables kept and the same steps left out. Nothing is asserted.

    .venv/bin/python tools/bench/verdicts.py [--all] [--plain 10000] [--keep DIR]
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Collection
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from storyengine.analysis.builder import Builder  # noqa: E402 - found only once the path is set
from storyengine.analysis.certify import accepts  # noqa: E402
from storyengine.analysis.findings import Reachable  # noqa: E402
from storyengine.analysis.ground import lay_out  # noqa: E402
from storyengine.analysis.targets import TargetKind  # noqa: E402
from storyengine.analysis.tracking import track  # noqa: E402
from storyengine.analysis.verdicts import verdicts  # noqa: E402
from storyengine.loader import load  # noqa: E402
from tools.bench.promela import promela  # noqa: E402
from tools.make_story import expected, full_story, plain_story  # noqa: E402
from tools.yaml_text import write_files  # noqa: E402

PROTOTYPE = "a prototype took 45 s for all 14 endings of a story of 8 planets and 60 DATA cards"
PATIENCE = 900
"""Seconds for one story or one run of SPIN."""


def measure(folder: str, which: str) -> dict[str, Any]:
    """Take the verdicts of one story, in this process."""
    started, busy = time.perf_counter(), time.process_time()
    story = load(folder)
    loaded = time.perf_counter() - started
    found = verdicts(story, only=lambda target: which == "all" or target.kind is TargetKind.ENDING)
    kinds = Counter(type(verdict).__name__.lower() for verdict in found.of.values())
    endings = {
        target.id: type(verdict).__name__.lower()
        for target, verdict in found.of.items()
        if target.kind is TargetKind.ENDING
    }
    lengths = [len(verdict.witness) for verdict in found.of.values() if isinstance(verdict, Reachable)]
    net = found.builder.net if found.builder else None
    return {
        "cards": len(story.cards),
        "load": loaded,
        "seconds": time.perf_counter() - started,
        "busy": time.process_time() - busy,
        "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        "points": len(net.names) if net else 0,
        "edges": len(net.edges) if net else 0,
        "verdicts": dict(kinds),
        "endings": endings,
        "longest": max(lengths, default=0),
        "tracked": {
            target.id: [proof.net.variables[index].name for index in (*proof.variables, *proof.meters.chosen)]
            for target, proof in found.proofs.items()
        },
    }


def in_a_process(folder: Path, which: str) -> dict[str, Any] | str:
    """Measure in a process of its own, so that memory is that story's alone; or say why not."""
    command = [sys.executable, __file__, "--measure", str(folder), which]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False, cwd=ROOT)
    except subprocess.TimeoutExpired:
        return f"not finished within {PATIENCE} s"
    if done.returncode:
        return f"it failed: {(done.stderr.strip().splitlines() or ['no message'])[-1]}"
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def show(name: str, found: dict[str, Any] | str) -> None:
    """Print the figures of one story."""
    if isinstance(found, str):
        print(f"{name}: {found}")
        return
    counts = ", ".join(f"{count} {kind}" for kind, count in sorted(found["verdicts"].items()))
    print(
        f"{name}: {found['seconds']:.1f} s ({found['busy']:.1f} s of one core, {found['load']:.1f} s of them to load)"
    )
    print(
        f"    {found['memory']:.0f} MB, {found['cards']:,} cards, {found['points']:,} points, {found['edges']:,} edges"
    )
    print(f"    {counts}; the longest witness has {found['longest']} steps")


def compare(found: dict[str, Any] | str) -> None:
    """Say whether the generated story's endings are as they were made."""
    if isinstance(found, str):
        return
    known = expected()
    wrong = [name for name in known["impossible"] if found["endings"][name] != "unreachable"]
    wrong += [name for name in known["possible"] if found["endings"][name] != "reachable"]
    said = "all 14 endings as they were made" if not wrong else f"not as they were made: {', '.join(wrong)}"
    print(f"    {said}; {PROTOTYPE}")


def prove(folder: Path, ending: str, keep: Collection[str]) -> str:
    """Make a proof once more, knowing what to track, and let the checker look at it."""
    ground = lay_out(Builder(load(folder)))
    if ground is None:
        return "left out, the sweep was refused"
    started = time.process_time()
    net = ground.builder.light
    goals = frozenset(index for index, edge in enumerate(net.edges) if edge.target == net.endings[ending])
    aside = ground.aside(goals)
    tracked = [index for index, known in enumerate(net.variables) if known.name in keep]
    variables = tuple(index for index in tracked if not ground.reached.meters.holds(index))
    live = [index not in aside for index in range(len(net.edges))]
    proof = track(net, ground.reached.meters, variables, live, budget=1_000_000)
    word = "accepted" if accepts(net, proof, aside, goals) else "refused"
    states = sum(combinations.bit_count() for combinations in proof.reached.values())
    return (
        f"{word} in {time.process_time() - started:.1f} s of one core, {len(proof.reached):,} keys, {states:,} states"
    )


def spin(folder: Path, ending: str, keep: Collection[str]) -> str:
    """Let SPIN look for an ending on the same net, with the same variables kept, and say how it went."""
    if not shutil.which("spin") or not shutil.which("cc"):
        return "left out, spin or a C compiler is not installed"
    ground = lay_out(Builder(load(folder)))
    if ground is None:
        return "left out, the sweep was refused"
    with tempfile.TemporaryDirectory() as here:
        text = promela(ground, ending, keep)
        Path(here, "net.pml").write_text(text, encoding="utf-8")
        compiling = ["cc", "-O0", "-DSAFETY", "-DNOREDUCE", "-o", "pan", "pan.c"]
        steps = (["spin", "-a", "net.pml"], compiling, ["./pan", "-E", "-m1000000"])
        took: list[str] = []
        last = ""
        for step in steps:
            started = time.perf_counter()
            try:
                done = subprocess.run(step, cwd=here, capture_output=True, text=True, timeout=PATIENCE, check=False)
            except subprocess.TimeoutExpired:
                return f"{step[0]}: not finished within {PATIENCE} s"
            if done.returncode:
                return f"{step[0]} failed: {((done.stdout + done.stderr).strip().splitlines() or ['no message'])[-1]}"
            took.append(f"{Path(step[0]).name} {time.perf_counter() - started:.1f} s")
            last = done.stdout
        states = next((line.strip() for line in last.splitlines() if "states, stored" in line), "")
        found = "found" if "errors: 1" in last else "not there"
        return f"{ending} {found} ({', '.join(took)}; {states})"


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="verdicts of large stories, in seconds and megabytes")
    parser.add_argument("--all", action="store_true", help="every target, not the endings alone")
    parser.add_argument("--plain", type=int, default=10_000, metavar="CARDS", help="cards of the plain story")
    parser.add_argument("--keep", type=Path, help="a folder for the generated stories")
    parser.add_argument("--measure", nargs=2, metavar=("FOLDER", "WHICH"), help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.measure:
        print(json.dumps(measure(*chosen.measure)))
        return 0
    which = "all" if chosen.all else "endings"
    cores = os.cpu_count() or 1
    print(f"verdicts of {which}, on {platform.machine()} with {cores} cores, Python {platform.python_version()}")
    print(f"load of the machine as it began: {os.getloadavg()[0]:.1f}\n")
    with tempfile.TemporaryDirectory() as temporary:
        folder = chosen.keep or Path(temporary)
        show("evil-power-master", in_a_process(ROOT / "stories" / "evil-power-master", which))
        write_files(full_story(), folder / "full")
        full = in_a_process(folder / "full", which)
        show("generated, full size", full)
        compare(full)
        write_files(plain_story(chosen.plain), folder / "plain")
        show(f"plain, {chosen.plain:,} cards", in_a_process(folder / "plain", "all"))
        if not isinstance(full, str):
            for ending, keep in full["tracked"].items():
                print(f"the proof that no play reaches {ending}, and SPIN with the same {len(keep)} variables:")
                print(f"    the checked proof alone: {prove(folder / 'full', ending, keep)}")
                print(f"    SPIN: {spin(folder / 'full', ending, keep)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
