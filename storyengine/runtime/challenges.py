"""Challenges: level, performer, booster, dice, clean-up."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

from storyengine.model.cards import Challenge
from storyengine.model.house_rules import HouseRules
from storyengine.model.tables import Boost
from storyengine.runtime import events as told
from storyengine.runtime.machine import Run, Spot
from storyengine.runtime.state import DISCARDED, Phase, Roll, Task

if TYPE_CHECKING:
    from storyengine.runtime.program import Program

NO_BOOST = Boost()


def start(run: Run, challenge: Challenge, kind: str) -> None:
    """Step 1: fix the level. The challenge is under way until it is won or lost."""
    spot = run.card_spot()
    run.turn_back()  # with `all_turn_back: after_text` the last text can have led here before it was over
    rules = run.program.challenge_rules(run.program.blocks[spot.block].card, challenge.id)
    base = run.level_now() if rules.level is None else rules.level
    level = base + run.program.number(rules.level_change, run)
    if challenge.once:
        run.used |= {f"{run.card}.{challenge.id}"}
    if challenge.optional and challenge.id not in spot.attempted:
        spot.attempted = (*spot.attempted, challenge.id)
    spot.task = Task(challenge.id, kind, level)
    run.phase = None


def continue_task(run: Run) -> None:
    """Ask for what the challenge under way needs next, or settle it."""
    spot = run.spots[-1]
    if not spot.roll:
        run.ask(Phase.PERFORM)
    elif run.program.usable_items(run, after_roll=True):
        run.ask(Phase.ROLLED)
    else:
        settle(run)


def performers(run: Run) -> Iterator[tuple[str, str]]:
    """Yield (character, booster or nothing) of every way to perform the challenge under way."""
    program, task = run.program, under_way(run)
    kind = task.type
    rules = task_rules(run)
    if not program.characters:
        yield "", ""
        return
    for index, who in enumerate(program.characters):
        if run.active[index] or rules.inactive_may_perform:
            yield who, ""
            if rules.boosters:
                for item in program.boosters.get(kind, ()):
                    if run.holders[program.items[item]] == who:
                        yield who, item


def under_way(run: Run) -> Task:
    """Return the challenge under way."""
    task = run.spots[-1].task
    assert task is not None, "asked only while a challenge is under way"
    return task


def task_rules(run: Run) -> HouseRules:
    """Return the rules in force for the challenge under way."""
    return run.program.challenge_rules(run.card, under_way(run).challenge)


def rules_now(run: Run) -> HouseRules:
    """Return the rules in force: those of the challenge under way, if there is one, else the card's."""
    return task_rules(run) if run.spots and run.spots[-1].task else run.program.rules_at(run.card)


def boost_of(program: Program, booster: str, kind: str) -> Boost:
    """Return what a booster does for a type."""
    return program.story.items[booster].boost.get(kind, NO_BOOST) if booster else NO_BOOST


@lru_cache(maxsize=16)
def throws(die: int, count: int) -> tuple[tuple[Fraction, str], ...]:
    """Return probability and text id of every throw of one die, `count` times."""
    chance = Fraction(1, die**count)
    return tuple((chance, " ".join(["die", *map(str, faces)])) for faces in product(range(1, die + 1), repeat=count))


def throw(run: Run, count: int) -> tuple[int, ...]:
    """Roll the die `count` times."""
    spot = rolled_spot(run) or run.spots[-1]
    card = run.program.blocks[spot.block].card
    place = f"{card}.{spot.task.challenge}" if spot.task else card
    options = throws(run.program.story.challenges.die, count)
    text = options[run.draw("die", place, options)][1]
    return tuple(int(face) for face in text.split()[1:])


def perform(run: Run, performer: str, booster: str) -> None:
    """Steps 2 to 4: this character, with this booster, rolls."""
    spot, task = run.spots[-1], under_way(run)
    count = 2 if boost_of(run.program, booster, task.type).roll_twice else 1
    spot.roll = Roll(performer, booster, throw(run, count))
    run.tell(run.program.rolled(task, spot.roll))
    run.phase = None


def rolled_spot(run: Run) -> Spot | None:
    """Return the frame with the roll on the table."""
    return next((spot for spot in reversed(run.spots) if spot.roll), None)


def reroll(run: Run) -> None:
    """Roll again what lies on the table. A 1 that is taken back is remembered, for the rule that may ask for it."""
    spot = rolled_spot(run)
    if spot is None or spot.roll is None or spot.task is None:
        run.notice("there is no roll on the table")
        return
    before = spot.roll
    dice = throw(run, len(before.dice))
    spot.roll = before._replace(dice=dice, ones_before=before.ones_before or 1 in before.dice)
    run.tell(run.program.rolled(spot.task, spot.roll))


def settle(run: Run) -> None:
    """Compare, clean up, and go on with the win or lose text."""
    program, spot, task = run.program, run.spots[-1], under_way(run)
    roll = spot.roll
    assert roll is not None, "only a roll is settled"
    rules = task_rules(run)
    won = program.rolled(task, roll).total >= task.level
    run.tell(told.Resolved(task.challenge, won))
    ones = 1 in roll.dice or (roll.ones_before and not rules.reroll_forgives)
    if roll.booster and ones and rules.boosters_break and not roll.kept:
        run.set_holder(program.items[roll.booster], DISCARDED)
        run.tell(told.Lost(roll.booster, "destroyed"))
    if roll.performer and rules.performer_turns:
        run.set_active(program.character_index[roll.performer], False)
    if rules.all_turn_back == "after_flipping":
        run.turn_back()
    card = program.blocks[spot.block].card
    spot.task, spot.roll = None, None
    way = "win" if won else "lose"
    run.push(program.block_index[f"{card}.{task.challenge}.{way}"], performer=roll.performer, kind=task.type)


def try_again(run: Run, challenge: str) -> None:
    """The same challenge once more, of the same type; its level is fixed anew."""
    kind = next((spot.type for spot in reversed(run.spots) if spot.type), "")
    spot = run.card_spot()
    while run.spots[-1] is not spot:
        run.spots.pop()
    found = run.program.challenge(run.card, challenge)
    start(run, found, kind or found.types[0])
