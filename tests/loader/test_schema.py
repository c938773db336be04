"""The JSON Schema that ships with the package: current, sound, and of one mind with the loader about structure."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from storyengine.diagnostics import Problems
from storyengine.loader.nodes import Empty, Mapping, Node, Sequence, Style
from storyengine.loader.schema import SCHEMA_FILE, schema_text, story_schema
from storyengine.loader.yaml_reader import read_tree
from tests.loader.broken_stories import broken_stories

VALID = sorted((Path(__file__).parent.parent / "stories" / "valid").rglob("*.yaml"))
SEEN_BY_SCHEMA = {"SE040", "SE041", "SE046", "SE047"}
"""What the schema sees as well as the loader: unknown and missing keys, flags and words."""

VALIDATOR = jsonschema.Draft202012Validator(story_schema())


def as_editors_read(node: Node) -> Any:
    """The tree as a generic YAML 1.2 reader gives it, with every key as text, as JSON has it."""
    if isinstance(node, Mapping):
        return {entry.key.text: as_editors_read(entry.value) for entry in node.entries}
    if isinstance(node, Sequence):
        return [as_editors_read(item) for item in node.items]
    if isinstance(node, Empty):
        return None
    if node.style is Style.PLAIN and node.text in ("~", "null"):
        return None
    text = node.text
    if node.style is Style.PLAIN and text.lower() in ("true", "false"):
        return text.lower() == "true"
    if node.style is Style.PLAIN:
        for kind in (int, float):
            try:
                return kind(text)
            except ValueError:
                pass
    return text


def parsed(path: Path) -> Any:
    tree = read_tree(path.read_text(encoding="utf-8"), path.name, Problems())
    return as_editors_read(tree) if tree is not None else None


def test_schema_file_is_current() -> None:
    """After a change of the format: `python -m storyengine.loader.schema` writes the file again."""
    assert SCHEMA_FILE.read_text(encoding="utf-8") == schema_text()


def test_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(json.loads(schema_text()))


def test_every_key_is_described() -> None:
    for name, kind in story_schema()["$defs"].items():
        for key, shape in kind.get("properties", {}).items():
            assert shape.get("description"), f"{name}.{key}"


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_valid_stories_satisfy_the_schema(path: Path) -> None:
    assert [error.message for error in VALIDATOR.iter_errors(parsed(path))] == []


STRUCTURAL = [
    story
    for story in broken_stories()
    if story.path.is_file()
    and any(code in SEEN_BY_SCHEMA for code, _ in story.expected)
    and not story.law.startswith("a-file")
]


@pytest.mark.parametrize("story", STRUCTURAL, ids=lambda story: story.law)
def test_stories_of_broken_structure_do_not_satisfy_the_schema(story: Any) -> None:
    assert list(VALIDATOR.iter_errors(parsed(story.path)))


@pytest.mark.parametrize(
    "consequence",
    ["{goto: a, ending: won}", "{stay: true, return: true}", "{draw: 1, detour: a}", "{branch: [], random: []}"],
)
def test_schema_allows_one_jump_only(consequence: str) -> None:
    text = f"{{story: s, title: T, start: a, trackers: {{t: {{start: 0, min: 0, max: 1, at_max: {consequence}}}}}}}"
    tree = read_tree(text, "s.yaml", Problems())
    assert tree is not None
    assert list(VALIDATOR.iter_errors(as_editors_read(tree)))
