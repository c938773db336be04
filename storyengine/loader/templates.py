"""Texts with expressions in braces: `{signal} bars`, `{"lit" if lit else "dark"}`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from storyengine.loader.expression_parser import parse_text_expression
from storyengine.loader.expression_tokens import Positions, Report, Source
from storyengine.loader.expression_types import Scope
from storyengine.model.expressions import Expression
from storyengine.source import Span

_BRACE = re.compile(r"\{\{|\}\}|[{}]")
_QUOTED = re.compile(r""""(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'""")
# A brace inside a quoted word closes nothing. At a quote that never ends this stops.
_INSIDE = re.compile(rf"""(?:[^{{}}"']|{_QUOTED.pattern})*""")
# `{hour >= 9: late}` and `{a|b}` as in ink, `{if lit}...{endif}` as in template languages.
_OTHER_TOOLS = re.compile(r":|(?<!\|)\|(?!\|)|\?|^\s*(?:[#/]|(?:if|unless|when|else|elseif|elif|endif|end)\b)")


def parse_template(
    text: str, at: Span, scope: Scope, report: Report, *, positions: Positions | None = None
) -> tuple[str | Expression, ...]:
    """Read a text that may hold expressions in braces; `{{` and `}}` stand for the braces themselves.

    Args:
        text: the author's characters.
        at: where the first of them stands.
        scope: what names mean.
        report: takes what is wrong.
        positions: from an offset in `text` to (line, column), where lines are indented or characters escaped.

    Returns:
        Text and expressions in turn, no piece of text empty. What is wrong stays in it as the text that was typed.
    """
    source = Source(text, at, report, positions)
    found: list[str | Expression] = []
    words: list[str] = []
    for piece in _pieces(source, scope):
        if isinstance(piece, str):
            words.append(piece)
            continue
        if plain := "".join(words):
            found.append(plain)
        found.append(piece)
        words.clear()
    if plain := "".join(words):
        found.append(plain)
    return tuple(found)


def _pieces(source: Source, scope: Scope) -> Iterator[str | Expression]:
    text = source.text
    offset = 0
    while (brace := _BRACE.search(text, offset)) is not None:
        yield text[offset : brace.start()]
        offset = brace.end()
        if len(brace.group()) == 2:
            yield brace.group()[0]
        elif brace.group() == "}":
            message, why = "this `}` closes nothing", "braces hold what is put into the text"
            hint = "write `}}` for a brace in the text, or the missing `{`"
            source.complain("text-braces", brace.start(), brace.end(), message, why, hint, "}}")
            yield "}"
        else:
            end = _closing(text, offset)
            if end is None:
                message, why = "this `{` is never closed", "braces hold what is put into the text"
                hint = "write `}` where it ends, or `{{` for a brace in the text"
                source.complain("text-braces", brace.start(), brace.end(), message, why, hint)
                yield "{"
                continue
            expression = _inside(source, scope, offset, end)
            yield text[brace.start() : end + 1] if expression is None else expression
            offset = end + 1
    yield text[offset:]


def _closing(text: str, start: int) -> int | None:
    """Return the offset of the brace that closes what starts at `start`, if there is one before the next opens."""
    inside = _INSIDE.match(text, start)
    assert inside is not None, "it matches nothing at all, too"
    end = inside.end()
    if end < len(text) and text[end] in "\"'":
        # The quote never ends. Up to the next brace it is part of the expression, so that it can be reported there.
        brace = _BRACE.search(text, end)
        end = len(text) if brace is None else brace.start()
    return end if end < len(text) and text[end] == "}" else None


def _inside(source: Source, scope: Scope, start: int, end: int) -> Expression | None:
    """Read what stands in one pair of braces."""
    inner = source.text[start:end]
    if not inner.strip():
        message, why = "nothing stands in these braces", "braces hold what is put into the text"
        hint = "write a variable in them, or `{{}}` for braces in the text"
        source.complain("text-braces", start - 1, end + 1, message, why, hint, "{{}}")
        return None
    if _OTHER_TOOLS.search(_QUOTED.sub("''", inner)):
        message = f"{source.quote(start - 1, end + 1)} is not how a text reads differently"
        why = 'braces hold one value, such as `{signal}` or `{"late" if hour >= 9 else "early"}`'
        hint = "make the text a list of parts, and give the part that is not always read a `when`"
        source.complain("text-braces", start - 1, end + 1, message, why, hint)
        return None
    return parse_text_expression(source.part(start, end), scope)
