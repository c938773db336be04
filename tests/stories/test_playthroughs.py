"""The kept plays: each reaches the ending it is named after, on every machine and under every hash seed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from storyengine.loader import load
from storyengine.model.walk import endings
from storyengine.runtime import Record, digest, replay

ROOT = Path(__file__).resolve().parents[2]
KEPT = sorted((ROOT / "tests" / "playthroughs").glob("*/*.json"))
STORIES = sorted(path.parent for path in (ROOT / "stories").glob("*/story.yaml"))

DIGEST = """
import sys
from pathlib import Path
from storyengine.loader import load
from storyengine.runtime import Record, digest, replay
story = load(sys.argv[1])
for path in sys.argv[2:]:
    print(digest(replay(story, Record.from_json(Path(path).read_text(encoding="utf-8"))).state))
"""


@pytest.mark.parametrize("path", KEPT, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_kept_play_reaches_its_ending(path: Path) -> None:
    replayed = replay(load(ROOT / "stories" / path.parent.name), Record.from_json(path.read_text(encoding="utf-8")))
    assert not replayed.diverged, "python tools/playthroughs.py writes them anew"
    assert replayed.state.ending == path.stem


@pytest.mark.parametrize("folder", STORIES, ids=lambda folder: folder.name)
def test_every_ending_of_a_bundled_story_has_a_kept_play(folder: Path) -> None:
    kept = {path.stem for path in KEPT if path.parent.name == folder.name}
    assert kept == {ending.id for ending in endings(load(folder))}, (
        "python tools/playthroughs.py writes what is missing"
    )


def test_the_flagship_has_a_victory_a_defeat_and_every_band_of_data_158() -> None:
    story = load(ROOT / "stories" / "evil-power-master")
    kept = {path.stem for path in KEPT if path.parent.name == "evil-power-master"}
    by_kind = {kind: {ending.id for ending in endings(story) if ending.kind == kind} for kind in ("won", "lost")}
    bands = {ending.id for ending in endings(story) if ending.card == "data/158"}
    assert len(bands) >= 4 and bands <= kept
    assert by_kind["won"] & kept and (by_kind["lost"] - bands) & kept


def test_the_same_state_is_reached_under_every_hash_seed() -> None:
    folder = ROOT / "stories" / "evil-power-master"
    paths = [str(path) for path in KEPT if path.parent.name == folder.name]
    seen = {
        subprocess.run(
            [sys.executable, "-c", DIGEST, str(folder), *paths],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1")
    }
    story = load(folder)
    here = [digest(replay(story, Record.from_json(Path(path).read_text(encoding="utf-8"))).state) for path in paths]
    assert seen == {"".join(f"{one}\n" for one in here)}
