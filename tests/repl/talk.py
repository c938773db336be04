"""What the tests of the player's session share: stories to talk about, and talking without a terminal."""

from __future__ import annotations

from pathlib import Path

from storyengine.loader import load_story, load_text
from storyengine.model.story import Story
from storyengine.repl.keeping import Keeping
from storyengine.repl.layout import plain_text
from storyengine.repl.save_files import Shelf
from storyengine.repl.session import Session
from storyengine.runtime import Options, Play, Record

STORIES = Path(__file__).parent / "stories"
BEACON = STORIES / "beacon"
LANTERN = STORIES / "lantern.yaml"


def read_story(source: str | Path) -> Story:
    """Load a story from a path, or from the text of one file."""
    loaded = load_story(source) if isinstance(source, Path) else load_text(source)
    assert loaded.story is not None, [diagnostic.message for diagnostic in loaded.diagnostics]
    return loaded.story


OPEN: list[Talk] = []
"""What `conftest.py` closes after each test."""


class Talk:
    """A session whose answers are text."""

    def __init__(
        self,
        source: str | Path | Story = LANTERN,
        *lines: str,
        seed: int = 4,
        players: tuple[str, ...] = ("",),
        saves: Path | None = None,
        offers_unfinished: bool = False,
        saved: Record | None = None,
        reroll: bool = False,
    ) -> None:
        self.story = source if isinstance(source, Story) else read_story(source)
        keeping = Keeping(Shelf(saves, self.story.id), offers_unfinished=offers_unfinished) if saves else None
        self.session = Session(
            lambda: Play(self.story, Options(players), seed, reroll=reroll), keeping=keeping, version="1", saved=saved
        )
        self.first = plain_text(self.session.begin())
        OPEN.append(self)
        for line in lines:
            self.say(line)

    def say(self, line: str) -> str:
        return plain_text(self.session.answer(line))

    def leave(self) -> None:
        self.session.leave()

    @property
    def play(self) -> Play:
        return self.session.play
