"""A story made ready to run: every step of its plan an operation, every name an index."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from weakref import WeakKeyDictionary

from storyengine.model.cards import CardRef, Challenge, Ending
from storyengine.model.expressions import Expression
from storyengine.model.house_rules import HouseRules
from storyengine.model.story import DeckKind, Story
from storyengine.model.walk import endings
from storyengine.runtime import challenges, discs, offering, plan, travel
from storyengine.runtime import events as told
from storyengine.runtime.actions import UseItem
from storyengine.runtime.effect_operations import Operation, effect_operation
from storyengine.runtime.evaluate import Compiler, Test, Undefined
from storyengine.runtime.machine import Run
from storyengine.runtime.minigame import Minigame
from storyengine.runtime.plan import Plan
from storyengine.runtime.randomly import follow_random
from storyengine.runtime.state import Phase, Roll, Task


class Program:
    """One story, compiled. All of it is derived from the story and never changes, but for the games introduced."""

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
        self.endings: dict[str, Ending] = {ending.id: ending for ending in endings(story)}
        self.compiler = Compiler(self.index, self.items, self.character_index)
        self.games: Mapping[str, Minigame] = {}
        self._challenge_rules: dict[tuple[str, str], HouseRules] = {}
        self._numbers: dict[Expression, Callable[[Run], int]] = {}
        self._travel_costs = {self.index[tracker] for tracker, _ in story.board.cost}
        self.plan = Plan(story)
        self.blocks = self.plan.blocks
        self.block_index = self.plan.index
        self.card_blocks = self.plan.card_blocks
        self.item_blocks = self.plan.item_blocks
        self.uses = tuple(offering.usable(self, name) for name in self.item_blocks)
        """What may be done with Assist Items, in the items' order."""
        self.thresholds = self.plan.thresholds
        self.stranded = self.plan.stranded
        self.remembered = self.plan.remembered
        self.offered: dict[str, offering.Offered] = {}
        self.operations: list[tuple[Operation, ...]] = [self._operations(block) for block in self.blocks]

    # Questions that operations ask

    def rules_at(self, card: str) -> HouseRules:
        """Return the rules in force at a card, or the story's."""
        return self.plan.rules_at(card)

    def challenge_rules(self, card: str, challenge: str) -> HouseRules:
        """Return the rules in force for a challenge."""
        key = (card, challenge)
        if key not in self._challenge_rules:
            self._challenge_rules[key] = self.rules_at(card).override(self.challenge(card, challenge).rules)
        return self._challenge_rules[key]

    def challenge(self, card: str, name: str) -> Challenge:
        """Return a card's challenge by its id."""
        return self.plan.challenge(card, name)

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
        return self.plan.is_data(card)

    def deck_of(self, card: str) -> str:
        """Return the name of a card's deck."""
        return self.story.cards[card].deck if card else ""

    def opens_deck(self, card: str) -> bool:
        """Whether a card is the first of a deck that is read aloud from its start."""
        deck = self.story.decks.get(self.deck_of(card))
        return card == self.story.start or (deck is not None and deck.kind is not DeckKind.DATA and deck.start == card)

    def is_showdown(self, card: str) -> bool:
        """Whether a card belongs to a showdown deck."""
        return self.plan.kind_of(card) is DeckKind.SHOWDOWN

    def showdown_card(self, run: Run) -> str:
        """Return the card of a showdown deck that is under way, also while another is drawn there; else nothing."""
        cards = (self.blocks[spot.block].card for spot in reversed(run.spots))
        return next((card for card in cards if self.is_showdown(card)), "")

    def is_silenced(self, variable: int, run: Run) -> bool:
        """Whether a tracker's thresholds are ignored here: in a showdown, where its rules say so."""
        card = self.showdown_card(run) if variable in self._travel_costs else ""
        return bool(card) and self.rules_at(card).epm_during_showdown == "ignored"

    def is_fixed(self, variable: int, run: Run) -> bool:
        """Whether a tracker cannot change here: the one that discs raise stays where it is during a showdown."""
        return variable == self.boost and bool(self.showdown_card(run))

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

    def _operations(self, block: plan.Block) -> tuple[Operation, ...]:
        return tuple(self._operation(step, block) for step in block.steps)

    def _operation(self, step: plan.Step, block: plan.Block) -> Operation:
        card = block.card
        match step:
            case plan.Say(text):
                return _say(self.compiler.text(text, card))
            case plan.Remember():
                return _remember(card)
            case plan.TakeItem(item):
                return offering.take_item(self.items[item], again=self.rules_at(card).discarded_items_return)
            case plan.Change(effect, rest):
                rules = self.challenge_rules(card, block.challenge) if block.challenge else self.rules_at(card)
                return effect_operation(self, effect, rest, rules)
            case plan.DrawCard(reference):
                return self._draw(reference)
            case plan.Require(challenge):
                read = self.compiler.text(challenge.text, card)
                return offering.require(challenge, self.compiler.test(challenge.when), read)
            case plan.OpenGame():
                return lambda run: run.ask_again_later(Phase.GAME, "")
            case plan.OfferChoices(has_fallback):
                return offering.offer(self, self.story.cards[card], has_fallback=has_fallback)
            case plan.TurnBack():
                return lambda run: run.turn_back()
            case plan.GiveBack():
                return lambda run: run.give_back()
            case plan.TurnDisc():
                return discs.turn
            case plan.DiscardDisc():
                return discs.discard_disc
            case plan.AskWhere(trip):
                return lambda run: travel.ask_where(run, trip)
            case plan.MakeAllActive():
                return lambda run: run.all_active()
            case plan.Prepare(deck):
                return lambda run: travel.prepare(run, deck)
            case plan.GoTo(reference):
                return lambda run: run.goto(reference)
            case plan.StayHere():
                return stay
            case plan.TryAgain():
                return lambda run: challenges.try_again(run, _challenge_above(run))
            case plan.Finish(ending):
                return lambda run: finish(run, ending)
            case plan.FollowFirst(arms):
                tested = tuple((self.compiler.test(when), index) for when, index in arms)
                return lambda run: follow_first(run, tested)
            case plan.FollowRandom(weighted):
                return lambda run: follow_random(run, block.key, weighted)
            case plan.Stick(why):
                return lambda run: run.stick(why)

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


def _say(read: Callable[[Run], str]) -> Operation:
    def say(run: Run) -> None:
        if run.events is not None and (text := read(run)):
            run.tell(told.Told(text))

    return say


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
