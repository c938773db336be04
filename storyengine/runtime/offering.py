"""What a card offers: choices, optional challenges, items to use; and the operations that ask for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from storyengine.model.cards import Card, Challenge, Choice, Pick
from storyengine.runtime import challenges
from storyengine.runtime import events as told
from storyengine.runtime.actions import Action, Attempt, Choose, GoOn, UseItem
from storyengine.runtime.effect_operations import Operation, give
from storyengine.runtime.evaluate import Test
from storyengine.runtime.machine import Run
from storyengine.runtime.state import ABSENT, DISCARDED, NOWHERE, Phase

if TYPE_CHECKING:
    from storyengine.runtime.program import Program


def can_be_found(run: Run, item: int) -> bool:
    """Whether an item is still to be found, so that its DATA card lies in the deck."""
    holder = run.holders[item]
    return holder == ABSENT or (holder == DISCARDED and run.program.rules_at(run.card).discarded_items_return)


def take_item(item: int, *, again: bool) -> Operation:
    """Return the operation by which a card turns out to be an item."""
    return lambda run: give(run, item, "", again=again)


def candidates(run: Run, pick: Pick) -> tuple[str, ...]:
    """Return what the player can point at."""
    program = run.program
    match pick:
        case Pick.ACTIVE:
            return tuple(name for name, active in zip(program.characters, run.active, strict=True) if active)
        case Pick.INACTIVE:
            return tuple(name for name, active in zip(program.characters, run.active, strict=True) if not active)
        case Pick.ITEM:
            return tuple(name for index, name in enumerate(program.item_names) if run.is_held(index))
        case Pick.PLANET:
            return tuple(
                name
                for name, disc in zip(program.planet_names, run.discs, strict=False)
                if disc.colour and not disc.number
            )


def require(challenge: Challenge, holds: Test | None, read: Callable[[Run], str]) -> Operation:
    """Return the operation by which a card's required challenge begins. An optional one is read where it is offered."""

    def begin(run: Run) -> None:
        if challenge.once and f"{run.card}.{challenge.id}" in run.used:
            return
        if holds is not None and not holds(run):
            return
        if run.events is not None and (text := read(run)):
            run.tell(told.Told(text))
        if len(challenge.types) > 1:
            run.ask(Phase.TYPE, challenge.id)
        else:
            challenges.start(run, challenge, challenge.types[0])

    return begin


class Offered:
    """What one card can offer, with its conditions compiled."""

    def __init__(self, program: Program, card: Card) -> None:
        """Compile a card's conditions."""
        self.card = card
        test = program.compiler.test
        self.choices: tuple[tuple[Choice, Test | None, str], ...] = tuple(
            (choice, test(choice.when), f"{card.id}.{choice.id}") for choice in card.choices
        )
        self.challenges = tuple(
            (challenge, test(challenge.when), f"{card.id}.{challenge.id}")
            for challenge in card.challenges
            if challenge.optional
        )

    def open_choices(self, run: Run) -> tuple[Choose, ...]:
        """Return the choices that may be taken, with each thing that may be picked, in the order written."""
        found: list[Choose] = []
        for choice, holds, key in self.choices:
            if (choice.once and key in run.used) or (holds is not None and not holds(run)):
                continue
            if choice.pick is None:
                found.append(Choose(choice.id))
            else:
                found.extend(Choose(choice.id, picked) for picked in candidates(run, choice.pick))
        return tuple(found)

    def open_challenges(self, run: Run) -> tuple[Attempt, ...]:
        """Return the optional challenges that may be taken on, with each type, in the order written."""
        if not self.challenges:
            return ()
        attempted = run.card_spot().attempted
        if attempted and run.program.rules_at(self.card.id).optional_challenges == "one":
            return ()
        return tuple(
            Attempt(challenge.id, kind if len(challenge.types) > 1 else "")
            for challenge, holds, key in self.challenges
            if challenge.id not in attempted
            and not (challenge.once and key in run.used)
            and (holds is None or holds(run))
            for kind in challenge.types
        )

    def actions(self, run: Run) -> tuple[Action, ...]:
        """Return all that may be done at the card. Reading on is possible where no choice stands in the way."""
        choices, attempts = self.open_choices(run), self.open_challenges(run)
        return (*attempts, *choices) if choices or not attempts else (*attempts, GoOn())


def offer(program: Program, card: Card, *, has_fallback: bool) -> Operation:
    """Return the operation that asks what to do at a card, or reads on where there is nothing to ask.

    A card without choices of its own goes on by itself. Where every choice is shut, the card's own jump is the way on;
    without one, an item that may be used is the last thing to try.
    """
    offered = program.offered[card.id] = Offered(program, card)
    plain = not offered.choices and not offered.challenges

    def ask(run: Run) -> None:
        if plain:
            return
        if offered.actions(run) or (offered.choices and not has_fallback and usable_items(run)):
            run.ask_again_later(Phase.CHOOSE)

    return ask


class Usable(NamedTuple):
    """An Assist Item that can be used, with its condition compiled."""

    name: str
    item: int
    after_roll: bool
    pick: Pick | None
    holds: Test | None


def usable(program: Program, name: str) -> Usable:
    """Compile what may be done with an Assist Item.

    Raises:
        ValueError: nothing may.
    """
    use = program.story.items[name].use
    if use is None:
        raise ValueError(f"`{name}` has no use")
    return Usable(name, program.items[name], use.after_roll, use.pick, program.compiler.test(use.when))


def usable_items(run: Run, *, after_roll: bool = False) -> tuple[UseItem, ...]:
    """Return every use of an Assist Item that is allowed now, in the items' order."""
    program = run.program
    if not program.uses or not challenges.rules_now(run).assist_items:
        return ()
    found: list[UseItem] = []
    holders = run.holders
    for name, item, only_after_roll, pick, holds in program.uses:
        # this is asked before every step of every play
        if holders[item] in NOWHERE or only_after_roll != after_roll or not (holds is None or holds(run)):
            continue
        if pick is None:
            found.append(UseItem(name))
        else:
            found.extend(UseItem(name, picked) for picked in candidates(run, pick))
    return tuple(found)
