"""A story's net with what a checked sweep knows of it: what lies before a goal, and the way there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from storyengine.analysis.backward import look_back
from storyengine.analysis.builder import Builder
from storyengine.analysis.certify import dead_edges, fruitless_edges
from storyengine.analysis.compress import compress
from storyengine.analysis.meters import Meters, choose_meters
from storyengine.analysis.net import Net, Table
from storyengine.analysis.pursue import Landmark
from storyengine.analysis.sweep import Reached, sweep
from storyengine.analysis.targets import Target
from storyengine.analysis.tracking import Tracked, measure, track

MOST_WAYS = 24
"""Combinations of the values of variables that are tracked together from the first."""
WIDEST_NECK = 200
"""Edges that are looked at for what a target hangs on."""


class Ground:
    """The net, what the sweep has reached of it, and which of its edges no play can take."""

    def __init__(self, builder: Builder, reached: Reached, dead: frozenset[int]) -> None:
        """Take a net with a sweep that the checker has accepted."""
        self.builder, self.reached, self.dead = builder, reached, dead
        self._beginning: dict[int, list[int]] = {}
        """Block to the edges that begin it."""
        for index, edge in enumerate(builder.net.edges):
            if edge.enters >= 0:
                self._beginning.setdefault(edge.enters, []).append(index)

    @property
    def seen(self) -> int:
        """How many points the sweep has reached: what its proofs are made of."""
        return sum(map(bool, self.reached.combinations))

    def close(self, goals: frozenset[int]) -> bool:
        """Sweep once more without edges that were proved never to be taken: what lies behind them falls as well.

        Returns:
            Whether the checker agreed; if not, the edges alone are dead.
        """
        self.dead |= goals
        net = self.builder.net
        reached = sweep(net, self.reached.meters, self.dead, self.reached)
        dead = dead_edges(net, reached, self.dead)
        if dead is None:
            return False
        self.reached, self.dead = reached, dead
        return True

    # What leads to a target

    def goals(self, target: Target) -> Sequence[int]:
        """Return the edges that reach a target."""
        net = self.builder.net
        if target.block < 0:
            point = net.endings.get(target.id, -1)
            return net.incoming()[point] if point >= 0 else ()
        return self._beginning.get(target.block, ())

    def aside(self, goals: frozenset[int]) -> frozenset[int]:
        """Return the edges that no play takes on its way to some goals; all of them when no play comes there."""
        net = self.builder.net
        hopeful = look_back(net, self.reached, self.dead, goals)
        fruitless = fruitless_edges(net, self.reached, hopeful, self.dead, goals)
        return self.dead if fruitless is None else fruitless

    def neck(self, goals: frozenset[int], aside: frozenset[int]) -> frozenset[int]:
        """Return the edges that some goals hang on: goals without a guard are followed back to the first with one."""
        net = self.builder.net
        incoming = net.incoming()
        found: set[int] = set()
        pending, seen = list(goals), set(goals)
        while pending:
            index = pending.pop()
            edge = net.edges[index]
            if edge.guard or edge.relations or edge.source == net.start:
                found.add(index)
                continue
            before = [other for other in incoming[edge.source] if other not in aside and other not in seen]
            seen.update(before)
            pending.extend(before)
            if len(seen) > WIDEST_NECK:
                return goals
        return frozenset(found)

    def asked_by(self, goals: Iterable[int]) -> tuple[int, ...]:
        """Return the variables that the guards of all of some edges ask for, beside the meters."""
        edges = [self.builder.net.edges[index] for index in goals]
        asked = [
            {variable for variable, _ in edge.guard} | {index for one in edge.relations for index in one.variables}
            for edge in edges
        ]
        in_all = set.intersection(*asked) if asked else set()
        return tuple(variable for variable in sorted(in_all) if not self.reached.meters.holds(variable))

    def few(self, variables: Sequence[int]) -> tuple[int, ...]:
        """Return as many of some variables as can be tracked at once without too many keys; large ones first."""
        chosen: list[int] = []
        ways = 1
        sizes = [known.size for known in self.builder.net.variables]
        for variable in sorted(variables, key=lambda index: -sizes[index]):
            ways *= sizes[variable]
            if not chosen or ways <= MOST_WAYS:
                chosen.append(variable)
        return tuple(sorted(chosen))

    # The way there

    def guide(
        self,
        variables: tuple[int, ...],
        goals: frozenset[int],
        aside: Collection[int],
        *,
        keys: int,
        items: bool = True,
    ) -> Tracked:
        """Return the table that tracks some variables on a small net, measured to the goals.

        Args:
            variables: tracked beside the meters.
            goals: edges that reach the target.
            aside: edges that lead nowhere near it.
            keys: after how many it gives up.
            items: whether what needs an item that is not tracked is left in; without it, the table proves nothing.
        """
        domains, meters = self.builder.domains, self.reached.meters
        left_out = set() if items else set(domains.of_item.values()) - set(variables)
        live = [
            index not in aside and not any(variable in left_out and not mask & 1 for variable, mask in edge.guard)
            for index, edge in enumerate(self.builder.net.edges)
        ]
        return track_small(self.builder.light, meters, variables, live, goals, keys=keys)

    def landmarks(self, asked: Sequence[int], goals: frozenset[int], *, keys: int) -> list[Landmark]:
        """Return what must be so before some goals can be reached, each with the way to it."""
        found: list[Landmark] = []
        edges = self.builder.net.edges
        for variable in asked:
            wanted = 0
            for goal in goals:
                wanted |= dict(edges[goal].guard).get(variable, 0)
            if not wanted:
                continue  # asked together with others: no landmark by itself
            gives = frozenset(
                index
                for index, edge in enumerate(edges)
                if index not in self.dead and _gives(dict(edge.effects).get(variable, ()), wanted)
            )
            way = self.guide((), gives, self.dead, keys=keys, items=False)
            if way.complete and way.layers:
                found.append(Landmark(variable, wanted, way))
        return found


def track_small(
    net: Net,
    meters: Meters,
    variables: tuple[int, ...],
    live: Sequence[bool],
    goals: Collection[int],
    *,
    keys: int,
) -> Tracked:
    """Track some variables on a net made small for some goals, and measure the way to them where that is complete."""
    small = compress(net, live, {*variables, *meters.chosen}, goals)
    found = track(small.net, meters, variables, [True] * len(small.net.edges), budget=keys)
    found.classes = small.classes
    if found.complete:
        measure(found, small.goals)
    return found


def lay_out(builder: Builder) -> Ground | None:
    """Sweep a net; nothing when the checker refuses the sweep, for then nothing is proved."""
    reached = sweep(builder.net, Meters(builder.net, choose_meters(builder.net)))
    dead = dead_edges(builder.net, reached)
    return None if dead is None else Ground(builder, reached, dead)


def _gives(table: Table, wanted: int) -> bool:
    """Whether an effect gives a variable one of the values wanted, whatever it was before."""
    return bool(table) and all(after & wanted or wanted >> value & 1 for value, after in enumerate(table))
