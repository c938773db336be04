"""The checker is no rubber stamp: it accepts what the searches find, and refuses the same with one thing wrong."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterator

import pytest

from storyengine.analysis.builder import Builder
from storyengine.analysis.certify import accepts, dead_edges
from storyengine.analysis.meters import Meters, choose_meters
from storyengine.analysis.sweep import Reached, sweep
from storyengine.analysis.tracking import Tracked, track
from tests.conftest import Amount
from tests.runtime.walks import story_called
from tests.small_stories import small_story


@pytest.fixture(scope="module")
def builder() -> Builder:
    return Builder(story_called("campaign"))


def swept(builder: Builder) -> Reached:
    return sweep(builder.net, Meters(builder.net, choose_meters(builder.net)))


def tracked(builder: Builder) -> tuple[Tracked, frozenset[int], list[int]]:
    """Return a table, the edges that a sweep ruled out, and edges that the table proves cannot be taken."""
    reached = swept(builder)
    dead = dead_edges(builder.net, reached)
    assert dead is not None
    others = [index for index in range(len(builder.net.variables)) if not reached.meters.holds(index)]
    live = [index not in dead for index in range(len(builder.net.edges))]
    table = track(builder.light, reached.meters, others[:2], live, budget=100_000)
    assert table.complete
    never = [index for index in range(len(live)) if live[index] and not table.goals_met([index])]
    return table, dead, never


def of_small_stories(count: int) -> Iterator[Builder]:
    for seed in range(200_000, 200_000 + count):
        yield Builder(small_story(seed))


def test_it_accepts_what_the_searches_find(amount: Amount) -> None:
    for builder in of_small_stories(amount(20, 300)):
        table, dead, never = tracked(builder)
        assert accepts(builder.light, table, dead, never)


def test_a_sweep_without_one_combination_is_refused(amount: Amount) -> None:
    """Each combination at a point was brought there by something, so none can be left out."""
    for builder in of_small_stories(amount(10, 100)):
        reached = swept(builder)
        chance = random.Random(1)
        for point in chance.sample(range(len(builder.net.names)), min(12, len(builder.net.names))):
            whole = reached.combinations[point]
            if whole:
                reached.combinations[point] = whole & (whole - 1)
                assert dead_edges(builder.net, reached) is None, builder.net.names[point]
                reached.combinations[point] = whole
        assert dead_edges(builder.net, reached) is not None


def test_a_sweep_without_one_value_is_refused(builder: Builder) -> None:
    reached = swept(builder)
    for point, values in enumerate(reached.values):
        if values and point % 7 == 0:
            reached.values[point] = values & (values - 1)
            assert dead_edges(builder.net, reached) is None, builder.net.names[point]
            reached.values[point] = values


def test_a_table_without_one_key_is_refused(builder: Builder) -> None:
    table, dead, _ = tracked(builder)
    for key in list(table.reached)[::11]:
        whole = table.reached.pop(key)
        assert not accepts(builder.light, table, dead, ())
        table.reached[key] = whole
    assert accepts(builder.light, table, dead, ())


def test_a_table_without_one_combination_is_refused(builder: Builder) -> None:
    table, dead, _ = tracked(builder)
    for key in list(table.reached)[::11]:
        whole = table.reached[key]
        table.reached[key] = whole & (whole - 1)
        assert not accepts(builder.light, table, dead, ())
        table.reached[key] = whole


def test_an_edge_that_can_be_taken_is_not_accepted_as_a_goal(builder: Builder) -> None:
    table, dead, never = tracked(builder)
    taken = [index for index in range(len(builder.net.edges)) if table.goals_met([index])]
    assert taken and never is not None
    assert not any(accepts(builder.light, table, dead, [*never, index]) for index in taken[::25])


def test_edges_passed_over_by_the_search_are_looked_at(builder: Builder) -> None:
    """A search that leaves an edge out without leave gives a table that is too small."""
    table, dead, _ = tracked(builder)
    skipped = next(index for index in range(len(builder.net.edges)) if table.goals_met([index]))
    live = [index not in dead and index != skipped for index in range(len(builder.net.edges))]
    smaller = track(builder.light, table.meters, table.variables, live, budget=100_000)
    assert len(smaller.reached) < len(table.reached)
    assert not accepts(builder.light, smaller, dead, ())


def test_an_unfinished_table_proves_nothing(builder: Builder) -> None:
    table, dead, never = tracked(builder)
    assert not accepts(builder.light, dataclasses.replace(table, complete=False), dead, never)
