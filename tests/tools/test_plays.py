"""The bench compares the same story, leaves out with a reason what is not there, and never judges a time."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tools.bench import ladder, plays

SAME = [[ladder.RUNGS, ladder.TOP], [ladder.RUNGS, ladder.GROUND]]


def engine(name: str, rate: float, same: object = SAME) -> plays.Engine:
    figures = {"version": "1.0", "runs_on": "Nothing 1", "rate": rate, "same": same}
    return plays.Engine(name, "a story", ".txt", plays.ours, [sys.executable, "-c", f"print({json.dumps(figures)!r})"])


def test_the_table_shows_medians_and_how_many_times_as_fast_ours_is(tmp_path: Path) -> None:
    ours, theirs = engine("storyengine", 3000.0), engine("other", 1200.0)
    plays.measure(ours, tmp_path, 0.0, seed=1)
    theirs.rates += [100.0, 5000.0]
    plays.measure(theirs, tmp_path, 0.0, seed=1)
    first, second = plays.table([ours, theirs]).splitlines()[1:]
    assert first.split() == ["storyengine", "1.0", "Nothing", "1", "3,000", "3,000", "3,000"]
    assert second.split() == ["other", "1.0", "Nothing", "1", "1,200", "100", "5,000", "2.50"]


def test_an_engine_that_plays_another_story_stops_the_bench(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="other does not play the same story"):
        plays.measure(engine("other", 1.0, same=[[3, "The end."], [3, "The end."]]), tmp_path, 0.0, seed=1)


def test_an_engine_that_cannot_be_installed_is_left_out_with_the_reason(tmp_path: Path) -> None:
    def no_network(folder: Path) -> dict[str, str]:
        raise plays.NotHereError("no network")

    missing = engine("other", 1.0)
    missing.install = no_network
    plays.measure(missing, tmp_path, 0.0, seed=1)
    assert plays.table([engine("storyengine", 1.0), missing]).splitlines()[-1].split(None, 1) == [
        "other",
        "left out: no network",
    ]


def test_an_engine_that_fails_is_left_out_with_its_last_words(tmp_path: Path) -> None:
    broken = engine("other", 1.0)
    broken.command = [sys.executable, "-c", "raise SystemExit('out of ink')"]
    plays.measure(broken, tmp_path, 0.0, seed=1)
    assert broken.missing == "it failed: out of ink"


def test_node_is_needed_for_inkjs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    with pytest.raises(plays.NotHereError, match="node and npm are not installed"):
        plays.inkjs(tmp_path)


def test_an_installation_that_fails_tells_its_error() -> None:
    words = "import sys; sys.exit('ERROR: No matching distribution found for bardic')"
    with pytest.raises(plays.NotHereError, match="No matching distribution found for bardic"):
        plays.fetch([sys.executable, "-c", words])


@pytest.mark.parametrize("told", [ladder.as_yaml(), ladder.as_ink(), ladder.as_bardic()])
def test_every_language_tells_the_same_texts(told: str) -> None:
    texts = [f"Rung {rung} of the ladder." for rung in range(1, ladder.RUNGS + 1)]
    texts += ["The ladder ends.", ladder.TOP, ladder.GROUND]
    assert [told.count(text) for text in texts] == [1] * len(texts)
    assert (told.count("Climb."), told.count("Rest.")) == (ladder.RUNGS, ladder.RUNGS)


def test_our_side_plays_the_ladder(tmp_path: Path) -> None:
    ours = plays.engines()[0]
    plays.measure(ours, tmp_path, 0.01, seed=1)
    assert not ours.missing
    assert ours.rates[0] > 0


def test_the_bench_starts_as_a_script() -> None:
    script = str(Path(plays.__file__))
    done = subprocess.run([sys.executable, script, "--help"], capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0
    assert "--peers" in done.stdout
