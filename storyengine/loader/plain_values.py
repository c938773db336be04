"""Settings whose meaning the loader does not know: as plain Python values, by their own characters."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from storyengine.loader.nodes import Empty, Entry, Mapping, Node, Scalar, Sequence, Style
from storyengine.source import Span

_NUMBER = re.compile("[+-]?(?:0|[1-9][0-9]{0,11})")
_FLAGS = {"true": True, "false": False}


def plain_value(node: Node, spans: dict[str, Span], path: str = "") -> Any:
    """Turn a node into plain values: whole numbers, `true` and `false`, text, lists and mappings; None for nothing.

    Args:
        node: what was written.
        spans: takes the place of everything inside, by its path: `bots.0.name`.
        path: where the node stands.
    """
    match node:
        case Scalar(text, Style.PLAIN):
            if _NUMBER.fullmatch(text):
                return int(text)
            return _FLAGS.get(text.lower(), text)
        case Scalar(text):
            return text
        case Sequence(items):
            for index, item in enumerate(items):
                spans[f"{path}.{index}"] = item.span
            return [plain_value(item, spans, f"{path}.{index}") for index, item in enumerate(items)]
        case Mapping(entries):
            return plain_entries(entries, spans, f"{path}.")
        case Empty():
            return None


def plain_entries(entries: Iterable[Entry], spans: dict[str, Span], prefix: str = "") -> dict[str, Any]:
    """Turn entries into a dictionary; of two with the same key the first counts."""
    found: dict[str, Any] = {}
    for entry in entries:
        name = entry.key.text
        if name not in found:
            spans[prefix + name] = entry.key.span
            found[name] = plain_value(entry.value, spans, prefix + name)
    return found
