"""Files are read from inside the story's folder only, as UTF-8 only, and each trouble is one plain error."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from storyengine.diagnostics import Diagnostic, Problems
from storyengine.loader.text_files import MAX_BYTES, inside, read_story_text

TEXT = "🗝 key: Ärger\nsecond: line\n"


def read(path: Path) -> tuple[str | None, tuple[Diagnostic, ...]]:
    problems = Problems()
    return read_story_text(path, problems, "inn.yaml"), problems.all


def written(folder: Path, data: bytes) -> Path:
    path = folder / "inn.yaml"
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode("utf-8"),
        TEXT.encode("utf-8-sig"),
        TEXT.replace("\n", "\r\n").encode("utf-8"),
        TEXT.replace("\n", "\r").encode("utf-8"),
    ],
    ids=["plain", "mark", "crlf", "cr"],
)
def test_marks_and_line_ends_make_no_difference(tmp_path: Path, data: bytes) -> None:
    assert read(written(tmp_path, data)) == (TEXT, ())


@pytest.mark.parametrize(
    ("data", "message", "line", "column"),
    [
        (TEXT.encode("utf-16"), "UTF-16", 1, 1),
        ("\ufeff".encode("utf-16-be") + TEXT.encode("utf-16-be"), "UTF-16", 1, 1),
        ("plain letters".encode("utf-16-le"), "seems to be UTF-16", 1, 2),
        (TEXT.encode("utf-32"), "UTF-32", 1, 1),
        ("one\r\ntwo: \xc4rger".encode("latin-1"), "Latin-1", 2, 6),
        (b"text: a\0b", "no text", 1, 8),
        (b"a\n\xff\xfe", "Latin-1", 2, 1),
    ],
    ids=["utf-16", "utf-16 be", "utf-16 without mark", "utf-32", "latin-1", "nul", "bytes"],
)
def test_other_encoding_is_one_error_with_the_file_and_the_place(
    tmp_path: Path, data: bytes, message: str, line: int, column: int
) -> None:
    text, problems = read(written(tmp_path, data))
    assert text is None
    (problem,) = problems
    assert problem.slug == "wrong-encoding"
    assert message in problem.message
    assert "UTF-8" in problem.hint
    assert (problem.span.path, problem.span.line, problem.span.column) == ("inn.yaml", line, column)


def test_missing_file_is_an_error(tmp_path: Path) -> None:
    text, problems = read(tmp_path / "inn.yaml")
    assert (text, [each.slug for each in problems]) == (None, ["missing-file"])


def test_folder_is_no_file(tmp_path: Path) -> None:
    text, problems = read(tmp_path)
    assert (text, [each.slug for each in problems]) == (None, ["unreadable-file"])
    assert "folder" in problems[0].message


def test_file_may_be_as_large_as_the_limit_and_no_larger(tmp_path: Path) -> None:
    assert read(written(tmp_path, b"x" * MAX_BYTES))[1] == ()
    text, problems = read(written(tmp_path, b"x" * (MAX_BYTES + 1)))
    assert (text, [each.slug for each in problems]) == (None, ["huge-file"])


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="needs a user whom the system can refuse")
def test_file_that_may_not_be_read_is_an_error(tmp_path: Path) -> None:
    path = written(tmp_path, b"x")
    path.chmod(0)
    text, problems = read(path)
    assert (text, [each.slug for each in problems]) == (None, ["unreadable-file"])


@pytest.mark.skipif(sys.platform == "win32", reason="named pipes are a matter of Unix")
def test_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "inn.yaml"
    os.mkfifo(pipe)
    text, problems = read(pipe)
    assert (text, [each.slug for each in problems]) == (None, ["unreadable-file"])
    assert inside(tmp_path, "inn.yaml") is None


def test_path_inside_the_folder_is_found_whether_it_exists_or_not(tmp_path: Path) -> None:
    (tmp_path / "planets").mkdir()
    assert inside(tmp_path, "planets/follop.yaml") == tmp_path / "planets" / "follop.yaml"
    assert inside(tmp_path, "planets") == tmp_path / "planets"


@pytest.mark.parametrize(
    "path",
    ["../secret.yaml", "a/../../secret.yaml", "a/../b.yaml", "/etc/passwd", "C:/secret", "C:secret", "a\\b", "a\0b"],
)
def test_path_that_could_lead_out_is_refused(tmp_path: Path, path: str) -> None:
    assert inside(tmp_path, path) is None


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_link_out_of_the_folder_is_refused_and_one_within_is_not(tmp_path: Path) -> None:
    story = tmp_path / "story"
    story.mkdir()
    (tmp_path / "secret.yaml").write_text("x")
    (story / "inn.yaml").write_text("x")
    (story / "out.yaml").symlink_to(tmp_path / "secret.yaml")
    (story / "folder").symlink_to(tmp_path)
    (story / "within.yaml").symlink_to(story / "inn.yaml")
    (story / "loop.yaml").symlink_to(story / "loop.yaml")
    (story / "null.yaml").symlink_to("/dev/null")
    assert inside(story, "out.yaml") is None
    assert inside(story, "folder/secret.yaml") is None
    assert inside(story, "loop.yaml") is None
    assert inside(story, "null.yaml") is None
    assert inside(story, "within.yaml") == story / "within.yaml"
