"""A run: the mutable working copy of a state while one step is taken, and the loop that takes it to the next decision.

The loop executes operations until a person must decide, the story is over, or a second part of chance is needed: a
step contains at most one. Operations that need chance therefore draw before they change anything, so that a wait
leaves no trace and the operation starts again in the next step.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from storyengine.model.cards import CardRef
from storyengine.model.expressions import Value
from storyengine.runtime import events as told
from storyengine.runtime.evaluate import Undefined
from storyengine.runtime.state import (
    NOWHERE,
    Disc,
    Frame,
    Phase,
    State,
)

if TYPE_CHECKING:
    from storyengine.runtime.minigame import Minigame
    from storyengine.runtime.plan import Block
    from storyengine.runtime.program import Program

MOST_OPERATIONS = 20_000
"""Operations in one step, after which a loop without a choice is assumed. The longest honest chains are far shorter."""

DEEPEST = 32
"""Cards drawn inside one another."""

Options = Sequence[tuple[Fraction, str]]
Oracle = Callable[[str, str, Options], int]
"""Given the kind of chance, the place that asks and (probability, text id) of each possibility: what happens."""


class Seeds(Sequence[tuple[Fraction, str]]):
    """The deals of a card game inside a story: too many to list, all equally likely, named `seed 5`."""

    COUNT = 1 << 32

    def __len__(self) -> int:
        """Return how many there are."""
        return self.COUNT

    def __getitem__(self, index: int) -> tuple[Fraction, str]:  # type: ignore[override]  # nobody slices seeds
        """Return one."""
        return Fraction(1, self.COUNT), f"seed {index}"

    def find(self, text: str) -> int:
        """Return the index of a text id, or -1."""
        word, _, number = text.partition(" ")
        known = word == "seed" and number.isascii() and number.isdigit() and len(number) <= 10
        return int(number) if known and int(number) < self.COUNT else -1


Facts = tuple[tuple[str, Value], ...]
"""What a card game that is over told of itself, by name. No part of a state, since nothing goes by it."""

SEEDS = Seeds()
ONE = Fraction(1)


class Wait(Exception):
    """A second part of chance is needed in this step. Never leaves the runtime."""


class Spot:
    """A frame while it is worked on."""

    __slots__ = ("attempted", "block", "op", "performer", "picked", "roll", "task", "type")

    def __init__(self, frame: Frame) -> None:
        """Take over a frame's values."""
        self.block, self.op, self.attempted, self.picked, self.performer, self.type, self.task, self.roll = frame

    def freeze(self) -> Frame:
        """Return the frame."""
        return Frame(self.block, self.op, self.attempted, self.picked, self.performer, self.type, self.task, self.roll)


class Run:
    """One step in progress. Operations read and change it freely; nobody else sees it."""

    __slots__ = (
        "active",
        "chance",
        "detail",
        "discs",
        "entered",
        "events",
        "facts",
        "games",
        "holders",
        "in_force",
        "numbers",
        "oracle",
        "phase",
        "place",
        "probability",
        "program",
        "spots",
        "used",
        "values",
        "visited",
    )

    def __init__(self, program: Program, state: State, oracle: Oracle, events: list[told.Event] | None) -> None:
        """Take a state up. `events` collects what happens; without it texts are not even filled in."""
        self.program, self.oracle, self.events = program, oracle, events
        self.games: Mapping[str, Minigame] = program.games
        """The card games that are really played; a game that is not among them ends as somebody reports."""
        self.phase: Phase | None = state.phase
        self.detail: tuple[str, ...] = state.detail
        self.spots: list[Spot] = [Spot(frame) for frame in state.frames]
        self.values: tuple[Value, ...] = state.values
        self.holders: tuple[str, ...] = state.holders
        self.active: tuple[bool, ...] = state.active
        self.place: str = state.place
        self.discs: tuple[Disc, ...] = state.discs
        self.numbers: tuple[tuple[int, ...], ...] = state.numbers
        self.visited: frozenset[str] = state.visited
        self.used: frozenset[str] = state.used
        self.in_force: tuple[str, ...] = state.in_force
        self.facts: Facts = ()
        """What the last card game told of itself, for texts; who tells of a play hands it on from step to step."""
        self.chance = ""
        self.probability = ONE
        self.entered: list[int] | None = None
        """The blocks that were begun, in order, if somebody wants to know."""

    def freeze(self) -> State:
        """Return the state that was reached."""
        assert self.phase is not None, "a run is frozen only where it waits for something"
        return State(
            self.phase,
            self.detail,
            tuple([spot.freeze() for spot in self.spots]),
            self.values,
            self.holders,
            self.active,
            self.place,
            self.discs,
            self.numbers,
            self.visited,
            self.used,
            self.in_force,
        )

    # Telling

    def tell(self, event: told.Event) -> None:
        """Note an event, if anybody listens."""
        if self.events is not None:
            self.events.append(event)

    def notice(self, text: str) -> None:
        """Make a remark of the program's, naming the card."""
        if self.events is not None:
            card = self.card
            self.events.append(told.Notice(f"card `{card}`: {text}" if card else text))

    # Chance

    def draw(self, kind: str, place: str, options: Options) -> int:
        """Let chance choose one of `options`.

        Raises:
            Wait: this step has already had its part of chance.
        """
        if self.chance:
            raise Wait
        index = self.oracle(kind, place, options)
        self.probability, self.chance = options[index]
        return index

    def draw_seed(self) -> int:
        """Let chance choose the seed of a card game."""
        return self.draw("seed", self.card, SEEDS)

    def rolled_sum(self, dice: int, sides: int) -> int:
        """Roll dice in an effect and return their sum."""
        options = sums(dice, sides)
        return dice + self.draw("roll", self.card, options)

    # Where we are

    @property
    def block(self) -> Block:
        """The block on top."""
        return self.program.blocks[self.spots[-1].block]

    @property
    def card(self) -> str:
        """The card being read, also while an item is used at it; empty at a threshold."""
        for spot in reversed(self.spots):
            block = self.program.blocks[spot.block]
            if not block.is_use:
                return block.card
        return ""

    @property
    def travelling(self) -> bool:
        """Whether the crew is choosing where to fly; also while an item is used at that moment."""
        if self.phase is Phase.TRAVEL:
            return True
        if len(self.spots) < 2 or not self.block.is_use:
            return False
        # An item used at that moment lies on top of the operation that asks where to fly.
        spot = self.spots[-2]
        return spot.op in self.program.blocks[spot.block].travels

    def card_spot(self) -> Spot:
        """Return the frame of the card being read, below its choice, arm or item."""
        for spot in reversed(self.spots):
            if self.program.blocks[spot.block].is_card:
                return spot
        raise AssertionError("only a card asks for its card's frame")

    def level_now(self) -> int:
        """Return the challenge level that the meters give, before any house rule."""
        table, by = self.program.story.challenges, self.program.level_by
        return table.level if by < 0 else table.level_at(int(self.values[by]))

    def total_on_table(self) -> int:
        """Return the total of the roll on the table, 0 without one."""
        for spot in reversed(self.spots):
            if spot.task and spot.roll:
                return self.program.rolled(spot.task, spot.roll).total
        return 0

    def told_fact(self, name: str) -> Value:
        """Return what the last card game told of itself under a name.

        Raises:
            Undefined: it told no such thing, or it was only reported how it ended, or there was none.
        """
        for fact, value in self.facts:
            if fact == name:
                return value
        raise Undefined(f"nobody has told `game.{name}`")

    # Changing things

    def is_held(self, item: int) -> bool:
        """Say whether somebody of the crew has the item."""
        return self.holders[item] not in NOWHERE

    def set_holder(self, item: int, holder: str) -> None:
        """Put an item somewhere; who calls tells."""
        self.holders = (*self.holders[:item], holder, *self.holders[item + 1 :])

    def set_active(self, character: int, active: bool) -> None:
        """Flip a character; when that leaves nobody active, `turn_back` is for the caller to call."""
        if self.active[character] != active:
            self.active = (*self.active[:character], active, *self.active[character + 1 :])
            self.tell(told.Flipped(self.program.characters[character], active))

    def turn_back(self) -> None:
        """Make everyone active again if nobody is."""
        if self.active and not any(self.active):
            self.all_active()

    def all_active(self) -> None:
        """Make everyone active."""
        if not all(self.active):
            self.active = (True,) * len(self.active)
            self.tell(told.AllActive())

    def set_disc(self, planet: int, disc: Disc) -> None:
        """Change what lies on a planet; who calls tells."""
        self.discs = (*self.discs[:planet], disc, *self.discs[planet + 1 :])

    def set_value(self, variable: int, value: Value) -> int:
        """Set a variable within its bounds.

        Returns:
            The block that a threshold fires, or -1. It is for the caller to fire it.
        """
        program = self.program
        before = self.values[variable]
        if isinstance(value, int) and not isinstance(value, bool):
            value = min(max(value, program.lows[variable]), program.highs[variable])
        if value == before or program.is_fixed(variable, self):
            return -1
        self.values = (*self.values[:variable], value, *self.values[variable + 1 :])
        self.tell(told.Changed(program.variables[variable], before, value))
        thresholds = program.thresholds[variable]
        if not thresholds or program.is_silenced(variable, self):
            return -1
        return crossed(thresholds, int(before), int(value), (program.lows[variable], program.highs[variable]))

    # Going somewhere

    def fire(self, block: int) -> None:
        """Follow a threshold: at once, and nothing that was under way is gone back to."""
        self.turn_back()  # with `all_turn_back: after_text` the text that would have done it is over
        self.spots = [Spot(Frame(block, 0))]
        self.phase = None
        if self.entered is not None:
            self.entered.append(block)

    def push(self, block: int, *, picked: str = "", performer: str = "", kind: str = "") -> None:
        """Start a block on top of what is under way."""
        self.spots.append(Spot(Frame(block, 0, (), picked, performer, kind)))
        self.phase = None
        if self.entered is not None:
            self.entered.append(block)

    def leave_card(self) -> None:
        """Take away the frames of the card being read."""
        while self.spots and not self.program.blocks[self.spots.pop().block].is_card:
            pass

    def resolve(self, reference: CardRef) -> str:
        """Return the whole name of the card meant; empty when no planet is current that has it."""
        if not reference.planet_card:
            return reference.id
        # The deck that the story starts with often bears its place's name, and is no planet for that.
        is_planet = self.place in self.program.landing
        return self.program.story.planet_card(self.place, reference.planet_card) if is_planet else ""

    def goto(self, reference: CardRef) -> None:
        """Go on to a card. What had drawn the present one is gone back to only within a deck of kind data."""
        target = self.resolve(reference)
        if not target:
            self.stick(f"`{reference.id}` means nothing here, since the ship is at no planet with such a card")
            return
        program = self.program
        inside = program.is_data(self.card) and program.deck_of(target) == program.deck_of(self.card)
        previous = program.deck_of(self.card) if self.spots else None
        if inside:
            self.leave_card()
        else:
            self.turn_back()  # as in `fire`, where a drawn card leads away
            self.spots.clear()
        self.in_force = ()
        self.turn_up(target, opens=not inside and program.opens_deck(target) and previous != program.deck_of(target))

    def draw_card(self, reference: CardRef) -> None:
        """Read a card and come back."""
        target = self.resolve(reference)
        if not target:
            self.notice(f"`{reference.id}` is not drawn, since the ship is at no planet with such a card")
            return
        if sum(1 for spot in self.spots if self.program.blocks[spot.block].is_card) >= DEEPEST:
            self.stick(f"{DEEPEST} cards are drawn inside one another; the innermost is `{target}`")
            return
        self.turn_up(target, opens=False)

    def turn_up(self, card: str, *, opens: bool) -> None:
        """Put a card on top."""
        self.tell(told.Entered(card, opens))
        self.push(self.program.card_blocks[card])

    def give_back(self) -> None:
        """Return from a drawn card."""
        card = self.card
        self.leave_card()
        if not self.spots:
            self.stick(f"card `{card}` returns, but no card drew it")

    def stick(self, why: str) -> None:
        """Go no further."""
        self.spots.clear()
        self.phase, self.detail = Phase.STUCK, (why,)
        self.tell(told.Stopped(why))

    def ask(self, phase: Phase, *detail: str) -> None:
        """Stop here and wait for an answer; the operation that asked comes again after an item was used meanwhile."""
        self.phase, self.detail = phase, detail

    def ask_again_later(self, phase: Phase, *detail: str) -> None:
        """As `ask`, and the operation that is asking is executed anew when play comes back to it."""
        self.spots[-1].op -= 1
        self.ask(phase, *detail)

    # The loop

    def go(self) -> None:
        """Execute operations until something must be waited for."""
        blocks, operations = self.program.blocks, self.program.operations
        trail: list[str] = []
        for _ in range(MOST_OPERATIONS):
            if self.phase is not None:
                return
            if not self.spots:
                self.stick("what was followed leads nowhere")
                return
            spot = self.spots[-1]
            steps = operations[spot.block]
            if spot.task:
                self.program.continue_task(self)
            elif spot.op == len(steps):
                self.spots.pop()
            else:
                if spot.op == 0 and blocks[spot.block].is_card:
                    trail.append(blocks[spot.block].card)
                spot.op += 1
                try:
                    steps[spot.op - 1](self)
                except Wait:
                    spot.op -= 1
                    self.ask(Phase.GO_ON)
        self.stick("the story goes round without a choice: " + " -> ".join(_loop(trail)))


def _loop(trail: list[str]) -> list[str]:
    """Return the end of a trail from the last visit of its last card but one, so that the loop is named once."""
    if not trail:
        return []
    last = trail[-1]
    before = max((index for index, card in enumerate(trail[:-1]) if card == last), default=0)
    return trail[before:][:12]


def crossed(thresholds: Sequence[tuple[int, int]], before: int, after: int, ends: tuple[int, int]) -> int:
    """Return the block of the threshold met on the way from `before` to `after`, or -1.

    Of several the first met counts, but none before that of an end of the range: a full meter could not cross it later.
    """
    met = [
        (at not in ends, abs(at - before), block)
        for at, block in thresholds
        if before < at <= after or after <= at < before
    ]
    return min(met)[2] if met else -1


@lru_cache(maxsize=256)
def sums(dice: int, sides: int) -> tuple[tuple[Fraction, str], ...]:
    """Return probability and text id of each sum of some dice, the smallest sum first."""
    ways = [1]
    for _ in range(dice):
        total = [0] * (len(ways) + sides - 1)
        for index, count in enumerate(ways):
            for face in range(sides):
                total[index + face] += count
        ways = total
    return tuple((Fraction(count, sides**dice), f"roll {dice + index}") for index, count in enumerate(ways))
