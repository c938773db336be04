"""Fixes in an author's files: what would break the story is not made, and nothing is ever lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from storyengine.cli.fixing import ChangedMeanwhile, repair
from storyengine.diagnostics import Applicability, Diagnostic, Edit, Fix, Severity
from storyengine.loader import load_story
from storyengine.source import Span
from tests.lint.stories import TAVERN


def finding(path: Path, line: int, column: int, end_column: int, text: str) -> Diagnostic:
    span = Span(path.as_posix(), line, column, line, end_column)
    fix = Fix("x", (Edit(span, text),), Applicability.SAFE)
    return Diagnostic("SE999", "x", Severity.WARNING, span, "x", fix=fix)


@pytest.fixture(name="path", params=["file", "folder"])
def a_story(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    story = tmp_path / "story.yaml"
    story.write_text(TAVERN, encoding="utf-8")
    return story if request.param == "file" else tmp_path


def file_of(path: Path) -> Path:
    return path / "story.yaml" if path.is_dir() else path


def test_a_fix_that_would_bring_an_error_is_refused_and_the_others_are_made(path: Path) -> None:
    file = file_of(path)
    good = finding(file, 2, 8, 18, "The Inn")
    bad = finding(file, 8, 29, 35, "nowhere")
    done = repair(path, load_story(path), [bad, good], load_story, unsafe=False, write=True)
    assert (done.made, done.refused) == (1, 1)
    assert file.read_text(encoding="utf-8") == TAVERN.replace("The Tavern", "The Inn")


def test_nothing_is_written_unless_it_shall_be(path: Path) -> None:
    done = repair(
        path, load_story(path), [finding(file_of(path), 2, 8, 18, "The Inn")], load_story, unsafe=False, write=False
    )
    assert done.diffs and file_of(path).read_text(encoding="utf-8") == TAVERN


def test_a_file_that_was_edited_meanwhile_is_left_alone(path: Path) -> None:
    loaded = load_story(path)
    edited = TAVERN + "# more\n"
    file_of(path).write_text(edited, encoding="utf-8")
    with pytest.raises(ChangedMeanwhile):
        repair(path, loaded, [finding(file_of(path), 2, 8, 18, "x")], load_story, unsafe=False, write=True)
    assert file_of(path).read_text(encoding="utf-8") == edited
