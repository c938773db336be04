"""What each consequence of a story does, step after step, as data.

The runtime makes the steps into operations and executes them; analysis reads the same steps and reasons about them.
A frame of a state is a block and the number of its next step, so both speak of the same places.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from storyengine.model.cards import (
    Branch,
    Card,
    CardRef,
    Challenge,
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
    Text,
    Travel,
)
from storyengine.model.expressions import Condition, Effect
from storyengine.model.house_rules import HouseRules
from storyengine.model.story import DeckKind, Story
from storyengine.model.walk import remembered_cards


@dataclass(frozen=True, slots=True)
class Say:
    """Read a text aloud."""

    text: Text


@dataclass(frozen=True, slots=True)
class Remember:
    """Note that the card was visited."""


@dataclass(frozen=True, slots=True)
class TakeItem:
    """The card is an item: somebody takes it."""

    item: str


@dataclass(frozen=True, slots=True)
class Change:
    """One effect, with those that come after it in the same list."""

    effect: Effect
    rest: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class DrawCard:
    """Read another card and come back."""

    card: CardRef


@dataclass(frozen=True, slots=True)
class Require:
    """A required challenge."""

    challenge: Challenge


@dataclass(frozen=True, slots=True)
class OpenGame:
    """Open the card's card game."""


@dataclass(frozen=True, slots=True)
class OfferChoices:
    """Ask for a choice or an optional challenge, or pass on where there is none."""

    has_fallback: bool
    """Whether the card has a jump of its own for when no choice is open."""


@dataclass(frozen=True, slots=True)
class TurnBack:
    """Make everyone active if nobody is."""


@dataclass(frozen=True, slots=True)
class GiveBack:
    """Return to the card that drew this one."""


@dataclass(frozen=True, slots=True)
class TurnDisc:
    """A DATA Find."""


@dataclass(frozen=True, slots=True)
class DiscardDisc:
    """The End."""


@dataclass(frozen=True, slots=True)
class AskWhere:
    """Fly."""

    travel: Travel


@dataclass(frozen=True, slots=True)
class MakeAllActive:
    """Everyone is active."""


@dataclass(frozen=True, slots=True)
class Prepare:
    """Exchange items, then begin the showdown."""

    deck: str


@dataclass(frozen=True, slots=True)
class GoTo:
    """On to another card."""

    card: CardRef


@dataclass(frozen=True, slots=True)
class StayHere:
    """Offer this card's choices again."""


@dataclass(frozen=True, slots=True)
class TryAgain:
    """The same challenge once more."""


@dataclass(frozen=True, slots=True)
class Finish:
    """An ending."""

    ending: Ending


@dataclass(frozen=True, slots=True)
class FollowFirst:
    """The first (condition, block) that holds, if any."""

    arms: tuple[tuple[Condition | None, int], ...]


@dataclass(frozen=True, slots=True)
class FollowRandom:
    """One of (weight, block), by chance."""

    arms: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Stick:
    """The story goes no further."""

    why: str


Step = (
    Say
    | Remember
    | TakeItem
    | Change
    | DrawCard
    | Require
    | OpenGame
    | OfferChoices
    | TurnBack
    | GiveBack
    | TurnDisc
    | DiscardDisc
    | AskWhere
    | MakeAllActive
    | Prepare
    | GoTo
    | StayHere
    | TryAgain
    | Finish
    | FollowFirst
    | FollowRandom
    | Stick
)


@dataclass(slots=True)
class Block:
    """The steps of one consequence, or of a whole card."""

    key: str
    """Where it stands in the story: the consequence's key, a card's whole name, or `use item`."""
    card: str
    """Its card; empty for a threshold and an item."""
    is_card: bool = False
    is_use: bool = False
    challenge: str = ""
    """For a win or lose block and its arms: the challenge."""
    steps: list[Step] = field(default_factory=list)
    offer: int = -1
    """The step that offers the choices, in a card's block."""
    travels: frozenset[int] = frozenset()
    """Steps that ask where to fly."""


class Plan:
    """The blocks of a story, each found by its key."""

    def __init__(self, story: Story) -> None:
        """Lay a story out."""
        self.story = story
        self.remembered = remembered_cards(story)
        self.blocks: list[Block] = []
        self.index: dict[str, int] = {}
        self.card_blocks: dict[str, int] = {}
        self.item_blocks: dict[str, int] = {}
        self.thresholds: tuple[tuple[tuple[int, int], ...], ...] = ()
        """By variable: (value, block) of each threshold."""
        self.stranded = -1
        """The block followed when no planet is left."""
        self._rules: dict[str, HouseRules] = {}
        self._lay_out()

    def rules_at(self, card: str) -> HouseRules:
        """Return the rules in force at a card, or the story's."""
        if card not in self._rules:
            self._rules[card] = self.story.house_rules(card)
        return self._rules[card]

    def challenge(self, card: str, name: str) -> Challenge:
        """Return a card's challenge by its id."""
        return next(challenge for challenge in self.story.cards[card].challenges if challenge.id == name)

    def kind_of(self, card: str) -> DeckKind:
        """Return the kind of a card's deck; a card of no deck counts as a story's."""
        deck = self.story.decks.get(self.story.cards[card].deck) if card else None
        return deck.kind if deck else DeckKind.STORY

    def is_data(self, card: str) -> bool:
        """Whether a card's deck is of kind data."""
        return self.kind_of(card) is DeckKind.DATA

    def _lay_out(self) -> None:
        cards = self.story.cards.values()
        # Cards come first, so that a card's block has the same number whatever else there is.
        for card in cards:
            self.card_blocks[card.id] = self._new(card.id, card.id, is_card=True)
        for card in cards:
            self._card(card)
        for item in self.story.items.values():
            if item.use:
                index = self._new(f"use {item.id}", "", is_use=True)
                self.blocks[index].steps.extend(changes(item.use.do))
                self.item_blocks[item.id] = index
        self.thresholds = tuple(
            tuple((at, self._consequence(then, "")) for at, then in variable.thresholds)
            for variable in self.story.variables.values()
        )
        if self.story.board.stranded:
            self.stranded = self._consequence(self.story.board.stranded, "")

    def _new(self, key: str, card: str, *, is_card: bool = False, is_use: bool = False) -> int:
        self.blocks.append(Block(key, card, is_card, is_use))
        return self.index.setdefault(key, len(self.blocks) - 1)

    def _card(self, card: Card) -> None:
        block = self.blocks[self.card_blocks[card.id]]
        steps = block.steps
        steps.extend(changes(card.before))
        if card.then.text:
            steps.append(Say(card.then.text))
        if card.id in self.remembered:
            steps.append(Remember())
        if card.item:
            steps.append(TakeItem(card.item))
        steps.extend(changes(card.then.do))
        steps.extend(map(DrawCard, card.then.draw))
        for challenge in card.challenges:
            for way, consequence in (("win", challenge.win), ("lose", challenge.lose)):
                self._consequence(consequence, card.id, key=f"{card.id}.{challenge.id}.{way}", challenge=challenge.id)
            if not challenge.optional:
                steps.append(Require(challenge))
        if card.minigame:
            for label, result in card.minigame.results.items():
                self._consequence(result, card.id, key=f"{card.id}.minigame.{label}")
            steps.append(OpenGame())
        jump = card.then.jump
        if isinstance(jump, Branch | RandomArms):
            self._jump(block, jump)
            jump = None
        for choice in card.choices:
            index = self._consequence(choice.then, card.id)
            if self.is_data(card.id) or isinstance(jump, Return):
                self.blocks[index].steps.append(GiveBack())
        block.offer = len(steps)
        steps.append(OfferChoices(has_fallback=jump is not None))
        if jump is not None:
            self._jump(block, jump)
        elif self.is_data(card.id):
            steps.append(GiveBack())
        else:
            steps.append(Stick(f"card `{card.id}` has no choice that is open now, and no ending"))

    def _consequence(self, consequence: Consequence, card: str, *, key: str = "", challenge: str = "") -> int:
        index = self._new(key or consequence.key, card)
        block = self.blocks[index]
        block.challenge = challenge
        if consequence.text:
            block.steps.append(Say(consequence.text))
        block.steps.extend(changes(consequence.do))
        block.steps.extend(map(DrawCard, consequence.draw))
        jump = consequence.jump
        forked = isinstance(jump, Branch | RandomArms)
        if jump is not None and forked:
            self._jump(block, jump)
        if challenge:
            rules = self.rules_at(card).override(self.challenge(card, challenge).rules)
            if rules.all_turn_back == "after_text":
                block.steps.append(TurnBack())  # an arm's text is a part of the text, so this comes after it
        if jump is not None and not forked:
            self._jump(block, jump)
        return index

    def _jump(self, block: Block, jump: Jump) -> None:
        steps = block.steps
        match jump:
            case Goto(reference):
                steps.append(GoTo(reference))
            case Stay():
                steps.append(StayHere())
            case Return():
                steps.append(GiveBack())
            case Retry():
                steps.append(TryAgain())
            case End(ending):
                steps.append(Finish(ending))
            case Leave(way):
                steps.append(TurnDisc() if way == "data_find" else DiscardDisc())
                block.travels |= {len(steps)}
                steps.append(AskWhere(Travel()))
            case Travel():
                block.travels |= {len(steps)}
                steps.append(AskWhere(jump))
            case Showdown(deck):
                steps.extend((MakeAllActive(), Prepare(deck)))
            case Branch(arms):
                steps.append(FollowFirst(tuple((arm.when, self._arm(block, arm)) for arm in arms)))
            case RandomArms(arms):
                steps.append(FollowRandom(tuple((arm.weight, self._arm(block, arm)) for arm in arms)))

    def _arm(self, block: Block, arm: Consequence) -> int:
        return self._consequence(arm, block.card, challenge=block.challenge)


def changes(effects: Sequence[Effect]) -> list[Change]:
    """Return the steps of a list of effects."""
    return [Change(effect, tuple(effects[index + 1 :])) for index, effect in enumerate(effects)]
