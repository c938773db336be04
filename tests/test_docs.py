"""The documentation is true: what it shows happens, what it links is there, and it speaks of what exists."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

import storyengine

ROOT = Path(__file__).resolve().parent.parent
PAGES = [page for page in sorted(ROOT.rglob("*.md")) if not {".venv", "node_modules"} & set(page.parts)]
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)[^)]*\)")
PROMPT = "> "


@dataclass(frozen=True)
class Shown:
    """A command of a page, what is typed at its prompts, and what it prints."""

    page: Path
    command: str
    typed: str
    printed: str

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}: {self.command}"


def shown_commands(page: Path) -> list[Shown]:
    """Every `$ storyengine ...` in a page's fences; what stands after `> ` is typed, and echoed as a pipe is."""
    shown = []
    for _, text in FENCE.findall(page.read_text(encoding="utf-8")):
        for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
            command, _, rest = part.partition("\n")
            typed = "".join(line.removeprefix(PROMPT) for line in rest.splitlines(True) if line.startswith(PROMPT))
            shown.append(Shown(page, command, typed, rest))
    return [one for one in shown if one.command.startswith("storyengine ")]


def environment(home: Path) -> dict[str, str]:
    """Where a command finds nobody's saves and leaves none."""
    places = ("HOME", "LOCALAPPDATA", "APPDATA", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")
    return {**os.environ, **dict.fromkeys(places, str(home)), "NO_COLOR": "1", "PYTHONUTF8": "1"}


# the authors' guide has its own test, which lays out the files that its commands play
SHOWN = [one for page in PAGES if page != ROOT / "stories" / "README.md" for one in shown_commands(page)]


@pytest.mark.parametrize("shown", SHOWN, ids=str)
def test_a_shown_command_prints_what_is_shown(shown: Shown, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "storyengine", *shlex.split(shown.command)[1:]],
        cwd=ROOT,
        env=environment(tmp_path),
        input=shown.typed,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert done.stdout.rstrip() == shown.printed.rstrip(), done.stderr
    assert done.returncode == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_python_examples_give_what_is_shown(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    fences = FENCE.findall(page.read_text(encoding="utf-8"))
    examples = "\n".join(text for language, text in fences if language == "python")
    found = doctest.DocTestParser().get_doctest(examples, {}, page.name, str(page), 0)
    assert doctest.DocTestRunner().run(found).failed == 0


def test_the_front_page_opens_with_a_story_being_played() -> None:
    assert [one.command.split()[:2] for one in shown_commands(ROOT / "README.md")][:1] == [["storyengine", "play"]]


def test_the_front_page_shows_the_bundled_tavern() -> None:
    language, text = FENCE.findall((ROOT / "README.md").read_text(encoding="utf-8"))[0]
    assert language == "yaml"
    found = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "stories").glob("tavern*/*.yaml"))]
    assert text in found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_within_the_repository_lead_somewhere(page: Path) -> None:
    links = [link for link in LINK.findall(page.read_text(encoding="utf-8")) if "://" not in link]
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_every_room_is_on_the_rooms_page() -> None:
    page = (ROOT / "storyengine" / "README.md").read_text(encoding="utf-8")
    rooms = {
        path.name + ("/" if path.is_dir() else "")
        for path in (ROOT / "storyengine").iterdir()
        if not path.name.startswith("_") and (path.suffix == ".py" or (path / "__init__.py").exists())
    }
    told = set(re.findall(r"^\| `([^`]+)` \|", page, flags=re.MULTILINE))
    assert told == rooms


def test_the_changelog_opens_with_this_version() -> None:
    headings = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert headings[0] == storyengine.__version__


def help_of(*command: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "storyengine", *command, "--help"],
        capture_output=True,
        encoding="utf-8",
        cwd=ROOT,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_command_is_on_the_front_page_with_options_that_exist() -> None:
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    commands = re.findall(r"^    ([a-z]+) {2,}", help_of(), flags=re.MULTILINE)
    assert commands
    for command in commands:
        lines = [line for line in re.findall(r"`storyengine ([^`]+)`", page) if line.split()[0] == command]
        assert lines, f"the front page does not say what `{command}` does"
        named = {option for line in lines for option in re.findall(r"--[a-z][a-z-]*", line)}
        assert named - set(re.findall(r"--[a-z][a-z-]*", help_of(command))) == set()
