"""Saves of one story on disk. A play is never lost: what takes its place on disk puts it aside first.

A shelf is a folder with, for one story:

- `autosave.json`, the play at hand, written after every action. A second program that plays the same story at the
  same time has `autosave-2.json`, so that neither writes over the other.
- `earlier-1.json`, `earlier-2.json` and so on: plays that were left for another one. They stay until a person
  deletes them.
- `NAME.json`, what the player saved under a name.
- `piped.json`, the last play fed through a pipe; scripts do not disturb the plays of people.
- `endings.json`, which endings were reached.

A save is a record as the runtime prints it, so `--replay` takes one too.
"""

from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from storyengine.repl.atomic_files import bounded_text, sweep, try_lock, write_whole
from storyengine.runtime import Record, RecordError

LARGEST_SAVE = 20_000_000
"""Bytes of a save that is still read."""
LONGEST_NAME = 60
MOST_AUTOSAVES = 99

AUTOSAVE, PIPED, EARLIER, ENDINGS = "autosave", "piped", "earlier", "endings"
_OWN_NAME = re.compile(rf"({AUTOSAVE}|{PIPED}|{EARLIER}|{ENDINGS}|previous)(-\d+)?\Z", re.IGNORECASE)
_EARLIER_NAME = re.compile(rf"{EARLIER}-\d{{1,9}}\Z")
# device names of Windows, with or without an ending
_DEVICE = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)\Z", re.IGNORECASE)


class SaveError(Exception):
    """A save cannot be written or read; the message says why, in words for the player."""


@dataclass(frozen=True, slots=True)
class SaveInfo:
    """A save as a list shows it."""

    name: str
    written: float
    """Seconds since 1970."""


def default_folder() -> Path:
    """Return where saves are kept when nobody says otherwise."""
    import platformdirs

    return Path(platformdirs.user_data_dir("storyengine", appauthor=False)) / "saves"


def state_folder() -> Path:
    """Return where the lines typed before are remembered."""
    import platformdirs

    return Path(platformdirs.user_state_dir("storyengine", appauthor=False))


def safe_name(name: str) -> str:
    """Return a save's name as a file can bear it on every system: letters, digits, `-` and `_`.

    Raises:
        SaveError: nothing is left of it, or it is one of the program's own names.

    Example:
        >>> safe_name("Before the tower!")
        'before-the-tower'
    """
    folded = unicodedata.normalize("NFC", name.strip().casefold())
    joined = re.sub(r"[^\w]+", "-", folded).strip("-_")[:LONGEST_NAME].rstrip("-_")
    # letters beyond ASCII take several bytes, and a file name has room for some 250
    while len(joined.encode("utf-8", "replace")) > 200:
        joined = joined[:-1]
    if not joined:
        raise SaveError("a save's name needs a letter or a digit")
    if _OWN_NAME.match(joined) or _DEVICE.match(joined):
        raise SaveError(f"`{joined}` is a name that the program keeps for itself; take another")
    return joined


def read_record(path: Path) -> Record:
    """Read a save, a replay or a witness.

    Raises:
        SaveError: there is none, it is too large, or it is not a record.
    """
    try:
        return Record.from_json(bounded_text(path, LARGEST_SAVE))
    except OSError as problem:
        raise SaveError(_why(problem)) from None
    except RecordError as problem:
        raise SaveError(f"{path.name} is not a save that can be read: {problem}") from None


def _why(problem: OSError) -> str:
    return problem.strerror.lower() if problem.strerror else str(problem)


class Shelf:
    """The saves of one story. Nothing is made on disk before the first save."""

    def __init__(self, folder: Path, story: str, *, piped: bool = False) -> None:
        """Look at a story's saves.

        Args:
            folder: where the saves of all stories are.
            story: the story's id.
            piped: whether a script plays; then plays of people are left alone.
        """
        self.folder = folder / (re.sub(r"[^\w]+", "-", story).strip("-")[:LONGEST_NAME] or "story")
        self.piped = piped
        self._lock: BinaryIO | None = None
        self._slot = PIPED if piped else AUTOSAVE

    # The play at hand

    def _claim(self) -> None:
        """Take an autosave that no other running program writes. Where nothing can be written, that shows on saving."""
        if self._lock is not None:
            return
        stem = PIPED if self.piped else AUTOSAVE
        for number in range(1, MOST_AUTOSAVES + 1):
            self._slot = stem if number == 1 else f"{stem}-{number}"
            try:
                self._lock = try_lock(self.folder / f".{self._slot}.lock")
            except OSError:
                return
            if self._lock is not None:
                break
        sweep(self.folder)

    def release(self) -> None:
        """Let others have the autosave."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def unfinished(self) -> Record | None:
        """Return the play that was left at the last exit, if it can be read."""
        if not self.folder.is_dir():
            return None
        self._claim()
        try:
            return read_record(self._path(self._slot))
        except SaveError:
            return None

    def put_aside(self) -> str:
        """Keep the autosave under a name of its own, so that another play can have its place.

        Returns:
            The name; empty where there was nothing to keep.
        """
        self._claim()
        path = self._path(self._slot)
        if self.piped or not path.is_file() or self._has_twin(path):
            return ""
        name = f"{EARLIER}-{max(self._earlier(), default=0) + 1}"
        try:
            path.rename(self._path(name))
        except OSError as problem:
            raise SaveError(_why(problem)) from None
        return name

    def _earlier(self) -> list[int]:
        """The numbers of the plays put aside; the latest has the highest."""
        return [int(name.rpartition("-")[2]) for name in self._names() if _EARLIER_NAME.match(name)]

    def _has_twin(self, path: Path) -> bool:
        """Whether another save holds the same play already, as after loading it and doing nothing."""
        try:
            mine = path.read_bytes()
            others = (self._path(name) for name in self._names() if name != path.stem)
            return any(other.stat().st_size == len(mine) and other.read_bytes() == mine for other in others)
        except OSError:
            return False

    def autosave(self, record: Record) -> None:
        """Write the play at hand.

        Raises:
            SaveError: it could not be written; what was there before is still whole.
        """
        self._claim()
        self._write(self._slot, record)

    # Saves with names

    def save(self, name: str, record: Record) -> None:
        """Write a save under a name that `safe_name` gave.

        Raises:
            SaveError: it could not be written, or what bears that name is no save.
        """
        if self.has(name):
            read_record(self._path(name))
        self._write(name, record)

    def has(self, name: str) -> bool:
        """Whether something bears that name."""
        return self._path(name).exists()

    def load(self, name: str) -> Record:
        """Read a save by its name, the program's own ones included; `previous` is the latest play put aside.

        Raises:
            SaveError: there is none of that name, or it cannot be read.
        """
        known = self._names()
        wanted = name.strip().casefold()
        if wanted in ("previous", EARLIER):
            wanted = f"{EARLIER}-{max(self._earlier(), default=1)}"
        if wanted not in known and not _OWN_NAME.match(wanted):
            wanted = safe_name(name)
        if wanted not in known:
            raise SaveError(f"there is no save `{wanted}`")
        return read_record(self._path(wanted))

    def saves(self) -> tuple[SaveInfo, ...]:
        """Return the saves there are beside the play at hand, the latest first."""
        found = []
        for name in (name for name in self._names() if name != self._slot):
            try:
                found.append(SaveInfo(name, self._path(name).stat().st_mtime))
            except OSError:
                continue
        return tuple(sorted(found, key=lambda info: (-info.written, info.name)))

    def free_name(self) -> str:
        """Return a name for a save that nobody named."""
        number = 1
        while self.has(f"save-{number}"):
            number += 1
        return f"save-{number}"

    # Endings

    def endings(self) -> frozenset[str]:
        """Return the endings that were reached, in any play."""
        try:
            read = json.loads(bounded_text(self._path(ENDINGS), LARGEST_SAVE))
            seen = read["endings"]
            return frozenset(each for each in seen if isinstance(each, str)) if isinstance(seen, list) else frozenset()
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return frozenset()

    def remember_ending(self, ending: str) -> None:
        """Note that an ending was reached.

        Raises:
            SaveError: it could not be written.
        """
        seen = self.endings()
        if ending not in seen:
            text = json.dumps({"endings": sorted({*seen, ending})}, ensure_ascii=False, indent=1) + "\n"
            try:
                write_whole(self._path(ENDINGS), text)
            except OSError as problem:
                raise SaveError(_why(problem)) from None

    def _names(self) -> list[str]:
        try:
            found = [path.stem for path in self.folder.glob("*.json")]
        except OSError:
            return []
        return [name for name in found if name != ENDINGS]

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}.json"

    def _write(self, name: str, record: Record) -> None:
        try:
            write_whole(self._path(name), record.to_json())
        except OSError as problem:
            raise SaveError(_why(problem)) from None
