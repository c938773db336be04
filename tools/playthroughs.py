"""Writes a replayable play to each ending of each bundled story, for `tests/playthroughs/`.

Run it after the mechanics of a bundled story have changed:

    .venv/bin/python tools/playthroughs.py

Each file is the play by which the verdicts show that its ending can be reached, as a record that
`storyengine play STORY --replay FILE` follows. A file whose play still reaches its ending is kept as it is.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator
from pathlib import Path

from storyengine.analysis.exhaust import Path as Steps
from storyengine.analysis.findings import Reachable, Verdict
from storyengine.analysis.targets import Target, TargetKind
from storyengine.analysis.verdicts import verdicts
from storyengine.loader import load
from storyengine.model.story import Story
from storyengine.model.walk import endings
from storyengine.runtime import Play, Record, RecordError, replay

ROOT = Path(__file__).resolve().parents[1]
STORIES = ROOT / "stories"
PLAYTHROUGHS = ROOT / "tests" / "playthroughs"


def still_good(story: Story, path: Path) -> bool:
    """Whether a file's play reaches its ending in the story as it is now."""
    try:
        record = Record.from_json(path.read_text(encoding="utf-8"))
    except (OSError, RecordError):
        return False
    return record.mechanics == story.mechanics_hash and not replay(story, record).diverged


def _verdicts_of(story: Story, ids: Collection[str]) -> Iterator[tuple[Target, Verdict]]:
    """Yield the verdicts of some endings."""
    if ids:
        found = verdicts(story, only=lambda target: target.kind is TargetKind.ENDING and target.id in ids)
        yield from found.of.items()


def _recorded(story: Story, steps: Steps) -> Record:
    play = Play(story)
    for action, chance in steps:
        play.take(action, chance)
    return play.record()


def main() -> int:
    """Write what is missing or out of date, and remove what no ending asks for."""
    wanted: set[Path] = set()
    undecided = 0
    for folder in sorted(path.parent for path in STORIES.glob("*/story.yaml")):
        story = load(folder)
        files = PLAYTHROUGHS / folder.name
        files.mkdir(parents=True, exist_ok=True)
        stale = {ending.id for ending in endings(story) if not still_good(story, files / f"{ending.id}.json")}
        wanted.update(files / f"{ending.id}.json" for ending in endings(story))
        for target, verdict in _verdicts_of(story, stale):
            if isinstance(verdict, Reachable):
                path = files / f"{target.id}.json"
                path.write_text(_recorded(story, verdict.witness).to_json(), encoding="utf-8")
                print(path.relative_to(ROOT))
            else:
                print(f"{folder.name}: {target} has no play: {verdict}", file=sys.stderr)
                undecided += 1
    for path in PLAYTHROUGHS.glob("*/*.json"):
        if path not in wanted:
            path.unlink()
    return 1 if undecided else 0


if __name__ == "__main__":
    sys.exit(main())
