"""Plays that are lost before they know it: states from which no ending can be reached any more, and what led there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from storyengine.analysis.cells import History
from storyengine.analysis.exhaust import Explored, Path
from storyengine.analysis.findings import Verdicts
from storyengine.analysis.ground import track_small
from storyengine.analysis.tracking import FAR
from storyengine.analysis.wander import wander
from storyengine.model.story import Story
from storyengine.runtime import Action, Phase, State, current_card, initial
from storyengine.runtime.explore import successors

PLAYS = 200
"""Random plays looked through."""
MOST_KEYS = 1 << 20
"""Points of the net, in effect: after so many it is left alone."""


@dataclass(frozen=True, slots=True)
class Doom:
    """A step after which no ending can be reached."""

    card: str
    """Where it was taken."""
    action: Action
    path: Path
    """A play from the start whose last step is this one."""
    proof: str
    """`exhaustive` or `net`."""


def doomed(verdicts: Verdicts) -> tuple[Doom, ...]:
    """Return the steps that doom a play, each card and action once, with the shortest play found.

    With every state seen, these are all there are. Else the net tells: where even the net, which allows too much,
    leads to no ending any more, no play does; what needs finer knowledge is not found. A play that is stuck at once is
    not meant here: that is a dead end, and `Verdicts.stuck` has it.
    """
    if verdicts.explored is not None:
        return tuple(_by_states(verdicts.story, verdicts.explored))
    return tuple(_by_net(verdicts))


def _by_states(story: Story, explored: Explored) -> Iterator[Doom]:
    before: dict[State, list[tuple[State, Action, str]]] = {}
    for state in explored.came_from:
        for step in successors(story, state):
            before.setdefault(step.state, []).append((state, step.action, step.chance))
    hopeful = {state for state in explored.came_from if state.phase is Phase.ENDED}
    pending = list(hopeful)
    while pending:
        for source, _, _ in before.get(pending.pop(), ()):
            if source not in hopeful:
                hopeful.add(source)
                pending.append(source)
    found: dict[tuple[str, Action], Doom] = {}
    for state in explored.came_from:
        if state in hopeful or state.phase is Phase.STUCK:
            continue
        for source, action, chance in before.get(state, ()):
            if source in hopeful:
                path = (*explored.path(source), (action, chance))
                card = current_card(story, source)
                known = found.get((card, action))
                if known is None or len(path) < len(known.path):
                    found[card, action] = Doom(card, action, path, "exhaustive")
    start = next(iter(explored.came_from))
    if start not in hopeful:
        return  # no ending at all: every ending's own verdict says so
    yield from found.values()


def _by_net(verdicts: Verdicts) -> Iterator[Doom]:
    builder, reached = verdicts.builder, verdicts.reached
    if builder is None or reached is None:
        return
    net = builder.light
    live = [index not in verdicts.dead for index in range(len(net.edges))]
    ends = set(net.endings.values())
    goals = [index for index, edge in enumerate(net.edges) if edge.target in ends]
    tracked = track_small(net, reached.meters, (), live, goals, keys=MOST_KEYS)
    if not tracked.complete or not tracked.layers:
        return
    found: dict[tuple[str, Action], Doom] = {}
    previous: list[State] = []

    def passed(state: State, history: History) -> bool:
        if len(history) == 1:
            previous[:] = [initial(verdicts.story)]
        before = previous[-1]
        previous.append(state)
        point = -1 if state.over else builder.point_of(state)
        if point < 0 or tracked.distance(point, builder.values_of(state, point)) < FAR:
            return False
        action = history[-1][0]
        card = current_card(verdicts.story, before)
        known = found.get((card, action))
        if known is None or len(history) < len(known.path):
            found[card, action] = Doom(card, action, tuple(history), "net")
        return True

    wander(verdicts.story, plays=PLAYS, passed=passed)
    yield from found.values()
