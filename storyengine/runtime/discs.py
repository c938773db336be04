"""Signal Booster Discs: colours lie open from the setup on; numbers are drawn when somebody looks.

Drawing the number on turning the disc, from the numbers of its colour that nobody has seen, gives the same chances as
laying out all discs at the start, because unseen discs of one colour are exchangeable. So nobody can peek, and a disc
that left unseen needs no number at all.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from storyengine.runtime import events as told
from storyengine.runtime.machine import Run
from storyengine.runtime.state import GONE, Disc


def planet_with_disc(run: Run, place: str) -> int:
    """Return the index of the planet at `place`, or -1 where no disc lies, as nowhere in a story without discs."""
    planet = run.program.planets.get(place, -1)
    return planet if planet >= 0 and run.discs and run.discs[planet].colour else -1


def look_at(run: Run, planet: int, *, counted: bool) -> int:
    """Make the number of the disc on a planet known and return it.

    Raises:
        Wait: it has to be drawn, and this step has had its part of chance.
    """
    program = run.program
    place = program.planet_names[planet]
    disc = run.discs[planet]
    number = disc.number
    if not number:
        colour = program.colours[disc.colour]
        left = run.numbers[colour]
        ways = sorted(Counter(left).items())
        options = [(Fraction(count, len(left)), f"disc {value}") for value, count in ways]
        number = ways[run.draw("disc", place, options)][0]
        remaining = list(left)
        remaining.remove(number)
        run.numbers = (*run.numbers[:colour], tuple(remaining), *run.numbers[colour + 1 :])
        run.set_disc(planet, Disc(disc.colour, number))
    run.tell(told.DiscTurned(place, disc.colour, number, counted))
    return number


def turn(run: Run) -> None:
    """A DATA Find: turn the disc of the planet the ship is at, and raise the tracker by its number."""
    program = run.program
    planet = planet_with_disc(run, run.place)
    if planet < 0:
        run.notice("there is no disc here to turn")
        return
    number = look_at(run, planet, counted=True)
    if program.story_rules.disc_after_find == "removed":
        run.set_disc(planet, GONE)
    block = run.set_value(program.boost, int(run.values[program.boost]) + number)
    if block >= 0:
        run.fire(block)


def discard_disc(run: Run) -> None:
    """The End: the disc of the planet the ship is at leaves the board unseen."""
    planet = planet_with_disc(run, run.place)
    if planet >= 0 and run.program.story_rules.disc_after_the_end == "removed":
        run.set_disc(planet, GONE)
        run.tell(told.DiscDiscarded(run.place))
