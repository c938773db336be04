"""`use ITEM` and `give ITEM to NAME`: which legal actions the words can mean."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from storyengine.model.story import Story
from storyengine.repl.answers import Option, match_answer
from storyengine.repl.names import listed, name_of
from storyengine.repl.neutralise import one_line
from storyengine.repl.screens import held_items
from storyengine.runtime import Action, State, legal_actions
from storyengine.runtime.actions import GiveItem, UseItem


@dataclass(frozen=True, slots=True)
class Meant:
    """What was meant: some legal actions, or the reason why none was."""

    actions: tuple[Action, ...] = ()
    reason: str = ""


def use_words(story: Story, state: State, words: str) -> Meant:
    """Find the uses of items that the words can mean; no words mean any."""
    uses = [action for action in legal_actions(story, state) if isinstance(action, UseItem)]
    item, target = _split(words, "on")
    return _meant(
        story,
        state,
        uses,
        item,
        [(use.item, use.picked) for use in uses],
        target,
        "nothing can be used just now",
        "cannot be used just now",
    )


def give_words(story: Story, state: State, words: str) -> Meant:
    """Find the exchanges that the words can mean; no words mean any."""
    gifts = [action for action in legal_actions(story, state) if isinstance(action, GiveItem)]
    item, target = _split(words, "to")
    return _meant(
        story,
        state,
        gifts,
        item,
        [(gift.item, gift.to) for gift in gifts],
        target,
        "items cannot change hands here",
        "cannot change hands here",
    )


def _split(words: str, keyword: str) -> tuple[str, str]:
    parts = re.split(rf"\s+{keyword}\s+", words, maxsplit=1)
    return (parts[0], parts[1]) if len(parts) == 2 else (words, "")


def _meant(
    story: Story,
    state: State,
    actions: Sequence[Action],
    item: str,
    pairs: Sequence[tuple[str, str]],
    target: str,
    none: str,
    not_now: str,
) -> Meant:
    """Narrow `actions`, each with its (item, target), down to what the words name."""
    if not actions:
        return Meant(reason=none)
    if not item:
        return Meant(tuple(actions))
    things = list(dict.fromkeys([*(thing for thing, _ in pairs), *(thing for thing, _ in held_items(story, state))]))
    found = _named(story, things, item)
    if len(found) != 1:
        which = f"which: {listed([name_of(story, thing) for thing in found])}?"
        return Meant(reason=which if found else f"you have nothing called `{one_line(item)}`")
    fitting = [(action, pair) for action, pair in zip(actions, pairs, strict=True) if pair[0] == found[0]]
    if not fitting:
        return Meant(reason=f"{name_of(story, found[0])} {not_now}")
    if target:
        targets = _named(story, [pair[1] for _, pair in fitting], target)
        fitting = [(action, pair) for action, pair in fitting if pair[1] in targets]
        if not fitting:
            return Meant(reason=f"`{one_line(target)}` is not possible for {name_of(story, found[0])} here")
    return Meant(tuple(action for action, _ in fitting))


def _named(story: Story, names: Sequence[str], words: str) -> list[str]:
    match = match_answer(words, [Option(name_of(story, name), (name,)) for name in names])
    return [] if match.out_of_range else [names[index] for index in match.found]
