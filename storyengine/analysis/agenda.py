"""What a fixpoint still has to work on, in rounds: each from front to back, so that loops are gone round seldom."""

from __future__ import annotations

import heapq


class Agenda:
    """Keys with ranks, each at most once. What ranks before the key at hand waits for the next round."""

    __slots__ = ("_at", "_later", "_now", "_waiting")

    def __init__(self) -> None:
        """Begin with nothing to do."""
        self._now: list[tuple[int, int]] = []
        self._later: list[tuple[int, int]] = []
        self._waiting: set[int] = set()
        self._at = -1

    def __bool__(self) -> bool:
        """Whether anything is left."""
        return bool(self._now or self._later)

    def add(self, key: int, rank: int) -> None:
        """Put a key on the agenda, if it is not there."""
        if key not in self._waiting:
            self._waiting.add(key)
            if rank > self._at:
                heapq.heappush(self._now, (rank, key))
            else:
                self._later.append((rank, key))

    def take(self) -> int:
        """Take the next key off."""
        if not self._now:
            self._now, self._later = self._later, []
            heapq.heapify(self._now)
        self._at, key = heapq.heappop(self._now)
        self._waiting.discard(key)
        return key
