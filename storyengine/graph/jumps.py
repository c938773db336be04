"""Every jump of a story, with what leads to it: the edges of the graph before there is one.

Ways that the runtime resolves by the state are all listed: `planet/N` stands for card N of each planet the ship can be
at, a meter's threshold can be met wherever the meter changes, and a drawn card goes back to every card that draws it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from storyengine.graph.names import Names
from storyengine.graph.words import condition_words, effect_words, text_words
from storyengine.model.cards import (
    Branch,
    Card,
    CardRef,
    Consequence,
    End,
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
from storyengine.model.expressions import AllOf, Ask, Assign, Condition, Effect, Expression, Fact, Literal
from storyengine.model.story import DeckKind, Story
from storyengine.model.tables import Item
from storyengine.model.walk import consequences, references, with_arms
from storyengine.source import NOWHERE, Span


@dataclass(frozen=True, slots=True)
class Way:
    """What leads to a jump; the attributes of an edge that are told of its whole consequence."""

    kind: str
    """`next`, `choice`, `win`, `lose`, `result`, `threshold`, `stranded` or `travel`."""
    text: str = ""
    choice: str = ""
    challenge: str = ""
    result: str = ""
    conditions: tuple[Condition, ...] = ()
    effects: tuple[Effect, ...] = ()
    chance: str = ""
    """For an arm of `random`: its share, as `2/5`."""
    key: str = ""
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Edge:
    """A jump from one node to another."""

    source: str
    target: str
    jump: str
    way: Way

    def attributes(self) -> dict[str, str | int]:
        """Return the attributes of the edge in the graph; each a text or a number."""
        way = self.way
        return {
            "kind": way.kind,
            "jump": self.jump,
            "text": way.text,
            "choice": way.choice,
            "challenge": way.challenge,
            "result": way.result,
            "when": condition_words(way.conditions),
            "do": effect_words(way.effects),
            "chance": way.chance,
            "consequence": way.key,
            "path": way.span.path,
            "line": way.span.line,
        }


def jumps(story: Story, names: Names) -> Iterator[Edge]:
    """Yield every jump of a story: cards as written, then thresholds and the board, then returns."""
    return iter(_Jumps(story, names).all())


class Course(StrEnum):
    """Which way a variable changes."""

    UP = "up"
    DOWN = "down"
    EITHER = "either"


class _Jumps:
    def __init__(self, story: Story, names: Names) -> None:
        self.story, self.names = story, names
        self.edges: list[Edge] = []
        self.returns: list[tuple[str, Way]] = []
        """Nodes that go back to whoever drew them, and how."""
        self.changed: dict[str, dict[tuple[str, Course], Way]] = {}
        """Node to the variables that change at it and in which direction, with the first way in which each does."""

    def all(self) -> list[Edge]:
        for card in self.story.cards.values():
            self.card(card)
        for variable in self.story.variables.values():
            for at, then in variable.thresholds:
                title = f"{variable.title or variable.id} at {at}"
                self.follow(self.names.threshold(variable.id, at), then, Way("threshold", title))
        if self.story.board.stranded:
            self.follow(self.names.stranded, self.story.board.stranded, Way("stranded", "no planet is left"))
        self.travel()
        self.items()
        self.thresholds()
        self.returns_to_drawers()
        return self.edges

    def add(self, source: str, target: str, jump: str, way: Way) -> None:
        self.edges.append(Edge(source, target, jump, way))

    # What is written on a card

    def card(self, card: Card) -> None:
        deck = self.story.decks.get(card.deck)
        is_data = deck is not None and deck.kind is DeckKind.DATA
        own = card.then.jump
        self.changes(card.id, Way("next", span=card.span), card.before)
        self.follow(card.id, card.then, Way("next"))
        goes_back = Way("next", key=card.id, span=card.span)
        if is_data and (own is None or isinstance(own, Branch | RandomArms)):
            self.returns.append((card.id, goes_back))
        for choice in card.choices:
            way = Way("choice", text_words(choice.text), choice.id, conditions=_given(choice.when), span=choice.span)
            self.follow(card.id, choice.then, way)
            if (is_data or isinstance(own, Return)) and not isinstance(choice.then.jump, Goto | End | Return):
                self.returns.append((card.id, replace(way, effects=choice.then.do, key=choice.then.key)))
        for challenge in card.challenges:
            words = text_words(challenge.text) or " or ".join(challenge.types)
            for kind, then in (("win", challenge.win), ("lose", challenge.lose)):
                way = Way(kind, words, challenge=challenge.id, conditions=_given(challenge.when), span=challenge.span)
                self.follow(card.id, then, way)
        if card.minigame:
            for label, then in card.minigame.results.items():
                span = card.minigame.spans.get(f"results.{label}", card.minigame.span)
                self.follow(card.id, then, Way("result", card.minigame.game, result=label, span=span))

    def follow(self, node: str, then: Consequence, way: Way) -> None:
        """List the jumps of a consequence and of its arms."""
        span = then.span if then.span != NOWHERE else way.span
        way = replace(way, effects=(*way.effects, *then.do), key=then.key, span=span)
        self.changes(node, way, then.do)
        for reference in then.draw:
            for target in self.meant(reference, node):
                self.add(node, target, "draw", way)
        match then.jump:
            case Branch(arms):
                for arm in arms:
                    self.follow(node, arm, replace(way, conditions=(*way.conditions, *_given(arm.when))))
            case RandomArms(arms):
                whole = sum(arm.weight for arm in arms)
                for arm in arms:
                    share = f"{arm.weight}/{whole}"
                    self.follow(node, arm, replace(way, chance=f"{way.chance} of {share}" if way.chance else share))
            case None:
                pass
            case jump:
                self.jump(node, jump, way)

    def jump(self, node: str, jump: Jump, way: Way) -> None:
        match jump:
            case Goto(reference):
                for target in self.meant(reference, node):
                    self.add(node, target, "goto", way)
            case Stay():
                self.add(node, node, "stay", way)
            case Retry():
                self.add(node, node, "retry", way)
            case Return():
                self.returns.append((node, way))
            case End(ending):
                target = self.names.ending(ending)
                if target != node:
                    self.add(node, target, "ending", way)
            case Showdown(deck):
                self.add(node, self.story.decks[deck].start, "showdown", way)
            case Leave(how):
                if how == "data_find" and self.story.board.boost:
                    self.change(node, self.story.board.boost, Course.EITHER, way)
                self.add(node, self.names.travel, how, way)
            case Travel(""):
                self.add(node, self.names.travel, "travel", way)
            case Travel(place):
                for tracker, _ in self.story.board.cost:
                    self.change(node, tracker, Course.EITHER, way)
                if self.landing(place):
                    self.add(node, self.landing(place), "travel", way)

    # What the state decides

    def landing(self, place: str) -> str:
        deck = self.story.decks.get(place)
        return deck.start if deck is not None and deck.kind is DeckKind.PLANET else ""

    @cached_property
    def only_at_home(self) -> frozenset[str]:
        """Planets whose cards are read only while the ship is there: nothing outside leads to them but landing."""
        planets = {name for name, deck in self.story.decks.items() if deck.kind is DeckKind.PLANET}
        for rooted in consequences(self.story):
            own = rooted.card.deck if rooted.card else ""
            named = {self.story.cards[each.id].deck for each in references(rooted.consequence) if not each.planet_card}
            if isinstance(rooted.consequence.jump, Showdown):
                named.add(rooted.consequence.jump.deck)
            planets -= named - {own}
        return frozenset(planets - {self.story.cards[self.story.start].deck})

    def meant(self, reference: CardRef, node: str) -> tuple[str, ...]:
        """Return the cards that a reference at a node can mean."""
        if not reference.planet_card:
            return (reference.id,)
        deck = self.story.cards[node].deck if node in self.story.cards else ""
        if deck in self.only_at_home:
            found = self.story.planet_card(deck, reference.planet_card)
            return (found,) if found else ()
        return self.story.planet_cards(reference.id)

    def travel(self) -> None:
        """From the moment in which the crew chooses where to fly, to wherever ships can land."""
        board = self.story.board
        if not any(edge.target == self.names.travel for edge in self.edges):
            return
        cost = "; ".join(f"{tracker} += {amount}" for tracker, amount in board.cost)
        for place in board.places.values():
            if not place.closed and self.landing(place.id):
                text = f"fly to {place.title or place.id}" + (f" ({cost} for each segment)" if cost else "")
                self.add(self.names.travel, self.landing(place.id), "travel", Way("travel", text, span=place.span))
        for tracker, _ in board.cost:
            self.change(self.names.travel, tracker, Course.EITHER, Way("travel", "on the way"))
        if board.stranded:
            way = Way("stranded", "no planet is left to fly to", span=board.stranded.span)
            self.add(self.names.travel, self.names.stranded, "stranded", way)

    def change(self, node: str, variable: str, course: Course, way: Way) -> None:
        self.changed.setdefault(node, {}).setdefault((variable, course), way)

    def changes(self, node: str, way: Way, effects: Iterable[Effect]) -> None:
        for effect in effects:
            if isinstance(effect.statement, Assign):
                self.change(node, effect.statement.variable, _course(effect.statement), way)

    def items(self) -> None:
        """What a used item changes, it changes wherever it may be used."""
        flying = any(edge.target == self.names.travel for edge in self.edges)
        for item in self.story.items.values():
            if not item.use:
                continue
            assigned = [each.statement for each in item.use.do if isinstance(each.statement, Assign)]
            watched = [each for each in assigned if self.story.variables[each.variable].thresholds]
            way = Way("item", f"use {item.title or item.id}", effects=item.use.do, span=item.span)
            for node in self.where_used(item, flying=flying) if watched else ():
                for statement in watched:
                    self.change(node, statement.variable, _course(statement), way)

    def where_used(self, item: Item, *, flying: bool) -> Iterator[str]:
        assert item.use is not None, "asked only of items with a use"
        if flying and not item.use.after_roll:
            yield self.names.travel
        if item.use.when and _asks_for_travelling(item.use.when.expression):
            return
        for card in self.story.cards.values():
            if card.challenges or (not item.use.after_roll and _waits(card)):
                yield card.id

    def thresholds(self) -> None:
        """A threshold is met from below or from above; at an end of the range, from one side only."""
        for node, changed in self.changed.items():
            met: dict[str, Way] = {}
            for (name, course), way in changed.items():
                variable = self.story.variables[name]
                for at, _ in variable.thresholds:
                    if (course is not Course.DOWN and at > variable.low) or (
                        course is not Course.UP and at < variable.high
                    ):
                        met.setdefault(self.names.threshold(name, at), way)
            for threshold, way in met.items():
                self.add(node, threshold, "threshold", way)

    def returns_to_drawers(self) -> None:
        """From cards that go back to those that drew them; a jump inside a deck of kind data keeps its drawer."""
        drawers: dict[str, dict[str, None]] = {}
        onward: dict[str, list[str]] = {}
        for edge in self.edges:
            if edge.jump == "draw":
                drawers.setdefault(edge.target, {})[edge.source] = None
            elif edge.jump == "goto" and self.same_data_deck(edge):
                onward.setdefault(edge.source, []).append(edge.target)
        pending = list(drawers)
        while pending:
            card = pending.pop()
            for target in onward.get(card, ()):
                known = drawers.setdefault(target, {})
                new = [drawer for drawer in drawers[card] if drawer not in known]
                if new:
                    known.update(dict.fromkeys(new))
                    pending.append(target)
        for node, way in self.returns:
            for drawer in drawers.get(node, ()):
                self.add(node, drawer, "return", way)

    def same_data_deck(self, edge: Edge) -> bool:
        source, target = self.story.cards.get(edge.source), self.story.cards.get(edge.target)
        if source is None or target is None or source.deck != target.deck or source.deck not in self.story.decks:
            return False
        return self.story.decks[source.deck].kind is DeckKind.DATA


def _given(when: Condition | None) -> tuple[Condition, ...]:
    return (when,) if when else ()


def _course(statement: Assign) -> Course:
    """Which way an assignment changes its variable, as far as its own words tell."""
    if statement.operator not in ("+=", "-=") or not isinstance(statement.value, Literal):
        return Course.EITHER
    return Course.UP if (int(statement.value.value) >= 0) == (statement.operator == "+=") else Course.DOWN


def _asks_for_travelling(expression: Expression) -> bool:
    """Whether a condition holds only while the crew chooses where to fly."""
    if isinstance(expression, AllOf):
        return any(map(_asks_for_travelling, expression.operands))
    return expression == Ask(Fact.TRAVELLING)


def _waits(card: Card) -> bool:
    """Whether a play can stop at a card to be asked something, other than where to fly."""
    asked = bool(card.choices or card.challenges or card.minigame or card.item)
    return asked or any(isinstance(each.jump, Showdown | RandomArms) for each in with_arms(card.then))
