"""A plain-text log of a play. It is written line by line, and never into a file that is no transcript."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable
from pathlib import Path

from storyengine.repl.blocks import Block, Blocks
from storyengine.repl.layout import USUAL, plain_text
from storyengine.repl.neutralise import one_line
from storyengine.repl.problems import words_of

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
            self._file = path.open("a", encoding="utf-8", errors="replace", newline="\n")
            self._file.write(f"\n\n{MARK}{one_line(title)}\n\n" if begun else f"{MARK}{one_line(title)}\n\n")
            self._file.flush()
        except OSError as problem:
            raise TranscriptError(words_of(problem)) from None

    def typed(self, line: str) -> None:
        """Write what the player typed."""
        self._write(f"\n> {one_line(line)}\n\n")

    def said(self, blocks: Iterable[Block]) -> None:
        """Write what the session said."""
        self._write(plain_text(blocks, USUAL))

    def close(self) -> None:
        """Write no more."""
        with contextlib.suppress(OSError):  # closing writes what a full disk has refused before
            self._file.close()

    def _write(self, text: str) -> None:
        try:
            self._file.write(text)
            self._file.flush()
        except OSError as problem:
            raise TranscriptError(words_of(problem)) from None


class Log:
    """A transcript, or none. When it cannot be written any more it ends, and play goes on."""

    def __init__(self, transcript: Transcript | None = None) -> None:
        """Begin with a transcript that is open, or without one."""
        self._transcript = transcript

    @property
    def path(self) -> Path | None:
        """Where it goes."""
        return self._transcript.path if self._transcript is not None else None

    def start(self, path: Path, title: str) -> str:
        """Begin a transcript; return why it cannot be done, or nothing."""
        try:
            self._transcript = Transcript(path, title)
        except TranscriptError as problem:
            return str(problem)
        return ""

    def end(self) -> Path | None:
        """End it; return where it is."""
        ended, self._transcript = self._transcript, None
        if ended is None:
            return None
        ended.close()
        return ended.path

    def typed(self, line: str) -> str:
        """Write what the player typed; return what the player must be told, or nothing."""
        return self._write(lambda transcript: transcript.typed(line))

    def said(self, blocks: Blocks) -> str:
        """Write what the session said; return what the player must be told, or nothing."""
        return self._write(lambda transcript: transcript.said(blocks))

    def _write(self, write: Callable[[Transcript], None]) -> str:
        if self._transcript is None:
            return ""
        try:
            write(self._transcript)
        except TranscriptError as problem:
            self.end()
            return f"the transcript ends here: {problem}"
        return ""


def _is_begun(path: Path) -> bool:
    """Whether a transcript is there already; an empty file is none yet.

    Raises:
        TranscriptError: what is there is something else.
    """
    if not path.exists():
        return False
    start = b"no file"
    if path.is_file():
        with path.open("rb") as file:
            start = file.read(len(MARK))
    if start not in (b"", MARK.encode()):
        raise TranscriptError(f"{path} is there already and is no transcript; it is left as it is")
    return bool(start)
