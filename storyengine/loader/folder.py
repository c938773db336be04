"""Which files a story has: the one that holds `story:`, and its deck files, never from outside its folder."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path, PurePath

from storyengine.diagnostics import Problems, Related
from storyengine.loader.nodes import Mapping, Node, Scalar
from storyengine.loader.reading import Reading, rewrite, shortened
from storyengine.loader.text_files import inside, read_story_text
from storyengine.loader.yaml_reader import read_tree
from storyengine.source import Span

SUFFIXES = (".yaml", ".yml")
STORY_FILES = ("story.yaml", "story.yml")


@dataclass(slots=True)
class StoryFiles:
    """The trees of a story's files."""

    story: Mapping | None = None
    """The story's own file; None when there is none that can be read."""
    decks: list[Mapping] = field(default_factory=list)
    """The deck files, in the order in which they are loaded."""
    incomplete: bool = False
    """Whether a file could not be read, so that what it holds is not known."""


class FileReader:
    """Reads files of one story into trees, each once."""

    def __init__(self, reading: Reading, sources: dict[str, tuple[str, ...]], *, pure: bool) -> None:
        self.reading = reading
        self._sources = sources
        self._pure = pure
        self._trees: dict[str, Node | None] = {}

    def tree(self, file: Path, shown: str) -> Node | None:
        """Return the tree of a file; None after an error, which has been reported."""
        if shown not in self._trees:
            text = read_story_text(file, self.reading.problems, shown)
            self._trees[shown] = None if text is None else self.parse(text, shown)
        return self._trees[shown]

    def parse(self, text: str, shown: str) -> Node | None:
        """Return the tree of a text, and keep its lines for messages."""
        text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        self._sources[shown] = tuple(text.split("\n"))
        found = Problems(limit=sys.maxsize)
        tree = read_tree(text, shown, found, pure=self._pure)
        self.reading.take(shown, found)
        return tree


def find_files(path: Path, reader: FileReader) -> StoryFiles:
    """Read every file of a story.

    Args:
        path: the story's folder, or its own file.
        reader: reads them, and takes findings.
    """
    shown = PurePath(path).as_posix()
    if not path.is_dir():
        return _with_decks(reader, path.parent, path, shown, is_folder=False)
    own = next((path / name for name in STORY_FILES if (path / name).exists()), None)
    if own is None:
        own = _only_story(reader, path, shown)
        if own is None:
            return StoryFiles(incomplete=True)
    return _with_decks(reader, path, own, _shown(shown, own.name), is_folder=True)


def _shown(folder: str, name: str) -> str:
    """How messages name a file in the folder that the user named."""
    return name if folder in ("", ".") else f"{folder.rstrip('/')}/{name}"


def _only_story(reader: FileReader, folder: Path, shown: str) -> Path | None:
    """The one file of the folder that holds `story:`."""
    files = sorted(file for file in folder.iterdir() if file.suffix in SUFFIXES)
    found = []
    broken = False
    for file in files:
        tree = reader.tree(file, _shown(shown, file.name))
        broken |= tree is None
        if tree is not None and (key := _key(tree, "story")):
            found.append((file, key))
    if len(found) == 1:
        return found[0][0]
    if found:
        _complain_several(reader.reading, found[0][1].span, found[1][1].span)
    elif not broken:
        message = "this folder has no story" if files else "this folder has no YAML file"
        hint = "make a file `story.yaml` with `story:` and its id"
        reader.reading.complain("missing-story", Span(shown, 1, 1, 1, 1), message, hint=hint)
    return None


def _complain_several(reading: Reading, first: Span, second: Span) -> None:
    related = (Related(first, "the first is here"),)
    hint = "call the story's own file `story.yaml`, or list its deck files under `decks:`"
    reading.complain("several-stories", second, "a second story in the same folder", hint=hint, related=related)


def _key(tree: Node, name: str) -> Scalar | None:
    entries = tree.entries if isinstance(tree, Mapping) else ()
    return next((entry.key for entry in entries if entry.key.text == name), None)


def _value(tree: Mapping, name: str) -> Node | None:
    return next((entry.value for entry in tree.entries if entry.key.text == name), None)


def _with_decks(reader: FileReader, folder: Path, own: Path, shown: str, *, is_folder: bool) -> StoryFiles:
    tree = reader.tree(own, shown)
    if tree is None:
        return StoryFiles(incomplete=True)
    if not isinstance(tree, Mapping):
        message = "this file is empty" if not reader.reading.sources[shown][0] else "this file is not a story"
        hint = "a story begins with `story:` and its id, `title:` and `start:`"
        reader.reading.complain("missing-story", Span(shown, 1, 1, 1, 1), message, hint=hint)
        return StoryFiles(incomplete=True)
    if _key(tree, "story") is None and (deck := _key(tree, "deck")):
        message = "this file is a deck, not a story"
        reader.reading.complain("missing-story", deck.span, message, hint="name the story's folder, or its own file")
        return StoryFiles(incomplete=True)
    files = StoryFiles(tree)
    folder_shown = shown[: -len(own.name)].rstrip("/")
    listed = _value(tree, "decks")
    if listed is not None:
        found = _listed(reader.reading, folder, own, listed, files)
    elif is_folder or (own.name in STORY_FILES and _key(tree, "cards") is None):
        found = [(name, None) for name in _all_names(folder) if folder / name != own]
    else:
        found = []
    for name, place in found:
        _add_deck(reader, folder, name, _shown(folder_shown, name), place, files)
    return files


def _add_deck(reader: FileReader, folder: Path, name: str, shown: str, place: Scalar | None, files: StoryFiles) -> None:
    reading = reader.reading
    if inside(folder, name) is None:
        span = place.span if place else Span(shown, 1, 1, 1, 1)
        message = f"`{name}` leads out of the story's folder, or is no ordinary file"
        reading.complain("outside-path", span, message, hint="put the file itself into the folder")
        files.incomplete = True
        return
    tree = reader.tree(folder / name, shown)
    if tree is None:
        files.incomplete = True
        return
    story = _key(tree, "story")
    if story is not None and files.story is not None:
        first = _key(files.story, "story")
        _complain_several(reading, first.span if first else files.story.span, story.span)
    elif not isinstance(tree, Mapping) or _key(tree, "deck") is None:
        hint = "write `deck:` and its name at the top; or list the deck files under `decks:` in the story's file"
        where = tree.entries[0].key.span if isinstance(tree, Mapping) and tree.entries else Span(shown, 1, 1, 1, 1)
        reading.complain("not-a-deck", where, "this file is neither a story nor a deck", hint=hint)
        files.incomplete = True
    else:
        files.decks.append(tree)


def _all_names(folder: Path) -> list[str]:
    """Every YAML file below a folder, as paths from there with forward slashes; hidden folders are passed over."""
    found: list[str] = []
    for root, folders, files in os.walk(folder, followlinks=False):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        here = Path(root).relative_to(folder)
        found += [(here / name).as_posix() for name in files if Path(name).suffix in SUFFIXES and name[0] != "."]
    return sorted(found)


def _listed(
    reading: Reading, folder: Path, own: Path, listed: Node, files: StoryFiles
) -> list[tuple[str, Scalar | None]]:
    """The files that `decks:` lists, each with the place where it is named."""
    names = _all_names(folder)
    chosen: dict[str, Scalar | None] = {}
    for item in reading.read_list(listed, "deck files", single=True) or ():
        scalar = reading.read_scalar(item, "the name of a deck file")
        if scalar is None:
            files.incomplete = True
            continue
        matching = [name for name in _matching(scalar.text, names) if folder / name != own]
        if not matching:
            files.incomplete = True
            _complain_unmatched(reading, folder, scalar, names)
        for name in matching:
            first = chosen.setdefault(name, scalar)
            if first is not scalar and first is not None:
                message = f"the file `{name}` is named twice"
                related = (Related(first.span, f"`{shortened(first.text)}` names it first"),)
                reading.complain("file-twice", scalar.span, message, hint="take one of the two out", related=related)
    return list(chosen.items())


def _matching(pattern: str, names: list[str]) -> list[str]:
    """The files that a name or pattern means; it may leave the suffix out."""
    pattern = pattern.removeprefix("./")
    parts = re.split(r"(\*\*/|\*|\?)", pattern)
    signs = {"**/": "(?:.*/)?", "*": "[^/]*", "?": "[^/]"}
    expression = re.compile("".join(signs.get(part, re.escape(part)) for part in parts))
    return [name for name in names if expression.fullmatch(name) or expression.fullmatch(name.rpartition(".")[0])]


def _complain_unmatched(reading: Reading, folder: Path, scalar: Scalar, names: list[str]) -> None:
    written = scalar.text
    fixed = re.split(r"[*?]", written)[0].rpartition("/")[0] if re.search(r"[*?]", written) else written
    if inside(folder, fixed or ".") is None or inside(folder, fixed + SUFFIXES[0]) is None:
        message = f"`{shortened(written)}` leads out of the story's folder, or is no ordinary file"
        reading.complain(
            "outside-path", scalar.span, message, hint="put the file into the folder, and name it from there"
        )
        return
    near = reading.near(written, [name.rpartition(".")[0] for name in names])
    what = "matches no file" if re.search(r"[*?]", written) else "is no file of this folder"
    hint = (
        f"did you mean `{near[0]}`?"
        if near
        else "names are taken from the story's folder; `planets/*` means every file in it"
    )
    fix = rewrite(scalar, near[0]) if near else None
    reading.complain("empty-pattern", scalar.span, f"`{shortened(written)}` {what}", hint=hint, fix=fix)
