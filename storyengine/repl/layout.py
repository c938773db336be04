"""Lines of a given width: wide and combining characters are counted, and no word is lost however narrow it is."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from storyengine.repl.blocks import Block, Kind
from storyengine.repl.neutralise import isolate

NARROWEST, WIDEST, USUAL = 20, 200, 80
MOST_INDENT = 8

TIGHT = frozenset({Kind.ASIDE, Kind.CHOICE, Kind.ROW})
"""Kinds whose blocks follow one another without an empty line."""

EMPHASIS = re.compile(r"(?<![\w*])\*(?=[^\s*])([^*\n]*[^\s*])\*(?![\w*])")
"""`*emphasis*`, but neither `2 * 3 * 4` nor `**`."""

_JOINER, _EMOJI_STYLE = "\u200d", "\ufe0f"
_BREAK_AFTER = frozenset("-/\N{EN DASH}\N{EM DASH}")


class Piece(NamedTuple):
    """A stretch of a line in one style: a block's kind, `emphasis`, `label`, or nothing."""

    style: str
    text: str


Line = tuple[Piece, ...]


class _Cluster(NamedTuple):
    """What takes one place on the screen: a character with the marks that sit on it."""

    text: str
    width: int
    emphasised: bool


def fitting_width(columns: int) -> int:
    """Return a width as near to `columns` as lines can still be read at; 0 is an unknown width."""
    return min(max(columns or USUAL, NARROWEST), WIDEST)


def character_width(character: str) -> int:
    """Return how many columns a character takes: 0, 1 or 2."""
    if character.isascii():
        return 1
    if unicodedata.category(character) in ("Mn", "Me", "Cf") or "\u1160" <= character <= "\u11ff":
        return 0  # marks, invisible letters, and the vowels and finals of Hangul that join what stands before
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1


def text_width(text: str) -> int:
    """Return how many columns a text takes."""
    return sum(cluster.width for cluster in _clusters(text, False))


def _clusters(text: str, emphasised: bool) -> list[_Cluster]:
    if text.isascii():
        return [_Cluster(each, 1, emphasised) for each in text]
    found: list[_Cluster] = []
    for character in text:
        width = character_width(character)
        if found and (width == 0 or found[-1].text.endswith(_JOINER)):
            before = found[-1]
            widened = 2 if character == _EMOJI_STYLE else before.width
            found[-1] = _Cluster(before.text + character, widened, emphasised)
        else:
            found.append(_Cluster(character, width, emphasised))
    return found


def _with_emphasis(text: str) -> list[_Cluster]:
    found: list[_Cluster] = []
    position = 0
    for match in EMPHASIS.finditer(text):
        found += _clusters(text[position : match.start()], False) + _clusters(match[1], True)
        position = match.end()
    return found + _clusters(text[position:], False)


def _may_break(before: _Cluster, after: _Cluster) -> bool:
    """Whether a line may end between two neighbours, neither of them a space."""
    if before.text in _BREAK_AFTER:
        return after.text[0].isalnum()
    if before.width < 2 and after.width < 2:
        return False
    # Chinese and Japanese break anywhere, but not before a closing mark nor after an opening one
    closes = unicodedata.category(after.text[0]) in ("Pe", "Pf", "Po")
    opens = unicodedata.category(before.text[0]) in ("Ps", "Pi")
    return not closes and not opens


def _fill(clusters: Sequence[_Cluster], width: int) -> list[list[_Cluster]]:
    """Break one line of the author's into lines of at most `width` columns; at least one."""
    lines: list[list[_Cluster]] = []
    start = 0
    while True:
        used, end, last_break = 0, start, -1
        while end < len(clusters) and used + clusters[end].width <= width:
            if end > start and (
                clusters[end].text == " "
                or clusters[end - 1].text == " "
                or _may_break(clusters[end - 1], clusters[end])
            ):
                last_break = end
            used += clusters[end].width
            end += 1
        if end == len(clusters):
            lines.append(list(clusters[start:]))
            return lines
        if clusters[end].text == " " or (end > start and _may_break(clusters[end - 1], clusters[end])):
            last_break = end
        # a word wider than the line is cut; one cluster is taken even where it does not fit, so that this ends
        cut = last_break if last_break > start and not _blank(clusters[start:last_break]) else max(end, start + 1)
        line = list(clusters[start:cut])
        while line and line[-1].text == " ":
            line.pop()
        lines.append(line)
        start = cut
        while start < len(clusters) and clusters[start].text == " ":
            start += 1
        if start == len(clusters):
            return lines


def _blank(clusters: Iterable[_Cluster]) -> bool:
    return all(cluster.text == " " for cluster in clusters)


def _pieces(clusters: Iterable[_Cluster], style: str) -> Line:
    merged: list[Piece] = []
    for cluster in clusters:
        own = "emphasis" if cluster.emphasised else style
        if merged and merged[-1].style == own:
            merged[-1] = Piece(own, merged[-1].text + cluster.text)
        else:
            merged.append(Piece(own, cluster.text))
    return tuple(merged)


def lay_out(blocks: Iterable[Block], width: int = USUAL, *, emphasis: bool = False) -> list[Line]:
    """Break blocks into lines, with an empty line between them where they do not belong together.

    Args:
        blocks: what to say; line breaks inside a text are kept.
        width: columns, at least 1.
        emphasis: whether `*emphasis*` becomes a style; otherwise the asterisks stay, as a plain output needs them.

    Returns:
        Lines of pieces; an empty line has none. No line is wider than `width`, unless a single character is.
    """
    lines: list[Line] = []
    before: Kind | None = None
    for block in blocks:
        if before not in (None, Kind.HEADING) and not (block.kind is before and before in TIGHT):
            lines.append(())
        lines += _block_lines(block, width, emphasis)
        before = block.kind
    return lines


def _block_lines(block: Block, width: int, emphasis: bool) -> list[Line]:
    label, text = f"{block.label} " if block.label else "", block.text.rstrip("\n")
    indent = text_width(label)
    if indent > min(MOST_INDENT, width // 2):
        label, indent, text = "", 0, label + text
    room = max(1, width - indent)
    lines: list[Line] = []
    for part in text.split("\n"):
        marked = emphasis and block.kind is not Kind.TABLE
        for clusters in _fill(_with_emphasis(part) if marked else _clusters(part, False), room):
            line = _pieces(clusters, block.kind.value)
            if label:  # a label must not be drawn into a line that runs from right to left
                line = tuple(Piece(style, isolate(piece)) for style, piece in line)
                line = (Piece("label", label if not lines else " " * indent), *line)
            lines.append(line)
    return lines


def line_text(line: Line) -> str:
    """Return a line without its styles and without spaces at its end."""
    return "".join(piece.text for piece in line).rstrip(" ")


def plain_text(blocks: Iterable[Block], width: int = USUAL) -> str:
    """Return blocks as text, each line ended; nothing for no blocks."""
    return "".join(line_text(line) + "\n" for line in lay_out(blocks, width))
