"""The setup is played too: starter items and disc colours are dealt as chance, one piece a step."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from storyengine.runtime import events as told
from storyengine.runtime.machine import Run
from storyengine.runtime.program import Program
from storyengine.runtime.state import ABSENT, BOXED, UNDEALT, Disc, Frame, Phase, State

BEGIN = "begin"
"""Detail of the state in which the first card has not been turned up."""


def first_state(program: Program) -> State:
    """Return the state before anything happened."""
    story = program.story
    return State(
        phase=Phase.GO_ON,
        detail=(BEGIN,),
        frames=(Frame(program.card_blocks[story.start], 0),),
        values=tuple(variable.start for variable in story.variables.values()),
        holders=(ABSENT,) * len(story.items),
        active=(True,) * len(story.crew),
        place=story.board.start,
        discs=(UNDEALT,) * len(program.planet_names) if story.discs else (),
        numbers=tuple(tuple(sorted(numbers)) for numbers in story.discs.values()),
        visited=frozenset(),
        used=frozenset(),
        in_force=(),
    )


def next_receiver(run: Run) -> str:
    """Return the character who is dealt a starter item next, or nothing."""
    program = run.program
    starters = [program.items[item] for item in program.story.starters]
    if not any(run.holders[item] == ABSENT for item in starters):
        return ""
    for who in program.characters:
        if sum(run.holders[item] == who for item in starters) < program.story_rules.starters_each:
            return who
    return ""


def next_planet(run: Run) -> int:
    """Return the planet that is dealt a disc next, or -1."""
    return run.discs.index(UNDEALT) if UNDEALT in run.discs else -1


def is_dealing(run: Run) -> bool:
    """Whether a piece of the setup is still to be dealt."""
    return bool(next_receiver(run)) or next_planet(run) >= 0


def deal(run: Run) -> None:
    """Deal one piece; after the last, the starters left over go back into the box and the first card is read."""
    program = run.program
    who = next_receiver(run)
    if who:
        left = [item for item in program.story.starters if run.holders[program.items[item]] == ABSENT]
        options = [(Fraction(1, len(left)), f"starter {item}") for item in left]
        item = left[run.draw("starter", who, options)]
        run.set_holder(program.items[item], who)
        run.tell(told.Dealt("starter", item, who))
    else:
        planet = next_planet(run)
        place = program.planet_names[planet]
        dealt = Counter(disc.colour for disc in run.discs)
        left_by_colour = {
            colour: len(numbers) - dealt[colour]
            for colour, numbers in program.story.discs.items()
            if len(numbers) > dealt[colour]
        }
        total = sum(left_by_colour.values())
        options = [(Fraction(count, total), f"colour {colour}") for colour, count in left_by_colour.items()]
        colour = list(left_by_colour)[run.draw("colour", place, options)]
        run.set_disc(planet, Disc(colour))
        run.tell(told.Dealt("disc", colour, place))
    if is_dealing(run):
        run.ask(Phase.DEAL)
    else:
        begin(run)


def begin(run: Run) -> None:
    """Box the starter items that were not dealt and turn up the first card."""
    program = run.program
    if program.characters:
        for item in program.story.starters:
            if run.holders[program.items[item]] == ABSENT:
                run.set_holder(program.items[item], BOXED)
    start = program.story.start
    run.tell(told.Entered(start, program.opens_deck(start)))
    run.phase = None
