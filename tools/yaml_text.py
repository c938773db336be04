"""Plain values written as the YAML of a story, one thing a line, as an author would lay it out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

Tree = dict[str, Any]
"""What one file of a story says: mappings, lists, numbers, flags and texts."""

Files = dict[str, Tree]
"""A story: file name to what the file says."""

PLAIN = re.compile(r"[A-Za-z][\w/ .-]*\Z|[\w/]+\Z")
"""Texts that need no quotes."""
READ_OTHERWISE = re.compile(r"(true|false|null|yes|no|on|off|y|n|~)\Z|[\d.+-]", re.IGNORECASE)
"""Texts that some reader of YAML takes for something else."""


def as_yaml(tree: Mapping[str, Any]) -> str:
    r"""Return the text of a file.

    Example:
        >>> print(as_yaml({"cards": {"a": {"text": "Two: three.", "choices": [{"text": "On.", "goto": "b"}]}}}), end="")
        cards:
          a:
            text: "Two: three."
            choices:
              - text: On.
                goto: b
    """
    return "".join(line + "\n" for line in _mapping(tree, ""))


def _mapping(tree: Mapping[str, Any], margin: str) -> Iterator[str]:
    for key, value in tree.items():
        shown = _scalar(str(key)) if not str(key).isdigit() else str(key)
        if isinstance(value, Mapping) and value:
            yield f"{margin}{shown}:"
            yield from _mapping(value, margin + "  ")
        elif _is_list(value) and value and any(isinstance(each, Mapping) for each in value):
            yield f"{margin}{shown}:"
            yield from _list(value, margin + "  ")
        else:
            yield f"{margin}{shown}: {_inline(value)}"


def _list(values: Sequence[Any], margin: str) -> Iterator[str]:
    for value in values:
        if isinstance(value, Mapping) and value:
            lines = list(_mapping(value, margin + "  "))
            yield f"{margin}- {lines[0].lstrip()}"
            yield from lines[1:]
        else:
            yield f"{margin}- {_inline(value)}"


def _inline(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_scalar(str(key))}: {_inline(inner)}" for key, inner in value.items()) + "}"
    if _is_list(value):
        return "[" + ", ".join(map(_inline, value)) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else _scalar(value)


def _scalar(text: str) -> str:
    plain = PLAIN.match(text) and not READ_OTHERWISE.match(text) and not text.endswith(" ")
    return text if plain else json.dumps(text, ensure_ascii=False)


def _is_list(value: Any) -> bool:
    return isinstance(value, list | tuple)


def write_files(files: Files, folder: Path) -> None:
    """Write a story's files into a folder, which is made where it is missing."""
    for name, tree in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(as_yaml(tree), encoding="utf-8")


def read_files(folder: Path) -> Files:
    """Read a story's files as plain values; comments and layout are not kept."""
    found: Files = {}
    for path in sorted(folder.rglob("*.yaml")):
        tree = YAML(typ="safe", pure=True).load(path.read_text(encoding="utf-8"))
        found[path.relative_to(folder).as_posix()] = _plain(tree)
    return found


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if _is_list(value):
        return [_plain(inner) for inner in value]
    return value if isinstance(value, bool | int) else str(value)
