"""A story made ready to run: every consequence a block of operations, every name an index."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

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
    Travel,
)
from storyengine.model.expressions import Expression
from storyengine.model.house_rules import HouseRules
from storyengine.model.story import DeckKind, Story
from storyengine.model.walk import endings, remembered_cards
from storyengine.runtime import challenges, discs, offering, travel
from storyengine.runtime import events as told
from storyengine.runtime.actions import UseItem
from storyengine.runtime.effect_operations import Operation, effect_operations
from storyengine.runtime.evaluate import Compiler, Test, Undefined
from storyengine.runtime.machine import Run
from storyengine.runtime.minigame import Minigame
from storyengine.runtime.randomly import follow_random
from storyengine.runtime.state import Phase, Roll, Task


@dataclass(slots=True)
class Block:
    """The operations of one consequence, or of a whole card."""

    key: str
    """Where it stands in the story."""
    card: str
    """Its card; empty for a threshold."""
    is_card: bool = False
    is_use: bool = False
    challenge: str = ""
    """For a win or lose block: its challenge."""
    operations: list[Operation] = field(default_factory=list)
    offer: int = -1
    """The operation that offers the choices, in a card's block."""
    travels: set[int] = field(default_factory=set)
    """Operations that ask where to fly."""

    def add(self, *operations: Operation) -> None:
        """Append operations."""
        self.operations.extend(operations)


class Program:
    """One story, compiled. Everything here is derived from the story and never changes."""

    def __init__(self, story: Story) -> None:
        """Compile a story.

        Raises:
            ValueError: the story was made in code and cannot run, such as an effect that rolls twice.
        """
        self.story = story
        self.story_rules = story.house_rules()
        self.variables = tuple(story.variables)
        self.index = {name: index for index, name in enumerate(self.variables)}
        self.lows = tuple(variable.low for variable in story.variables.values())
        self.highs = tuple(variable.high for variable in story.variables.values())
        self.item_names = tuple(story.items)
        self.items = {name: index for index, name in enumerate(self.item_names)}
        self.characters = tuple(story.crew)
        self.character_index = {name: index for index, name in enumerate(self.characters)}
        self.planet_names = story.board.planets
        self.planets = {name: index for index, name in enumerate(self.planet_names)}
        self.colours = {colour: index for index, colour in enumerate(story.discs)}
        self.boost = self.index.get(story.board.boost, -1)
        self.level_by = self.index.get(story.challenges.by, -1)
        self.charts = travel.Charts(story.board)
        self.landing = {deck.name: deck.start for deck in story.decks.values() if deck.kind is DeckKind.PLANET}
        self.boosters: dict[str, tuple[str, ...]] = {
            kind: tuple(item.id for item in story.items.values() if kind in item.boost)
            for kind in story.challenges.types
        }
        self.use_rules = {item.id: item.use.rules if item.use else {} for item in story.items.values()}
        self.remembered = remembered_cards(story)
        self.endings: dict[str, Ending] = {ending.id: ending for ending in endings(story)}
        self.compiler = Compiler(self.index, self.items, self.character_index)
        self.games: Mapping[str, Minigame] = {}
        self._rules: dict[str, HouseRules] = {}
        self._challenge_rules: dict[tuple[str, str], HouseRules] = {}
        self._numbers: dict[Expression, Callable[[Run], int]] = {}
        self._travel_costs = {self.index[tracker] for tracker, _ in story.board.cost}
        self.blocks: list[Block] = []
        self.block_index: dict[str, int] = {}
        self.card_blocks: dict[str, int] = {}
        self.item_blocks: dict[str, int] = {}
        self.item_tests: dict[str, Test | None] = {}
        self.offered: dict[str, offering.Offered] = {}
        self.thresholds: tuple[tuple[tuple[int, int], ...], ...] = ()
        self.stranded = -1
        self._build()

    # Questions that operations ask

    def rules_at(self, card: str) -> HouseRules:
        """Return the rules in force at a card, or the story's."""
        if card not in self._rules:
            self._rules[card] = self.story.house_rules(card)
        return self._rules[card]

    def challenge_rules(self, card: str, challenge: str) -> HouseRules:
        """Return the rules in force for a challenge."""
        key = (card, challenge)
        if key not in self._challenge_rules:
            self._challenge_rules[key] = self.rules_at(card).override(self.challenge(card, challenge).rules)
        return self._challenge_rules[key]

    def challenge(self, card: str, name: str) -> Challenge:
        """Return a card's challenge by its id."""
        return next(challenge for challenge in self.story.cards[card].challenges if challenge.id == name)

    def number(self, expression: Expression, run: Run) -> int:
        """Return a number that a rule is made of; 0 where it has no value."""
        if expression not in self._numbers:
            self._numbers[expression] = self.compiler.value(expression)  # type: ignore[assignment]
        try:
            return int(self._numbers[expression](run))
        except Undefined as undefined:
            run.notice(f"a rule has no value here, since {undefined}; it counts as 0")
            return 0

    def is_data(self, card: str) -> bool:
        """Whether a card's deck is of kind data."""
        return bool(card) and self._kind(card) is DeckKind.DATA

    def _kind(self, card: str) -> DeckKind:
        deck = self.story.decks.get(self.deck_of(card))
        return deck.kind if deck else DeckKind.STORY

    def deck_of(self, card: str) -> str:
        """Return the name of a card's deck."""
        return self.story.cards[card].deck if card else ""

    def opens_deck(self, card: str) -> bool:
        """Whether a card is the first of a deck that is read aloud from its start."""
        deck = self.story.decks.get(self.deck_of(card))
        return card == self.story.start or (deck is not None and deck.kind is not DeckKind.DATA and deck.start == card)

    def is_showdown(self, card: str) -> bool:
        """Whether a card belongs to a showdown deck."""
        return bool(card) and self._kind(card) is DeckKind.SHOWDOWN

    def is_silenced(self, variable: int, run: Run) -> bool:
        """Whether a tracker's thresholds are ignored here: in a showdown, where its rules say so."""
        return (
            variable in self._travel_costs
            and self.is_showdown(run.card)
            and self.rules_at(run.card).epm_during_showdown == "ignored"
        )

    def is_fixed(self, variable: int, run: Run) -> bool:
        """Whether a tracker cannot change here: the one that discs raise stays where it is during a showdown."""
        return variable == self.boost and self.is_showdown(run.card)

    def rolled(self, task: Task, roll: Roll) -> told.Rolled:
        """Return the roll on the table with all that counts."""
        challenge, kind, level = task
        skill = self.story.crew[roll.performer].skills.get(kind, 0) if roll.performer else 0
        bonus = challenges.boost_of(self, roll.booster, kind).bonus
        return told.Rolled(challenge, kind, level, roll.performer, roll.booster, roll.dice, skill, bonus, roll.change)

    def usable_items(self, run: Run, *, after_roll: bool) -> tuple[UseItem, ...]:
        """Return every use of an Assist Item that is allowed now."""
        return offering.usable_items(run, after_roll=after_roll)

    def continue_task(self, run: Run) -> None:
        """Go on with the challenge under way."""
        challenges.continue_task(run)

    # Building

    def _build(self) -> None:
        for card in self.story.cards.values():
            self.card_blocks[card.id] = self._new(card.id, card.id, is_card=True)
        for card in self.story.cards.values():
            self._card(card)
        for item in self.story.items.values():
            if item.use:
                index = self._new(f"use {item.id}", "", is_use=True)
                self.blocks[index].add(*effect_operations(self, item.use.do, self.story_rules))
                self.item_blocks[item.id] = index
                self.item_tests[item.id] = self.compiler.test(item.use.when)
        self.thresholds = tuple(
            tuple((at, self._consequence(then, "")) for at, then in variable.thresholds)
            for variable in self.story.variables.values()
        )
        if self.story.board.stranded:
            self.stranded = self._consequence(self.story.board.stranded, "")

    def _new(self, key: str, card: str, *, is_card: bool = False, is_use: bool = False) -> int:
        self.blocks.append(Block(key, card, is_card, is_use))
        self.block_index.setdefault(key, len(self.blocks) - 1)
        return len(self.blocks) - 1

    def _card(self, card: Card) -> None:
        block = self.blocks[self.card_blocks[card.id]]
        rules = self.rules_at(card.id)
        block.add(*effect_operations(self, card.before, rules))
        block.add(*self._text_operations(card.then, card.id))
        if card.id in self.remembered:
            block.add(_remember(card.id))
        if card.item:
            block.add(offering.take_item(self.items[card.item], again=rules.discarded_items_return))
        block.add(*effect_operations(self, card.then.do, rules))
        block.add(*(self._draw(reference) for reference in card.then.draw))
        for challenge in card.challenges:
            self._challenge_blocks(card, challenge)
            if not challenge.optional:
                block.add(offering.require(challenge, self.compiler.test(challenge.when)))
        if card.minigame:
            for label, result in card.minigame.results.items():
                self._consequence(result, card.id, key=f"{card.id}.minigame.{label}")
            block.add(lambda run: run.ask_again_later(Phase.GAME, ""))
        jump = card.then.jump
        if isinstance(jump, Branch | RandomArms):
            block.add(self._jump(jump, block, card.id))
            jump = None
        for choice in card.choices:
            index = self._consequence(choice.then, card.id)
            if self.is_data(card.id):
                self.blocks[index].add(lambda run: run.give_back())
        block.offer = len(block.operations)
        block.add(offering.offer(self, card, has_fallback=jump is not None))
        if jump is not None:
            self._add_jump(block, jump, card.id)
        elif self.is_data(card.id):
            block.add(lambda run: run.give_back())
        else:
            block.add(lambda run: run.stick(f"card `{card.id}` has no choice that is open now, and no ending"))

    def _text_operations(self, consequence: Consequence, card: str) -> list[Operation]:
        if consequence.text is None:
            return []
        read = self.compiler.text(consequence.text, card)

        def say(run: Run) -> None:
            if run.events is not None and (text := read(run)):
                run.tell(told.Told(text))

        return [say]

    def _challenge_blocks(self, card: Card, challenge: Challenge) -> None:
        for way, consequence in (("win", challenge.win), ("lose", challenge.lose)):
            self._consequence(consequence, card.id, key=f"{card.id}.{challenge.id}.{way}", challenge=challenge.id)

    def _consequence(self, consequence: Consequence, card: str, *, key: str = "", challenge: str = "") -> int:
        index = self._new(key or consequence.key, card)
        block = self.blocks[index]
        block.challenge = challenge
        rules = self.challenge_rules(card, challenge) if challenge else self.rules_at(card)
        block.add(*self._text_operations(consequence, card))
        block.add(*effect_operations(self, consequence.do, rules))
        block.add(*(self._draw(reference) for reference in consequence.draw))
        if challenge and rules.all_turn_back == "after_text":
            block.add(lambda run: run.turn_back())
        if consequence.jump is not None:
            self._add_jump(block, consequence.jump, card)
        return index

    def _draw(self, reference: CardRef) -> Operation:
        def draw(run: Run) -> None:
            target = run.resolve(reference)
            item = self.items.get(self.story.cards[target].item, -1) if target else -1
            if item >= 0 and not offering.can_be_found(run, item):
                name = self.story.items[self.item_names[item]].title
                run.notice(f"{name} is not in the deck any more")
            else:
                run.draw_card(reference)

        return draw

    def _add_jump(self, block: Block, jump: Jump, card: str) -> None:
        match jump:
            case Leave(way):
                block.add(discs.turn if way == "data_find" else discs.discard_disc)
                block.travels.add(len(block.operations))
                block.add(lambda run: travel.ask_where(run, Travel()))
            case Travel():
                block.travels.add(len(block.operations))
                block.add(lambda run: travel.ask_where(run, jump))
            case Showdown(deck):
                block.add(lambda run: run.all_active(), lambda run: travel.prepare(run, deck))
            case _:
                block.add(self._jump(jump, block, card))

    def _jump(self, jump: Jump, block: Block, card: str) -> Operation:
        match jump:
            case Goto(reference):
                return lambda run: run.goto(reference)
            case Stay():
                return stay
            case Return():
                return lambda run: run.give_back()
            case Retry():
                return lambda run: challenges.try_again(run, _challenge_above(run))
            case End(ending):
                return lambda run: finish(run, ending)
            case Branch(arms):
                tested = tuple((self.compiler.test(arm.when), self._consequence(arm, card)) for arm in arms)
                return lambda run: follow_first(run, tested)
            case RandomArms(arms):
                weighted = tuple((arm.weight, self._consequence(arm, card)) for arm in arms)
                return lambda run: follow_random(run, block.key, weighted)
        raise AssertionError(f"handled by _add_jump: {jump!r}")


def _remember(card: str) -> Operation:
    def remember(run: Run) -> None:
        run.visited |= {card}

    return remember


def _challenge_above(run: Run) -> str:
    return next((name for spot in reversed(run.spots) if (name := run.program.blocks[spot.block].challenge)), "")


def stay(run: Run) -> None:
    """Offer this card's choices again."""
    spot = run.card_spot()
    while run.spots[-1] is not spot:
        run.spots.pop()
    spot.op = run.program.blocks[spot.block].offer


def finish(run: Run, ending: Ending) -> None:
    """The story ends here."""
    run.spots.clear()
    run.ask(Phase.ENDED, ending.id)
    run.tell(told.Ended(ending.id))


def follow_first(run: Run, arms: tuple[tuple[Test | None, int], ...]) -> None:
    """Follow the first arm whose condition holds, if any does."""
    for holds, block in arms:
        if holds is None or holds(run):
            spot = run.spots[-1]
            run.push(block, picked=spot.picked, performer=spot.performer, kind=spot.type)
            return


_PROGRAMS: WeakKeyDictionary[Story, Program] = WeakKeyDictionary()


def program_of(story: Story) -> Program:
    """Return a story's program, compiled once."""
    found = _PROGRAMS.get(story)
    if found is None:
        found = _PROGRAMS[story] = Program(story)
    return found


def introduce(story: Story, games: Mapping[str, Minigame]) -> None:
    """Let a story's cards open these card games, by id.

    A game that is not introduced is played elsewhere: its card then asks how it ended.
    """
    program_of(story).games = dict(games)
