"""The golden rule as data: what the manual says, and what a story, deck, card, challenge or item may say instead.

One dataclass holds every key with its default. The loader reads the `rules:` blocks by it, the schema and the
reference are made from it, and the runtime asks nothing else. The innermost block that names a key wins.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from storyengine.model.expressions import Expression, Literal


@dataclass(frozen=True, slots=True)
class RuleKey:
    """One documented key of a `rules:` block."""

    name: str
    """As it is written in YAML."""
    kind: str
    """`flag`, `number`, `number_or_none`, `expression`, `tracker_or_word` or `word`."""
    words: tuple[str, ...]
    """The words it accepts, where it accepts words."""
    about: str
    """One sentence for the reference."""
    scopes: tuple[str, ...]
    """Where it has a meaning: `story`, `deck`, `card`, `challenge`, `item`."""


EVERYWHERE = ("story", "deck", "card", "challenge")
STORY_ONLY = ("story",)
TRAVEL = ("story", "deck", "card", "item")


def _key(default: Any, kind: str, about: str, scopes: tuple[str, ...] = EVERYWHERE, words: tuple[str, ...] = ()) -> Any:
    return field(default=default, metadata={"kind": kind, "about": about, "scopes": scopes, "words": words})


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The rules in force at one place. Every field is a key that authors may write."""

    # ruff: noqa: RUF009  # `_key` only makes the field; its default is immutable
    level: int | None = _key(None, "number_or_none", "The challenge level is this number, whatever the meters say.")
    level_change: Expression = _key(
        Literal(0), "expression", "Added to the challenge level: a number, or an expression such as a variable."
    )
    inactive_may_perform: bool = _key(False, "flag", "Inactive characters may perform challenges too.")
    performer_turns: bool = _key(True, "flag", "Whoever performs a challenge becomes inactive afterwards.")
    all_turn_back: str = _key(
        "after_flipping",
        "word",
        "When everyone is active again: in the clean-up right after the last active one performed, before the win or"
        " lose text is followed (`after_flipping`), or once that text has been followed (`after_text`).",
        words=("after_flipping", "after_text"),
    )
    boosters: bool = _key(True, "flag", "A challenge may be boosted.")
    boosters_break: bool = _key(True, "flag", "A rolled 1 destroys the booster in use.")
    reroll_forgives: bool = _key(
        True, "flag", "After a reroll only the final roll can destroy a booster; otherwise any rolled 1 does."
    )
    optional_challenges: str = _key(
        "each_once", "word", "How many of a card's optional challenges a crew may take.", words=("each_once", "one")
    )
    assist_items: bool = _key(True, "flag", "Assist items may be used here.")
    when_both_reach_max: str = _key(
        "printed_order",
        "tracker_or_word",
        "When one list of effects brings two trackers to a threshold: the first that gets there decides"
        " (`printed_order`), or the tracker named here does.",
        words=("printed_order",),
    )
    epm_during_showdown: str = _key(
        "loses",
        "word",
        "Whether thresholds of the tracker that travel raises count in a showdown deck.",
        words=("loses", "ignored"),
    )
    travel_cost: int | None = _key(
        None, "number_or_none", "What each segment of the trip from here costs, in place of the board's cost.", TRAVEL
    )
    routes: str = _key("shortest", "word", "Which routes to a place are offered.", STORY_ONLY, ("shortest", "any"))
    exchange: str = _key(
        "en_route",
        "word",
        "When items may pass between characters: while travelling and before the showdown, at any card, or never.",
        words=("en_route", "always", "never"),
    )
    disc_after_find: str = _key(
        "removed", "word", "What happens to a disc that was turned.", STORY_ONLY, ("removed", "stays")
    )
    disc_after_the_end: str = _key(
        "removed",
        "word",
        "What happens to the disc of a planet left by The End; where it stays, the crew may return after another trip.",
        STORY_ONLY,
        ("removed", "stays"),
    )
    discarded_items_return: bool = _key(False, "flag", "An item that was discarded can be found again.")
    items_each: int | None = _key(
        None, "number_or_none", "The most items that one character may hold; no limit when left out.", STORY_ONLY
    )
    starters_each: int = _key(1, "number", "Starter items dealt to each character.", STORY_ONLY)
    control: str = _key(
        "by_players",
        "word",
        "Who controls the characters: shared out by the number of players, or always by all together.",
        STORY_ONLY,
        ("by_players", "together"),
    )

    def override(self, changes: Mapping[str, Any]) -> HouseRules:
        """Return these rules with the keys of an inner block in place of ours."""
        return dataclasses.replace(self, **changes) if changes else self


RULE_KEYS: tuple[RuleKey, ...] = tuple(
    RuleKey(key.name, key.metadata["kind"], key.metadata["words"], key.metadata["about"], key.metadata["scopes"])
    for key in dataclasses.fields(HouseRules)
)
"""Every key of a `rules:` block, in the order of the reference."""
