"""Waiting until an author's file changes, appears or goes away."""

from __future__ import annotations

import time
from collections.abc import Iterable
from pathlib import Path

EVERY = 0.4
"""Seconds between two looks."""

Look = dict[str, tuple[int, int]]


def look_at(paths: Iterable[str]) -> Look:
    """Return size and time of each file, and of every YAML file in the folders among them."""
    files: set[Path] = set()
    for path in map(Path, paths):
        files |= {path} if not path.is_dir() else {*path.rglob("*.yaml"), *path.rglob("*.yml")}
    found: Look = {}
    for file in files:
        try:
            known = file.stat()
        except OSError:
            continue
        found[str(file)] = (known.st_size, known.st_mtime_ns)
    return found


def wait_for_change(paths: Iterable[str], before: Look) -> None:
    """Return when something has changed.

    Args:
        paths: files and folders.
        before: how they looked before they were read, so that no change since then is missed. What is not in it counts
            from now on.
    """
    watched = tuple(paths)
    known = {**look_at(watched), **before}
    while look_at(watched) == known:
        time.sleep(EVERY)
