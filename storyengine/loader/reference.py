"""The format's reference for authors, made from its tables: one Markdown table for each kind of mapping."""

from __future__ import annotations

from storyengine.loader.format import KINDS, RULE_SCOPES, RULES
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
from storyengine.model.tables import LARGEST


def format_reference() -> str:
    """Return the whole reference in Markdown, one section for each kind of mapping."""
    return "\n".join(kind_reference(kind) for kind in KINDS.values())


def kind_reference(kind: MappingKind) -> str:
    """Return the section of one kind of mapping: what it is, and its keys in a table."""
    lines = [f"### {kind.name}", "", kind.about, "", "| key | value | about |", "| --- | --- | --- |"]
    lines += [_row(kind, key) for key in kind.keys]
    notes = [f"At most one of {_names(group)}." for group in kind.at_most_one]
    notes += [f"At least one of {_names(group)}." for group in kind.at_least_one]
    if notes:
        lines += ["", " ".join(notes)]
    return "\n".join(lines) + "\n"


def _names(group: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in group)


def _row(kind: MappingKind, key: Key) -> str:
    name = f"`{key.name}`" + (" (required)" if key.required else "")
    about = key.about
    if kind is RULES:
        about += f" On: {', '.join(RULE_SCOPES[key.name])}."
    cells = (name, shape_words(key.shape), about)
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def shape_words(shape: Shape) -> str:
    """Say in words what may stand after a key."""
    match shape:
        case Line():
            return "plain text"
        case Prose():
            return "text"
        case Name() | NewName():
            return f"{_article(shape.of)} {shape.of}" if isinstance(shape, Name) else f"a name for the {shape.of}"
        case Flag():
            return "`true`" if shape.only_true else "`true` or `false`"
        case Number():
            return _number_words(shape)
        case Word():
            return " or ".join(f"`{word}`" for word in shape.words)
        case Start():
            return "a whole number, `true`, `false`, or a word"
        case ConditionText():
            return "a condition"
        case EffectsText():
            return "effects"
        case ExpressionText():
            return "a number or an expression"
        case Range():
            return "a range such as `0..6`"
        case Anything():
            return "a mapping"
        case ListOf():
            of = shape_words(shape.of)
            if shape.size is not None:
                return f"a list of {shape.size}: {of}"
            return f"{of}, or a list of such" if shape.single else f"a list, each {of}"
        case MapOf():
            return f"a mapping: {shape_words(shape.keys)} to {shape_words(shape.of)}"
        case Nested():
            return f"{_article(shape.kind)} [{shape.kind}](#{shape.kind.replace(' ', '-')})"
        case Either():
            return ", or ".join(shape_words(option) for option in shape.options)


def _article(word: str) -> str:
    return "an" if word[0] in "aeio" else "a"


def _number_words(number: Number) -> str:
    low, high = number.low, number.high
    if low is not None and high is not None and high != LARGEST:
        return f"a whole number from {low:,} to {high:,}"
    if low is not None and low != -LARGEST:
        return f"a whole number from {low:,} up"
    return "a whole number"
