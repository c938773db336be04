"""Files that are whole at any moment: a crash or a full disk leaves what was there before."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from pathlib import Path
from typing import BinaryIO

LEFTOVER = ".part"
"""Ending of a file that is being written; after a crash one may stay behind, and is swept away later."""
LEFTOVER_AGE = 3600.0
"""Seconds after which such a file cannot belong to a program that is still writing it."""


def write_whole(path: Path, text: str) -> None:
    """Put `text` in place of the file's contents, all of it or nothing.

    The folder is made if it is missing.

    Raises:
        OSError: it could not be written; the old file is as it was.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    # the process number keeps two programs that write the same file from writing into each other's
    beside = path.with_name(f".{path.name}.{os.getpid()}{LEFTOVER}")
    try:
        with beside.open("wb") as file:
            file.write(text.encode("utf-8", "replace"))
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise
    _settle_folder(path.parent)


def _settle_folder(folder: Path) -> None:
    """Make the new name outlive a power cut, where the system can do that."""
    with contextlib.suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def sweep(folder: Path) -> None:
    """Take away what a crash left half written."""
    with contextlib.suppress(OSError):
        for leftover in folder.glob(f".*{LEFTOVER}"):
            with contextlib.suppress(OSError):
                if time.time() - leftover.stat().st_mtime > LEFTOVER_AGE:
                    leftover.unlink()


def try_lock(path: Path) -> BinaryIO | None:
    """Take a lock that the system gives back when this program ends, however it ends.

    Returns:
        The open lock file, to be kept for as long as the lock is wanted; nothing when another program has it.

    Raises:
        OSError: the file cannot be made.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    file = path.open("ab")
    if _is_held(file):
        file.close()
        return None
    return file


if sys.platform == "win32":  # pragma: no cover
    import msvcrt

    def _is_held(file: BinaryIO) -> bool:
        file.seek(0)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        except OSError:
            return True
        return False
else:
    import fcntl

    def _is_held(file: BinaryIO) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        except OSError:  # some network disks know no locks; then two programs must not play one story there at once
            return False
        return False


def bounded_text(path: Path, most: int) -> str:
    """Return the text of a file that is no larger than `most` bytes.

    Raises:
        OSError: it cannot be read, is no ordinary file, or is larger.
    """
    if not path.is_file():
        raise FileNotFoundError(f"there is no file {path}")
    with path.open("rb") as file:
        raw = file.read(most + 1)
    if len(raw) > most:
        raise OSError(f"{path} is larger than {most // 1_000_000} MB")
    return raw.decode("utf-8", "replace")
