"""The tables of the format: well formed, read key by key, and told to authors in full."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import storyengine.loader
from storyengine.diagnostics import Problems
from storyengine.loader.card_format import CONSEQUENCE
from storyengine.loader.format import KINDS, RULE_SCOPES, RULES
from storyengine.loader.names import TAKEN
from storyengine.loader.nodes import Mapping, Node, Sequence
from storyengine.loader.reference import format_reference, kind_reference
from storyengine.loader.shapes import Either, Key, ListOf, MapOf, MappingKind, Nested, Prose, Shape
from storyengine.loader.yaml_reader import read_tree
from storyengine.model.expressions import Fact
from storyengine.model.house_rules import RULE_KEYS

KEYS = [(kind, key) for kind in KINDS.values() for key in kind.keys]
VALID = Path(__file__).parent.parent / "stories" / "valid"
PACKAGE = Path(storyengine.loader.__file__).parent


def nested(shape: Shape) -> list[str]:
    """The kinds of mapping that a shape leads to."""
    match shape:
        case Nested():
            return [shape.kind]
        case Either():
            return [name for option in shape.options for name in nested(option)]
        case ListOf():
            return nested(shape.of)
        case MapOf():
            return nested(shape.of)
        case _:
            return []


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)
def test_kinds_are_well_formed(kind: MappingKind) -> None:
    assert len(set(kind.names)) == len(kind.names)
    assert kind.about.endswith(".")
    for group in (*kind.at_most_one, *kind.at_least_one):
        assert set(group) <= set(kind.names)
    for key in kind.keys:
        assert kind.key(key.name) is key


@pytest.mark.parametrize(("kind", "key"), KEYS, ids=[f"{kind.name}.{key.name}" for kind, key in KEYS])
def test_each_key_is_told_in_sentences(kind: MappingKind, key: Key) -> None:
    assert key.about.endswith("."), key.about
    assert key.name in kind_reference(kind)


def test_every_kind_is_reached_from_the_files() -> None:
    reached = {"story", "deck"}
    pending = list(reached)
    while pending:
        for key in KINDS[pending.pop()].keys:
            fresh = set(nested(key.shape)) - reached
            reached |= fresh
            pending += fresh
    # what stands in the parts of a text is told by its sort
    assert reached | {"text part"} == set(KINDS)


def test_every_key_is_read_somewhere() -> None:
    """A key that no reader names would be accepted and dropped."""
    readers = [path for path in PACKAGE.glob("*.py") if "format" not in path.name and path.name != "fields.py"]
    sources = (path.read_text(encoding="utf-8") for path in readers)
    named = set(re.findall(r'"([a-z_]+)"', "".join(sources)))
    # the rules are read by their own table, whatever their names
    assert {key.name for kind, key in KEYS if kind is not RULES} <= named


def used(kind: str, node: Node, found: set[tuple[str, str]]) -> None:
    """Gather every (kind, key) that a mapping of a kind uses, those inside it too."""
    if not isinstance(node, Mapping):
        return
    for entry in node.entries:
        name = entry.key.text
        if name in KINDS[kind].names:
            found.add((kind, name))
            used_in(KINDS[kind].key(name).shape, entry.value, found)


def used_in(shape: Shape, node: Node, found: set[tuple[str, str]]) -> None:
    match shape:
        case Nested():
            used(shape.kind, node, found)
        case Either():
            for option in shape.options:
                used_in(option, node, found)
        case ListOf():
            for item in node.items if isinstance(node, Sequence) else (node,):
                used_in(shape.of, item, found)
        case MapOf() if isinstance(node, Mapping):
            for entry in node.entries:
                used_in(shape.of, entry.value, found)
        case Prose(parts=True):
            for item in node.items if isinstance(node, Sequence) else (node,):
                used("text part", item, found)
        case _:
            pass


def test_every_key_stands_in_a_valid_story() -> None:
    found: set[tuple[str, str]] = set()
    for path in VALID.rglob("*.yaml"):
        tree = read_tree(path.read_text(encoding="utf-8"), path.name, Problems())
        assert isinstance(tree, Mapping)
        used("story" if any(entry.key.text == "story" for entry in tree.entries) else "deck", tree, found)
    wanted = {(kind.name, key.name) for kind, key in KEYS if kind is not RULES}
    # a consequence's keys are read by one function wherever they stand
    anywhere = {key for _, key in found}
    assert {(kind, key) for kind, key in wanted - found if key not in CONSEQUENCE.names or key not in anywhere} == set()


def test_rules_are_those_of_the_model() -> None:
    assert RULES.names == tuple(rule.name for rule in RULE_KEYS)
    assert set(RULE_SCOPES) == set(RULES.names)


def test_no_key_is_unknown() -> None:
    with pytest.raises(KeyError):
        RULES.key("no_such_rule")


def test_facts_are_taken_names() -> None:
    assert all(fact.value in TAKEN for fact in Fact)


def test_reference_has_a_section_for_each_kind_and_links_that_lead_to_one() -> None:
    reference = format_reference()
    headings = re.findall(r"^### (.+)$", reference, re.MULTILINE)
    assert headings == list(KINDS)
    anchors = {heading.replace(" ", "-") for heading in headings}
    assert set(re.findall(r"\(#([^)]+)\)", reference)) <= anchors


def test_reference_tables_have_three_columns() -> None:
    rows = [line for line in format_reference().splitlines() if line.startswith("|")]
    assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {4}
