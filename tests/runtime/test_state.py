"""States are values: equal when nothing differs, and digested alike everywhere."""

from __future__ import annotations

import os
import subprocess
import sys

from storyengine.runtime import Phase, digest, initial, parse_action, step
from storyengine.runtime.state import Disc, Frame
from tests.runtime.tables import ENDS, Table, campaign, plain
from tests.runtime.walks import ROOT


def test_different_ways_to_the_same_place_are_one_state() -> None:
    story = plain(
        "a: {text: A., choices: [{id: left, text: L., goto: b}, {id: right, text: R., goto: c}]}\n"
        "b: {text: B., goto: d}\nc: {text: C., goto: d}\nd: {text: D., choices: [{text: X., stay: true}]}"
    )
    one, other = Table(story).do("choose left").state, Table(story).do("choose right").state
    assert one == other and hash(one) == hash(other) and digest(one) == digest(other)


def test_what_nothing_depends_on_is_not_remembered() -> None:
    story = plain(
        "a: {text: A., choices: [{id: b, text: B., goto: b}]}\nb: {text: B., choices: [{id: a, text: A., goto: a}]}"
    )
    first = Table(story)
    assert first.state == Table(story).do("choose b", "choose a").state
    assert first.state.visited == frozenset()


def test_every_part_of_a_state_shows_in_its_digest() -> None:
    state = initial(campaign())
    changed = [
        state._replace(phase=Phase.TRAVEL),
        state._replace(detail=("x",)),
        state._replace(frames=(Frame(1, 0),)),
        state._replace(values=(1, *state.values[1:])),
        state._replace(holders=("maru", *state.holders[1:])),
        state._replace(active=(False, *state.active[1:])),
        state._replace(place="follop"),
        state._replace(discs=(Disc("blue", 4), *state.discs[1:])),
        state._replace(numbers=((4,), *state.numbers[1:])),
        state._replace(visited=frozenset({"a"})),
        state._replace(used=frozenset({"a"})),
        state._replace(in_force=("tea",)),
    ]
    assert len(changed) == len(state._fields)
    assert len({digest(each) for each in (state, *changed)}) == len(changed) + 1


def test_a_flag_and_a_number_are_digested_apart() -> None:
    state = initial(campaign())
    assert digest(state._replace(values=(True,))) != digest(state._replace(values=(1,)))


def test_a_step_leaves_the_state_it_came_from_as_it_was() -> None:
    story = campaign(
        {"congress/1": "{text: a, choices: [{id: x, text: X., do: gold += 1; gain tea, goto: 8}]}", **ENDS}
    )
    state = Table(story).state
    before = digest(state)
    step(story, state, parse_action("choose x"))
    assert digest(state) == before


def test_no_hash_seed_changes_a_play_or_its_digest() -> None:
    program = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from storyengine.loader import load
from storyengine.runtime import Play, digest, legal_actions
from storyengine.runtime.actions import GiveItem
from storyengine import dice
play = Play(load({str(ROOT / "stories" / "evil-power-master")!r}), seed=11)
for number in range(60):
    some = [a for a in legal_actions(play.story, play.state) if not isinstance(a, GiveItem)]
    if not some:
        break
    play.take(some[dice.draw(3, number, below=len(some))])
    print(digest(play.state), sorted(play.state.visited), play.past[-1].taken.events)
print(play.record().to_json())
"""
    printed = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in ("0", "1", "77")
    }
    assert len(printed) == 1 and len(printed.pop().splitlines()) > 30
