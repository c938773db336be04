"""Who chooses: what each policy can be relied on for, on stories small enough to know what is best."""

from __future__ import annotations

import random

import pytest

from storyengine.analysis.odds import simulate
from storyengine.analysis.playouts import HORIZON, LOST, OPEN, Playouts
from storyengine.analysis.policies import POLICIES
from storyengine.loader import load_text
from storyengine.model.story import Story
from storyengine.runtime import Phase, State, initial, legal_actions, step
from storyengine.runtime.actions import Accept, Choose, GiveItem, GoOn, Perform, UseItem, parse_action
from storyengine.runtime.explore import Walker
from storyengine.runtime.machine import Options

RACE = """
story: race
title: The Race
start: road
trackers:
  dusk: {start: 0, min: 0, max: 6, at_max: dark}
  miles: {start: 0, min: 0, max: 6, at_max: home}
cards:
  road:
    text: A long road.
    choices:
      - {id: sit, text: Sit., do: dusk += 1, stay: true}
      - {id: walk, text: Walk., do: miles += 1; dusk += 1 if miles < 3, stay: true}
      - {id: chat, text: Chat., do: dusk += 2, stay: true}
  dark: {text: Dark., ending: lost}
  home: {text: Home., ending: won}
"""

CREW = """
story: crew
title: The Crew
start: shed
challenges: {types: [lifting, talking], level: 5}
crew:
  ada: {title: Ada, skills: {lifting: -1, talking: +1}}
  bo: {title: Bo, skills: {lifting: +1}}
items:
  belt: {title: Belt, boost: {lifting: +1}}
  glue: {title: Glue, use: {after: roll, do: total += 1}}
cards:
  shed: {text: A shed., do: gain belt; give glue to ada, goto: crate}
  crate:
    text: A crate.
    challenge: {type: lifting, win: out, lose: under}
  out: {text: Out., ending: won}
  under: {text: Under., ending: lost}
"""

FORK = """
story: fork
title: The Fork
start: fork
cards:
  fork:
    text: A fork.
    choices:
      - {id: mine, text: The mine., goto: mine}
      - {id: pass, text: The pass., goto: pass}
  mine: {text: The mine., random: [{weight: 1, goto: top}, {weight: 4, goto: pit}]}
  pass: {text: The pass., random: [{weight: 4, goto: top}, {weight: 1, goto: pit}]}
  top: {text: The top., ending: won}
  pit: {text: The pit., ending: lost}
"""


def told(text: str) -> Story:
    story = load_text(text).story
    assert story is not None
    return story


def never(kind: str, place: str, options: Options) -> int:
    raise AssertionError("the play's own chance is not for a policy to ask")


def chosen(story: Story, state: State, policy: str = "sensible", seed: int = 0) -> object:
    """What a policy does at a state, where nothing lets it see what chance will do."""
    walker = Walker(story, state, never)
    policies = POLICIES[policy](story)
    policies.begin()
    return policies(lambda: walker, walker.actions(), random.Random(seed))


def reached(story: Story, *steps: tuple[str, str]) -> State:
    """The state after the play has begun and some actions were taken, each with what chance did."""
    state = step(story, initial(story), GoOn())
    for action, chance in steps:
        state = step(story, state, parse_action(action), chance)
    return state


def test_sensible_keeps_going_towards_a_meter_that_wins() -> None:
    assert simulate(lambda: told(RACE), policy="sensible", runs=20).endings == {"home": 20}
    assert simulate(lambda: told(RACE), policy="first", runs=20).endings == {"dark": 20}
    assert simulate(lambda: told(RACE), policy="random", runs=60).endings["home"] < 60


def test_sensible_takes_the_likelier_way_though_both_can_win() -> None:
    """The pass wins four times in five, the mine once; a few playouts can be wrong, but not often."""
    story = told(FORK)
    taken = [chosen(story, reached(story), seed=seed) for seed in range(60)]
    assert taken.count(Choose("pass")) > 45


def test_sensible_gives_a_booster_to_whoever_is_best_at_it() -> None:
    story = told(CREW)
    state = reached(story)
    assert state.phase is Phase.TAKE and {chosen(story, state, seed=seed) for seed in range(8)} == {
        GiveItem("belt", "bo")
    }


def test_sensible_sends_whoever_is_likeliest_to_win() -> None:
    """Bo with the belt needs 3; Bo 4; Ada 6. The belt breaks once in six, which costs less than it brings."""
    story = told(CREW)
    state = reached(story, ("give belt to bo", ""))
    assert state.phase is Phase.PERFORM and chosen(story, state) == Perform("bo", "belt")


def test_sensible_leaves_a_roll_that_wins_and_mends_one_that_loses() -> None:
    story = told(CREW)
    before = reached(story, ("give belt to bo", ""))
    lost, won = (step(story, before, Perform("bo", ""), f"die {face}") for face in (3, 5))
    assert lost.phase is won.phase is Phase.ROLLED
    assert {chosen(story, lost, seed=seed) for seed in range(8)} == {UseItem("glue")}
    assert {chosen(story, won, seed=seed) for seed in range(8)} == {Accept()}


@pytest.mark.parametrize("policy", POLICIES)
def test_a_policy_takes_only_legal_actions_and_the_same_ones_again(policy: str) -> None:
    story = told(CREW)
    state = reached(story)
    taken = [chosen(story, state, policy, seed=3) for _ in range(3)]
    assert len(set(taken)) == 1 and taken[0] in legal_actions(story, state)


def test_the_figures_of_sensible_do_not_depend_on_the_number_of_processes() -> None:
    shared, alone = (simulate(_crew, policy="sensible", runs=60, jobs=jobs) for jobs in (2, 1))
    assert shared == alone and 0 < shared.endings["out"] < 60


def _crew() -> Story:
    return told(CREW)


def test_a_playout_counts_won_lost_and_open_plays() -> None:
    """A won play is worth 1, a lost one as much as it had got done, an open one what room and way are left."""
    story = told(RACE)
    playouts, rng = Playouts(story), random.Random(0)
    near = reached(story, *[("choose walk", "")] * 5)
    assert playouts.worth(near, Choose("walk"), rng) == 1.0
    late = reached(story, ("choose walk", ""), *[("choose chat", "")] * 2)
    assert playouts.worth(late, Choose("chat"), rng) == pytest.approx(LOST / 6)


def test_an_open_playout_counts_less_than_a_win_and_nothing_where_no_win_is_left() -> None:
    """At the start half of what an open play can count: as much room is left as way. In the bog there is no way."""
    story = told(
        """
story: bog
title: The Bog
start: edge
trackers: {wet: {start: 0, min: 0, max: 9, at_max: drowned}}
cards:
  edge:
    text: The edge.
    choices:
      - {id: wait, text: Wait., goto: wait}
      - {id: bog, text: In., goto: bog}
      - {id: over, text: Over., goto: won}
  wait: {text: You wait., choices: [{id: more, text: More., stay: true}, {id: back, text: Back., goto: edge}]}
  bog: {text: The bog., choices: [{id: wade, text: Wade., stay: true}]}
  won: {text: Over., ending: won}
  drowned: {text: Under., ending: lost}
"""
    )
    playouts = Playouts(story)
    assert playouts.worth(reached(story), Choose("bog"), random.Random(0)) == 0.0
    waited = {round(playouts.worth(reached(story), Choose("wait"), random.Random(seed)), 6) for seed in range(40)}
    assert waited <= {0.0, 1.0, *(round(open_worth(steps), 6) for steps in (1, 2))} and 1.0 in waited
    assert HORIZON > 2


def open_worth(steps: int) -> float:
    """What an open play counts that stands so many jumps from the end, two being the most, and has all its room."""
    return OPEN / (1.0 + steps / 2)


def test_playouts_need_something_to_want() -> None:
    with pytest.raises(ValueError, match="needs an ending of kind `won`"):
        Playouts(told(FORK.replace("ending: won", "ending: lost")))
