"""Verdicts of the flagship, of a generated full-size story and of a plain large one: time, memory, what was decided.

Each story is judged in a process of its own, so that its peak memory is its own. A generated story says beside it
which endings are impossible on purpose; a verdict against that makes the bench fail.

    .venv/bin/python tools/bench/verdicts.py [--plain 2000] [--patience 1200]
"""

from __future__ import annotations

import argparse
import json
import platform
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))


def judge(folder: Path, only_endings: bool) -> dict[str, object]:
    """Load a story and decide it; called in a process of its own."""
    from storyengine.analysis.targets import Target, TargetKind
    from storyengine.analysis.verdicts import Reachable, Undecided, verdicts
    from storyengine.loader import load

    started = time.process_time()
    story = load(folder)
    loaded = time.process_time()

    def wanted(target: Target) -> bool:
        return target.kind is TargetKind.ENDING or not only_endings

    found = verdicts(story, only=wanted)
    spent = time.process_time() - loaded
    kinds = [type(verdict).__name__.lower() for verdict in found.of.values()]
    wrong: list[str] = []
    expected = folder / "expected.json"
    if expected.exists():
        impossible = set(json.loads(expected.read_text(encoding="utf-8"))["impossible"])
        wrong = [
            target.id
            for target, verdict in found.of.items()
            if target.kind is TargetKind.ENDING
            and not isinstance(verdict, Undecided)
            and isinstance(verdict, Reachable) == (target.id in impossible)
        ]
    return {
        "cards": len(story.cards),
        "targets": len(kinds),
        "load": loaded - started,
        "verdicts": spent,
        "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        "reachable": kinds.count("reachable"),
        "unreachable": kinds.count("unreachable"),
        "undecided": kinds.count("undecided"),
        "wrong": wrong,
    }


def main() -> int:
    """Judge every story and print a table; 1 if a verdict was wrong."""
    parser = argparse.ArgumentParser(description="verdicts: time, memory, what was decided")
    parser.add_argument("--plain", type=int, default=2_000, help="cards of the plain story (default: 2000)")
    parser.add_argument("--patience", type=int, default=1_200, help="seconds that one story may take (default: 1200)")
    parser.add_argument("--judge", nargs=2, metavar=("FOLDER", "WHAT"), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.judge:
        print(json.dumps(judge(Path(given.judge[0]), given.judge[1] == "endings")))
        return 0
    wrong = False
    print(f"CPU seconds of one run each; {platform.platform()}, Python {platform.python_version()}")
    columns = f"{'cards':>7}{'targets':>9}{'load s':>8}{'verdicts s':>12}{'MB':>6}"
    print(f"{'story':<24}{columns}  reachable/unreachable/undecided")
    with tempfile.TemporaryDirectory(prefix="storyengine-bench-") as temporary:
        maker = [sys.executable, str(ROOT / "tools" / "make_story.py")]
        full, plain = Path(temporary) / "full", Path(temporary) / "plain"
        subprocess.run([*maker, str(full)], check=True, capture_output=True)
        subprocess.run([*maker, str(plain), "--plain", str(given.plain)], check=True, capture_output=True)
        stories = [
            ("flagship, all", ROOT / "stories" / "evil-power-master", "all"),
            ("full-size, its endings", full, "endings"),
            (f"plain, {given.plain:,} cards", plain, "all"),
        ]
        for name, folder, what in stories:
            command = [sys.executable, __file__, "--judge", str(folder), what]
            try:
                done = subprocess.run(command, capture_output=True, text=True, timeout=given.patience, check=False)
            except subprocess.TimeoutExpired:
                print(f"{name:<24}not done within {given.patience:,} s")
                continue
            if done.returncode:
                print(f"{name:<24}failed: {(done.stderr.strip().splitlines() or ['no message'])[-1]}")
                wrong = True
                continue
            figures = json.loads(done.stdout)
            counts = f"{figures['reachable']}/{figures['unreachable']}/{figures['undecided']}"
            print(
                f"{name:<24}{figures['cards']:>7,}{figures['targets']:>9,}{figures['load']:>8.1f}"
                f"{figures['verdicts']:>12.1f}{figures['memory']:>6,}  {counts}"
            )
            for ending in figures["wrong"]:
                print(f"  wrong: {ending}")
                wrong = True
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
