"""What the names of a condition mean in the story that is being read."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from storyengine.loader.expression_nodes import IfElseNode, NameNode, Node, QuotedNode, ToldNode
from storyengine.loader.expression_tokens import Source, Token
from storyengine.loader.near_names import near
from storyengine.model.expressions import Ask, Expression, Fact, Kind, Literal, Read, ToldFact
from storyengine.model.formatting import format_card_name, format_name


@dataclass(frozen=True, slots=True)
class VariableSort:
    """What a variable can hold."""

    kind: Kind
    words: tuple[str, ...] = ()
    """The values a word may have; empty when any word will do."""
    low: int | None = None
    """Smallest value of a number, if it has bounds."""
    high: int | None = None
    """Largest value of a number, if it has bounds."""


def _no_card(name: str) -> str | None:
    return None


def _not_checked() -> None:
    return None


@dataclass(frozen=True, slots=True)
class Scope:
    """What names mean in the story that is being read."""

    variables: Mapping[str, VariableSort] = field(default_factory=dict)
    """Variables and trackers."""
    items: Collection[str] = ()
    characters: Collection[str] = ()
    challenge_types: Collection[str] = ()
    places: Collection[str] = ()
    resolve_card: Callable[[str], str | None] = _no_card
    """From a card's name as typed to its whole name, or nothing when there is no such card."""
    card_names: Callable[[], Iterable[str]] = tuple
    """The names that could have been meant, asked for only when one is wrong."""
    told: Callable[[], Mapping[str, Kind] | None] = _not_checked
    """What the story's card games tell of themselves, by name; nothing where they are not checked."""


class Domain(NamedTuple):
    """The words that something can be."""

    owner: str
    """What can be these words, for messages."""
    words: tuple[str, ...]
    slug: str = "unknown-name"
    """The rule that an unknown bare word breaks."""
    closed: bool = True
    """Whether it can be nothing else; an open domain only says which bare words are words."""


class Typed(NamedTuple):
    """A resolved expression."""

    expression: Expression
    kind: Kind
    domain: Domain | None = None
    """For words: what they can be, if that is known."""
    sure: bool = True
    """Whether the sort is known; not for a fact of card games that are not checked."""


_DECLARED = "every name must be declared, so that a slip of the pen cannot pass unseen"
_FACTS = {fact.value: fact for fact in Fact}
_FLAG_HABITS = {**dict.fromkeys(("yes", "on"), "true"), **dict.fromkeys(("no", "off"), "false")}


class Names:
    """Finds what a name stands for. Reports one that stands for nothing, with the names near it."""

    def __init__(self, source: Source, scope: Scope) -> None:
        self._source = source
        self.scope = scope

    def item(self, token: Token) -> str | None:
        """Return the item that a token names."""
        return self._known(token, self.scope.items, "item", "items")

    def character(self, token: Token, *others: str) -> str | None:
        """Return the character that a token names, or one of `others`, such as `picked`."""
        if token.text in others:
            return token.text
        return self._known(token, self.scope.characters, "character", "crew")

    def card(self, token: Token) -> str | None:
        """Return the whole name of the card that a token names."""
        card = self.scope.resolve_card(token.text)
        if card is None:
            message, hint = f"there is no card `{token.text}`", "write the card's name as after `goto`"
            self.unknown(token, token.text, tuple(self.scope.card_names()), message, hint, "unknown-card")
        return card

    def domain_of_variable(self, name: str) -> Domain | None:
        """Return the words that a variable can be, if they are listed."""
        sort = self.scope.variables.get(name)
        return Domain(f"`{name}`", sort.words) if sort is not None and sort.kind is Kind.WORD and sort.words else None

    def unknown(
        self, node: NameNode | Token, text: str, known: Collection[str], message: str, hint: str, slug: str
    ) -> None:
        """Report a name that means nothing, with the names near it."""
        names = near(text, known, limit=3)
        if names:
            hint = f"did you mean {either(names)}?"
        instead = None
        if len(names) == 1:
            instead = format_card_name(names[0]) if slug == "unknown-card" else format_name(names[0])
        self._source.complain(slug, node.start, node.end, message, _DECLARED, hint, instead)

    def _known(self, token: Token, known: Collection[str], what: str, table: str) -> str | None:
        if token.text in known:
            return token.text
        message = f"there is no {what} `{token.text}`"
        self.unknown(token, token.text, known, message, f"declare it under `{table}`", f"unknown-{what}")
        return None

    def meaning(self, node: NameNode, domain: Domain | None) -> Typed | None:
        """Return what a bare name stands for: a word of `domain`, else a variable, else a fact."""
        name = node.name
        if domain is not None and name in domain.words:
            return Typed(Literal(name), Kind.WORD, Domain(f"`{name}`", (name,)))
        if name in self.scope.variables:
            return Typed(Read(name), self.scope.variables[name].kind, self.domain_of_variable(name))
        if (fact := _FACTS.get(name)) is not None:
            return Typed(Ask(fact), fact.kind, self._domain_of_fact(fact))
        self._unknown_name(node, domain)
        return None

    def told(self, node: ToldNode) -> Typed | None:
        """Return what `game.score` stands for."""
        known = self.scope.told()
        if known is None:
            return Typed(ToldFact(node.name), Kind.NUMBER, sure=False)
        if node.name in known:
            return Typed(ToldFact(node.name), known[node.name])
        shown = self._source.quote(node.start, node.end)
        if not known:
            message = f"{shown} stands for nothing, since no card of this story opens a card game"
            why, hint = "it shows what the last card game told of itself", "open one with `minigame`, or leave it out"
            self._source.complain("unknown-name", node.start, node.end, message, why, hint)
            return None
        names = [f"game.{name}" for name in near(node.name, known, limit=3)]
        told = either([f"game.{name}" for name in known])
        hint = f"did you mean {either(names)}?" if names else f"there is {told}"
        message, why = f"no card game of this story tells {shown}", "only what a game tells of itself can be shown"
        instead = names[0] if len(names) == 1 else None
        self._source.complain("unknown-name", node.start, node.end, message, why, hint, instead)
        return None

    def _unknown_name(self, node: NameNode, domain: Domain | None) -> None:
        name = node.name
        complain = self._source.complain
        flag = _FLAG_HABITS.get(name.lower(), name.lower() if name.lower() in ("true", "false") else None)
        if flag is not None:
            message, hint = f"`{name}` is no value", f"write `{flag}`"
            complain("unknown-name", node.start, node.end, message, "a flag is `true` or `false`", hint, flag)
        elif name in self.scope.items:
            message, instead = f"`{name}` is an item, not a variable", f"has({name})"
            hint = f"to ask whether the crew holds it, write `{instead}`"
            complain("unknown-name", node.start, node.end, message, "an item has no value", hint, instead)
        elif name in self.scope.characters:
            message, instead = f"`{name}` is a character, not a variable", f"active({name})"
            hint = f"to ask whether this one is active, write `{instead}`"
            complain("unknown-name", node.start, node.end, message, "a character has no value", hint, instead)
        elif domain is not None:
            known = (*domain.words, *self.scope.variables)
            message = f"`{name}` is neither a variable nor a word that {domain.owner} can be"
            words = [word for word in domain.words if word]
            hint = f"{domain.owner} can be {either(words)}" if words else f"{domain.owner} has no words in this story"
            self.unknown(node, name, known, message, hint, domain.slug)
        else:
            known = (*self.scope.variables, *_FACTS)
            owner = next((each for each, sort in self.scope.variables.items() if name in sort.words), None)
            hint = "declare it under `variables`, or put quotes round it if it is a word"
            if owner is not None:
                hint = f"to mean the word, write it in quotes, or compare it with its variable: `{owner} == {name}`"
            self.unknown(node, name, known, f"there is no variable `{name}`", hint, "unknown-name")

    def _domain_of_fact(self, fact: Fact) -> Domain | None:
        # Each can also be the empty word, when there is nothing it could name.
        scope = self.scope
        if fact is Fact.CHALLENGE:
            return Domain("`challenge`", (*scope.challenge_types, ""))
        if fact is Fact.PLACE:
            return Domain("`place`", (*scope.places, ""))
        if fact is Fact.PERFORMER:
            return Domain("`performer`", (*scope.characters, ""), "unknown-character")
        if fact is Fact.PICKED:
            return Domain("`picked`", (*scope.characters, *scope.items, *scope.places, ""))
        return None

    def domain_of(self, node: Node | None) -> Domain | None:
        """Return what the words of `node` can be, as far as that shows without resolving it."""
        if isinstance(node, IfElseNode):
            return self._domain_of_either(node.then, node.otherwise)
        if not isinstance(node, NameNode):
            return None
        if node.name in self.scope.variables:
            return self.domain_of_variable(node.name)
        return self._domain_of_fact(_FACTS[node.name]) if node.name in _FACTS else None

    def _domain_of_either(self, *branches: Node) -> Domain | None:
        domains = [
            Domain("this", (branch.word,)) if isinstance(branch, QuotedNode) else self.domain_of(branch)
            for branch in branches
        ]
        known = [domain for domain in domains if domain is not None]
        if not known:
            return None
        words = dict.fromkeys(word for domain in known for word in domain.words)
        closed = len(known) == len(domains) and all(domain.closed for domain in known)
        return Domain("this", tuple(words), closed=closed)


def either(words: Collection[str]) -> str:
    """Return the words for a hint: at most six, the last one after an "or"."""
    shown = [f"`{word}`" if word else '`""`' for word in words][:6]
    if len(words) > 6:
        return ", ".join(shown) + " and others"
    return " or ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)
