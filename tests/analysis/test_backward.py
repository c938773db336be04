"""Looking back from a goal leaves aside only what no play to it passes, and the checker sees whether that is so."""

from __future__ import annotations

import pytest

from storyengine.analysis.backward import Hopeful, came_from, look_back
from storyengine.analysis.builder import Builder
from storyengine.analysis.certify import dead_edges, fruitless_edges
from storyengine.analysis.findings import Reachable
from storyengine.analysis.meters import Meters, choose_meters
from storyengine.analysis.sweep import Reached, sweep
from storyengine.analysis.targets import targets
from storyengine.analysis.verdicts import verdicts
from storyengine.model.story import Story
from storyengine.runtime import Phase, State, initial
from storyengine.runtime.moves import take_recorded
from tests.analysis.test_differential import small_ones
from tests.analysis.truth import SCANT
from tests.conftest import Amount
from tests.runtime.tables import plain
from tests.runtime.walks import story_called
from tests.small_stories import small_story


class Looked:
    """A story's net, swept, and looked back over from the goals asked for."""

    def __init__(self, story: Story) -> None:
        self.builder = Builder(story)
        self.net = self.builder.net
        self.reached: Reached = sweep(self.net, Meters(self.net, choose_meters(self.net)))
        dead = dead_edges(self.net, self.reached)
        assert dead is not None
        self.dead = dead

    def goals(self, block: int, ending: str) -> frozenset[int]:
        point = self.net.endings.get(ending, -1)
        edges = enumerate(self.net.edges)
        reaching = {index for index, edge in edges if (edge.enters == block if block >= 0 else edge.target == point)}
        return frozenset(reaching - self.dead)

    def back(self, goals: frozenset[int]) -> Hopeful:
        return look_back(self.net, self.reached, self.dead, goals)

    def check(self, hopeful: Hopeful, goals: frozenset[int]) -> frozenset[int] | None:
        return fruitless_edges(self.net, self.reached, hopeful, self.dead, goals)

    def holds(self, hopeful: Hopeful, state: State) -> bool:
        point, values = self.builder.point_of(state), self.builder.domains.project(state)
        meters, loose = self.reached.meters, self.reached.loose
        return bool(hopeful.combinations[point] >> meters.index(values) & 1) and all(
            loose.mask(hopeful.values[point], variable) >> values[variable] & 1 for variable in loose.offsets
        )


@pytest.mark.slow
def test_a_play_on_its_way_to_a_goal_stays_where_there_is_hope(amount: Amount) -> None:
    for seed, story, truth in small_ones(amount(15, 300), first=400_000):
        looked = Looked(story)
        for target, verdict in verdicts(story, budget=SCANT).of.items():
            goals = looked.goals(target.block, target.id)
            if not goals or not isinstance(verdict, Reachable):
                continue
            hopeful = looked.back(goals)
            state = initial(story)
            for action, chance in verdict.witness:
                assert looked.holds(hopeful, state), f"seed {seed}: {target}"
                state = take_recorded(story, state, action, chance).state
            assert target in truth.reached


@pytest.mark.slow
def test_the_checker_accepts_it_and_proves_nothing_false(amount: Amount) -> None:
    for seed, story, truth in small_ones(amount(30, 400), first=410_000):
        looked = Looked(story)
        for target in targets(story, looked.builder.program):
            goals = looked.goals(target.block, target.id)
            if goals:
                fruitless = looked.check(looked.back(goals), goals)
                assert fruitless is not None, f"seed {seed}: {target}"
                if goals <= fruitless:
                    assert target not in truth.reached, f"seed {seed}: {target}"


VOWS = """
    hall:
      text: One vow.
      choices:
        - {id: light, text: Of light., do: light = true, goto: gate}
        - {id: dark, text: Of dark., do: dark = true, goto: gate}
    gate:
      text: The gate.
      choices:
        - {id: both, text: Both., when: light and dark, ending: {id: both, kind: won}}
        - {id: one, text: One., ending: {id: one, kind: won}}
    """


def test_two_flags_that_exclude_each_other_are_seen_through() -> None:
    """Forwards each may be set at the gate; looking back from the gate, both would have to be set before the hall."""
    looked = Looked(plain(VOWS, head="variables: {light: false, dark: false}"))
    for ending, is_hopeless in (("both", True), ("one", False)):
        goals = looked.goals(-1, ending)
        fruitless = looked.check(looked.back(goals), goals)
        assert goals and fruitless is not None
        assert (goals <= fruitless) is is_hopeless


def test_a_table_with_a_hole_is_refused() -> None:
    """Each combination in it was brought there by an edge, so none can be left out unnoticed."""
    looked = Looked(story_called("campaign"))
    goals = looked.goals(-1, "victory")
    hopeful = looked.back(goals)
    assert looked.check(hopeful, goals) is not None
    for point, whole in enumerate(hopeful.combinations):
        if whole and point % 9 == 0:
            hopeful.combinations[point] = whole & (whole - 1)
            assert looked.check(hopeful, goals) is None, looked.net.names[point]
            hopeful.combinations[point] = whole
    for point, values in enumerate(hopeful.values):
        if values and point % 9 == 0:
            hopeful.values[point] = values & (values - 1)
            assert looked.check(hopeful, goals) is None, looked.net.names[point]
            hopeful.values[point] = values


def test_an_empty_table_is_refused() -> None:
    looked = Looked(small_story(11))
    goals = frozenset(range(len(looked.net.edges))) - looked.dead
    count = len(looked.net.names)
    assert looked.check(Hopeful([0] * count, [0] * count), goals) is None


def test_values_before_an_effect() -> None:
    table = (0b010, 0b010, 0b100)  # 0 and 1 become 1, 2 stays
    assert came_from(table, 0b010) == 0b011
    assert came_from(table, 0b001) == 0
    assert came_from(table, 0b111) == 0b111


def test_where_no_ending_is_near_there_is_no_hope() -> None:
    looked = Looked(story_called("tavern"))
    hopeful = looked.back(looked.goals(-1, "inside"))
    ended = [point for control, point in looked.builder.points.items() if control.phase == Phase.ENDED]
    assert ended and not any(hopeful.combinations[point] for point in ended)
