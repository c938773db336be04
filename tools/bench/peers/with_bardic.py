"""Plays the ladder with bardic: `python -m tools.bench.peers.with_bardic STORY SECONDS SEED`."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

from tools.bench.peers.measure import Pick, measure


def main(story: str, seconds: str, seed: str) -> None:
    """Compile once, then play; a play is a new engine, as bardic has no way to start one over."""
    bardic = importlib.import_module("bardic")  # there only while the bench runs
    compiled = bardic.BardCompiler().compile_string(Path(story).read_text(encoding="utf-8"))

    def play(pick: Pick) -> tuple[int, str]:
        engine = bardic.BardEngine(compiled)
        made = 0
        while choices := engine.current().choices:
            engine.choose(pick(len(choices)))
            made += 1
        return made, engine.current().content.strip().splitlines()[-1]

    measure(play, bardic.__version__, float(seconds), int(seed))


if __name__ == "__main__":
    main(*sys.argv[1:])
