"""What the names in a story refer to: from a name as typed to the one thing it means, or a finding."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from storyengine.loader.expression_names import VariableSort
from storyengine.loader.nodes import Node, Scalar
from storyengine.loader.reading import Reading, known_names, rewrite, shortened
from storyengine.model.cards import PLANET_PREFIX, CardRef
from storyengine.model.story import DeckKind
from storyengine.source import NOWHERE, Span

_ORNAMENTS = "^@.#*>+-=: "
"""Signs that other tools put before a card's name."""


@dataclass(slots=True)
class DeckNames:
    """A deck, as far as others can name it."""

    name: str
    kind: DeckKind = DeckKind.STORY
    span: Span = NOWHERE
    cards: dict[str, Span] = field(default_factory=dict)
    """Names within the deck, as written, with their places."""


@dataclass(slots=True)
class Names:
    """Everything in a story that can be referred to. Filled before anything that refers to it is read."""

    reading: Reading
    decks: dict[str, DeckNames] = field(default_factory=dict)
    variables: dict[str, VariableSort] = field(default_factory=dict)
    """Trackers and variables."""
    variable_spans: dict[str, Span] = field(default_factory=dict)
    """Where trackers and variables are declared."""
    trackers: dict[str, Span] = field(default_factory=dict)
    items: dict[str, Span] = field(default_factory=dict)
    crew: dict[str, Span] = field(default_factory=dict)
    types: dict[str, Span] = field(default_factory=dict)
    """Challenge types."""
    places: dict[str, Span] = field(default_factory=dict)
    incomplete: bool = False
    """Whether a file could not be read: then what is missing may stand there, and is not reported."""
    unsure: bool = False
    """Whether a variable's sort is a guess, because what declares it is broken."""
    _decks_by_card: dict[str, list[str]] = field(default_factory=dict)

    def whole(self, name: str, deck: str) -> str | None:
        """Return the whole name of the card that `name` means in a deck, `planet/N`, or None without such a card.

        A bare name is of the same deck, else of the cards in the story's own file.
        """
        if name.startswith(PLANET_PREFIX):
            number = name.removeprefix(PLANET_PREFIX)
            return name if any(number in planet.cards for planet in self.of_kind(DeckKind.PLANET)) else None
        of_deck, slash, card = name.partition("/")
        if slash:
            return name if of_deck in self.decks and card in self.decks[of_deck].cards else None
        for each in (deck, ""):
            if each in self.decks and name in self.decks[each].cards:
                return f"{each}/{name}" if each else name
        return None

    def of_kind(self, kind: DeckKind) -> Iterator[DeckNames]:
        """Yield the decks of a kind, as loaded."""
        return (deck for deck in self.decks.values() if deck.kind is kind)

    def card(self, node: Node, deck: str) -> CardRef | None:
        """Read the name of a card that exists."""
        scalar = self.reading.read_scalar(node, "the name of a card")
        if scalar is None:
            return None
        whole = self.whole(scalar.text, deck)
        if whole is None:
            self._complain_card(scalar, deck)
            return None
        return CardRef(whole, scalar.span)

    def drawn(self, node: Node, deck: str) -> CardRef | None:
        """Read the name of a card to draw: a bare name is of the only deck of kind data."""
        scalar = self.reading.read_scalar(node, "the name of a card")
        if scalar is None or "/" in scalar.text:
            return self.card(scalar, deck) if scalar else None
        data = list(self.of_kind(DeckKind.DATA))
        name = shortened(scalar.text)
        if len(data) == 1:
            return self.card(Scalar(f"{data[0].name}/{scalar.text}", scalar.style, scalar.span), deck)
        if not data and not self.incomplete:
            message = f"there is no deck to draw card `{name}` from"
            hint = f"make a deck with `kind: data`; to visit another card and come back, write `detour: {name}`"
            self.reading.complain("missing-data-deck", scalar.span, message, hint=hint)
        elif data:
            message = f"there are several decks to draw card `{name}` from"
            written = [f"{each.name}/{scalar.text}" for each in data if scalar.text in each.cards]
            hint = f"write `{written[0] if written else f'{data[0].name}/{name}'}`, with the name of the deck"
            fix = rewrite(scalar, written[0]) if len(written) == 1 else None
            self.reading.complain("missing-data-deck", scalar.span, message, hint=hint, fix=fix)
        return None

    def _complain_card(self, scalar: Scalar, deck: str) -> None:
        message = f"there is no card `{shortened(scalar.text)}`"
        of_deck, slash, card = scalar.text.partition("/")
        searched = self.decks.get(of_deck if slash else deck)
        if searched and self.reading.is_misread(searched.span.path):
            return
        if slash and of_deck not in self.decks and of_deck + slash != PLANET_PREFIX:
            if self.incomplete:
                return
            decks = self.reading.near(of_deck, (name for name in self.decks if name))
            meant = tuple(f"{name}/{card}" for name in decks if card in self.decks[name].cards)
            otherwise = f"no loaded file is a deck `{shortened(of_deck)}`"
            self._suggest(scalar, message, meant, otherwise)
            return
        self._suggest(scalar, message, self.meant(scalar.text, deck), self._what_exists(deck if not slash else of_deck))

    def _suggest(self, scalar: Scalar, message: str, meant: tuple[str, ...], otherwise: str) -> None:
        hint = f"did you mean {' or '.join(f'`{name}`' for name in meant)}?" if meant else otherwise
        fix = rewrite(scalar, meant[0]) if len(meant) == 1 else None
        self.reading.complain("missing-card", scalar.span, message, hint=hint, fix=fix)

    def _what_exists(self, deck: str) -> str:
        if deck + "/" == PLANET_PREFIX:
            return "no deck of kind planet has a card of this name"
        cards = self.decks[deck].cards if deck in self.decks else {}
        if not cards:
            return "there are no cards to choose from"
        return f"{f'in deck `{deck}`' if deck else 'among the cards'} {known_names(cards)}"

    def meant(self, name: str, deck: str) -> tuple[str, ...]:
        """Return the cards that a name which names none may have been meant to be, as they would be written."""
        bare = name.strip(_ORNAMENTS)
        if bare != name and self.whole(bare, deck):
            return (bare,)
        of_deck, slash, card = bare.partition("/")
        if slash and of_deck + slash == PLANET_PREFIX:
            cards = {each for planet in self.of_kind(DeckKind.PLANET) for each in planet.cards}
            return tuple(PLANET_PREFIX + each for each in self.reading.near(card, cards))
        if slash:
            found = self.reading.near(card, self.decks[of_deck].cards) if of_deck in self.decks else ()
            return tuple(f"{of_deck}/{each}" for each in found)
        elsewhere = [each for each in self._decks_with(bare) if each not in (deck, "")]
        if elsewhere:
            planets = len(elsewhere) > 1 and all(self.decks[each].kind is DeckKind.PLANET for each in elsewhere)
            return (PLANET_PREFIX + bare,) if planets else tuple(f"{each}/{bare}" for each in elsewhere[:3])
        return self.reading.near(bare, self.decks[deck].cards) if deck in self.decks else ()

    def _decks_with(self, card: str) -> list[str]:
        """The decks that have a card of this name; the table is made when the first name is wrong."""
        if not self._decks_by_card:
            table: defaultdict[str, list[str]] = defaultdict(list)
            for deck in self.decks.values():
                for each in deck.cards:
                    table[each].append(deck.name)
            self._decks_by_card = dict(table)
        return self._decks_by_card.get(card, [])

    def named(self, node: Node, known: dict[str, Span], slug: str, what: str) -> str | None:
        """Read the name of an item, place, type or tracker that exists.

        Args:
            node: where it is named.
            known: the names that exist.
            slug: the finding if this one does not.
            what: what it is the name of, without article.
        """
        scalar = self.reading.read_scalar(node, f"the name of {'an' if what[0] in 'aeiou' else 'a'} {what}")
        if scalar is None:
            return None
        if scalar.text in known:
            return scalar.text
        self.reading.unknown(slug, scalar, f"there is no {what} `{shortened(scalar.text)}`", known)
        return None

    def item(self, node: Node) -> str | None:
        """Read the name of an item."""
        return self.named(node, self.items, "missing-item", "item")

    def type(self, node: Node) -> str | None:
        """Read a challenge type."""
        return self.named(node, self.types, "missing-type", "challenge type")

    def place(self, node: Node) -> str | None:
        """Read the name of a place."""
        return self.named(node, self.places, "missing-place", "place")

    def tracker(self, node: Node) -> str | None:
        """Read the name of a tracker."""
        return self.named(node, self.trackers, "missing-tracker", "tracker")

    def deck(self, node: Node, kind: DeckKind) -> str | None:
        """Read the name of a deck of a kind."""
        of_kind = {deck.name: deck.span for deck in self.of_kind(kind)}
        scalar = self.reading.read_scalar(node, "the name of a deck")
        if scalar is None or scalar.text in of_kind:
            return scalar.text if scalar else None
        name = shortened(scalar.text)
        if scalar.text in self.decks and scalar.text:
            message = f"deck `{name}` is not of kind {kind}"
            self.reading.complain(
                "wrong-deck", scalar.span, message, hint=f"write `kind: {kind}` at the top of its file"
            )
        elif not self.incomplete:
            otherwise = known_names(of_kind) if of_kind else f"write a file with `deck: {name}` and `kind: {kind}`"
            message = f"there is no deck `{name}` of kind {kind}"
            self.reading.unknown("missing-deck", scalar, message, of_kind, otherwise=otherwise)
        return None
