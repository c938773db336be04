"""Who chooses: policies for simulated plays, from no thought at all to a crew that wants to win.

A policy looks at a state and gives an action; it may use its own stream of chance and sees nothing that a player could
not see. Exchanges of items are not counted as decisions and no policy here makes one.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Protocol

from storyengine.analysis.builder import Builder, TooLarge
from storyengine.analysis.meters import Meters, choose_meters
from storyengine.analysis.sweep import sweep
from storyengine.analysis.tracking import FAR, Tracked, measure, track
from storyengine.model.story import Story
from storyengine.model.walk import endings
from storyengine.runtime import Action, Phase, State
from storyengine.runtime.actions import Accept, UseItem
from storyengine.runtime.explore import Walker, successors
from storyengine.runtime.offers import challenge_preview
from storyengine.runtime.program import program_of
from storyengine.runtime.state import PARTY

WON = "won"
"""The kind of ending that a sensible crew wants."""
HOPELESS = 400.0
"""What a state counts from which the net leads to no such ending."""
STEP = 0.2
"""What each step counts that the net still needs."""
METER = 40.0
"""What a full meter counts: against the crew where it leads to no won ending, for it where it leads to one."""
ITEM = 0.6
"""What an item in hand counts."""
AGAIN = 3.0
"""What coming back to a state counts that the play has been in before."""
KEYS = 60_000


class Policy(Protocol):
    """Chooses actions, in one play after another."""

    def begin(self) -> None:
        """Begin a new play."""

    def __call__(self, walker: Walker, actions: tuple[Action, ...], rng: random.Random) -> Action:
        """Return one of `actions`, which are the decisions legal now, at least one."""


class AtRandom:
    """Chooses evenly among all decisions, items to use among them."""

    def begin(self) -> None:
        """Begin a new play."""

    def __call__(self, walker: Walker, actions: tuple[Action, ...], rng: random.Random) -> Action:
        """Choose."""
        return actions[int(rng.random() * len(actions))]


class TheFirst:
    """Chooses what stands first; every challenge with whoever comes first, and no item is ever used."""

    def begin(self) -> None:
        """Begin a new play."""

    def __call__(self, walker: Walker, actions: tuple[Action, ...], rng: random.Random) -> Action:
        """Choose."""
        return actions[0]


class Sensible:
    """A crew that wants a won ending: it weighs how far each choice leads towards one against the danger it brings.

    The way is measured in the story's net, which allows too much; danger is how full the meters are that lead to no won
    ending. A challenge goes to whoever is likeliest to win it, and an item for a roll is used when it turns a loss.
    One step is looked ahead, so it is sensible and not more.
    """

    def __init__(self, story: Story) -> None:
        """Measure the way to every won ending once.

        Raises:
            ValueError: the story has no ending of kind `won`, or is too large to be measured.
        """
        self.story = story
        wanted = {ending.id for ending in endings(story) if ending.kind == WON}
        if not wanted:
            raise ValueError("the policy `sensible` needs an ending of kind `won`, and the story has none")
        try:
            self.builder = Builder(story)
        except TooLarge as error:
            raise ValueError("the story is too large for the policy `sensible`") from error
        self.tracked = self._measured(wanted)
        self.meters = self._meters()
        self.visited: Counter[State] = Counter()
        self._known: dict[State, float] = {}

    def begin(self) -> None:
        """Forget the play before; a new one begins."""
        self.visited.clear()

    def _measured(self, wanted: set[str]) -> Tracked:
        net = self.builder.light
        meters = Meters(net, choose_meters(net))
        live = sweep(self.builder.net, meters).live
        found = track(net, meters, (), live, budget=KEYS)
        goals = {point for ending, point in net.endings.items() if ending in wanted}
        measure(found, [index for index, edge in enumerate(net.edges) if edge.target in goals])
        return found

    def _meters(self) -> list[tuple[int, int, int, float]]:
        """Return (variable, start, threshold, what it counts when it is met) of every threshold above the start."""
        program = program_of(self.story)
        hopeful = {self.tracked.point(key) for key in self.tracked.layers}
        starts = {
            edge.enters: edge.target
            for edge in self.builder.net.edges
            if edge.enters >= 0 and not program.blocks[edge.enters].card
        }
        return [
            (index, int(self.story.variables[name].start), at, -METER if starts.get(block, -1) in hopeful else METER)
            for index, name in enumerate(program.variables)
            for at, block in program.thresholds[index]
            if at > int(self.story.variables[name].start)
        ]

    def worth(self, state: State) -> float:
        """Return how good a state is; less is better."""
        if state not in self._known:
            if len(self._known) > KEYS:
                self._known.clear()
            self._known[state] = self._worth(state)
        return self._known[state]

    def _worth(self, state: State) -> float:
        if state.phase is Phase.ENDED:
            ending = program_of(self.story).endings[state.ending]
            return -HOPELESS if ending.kind == WON else HOPELESS
        point = self.builder.point_of(state)
        steps = FAR if point < 0 else self.tracked.distance(point, self.builder.values_of(state, point))
        worth = sum(
            counts * (int(state.values[index]) - start) / (at - start) for index, start, at, counts in self.meters
        )
        worth -= ITEM * sum(holder in self.story.crew or holder == PARTY for holder in state.holders)
        return worth + (HOPELESS / 2 if steps >= FAR else STEP * steps)

    def __call__(self, walker: Walker, actions: tuple[Action, ...], rng: random.Random) -> Action:
        """Choose."""
        if len(actions) == 1:
            return actions[0]
        state = walker.state()
        self.visited[state] += 1
        if state.phase is Phase.PERFORM:
            return self._performer(state, rng)
        worth: dict[Action, float] = {}
        for step in successors(self.story, state, exchanges=False):
            value = self.worth(step.state) + AGAIN * self.visited[step.state]
            worth[step.action] = worth.get(step.action, 0.0) + float(step.probability) * value
        if state.phase is Phase.ROLLED:
            return self._on_the_roll(worth)
        # An item is kept unless using it is clearly worth more than not.
        uses: dict[Action, float] = {action: worth[action] for action in worth if isinstance(action, UseItem)}
        choices = {action: value for action, value in worth.items() if action not in uses}
        here = self.worth(state)
        best_use = min(uses.values(), default=here)
        if uses and best_use < here - 1.5:
            return _one_of(uses, best_use, rng)
        return _one_of(choices or uses, min((choices or uses).values()), rng)

    def _performer(self, state: State, rng: random.Random) -> Action:
        preview = challenge_preview(self.story, state)
        assert preview is not None, "a challenge waits for whoever performs it"
        chances: dict[Action, float] = {
            one.action: -float(one.chance) + 0.2 * float(one.break_chance) for one in preview.tries
        }
        return _one_of(chances, min(chances.values()), rng)

    def _on_the_roll(self, worth: dict[Action, float]) -> Action:
        accepted = worth[Accept()]
        best = min(worth, key=lambda action: (worth[action], not isinstance(action, Accept)))
        return best if worth[best] < accepted - 1.0 else Accept()


def _one_of(worth: dict[Action, float], best: float, rng: random.Random) -> Action:
    """Return one of the actions that are as good as the best, evenly."""
    good = [action for action, value in worth.items() if value <= best + 1e-9]
    return good[int(rng.random() * len(good))]


POLICIES: dict[str, Callable[[Story], Policy]] = {
    "random": lambda story: AtRandom(),
    "first": lambda story: TheFirst(),
    "sensible": Sensible,
}
"""Policy by name."""
