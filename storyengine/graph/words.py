"""What edges and nodes say in words: texts as they were written, conditions and effects as the author reads them."""

from __future__ import annotations

from collections.abc import Iterable

from storyengine.model.cards import Seen, Template, Text, TextPart
from storyengine.model.expressions import AllOf, Condition, Effect
from storyengine.model.formatting import format_effect, format_expression


def text_words(text: Text | None) -> str:
    """Return a text as written: parts one after the other, each with its condition before it in brackets."""
    return "\n\n".join(_part(part) for part in text.parts) if text else ""


def _part(part: TextPart) -> str:
    signs = [] if part.seen is Seen.ALWAYS else [part.seen.value]
    signs += [f"when {format_expression(part.when.expression)}"] if part.when else []
    words = template_words(part.template).strip("\n")
    return f"[{', '.join(signs)}] {words}" if signs else words


def template_words(template: Template) -> str:
    """Return a template with its expressions in braces."""
    return "".join(piece if isinstance(piece, str) else f"{{{format_expression(piece)}}}" for piece in template)


def condition_words(conditions: Iterable[Condition | None]) -> str:
    """Return conditions that must all hold as one; empty when there is none."""
    given = tuple(dict.fromkeys(condition.expression for condition in conditions if condition))
    return "" if not given else format_expression(given[0] if len(given) == 1 else AllOf(given))


def effect_words(effects: Iterable[Effect]) -> str:
    """Return effects one after the other, separated by `;`."""
    return "; ".join(map(format_effect, effects))
