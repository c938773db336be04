"""What a reader of one deck needs at hand: names as they count there; texts, conditions and effects read by them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from storyengine.diagnostics import Edit, Fix, Related
from storyengine.loader.expression_names import Scope
from storyengine.loader.expression_parser import parse_condition, parse_effects, parse_expression
from storyengine.loader.expression_tokens import Report
from storyengine.loader.fields import Fields, option, read_fields
from storyengine.loader.format import KINDS, LONGEST_TEXT, RULE_SCOPES
from storyengine.loader.nodes import Mapping, Node, Scalar, Sequence, Style
from storyengine.loader.positions import is_as_written, positions
from storyengine.loader.reading import Reading, first_line, shortened
from storyengine.loader.references import Names
from storyengine.loader.shapes import Either, ExpressionText, Flag, Number, Word
from storyengine.loader.templates import parse_template
from storyengine.model.cards import Ending, Seen, Template, Text, TextPart
from storyengine.model.expressions import Condition, Effect, Expression, Kind
from storyengine.source import Span

_SAME_FINDING = {"unknown-card": "missing-card", "unknown-item": "missing-item"}
"""Findings of the expression parser that are the format's own under another name."""


@dataclass(slots=True)
class Register:
    """What must be unique in the whole story, gathered while it is read."""

    reading: Reading
    endings: dict[str, Ending] = field(default_factory=dict)
    keys: dict[str, Span] = field(default_factory=dict)
    """Consequences' keys with their places."""

    def ending(self, ending: Ending, *, named: bool) -> None:
        """Take an ending in; `named` says whether the author gave it its id."""
        first = self.endings.setdefault(ending.id, ending)
        if first is ending:
            return
        related = (Related(first.span, f"the first ending `{ending.id}` is here"),)
        if named:
            message = f"there are two endings with the id `{ending.id}`"
            hint = "give one of them another id; each has a verdict of its own"
            self.reading.complain("duplicate-name", ending.span, message, hint=hint, related=related)
        else:
            message = "this ending needs an id of its own"
            hint = f"write `ending: {{id: another_name, kind: {ending.kind}}}`"
            self.reading.complain("ending-without-id", ending.span, message, hint=hint, related=related)

    def key(self, key: str, span: Span) -> None:
        """Take a consequence's key in; two of the same come from names with dots or slashes in the wrong places."""
        first = self.keys.setdefault(key, span)
        if first is not span:
            message = f"two things in the story are called `{key}`"
            hint = "rename a card or a choice, so that a dot in its name does not imitate the other"
            related = (Related(first, "the first is here"),)
            self.reading.complain("duplicate-name", span, message, hint=hint, related=related)


@dataclass(frozen=True, slots=True)
class Context:
    """Reads what is written in one deck, or in the story's tables."""

    reading: Reading
    names: Names
    register: Register
    scope: Scope
    deck: str = ""
    # Large stories say the same few things again and again: a text is parsed once, and its places are moved.
    _conditions: dict[str, Condition] = field(default_factory=dict)
    _effects: dict[tuple[str, bool], tuple[Span, tuple[Effect, ...]]] = field(default_factory=dict)

    def text(self, node: Node | None) -> Text | None:
        """Read a text: one piece, or a list of parts."""
        if node is None:
            return None
        items = node.items if isinstance(node, Sequence) else (node,)
        if not items:
            self.reading.complain("empty-value", node.span, "this text has no parts", hint="write one, or leave it out")
        parts: list[TextPart] = []
        for item in items:
            parts += self._parts(item)
        return Text(tuple(parts), node.span)

    def _parts(self, node: Node) -> list[TextPart]:
        if not isinstance(node, Mapping):
            template = self.template(node)
            return [TextPart(template)] if template is not None else []
        fields = Fields(self.reading, node, KINDS["text part"])
        when = self.condition(fields.get("when"))
        found: list[TextPart] = []
        for name, seen in (("text", Seen.ALWAYS), ("first", Seen.FIRST), ("again", Seen.AGAIN)):
            written = fields.get(name)
            template = self.template(written) if written is not None else None
            if template is not None:
                found.append(TextPart(template, when, seen))
        return found

    def template(self, node: Node) -> Template | None:
        """Read one piece of text with expressions in braces."""
        scalar = self.reading.read_scalar(node, "a text")
        if scalar is None:
            return None
        text = scalar.text.rstrip("\n")
        if len(text) > LONGEST_TEXT:
            message = f"this text has {len(text):,} characters, and the most is {LONGEST_TEXT:,}"
            self.reading.complain("too-much", first_line(scalar.span), message, hint="split it over several cards")
            return None
        self.reading.check_characters(scalar)
        if "{" not in text and "}" not in text:
            return (text,)
        at = positions(scalar, self._lines(scalar))
        return parse_template(text, scalar.span, self.scope, self._report(scalar), positions=at)

    def condition(self, node: Node | None) -> Condition | None:
        """Read a condition."""
        scalar = self._expression_scalar(node, "a condition such as `signal >= 7`")
        if scalar is None:
            return None
        known = self._conditions.get(scalar.text)
        if known is not None and _is_on_one_line(scalar):
            return Condition(known.expression, known.source, scalar.span)
        at = positions(scalar, self._lines(scalar))
        read = parse_condition(scalar.text, scalar.span, self.scope, self._report(scalar), positions=at)
        if read is not None and _is_on_one_line(scalar):
            self._conditions[scalar.text] = read
        return read

    def effects(self, node: Node | None, *, after_roll: bool = False) -> tuple[Effect, ...]:
        """Read effects: one text, or a list."""
        if node is None:
            return ()
        found: list[Effect] = []
        for item in node.items if isinstance(node, Sequence) else (node,):
            scalar = self._expression_scalar(item, "an effect such as `signal += 2`")
            if scalar is not None:
                found += self._effects_of(scalar, after_roll)
        return tuple(found)

    def _effects_of(self, scalar: Scalar, after_roll: bool) -> tuple[Effect, ...]:
        known = self._effects.get((scalar.text, after_roll))
        if known is not None and _is_on_one_line(scalar):
            first, effects = known
            return tuple(replace(effect, span=_moved(effect.span, first, scalar.span)) for effect in effects)
        at = positions(scalar, self._lines(scalar))
        report = self._report(scalar)
        read = parse_effects(scalar.text, scalar.span, self.scope, report, after_roll=after_roll, positions=at)
        if read is not None and _is_on_one_line(scalar):
            self._effects[(scalar.text, after_roll)] = (scalar.span, read)
        return read or ()

    def expression(self, node: Node) -> Expression | None:
        """Read an expression that gives a number."""
        scalar = self._expression_scalar(node, "a number or an expression")
        if scalar is None:
            return None
        at = positions(scalar, self._lines(scalar))
        return parse_expression(
            scalar.text, scalar.span, self.scope, self._report(scalar), expect=Kind.NUMBER, positions=at
        )

    def _expression_scalar(self, node: Node | None, wanted: str) -> Scalar | None:
        return self.reading.read_scalar(node, wanted) if node is not None else None

    def rules(self, node: Node | None, place: str) -> dict[str, Any]:
        """Read a `rules:` block that stands on a `story`, `deck`, `card`, `challenge` or `item`."""
        fields = read_fields(self.reading, node, KINDS["rules"]) if node is not None else None
        if fields is None:
            return {}
        found: dict[str, Any] = {}
        for name, scopes in RULE_SCOPES.items():
            written = fields.get(name)
            if written is None:
                continue
            if place not in scopes:
                message = f"the rule `{name}` means nothing on {'an' if place == 'item' else 'a'} {place}"
                hint = f"write it on {' or '.join(('an ' if each == 'item' else 'a ') + each for each in scopes)}"
                self.reading.complain("idle-rule", fields.key(name).span, message, hint=hint)
                continue
            self._rule(found, name, fields, written)
        return found

    def _rule(self, found: dict[str, Any], name: str, fields: Fields, node: Node) -> None:
        """Read the value of one house rule; nothing is entered after an error."""
        shape = fields.shape(name)
        if isinstance(shape, ExpressionText):
            expression = self.expression(node)
            if expression is not None:
                found[name] = expression
        elif isinstance(shape, Flag):
            flag = self.reading.read_flag(node, shape)
            if flag is not None:
                found[name] = flag
        elif isinstance(shape, Word):
            word = self.reading.read_word(node, shape)
            if word is not None:
                found[name] = word
        elif isinstance(node, Scalar) and isinstance(shape, Either) and node.text in option(shape, Word).words:
            found[name] = None if node.text == "none" else node.text
        elif isinstance(shape, Either) and not isinstance(shape.options[0], Number):
            tracker = self.names.tracker(node)
            if tracker is not None:
                found[name] = tracker
        elif not (name == "level" and self._is_change(node)):
            number = self.reading.read_number(node, option(shape, Number))
            if number is not None:
                found[name] = number

    def _is_change(self, node: Node) -> bool:
        """Report `level: +1`, which would set the level to 1."""
        if not isinstance(node, Scalar) or node.text[:1] not in ("+", "-"):
            return False
        message = f"`{shortened(node.text)}` is a change, and `level` sets the level itself"
        hint = f"to change it, write `level_change: {node.text}`"
        self.reading.complain("not-a-number", node.span, message, hint=hint)
        return True

    def _lines(self, scalar: Scalar) -> tuple[str, ...]:
        return self.reading.sources.get(scalar.span.path, ())

    def _report(self, scalar: Scalar) -> Report:
        """Where the expression parser sends its findings about one text."""

        def report(slug: str, span: Span, message: str, why: str, hint: str, replacement: str | None) -> None:
            if slug == "wrong-sort" and self.names.unsure:
                return  # the sort of some variable is a guess, so this may be none
            fix = None
            fits = replacement is not None and _fits(replacement, scalar.style)
            if replacement is not None and fits and is_as_written(scalar, self._lines(scalar)):
                title = f"write `{replacement.strip()}`" if replacement.strip() else "take it away"
                fix = Fix(title, (Edit(span, replacement),))
            self.reading.complain(_SAME_FINDING.get(slug, slug), span, message, why=why, hint=hint, fix=fix)

        return report


def _is_on_one_line(scalar: Scalar) -> bool:
    """Whether each character of the text is one of the file, on one line."""
    return scalar.style is Style.PLAIN and scalar.span.line == scalar.span.end_line


def _moved(span: Span, old: Span, new: Span) -> Span:
    """The place of a part of a text on one line, when the text stands elsewhere."""
    right = new.column - old.column
    return Span(new.path, new.line, span.column + right, new.line, span.end_column + right)


def _fits(replacement: str, style: Style) -> bool:
    """Whether a text can be put into a scalar of this style as it is."""
    unfit = {Style.SINGLE: "'", Style.DOUBLE: '"\\', Style.PLAIN: "#:,[]{}"}.get(style, "")
    return not any(sign in replacement for sign in unfit)
