"""What happens in the plays that were seen: remarks of the engine, and which choices stood side by side."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from storyengine.analysis.exhaust import Explored, Path
from storyengine.model.story import Story
from storyengine.runtime import Phase, State, current_card, initial, legal_actions
from storyengine.runtime.actions import Choose
from storyengine.runtime.events import Gained, Lost, Notice
from storyengine.runtime.explore import Successor, successors
from storyengine.runtime.moves import Taken, take_recorded

_WHERE = re.compile("^card `[^`]*`: ")
"""How the engine begins a remark about a card."""
Lazy = Callable[[], Path]
"""A play that is put together only where it is the first to show something."""
_Key = TypeVar("_Key")
MOST_STEPS = 20_000
"""Steps that are taken again to look at them; beyond this, the rest is not looked at."""


@dataclass(slots=True)
class Seen:
    """What was seen in plays. Of each thing the first play that shows it."""

    notices: dict[tuple[str, str], Path] = field(default_factory=dict)
    """(card, remark of the engine) to a play whose last step brings it."""
    lost: set[tuple[str, str]] = field(default_factory=set)
    """(card, item) that left the crew there."""
    gained: set[tuple[str, str]] = field(default_factory=set)
    """(card, item) that came to the crew there."""
    offered: dict[tuple[str, frozenset[str]], Path] = field(default_factory=dict)
    """(card, ids of the choices open there together) to a play that leads there."""
    complete: bool = False
    """Whether every step of every play was looked at."""

    def look(self, story: Story, before: State, taken: Taken, path: Lazy) -> None:
        """Note one step."""
        self.look_at_state(story, taken.state, path)
        card = current_card(story, before)
        for event in taken.events:
            match event:
                case Notice(text):
                    _note(self.notices, (card, _WHERE.sub("", text)), path)
                case Lost(item, _):
                    self.lost.add((card, item))
                case Gained(item, _):
                    self.gained.add((card, item))
                case _:
                    card = getattr(event, "card", card)

    def look_at_state(self, story: Story, state: State, path: Lazy) -> None:
        """Note what may be chosen in a state."""
        if state.phase is Phase.CHOOSE:
            open_choices = (action.choice for action in legal_actions(story, state) if isinstance(action, Choose))
            _note(self.offered, (current_card(story, state), frozenset(open_choices)), path)


def _note(found: dict[_Key, Path], key: _Key, path: Lazy) -> None:
    if key not in found:
        found[key] = path()


def see_all(story: Story, explored: Explored) -> Seen:
    """Look at every step of every play of a story whose states are all known."""
    seen = Seen(complete=True)
    steps = 0
    for state in explored.came_from:

        def path(state: State = state) -> Path:
            return explored.path(state)

        seen.look_at_state(story, state, path)
        for step in successors(story, state):
            steps += 1
            if steps > MOST_STEPS:
                seen.complete = False
                return seen
            taken = take_recorded(story, state, step.action, step.chance)

            def longer(state: State = state, step: Successor = step) -> Path:
                return (*explored.path(state), (step.action, step.chance))

            seen.look(story, state, taken, longer)

    return seen


def see_plays(story: Story, paths: Iterator[Path]) -> Seen:
    """Look at some plays; what they have in common at the beginning is looked at once."""
    seen = Seen()
    known: dict[Any, Any] = {}
    steps = 0
    for path in sorted(paths, key=len, reverse=True):
        state, branch = initial(story), known
        for number, (action, chance) in enumerate(path, 1):
            if steps > MOST_STEPS:
                return seen
            step = (action, chance)
            if step not in branch:
                taken = take_recorded(story, state, action, chance)
                seen.look(story, state, taken, lambda path=path, number=number: path[:number])  # type: ignore[misc]
                steps += 1
                branch[step] = (taken.state, {})
            state, branch = branch[step]
    return seen
