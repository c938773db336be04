"""Ctrl-C where what was found so far is still to be printed."""

from __future__ import annotations

import signal
from types import FrameType, TracebackType


class Interruption:
    """Remembers that Ctrl-C was pressed. Whoever is at work is stopped by `KeyboardInterrupt` as ever.

    A second Ctrl-C ends the program at once.
    """

    def __init__(self) -> None:
        """Nothing happened yet."""
        self.happened = False
        self._before: object = None

    def __enter__(self) -> Interruption:
        """Begin to remember."""
        try:
            self._before = signal.signal(signal.SIGINT, self._interrupted)
        except ValueError:  # not the main thread, which alone is told of signals
            self._before = None
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave Ctrl-C as it was."""
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)  # type: ignore[arg-type]  # what `signal` gave

    def _interrupted(self, number: int, frame: FrameType | None) -> None:
        if self.happened:
            raise SystemExit(130)
        self.happened = True
        raise KeyboardInterrupt
