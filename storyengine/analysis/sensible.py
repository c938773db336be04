"""The policy `sensible`: a crew that wants a won ending, and tries each step out in its head before it takes it."""

from __future__ import annotations

import random
from collections.abc import Callable

from storyengine.analysis.playouts import Playouts, one_of
from storyengine.model.story import Story
from storyengine.runtime import Action, Phase, State
from storyengine.runtime.actions import Accept, GiveItem, UseItem
from storyengine.runtime.explore import Walker

Look = Callable[[], Walker]
"""Gives the play that a policy chooses in."""

TRIES = 3
"""Playouts of every action before the first half is dropped; each round after it has as many again."""


class Sensible:
    """A crew that wants a won ending.

    A challenge goes to whoever is likeliest to win it, a booster that was found to whoever is best at what it boosts,
    and a roll that wins is left alone. Everything else is decided by flat Monte Carlo: a few quick plays follow each
    action, the worse half of the actions is dropped, and so on until one is left. How a quick play goes on, how long
    it is, and what it counts stands in `playouts`.

    So it is sensible and not more. It plans no further than the quick plays go, which decide at random; a few of them
    are often wrong about small differences; and it never exchanges items on the way. Nothing in it knows any story: it
    sees what is legal, and which meters and cards can lead to a won ending.

    Source:
        Flat Monte Carlo as in C. B. Browne et al., A survey of Monte Carlo tree search methods, IEEE TCIAIG 4 (2012);
        halving as in Z. Karnin, T. Koren and O. Somekh, Almost optimal exploration in multi-armed bandits, ICML 2013.
    """

    def __init__(self, story: Story) -> None:
        """Make the story ready.

        Raises:
            ValueError: the story has no ending of kind `won`.
        """
        self.story = story
        self.playouts = Playouts(story)

    def begin(self) -> None:
        """Begin a new play; nothing is remembered from the last."""

    def __call__(self, look: Look, actions: tuple[Action, ...], rng: random.Random) -> Action:
        """Choose."""
        if len(actions) == 1:
            return actions[0]
        walker = look()
        match walker.phase:
            case Phase.PERFORM:
                return self.playouts.performer(walker.run, rng)
            case Phase.ROLLED if not self.playouts.is_losing(walker.run):
                return Accept()
            case Phase.TAKE:
                return self._taker(actions, rng)
        return self._best(walker.state(), _worth_trying(actions, rng), rng)

    def _taker(self, actions: tuple[Action, ...], rng: random.Random) -> Action:
        """Return to whom an item is given that was just found."""

        def fits(action: Action) -> int:
            assert isinstance(action, GiveItem), "an item that was found is only given"
            skills = self.story.crew[action.to].skills
            return max((skills.get(kind, 0) for kind in self.story.items[action.item].boost), default=0)

        best = max(map(fits, actions))
        return one_of(tuple(action for action in actions if fits(action) == best), rng)

    def _best(self, state: State, actions: list[Action], rng: random.Random) -> Action:
        """Return the action that some playouts speak for, by halving."""
        total = dict.fromkeys(actions, 0.0)
        while len(actions) > 1:
            for action in actions:
                total[action] += sum(self.playouts.worth(state, action, rng) for _ in range(TRIES))
            # All that are left have been tried as often, so their totals compare. Ties go to what stands first.
            actions = sorted(actions, key=lambda action: -total[action])[: (len(actions) + 1) // 2]
        return actions[0]


def _worth_trying(actions: tuple[Action, ...], rng: random.Random) -> list[Action]:
    """Return all decisions, and one use of each item, so that things to point at do not crowd out the rest."""
    uses: dict[str, list[UseItem]] = {}
    for action in actions:
        if isinstance(action, UseItem):
            uses.setdefault(action.item, []).append(action)
    decisions = [action for action in actions if not isinstance(action, UseItem)]
    return [*decisions, *(found[int(rng.random() * len(found))] for found in uses.values())]
