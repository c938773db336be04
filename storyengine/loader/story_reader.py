"""From the trees of a story's files to the story: first every name, then everything that refers to them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache

from storyengine.diagnostics import Related
from storyengine.loader.board_reader import read_board
from storyengine.loader.card_reader import CardSource, read_card
from storyengine.loader.context import Context, Register
from storyengine.loader.expression_names import Scope
from storyengine.loader.fields import Fields
from storyengine.loader.folder import StoryFiles
from storyengine.loader.format import FORMAT_VERSION, KINDS, MOST_CARDS
from storyengine.loader.games import GameChecks, told_by
from storyengine.loader.names import usable_name
from storyengine.loader.nodes import Entry, Mapping, Node, Scalar
from storyengine.loader.plain_values import plain_entries
from storyengine.loader.reading import Reading
from storyengine.loader.references import DeckNames, Names
from storyengine.loader.table_reader import declare_tables, read_challenges, read_crew, read_discs, read_items
from storyengine.loader.variable_reader import declare_variables, read_thresholds, table_entries
from storyengine.model.cards import PLANET_PREFIX, Card
from storyengine.model.story import Deck, DeckKind, Story
from storyengine.model.tables import Variable


@dataclass(slots=True)
class _DeckSource:
    """A deck before it is read."""

    names: DeckNames
    fields: Fields
    cards: list[CardSource] = field(default_factory=list)


def read_story(reading: Reading, files: StoryFiles, games: GameChecks | None, folder: str) -> Story | None:
    """Read a story.

    Args:
        reading: takes what is wrong.
        files: the trees of its files.
        games: the card games that are known; None when they are not to be checked.
        folder: where it was read from.

    Returns:
        The story without its hashes, or None when anything is wrong.
    """
    if files.story is None:
        return None
    fields = Fields(reading, files.story, KINDS["story"])
    _check_format(reading, fields)
    names = Names(reading, incomplete=files.incomplete)
    decks = list(_declare_decks(reading, names, fields, files))
    variables = declare_variables(reading, names, fields)
    declare_tables(reading, names, fields)
    if sum(len(deck.cards) for deck in decks) > MOST_CARDS:
        message = f"there are more than {MOST_CARDS:,} cards"
        reading.complain("too-much", fields.span, message, hint="split the story into several")
        return None
    register = Register(reading)

    told = cache(lambda: told_by(games, (card.node for deck in decks for card in deck.cards)))

    def context(deck: str) -> Context:
        return Context(reading, names, register, replace(_scope(reading, names, deck), told=told), deck)

    tables = context("")
    ident = fields.get("story")
    scalar = reading.read_scalar(ident, "the story's id") if ident is not None else None
    if scalar is not None:
        usable_name(reading, scalar, "the story", identifier=True)
    start = _start(reading, names, fields, decks)
    variables = _with_thresholds(tables, fields, variables)
    crew, items = read_crew(tables, fields), read_items(tables, fields)
    discs = read_discs(tables, fields)
    board = read_board(tables, fields, variables, discs, start.rpartition("/")[0])
    challenges = read_challenges(tables, fields, variables)
    rules = tables.rules(fields.get("rules"), "story")
    cards: dict[str, Card] = {}
    read_decks: dict[str, Deck] = {}
    for deck in decks:
        here = tables if not deck.names.name else context(deck.names.name)
        read_decks[deck.names.name] = _read_deck(here, deck, start)
        for source in deck.cards:
            card = read_card(here, source, games)
            if card is not None:
                cards[card.id] = card
    texts = {name: fields.line(name) for name in ("title", "author", "version", "language", "about", "note")}
    lint = fields.get("lint")
    lint_mapping = reading.read_mapping(lint, "settings") if lint is not None else None
    tags, allow = fields.lines("tags"), fields.reasons("allow")
    if reading.problems.is_broken or scalar is None:
        return None
    return Story(
        scalar.text,
        start=start,
        cards=cards,
        decks=read_decks,
        variables=variables,
        crew=crew,
        items=items,
        discs=discs,
        board=board,
        challenges=challenges,
        rules=rules,
        tags=tags,
        allow=allow,
        lint=plain_entries(lint_mapping.entries, {}) if lint_mapping else {},
        folder=folder,
        span=fields.span,
        **texts,
    )


def _check_format(reading: Reading, fields: Fields) -> None:
    version = fields.number("format")
    node = fields.get("format")
    if version is not None and node is not None and version != FORMAT_VERSION:
        message = f"version {version} of the format is not known"
        hint = f"write `format: {FORMAT_VERSION}`, or play it with the newer storyengine that it was written for"
        reading.complain("unknown-format", node.span, message, hint=hint)


def _declare_decks(reading: Reading, names: Names, story: Fields, files: StoryFiles) -> Iterator[_DeckSource]:
    """Enter every deck and card, and yield the decks in the order in which they were loaded."""
    if "cards" in story:
        own = _DeckSource(DeckNames("", span=story.key("cards").span), story)
        names.decks[""] = own.names
        _declare_cards(reading, own, table_entries(reading, story, "cards"))
        yield own
    elif not files.decks and not files.incomplete:
        message = "this story has no cards"
        hint = "write `cards:` below, or put decks of cards into files of the same folder"
        reading.complain("missing-key", story.span, message, hint=hint)
    for tree in files.decks:
        fields = Fields(reading, tree, KINDS["deck"])
        node = fields.get("deck")
        name = reading.read_scalar(node, "the deck's name") if node is not None else None
        if name is None or not usable_name(reading, name, "the deck"):
            names.incomplete = True
            continue
        if name.text + "/" == PLANET_PREFIX:
            message = "`planet` cannot be the name of a deck"
            why = "`planet/13` means card 13 of whatever planet the ship is at"
            reading.complain("taken-name", name.span, message, why=why, hint="give the deck the planet's own name")
            names.incomplete = True
            continue
        if name.text in names.decks:
            message = f"there are two decks called `{name.text}`"
            related = (Related(names.decks[name.text].span, "the first is here"),)
            reading.complain(
                "duplicate-name", name.span, message, hint="give one of them another name", related=related
            )
            continue
        kind = DeckKind(fields.word("kind") or DeckKind.STORY)
        deck = _DeckSource(DeckNames(name.text, kind, name.span), fields)
        names.decks[name.text] = deck.names
        _declare_cards(reading, deck, table_entries(reading, fields, "cards"))
        yield deck


def _declare_cards(reading: Reading, deck: _DeckSource, entries: tuple[Entry, ...]) -> None:
    names = deck.names
    if not entries and "cards" in deck.fields and isinstance(deck.fields.get("cards"), Mapping):
        reading.complain("empty-value", deck.fields.key("cards").span, "there are no cards", hint="write one at least")
    for entry in entries:
        name = entry.key
        if name.text in names.cards:
            continue  # twice in one file is the file reader's to say
        usable_name(reading, name, "the card", is_key=True)
        names.cards[name.text] = name.span
        whole = f"{names.name}/{name.text}" if names.name else name.text
        deck.cards.append(CardSource(whole, names.name, names.kind, name, entry.value))


def _scope(reading: Reading, names: Names, deck: str) -> Scope:
    """What names mean to the conditions and effects of one deck."""

    def resolve(name: str) -> str | None:
        whole = names.whole(name, deck)
        return whole if whole is not None and not whole.startswith(PLANET_PREFIX) else None

    def card_names() -> tuple[str, ...]:
        own = names.decks.get(deck)
        return reading.affordable(own.cards if own else ())

    return Scope(
        variables=names.variables,
        items=names.items,
        characters=names.crew,
        challenge_types=names.types,
        places=names.places,
        resolve_card=resolve,
        card_names=card_names,
    )


def _start(reading: Reading, names: Names, fields: Fields, decks: list[_DeckSource]) -> str:
    """The whole name of the first card; empty after an error."""
    node = fields.get("start")
    if node is None:
        return ""
    if isinstance(node, Scalar) and "/" not in node.text:
        # `start: congress` is meant to be the deck's first card; say so
        deck = next((each for each in decks if each.names.name == node.text and each.cards), None)
        if deck is not None and names.whole(node.text, "") is None:
            message = f"`{node.text}` is a deck, not a card"
            reading.complain("missing-card", node.span, message, hint=f"write `{deck.cards[0].id}`")
            return ""
    card = names.card(node, "")
    if card is not None and card.planet_card:
        message = "a story cannot start on a card of whatever planet the ship is at"
        reading.complain("wrong-deck", card.span, message, hint="write the name of the deck before the slash")
        return ""
    return card.id if card else ""


def _with_thresholds(context: Context, fields: Fields, variables: dict[str, Variable]) -> dict[str, Variable]:
    written: dict[str, Node] = {}
    for entry in table_entries(context.reading, fields, "trackers"):
        written.setdefault(entry.key.text, entry.value)
    return {
        name: replace(variable, thresholds=read_thresholds(context, variable, written[name]))
        if variable.tracker
        else variable
        for name, variable in variables.items()
    }


def _read_deck(context: Context, deck: _DeckSource, story_start: str) -> Deck:
    names, fields = deck.names, deck.fields
    cards = tuple(card.id for card in deck.cards)
    if not names.name:
        return Deck("", cards=cards, start=story_start if story_start in cards else "".join(cards[:1]), span=names.span)
    return Deck(
        names.name,
        names.kind,
        fields.line("title"),
        _deck_start(context, deck) or (cards[0] if cards else ""),
        _icons(context, fields),
        context.rules(fields.get("rules"), "deck"),
        cards,
        names.span,
    )


def _deck_start(context: Context, deck: _DeckSource) -> str:
    node = deck.fields.get("start")
    card = context.names.card(node, deck.names.name) if node is not None else None
    if card is None:
        return ""
    if not card.id.startswith(deck.names.name + "/"):
        message = f"the first card of deck `{deck.names.name}` is not of that deck"
        context.reading.complain("wrong-deck", card.span, message, hint="name a card of this file")
        return ""
    return card.id


def _icons(context: Context, fields: Fields) -> tuple[str, ...]:
    node = fields.get("icons")
    items = context.reading.read_list(node, "challenge types", single=True) if node is not None else None
    return tuple(each for item in items or () if (each := context.names.type(item)))
