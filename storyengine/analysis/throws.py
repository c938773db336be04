"""How a challenge can go, whoever performs it."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from storyengine.analysis.controls import UNKNOWN_LEVEL, Pending
from storyengine.model.tables import Boost
from storyengine.runtime.program import Program

Result = tuple[bool, str, bool]
"""(won, booster or nothing, whether it is destroyed)."""


def possible_results(program: Program, card: str, pending: Pending) -> tuple[Result, ...]:
    """Return the ways in which a challenge under way can end.

    Whoever is in the crew may perform it, with any booster that is held: who holds what is forgotten. Once an item can
    change a roll, everything can happen. A booster that is used and kept leaves no trace, so it stands for itself only
    where the result could not be had without it.
    """
    story = program.story
    rules = program.challenge_rules(card, pending.challenge)
    skills = sorted({who.skills.get(pending.type, 0) for who in story.crew.values()}) or [0]
    boosters = program.boosters.get(pending.type, ()) if rules.boosters and story.crew else ()
    anything = pending.level == UNKNOWN_LEVEL or any(item.use and item.use.after_roll for item in story.items.values())
    found: dict[Result, None] = {}
    for won in (True, False):
        if anything or _can(won, pending.level, tuple(skills), story.challenges.die, Boost(), None):
            found[won, "", False] = None
    for booster in boosters:
        boost = story.items[booster].boost[pending.type]
        for won in (True, False):
            for destroyed in (True, False):
                if destroyed and not rules.boosters_break:
                    continue
                one = destroyed if rules.boosters_break else None
                possible = anything or _can(won, pending.level, tuple(skills), story.challenges.die, boost, one)
                if possible and (destroyed or (won, "", False) not in found):
                    found[won, booster, destroyed] = None
    return tuple(found)


@lru_cache(maxsize=4096)
def _can(won: bool, level: int, skills: tuple[int, ...], die: int, boost: Boost, one: bool | None) -> bool:
    """Whether some throw gives this result, with a 1 among its dice or without, or either way."""
    faces = range(1, die + 1)
    throws = product(faces, repeat=2) if boost.roll_twice else ((face,) for face in faces)
    return any(
        (sum(throw) + boost.bonus + skill >= level) == won and (one is None or (1 in throw) == one)
        for throw in throws
        for skill in skills
    )
