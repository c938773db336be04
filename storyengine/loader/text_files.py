"""Reading the files of a story: only from inside its folder, only ordinary files, only UTF-8."""

from __future__ import annotations

import codecs
import stat
from pathlib import Path, PurePosixPath, PureWindowsPath

from storyengine.diagnostics import Problems
from storyengine.loader.codes import finding
from storyengine.source import Span

MAX_BYTES = 20_000_000
"""The largest file that is read."""

_OTHER_MARKS = (
    (codecs.BOM_UTF32_LE, "UTF-32"),  # before UTF-16, whose mark is the beginning of this one
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)
_SAVE_AS = 'save the file as UTF-8 (in most editors: "Save as", then the encoding UTF-8)'


def inside(root: Path, path: str) -> Path | None:
    """Find the file that a story means by a path, if it lies in the story's folder.

    Args:
        root: the story's folder.
        path: as written in the story, with forward slashes.

    Returns:
        The path of the file below `root`, whether it exists or not. None if it is absolute, has a `..`, goes through
        a symbolic link to a place outside, or names a device, a pipe or a socket.
    """
    if "\0" in path or "\\" in path or PurePosixPath(path).is_absolute() or PureWindowsPath(path).drive:
        return None
    if ".." in PurePosixPath(path).parts:
        return None
    try:
        home = root.resolve()
        real = (home / path).resolve()
        if not real.is_relative_to(home):
            return None
        mode = real.stat().st_mode
    except FileNotFoundError:
        return root / path
    except (OSError, RuntimeError):  # a loop of links, a name that the system cannot hold
        return None
    return root / path if stat.S_ISREG(mode) or stat.S_ISDIR(mode) else None


def read_story_text(path: Path, problems: Problems, display_path: str) -> str | None:
    r"""Read one file as text.

    Args:
        path: the file.
        problems: takes one error if the file cannot be read.
        display_path: how messages name the file.

    Returns:
        The text without a byte-order mark, every line end as `\n`; None after an error.
    """
    whole = Span(display_path, 1, 1, 1, 1)
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            problems.add(finding("unreadable-file", whole, "this is a folder, not a file"))
            return None
        if not stat.S_ISREG(mode):
            problems.add(finding("unreadable-file", whole, "this is a device or a pipe, not a file"))
            return None
        with path.open("rb") as file:
            # One byte more than allowed tells a file that is too large, even one that grows meanwhile.
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        problems.add(finding("missing-file", whole, "there is no such file"))
        return None
    except PermissionError:
        problems.add(finding("unreadable-file", whole, "you are not allowed to read this file"))
        return None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "its name cannot be used"
        problems.add(finding("unreadable-file", whole, f"this file cannot be read: {reason.lower()}"))
        return None
    if len(data) > MAX_BYTES:
        problems.add(finding("huge-file", whole, f"this file is larger than {MAX_BYTES // 1_000_000} MB"))
        return None
    return _decode(data, problems, display_path)


def _decode(data: bytes, problems: Problems, display_path: str) -> str | None:
    """Bytes to text; on failure, one error that says where and what the file seems to be instead."""
    for mark, name in _OTHER_MARKS:
        if data.startswith(mark):
            _refuse(problems, Span(display_path, 1, 1, 1, 1), f"this file is {name}, not UTF-8")
            return None
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = _with_plain_line_ends(data[: error.start].decode("utf-8"))
        line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
        span = Span(display_path, line, column, line, column + 1)
        seems = "it seems to be UTF-16" if 0 in data[:2] else "it may be Latin-1 or Windows-1252"
        _refuse(problems, span, f"this file is not UTF-8: {seems}")
        return None
    if "\0" in text:
        before = _with_plain_line_ends(text[: text.index("\0")])
        line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
        # Every other byte is zero where plain letters are written in UTF-16 without a mark.
        seems = "UTF-16" if text.count("\0") * 3 > len(text) else "no text"
        span = Span(display_path, line, column, line, column + 1)
        _refuse(problems, span, f"this file is not UTF-8: it seems to be {seems}")
        return None
    return _with_plain_line_ends(text)


def _refuse(problems: Problems, span: Span, message: str) -> None:
    problems.add(finding("wrong-encoding", span, message, hint=_SAVE_AS))


def _with_plain_line_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")
