"""The JSON Schema of the format, made from its tables, for editors and other tools.

Editors read YAML with readers of their own, in which `no` may be a flag and `007` a number; so wherever the story
keeps an author's characters, the schema takes any scalar. It tells less than the loader does: names are not looked
up, and what stands in a condition is not read.
"""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from typing import Any

from storyengine.loader.format import KINDS
from storyengine.loader.shapes import (
    Anything,
    ConditionText,
    EffectsText,
    Either,
    ExpressionText,
    Flag,
    Key,
    Line,
    ListOf,
    MapOf,
    MappingKind,
    Name,
    Nested,
    NewName,
    Number,
    Prose,
    Range,
    Shape,
    Start,
    Word,
)

SCHEMA_FILE = Path(__file__).with_name("story.schema.json")
"""Where the schema lies in the package."""

Schema = dict[str, Any]

_SCALAR: Schema = {"type": ["string", "number", "boolean"]}
_TRUE = "[Tt][Rr][Uu][Ee]|[Yy][Ee][Ss]|[Oo][Nn]"
_FALSE = "[Ff][Aa][Ll][Ss][Ee]|[Nn][Oo]|[Oo][Ff][Ff]"
_WHOLE_NUMBER = "^[+-]?(0|[1-9][0-9]*)$"
_IDENTIFIER = "^[^\\W\\d]\\w*$"
_PLAIN_NAME = "^[^\\s/]([^/]*[^\\s/])?$"
_RANGE = "^([+-]?[0-9]+|([+-]?[0-9]+)?\\.\\.([+-]?[0-9]+)?)$"


def story_schema() -> Schema:
    """Return the JSON Schema, version 2020-12, of a story file and of a deck file."""
    groups = {group for kind in KINDS.values() for group in kind.at_most_one}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "storyengine story or deck",
        "description": "One file of a story: the story's own file, or a deck of cards.",
        "if": {"type": "object", "required": ["deck"]},
        "then": {"$ref": _pointer("deck")},
        "else": {"$ref": _pointer("story")},
        "$defs": {
            **{_slug(kind.name): _mapping_schema(kind) for kind in KINDS.values()},
            **{_group_name(group): _at_most_one(group) for group in sorted(groups)},
        },
    }


def schema_text() -> str:
    """Return the schema as the text of its file."""
    return json.dumps(story_schema(), indent=2, ensure_ascii=False) + "\n"


def _slug(name: str) -> str:
    return name.replace(" ", "_")


def _pointer(kind: str) -> str:
    return f"#/$defs/{_slug(kind)}"


def _mapping_schema(kind: MappingKind) -> Schema:
    schema: Schema = {
        "description": kind.about,
        "type": "object",
        "properties": {key.name: _key_schema(key) for key in kind.keys},
        "additionalProperties": kind.open,
    }
    if required := [key.name for key in kind.keys if key.required]:
        schema["required"] = required
    rules: list[Schema] = [{"$ref": f"#/$defs/{_group_name(group)}"} for group in kind.at_most_one]
    rules += [{"anyOf": [{"required": [name]} for name in group]} for group in kind.at_least_one]
    if rules:
        schema["allOf"] = rules
    return schema


def _group_name(group: tuple[str, ...]) -> str:
    return "at_most_one_of_" + "_".join(group)


def _at_most_one(group: tuple[str, ...]) -> Schema:
    return {"allOf": [{"not": {"required": list(pair)}} for pair in combinations(group, 2)]}


def _key_schema(key: Key) -> Schema:
    return {"description": key.about, **shape_schema(key.shape)}


def shape_schema(shape: Shape) -> Schema:
    """Return the schema of one sort of value."""
    match shape:
        case Prose(parts=False) | Line() | Name() | NewName() | Start() | ConditionText() | ExpressionText() | Range():
            return dict(_SCALAR)
        case Prose():
            part: Schema = {"anyOf": [_SCALAR, {"$ref": _pointer("text part")}]}
            return {"anyOf": [*part["anyOf"], {"type": "array", "items": part}]}
        case EffectsText():
            return {"anyOf": [_SCALAR, {"type": "array", "items": _SCALAR}]}
        case Flag(only_true=True):
            return {"anyOf": [{"const": True}, {"type": "string", "pattern": f"^({_TRUE})$"}]}
        case Flag():
            return {"anyOf": [{"type": "boolean"}, {"type": "string", "pattern": f"^({_TRUE}|{_FALSE})$"}]}
        case Number():
            return {"anyOf": [_integer(shape), {"type": "string", "pattern": _WHOLE_NUMBER}]}
        case Word():
            return {"enum": list(shape.words)}
        case Nested():
            return {"$ref": _pointer(shape.kind)}
        case Either():
            return {"anyOf": [shape_schema(option) for option in shape.options]}
        case ListOf():
            return _list_schema(shape)
        case MapOf():
            return {
                "type": "object",
                "propertyNames": _name_schema(shape.keys),
                "additionalProperties": shape_schema(shape.of),
            }
        case Anything():
            return {}


def _integer(number: Number) -> Schema:
    bounds = {"minimum": number.low, "maximum": number.high}
    return {"type": "integer", **{name: bound for name, bound in bounds.items() if bound is not None}}


def _list_schema(shape: ListOf) -> Schema:
    item = shape_schema(shape.of)
    schema: Schema = {"type": "array", "items": item}
    if shape.size is not None:
        schema |= {"minItems": shape.size, "maxItems": shape.size}
    return {"anyOf": [item, schema]} if shape.single else schema


def _name_schema(keys: Shape) -> Schema:
    """What a key that the author chooses must look like."""
    match keys:
        case NewName(identifier=True):
            return {"pattern": _IDENTIFIER}
        case NewName():
            return {"pattern": _PLAIN_NAME}
        case Number():
            return {"pattern": _WHOLE_NUMBER}
        case Range():
            return {"pattern": _RANGE}
        case _:
            return {}


if __name__ == "__main__":
    SCHEMA_FILE.write_text(schema_text(), encoding="utf-8")
