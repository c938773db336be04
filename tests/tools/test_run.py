"""One command sets up, plays, tests and checks; after the first time it needs no network."""

from __future__ import annotations

import ast
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from tools import run

PROJECT = """\
[build-system]
requires = ["hatchling"]

[project]
name = "storyengine"
dependencies = ["networkx"]
"""


class Installation:
    """A repository whose set-up is recorded and not carried out."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.root = root
        self.venv = root / ".venv"
        self.did: list[str] = []
        self.network = True
        self.venv_works = True
        (root / "pyproject.toml").write_text(PROJECT, encoding="utf-8")
        monkeypatch.setattr(run, "make_venv", self.make_venv)
        monkeypatch.setattr(run, "install", self.install)
        monkeypatch.setattr(run, "works", lambda python: self.venv_works and python.exists())

    def make_venv(self, venv: Path, unfinished: Path) -> None:
        self.did.append("made .venv")
        (venv / "storyengine.json").unlink(missing_ok=True)
        python = run.interpreter(venv)
        python.parent.mkdir(parents=True, exist_ok=True)
        python.touch()
        unfinished.touch()
        self.venv_works = True

    def install(self, python: Path, root: Path, extra: str) -> None:
        if not self.network:
            raise run.SetupError("no network")
        self.did.append(f"installed [{extra}]")

    def set_up(self, extra: str = "") -> list[str]:
        self.did.clear()
        run.set_up(self.root, extra)
        return list(self.did)


@pytest.fixture
def installation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Installation:
    return Installation(tmp_path, monkeypatch)


# Setting up


def test_first_run_makes_a_venv_and_installs(installation: Installation) -> None:
    assert installation.set_up() == ["made .venv", "installed []"]


def test_second_run_does_nothing_and_needs_no_network(installation: Installation) -> None:
    installation.set_up()
    installation.network = False
    assert installation.set_up() == []


def test_a_bigger_command_adds_what_it_needs_and_a_smaller_one_then_needs_nothing(installation: Installation) -> None:
    installation.set_up()
    assert installation.set_up("dev") == ["installed [dev]"]
    assert installation.set_up("test") == []
    assert installation.set_up() == []


def test_changed_dependencies_are_installed_with_all_that_was_wanted_before(installation: Installation) -> None:
    installation.set_up("test")
    (installation.root / "pyproject.toml").write_text(PROJECT.replace("networkx", "platformdirs"), encoding="utf-8")
    assert installation.set_up() == ["installed [test]"]


def test_changed_settings_of_a_tool_install_nothing(installation: Installation) -> None:
    installation.set_up()
    (installation.root / "pyproject.toml").write_text(PROJECT + "\n[tool.ruff]\nline-length = 80\n", encoding="utf-8")
    assert installation.set_up() == []


def test_an_interrupted_set_up_starts_afresh(installation: Installation) -> None:
    installation.network = False
    with pytest.raises(run.SetupError):
        installation.set_up()
    installation.network = True
    assert installation.set_up() == ["made .venv", "installed []"]
    assert installation.set_up() == []


def test_a_failed_upgrade_leaves_what_worked(installation: Installation) -> None:
    installation.set_up()
    installation.network = False
    with pytest.raises(run.SetupError):
        installation.set_up("dev")
    assert installation.set_up() == []


def test_a_venv_that_no_longer_starts_is_made_anew(installation: Installation) -> None:
    installation.set_up("test")
    run.interpreter(installation.venv).unlink()
    assert installation.set_up() == ["made .venv", "installed []"]


@pytest.mark.parametrize(("what", "value"), [("folder", "/elsewhere"), ("python", "3.10")])
def test_a_venv_of_another_folder_or_python_is_made_anew(installation: Installation, what: str, value: str) -> None:
    installation.set_up()
    stamp = installation.venv / "storyengine.json"
    stamp.write_text(json.dumps({**json.loads(stamp.read_text(encoding="utf-8")), what: value}), encoding="utf-8")
    assert installation.set_up() == ["made .venv", "installed []"]


def test_a_venv_made_by_hand_is_kept(installation: Installation) -> None:
    python = run.interpreter(installation.venv)
    python.parent.mkdir(parents=True)
    python.touch()
    assert installation.set_up("test") == ["installed [test]"]


@pytest.mark.parametrize("damaged", ["", "7", "[]", "{}", '{"extra": "dev"}', "\0"])
def test_a_damaged_stamp_is_no_stamp(installation: Installation, damaged: str) -> None:
    installation.set_up()
    (installation.venv / "storyengine.json").write_text(damaged, encoding="utf-8")
    assert installation.set_up() == ["installed []"]


def test_a_place_that_cannot_be_written_is_told(installation: Installation, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(venv: Path, unfinished: Path) -> None:
        raise PermissionError(13, "Permission denied", str(venv))

    monkeypatch.setattr(run, "make_venv", refuse)
    with pytest.raises(run.SetupError, match=r"cannot write \.venv: .*Permission denied"):
        installation.set_up()


def test_a_python_without_ensurepip_is_told_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "ensurepip" else SimpleNamespace())
    with pytest.raises(run.SetupError, match="apt install python3-venv"):
        run.make_venv(tmp_path / ".venv", tmp_path / ".venv" / "unfinished")
    assert not (tmp_path / ".venv").exists()


def test_pip_that_fails_is_quoted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = b"Collecting x\n  ERROR: No matching distribution found for hatchling\nnote: not a problem with pip\n"
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: SimpleNamespace(returncode=1, stdout=said))
    with pytest.raises(run.SetupError) as told:
        run.install(Path("python"), tmp_path, "")
    assert "needs a network" in str(told.value)
    assert str(told.value).endswith("\n  ERROR: No matching distribution found for hatchling")


@pytest.mark.slow
def test_a_real_venv_works_and_replaces_what_stood_there(tmp_path: Path) -> None:
    venv = tmp_path / ".venv"
    venv.mkdir()
    (venv / "left-over").touch()
    run.make_venv(venv, venv / "unfinished")
    assert run.works(run.interpreter(venv))
    assert not (venv / "left-over").exists()
    assert (venv / "unfinished").exists()


def test_no_python_does_not_work(tmp_path: Path) -> None:
    assert not run.works(tmp_path / "python")


# Commands


@pytest.mark.parametrize(
    ("given", "passed_on"),
    [
        ("", "evil-power-master"),
        ("--seed 7 --plain", "evil-power-master --seed 7 --plain"),
        ("--seed=7", "evil-power-master --seed=7"),
        ("tavern --seed 7", "tavern --seed 7"),
        ("--seed 7 tavern", "--seed 7 tavern"),
        ("--load tavern.save", "--load tavern.save"),
        ("--replay=tavern.play", "--replay=tavern.play"),
        ("--help", "--help"),
        ("--seed", "evil-power-master --seed"),
    ],
)
def test_play_names_the_first_story_where_none_is_named(given: str, passed_on: str) -> None:
    assert run.with_story(given.split()) == passed_on.split()


def test_the_options_of_play_that_take_a_value_are_known() -> None:
    printed = subprocess.run(
        [sys.executable, "-m", "storyengine", "play", "--help"],
        cwd=run.ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    taking = set(re.findall(r"^  (--[a-z-]+) [A-Z]", printed, flags=re.MULTILINE))
    assert taking == run.TAKES_VALUE | {"--load", "--replay"}


def test_a_command_is_needed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main([]) == 2
    assert "usage:" in capsys.readouterr().err
    assert run.main(["paly"]) == 2
    assert "no command `paly`" in capsys.readouterr().err


def test_help_is_a_result_and_goes_to_stdout(capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["--help"]) == 0
    printed = capsys.readouterr()
    assert "play [STORY]" in printed.out
    assert not printed.err


def test_check_takes_no_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["check", "storyengine"]) == 2
    assert "check takes no arguments" in capsys.readouterr().err


def test_an_older_python_gets_a_sentence(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    assert run.main(["play"]) == 2
    assert capsys.readouterr().err == "storyengine needs Python 3.11 or newer; this is Python 3.9\n"


def test_an_older_python_can_read_the_file() -> None:
    source = Path(run.__file__).read_text(encoding="utf-8")
    ast.parse(source, feature_version=(3, 7))
    top = {name for name in sys.stdlib_module_names if f"\nimport {name}\n" in source}
    assert "tomllib" not in top


def test_what_stops_the_set_up_is_told_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(root: Path, extra: str) -> Path:
        raise run.SetupError("no network")

    monkeypatch.setattr(run, "set_up", refuse)
    assert run.main(["play"]) == 2
    assert capsys.readouterr().err == "no network\n"


@pytest.mark.parametrize("status", [0, 1, 2, 130])
def test_the_exit_status_is_the_commands_own(status: int) -> None:
    assert run.run([sys.executable, "-c", f"raise SystemExit({status})"]) == status


@pytest.mark.skipif(os.name == "nt", reason="Windows has no process groups of this kind")
def test_ctrl_c_ends_with_130() -> None:
    slow = "print('ready', flush=True); import time; time.sleep(60)"
    caller = f"import sys; from tools import run; sys.exit(run.run([sys.executable, '-c', {slow!r}]))"
    process = subprocess.Popen(
        [sys.executable, "-c", caller],
        cwd=run.ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    assert process.stdout is not None
    with process.stdout:
        assert process.stdout.readline() == b"ready\n"
        time.sleep(0.5)  # until the caller waits for what it has started
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(timeout=20) == 130


def test_check_runs_every_step_and_fails_if_one_does(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def types_are_wrong(command: list[str], **_: object) -> SimpleNamespace:
        wrong = "mypy" in command
        return SimpleNamespace(returncode=int(wrong), stdout=b"story.py:3: error: no\n" if wrong else b"fine\n")

    monkeypatch.setattr(subprocess, "run", types_are_wrong)
    assert run.check(Path("python")) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines if "(" in line] == ["ok", "ok", "failed", "ok", "ok", "ok"]
    assert "story.py:3: error: no" in lines
    assert "fine" not in lines
    assert lines[-1] == "1 of 6 checks failed"
