"""The file of findings known for long: read to set them aside, or written anew."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from storyengine.lint.baseline import BaselineError, describe, read_baseline, write_baseline
from storyengine.repl.atomic_files import write_whole
from storyengine.repl.problems import words_of

if TYPE_CHECKING:
    from storyengine.checking import Checked
    from storyengine.report import StoryReport


class BaselineFileError(Exception):
    """The file cannot be read or written; the message says why."""


class BaselineFile:
    """One baseline for all stories of a run."""

    def __init__(self, path: Path, *, renew: bool) -> None:
        """Use a file as it is.

        Args:
            path: the file; it is written only by `write`.
            renew: whether the findings of this run take the place of those that it lists.

        Raises:
            BaselineFileError: the file cannot be read.
        """
        self.path = path
        self._listed: dict[str, str] = {}
        self._known = frozenset[str]() if renew else self._read()
        self._renews = renew

    def _read(self) -> frozenset[str]:
        try:
            return read_baseline(self.path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, BaselineError) as problem:
            because = (
                words_of(problem) if isinstance(problem, OSError) else f"{problem}; --write-baseline makes it anew"
            )
            raise BaselineFileError(f"the baseline `{self.path}` cannot be read: {because}") from None

    def without_known(self, story: StoryReport, checked: Checked) -> StoryReport:
        """Set aside what the baseline lists, or will list, and count it."""
        if self._renews:
            self._listed |= {name: describe(finding) for finding, name in checked.fingerprints.items()}
        known = self._listed.keys() if self._renews else self._known
        left = tuple(entry for entry in story.entries if entry.fingerprint not in known)
        count = len(story.entries) - len(left)
        return replace(story, entries=left, hidden={**story.hidden, **({"baseline": count} if count else {})})

    def write(self) -> int:
        """Write the findings of this run, whole or not at all; return how many there are.

        Raises:
            BaselineFileError: the file cannot be written.
        """
        try:
            write_whole(self.path, write_baseline(self._listed))
        except OSError as problem:
            raise BaselineFileError(f"the baseline `{self.path}` cannot be written: {words_of(problem)}") from None
        return len(self._listed)
