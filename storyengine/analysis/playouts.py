"""Quick plays from a state onwards, and what they come to: how the policy `sensible` tries a step out.

A playout goes on with the little that needs no thought: whoever is likeliest to win performs, an item that can change a
lost roll is used on it, and all else is left to chance. It draws its own dice, cards and discs from what is still
unseen, so it knows no more than the players do.
"""

from __future__ import annotations

import random
from collections import deque

from storyengine.graph.jumps import jumps
from storyengine.graph.names import Names
from storyengine.model.story import Story
from storyengine.model.walk import endings
from storyengine.runtime import Action, Phase, State, challenges
from storyengine.runtime.actions import Accept, Perform
from storyengine.runtime.explore import Walker
from storyengine.runtime.machine import Options, Run, Seeds, sums
from storyengine.runtime.moves import decisions, item_uses
from storyengine.runtime.program import program_of

WON = "won"
"""The kind of ending that a sensible crew wants."""
HORIZON = 20
"""Steps of a playout. A longer look costs more and is no clearer, as chance has the last word by then."""
OPEN = 0.4
"""What a play still open counts at the most; one that is won counts 1."""
LOST = 0.3
"""What a lost play counts that had all but got there. It tells a near miss from a rout where no playout wins."""
ITEM_USED = 0.1
"""How often a playout uses an item that it could use, so that one kept for later has its worth."""
BREAKING = 0.2
"""What the chance to lose a booster counts, against the chance to win with it."""


class Playouts:
    """A story made ready for quick plays."""

    def __init__(self, story: Story) -> None:
        """Find out which endings are wanted, which cards lead to them, and which meters help or harm.

        Raises:
            ValueError: the story has no ending of kind `won`.
        """
        self.story, self.program = story, program_of(story)
        self.wanted = {ending.id for ending in endings(story) if ending.kind == WON}
        if not self.wanted:
            raise ValueError("the policy `sensible` needs an ending of kind `won`, and the story has none")
        names = Names(story)
        self.distances = _distances(story, names)
        self.farthest = max(self.distances.values())
        self.helping: list[tuple[int, int, int]] = []
        """(variable, start, threshold) of every threshold above the start that can lead to a wanted ending."""
        self.harming: list[tuple[int, int, int]] = []
        """The same of those that cannot."""
        for variable in story.variables.values():
            for at, _ in variable.thresholds:
                if at > int(variable.start):
                    leads_there = names.threshold(variable.id, at) in self.distances
                    kind = self.helping if leads_there else self.harming
                    kind.append((self.program.index[variable.id], int(variable.start), at))
        self._chances: dict[tuple[int, int], float] = {}

    def worth(self, state: State, action: Action, rng: random.Random) -> float:
        """Return what one playout comes to, from 0 to 1, after an action is taken at a state."""

        def chance(kind: str, place: str, options: Options) -> int:
            # Faces of a die are all as likely, and most of what is drawn.
            return int(rng.random() * len(options)) if kind == "die" else drawn(options, rng)

        walker = Walker(self.story, state, chance)
        walker.take(action)
        run = walker.run
        for _ in range(HORIZON):
            following = None if walker.over else self._quick(run, rng)
            if following is None:
                break
            walker.take(following)
        return self._come_to(run)

    def _come_to(self, run: Run) -> float:
        if run.phase is Phase.ENDED:
            return 1.0 if run.detail[0] in self.wanted else LOST * self._progress(run)
        if run.phase is Phase.STUCK or (run.card and run.card not in self.distances):
            return 0.0
        # The room that is left, beside the way that is left: half at the start, and everything just before the goal.
        room, needed = 1.0 - _filled(run, self.harming), 1.0 - self._progress(run)
        return OPEN * room / (room + needed) if room > 0 else 0.0

    def _progress(self, run: Run) -> float:
        """Return how far the play has got, from 0 to 1: by the meters that help, or else by the cards still to go."""
        if self.helping:
            return _filled(run, self.helping)
        return 1.0 - self.distances.get(run.card, self.farthest) / self.farthest if run.card and self.farthest else 0.0

    def _quick(self, run: Run, rng: random.Random) -> Action | None:
        """Return what is done without thought, or nothing when nothing can be done."""
        if run.phase is Phase.PERFORM:
            return self.performer(run, rng)
        if run.phase is Phase.ROLLED:
            uses = item_uses(run) if self.is_losing(run) else ()
            return one_of(uses, rng) if uses else Accept()
        choices = decisions(run)
        if not choices or rng.random() < ITEM_USED:
            choices = item_uses(run) or choices
        return one_of(choices, rng) if choices else None

    def is_losing(self, run: Run) -> bool:
        """Whether the roll on the table would lose the challenge."""
        spot = challenges.rolled_spot(run)
        assert spot and spot.task and spot.roll, "asked only with a roll on the table"
        return self.program.rolled(spot.task, spot.roll).total < spot.task.level

    def performer(self, run: Run, rng: random.Random) -> Action:
        """Return who is likeliest to win the challenge under way, and with which booster."""
        task = challenges.under_way(run)
        best, found = -1.0, []
        for who, booster in challenges.performers(run):
            skill = self.story.crew[who].skills.get(task.type, 0) if who else 0
            boost = challenges.boost_of(self.program, booster, task.type)
            dice = 2 if boost.roll_twice else 1
            chance = self._chance(task.level - skill - boost.bonus, dice)
            if booster:
                chance -= BREAKING * (1.0 - (1.0 - 1.0 / self.story.challenges.die) ** dice)
            if chance > best + 1e-9:
                best, found = chance, [Perform(who, booster)]
            elif chance > best - 1e-9:
                found.append(Perform(who, booster))
        return one_of(tuple(found), rng)

    def _chance(self, needed: int, dice: int) -> float:
        """Return the chance that some dice come to at least so much."""
        key = needed, dice
        if key not in self._chances:
            ways = enumerate(sums(dice, self.story.challenges.die), start=dice)
            self._chances[key] = float(sum(probability for total, (probability, _) in ways if total >= needed))
        return self._chances[key]


def one_of(actions: tuple[Action, ...], rng: random.Random) -> Action:
    """Return one of some actions, each as likely."""
    return actions[int(rng.random() * len(actions))]


def drawn(options: Options, rng: random.Random) -> int:
    """Draw an index with the options' own probabilities."""
    if isinstance(options, Seeds):
        return int(rng.random() * len(options))
    point = rng.random()
    for index, (probability, _) in enumerate(options):
        point -= float(probability)
        if point < 0:
            return index
    return len(options) - 1  # rounding left a crumb


def _filled(run: Run, meters: list[tuple[int, int, int]]) -> float:
    """Return how full some meters are together, from 0 to 1."""
    if not meters:
        return 0.0
    return sum((int(run.values[index]) - start) / (at - start) for index, start, at in meters) / len(meters)


def _distances(story: Story, names: Names) -> dict[str, int]:
    """Return node of the story's graph to the jumps that lead at least from there to a wanted ending."""
    before: dict[str, list[str]] = {}
    for edge in jumps(story, names):
        before.setdefault(edge.target, []).append(edge.source)
    found = {names.ending(ending): 0 for ending in endings(story) if ending.kind == WON}
    pending = deque(found)
    while pending:
        node = pending.popleft()
        for source in before.get(node, ()):
            if source not in found:
                found[source] = found[node] + 1
                pending.append(source)
    return found
