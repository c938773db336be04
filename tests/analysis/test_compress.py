"""A net made small answers the one question it was made for just as the whole net does."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from storyengine.analysis.builder import Builder
from storyengine.analysis.compress import HOPELESS, compress
from storyengine.analysis.meters import Meters, choose_meters
from storyengine.analysis.net import Edge, Net, NetVariable
from storyengine.analysis.tracking import FAR, Tracked, measure, track
from tests.conftest import Amount
from tests.runtime.walks import story_called
from tests.small_stories import small_story

KEYS = 20_000


def questions(count: int) -> Iterator[tuple[Builder, Meters, tuple[int, ...], frozenset[int]]]:
    """Yield (net, meters, variables to track, goals): the endings of small stories, one by one."""
    for seed in range(300_000, 300_000 + count):
        builder = Builder(small_story(seed))
        meters = Meters(builder.net, choose_meters(builder.net))
        others = [index for index in range(len(builder.net.variables)) if not meters.holds(index)]
        for number, point in enumerate(builder.net.endings.values()):
            goals = frozenset(index for index, edge in enumerate(builder.net.edges) if edge.target == point)
            yield builder, meters, tuple(others[number % 3 :: 3][:2]), goals


def both(
    builder: Builder, meters: Meters, variables: tuple[int, ...], goals: frozenset[int]
) -> tuple[Tracked, Tracked]:
    """Return the tables of the whole net and of the small one, measured to the goals."""
    live = [True] * len(builder.net.edges)
    whole = track(builder.light, meters, variables, live, budget=KEYS)
    measure(whole, goals)
    small = compress(builder.light, live, {*variables, *meters.chosen}, goals)
    table = track(small.net, meters, variables, [True] * len(small.net.edges), budget=KEYS)
    table.classes = small.classes
    measure(table, small.goals)
    return whole, table


@pytest.mark.slow
def test_the_same_states_can_come_to_the_goal(amount: Amount) -> None:
    for builder, meters, variables, goals in questions(amount(15, 300)):
        whole, table = both(builder, meters, variables, goals)
        assert whole.complete and table.complete
        assert bool(whole.layers) == bool(table.layers)
        assert len(table.reached) <= len(whole.reached) + 1
        digits = [whole.radix[variable] for variable in variables]
        for key, combinations in whole.reached.items():
            values = [variable.start for variable in builder.net.variables]
            for variable, place in zip(variables, digits, strict=True):
                values[variable] = key // place % builder.net.variables[variable].size
            for bit in range(combinations.bit_length()):
                if combinations >> bit & 1:
                    for meter, size in zip(meters.chosen, meters.sizes, strict=True):
                        values[meter] = bit // meters.strides[meter] % size
                    far = whole.distance(whole.point(key), values) >= FAR
                    assert far == (table.distance(whole.point(key), values) >= FAR)


def test_a_large_net_becomes_much_smaller() -> None:
    builder = Builder(story_called("campaign"))
    meters = Meters(builder.net, choose_meters(builder.net))
    goals = frozenset(i for i, edge in enumerate(builder.net.edges) if edge.target == builder.net.endings["victory"])
    small = compress(builder.light, [True] * len(builder.net.edges), meters.chosen, goals)
    assert len(small.net.names) * 2 < len(builder.net.names)


def line(*edges: tuple[int, int], goal: int) -> Net:
    """A net of a chain or a fork, on one number; its edges as (source, target)."""
    net = Net([NetVariable("n", 2, 0, number=True)])
    net.names = [f"point {number}" for number in range(1 + max(max(edge) for edge in edges))]
    net.outgoing = [[] for _ in net.names]
    for source, target in edges:
        net.outgoing[source].append(len(net.edges))
        net.edges.append(Edge(source, target))
    assert goal < len(net.edges)
    return net


def test_steps_that_change_nothing_are_passed_over() -> None:
    net = line((0, 1), (1, 2), (2, 3), goal=2)
    small = compress(net, [True] * 3, (), [2])
    assert len(small.net.names) == 1 and small.classes[0] == small.classes[2]


def test_what_leads_nowhere_near_the_goal_is_left_out() -> None:
    net = line((0, 1), (0, 2), (2, 2), goal=0)
    small = compress(net, [True] * 3, (), [0])
    assert small.classes[2] == HOPELESS
    assert len(small.net.edges) == 1 and small.goals == (0,)


def test_a_goal_that_cannot_be_reached_leaves_nothing() -> None:
    net = line((0, 1), (2, 1), goal=1)
    small = compress(net, [True] * 2, (), [1])
    assert (small.net.edges, small.goals) == ([], ())
    assert set(small.classes) == {HOPELESS}


def test_points_on_a_circle_are_kept_apart_where_they_do_different_things() -> None:
    net = line((0, 1), (1, 0), (1, 2), goal=2)
    small = compress(net, [True] * 3, (), [2])
    assert len(small.net.names) in (1, 2)
    assert len(small.goals) == 1
