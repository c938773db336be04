"""`storyengine lint` and `storyengine explain`, as programs: what they print where, and their exit status."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from storyengine.cli import main
from storyengine.loader import load
from storyengine.runtime import Record, replay
from tests.cli.test_play import ROOT, storyengine
from tests.lint.stories import TAVERN, TRAP_A, trap_b

UNREAD = TAVERN + "  cellar: {text: Three crates., goto: inside}\n"


@pytest.fixture(name="story")
def a_story(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = Path("story.yaml")
    path.write_text(UNREAD, encoding="utf-8")
    return path


def test_a_bundled_story_is_clean() -> None:
    done = storyengine("lint", "tavern")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == (
        "tavern: 2 endings\n  inside: reachable in 2 steps\n  road: reachable in 2 steps\n"
        "  cards: 3 reachable\n  choices: 2 reachable\n\nno problems in 1 story\n"
    )


def test_findings_go_to_stdout_with_exit_1(story: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lint", str(story)]) == 1
    out, err = capsys.readouterr()
    assert out.startswith("story.yaml:12:3: warning[SE102] no play reaches the card `cellar`: nothing leads here\n")
    assert err == ""
    assert main(["lint", str(story), "--exit-zero"]) == 0


def test_a_broken_story_has_the_loaders_findings(story: Path, capsys: pytest.CaptureFixture[str]) -> None:
    story.write_text(TAVERN.replace("goto: inside", "goto: insid"), encoding="utf-8")
    assert main(["lint", str(story)]) == 1
    assert "error[SE060] there is no card `insid`" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        ["nowhere.yaml"],
        ["story.yaml", "--select", "SE9"],
        ["story.yaml", "--ignore", "unreachble-card"],
        ["story.yaml", "--budget", "0"],
        ["story.yaml", "--budget", "nan"],
        ["story.yaml", "--write-baseline"],
        ["story.yaml", "--unsafe-fixes"],
        ["story.yaml", "--baseline", "missing.json"],
        ["story.yaml", "--format", "xml"],
        [],
    ],
)
def test_what_cannot_run_exits_with_2(story: Path, arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    try:
        status = main(["lint", *arguments])
    except SystemExit as left:
        status = int(str(left.code))
    out, err = capsys.readouterr()
    assert (status, out) == (2, "")
    assert "storyengine lint" in err


def test_strict_makes_undecided_fail(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    example = ROOT / "tests" / "rules" / "SE109-undecided-target" / "bad.yaml"
    arguments = ["lint", str(example), "--budget", "0.01"]
    assert main(arguments) == 0
    out = capsys.readouterr().out
    assert "gold: undecided (stopped after" in out and "unreachable" not in out
    assert main([*arguments, "--strict"]) == 1


def test_several_stories_are_one_report(story: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lint", str(story), "tavern", "--format", "json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert [each["story"] for each in data["stories"]] == ["tavern", "tavern"]
    assert [len(each["findings"]) for each in data["stories"]] == [1, 0]


def test_a_baseline_hides_what_it_lists_and_counts_it(story: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lint", str(story), "--baseline", "known.json", "--write-baseline"]) == 0
    capsys.readouterr()
    story.write_text("# moved\n" + UNREAD, encoding="utf-8")
    assert main(["lint", str(story), "--baseline", "known.json"]) == 0
    assert "hidden: 1 by the baseline" in capsys.readouterr().out
    story.write_text(UNREAD + "  attic: {text: Dust., goto: inside}\n", encoding="utf-8")
    assert main(["lint", str(story), "--baseline", "known.json"]) == 1
    out = capsys.readouterr().out
    assert "`attic`" in out and "`cellar`" not in out


def test_witnesses_are_written_and_replay_to_their_targets(story: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["lint", str(story), "--witnesses", "plays"])
    names = sorted(path.name for path in Path("plays").iterdir())
    assert {"ending-inside.json", "ending-road.json", "card-door.json"} <= set(names)
    assert "card-cellar.json" not in names
    record = Record.from_json(Path("plays/ending-inside.json").read_text(encoding="utf-8"))
    replayed = replay(load(story), record)
    assert (record.ending, replayed.diverged) == ("inside", "")
    capsys.readouterr()
    assert main(["play", str(story), "--replay", "plays/ending-inside.json"]) == 0
    assert "A fire." in capsys.readouterr().out


def test_witnesses_are_stable_and_looked_at_first(story: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["lint", str(story), "--witnesses", "plays"])
    before = {path.name: path.read_text(encoding="utf-8") for path in Path("plays").iterdir()}
    capsys.readouterr()
    main(["lint", str(story), "--witnesses", "plays"])
    assert "0 of them new or changed" in capsys.readouterr().err
    assert before == {path.name: path.read_text(encoding="utf-8") for path in Path("plays").iterdir()}


def test_a_kept_witness_decides_what_the_budget_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    safe = str(ROOT / "tests" / "rules" / "SE109-undecided-target" / "bad.yaml")
    poor = ["lint", safe, "--budget", "0.01"]
    main(poor)
    assert "gold: undecided" in capsys.readouterr().out
    main(["lint", safe, "--witnesses", "plays"])
    capsys.readouterr()
    assert main([*poor, "--strict", "--witnesses", "plays"]) == 0
    assert "gold: reachable in 13 steps" in capsys.readouterr().out


def test_a_witness_that_no_longer_fits_is_said_and_replaced(story: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["lint", str(story), "--witnesses", "plays"])
    story.write_text(UNREAD.replace("{text: Knock., goto", "{id: rap, text: Rap., goto"), encoding="utf-8")
    Path("plays/broken.json").write_text("{}", encoding="utf-8")
    capsys.readouterr()
    main(["lint", str(story), "--witnesses", "plays"])
    err = capsys.readouterr().err
    assert "witness ending-inside.json no longer fits the story, at step 2: `choose knock` is not possible now" in err
    assert "witness broken.json is left out" in err
    assert "choose rap" in Path("plays/ending-inside.json").read_text(encoding="utf-8")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_report_that_cannot_be_written_is_said_without_a_traceback(story: Path) -> None:
    with open("/dev/full", "wb") as full:
        command = [sys.executable, "-m", "storyengine", "lint", str(story)]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, env=environment, check=False, timeout=60)
    assert done.returncode == 2
    assert done.stderr == b"storyengine lint: the report cannot be written: no space left on device\n"


def test_witnesses_that_cannot_be_written_do_not_cost_the_report(
    story: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("plays").write_text("a file, no folder", encoding="utf-8")
    assert main(["lint", str(story), "--witnesses", "plays"]) == 2
    done = capsys.readouterr()
    assert "no play reaches the card `cellar`" in done.out
    assert done.err == "storyengine lint: the witnesses cannot be written to plays: file exists\n"


def test_stories_of_one_name_do_not_write_over_each_others_witnesses(
    story: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("other.yaml").write_text(TAVERN.replace("Knock.", "Rap."), encoding="utf-8")
    assert main(["lint", str(story), "other.yaml", "--witnesses", "plays"]) == 2
    assert "of several stories called `tavern` only the first one's are kept" in capsys.readouterr().err
    assert "knock" in Path("plays/tavern/ending-inside.json").read_text(encoding="utf-8")


def test_a_name_that_is_wrong_is_told_before_any_work(story: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lint", str(story), "nowhere", "--witnesses", "plays"]) == 2
    assert "there is no story `nowhere`" in capsys.readouterr().err
    assert not Path("plays").exists()


def test_fix_keeps_comments_and_is_atomic(story: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = TAVERN.replace("lit door.", "lit door.  # lint: ignore[dead-end] once") + "# the end\n"
    story.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert main(["lint", str(story), "--fix"]) == 0
    assert story.read_bytes() == b"\xef\xbb\xbf" + (TAVERN + "# the end\n").replace("\n", "\r\n").encode()
    assert [path.name for path in Path().iterdir()] == ["story.yaml"]


def test_diff_shows_the_fix_and_changes_nothing(story: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = TAVERN.replace("lit door.", "lit door.  # lint: ignore[dead-end] once")
    story.write_text(text, encoding="utf-8")
    main(["lint", str(story), "--diff"])
    out = capsys.readouterr().out
    assert "--- a/story.yaml\n+++ b/story.yaml\n" in out
    assert (
        "-    text: Rain, and one lit door.  # lint: ignore[dead-end] once\n+    text: Rain, and one lit door.\n" in out
    )
    assert story.read_text(encoding="utf-8") == text


def test_a_misspelt_name_in_a_broken_story_is_mended(story: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Fixes of the loader are made too; a colon inside a text that ends like a sentence can only belong to it."""
    broken = TAVERN.replace("    text: Rain, and one lit door.", "    text: The sign says: shut.")
    story.write_text(broken, encoding="utf-8")
    assert main(["lint", str(story)]) == 1
    assert main(["lint", str(story), "--fix"]) == 0
    assert "The sign says: shut." in story.read_text(encoding="utf-8")


def test_ctrl_c_prints_what_is_decided_so_far(tmp_path: Path) -> None:
    """Interrupted on its first report of progress, so that it does not depend on how fast the machine is."""
    (tmp_path / "story.yaml").write_text(trap_b(), encoding="utf-8")
    code = (
        "import os, signal, sys\n"
        "import storyengine.cli.progress as progress\n"
        "progress.Progress.show = lambda self, *how_far: os.kill(os.getpid(), signal.SIGINT)\n"
        "from storyengine.cli import main\n"
        "sys.exit(main(['lint', 'story.yaml']))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
        timeout=60,
    )
    assert done.returncode == 130
    assert b"interrupted; this is what was decided so far" in done.stdout
    assert b"impossible: undecided" in done.stdout and b"unreachable" not in done.stdout
    assert b"try --budget" not in done.stdout, "it was not the work that ran out"
    assert done.stdout.strip().endswith(b"no problems in 1 story before the interruption")
    assert b"Traceback" not in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_watch_lints_again_when_a_file_changes(tmp_path: Path) -> None:
    path = tmp_path / "story.yaml"
    path.write_text(TAVERN, encoding="utf-8")
    command = [sys.executable, "-u", "-m", "storyengine", "lint", "story.yaml", "--watch"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    program = subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        assert program.stdout is not None and program.stderr is not None
        assert b"waiting for a change" in program.stderr.readline()
        path.write_text(UNREAD, encoding="utf-8")
        assert b"waiting for a change" in program.stderr.readline()
        program.send_signal(signal.SIGINT)
        out, err = program.communicate(timeout=30)
    finally:
        program.kill()
    assert program.returncode == 130
    assert b"no problems" in out and b"`cellar`" in out
    assert b"Traceback" not in err


def test_machines_are_given_utf_8(tmp_path: Path) -> None:
    (tmp_path / "story.yaml").write_text(UNREAD.replace("cellar", "kéllar火"), encoding="utf-8")
    for kind in ("json", "sarif"):
        done = storyengine("lint", tmp_path / "story.yaml", "--format", kind, PYTHONUTF8="0", PYTHONIOENCODING="ascii")
        assert "kéllar火" in done.stdout.decode("utf-8")
    done = storyengine("lint", tmp_path / "story.yaml", PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (1, b"")


def test_trap_a_fails_a_build(tmp_path: Path) -> None:
    (tmp_path / "story.yaml").write_text(TRAP_A, encoding="utf-8")
    done = storyengine("lint", tmp_path / "story.yaml", "--format", "github")
    assert done.returncode == 1
    assert any(line.startswith(b"::error ") and b"gold" in line for line in done.stdout.splitlines())


def test_explain_knows_codes_and_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "SE102"]) == 0
    by_code = capsys.readouterr().out
    assert main(["explain", "Unreachable_Card"]) == 0
    assert capsys.readouterr().out == by_code
    assert main(["explain", "SE060"]) == 0
    assert "# SE060 missing-card" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["explain"], ["explain", "SE998"], ["explain", "SE102", "--all"]])
def test_explain_says_what_it_needs(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("storyengine explain: ")
