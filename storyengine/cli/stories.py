"""Finding and loading the story that a command names; what is wrong with it goes to stderr."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from storyengine.cli.bundled import NoStoryError, find_story

if TYPE_CHECKING:
    from storyengine.model.story import Story


class LazyGames(Mapping[str, Any]):
    """The card games by id, imported when a story asks for one."""

    @cached_property
    def _games(self) -> Mapping[str, Any]:
        from storyengine.games.story_adapter import story_games

        return story_games()

    def __getitem__(self, name: str) -> Any:
        """Return a game."""
        return self._games[name]

    def __iter__(self) -> Iterator[str]:
        """Yield the ids."""
        return iter(self._games)

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._games)


class CannotLoad(Exception):
    """There is no story to work with; the message says why in one line."""


def load_or_explain(path: Path) -> Story:
    """Load a story; print what is wrong with it.

    Raises:
        CannotLoad: it has errors.
    """
    from storyengine.diagnostics import Severity, format_diagnostic
    from storyengine.loader import load_story

    loaded = load_story(path, games=LazyGames())
    if loaded.story is None:
        for diagnostic in loaded.diagnostics:
            print(format_diagnostic(diagnostic, loaded.sources.get(diagnostic.span.path, ())), file=sys.stderr)
        errors = sum(diagnostic.severity is Severity.ERROR for diagnostic in loaded.diagnostics)
        which = "this error is" if errors == 1 else f"these {errors} errors are"
        raise CannotLoad(f"nothing can be done with the story before {which} mended")
    return loaded.story


def loaded_story(name: str) -> tuple[Path, Story]:
    """Find a story by folder, file or bundled name, and load it.

    Raises:
        CannotLoad: there is none, or it has errors.
    """
    try:
        path = find_story(name)
    except NoStoryError as problem:
        raise CannotLoad(str(problem)) from problem
    return path, load_or_explain(path)
