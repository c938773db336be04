"""Faults planted in the flagship, one at a time, and whether they are noticed.

There is no telling what is true of a story this size, so nothing is asserted: a mutant counts as caught when it does
not load, when some play is stuck, or when something that could be reached cannot any more, or not be shown to be.
What is missed is listed; most of that changes how hard the story is, and nothing of what is in it.

    .venv/bin/python tools/bench/mutants.py [--count 30] [--story stories/evil-power-master]
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from storyengine.analysis.exhaust import Path as Play  # noqa: E402 - found only once the path is set
from storyengine.analysis.findings import Budget, Reachable, Undecided, Unreachable, Verdicts  # noqa: E402
from storyengine.analysis.verdicts import verdicts  # noqa: E402
from storyengine.loader import load, load_story  # noqa: E402
from storyengine.model.story import Story  # noqa: E402
from storyengine.runtime import initial  # noqa: E402
from storyengine.runtime.moves import ChanceError, IllegalActionError, take_recorded  # noqa: E402
from tools.mutate import Mutant, mutants  # noqa: E402
from tools.yaml_text import Files, read_files, write_files  # noqa: E402

SCANT = Budget(states=100, plays=60, keys=40_000, expansions=60, pursuits=20, rounds=8)


def still_played(story: Story, plays: list[Play]) -> Iterator[Play]:
    """Yield as much of each play as the mutant still allows."""
    for play in plays:
        state, count = initial(story), 0
        for action, chance in play:
            try:
                state = take_recorded(story, state, action, chance, games={}).state
            except (IllegalActionError, ChanceError):
                break
            count += 1
        yield play[:count]


def noticed(mutant: Mutant, before: Verdicts, plays: list[Play]) -> str:
    """Say what is noticed of a mutant; nothing when it is missed."""
    with tempfile.TemporaryDirectory() as folder:
        write_files(mutant.files, Path(folder))
        loaded = load_story(folder)
    if loaded.story is None:
        first = loaded.diagnostics[0]
        return f"{first.code} {first.message}"
    if loaded.story.mechanics_hash == before.story.mechanics_hash:
        return "only its texts differ"
    found = verdicts(loaded.story, budget=SCANT, net_only=True, known=list(still_played(loaded.story, plays)))
    reachable = {str(target) for target, verdict in before.of.items() if isinstance(verdict, Reachable)}
    lost = [
        target for target, verdict in found.of.items() if isinstance(verdict, Unreachable) and str(target) in reachable
    ]
    if lost:
        return f"{lost[0]} is unreachable" + (f", and {len(lost) - 1} more" if len(lost) > 1 else "")
    if set(found.stuck) - set(before.stuck):
        return f"a play is stuck at {sorted(set(found.stuck) - set(before.stuck))[0]}"
    gone = reachable - {str(target) for target in found.of}
    if gone:
        return f"{sorted(gone)[0]} is not there any more"
    open_ones = [target for target, verdict in found.of.items() if isinstance(verdict, Undecided)]
    return f"{open_ones[0]} is undecided" if open_ones else ""


def sample(files: Files, count: int) -> list[Mutant]:
    """Return some mutants, of every kind alike as far as there are enough."""
    by_fault: dict[str, list[Mutant]] = {}
    for mutant in mutants(files):
        by_fault.setdefault(mutant.fault, []).append(mutant)
    chance = random.Random("flagship")
    for each in by_fault.values():
        chance.shuffle(each)
    found: list[Mutant] = []
    while len(found) < count and any(by_fault.values()):
        found += [each.pop() for each in by_fault.values() if each]
    return found[:count]


def main() -> int:
    """Plant, look, and list."""
    parser = argparse.ArgumentParser(description="mutants of a story: caught or missed")
    parser.add_argument("--count", type=int, default=30, help="mutants to look at")
    parser.add_argument("--story", type=Path, default=ROOT / "stories" / "evil-power-master")
    chosen = parser.parse_args()
    started = time.perf_counter()
    before = verdicts(load(chosen.story))
    plays = sorted((v.witness for v in before.of.values() if isinstance(v, Reachable)), key=len, reverse=True)
    print(f"the story itself took {time.perf_counter() - started:.0f} s: {len(plays)} targets can be reached\n")
    counts: Counter[bool] = Counter()
    for mutant in sample(read_files(chosen.story), chosen.count):
        said = noticed(mutant, before, plays)
        counts[bool(said)] += 1
        print(f"{'caught' if said else 'MISSED'}  {mutant}\n        {said}".rstrip(), flush=True)
    print(f"\n{counts[True]} caught, {counts[False]} missed, in {time.perf_counter() - started:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
