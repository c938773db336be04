"""From the events of either YAML parser to the tree, or to the place where reading stops.

The quick parser (libyaml) and the slow one (pure Python) send the same events but disagree at the edges. So the quick
one only ever accepts: whatever it refuses is read again by the slow one, which then decides.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    StreamEndEvent,
)

from storyengine.loader.nodes import Empty, Entry, Mapping, Node, Scalar, Sequence, Style
from storyengine.source import Span

QuickParser: Any
try:
    from ruamel.yaml.cyaml import CSafeLoader as QuickParser
except ImportError:  # no build of the C part for this Python
    QuickParser = None

MAX_DEPTH = 40
"""How many lists and maps may stand inside each other."""

Place: TypeAlias = tuple[int, int]
"""Line and column as the parsers count them: both from 0."""

_STYLES = {
    None: Style.PLAIN,
    "": Style.PLAIN,
    "'": Style.SINGLE,
    '"': Style.DOUBLE,
    "|": Style.LITERAL,
    ">": Style.FOLDED,
}


@dataclass(frozen=True, slots=True)
class Failure:
    """Why and where reading stopped."""

    kind: str
    """`syntax` when the parser gave up, else the slug of what is refused."""
    problem: str
    """The parser's own words, to tell cases apart; never shown."""
    place: Place
    """Where it was noticed."""
    context: Place | None
    """Where the thing began that could not be finished."""
    start: Place
    """Where the last thing that was understood began."""
    region: Place | None
    """Lines of the two outermost block keys that were open: what came between and before them is of no influence."""


class _Stop(Exception):
    """Ends the building at a place; carries a finding, so it is no error."""

    def __init__(self, kind: str, place: Place) -> None:
        self.kind = kind
        self.place = place


def read(lines: list[str], path: str, *, pure: bool) -> Node | Failure:
    """Read a file's lines into a tree.

    Args:
        lines: the lines without their ends; no tab and no control character among them.
        path: for the spans.
        pure: leave the quick parser out. The answer is the same.
    """
    if not pure and QuickParser is not None:
        found = _build(lines, path, _quick_events)
        if not isinstance(found, Failure):
            return found
        if found.region is not None:
            # The slow parser is ten times slower, so it sees only the part that matters, on the same lines.
            again = _build(_only_region(lines, found.region), path, _slow_events)
            if isinstance(again, Failure):
                return again
    return _build(lines, path, _slow_events)


def read_region(lines: list[str], path: str, region: Place | None, *, pure: bool) -> Node | Failure:
    """Read only the part of a file that `Failure.region` names; a failure is always the slow parser's."""
    if region is not None:
        lines = _only_region(lines, region)
    if not pure and QuickParser is not None:
        found = _build(lines, path, _quick_events)
        if not isinstance(found, Failure):
            return found
    return _build(lines, path, _slow_events)


def _only_region(lines: list[str], region: Place) -> list[str]:
    outer, inner = region
    kept = [""] * inner + lines[inner:]
    kept[outer] = lines[outer]
    return kept


# In `{ }` the old libyaml stops at a colon or question mark inside a word, which YAML 1.2 takes as part of it. Neither
# means anything there, so each is read as a private character of the same width, and put back afterwards.
_INNER_COLON = re.compile(r"""(?<=[^\s\[\]{},"'?:]):(?=[^\s\[\]{},])""")
_INNER_QUESTION = re.compile(r"(?<=[^\s\[\]{},])\?")
_PRIVATE = "\ue000\ue001"


def _quick_events(text: str) -> tuple[Callable[[], Any], bool]:
    """The C parser's next-event function, and whether private characters stand in for others."""
    stands_in = ("{" in text or "[" in text) and not (_PRIVATE[0] in text or _PRIVATE[1] in text)
    if stands_in:
        shielded = _INNER_QUESTION.sub(_PRIVATE[1], _INNER_COLON.sub(_PRIVATE[0], text))
        stands_in = shielded != text
        text = shielded
    return QuickParser(text).get_event, stands_in


def _slow_events(text: str) -> tuple[Callable[[], Any], bool]:
    """The Python parser's next-event function."""
    events: Iterator[Any] = YAML(typ="safe", pure=True).parse(text)
    return events.__next__, False


_BLOCK_HEADER = re.compile(r"[|>][-+0-9]*(?:\s|$)")
_EXPLICIT_KEY = re.compile(r"(?:^|(?<=[\s\[{,]))\?(?=\s|$)", re.MULTILINE)
_KEY_ALONE = re.compile(r"""[^\s#'"\[{][^#]*:\s*(?:#.*)?$""")


def _build(lines: list[str], path: str, parser: Callable[[str], tuple[Callable[[], Any], bool]]) -> Node | Failure:
    """Build the tree; the hot loop of loading, so it trades a little beauty for speed."""
    text = "\n".join(lines) + "\n"
    next_event, stands_in = parser(text)
    has_explicit_keys = _EXPLICIT_KEY.search(text) is not None
    # Line and column of the keys that are open in the two outermost block maps.
    trail: list[Place | None] = [None, None, None, None]
    event: Any = None

    def scalar(event: Any) -> Scalar | None:
        if event.anchor is not None:
            raise _Stop("anchor", (event.start_mark.line, event.start_mark.column))
        if event.tag is not None:
            raise _Stop("tag", (event.start_mark.line, event.start_mark.column))
        value = event.value
        style = _STYLES[event.style]
        if not value and style is Style.PLAIN:
            return None
        if stands_in and (_PRIVATE[0] in value or _PRIVATE[1] in value):
            value = value.replace(_PRIVATE[0], ":").replace(_PRIVATE[1], "?")
        start, end = event.start_mark, event.end_mark
        last, end_column = end.line, end.column
        if style is Style.LITERAL or style is Style.FOLDED:
            if not _BLOCK_HEADER.match(lines[start.line], start.column):
                # libyaml takes `|#` for a mark with a comment.
                raise _Stop("syntax", (start.line, start.column))
            # The parser's end is where the next thing starts; ours is the end of the last line with text.
            last, end_column = _end_of_block(lines, start.line, last, end_column)
        line = start.line + 1
        return Scalar(value, style, Span(path, line, start.column + 1, line + last - start.line, end_column + 1))

    def key_of(event: Any) -> Scalar:
        place = (event.start_mark.line, event.start_mark.column)
        if type(event) is AliasEvent:
            raise _Stop("alias", place)
        if type(event) is not ScalarEvent or (has_explicit_keys and _is_explicit(lines, place)):
            raise _Stop("complex-key", place)
        key = scalar(event)
        if key is None:
            raise _Stop("missing-key", place)
        if key.text == "<<" and key.style is Style.PLAIN:
            raise _Stop("merge-key", place)
        return key

    def refuse_runaway(scalar: Scalar, indent: int) -> None:
        """Stop if a quote was closed only after lines that stand no further right than its own key.

        The slow parser would take such lines as part of the text: whole cards, down to the next quote.
        """
        if scalar.style is Style.SINGLE or scalar.style is Style.DOUBLE:
            for line in lines[scalar.span.line : scalar.span.end_line]:
                if line.strip() and len(line) - len(line.lstrip(" ")) <= indent:
                    raise _Stop("open-quote", (scalar.span.line - 1, scalar.span.column - 1))

    def node(first: Any, depth: int) -> Node | None:
        nonlocal event
        kind = type(first)
        if kind is ScalarEvent:
            return scalar(first)
        mark = first.start_mark
        if kind is AliasEvent:
            raise _Stop("alias", (mark.line, mark.column))
        if first.anchor is not None:
            raise _Stop("anchor", (mark.line, mark.column))
        if first.tag is not None:
            raise _Stop("tag", (mark.line, mark.column))
        if depth > MAX_DEPTH:
            raise _Stop("deep-nesting", (mark.line, mark.column))
        last: Span
        if kind is MappingStartEvent:
            entries: list[Entry] = []
            while True:
                event = next_event()
                if type(event) is MappingEndEvent:
                    break
                key = key_of(event)
                if depth < 3 and not first.flow_style:
                    trail[depth] = (key.span.line - 1, key.span.column - 1)
                    trail[depth + 1] = None
                event = next_event()
                value = node(event, depth + 1) or Empty(_after_colon(lines, key.span))
                if not first.flow_style and type(value) is Scalar and value.span.line != value.span.end_line:
                    refuse_runaway(value, mark.column)
                entries.append(Entry(key, value))
                last = value.span
            if first.flow_style:
                return Mapping(tuple(entries), _between(path, mark, event.end_mark))
            return Mapping(tuple(entries), Span(path, mark.line + 1, mark.column + 1, last.end_line, last.end_column))
        items: list[Node] = []
        while True:
            event = next_event()
            if type(event) is SequenceEndEvent:
                break
            item = node(event, depth + 1) or Empty(_between(path, event.start_mark, event.start_mark))
            items.append(item)
            last = item.span
        if first.flow_style:
            return Sequence(tuple(items), _between(path, mark, event.end_mark))
        return Sequence(tuple(items), Span(path, mark.line + 1, mark.column + 1, last.end_line, last.end_column))

    # The tree has no cycles, but the collector would walk it again and again while it grows: a third of the time.
    was_collecting = gc.isenabled()
    gc.disable()
    try:
        next_event()
        event = next_event()
        if type(event) is StreamEndEvent:
            return Empty(Span(path, 1, 1, 1, 1))
        event = next_event()
        root = node(event, 1)
        if type(root) is Scalar and root.style in {Style.LITERAL, Style.FOLDED}:
            # Without a key the parsers disagree where such a text ends, and it belongs to nothing.
            raise _Stop("missing-key", (root.span.line - 1, root.span.column - 1))
        next_event()
        event = next_event()
        if type(event) is DocumentStartEvent:
            raise _Stop("several-documents", (event.start_mark.line, event.start_mark.column))
        return root or Empty(Span(path, 1, 1, 1, 1))
    except _Stop as stop:
        return Failure(stop.kind, "", stop.place, None, stop.place, _region(lines, trail))
    except (YAMLError, ValueError, OverflowError) as error:
        start = (event.start_mark.line, event.start_mark.column) if event is not None else (0, 0)
        place, context, problem = start, None, "escape"
        if isinstance(error, MarkedYAMLError):
            problem = str(error.problem)
            if error.problem_mark is not None:
                place = (error.problem_mark.line, error.problem_mark.column)
            if error.context_mark is not None:
                context = (error.context_mark.line, error.context_mark.column)
        return Failure("syntax", problem, place, context, start, _region(lines, trail))
    finally:
        if was_collecting:
            gc.enable()


def _between(path: str, start: Any, end: Any) -> Span:
    return Span(path, start.line + 1, start.column + 1, end.line + 1, end.column + 1)


def _end_of_block(lines: list[str], first: int, last: int, column: int) -> Place:
    if column == 0 or last >= len(lines) or not lines[last][:column].strip():
        last -= 1
    last = min(last, len(lines) - 1)
    while last > first and not lines[last].strip():
        last -= 1
    return last, len(lines[last])


def _after_colon(lines: list[str], key: Span) -> Span:
    """The empty stretch after a key and its colon, or after the key if it has none."""
    line = lines[key.end_line - 1]
    column = key.end_column - 1
    rest = line[column : column + 80].lstrip(" ")
    if rest.startswith(":"):
        column = line.index(":", column) + 1
    return Span(key.path, key.end_line, column + 1, key.end_line, column + 1)


def _is_explicit(lines: list[str], place: Place) -> bool:
    """Whether a question mark announces the key at this place."""
    line, column = place
    before = lines[line][:column].rstrip()
    while not before and line > 0:
        line -= 1
        before = lines[line].rstrip()
    return before.endswith("?") and (len(before) == 1 or before[-2] in " [{,")


def _region(lines: list[str], trail: list[Place | None]) -> Place | None:
    """The lines of the open keys at depth 1 and 2, if both are plain block keys on lines of their own."""
    outer, inner = trail[1], trail[2]
    if outer is None or inner is None or outer[0] >= inner[0] or outer[1] != 0:
        return None
    if not _KEY_ALONE.match(lines[outer[0]]) or lines[inner[0]][: inner[1]].strip():
        return None
    return outer[0], inner[0]
