"""Chances in words: as a share of the dice, and in percent."""

from __future__ import annotations

from fractions import Fraction

from storyengine.model.story import Story
from storyengine.model.tables import Boost
from storyengine.repl.item_words import boost_words
from storyengine.repl.names import name_of, plain_id, signed
from storyengine.runtime import Try


def chance_words(chance: Fraction, die: int = 6) -> str:
    """Return a chance as `4 in 6` where dice of that size say it, and in percent.

    Example:
        >>> chance_words(Fraction(2, 3)), chance_words(Fraction(11, 36)), chance_words(Fraction(0))
        ('4 in 6 (67%)', '11 in 36 (31%)', '0 in 6 (0%)')
    """
    whole = next((size for size in (die, die * die) if size % chance.denominator == 0), chance.denominator)
    return f"{chance * whole} in {whole} ({percent(chance)})"


def percent(chance: Fraction) -> str:
    """Return a chance in percent; what is neither certain nor impossible is never rounded to look so.

    Example:
        >>> percent(Fraction(1, 2)), percent(Fraction(1, 1000)), percent(Fraction(999, 1000))
        ('50%', 'under 1%', 'over 99%')
    """
    rounded = int(chance * 100 + Fraction(1, 2))
    if rounded == 0 and chance > 0:
        return "under 1%"
    if rounded == 100 and chance < 1:
        return "over 99%"
    return f"{rounded}%"


def try_words(story: Story, kind: str, one: Try) -> str:
    """Return one way to take a challenge, with its chance and the risk for the booster.

    For example `Maru Teel (piloting +1) with Twin Gyro (roll twice): 35 in 36 (97%), may break: 11 in 36 (31%)`.
    """
    die, performer, booster = story.challenges.die, one.action.performer, one.action.booster
    words = name_of(story, performer) if performer else "Roll"
    if one.skill:
        words += f" ({plain_id(kind)} {signed(one.skill)})"
    if booster:
        words += f" with {name_of(story, booster)} ({boost_words(Boost(one.bonus, one.roll_twice))})"
    words += f": {chance_words(one.chance, die)}"
    if one.break_chance:
        words += f", may break: {chance_words(one.break_chance, die)}"
    return words
