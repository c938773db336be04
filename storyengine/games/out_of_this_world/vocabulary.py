"""The words in which cards say what they do, and what each means: the whole vocabulary an author has.

An effect is a short text such as `discard 2` or `no equip music`. Which ones a card may carry depends on when they
work: once when a foe is taken or defeated, at the end of each turn of its owner, for as long as the card lies there, or
once when an item is spent.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import NamedTuple

from storyengine.games.config_check import written

SUITS = ("toys", "music", "gaming", "hardware")
WILD = 4
"""The type of the wild items, after the four suits."""
TYPES = (*SUITS, "wild")


class Effect(NamedTuple):
    """An effect, read: `hand limit 3` is ("hand limit", 3, "")."""

    verb: str
    number: int = 0
    name: str = ""


class Form(NamedTuple):
    """What follows a verb, and what the effect means."""

    takes: str
    """`number`, `suit`, `foe`, or nothing."""
    low: int
    high: int
    says: str
    """The meaning in a sentence; `{n}` is the number, `{name}` the suit or foe."""
    one: str = ""
    """The same where the number is 1, if that wants other words."""


_NUMBER = re.compile(r"[0-9]{1,3}")
_ALL_SALVAGE = Form(
    "number",
    1,
    2,
    "each player takes {n} Items of their choice from the discard pile",
    "each player takes an Item of their choice from the discard pile",
)
_DISCARD_ONE = "discard one of your cards"
_ONCE = {
    "discard": Form("number", 1, 5, "discard {n} of your cards", _DISCARD_ONE),
    "others discard": Form(
        "number", 1, 3, "all other players discard {n} of their cards", "all other players discard one of their cards"
    ),
    "lose time": Form("number", 1, 3, "the team loses {n} Time"),
    "gain time": Form("number", 1, 3, "the team gains {n} Time, up to what it started with"),
    "all salvage": _ALL_SALVAGE,
}
WHEN: dict[str, dict[str, Form]] = {
    "on_take": _ONCE,
    "on_defeat": _ONCE,
    "end_of_turn": {
        "discard": Form("number", 1, 3, "discard {n} of your cards", _DISCARD_ONE),
        "lose time": Form("number", 1, 2, "the team loses {n} Time"),
        "roam": Form("", 0, 0, "it moves to the player on your left"),
    },
    "lasting": {
        "no pass": Form("", 0, 0, "you may not pass"),
        "no spend": Form("", 0, 0, "you may not spend"),
        "no leg it": Form("", 0, 0, "you may not leg it"),
        "no gifts": Form("", 0, 0, "nobody may pass or give cards to you"),
        "no equip": Form("suit", 0, 0, "you may not equip {name}"),
        "silent": Form("", 0, 0, "you may not say anything"),
        "hand limit": Form("number", 0, 4, "your hand is cut to {n} cards"),
        "counts": Form("number", 2, 3, "it counts as {n} Foes when Time is lost"),
        "minus points": Form("number", 1, 8, "your equipped points count {n} less"),
    },
    "item_lasting": {
        "hand limit": Form("number", 6, 9, "your hand is cut to {n} cards"),
        "shrug": Form(
            "number",
            1,
            2,
            "{n} of your Foes do not count when Time is lost",
            "one of your Foes does not count when Time is lost",
        ),
    },
    "spend": {
        "give hand": Form("", 0, 0, "give all your hand cards to other players"),
        "discard foe": Form("", 0, 0, "discard one of your Foes"),
        "all discard foe": Form("", 0, 0, "each player discards one of their Foes"),
        "shove foe": Form("", 0, 0, "move one of your Foes to another player"),
        "remove": Form("foe", 0, 0, "remove one of your {name} from the game"),
        "gain time": Form("number", 1, 3, "the team gains {n} Time, up to what it started with"),
        "salvage": Form(
            "number",
            1,
            3,
            "take {n} Items of your choice from the discard pile",
            "take an Item of your choice from the discard pile",
        ),
        "all salvage": _ALL_SALVAGE,
        "equip up to": Form("number", 3, 8, "equip one card of your hand with a value up to {n}"),
    },
    "ability": {
        "defeat anywhere": Form("", 0, 0, "may defeat Foes that stand before other players"),
        "hand limit": Form("number", 6, 9, "keeps up to {n} cards when hands are cut"),
        "pass one": Form("", 0, 0, "passes a single card of any kind, without a second one"),
        "reclaim from foe": Form("", 0, 0, "takes the highest card paid for a Foe back to the hand"),
        "reclaim from equip": Form("", 0, 0, "takes the higher of the two other cards back to the hand when equipping"),
    },
}
"""By the time they work: verbs, what follows them, and what they mean."""


def read_effect(text: object, when: str) -> Effect:
    """Read an effect.

    Args:
        text: such as `discard 2`.
        when: the time it works, a key of `WHEN`.

    Raises:
        ValueError: there is no such effect at that time; the message names what there is.

    Example:
        >>> read_effect("no equip music", "lasting")
        Effect(verb='no equip', number=0, name='music')
    """
    forms = WHEN[when]
    if not isinstance(text, str):
        raise ValueError(f"an effect is a text such as `{_example(when)}`, got {written(text)}")
    words = text.lower().split()
    for size in range(len(words), 0, -1):
        verb = " ".join(words[:size])
        if verb in forms:
            return _rest(verb, forms[verb], words[size:])
    near = get_close_matches(" ".join(words), forms, n=1, cutoff=0.5)
    hint = f"did you mean `{near[0]}`?" if near else f"there are {', '.join(forms)}"
    raise ValueError(f"no effect is called `{text}`; {hint}")


def _rest(verb: str, form: Form, rest: list[str]) -> Effect:
    if form.takes == "number":
        if len(rest) != 1 or not _NUMBER.fullmatch(rest[0]) or not form.low <= int(rest[0]) <= form.high:
            raise ValueError(f"`{verb}` needs a number from {form.low} to {form.high}, got `{' '.join(rest)}`")
        return Effect(verb, int(rest[0]))
    if form.takes == "suit":
        if len(rest) != 1 or rest[0] not in SUITS:
            raise ValueError(f"`{verb}` needs one of {', '.join(SUITS)}, got `{' '.join(rest)}`")
        return Effect(verb, 0, rest[0])
    if form.takes == "foe":
        if len(rest) != 1:
            raise ValueError(f"`{verb}` needs the id of a foe, got `{' '.join(rest)}`")
        return Effect(verb, 0, rest[0])
    if rest:
        raise ValueError(f"`{verb}` stands alone, got `{' '.join(rest)}` after it")
    return Effect(verb)


def format_effect(effect: Effect) -> str:
    """The text of an effect; the inverse of `read_effect`."""
    counted = any(forms[effect.verb].takes == "number" for forms in WHEN.values() if effect.verb in forms)
    return " ".join(filter(None, (effect.verb, str(effect.number) if counted else "", effect.name)))


def say_effect(effect: Effect, when: str) -> str:
    """What an effect means, in words."""
    name = effect.name.replace("_", " ").title() if when == "spend" else effect.name
    form = WHEN[when][effect.verb]
    return (form.one if effect.number == 1 and form.one else form.says).format(n=effect.number, name=name)


def _example(when: str) -> str:
    verb, form = next(iter(WHEN[when].items()))
    return f"{verb} {form.low}" if form.takes == "number" else verb
