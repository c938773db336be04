"""The way in: load a story from a folder, a file, or a text in memory."""

from __future__ import annotations

import dataclasses
import gc
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from storyengine.diagnostics import Diagnostic, Problems, format_diagnostic
from storyengine.loader.folder import FileReader, StoryFiles, find_files
from storyengine.loader.games import GameCheck
from storyengine.loader.hashes import mechanics_hash, texts_hash
from storyengine.loader.nodes import Mapping as MappingNode
from storyengine.loader.reading import Reading
from storyengine.loader.story_reader import read_story
from storyengine.model.story import Story


@dataclass(frozen=True, slots=True)
class Loaded:
    """What came of loading a story."""

    story: Story | None
    """The story; None if there is any error."""
    diagnostics: tuple[Diagnostic, ...]
    """Everything that was found, by place; warnings too."""
    sources: Mapping[str, tuple[str, ...]]
    """The lines of every file that was read, by the path that diagnostics give."""


class StoryError(ValueError):
    """A story that cannot be played, with all that was found wrong; as text, each finding as a person reads it."""

    def __init__(self, loaded: Loaded) -> None:
        self.diagnostics = loaded.diagnostics
        """Everything that was found."""
        shown = (format_diagnostic(each, loaded.sources.get(each.span.path, ())) for each in loaded.diagnostics)
        super().__init__("\n\n".join(shown))


def load(path: str | Path, *, games: Mapping[str, GameCheck] | None = None) -> Story:
    """Load a story that is expected to be sound. Otherwise as `load_story`.

    Raises:
        StoryError: the story has errors.
    """
    loaded = load_story(path, games=games)
    if loaded.story is None:
        raise StoryError(loaded)
    return loaded.story


def load_story(path: str | Path, *, games: Mapping[str, GameCheck] | None = None, pure: bool = False) -> Loaded:
    """Load a story from its folder or its own file. All that is wrong is reported at once; nothing is raised.

    Args:
        path: the folder, or the file that holds `story:`. Messages name files as this does.
        games: the card games that cards may open, by name; None leaves what they open unchecked.
        pure: read YAML without the C parser. The answer is the same.

    Returns:
        The story, or None, with what was found.
    """
    sources: dict[str, tuple[str, ...]] = {}
    reading = Reading(Problems(), sources)
    path = Path(path)
    with _without_collecting():
        files = find_files(path, FileReader(reading, sources, pure=pure))
        folder = path if path.is_dir() else path.parent
        return _loaded(reading, files, games, str(folder))


def load_text(
    text: str, path: str = "story.yaml", *, games: Mapping[str, GameCheck] | None = None, pure: bool = False
) -> Loaded:
    r"""Load a story of one file from memory.

    Args:
        text: what the file holds.
        path: how messages name it.
        games: as for `load_story`.
        pure: as for `load_story`.

    Example:
        >>> loaded = load_text("story: tiny\ntitle: Tiny\nstart: a\ncards: {a: {text: Done., ending: won}}")
        >>> loaded.story.cards["a"].then.jump.ending.kind
        'won'
    """
    sources: dict[str, tuple[str, ...]] = {}
    reading = Reading(Problems(), sources)
    tree = FileReader(reading, sources, pure=pure).parse(text, path)
    files = StoryFiles(incomplete=tree is None)
    if isinstance(tree, MappingNode):
        files.story = tree
    elif tree is not None:
        reading.read_mapping(tree, "a story")
    return _loaded(reading, files, games, "")


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Put the search for dead cycles off: a load makes millions of values that stay, and looking at them doubles it."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _loaded(reading: Reading, files: StoryFiles, games: Mapping[str, GameCheck] | None, folder: str) -> Loaded:
    story = read_story(reading, files, games, folder)
    if story is not None:
        story = dataclasses.replace(story, mechanics_hash=mechanics_hash(story), texts_hash=texts_hash(story))
    return Loaded(story, reading.problems.all, reading.sources)
