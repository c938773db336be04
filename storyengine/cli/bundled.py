"""The stories that come with the program, found by name."""

from __future__ import annotations

from pathlib import Path

import storyengine

FIRST_STORY = "evil-power-master"
"""What is played when nobody names a story."""


class NoStoryError(Exception):
    """Nothing is found under that name; the message says what there is instead."""


def stories_folder() -> Path:
    """Return where the bundled stories are: inside an installed package, beside it in the repository."""
    package = Path(storyengine.__file__).resolve().parent
    inside = package / "stories"
    return inside if inside.is_dir() else package.parent / "stories"


def bundled_stories() -> tuple[str, ...]:
    """Return the names of the bundled stories, in the order of the alphabet."""
    try:
        folders = [path.name for path in stories_folder().iterdir() if path.is_dir()]
    except OSError:
        return ()
    return tuple(sorted(name for name in folders if not name.startswith((".", "_"))))


def find_story(name: str) -> Path:
    """Return the folder or file of a story.

    Args:
        name: a path, or the name of a bundled story, with hyphens or underscores. What is there as a path goes first.

    Raises:
        NoStoryError: there is neither.
    """
    path = Path(name)
    if path.exists():
        return path
    bundled = {_plain(each): each for each in bundled_stories()}
    if _plain(name) in bundled:
        return stories_folder() / bundled[_plain(name)]
    if path.suffix.lower() in (".yaml", ".yml") or len(path.parts) > 1:
        raise NoStoryError(f"there is no file or folder `{name}`")
    from storyengine.loader.near_names import near

    near_ones = near(name, bundled.values())
    if near_ones:
        meant = " or ".join(f"`{each}`" for each in near_ones)
        raise NoStoryError(f"there is no story `{name}`; did you mean {meant}?")
    known = ", ".join(bundled.values())
    raise NoStoryError(f"there is no story `{name}`; name a folder, a file" + (f", or one of {known}" if known else ""))


def _plain(name: str) -> str:
    return name.casefold().replace("_", "-")
