"""A plain-text log of a play. It is written line by line, and never into a file that is no transcript."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from storyengine.repl.blocks import Block
from storyengine.repl.layout import USUAL, plain_text
from storyengine.repl.neutralise import one_line

MARK = "storyengine transcript: "
"""How every transcript begins, so that a file of another kind is never touched."""


class TranscriptError(Exception):
    """A transcript cannot be written; the message says why."""


class Transcript:
    """An open transcript."""

    def __init__(self, path: Path, title: str) -> None:
        """Start a transcript, or go on with one that is there.

        Raises:
            TranscriptError: the file is something else, or cannot be written.
        """
        self.path = path
        try:
            begun = _is_begun(path)
            self._file = path.open("a" if begun else "x", encoding="utf-8", errors="replace", newline="\n")
            self._file.write(f"\n\n{MARK}{one_line(title)}\n\n" if begun else f"{MARK}{one_line(title)}\n\n")
            self._file.flush()
        except OSError as problem:
            raise TranscriptError((problem.strerror or str(problem)).lower()) from None

    def typed(self, line: str) -> None:
        """Write what the player typed."""
        self._write(f"\n> {one_line(line)}\n\n")

    def said(self, blocks: Iterable[Block]) -> None:
        """Write what the session said."""
        self._write(plain_text(blocks, USUAL))

    def close(self) -> None:
        """Write no more."""
        self._file.close()

    def _write(self, text: str) -> None:
        try:
            self._file.write(text)
            self._file.flush()
        except OSError as problem:
            raise TranscriptError((problem.strerror or str(problem)).lower()) from None


def _is_begun(path: Path) -> bool:
    """Whether a transcript is there already; an empty file counts as none and is taken over."""
    if not path.exists():
        return False
    with path.open("rb") as file:
        start = file.read(len(MARK))
    if start != MARK.encode():
        raise TranscriptError(f"{path} is there already and is no transcript; it is left as it is")
    return True
