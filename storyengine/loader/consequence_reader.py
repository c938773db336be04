"""Reads the one shape of what follows from anything, wherever it stands."""

from __future__ import annotations

from dataclasses import dataclass, replace

from storyengine.loader.card_format import DEEPEST_ARMS, JUMPS, MOST_ARMS
from storyengine.loader.context import Context
from storyengine.loader.fields import Fields, option, read_fields
from storyengine.loader.format import KINDS
from storyengine.loader.names import usable_name
from storyengine.loader.nodes import Mapping, Node, Scalar
from storyengine.loader.reading import first_line
from storyengine.loader.shapes import Number
from storyengine.model.cards import (
    Branch,
    CardRef,
    Consequence,
    End,
    Ending,
    Goto,
    Jump,
    Leave,
    RandomArms,
    Retry,
    Return,
    Showdown,
    Stay,
    Travel,
)
from storyengine.model.story import DeckKind
from storyengine.source import Span

_RETURNS_NOWHERE = "what a threshold fires has no card to go back to"
_NO_CHALLENGE = "no challenge has just been won or lost here"


@dataclass(frozen=True, slots=True)
class Owner:
    """What a consequence belongs to."""

    card: str = ""
    """The card's whole name; empty for a threshold or the board."""
    title: str = ""
    """The card's title."""
    challenge: bool = False
    """Whether it follows from a challenge, so that it can be tried again."""


def read_consequence(context: Context, node: Node, key: str, owner: Owner) -> Consequence:
    """Read what stands where a consequence belongs: a mapping, or the name of a card to go to.

    Args:
        context: what names mean here.
        node: what was written.
        key: the consequence's key, unique in the story.
        owner: what it belongs to.
    """
    return _read(context, node, key, owner, "consequence", 0)


def require_jump(context: Context, node: Node, span: Span, what: str) -> None:
    """Report a consequence without a jump where there is no card to go on with."""
    if isinstance(node, Mapping) and not any(entry.key.text in JUMPS for entry in node.entries):
        hint = "add `goto` with the name of a card, or an `ending`"
        context.reading.complain("choice-without-jump", span, f"{what} leads nowhere", hint=hint)


def consequence_of(context: Context, fields: Fields, key: str, owner: Owner, *, text: str = "text") -> Consequence:
    """Read the consequence whose keys stand among those of a card or choice; `text` is its text's key there."""
    return _from_fields(context, fields, key, owner, text, 0)


def _read(context: Context, node: Node, key: str, owner: Owner, kind: str, depth: int) -> Consequence:
    if isinstance(node, Scalar):
        context.register.key(key, node.span)
        card = context.names.card(node, context.deck)
        return Consequence(key, jump=Goto(card) if card else None, span=node.span)
    if isinstance(node, Mapping):
        return _from_fields(context, Fields(context.reading, node, KINDS[kind]), key, owner, "text", depth)
    context.reading.read_mapping(node, f"a {kind}" if kind != "arm" else "an arm")
    return Consequence(key, span=node.span)


def _from_fields(context: Context, fields: Fields, key: str, owner: Owner, text: str, depth: int) -> Consequence:
    context.register.key(key, fields.span)
    return Consequence(
        key,
        context.text(fields.get(text)),
        context.effects(fields.get("do")),
        _drawn(context, fields),
        _jump(context, fields, key, owner, depth),
        span=fields.span,
    )


def _drawn(context: Context, fields: Fields) -> tuple[CardRef, ...]:
    found: list[CardRef | None] = []
    names = context.names
    for name, read in (("draw", names.drawn), ("detour", names.card)):
        node = fields.get(name)
        items = context.reading.read_list(node, "cards", single=True) if node is not None else None
        found += [read(item, context.deck) for item in items or ()]
    return tuple(card for card in found if card is not None)


def _jump(context: Context, fields: Fields, key: str, owner: Owner, depth: int) -> Jump | None:
    """Read the jump; of several, which has been reported, the first of the table."""
    name = next((each for each in JUMPS if each in fields), "")
    node = fields.get(name)
    if node is None:
        return None
    match name:
        case "goto":
            card = context.names.card(node, context.deck)
            return Goto(card) if card else None
        case "stay":
            return Stay() if fields.flag(name) else None
        case "return":
            _refuse(context, fields, name, not owner.card, _RETURNS_NOWHERE)
            return Return() if fields.flag(name) else None
        case "retry":
            _refuse(context, fields, name, not owner.challenge, _NO_CHALLENGE)
            return Retry() if fields.flag(name) else None
        case "ending":
            ending = _ending(context, node, key, owner)
            return End(ending) if ending else None
        case "travel":
            return _travel(context, fields, node)
        case "leave":
            _need_board(context, fields, name)
            return Leave(fields.word(name))
        case "showdown":
            deck = context.names.deck(node, DeckKind.SHOWDOWN)
            return Showdown(deck, node.span) if deck else None
        case "branch":
            return Branch(_branch_arms(context, fields, node, key, owner, depth + 1))
        case _:
            return RandomArms(_random_arms(context, fields, node, key, owner, depth + 1))


def _refuse(context: Context, fields: Fields, name: str, refused: bool, why: str) -> None:
    if refused:
        hint = "write `goto` and the name of a card" if name == "return" else "it stands below `win` or `lose`"
        context.reading.complain(
            "misplaced-key", fields.key(name).span, f"`{name}` means nothing here", why=why, hint=hint
        )


def _need_board(context: Context, fields: Fields, name: str) -> None:
    if not context.names.places:
        message = f"`{name}` needs a board to fly over, and this story has none"
        hint = "write `board:` with its places in the story's file, or use `goto`"
        context.reading.complain("missing-place", fields.key(name).span, message, hint=hint)


def _travel(context: Context, fields: Fields, node: Node) -> Travel:
    _need_board(context, fields, "travel")
    if isinstance(node, Scalar):
        if node.text in context.names.places:
            return Travel(node.text)
        if node.text.casefold() not in ("true", "yes", "on") and context.names.places:
            context.names.place(node)
        return Travel()
    inner = read_fields(context.reading, node, KINDS["travel"])
    to = inner.get("to") if inner else None
    place = context.names.place(to) if to is not None and context.names.places else None
    return Travel(place or "", inner.number("cost") if inner else None)


def _ending(context: Context, node: Node, key: str, owner: Owner) -> Ending | None:
    """Read an ending: its kind alone, or with an id and a title."""
    default_id = owner.card.replace("/", "_") if owner.card else key.replace(".", "_")
    span = node.span
    named, ident, title = False, default_id, ""
    if isinstance(node, Mapping):
        fields = Fields(context.reading, node, KINDS["ending"])
        span = fields.span
        kind, title = fields.line("kind"), fields.line("title")
        written = fields.get("id")
        if written is not None:
            scalar = context.reading.read_scalar(written, "a name")
            if scalar is None or not usable_name(context.reading, scalar, "an ending"):
                return None
            named, ident, span = True, scalar.text, scalar.span
    else:
        kind = context.reading.read_line(node, "`won`, `lost`, or another word") or ""
    if not kind:
        return None
    ending = Ending(ident, kind, title or owner.title or ident, owner.card, span)
    context.register.ending(ending, named=named)
    return ending


def _arm_nodes(context: Context, fields: Fields, node: Node, depth: int) -> tuple[Node, ...]:
    name = "branch" if fields.get("branch") is node else "random"
    items = context.reading.read_list(node, "arms")
    if items is None:
        return ()
    at = fields.key(name).span
    if not items:
        context.reading.complain("empty-value", at, f"this `{name}` has no arms", hint="write one, or leave it out")
    elif len(items) > MOST_ARMS:
        message = f"this `{name}` has {len(items):,} arms, and the most is {MOST_ARMS}"
        context.reading.complain("too-much", at, message, hint="split it over several cards")
        return ()
    if depth > DEEPEST_ARMS:
        message = f"branches stand inside each other {depth} deep, and the most is {DEEPEST_ARMS}"
        context.reading.complain("too-much", at, message, hint="continue the deepest ones on a card of their own")
        return ()
    return items


def _branch_arms(
    context: Context, fields: Fields, node: Node, key: str, owner: Owner, depth: int
) -> tuple[Consequence, ...]:
    items = _arm_nodes(context, fields, node, depth)
    found: list[Consequence] = []
    for index, item in enumerate(items):
        arm = _read(context, item, f"{key}.branch.{index}", owner, "arm", depth)
        written = _value_of(item, "when")
        if written is None:
            if index < len(items) - 1:
                message = "an arm without `when` stands before others, which are never followed"
                hint = "give it a `when`, or put it last"
                context.reading.complain("misplaced-arm", first_line(item.span), message, hint=hint)
        else:
            arm = replace(arm, when=context.condition(written))
        found.append(arm)
    return tuple(found)


def _random_arms(
    context: Context, fields: Fields, node: Node, key: str, owner: Owner, depth: int
) -> tuple[Consequence, ...]:
    found: list[Consequence] = []
    weight_shape = option(KINDS["random arm"].key("weight").shape, Number)
    for index, item in enumerate(_arm_nodes(context, fields, node, depth)):
        arm = _read(context, item, f"{key}.random.{index}", owner, "random arm", depth)
        written = _value_of(item, "weight")
        weight = context.reading.read_number(written, weight_shape) if written is not None else 1
        found.append(replace(arm, weight=weight or 1))
    return tuple(found)


def _value_of(node: Node, name: str) -> Node | None:
    """What stands after a key, where there are keys at all."""
    entries = node.entries if isinstance(node, Mapping) else ()
    return next((entry.value for entry in entries if entry.key.text == name), None)
