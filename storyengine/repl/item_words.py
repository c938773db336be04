"""What an item does, in words, taken from the same tables that the runtime follows."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.model.cards import Text
from storyengine.model.expressions import (
    AdjustTotal,
    Ask,
    Assign,
    Compare,
    Discard,
    Effect,
    Fact,
    Flip,
    Give,
    KeepBooster,
    Literal,
    Reroll,
    RevealDisc,
)
from storyengine.model.story import Story
from storyengine.model.tables import Boost, Item, Use
from storyengine.repl.names import listed, name_of, plain_id, signed
from storyengine.repl.neutralise import neutralise, one_line

PICKED = {"picked": "the one you point at", "performer": "whoever performs", "all": "everyone"}


def item_words(story: Story, item: Item) -> str:
    """Return what an item does, such as `booster, perception +2`; empty for a mere thing."""
    parts = []
    if item.boost:
        boosts = (f"{plain_id(kind)} {boost_words(boost)}" for kind, boost in item.boost.items())
        parts.append(f"booster, {listed(tuple(boosts))}")
    if item.use:
        does = use_effects(story, item)
        parts.append(f"use once{_moment(item.use)}" + (f": {does}" if does else ""))
    return "; ".join(parts)


def use_effects(story: Story, item: Item) -> str:
    """Return what using an item does, as far as players can see it."""
    effects = item.use.do if item.use else ()
    return "; ".join([*filter(None, (_effect(story, effect) for effect in effects)), *_rules(story, item)])


def boost_words(boost: Boost) -> str:
    """Return what a booster does for one type of challenge."""
    parts = [signed(boost.bonus)] if boost.bonus else []
    return listed([*parts, "roll twice"]) if boost.roll_twice else signed(boost.bonus)


def _moment(use: Use) -> str:
    """Say when an item can be used, as far as that is a moment every player knows."""
    asked = use.when.expression if use.when else None
    if use.after_roll:
        if isinstance(asked, Compare) and asked.left == Ask(Fact.CHALLENGE) and isinstance(asked.right, Literal):
            return f" after a {plain_id(str(asked.right.value))} roll"
        return " after a roll"
    return " while travelling" if asked == Ask(Fact.TRAVELLING) else ""


def about_item(item: Item) -> str:
    """Return what the author says about an item, as far as it is the same in every situation."""
    return plain_parts(item.about) if item.about else ""


def plain_parts(text: Text) -> str:
    """Return the parts of a text that depend on nothing."""
    parts = [
        "".join(piece for piece in part.template if isinstance(piece, str))
        for part in text.parts
        if part.when is None and all(isinstance(piece, str) for piece in part.template)
    ]
    return neutralise("\n".join(parts)).strip()


def _effect(story: Story, effect: Effect) -> str:
    """Say what one effect does; what players do not see has no words."""
    statement = effect.statement
    match statement:
        case Assign(variable, operator, value):
            known = story.variables.get(variable)
            if known is None or not known.tracker:
                return ""
            amount = f" {one_line(effect.source.partition('=')[2])}"
            if isinstance(value, Literal):
                amount = f" {value.value}" if operator == "=" else str(value.value)
            sign = "=" if operator == "=" else operator.removesuffix("=")
            return f"{name_of(story, variable)} {sign}{amount}"
        case Give(item, _):
            return f"gives {name_of(story, item)}"
        case Discard(item):
            return f"costs {'an item' if item in PICKED else name_of(story, item)}"
        case Flip(who, active):
            return f"{PICKED.get(who) or name_of(story, who)} becomes {'active' if active else 'inactive'}"
        case Reroll():
            return "the dice are rolled again"
        case AdjustTotal(change):
            amount = signed(int(change.value)) if isinstance(change, Literal) else "changed"
            return f"the roll's total {amount}"
        case KeepBooster():
            return "a 1 does not destroy the booster"
        case RevealDisc():
            return "shows the number of a disc"


def _rules(story: Story, item: Item) -> Iterator[str]:
    for key, value in (item.use.rules if item.use else {}).items():
        if key == "travel_cost" and story.board.cost:
            names = listed([name_of(story, tracker) for tracker, _ in story.board.cost])
            yield f"the next trip costs {'nothing' if not value else f'{names} {signed(int(value))} a segment'}"
        elif isinstance(value, Literal | int | str):
            plain = value.value if isinstance(value, Literal) else value
            yield f"{plain_id(key)}: {one_line(str(plain))}"
        else:
            yield f"{plain_id(key)} changes"
