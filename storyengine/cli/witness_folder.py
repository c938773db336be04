"""The folder where witnesses are kept: read before the work, written after it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from storyengine.analysis.exhaust import Path as Play
from storyengine.analysis.findings import Verdicts
from storyengine.lint.witnesses import recall, witness_files
from storyengine.model.story import Story
from storyengine.repl.atomic_files import write_whole
from storyengine.repl.save_files import SaveError, read_record

Say = Callable[[str], None]


class SameNameError(Exception):
    """Two stories would share a folder of witnesses."""


class WitnessFolder:
    """One folder of witness files; with several stories, one folder in it for each."""

    def __init__(self, folder: Path, *, alone: bool) -> None:
        """Use a folder, which need not exist yet."""
        self.folder, self.alone = folder, alone
        self._written: set[Path] = set()

    def _of(self, story: Story) -> Path:
        return self.folder if self.alone else self.folder / story.id

    def read(self, story: Story, say: Say) -> tuple[Play, ...]:
        """Return the plays that are kept, as far as they can still be played; say which part from the story."""
        plays: list[Play] = []
        for path in sorted(self._of(story).glob("*.json")):
            try:
                record = read_record(path)
            except SaveError as problem:
                say(f"witness {path.name} is left out: {problem}")
                continue
            if record.story != story.id:
                say(f"witness {path.name} is left out: it is a play of `{record.story}`")
                continue
            recalled = recall(story, record)
            if recalled.parted:
                say(f"witness {path.name} no longer fits the story, {recalled.parted}")
            if recalled.path:
                plays.append(recalled.path)
        return tuple(plays)

    def write(self, verdicts: Verdicts, say: Say) -> None:
        """Write the plays that were found; files that are as they should be stay untouched.

        Raises:
            OSError: a file cannot be written.
            SameNameError: those of another story were written there just now.
        """
        folder = self._of(verdicts.story)
        if folder in self._written:
            raise SameNameError(f"of several stories called `{verdicts.story.id}` only the first one's are kept")
        self._written.add(folder)
        written = dict(witness_files(verdicts))
        changed = 0
        for name, text in written.items():
            path = folder / name
            if not path.is_file() or path.read_bytes() != text.encode():
                write_whole(path, text)
                changed += 1
        for path in sorted(folder.glob("*.json")):
            if path.name not in written:
                say(f"witness {path.name} is of nothing that plays reach now; it may be deleted")
        say(f"{len(written)} witnesses in {folder}, {changed} of them new or changed")
