"""The net allows whatever a play does: step by step on small stories, along random plays on large ones."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from storyengine.analysis.builder import Builder
from storyengine.analysis.meters import Meters, choose_meters
from storyengine.analysis.sweep import Reached, sweep
from storyengine.analysis.tracking import Tracked, track
from storyengine.model.story import Story
from storyengine.runtime import Phase, State, format_action
from storyengine.runtime.explore import Successor, successors
from tests.analysis.matching import Matching
from tests.analysis.truth import truth_of
from tests.conftest import Amount
from tests.runtime.walks import STORIES, story_called, walk
from tests.small_stories import small_story


def inside(reached: Reached, builder: Builder, state: State) -> bool:
    """Whether a state is in a sweep's table."""
    point = builder.point_of(state)
    values = builder.domains.project(state)
    meters = reached.combinations[point] >> reached.meters.index(values) & 1
    return bool(meters) and all(reached.mask_at(point, variable) >> value & 1 for variable, value in enumerate(values))


def tracked_inside(tracked: Tracked, builder: Builder, state: State) -> bool:
    """Whether a state is in a tracked table."""
    point = builder.point_of(state)
    values = builder.values_of(state, point)
    return bool(tracked.reached.get(tracked.key(point, values), 0) >> tracked.meters.index(values) & 1)


def tables(builder: Builder) -> tuple[Reached, list[Tracked]]:
    """Return a sweep, and tables that track nothing, the first variables, and the last ones."""
    net = builder.net
    meters = Meters(net, choose_meters(net))
    others = [index for index in range(len(net.variables)) if not meters.holds(index)]
    live = [True] * len(net.edges)
    tracked = [
        track(builder.light, meters, variables, live, budget=50_000)
        for variables in ((), tuple(others[:3]), tuple(others[-3:]))
    ]
    return sweep(net, meters), [table for table in tracked if table.complete]


def assert_followed(story: Story, steps: Iterable[tuple[State, Successor]], name: object) -> None:
    builder = Builder(story)
    full, light = Matching(builder, light=False), Matching(builder, light=True)
    reached, tracked = tables(builder)
    for before, step in steps:
        said = f"{name}: {builder.net.names[builder.point_of(before)]}, {format_action(step.action)} {step.chance}"
        assert full.follows(before, step), said
        assert light.follows(before, step), said
        after = step.state
        if after.phase is not Phase.STUCK:
            assert inside(reached, builder, after), said
            assert all(tracked_inside(table, builder, after) for table in tracked), said


@pytest.mark.slow
def test_every_step_of_a_small_story_is_a_walk_through_its_net(amount: Amount) -> None:
    for seed in range(100_000, 100_000 + amount(40, 1_000)):
        assert_followed(small_story(seed), truth_of(small_story(seed), most=600).steps, f"seed {seed}")


@pytest.mark.slow
@pytest.mark.parametrize("name", STORIES)
def test_random_plays_stay_inside_the_net(name: str, amount: Amount) -> None:
    story = story_called(name)
    steps = [
        (before, step)
        for seed in range(amount(3, 60))
        for before, action, after in walk(story, seed, steps=150)
        for step in successors(story, before)
        if step.action == action and step.state == after
    ]
    assert_followed(story, steps, name)


def test_the_net_holds_each_ending_once() -> None:
    builder = Builder(story_called("campaign"))
    assert sorted(builder.net.endings) == sorted(builder.program.endings)


def test_points_and_edges_agree() -> None:
    net = Builder(story_called("rich")).net
    assert [edge for edges in net.outgoing for edge in sorted(edges)] != []
    for point, edges in enumerate(net.outgoing):
        assert all(net.edges[index].source == point for index in edges)
    incoming = net.incoming()
    assert all(index in incoming[edge.target] for index, edge in enumerate(net.edges))
