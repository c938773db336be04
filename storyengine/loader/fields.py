"""A mapping with fixed keys, read by the table of its kind: unknown and missing keys, and each value by its sort."""

from __future__ import annotations

from typing import TypeVar

from storyengine.diagnostics import Related
from storyengine.loader.format import KINDS
from storyengine.loader.nodes import Entry, Mapping, Node, Scalar
from storyengine.loader.reading import Reading, rewrite, shortened
from storyengine.loader.shapes import Either, Flag, Line, ListOf, MapOf, MappingKind, Number, Shape, Word
from storyengine.source import Span

S = TypeVar("S", Flag, Number, Word)

_HABITS = {
    **dict.fromkeys(("to", "target", "next", "go", "jump", "link", "divert"), "goto"),
    **dict.fromkeys(("if", "condition", "requires", "require", "needs", "unless"), "when"),
    **dict.fromkeys(("effects", "effect", "set", "actions", "change"), "do"),
    **dict.fromkeys(("options", "option", "choice"), "choices"),
    **dict.fromkeys(("end", "finish"), "ending"),
    **dict.fromkeys(("description", "body", "prose", "content", "label"), "text"),
    **dict.fromkeys(("name", "heading"), "title"),
    **dict.fromkeys(("success", "pass"), "win"),
    **dict.fromkeys(("fail", "failure"), "lose"),
    **dict.fromkeys(("comment", "notes", "todo"), "note"),
    **dict.fromkeys(("initial", "default", "value"), "start"),
    **dict.fromkeys(("minimum", "low"), "min"),
    **dict.fromkeys(("maximum", "high"), "max"),
    **dict.fromkeys(("meters", "meter"), "trackers"),
    **dict.fromkeys(("vars", "state"), "variables"),
    **dict.fromkeys(("characters", "party"), "crew"),
    **dict.fromkeys(("passages", "nodes", "scenes"), "cards"),
    "disabled": "locked",
    "values": "one_of",
}
"""What authors call a key elsewhere; offered where the kind at hand knows the key."""


class Fields:
    """The keys of one mapping. What is wrong with the keys themselves has been reported."""

    __slots__ = ("_entries", "kind", "others", "reading", "span", "unknown")

    def __init__(self, reading: Reading, node: Mapping, kind: MappingKind) -> None:
        self.reading = reading
        self.kind = kind
        self.span: Span = node.entries[0].key.span if node.entries else node.span
        """Where messages about the whole point: its first key."""
        self._entries: dict[str, Entry] = {}
        self.others: list[Entry] = []
        """The entries whose keys the kind does not know; only an open kind has any."""
        known = _KNOWN[kind.name]
        unknown: list[Scalar] = []
        for entry in node.entries:
            name = entry.key.text
            if name in known:
                self._entries.setdefault(name, entry)
            elif kind.open:
                self.others.append(entry)
            else:
                unknown.append(entry.key)
        self.unknown = bool(unknown)
        """Whether a key was unknown, and may have been meant to be one that seems to be missing."""
        for key in unknown:
            self._complain_unknown(key)
        self._check_missing(unknown)
        for group in kind.at_most_one:
            self._check_at_most_one(group)

    def _complain_unknown(self, key: Scalar) -> None:
        kind = self.kind
        name = shortened(key.text)
        message = f"`{name}` is not a key of {article(kind.name)}"
        here = [each for each in kind.names if each not in self._entries]
        habit = _HABITS.get(key.text.casefold(), "")
        if habit in here and habit not in self.reading.near(key.text, here):
            self.reading.complain(
                "unknown-key", key.span, message, hint=f"did you mean `{habit}`?", fix=rewrite(key, habit)
            )
            return
        otherwise = f"{article(kind.name)} knows {', '.join(f'`{each}`' for each in kind.names)}"
        if kind.name == "choice" and not self._entries.keys() & {"text", "id"}:
            otherwise = f"a choice begins with its text: `- text: {name}`, then `goto:` on a line of its own"
        elif kind.name == "challenge" and key.text in _KNOWN["consequence"]:
            otherwise = f"what follows stands below `win` or `lose`: put `{name}` there"
        self.reading.unknown("unknown-key", key, message, here, otherwise=otherwise)

    def _check_missing(self, unknown: list[Scalar]) -> None:
        kind = self.kind
        missing = [key.name for key in kind.keys if key.required and key.name not in self._entries]
        # a misspelt key is reported once, as unknown
        likely = {near for key in unknown for near in self.reading.near(key.text, missing)}
        likely |= {_HABITS[key.text] for key in unknown if key.text in _HABITS}
        for name in missing:
            if name not in likely and not (kind.name == "choice" and unknown):
                message = f"{article(kind.name)} needs `{name}`, and it is missing"
                self.reading.complain("missing-key", self.span, message, hint=f"add `{name}:` — {_about(kind, name)}")
        for group in kind.at_least_one:
            if not unknown and not any(name in self._entries for name in group):
                names = " or ".join(f"`{name}`" for name in group)
                self.reading.complain(
                    "missing-key", self.span, f"{article(kind.name)} needs {names}", hint=f"add {names}"
                )

    def _check_at_most_one(self, group: tuple[str, ...]) -> None:
        keys = [self._entries[name].key for name in group if name in self._entries]
        if len(keys) < 2:
            return
        first, *more = sorted(keys, key=lambda key: key.span)
        for key in more:
            message = f"`{first.text}` and `{key.text}` cannot both be here"
            hint = "keep one of them; to do one or the other by a condition, use `branch`"
            if "goto" not in group:
                hint = "keep one of them"
            related = (Related(first.span, f"`{first.text}` is here"),)
            self.reading.complain("clashing-keys", key.span, message, hint=hint, related=related)

    def __contains__(self, name: str) -> bool:
        return name in self._entries

    def get(self, name: str) -> Node | None:
        """Return what stands after a key, or None without the key."""
        entry = self._entries.get(name)
        return entry.value if entry else None

    def key(self, name: str) -> Scalar:
        """Return a key that is there, for its place."""
        return self._entries[name].key

    def shape(self, name: str) -> Shape:
        """Return what the table says of a key."""
        return _KNOWN[self.kind.name][name]

    def line(self, name: str, default: str = "") -> str:
        """Read a key of plain text."""
        node = self.get(name)
        return default if node is None else self.reading.read_line(node) or default

    def lines(self, name: str) -> tuple[str, ...]:
        """Read a list of plain texts."""
        node, shape = self.get(name), self.shape(name)
        assert isinstance(shape, ListOf) and isinstance(shape.of, Line)
        items = self.reading.read_list(node, "texts", single=shape.single) if node is not None else None
        found = (self.reading.read_line(item) for item in items or ())
        return tuple(line for line in found if line is not None)

    def number(self, name: str) -> int | None:
        """Read a whole number; None without the key, or after an error."""
        node = self.get(name)
        return None if node is None else self.reading.read_number(node, option(self.shape(name), Number))

    def flag(self, name: str) -> bool:
        """Read yes or no; no without the key."""
        node = self.get(name)
        return bool(node is not None and self.reading.read_flag(node, option(self.shape(name), Flag)))

    def word(self, name: str) -> str:
        """Read one of a few words; empty without the key, or after an error."""
        node = self.get(name)
        return "" if node is None else self.reading.read_word(node, option(self.shape(name), Word)) or ""

    def reason(self, name: str) -> str:
        """Read a key that says why; a blank reason would be none."""
        node = self.get(name)
        return "" if node is None else self.reading.read_reason(node)

    def reasons(self, name: str) -> dict[str, str]:
        """Read a mapping of plain texts to reasons."""
        node = self.get(name)
        mapping = self.reading.read_mapping(node, "a mapping") if node is not None else None
        if mapping is None:
            return {}
        return {entry.key.text: self.reading.read_reason(entry.value) for entry in mapping.entries}


def read_fields(reading: Reading, node: Node, kind: MappingKind) -> Fields | None:
    """Read a mapping of a kind; None when something else stands there, which has been reported."""
    mapping = reading.read_mapping(node, article(kind.name))
    return Fields(reading, mapping, kind) if mapping is not None else None


def option(shape: Shape, sort: type[S]) -> S:
    """Return the part of a shape that is of a sort: itself, one of its options, or what its items or values are.

    Raises:
        TypeError: the table has nothing of the sort there.
    """
    pending = [shape]
    while pending:
        each = pending.pop(0)
        if isinstance(each, sort):
            return each
        if isinstance(each, Either):
            pending += each.options
        elif isinstance(each, ListOf | MapOf):
            pending.append(each.of)
    raise TypeError(f"the format has no {sort.__name__} here, but {shape!r}")


def article(name: str) -> str:
    """The name with its article."""
    if name == "rules":
        return "`rules`"
    return f"{'an' if name[0] in 'aeio' else 'a'} {name}"


def _about(kind: MappingKind, name: str) -> str:
    about = kind.key(name).about.rstrip(".")
    return about[0].lower() + about[1:]


_KNOWN: dict[str, dict[str, Shape]] = {kind.name: {key.name: key.shape for key in kind.keys} for kind in KINDS.values()}
