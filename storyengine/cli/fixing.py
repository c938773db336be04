"""Making fixes in an author's files, so that nothing is ever lost: tried on a copy first, then written whole."""

from __future__ import annotations

import difflib
import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from storyengine.diagnostics import Diagnostic, Severity
from storyengine.lint.fixing import Fixed, fixes_of, make_fixes
from storyengine.loader import Loaded
from storyengine.repl.atomic_files import write_whole

MOST_ROUNDS = 20
"""A fix may bring another finding to light; after so many rounds it is enough."""

Load = Callable[[Path], Loaded]


@dataclass(slots=True)
class Repair:
    """What was done."""

    made: int = 0
    refused: int = 0
    """Fixes that would have brought new errors."""
    diffs: list[str] = field(default_factory=list)


class ChangedMeanwhile(Exception):
    """A file is not as it was when it was read."""


def repair(
    story: Path,
    loaded: Loaded,
    diagnostics: Iterable[Diagnostic],
    load: Load,
    *,
    unsafe: bool,
    write: bool,
) -> Repair:
    """Make the fixes of some findings.

    Args:
        story: the story's folder or file.
        loaded: the story as it was read; its lines are those that the findings speak of.
        diagnostics: the findings.
        load: reads a story.
        unsafe: make guesses too.
        write: write the files; else only say what would change.

    Raises:
        ChangedMeanwhile: a file was edited since; nothing is written.
        OSError: a file could not be written; it is as it was.
    """
    done = Repair()
    chosen = [each for each, _ in fixes_of(diagnostics, unsafe=unsafe)]
    if not chosen:
        return done
    texts = _texts(loaded)
    errors = _errors(loaded)
    fixed = make_fixes(chosen, texts, unsafe=unsafe)
    if not _keeps(story, texts, fixed, errors, load):
        fixed = _one_by_one(story, texts, fixed, errors, load, unsafe=unsafe, done=done)
    for path, text in fixed.texts.items():
        done.diffs.append(_diff(path, texts[path], text))
        if write:
            raw = Path(path).read_bytes()
            write_whole(Path(path), "\ufeff" * raw.startswith(b"\xef\xbb\xbf") + text)
    done.made = len(fixed.made)
    return done


def _texts(loaded: Loaded) -> dict[str, str]:
    """Return the text of each file as it is now, if it still is what was read."""
    texts = {}
    for path, lines in loaded.sources.items():
        try:
            text = Path(path).read_bytes().decode("utf-8-sig")
        except (OSError, UnicodeDecodeError):
            continue  # what could not be read has no fixes
        now = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        if [line for line in now if line] != [line for line in lines if line]:
            raise ChangedMeanwhile(f"`{path}` has changed since it was read; nothing is written")
        texts[path] = text
    return texts


def _errors(loaded: Loaded) -> dict[str, int]:
    counted: dict[str, int] = {}
    for each in loaded.diagnostics:
        if each.severity is Severity.ERROR:
            counted[each.code] = counted.get(each.code, 0) + 1
    return counted


def _keeps(story: Path, texts: Mapping[str, str], fixed: Fixed, errors: Mapping[str, int], load: Load) -> bool:
    """Whether the fixed files, loaded as a copy, have no error that the story did not have."""
    whole = {**texts, **fixed.texts}
    root = story if story.is_dir() else story.parent
    with tempfile.TemporaryDirectory(prefix="storyengine-") as folder:
        for path, text in whole.items():
            copy = Path(folder) / Path(path).relative_to(root)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(text.encode())
        again = load(Path(folder) if story.is_dir() else Path(folder) / story.name)
    found = _errors(again)
    # where a broken file is mended, what stood behind the fault comes to light: fewer faults of this kind will do
    broken_before = bool(errors)
    if broken_before:
        return sum(found.values()) < sum(errors.values()) or any(found.get(code, 0) < n for code, n in errors.items())
    return not found


def _one_by_one(
    story: Path,
    texts: Mapping[str, str],
    fixed: Fixed,
    errors: Mapping[str, int],
    load: Load,
    *,
    unsafe: bool,
    done: Repair,
) -> Fixed:
    """Return the fixes that bring no new error, each tried with those before it."""
    good: list[Diagnostic] = []
    best = Fixed({}, ())
    for diagnostic in fixed.made:
        tried = make_fixes([*good, diagnostic], texts, unsafe=unsafe)
        if _keeps(story, texts, tried, errors, load):
            good.append(diagnostic)
            best = tried
        else:
            done.refused += 1
    return best


def _diff(path: str, before: str, after: str) -> str:
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), f"a/{path}", f"b/{path}", lineterm="")
    return "\n".join(lines)
