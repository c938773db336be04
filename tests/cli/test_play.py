"""`storyengine play`, as a program: what it prints where, and its exit status."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from storyengine.cli import main
from storyengine.repl.save_files import read_record
from tests.repl.talk import BEACON, LANTERN, Talk

ROOT = Path(__file__).parent.parent.parent


def storyengine(
    *arguments: str | Path, typed: str | bytes = "", saves: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the program in the repository's folder, its input a pipe."""
    kept = ("--save-dir", saves) if saves is not None else ()
    return subprocess.run(
        [sys.executable, "-m", "storyengine", *map(str, (*arguments, *kept))],
        input=typed.encode() if isinstance(typed, str) else typed,
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONUTF8": "1", **environment},
        check=False,
        timeout=60,
    )


def test_the_tavern_is_played_through_a_pipe(tmp_path: Path) -> None:
    done = storyengine("play", "tavern", typed="1\nquit\n", saves=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"A fire, and your brother." in done.stdout
    assert b"\x1b" not in done.stdout


@pytest.mark.parametrize("typed", ["", "1", "1\n2\n3\nzzz\n" * 50, b"\xff\xfe\n\x00\n1\n", "9" * 100_000])
def test_any_input_ends_with_0_and_a_silent_stderr(tmp_path: Path, typed: str | bytes) -> None:
    done = storyengine("play", "tavern", typed=typed, saves=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_reader_who_has_seen_enough_causes_no_traceback(tmp_path: Path) -> None:
    command = f"yes 4 | head -3000 | {sys.executable} -m storyengine play {LANTERN} --save-dir {tmp_path} | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, cwd=ROOT, check=False, timeout=60)
    assert done.stdout == b"The Lantern\n"
    assert done.stderr == b""


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "utf-8"])
def test_no_encoding_of_the_output_is_a_trouble(tmp_path: Path, encoding: str) -> None:
    done = storyengine("play", LANTERN, typed="4\nÄ 火\n", saves=tmp_path, PYTHONUTF8="0", PYTHONIOENCODING=encoding)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "You now have" in done.stdout.decode(encoding)


def test_a_seed_is_repeated_in_every_process_and_none_is_new_each_time(tmp_path: Path) -> None:
    def said(hash_seed: str, *seed: str) -> bytes:
        return storyengine("play", LANTERN, *seed, typed="4\n", saves=tmp_path, PYTHONHASHSEED=hash_seed).stdout

    assert said("1", "--seed", "5") == said("2", "--seed", "5")
    assert len({said("1") for _ in range(4)}) > 1


def test_a_restart_repeats_the_seed_that_was_asked_for(tmp_path: Path) -> None:
    said = storyengine("play", LANTERN, "--seed", "5", typed="4\nrestart\n4\n", saves=tmp_path).stdout.decode()
    first, second = (part.partition(".")[0] for part in said.split("You now have ")[1:])
    assert first == second


def test_a_broken_story_is_reported_on_stderr_with_2(tmp_path: Path) -> None:
    broken = tmp_path / "broken.yaml"
    broken.write_text("story: x\ntitle: X\nstart: a\ncards: {a: {text: hi, choices: [{text: go, goto: nowhere}]}}\n")
    done = storyengine("play", broken, saves=tmp_path)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"nowhere" in done.stderr and b"before this error is mended" in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["play", "tavren"], "did you mean `tavern`?"),
        (["play", "zzzzzzzz"], "name a folder, a file, or one of"),
        (["play", "no/such/place"], "there is no file or folder `no/such/place`"),
        (["play", "tavern", "--load", "nothing"], "there is no save `nothing`"),
        (["play", "tavern", "--load", "nothing.json"], "there is no file nothing.json"),
        (["play", "tavern", "--replay", "nothing.json"], "there is no file nothing.json"),
        (["play", "tavern", "--replay", "x.json", "--seed", "1"], "--seed does not go together with --replay"),
        (["play", "tavern", "--replay", "x.json", "--players", "A"], "--players does not go together with --replay"),
        (["play", "tavern", "--load", "x", "--seed", "1"], "--seed does not go together with --load"),
        (["play", "tavern", "--load", "x", "--replay", "y"], "--load does not go together with --replay"),
        (["play", "tavern", "--transcript", "x", "--replay", "y"], "--transcript does not go together with --replay"),
        (["play", "tavern", "--width", "19"], "must be a number from 20 to 200"),
        (["play", "tavern", "--width", "²"], "must be a number from 20 to 200"),
        (["play", "tavern", "--seed", "x"], "must be a whole number"),
        (["play", "tavern", "--players", "Ann,,Bo"], "must be names with commas between them"),
        (["play", "tavern", "--players", "Ann,Ann"], "must be different names"),
        (["play", "tavern", "--transcript", "README.md"], "is no transcript; it is left as it is"),
        (["sing"], "invalid choice"),
        ([], "usage:"),
    ],
)
def test_what_cannot_be_done_is_said_with_2(
    arguments: list[str],
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(ROOT)
    try:
        status: object = main([*arguments, "--save-dir", str(tmp_path)] if arguments[:1] == ["play"] else arguments)
    except SystemExit as left:
        status = left.code
    said = capsys.readouterr()
    assert (status, said.out) == (2, "")
    assert words in said.err


@pytest.mark.parametrize("name", ["evil-power-master", "evil_power_master", "Evil_Power-Master"])
def test_a_bundled_story_is_found_with_hyphens_and_underscores(name: str) -> None:
    from storyengine.cli.bundled import find_story

    assert find_story(name).name == "evil-power-master"


def test_a_transcript_holds_all_that_was_said_and_is_gone_on_with(tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    for typed in ("3\nquit\n", "2\nquit\n"):
        done = storyengine("play", LANTERN, "--transcript", log, typed=typed, saves=tmp_path, COLUMNS="30")
        assert done.returncode == 0
    text = log.read_text()
    assert text.startswith("storyengine transcript: The Lantern\n")
    assert "\n> 3\n\nA roof.\n" in text and "\n> 2\n\nA garden.\n" in text


def test_a_save_is_gone_on_with_by_name_and_by_file(tmp_path: Path) -> None:
    assert storyengine("play", LANTERN, "--seed", "5", typed="4\nsave here\n", saves=tmp_path).returncode == 0
    for save in ("here", tmp_path / "lantern" / "here.json"):
        said = storyengine("play", LANTERN, "--load", save, typed="journal\n", saves=tmp_path).stdout.decode()
        assert "The Chest" in said and "1. The Shop: Save the cat." in said
    other = storyengine("play", "tavern", "--load", tmp_path / "lantern" / "here.json", saves=tmp_path)
    assert other.returncode == 2 and b"is a play of `lantern`" in other.stderr


def test_a_replay_shows_the_play_its_ending_and_its_state(tmp_path: Path) -> None:
    talk = Talk(BEACON, "choose quit", "1", "climb", "wren", "1", "2")
    file = tmp_path / "play.json"
    file.write_text(talk.play.record().to_json())
    runs = [storyengine("play", BEACON, "--replay", file, PYTHONHASHSEED=seed) for seed in ("1", "2")]
    assert [(run.returncode, run.stderr) for run in runs] == [(0, b"")] * 2
    said = runs[0].stdout.decode()
    assert runs[1].stdout.decode() == said
    assert "> Quit the harbour.\n" in said and "(ending: dark, A Dark Coast)\n" in said
    assert said.splitlines()[-1].startswith("(state ")


def test_a_replay_that_parts_from_its_record_says_where_with_1(tmp_path: Path) -> None:
    talk = Talk(BEACON, "choose quit", "1", "climb", "wren", "1", "2")
    file = tmp_path / "play.json"
    file.write_text(talk.play.record().to_json().replace("challenge wren", "challenge nobody"))
    done = storyengine("play", BEACON, "--replay", file)
    assert done.returncode == 1
    assert b"The Steps" in done.stdout
    assert re.search(rb"the replay parts from the record: step \d+ at `ness/2`: `challenge nobody`", done.stderr)


def test_every_autosave_is_a_replay(tmp_path: Path) -> None:
    storyengine("play", BEACON, typed="choose quit\n1\nclimb\nwren\n1\n2\n", saves=tmp_path)
    save = tmp_path / "beacon" / "piped.json"
    assert read_record(save).ending == "dark"
    assert storyengine("play", BEACON, "--replay", save).returncode == 0


def test_a_disk_that_cannot_be_written_is_told_once_and_play_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = storyengine("play", LANTERN, typed="4\n1\n4\nsave x\n", saves=tmp_path / "file")
    assert (done.returncode, done.stderr) == (0, b"")
    said = done.stdout.decode()
    assert said.count("cannot be saved") == 1
    assert "(not saved: " in said


@pytest.mark.parametrize(
    ("arguments", "allowed"),
    [(["--version"], ()), (["play", "tavern", "--plain"], ("ruamel", "platformdirs"))],
)
def test_no_library_is_imported_before_it_is_needed(
    tmp_path: Path, arguments: list[str], allowed: tuple[str, ...]
) -> None:
    watched = ("networkx", "prompt_toolkit", "numpy", "ruamel", "platformdirs")
    code = (
        "import sys; from storyengine.cli import main\n"
        "try: main(sys.argv[1:])\n"
        "except SystemExit: pass\n"
        f"print([name for name in {watched} if name in sys.modules], file=sys.stderr)"
    )
    kept = ("--save-dir", str(tmp_path)) if "play" in arguments else ()
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments, *kept], input=b"1\nquit\n", capture_output=True, cwd=ROOT, check=True
    )
    loaded = set(done.stderr.decode().strip("[]\n").replace("'", "").split(", ")) - {""}
    assert loaded <= set(allowed)


def test_the_version_is_the_packages(capsys: pytest.CaptureFixture[str]) -> None:
    import storyengine as package

    said = f"storyengine {package.__version__}\n"
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == said
    with pytest.raises(SystemExit) as left:
        main(["--version", "play"])
    assert left.value.code == 0
    assert capsys.readouterr().out == said


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.slow
@pytest.mark.parametrize("how", ["--plain", "STORYENGINE_PLAIN=1", "TERM=dumb"])
def test_plain_lines_at_a_terminal_hold_no_escape_bytes(tmp_path: Path, how: str) -> None:
    import pexpect

    name, _, value = how.partition("=")
    environment = {**os.environ, "TERM": "xterm", **({name: value} if value else {})}
    options = ["--plain"] if how == "--plain" else []
    arguments = ["-m", "storyengine", "play", str(BEACON), *options, "--save-dir", str(tmp_path), "--seed", "4"]
    player = pexpect.spawn(sys.executable, arguments, env=environment, encoding="utf-8", timeout=20, cwd=str(ROOT))
    player.expect_exact("\r\n> ")
    seen = player.before or ""
    player.sendline("choose quit")
    player.expect_exact("Where to?")
    seen += player.before or ""
    player.sendintr()
    player.expect_exact("the play is kept; goodbye")
    player.expect(pexpect.EOF)
    player.close()
    assert player.exitstatus == 130
    assert "\x1b" not in seen
    again = pexpect.spawn(sys.executable, arguments[:-2], env=environment, encoding="utf-8", timeout=20, cwd=str(ROOT))
    again.expect_exact("There is an unfinished play of this story.")
    again.sendline("1")
    again.expect_exact("The boat is yours.")
    again.sendeof()
    again.expect(pexpect.EOF)
    again.close()
    assert again.exitstatus == 0
