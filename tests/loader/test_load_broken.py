"""Each file of `stories/broken` breaks the law that its name states, and says what must be found in it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from storyengine.diagnostics import Diagnostic, Severity
from storyengine.loader import Loaded, load_story, load_text
from storyengine.loader.codes import ROWS
from tests.loader.broken_stories import GAMES, Broken, broken_stories

STORIES = broken_stories()
IDS = [story.law for story in STORIES]


def load(story: Broken, *, pure: bool = False) -> Loaded:
    return load_story(story.path, games=GAMES, pure=pure)


def found(story: Broken, loaded: Loaded) -> tuple[tuple[str, str], ...]:
    root = story.path.as_posix()
    places = (str(each.span).removeprefix(root).strip("/:") for each in loaded.diagnostics)
    return tuple((each.code, place) for each, place in zip(loaded.diagnostics, places, strict=True))


@pytest.mark.parametrize("story", STORIES, ids=IDS)
def test_broken_story_has_the_findings_that_it_states(story: Broken) -> None:
    assert story.expected, "a broken story states what must be found in it"
    assert found(story, load(story)) == story.expected


@pytest.mark.parametrize("story", STORIES, ids=IDS)
def test_both_yaml_readers_find_the_same(story: Broken) -> None:
    assert load(story, pure=True).diagnostics == load(story).diagnostics


@pytest.mark.parametrize("story", STORIES, ids=IDS)
def test_a_story_with_an_error_is_not_given_out(story: Broken) -> None:
    loaded = load(story)
    has_error = any(each.severity is Severity.ERROR for each in loaded.diagnostics)
    assert (loaded.story is None) == has_error


@pytest.mark.parametrize("story", STORIES, ids=IDS)
def test_every_place_lies_in_its_file(story: Broken) -> None:
    loaded = load(story)
    places = [each.span for each in loaded.diagnostics]
    places += [related.span for each in loaded.diagnostics for related in each.related]
    places += [edit.span for each in loaded.diagnostics if each.fix for edit in each.fix.edits]
    for span in places:
        lines = loaded.sources.get(span.path, ("",))
        assert 1 <= span.line <= span.end_line <= len(lines), span
        assert (span.line, span.column) <= (span.end_line, span.end_column), span
        assert 1 <= span.column <= len(lines[span.line - 1]) + 1, span
        assert 1 <= span.end_column <= len(lines[span.end_line - 1]) + 1, span


@pytest.mark.parametrize("story", STORIES, ids=IDS)
def test_every_finding_speaks_to_the_author(story: Broken) -> None:
    for each in load(story).diagnostics:
        assert (ROWS[each.slug].code, ROWS[each.slug].severity) == (each.code, each.severity)
        assert each.message and "\n" not in each.message and not each.message.endswith(".")
        assert each.why, each
        assert each.hint or each.code == "SE082", each  # what a game refuses, the game says itself


@pytest.mark.parametrize("story", [each for each in STORIES if each.path.is_file()], ids=lambda each: each.law)
@pytest.mark.parametrize("line_end", ["\r\n", "\r"], ids=["crlf", "cr"])
def test_line_ends_and_byte_order_marks_change_nothing(story: Broken, line_end: str, tmp_path: Path) -> None:
    text = story.path.read_text(encoding="utf-8")
    copy = tmp_path / story.path.name
    copy.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", line_end).encode())

    def bare(each: Diagnostic) -> tuple[str, int, int, str]:
        return (each.code, each.span.line, each.span.column, each.message)

    again = load_story(copy, games=GAMES)
    assert [bare(each) for each in again.diagnostics] == [bare(each) for each in load(story).diagnostics]


def no_file(folder: Path) -> Path:
    return folder / "none.yaml"


def a_folder_as_file(folder: Path) -> Path:
    (folder / "story.yaml").mkdir()
    return folder


def latin_1(folder: Path) -> Path:
    (folder / "story.yaml").write_bytes("story: s\ntitle: Ärger\n".encode("latin-1"))
    return folder


def utf_16(folder: Path) -> Path:
    (folder / "story.yaml").write_bytes("story: s\n".encode("utf-16"))
    return folder


def twenty_megabytes(folder: Path) -> Path:
    (folder / "story.yaml").write_bytes(b"#" * 20_000_001)
    return folder


FILES: dict[Callable[[Path], Path], str] = {
    no_file: "SE001",
    a_folder_as_file: "SE002",
    latin_1: "SE003",
    utf_16: "SE003",
    twenty_megabytes: "SE004",
}
"""What cannot be kept as a file of the repository: how to make it, and what must be found."""


@pytest.mark.parametrize("make", FILES, ids=lambda make: make.__name__)
def test_a_file_that_cannot_be_read_is_the_only_finding(make: Callable[[Path], Path], tmp_path: Path) -> None:
    loaded = load_story(make(tmp_path))
    assert [each.code for each in loaded.diagnostics] == [FILES[make]]
    assert loaded.story is None


def test_every_code_has_a_broken_story() -> None:
    triggered = {code for story in STORIES for code, _ in story.expected} | set(FILES.values())
    assert sorted(row.code for row in ROWS.values() if row.code not in triggered) == []


def test_codes_and_slugs_are_never_shared() -> None:
    assert len({row.code for row in ROWS.values()}) == len(ROWS)
    assert all(slug == row.slug for slug, row in ROWS.items())


def test_one_run_reports_everything() -> None:
    text = "story: s\ntitel: T\nstart: nowhere\ncards:\n  a: {text: '{oil}', goto: b}\n  c: {txt: x, ending: won}\n"
    assert [str(each.span) for each in load_text(text, "s.yaml").diagnostics] == [
        "s.yaml:2:1",
        "s.yaml:3:8",
        "s.yaml:5:15",
        "s.yaml:5:28",
        "s.yaml:6:7",
    ]


def test_what_is_declared_but_broken_is_reported_once() -> None:
    text = (
        "story: s\ntitle: T\nstart: a\nvariables: {oil: 007, lit: yes}\nitems: {lamp: {titel: Lamp}}\n"
        "cards: {a: {text: '{oil}', do: 'oil += 1; gain lamp', branch: [{when: oil > 2 and lit, ending: won}]}}\n"
    )
    assert [each.code for each in load_text(text).diagnostics] == ["SE044", "SE046", "SE040"]
