"""Reads a card with its challenges, choices and minigame."""

from __future__ import annotations

from dataclasses import dataclass, replace

from storyengine.diagnostics import Related
from storyengine.loader.card_format import JUMPS, MOST_CHOICES
from storyengine.loader.consequence_reader import Owner, consequence_of, read_consequence
from storyengine.loader.context import Context
from storyengine.loader.fields import Fields, read_fields
from storyengine.loader.format import KINDS
from storyengine.loader.games import GameChecks, check_game
from storyengine.loader.names import choice_id, unique, usable_name
from storyengine.loader.nodes import Mapping, Node, Scalar, Sequence
from storyengine.loader.plain_values import plain_entries
from storyengine.loader.reading import first_line
from storyengine.model.cards import Card, Challenge, Choice, Consequence, MinigameNode, Pick, Return, Text
from storyengine.model.story import DeckKind
from storyengine.source import Span


@dataclass(frozen=True, slots=True)
class CardSource:
    """A card before it is read."""

    id: str
    """Its whole name."""
    deck: str
    """Its deck's name; empty in a story without decks."""
    kind: DeckKind
    """Its deck's kind."""
    key: Scalar
    """Its name where it is written."""
    node: Node
    """What stands after the name."""


@dataclass(slots=True)
class _Ids:
    """The ids of one card's choices and challenges."""

    given: dict[str, Span]
    """Those that the author gave, with their places."""
    taken: set[str]

    def give(self, context: Context, node: Node | None, what: str) -> str:
        """Take an id that the author gave; empty without one, or after an error."""
        scalar = context.reading.read_scalar(node, f"a name for {what}") if node is not None else None
        if scalar is None or not usable_name(context.reading, scalar, what):
            return ""
        first = self.given.setdefault(scalar.text, scalar.span)
        if first is not scalar.span:
            message = f"two choices or challenges of this card have the id `{scalar.text}`"
            related = (Related(first, "the first is here"),)
            hint = "give one of them another id; saves tell them apart by it"
            context.reading.complain("duplicate-name", scalar.span, message, hint=hint, related=related)
            return ""
        self.taken.add(scalar.text)
        return scalar.text

    def make(self, wanted: str) -> str:
        """Return an id that no other choice or challenge of the card has."""
        made = unique(wanted, self.taken)
        self.taken.add(made)
        return made


def read_card(context: Context, source: CardSource, games: GameChecks | None) -> Card | None:
    """Read one card.

    Args:
        context: what names mean in its deck.
        source: the card as written.
        games: the card games that are known; None when they are not to be checked.

    Returns:
        The card, or None when it is no mapping. Other errors leave gaps in it; all are reported.
    """
    fields = read_fields(context.reading, source.node, KINDS["card"])
    if fields is None:
        return None
    fields.span = source.key.span
    title = fields.line("title")
    owner = Owner(source.id, title)
    ids = _Ids({}, set())
    before = context.effects(fields.get("before"))
    then = consequence_of(context, fields, source.id, owner)
    challenges = _challenges(context, fields, source.id, owner, ids)
    returns = source.kind is DeckKind.DATA or isinstance(then.jump, Return)
    choices = _choices(context, fields, source.id, owner, ids, returns=returns)
    minigame = fields.get("minigame")
    return Card(
        source.id,
        source.deck,
        then,
        title,
        before,
        _item(context, fields, source.kind),
        challenges,
        choices,
        _minigame(context, minigame, source.id, owner, games) if minigame is not None else None,
        context.rules(fields.get("rules"), "card"),
        fields.lines("tags"),
        fields.line("note"),
        fields.reasons("allow"),
        fields.reason("unreachable"),
        source.key.span,
    )


def _item(context: Context, fields: Fields, kind: DeckKind) -> str:
    node = fields.get("give")
    if node is None:
        return ""
    if kind is not DeckKind.DATA:
        why = "it says which item a card of a deck of kind data is"
        written = f"do: gain {node.text}" if isinstance(node, Scalar) else "do: gain star_chart"
        key = fields.key("give")
        context.reading.complain(
            "misplaced-key", key.span, "`give` means nothing here", why=why, hint=f"write `{written}`"
        )
        return ""
    return context.names.item(node) or ""


def _challenges(context: Context, fields: Fields, card: str, owner: Owner, ids: _Ids) -> tuple[Challenge, ...]:
    nodes: tuple[Node, ...] = ()
    if (one := fields.get("challenge")) is not None:
        nodes = (one,)
        if isinstance(one, Sequence):
            hint = "write `challenges:` for several"
            context.reading.complain(
                "wrong-shape", fields.key("challenge").span, "`challenge` is one, not a list", hint=hint
            )
            nodes = one.items
    elif (several := fields.get("challenges")) is not None:
        nodes = context.reading.read_list(several, "challenges") or ()
    all_fields = [read_fields(context.reading, node, KINDS["challenge"]) for node in nodes]
    # ids that are given count before those that are made, wherever they stand
    given = [ids.give(context, each.get("id"), "a challenge") if each else "" for each in all_fields]
    return tuple(
        _challenge(context, each, card, replace(owner, challenge=True), ids, ident)
        for each, ident in zip(all_fields, given, strict=True)
        if each is not None
    )


def _challenge(context: Context, fields: Fields, card: str, owner: Owner, ids: _Ids, ident: str) -> Challenge:
    written = fields.get("type")
    nodes = context.reading.read_list(written, "challenge types", single=True) if written is not None else ()
    if nodes == () and written is not None:
        context.reading.complain(
            "empty-value", written.span, "this challenge has no type", hint="write one type at least"
        )
    types = tuple(each for node in nodes or () if (each := context.names.type(node)))
    ident = ident or ids.make("_or_".join(types) or "challenge")

    def follows(name: str) -> Consequence:
        node = fields.get(name)
        key = f"{card}.{ident}.{name}"
        return read_consequence(context, node, key, owner) if node is not None else Consequence(key, span=fields.span)

    return Challenge(
        ident,
        types,
        follows("win"),
        follows("lose"),
        context.text(fields.get("text")),
        fields.flag("optional"),
        fields.flag("once"),
        context.condition(fields.get("when")),
        context.rules(fields.get("rules"), "challenge"),
        fields.span,
    )


def _choices(
    context: Context, fields: Fields, card: str, owner: Owner, ids: _Ids, *, returns: bool
) -> tuple[Choice, ...]:
    written = fields.get("choices")
    nodes = context.reading.read_list(written, "choices") if written is not None else ()
    if not nodes:
        if nodes == () and written is not None:
            context.reading.complain(
                "empty-value", written.span, "there are no choices", hint="write one, or leave it out"
            )
        return ()
    if len(nodes) > MOST_CHOICES:
        message = f"this card has {len(nodes):,} choices, and the most is {MOST_CHOICES}"
        hint = "lead to other cards that share them out"
        context.reading.complain("too-much", fields.key("choices").span, message, hint=hint)
        return ()
    all_fields = [_choice_fields(context, node) for node in nodes]
    given = [ids.give(context, each.get("id"), "a choice") if each else "" for each in all_fields]
    return tuple(
        _choice(context, each, card, owner, ident or ids.make(_made_id(each)), returns)
        for each, ident in zip(all_fields, given, strict=True)
        if each is not None
    )


def _choice_fields(context: Context, node: Node) -> Fields | None:
    if isinstance(node, Scalar):
        message = "a text stands where a choice belongs"
        hint = "write `- text:` before it, and `goto:` with the name of a card on the next line"
        context.reading.complain("wrong-shape", first_line(node.span), message, hint=hint)
        return None
    return read_fields(context.reading, node, KINDS["choice"])


def _made_id(fields: Fields) -> str:
    """The id made of a choice's text: of its first part, where it has several."""
    node = fields.get("text")
    while isinstance(node, Sequence) and node.items:
        node = node.items[0]
    if isinstance(node, Mapping):
        node = next((entry.value for entry in node.entries if entry.key.text in ("text", "first")), None)
    return choice_id(node.text if isinstance(node, Scalar) else "")


def _choice(context: Context, fields: Fields, card: str, owner: Owner, ident: str, returns: bool) -> Choice:
    then = consequence_of(context, fields, f"{card}.{ident}", owner, text="then")
    text = context.text(fields.get("text"))
    if not returns and not fields.unknown and not any(name in fields for name in JUMPS):
        where = fields.key("text").span if "text" in fields else fields.span
        hint = "add `goto` with the name of a card, `stay: true`, or `return: true` on a card that is a detour"
        context.reading.complain("choice-without-jump", where, "this choice leads nowhere", hint=hint)
    if "locked" in fields and "when" not in fields:
        message = "`locked` means nothing without `when`"
        why = "it is shown while `when` does not hold"
        hint = "add `when`, or take `locked` out"
        context.reading.complain("misplaced-key", fields.key("locked").span, message, why=why, hint=hint)
    pick = fields.word("pick")
    return Choice(
        ident,
        text or Text(()),
        then,
        context.condition(fields.get("when")),
        context.text(fields.get("locked")),
        context.text(fields.get("hint")),
        fields.flag("once"),
        Pick(pick) if pick else None,
        fields.span,
    )


def _minigame(context: Context, node: Node, card: str, owner: Owner, games: GameChecks | None) -> MinigameNode | None:
    fields = read_fields(context.reading, node, KINDS["minigame"])
    if fields is None:
        return None
    written = fields.get("game")
    game = context.reading.read_scalar(written, "the name of a card game") if written is not None else None
    spans: dict[str, Span] = {}
    config = plain_entries(fields.others, spans)
    results: dict[str, Consequence] = {}
    labels = fields.get("results")
    mapping = context.reading.read_mapping(labels, "what follows each result") if labels is not None else None
    for entry in mapping.entries if mapping else ():
        label = entry.key.text
        spans[f"results.{label}"] = entry.key.span
        if label not in results:
            results[label] = read_consequence(context, entry.value, f"{card}.minigame.{label}", owner)
    read = MinigameNode(game.text if game else "", config, results, spans, fields.span)
    if game is not None and mapping is not None and games is not None:
        check_game(context.reading, games, read, game, fields.key("results").span)
    return read
