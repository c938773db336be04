"""Where a play is kept while it goes on, and what the player is told about it.

A play that is new takes the autosave's place only with its first action, and what was there is put aside then; so to
look into a story and leave it again loses nothing.
"""

from __future__ import annotations

import time
from pathlib import Path

from storyengine.model.story import Story
from storyengine.repl.blocks import Blocks, aside
from storyengine.repl.names import counted
from storyengine.repl.problems import words_of
from storyengine.repl.save_files import EARLIER, SaveError, Shelf, safe_name
from storyengine.runtime import Play, Record

SHOWN_EARLIER = 3
"""Plays put aside that a list of saves shows; older ones are still loaded by name."""


class Keeping:
    """A shelf, or none, with the manners of the session."""

    def __init__(self, shelf: Shelf | None, *, offers_unfinished: bool = False) -> None:
        """Keep plays on a shelf.

        Args:
            shelf: nothing keeps no play.
            offers_unfinished: whether an unfinished play is offered at the start; a script is not asked.
        """
        self._shelf = shelf
        self._offers = offers_unfinished
        self._is_new = True
        self._trouble = ""
        self._seen: set[str] = set()

    def close(self) -> None:
        """Let another program have the autosave."""
        if self._shelf is not None:
            self._shelf.release()

    # The play at hand

    def unfinished(self, story: Story) -> Record | None:
        """Return the play that was left last time, if it should be offered."""
        if self._shelf is None or not self._offers:
            return None
        record = self._shelf.unfinished()
        return record if record and record.steps and not record.ending and record.story == story.id else None

    def goes_on(self) -> None:
        """The autosave itself is played on; it need not be put aside."""
        self._is_new = False

    def begins_anew(self) -> None:
        """Another play takes the place of the one at hand."""
        self._is_new = True

    def keep(self, play: Play) -> Blocks:
        """Write the play at hand. Trouble is told once, and that it is over, too."""
        if self._shelf is None:
            return ()
        try:
            said: Blocks = ()
            if self._is_new:
                name = self._shelf.put_aside()
                said = (aside(f"the play before this one is kept as {name}"),) if name else ()
                self._is_new = False
            self._shelf.autosave(play.record())
        except SaveError as problem:
            told_before, self._trouble = self._trouble, str(problem)
            return () if told_before else (aside(f"this play cannot be saved: {problem}; it goes on unsaved"),)
        if self._trouble:
            self._trouble = ""
            said = (*said, aside("saving works again"))
        return said

    def goodbye(self, play: Play) -> str:
        """Return the last words."""
        kept = self._shelf is not None and play.past and not self._trouble and not play.state.over
        return "the play is kept; goodbye" if kept else "goodbye"

    # Named saves

    def name_for(self, words: str) -> tuple[str, str]:
        """Return the name of a save that was asked for, or why there cannot be one."""
        if self._shelf is None:
            return "", "saving is switched off"
        try:
            return (safe_name(words) if words else self._shelf.free_name()), ""
        except SaveError as problem:
            return "", str(problem)

    def has(self, name: str) -> bool:
        """Whether there is a save of that name."""
        return self._shelf is not None and self._shelf.has(name)

    def save(self, name: str, play: Play) -> Blocks:
        """Write a save and say so."""
        assert self._shelf is not None, "`name_for` has refused"
        try:
            self._shelf.save(name, play.record())
        except SaveError as problem:
            return (aside(f"not saved: {problem}"),)
        return (aside(f"saved; `load {name}` comes back here"),)

    def load(self, words: str) -> tuple[Record | None, str]:
        """Return a save, or why there is none."""
        if self._shelf is None:
            return None, "saving is switched off"
        try:
            return self._shelf.load(words), ""
        except SaveError as problem:
            return None, str(problem)

    def saves(self) -> tuple[tuple[str, str], ...]:
        """Return (name, line) of the saves worth showing, the latest first."""
        if self._shelf is None:
            return ()
        found: list[tuple[str, str]] = []
        earlier = 0
        for info in self._shelf.saves():
            earlier += info.name.startswith(f"{EARLIER}-")
            if earlier <= SHOWN_EARLIER or not info.name.startswith(f"{EARLIER}-"):
                found.append((info.name, f"{info.name}, {_age(info.written)}"))
        return tuple(found)

    # Beside the saves

    def endings(self) -> frozenset[str]:
        """Return the endings seen in any play; a script knows only its own, so that it reads the same each time."""
        kept = self._shelf.endings() if self._shelf is not None and not self._shelf.piped else frozenset()
        return kept | self._seen

    def remember_ending(self, ending: str) -> Blocks:
        """Note an ending."""
        self._seen.add(ending)
        if self._shelf is not None and not self._shelf.piped:
            try:
                self._shelf.remember_ending(ending)
            except SaveError as problem:
                # where the play cannot be saved either, that was told already
                return () if self._trouble else (aside(f"the ending cannot be noted: {problem}"),)
        return ()

    def transcript_path(self, words: str) -> tuple[Path | None, str]:
        """Return where a transcript goes that was asked for by name, or why it cannot."""
        if self._shelf is None:
            return None, "saving is switched off"
        try:
            name = safe_name(words) if words else "transcript"
            self._shelf.folder.mkdir(parents=True, exist_ok=True)
        except SaveError as problem:
            return None, str(problem)
        except OSError as problem:
            return None, words_of(problem)
        return self._shelf.folder / f"{name}.txt", ""


def _age(written: float) -> str:
    minutes = max(0, int(time.time() - written) // 60)
    if minutes < 2:
        return "just now"
    if minutes < 120:
        return f"{minutes} minutes ago"
    if minutes < 48 * 60:
        return f"{minutes // 60} hours ago"
    return f"{counted(minutes // (24 * 60), 'day')} ago"
