"""How far the work is, in one line on stderr; only on a terminal, and gone when it is done."""

from __future__ import annotations

import shutil
import sys
import time
from types import TracebackType

BAR = 24
EVERY = 0.1
"""Seconds between two drawings."""


class Progress:
    """The line."""

    def __init__(self) -> None:
        """Draw nothing yet."""
        self._shown = sys.stderr is not None and sys.stderr.isatty()
        self._last = 0.0
        self._drawn = False

    def __enter__(self) -> Progress:
        """Begin."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take the line away."""
        if self._drawn:
            print("\r" + " " * (shutil.get_terminal_size().columns - 1) + "\r", end="", file=sys.stderr, flush=True)

    def show(self, doing: str, done: int, of: int) -> None:
        """Draw how far it is, unless that was done just now."""
        now = time.monotonic()
        if not self._shown or now - self._last < EVERY:
            return
        self._last, self._drawn = now, True
        filled = BAR * done // max(of, 1)
        line = f"[{'#' * filled}{'.' * (BAR - filled)}] {done:,} of {of:,} decided, {doing}"
        columns = shutil.get_terminal_size().columns - 1
        print("\r" + line[:columns].ljust(columns), end="", file=sys.stderr, flush=True)
