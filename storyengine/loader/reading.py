"""What every reader of the format shares: where findings go, and how a single value is read from its characters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from storyengine.diagnostics import Applicability, Diagnostic, Edit, Fix, Problems, Related, Severity
from storyengine.loader.codes import finding
from storyengine.loader.near_names import near
from storyengine.loader.nodes import Empty, Node, Scalar, Sequence
from storyengine.loader.nodes import Mapping as MappingNode
from storyengine.loader.shapes import Flag, Number, Word
from storyengine.source import Span

MOST_COMPARED = 300_000
"""Names that are compared in all to find near ones; beyond that, findings go without a suggestion."""

_MISREAD = frozenset(
    ("wrong-indentation", "missing-colon", "missing-space-after-colon", "open-bracket", "comma-cut", "complex-key")
)
"""Findings about YAML after which what stands nearby may not belong where it seems to."""
_DOUBTFUL = frozenset(("unknown-key", "missing-key", "wrong-shape", "empty-value", "choice-without-jump"))
"""Findings that would only repeat such a finding in other words."""
_NEARBY = 5

_WHOLE_NUMBER = re.compile(r"[+-]?(?:0|[1-9][0-9]*)")
_TRUE, _FALSE = frozenset({"true", "yes", "on"}), frozenset({"false", "no", "off"})
_LONGEST_NUMBER = 12

# C0 without tab and line end, C1, and the marks that turn the reading direction round
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


class Reading:
    """One run of the loader: takes findings, and reads single values.

    Each of the `read_` methods returns None after an error, which it has reported.
    """

    def __init__(self, problems: Problems, sources: Mapping[str, tuple[str, ...]]) -> None:
        self.problems = problems
        self.sources = sources
        self._misread: dict[str, list[int]] = {}
        self._compared = 0

    def take(self, path: str, found: Iterable[Diagnostic]) -> None:
        """Take over what was found while a file was read."""
        for each in found:
            self.problems.add(each)
            if each.severity is not Severity.ERROR:
                continue
            if each.slug in _MISREAD:
                self._misread.setdefault(path, []).append(each.span.line)
            elif each.slug == "tab-indentation":
                # it stands for every line with a tab, so no line can be trusted
                self._misread.setdefault(path, []).extend(range(1, len(self.sources[path]) + 1, _NEARBY))

    def is_misread(self, path: str) -> bool:
        """Whether a file's layout is broken, so that something may be there that was not found."""
        return path in self._misread

    def complain(
        self,
        slug: str,
        span: Span,
        message: str,
        *,
        why: str = "",
        hint: str = "",
        fix: Fix | None = None,
        related: tuple[Related, ...] = (),
    ) -> None:
        """Report a finding of the kind `slug`, unless it only repeats that the layout is broken there."""
        if slug in _DOUBTFUL and any(abs(line - span.line) <= _NEARBY for line in self._misread.get(span.path, ())):
            return
        self.problems.add(finding(slug, span, message, why=why, hint=hint, fix=fix, related=related))

    def near(self, name: str, candidates: Iterable[str]) -> tuple[str, ...]:
        """Return the names that `name` may have been meant to be; none once too many have been compared."""
        return near(name, self.affordable(candidates))

    def affordable(self, candidates: Iterable[str]) -> tuple[str, ...]:
        """Return the names for someone else to compare; none once too many have been compared."""
        known = tuple(candidates)
        self._compared += len(known)
        return known if self._compared <= MOST_COMPARED else ()

    def unknown(
        self, slug: str, node: Scalar, message: str, candidates: Iterable[str], *, otherwise: str = "", why: str = ""
    ) -> None:
        """Report a name that nothing bears, with what was probably meant.

        Args:
            slug: the kind of finding.
            node: where the name stands.
            message: what is wrong.
            candidates: the names that could stand there.
            otherwise: the hint when none of them is near; without it, the hint lists a few that exist.
            why: the reason, where it is not the usual one.
        """
        known = tuple(candidates)
        found = self.near(node.text, known)
        if found:
            hint = f"did you mean {' or '.join(f'`{each}`' for each in found)}?"
            self.complain(slug, node.span, message, why=why, hint=hint, fix=rewrite(node, found[0]))
        else:
            self.complain(slug, node.span, message, why=why, hint=otherwise or known_names(known))

    def read_scalar(self, node: Node, wanted: str) -> Scalar | None:
        """Read a single value; `wanted` says what it should be, for the message."""
        if isinstance(node, Scalar):
            return node
        if isinstance(node, Empty):
            self.complain("empty-value", node.span, "nothing stands here", hint=f"write {wanted}, or leave the key out")
        else:
            message = f"{shape_of(node)} stands where {wanted} belongs"
            self.complain("wrong-shape", first_line(node.span), message, hint=f"write {wanted} after the colon")
        return None

    def read_line(self, node: Node, wanted: str = "a text") -> str | None:
        """Read plain text, as typed; a block loses its last line end."""
        scalar = self.read_scalar(node, wanted)
        if scalar is None:
            return None
        self.check_characters(scalar)
        return scalar.text.rstrip("\n")

    def read_reason(self, node: Node) -> str:
        """Read plain text that must say something; empty after an error."""
        said = self.read_line(node, "the reason")
        if said is not None and not said.strip():
            message = "there is no reason here"
            self.complain("empty-value", node.span, message, hint="write the reason, or leave the key out")
        return said or ""

    def check_characters(self, scalar: Scalar) -> None:
        """Warn of characters that steer a terminal or turn the reading direction round."""
        if scalar.text.isascii() and scalar.text.isprintable():
            return
        found = sorted({f"U+{ord(each):04X}" for each in _CONTROL.findall(scalar.text)})
        if found:
            message = f"there is a character here that steers the screen: {', '.join(found)}"
            hint = "delete it; the player is shown a harmless sign in its place"
            self.complain("control-character", first_line(scalar.span), message, hint=hint)

    def read_number(self, node: Node, shape: Number) -> int | None:
        """Read a whole number from its characters."""
        scalar = self.read_scalar(node, "a whole number")
        if scalar is None:
            return None
        text = scalar.text.strip()
        if not _WHOLE_NUMBER.fullmatch(text):
            self._complain_number(scalar)
            return None
        # what has more digits is out of every range, and slow to convert
        value = int(text) if len(text) <= _LONGEST_NUMBER else 10**_LONGEST_NUMBER * (-1 if text[0] == "-" else 1)
        if (shape.low is not None and value < shape.low) or (shape.high is not None and value > shape.high):
            message = f"`{shortened(text)}` is out of range"
            self.complain("number-out-of-range", scalar.span, message, hint=f"write {range_words(shape)}")
            return None
        return value

    def _complain_number(self, scalar: Scalar) -> None:
        message = f"`{shortened(scalar.text)}` is not a whole number"
        instead = plain_number(scalar.text.strip())
        if instead:
            self.complain("not-a-number", scalar.span, message, hint=f"write `{instead}`", fix=rewrite(scalar, instead))
        else:
            self.complain("not-a-number", scalar.span, message, hint="write a number such as `25`, `-1` or `+2`")

    def read_flag(self, node: Node, shape: Flag) -> bool | None:
        """Read yes or no, in any of the usual words."""
        scalar = self.read_scalar(node, "`true`" if shape.only_true else "`true` or `false`")
        if scalar is None:
            return None
        word = scalar.text.strip().casefold()
        if word in _TRUE:
            return True
        if word not in _FALSE:
            hint = "write `true`" if shape.only_true else "write `true` or `false`"
            self.complain("not-a-flag", scalar.span, f"`{shortened(scalar.text)}` is neither yes nor no", hint=hint)
        elif shape.only_true:
            message = f"`{scalar.text}` says nothing here"
            self.complain("not-a-flag", scalar.span, message, hint="leave the key out, or write `true`")
        else:
            return False
        return None

    def read_word(self, node: Node, shape: Word) -> str | None:
        """Read one of a few words."""
        choices = " or ".join(f"`{word}`" for word in shape.words)
        scalar = self.read_scalar(node, choices)
        if scalar is None:
            return None
        if scalar.text in shape.words:
            return scalar.text
        message = f"`{shortened(scalar.text)}` means nothing here"
        self.unknown("unknown-word", scalar, message, shape.words, otherwise=f"write {choices}")
        return None

    def read_list(self, node: Node, wanted: str, *, single: bool = False) -> tuple[Node, ...] | None:
        """Read a list, or with `single` one item in place of it."""
        if isinstance(node, Sequence):
            return node.items
        if single and not isinstance(node, Empty):
            return (node,)
        if isinstance(node, Empty):
            self.complain("empty-value", node.span, "nothing stands here", hint=f"write a list of {wanted}")
            return None
        message = f"{shape_of(node)} stands where a list of {wanted} belongs"
        hint = "begin each item with a dash, on a line of its own"
        self.complain("wrong-shape", first_line(node.span), message, hint=hint)
        return None

    def read_mapping(self, node: Node, wanted: str) -> MappingNode | None:
        """Read a mapping; `wanted` says of what."""
        if isinstance(node, MappingNode):
            return node
        if isinstance(node, Empty):
            self.complain("empty-value", node.span, "nothing stands here", hint=f"write {wanted}, or leave the key out")
        else:
            message = f"{shape_of(node)} stands where {wanted} belongs"
            self.complain("wrong-shape", first_line(node.span), message, hint="write its keys below, each with a colon")
        return None


def shape_of(node: Node) -> str:
    """What a message calls a node."""
    if isinstance(node, Scalar):
        return "a text"
    if isinstance(node, Sequence):
        return "a list"
    return "a mapping" if isinstance(node, MappingNode) else "nothing"


def first_line(span: Span) -> Span:
    """The first line of a place, so that a message does not underline half a file."""
    if span.end_line == span.line:
        return span
    return Span(span.path, span.line, span.column, span.line, span.column + 1)


def rewrite(scalar: Scalar, text: str, *, safe: bool = False) -> Fix:
    """The fix that puts another word in place of one."""
    applicability = Applicability.SAFE if safe else Applicability.UNSAFE
    return Fix(f"write `{text}`", (Edit(scalar.span, text),), applicability)


def shortened(text: str, most: int = 40) -> str:
    """The text on one line, and not too long, for a message."""
    words = " ".join(text.split()) if text.strip() else text
    return words if len(words) <= most else words[: most - 3] + "..."


def known_names(names: Iterable[str], most: int = 8) -> str:
    """A hint that lists what exists, or says that nothing does."""
    known = list(names)
    if not known:
        return "there are none so far"
    listed = ", ".join(f"`{name}`" for name in known[:most])
    more = f", and {len(known) - most:,} more" if len(known) > most else ""
    return f"there {'is' if len(known) == 1 else 'are'} {listed}{more}"


def range_words(shape: Number) -> str:
    """The numbers that are accepted, in words."""
    if shape.low is not None and shape.high is not None:
        return f"a number from {shape.low:,} to {shape.high:,}"
    return f"a number from {shape.low:,} up" if shape.low is not None else f"a number up to {shape.high:,}"


def plain_number(text: str) -> str:
    """How a number that is written in another way is written here; empty when it is none, or not a whole one."""
    sign, digits = (text[0], text[1:]) if text[:1] in ("+", "-") else ("", text)
    digits = digits.replace("_", "").replace(",", "")
    if digits.isdigit() and digits.isascii():
        return sign + (digits.lstrip("0") or "0")
    if re.fullmatch("0[xX][0-9a-fA-F]{1,8}|0[oO][0-7]{1,10}|0[bB][01]{1,31}", digits):
        return sign + str(int(digits, 0))
    if match := re.fullmatch("([0-9]+)(?:[.]0*)?(?:[eE][+]?([0-8]))?", digits):
        return sign + (match[1] + "0" * int(match[2] or 0)).lstrip("0") or "0"
    return ""
