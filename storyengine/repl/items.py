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
    if not uses:
        return Meant(reason="nothing can be used just now")
    item, target = _split(words, "on")
    ways = [(use, use.item, use.picked) for use in uses]
    return _meant(story, state, ways, item, target, "cannot be used just now")


def give_words(story: Story, state: State, words: str) -> Meant:
    """Find the exchanges that the words can mean; no words mean any."""
    gifts = [action for action in legal_actions(story, state) if isinstance(action, GiveItem)]
    if not gifts:
        return Meant(reason="items cannot change hands here")
    item, target = _split(words, "to")
    return _meant(
        story, state, [(gift, gift.item, gift.to) for gift in gifts], item, target, "cannot change hands here"
    )


def _split(words: str, keyword: str) -> tuple[str, str]:
    parts = re.split(rf"\s+{keyword}\s+", words, maxsplit=1)
    return (parts[0], parts[1]) if len(parts) == 2 else (words, "")


def _meant(
    story: Story, state: State, ways: Sequence[tuple[Action, str, str]], item: str, target: str, not_now: str
) -> Meant:
    """Narrow `ways`, each an action with its item and target, down to what the words name."""
    if not item:
        return Meant(tuple(action for action, _, _ in ways))
    things = dict.fromkeys([*(thing for _, thing, _ in ways), *(thing for thing, _ in held_items(story, state))])
    found = _named(story, tuple(things), item)
    if not found:
        return Meant(reason=f"you have nothing called `{one_line(item)}`")
    if len(found) > 1:
        return Meant(reason=f"which: {listed([name_of(story, thing) for thing in found])}?")
    fitting = [(action, aim) for action, thing, aim in ways if thing == found[0]]
    if not fitting:
        return Meant(reason=f"{name_of(story, found[0])} {not_now}")
    aims = _named(story, [aim for _, aim in fitting], target) if target else [aim for _, aim in fitting]
    if not aims:
        return Meant(reason=f"`{one_line(target)}` is not possible for {name_of(story, found[0])} here")
    return Meant(tuple(action for action, aim in fitting if aim in aims))


def _named(story: Story, names: Sequence[str], words: str) -> list[str]:
    match = match_answer(words, [Option(name_of(story, name), (name,)) for name in names])
    return [] if match.out_of_range else [names[index] for index in match.found]
