"""Who chooses: policies for simulated plays, from no thought at all to a crew that wants to win.

A policy looks at a state and gives an action; it may use its own stream of chance and sees nothing that a player could
not see. Exchanges of items are not counted as decisions and no policy here makes one.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Protocol

from storyengine.analysis.sensible import Look, Sensible
from storyengine.model.story import Story
from storyengine.runtime import Action


class Policy(Protocol):
    """Chooses actions, in one play after another."""

    def begin(self) -> None:
        """Begin a new play."""

    def __call__(self, look: Look, actions: tuple[Action, ...], rng: random.Random) -> Action:
        """Return one of `actions`, which are the decisions legal now, at least one.

        A closer look at the play costs more than to choose without.
        """


class AtRandom:
    """Chooses evenly among all decisions, items to use among them."""

    def begin(self) -> None:
        """Begin a new play."""

    def __call__(self, look: Look, actions: tuple[Action, ...], rng: random.Random) -> Action:
        """Choose."""
        return actions[int(rng.random() * len(actions))]


class TheFirst:
    """Chooses what stands first; every challenge with whoever comes first, and no item is ever used."""

    def begin(self) -> None:
        """Begin a new play."""

    def __call__(self, look: Look, actions: tuple[Action, ...], rng: random.Random) -> Action:
        """Choose."""
        return actions[0]


POLICIES: dict[str, Callable[[Story], Policy]] = {
    "random": lambda story: AtRandom(),
    "first": lambda story: TheFirst(),
    "sensible": Sensible,
}
"""Policy by name."""
