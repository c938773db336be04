"""What a challenge asks for, and what the dice can bring at best and at worst."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.analysis.targets import Target, TargetKind
from storyengine.lint.facts import Facts
from storyengine.lint.values import Interval
from storyengine.model.cards import Challenge
from storyengine.model.expressions import AdjustTotal
from storyengine.model.house_rules import HouseRules
from storyengine.runtime.program import program_of

MOST_VALUES = 10_000
"""Values of a tracker that are looked at for the levels they give."""


def beyond_the_dice(facts: Facts, target: Target) -> str:
    """Return why no roll wins a challenge, or none loses it; nothing where something else decides.

    Args:
        facts: about the story.
        target: that a challenge is won, or lost; of other kinds there is nothing to say.
    """
    if target.kind not in (TargetKind.WIN, TargetKind.LOSE):
        return ""
    challenge = program_of(facts.story).challenge(target.card, target.id.removeprefix(f"{target.card}."))
    rules = program_of(facts.story).challenge_rules(target.card, challenge.id)
    levels, rolls = _levels(facts, rules), _rolls(facts, challenge, rules)
    if levels is None or rolls is None:
        return ""
    if target.kind is TargetKind.WIN and rolls.high < levels.low:
        more = "" if levels.low == levels.high else " or more"
        return f"it asks for {levels.low}{more} where no roll brings more than {rolls.high}"
    if target.kind is TargetKind.LOSE and rolls.low >= levels.high:
        less = "" if levels.low == levels.high else " or less"
        return f"it asks for {levels.high}{less} where no roll brings less than {rolls.low}"
    return ""


def _levels(facts: Facts, rules: HouseRules) -> Interval | None:
    """Return the levels that a challenge can have, as far as that is known."""
    table = facts.story.challenges
    change = facts.values.of_expression(rules.level_change)
    values = facts.values.of[table.by] if table.by else None
    if not isinstance(change, Interval):
        return None
    if rules.level is not None:
        found = {rules.level}
    elif values is None:
        found = {table.level}
    elif isinstance(values, Interval) and values.high - values.low < MOST_VALUES:
        found = {table.level_at(value) for value in range(values.low, values.high + 1)}
    else:
        return None
    return Interval(min(found) + change.low, max(found) + change.high)


def _rolls(facts: Facts, challenge: Challenge, rules: HouseRules) -> Interval | None:
    """Return what a roll can come to with skills and boosters; nothing where an item changes totals."""
    if rules.assist_items and any(_changes_totals(facts)):
        return None
    crew, die = facts.story.crew.values(), facts.story.challenges.die
    items = [facts.story.items[item] for item in facts.values.givable] if rules.boosters else []
    lows, highs = [], []
    for kind in challenge.types:
        skills = [character.skills.get(kind, 0) for character in crew] or [0]
        boosts = [boost for item in items if (boost := item.boost.get(kind))] if crew else []
        best = max((boost.bonus + die * boost.roll_twice for boost in boosts), default=0)
        worst = min((boost.bonus + boost.roll_twice for boost in boosts), default=0)
        lows.append(min(skills) + 1 + min(0, worst))
        highs.append(max(skills) + die + max(0, best))
    return Interval(min(lows), max(highs))


def _changes_totals(facts: Facts) -> Iterator[bool]:
    for item in facts.story.items.values():
        yield any(isinstance(effect.statement, AdjustTotal) for effect in (item.use.do if item.use else ()))
