"""Verdicts: each of the three answers for its own reason, and the same whatever the budget, but for the undecided."""

from __future__ import annotations

import dataclasses

import pytest

from storyengine.analysis.findings import Budget, Reachable, Undecided, Unreachable, Verdicts
from storyengine.analysis.targets import TargetKind, targets
from storyengine.analysis.verdicts import verdicts
from storyengine.model.story import Story
from storyengine.runtime import format_action
from storyengine.runtime.program import program_of
from tests.analysis.truth import reaches
from tests.runtime.tables import plain
from tests.runtime.walks import story_called

SCORES = "variables: {score: {start: 0, min: 0, max: 40}, lit: false}"


def ladder(rungs: int) -> Story:
    """A chain of choices, each worth 1 or 2; the first ending needs all of them right, the second one more than all."""
    lines = []
    for rung in range(rungs):
        choices = [f"{{id: {how}, text: By {how}., do: score += {worth}, goto: r{rung + 1}}}"
                   for how, worth in (("one", 1), ("two", 2))]  # fmt: skip
        lines.append(f"r{rung}: {{text: Up., choices: [{', '.join(choices)}]}}")
    arms = [
        f"{{when: score == {2 * rungs}, ending: {{id: top, kind: won}}}}",
        f"{{when: score > {2 * rungs}, ending: {{id: beyond, kind: won}}}}",
        "{ending: {id: below, kind: lost}}",
    ]
    lines.append(f"r{rungs}: {{text: There., branch: [{', '.join(arms)}]}}")
    return plain("\n".join(lines), head=SCORES)


def names(found: Verdicts, kind: type) -> list[str]:
    return [str(target) for target, verdict in found.of.items() if isinstance(verdict, kind)]


def test_one_way_in_a_million_is_found_and_one_step_more_is_ruled_out() -> None:
    """2 ** 20 ways lead up; random plays would need a million, and a search of all states is not even tried."""
    story = ladder(20)
    found = verdicts(story, net_only=True, budget=Budget(survey=1, plays=2))
    top, beyond = found["ending:top"], found["ending:beyond"]
    assert isinstance(top, Reachable) and len(top.witness) >= 20
    assert all(format_action(action) == "choose two" for action, _ in top.witness[-20:])
    assert isinstance(beyond, Unreachable) and beyond.proof == "sweep"


def test_a_story_seen_whole_has_shortest_plays() -> None:
    found = verdicts(ladder(4))
    assert found.complete
    below = found["ending:below"]
    assert isinstance(below, Reachable) and len(below.witness) == 5  # to begin, and four rungs


def test_without_a_budget_what_is_not_seen_at_once_stays_undecided() -> None:
    """Never is a lack of budget taken for a proof."""
    nothing = Budget(states=1, survey=1, plays=0, keys=1, expansions=0, pursuits=0, rounds=1)
    found = verdicts(ladder(20), budget=nothing)
    assert isinstance(found["ending:top"], Undecided)
    assert isinstance(found["ending:beyond"], Unreachable), "what the sweep proves takes no budget"


@pytest.mark.parametrize("name", ["round about", "a game played elsewhere", "campaign"])
def test_witnesses_reach_what_they_are_for(name: str) -> None:
    story = story_called(name)
    found = verdicts(story, net_only=True, budget=Budget(plays=20, expansions=50, pursuits=5, rounds=4))
    for target, verdict in found.of.items():
        if isinstance(verdict, Reachable):
            assert reaches(story, verdict.witness, target), str(target)


def test_known_plays_are_believed_first() -> None:
    story = ladder(20)
    top = verdicts(story, net_only=True)["ending:top"]
    assert isinstance(top, Reachable)
    nothing = Budget(states=1, survey=1, plays=0, keys=1, expansions=0, pursuits=0, rounds=1)
    again = verdicts(story, budget=nothing, known=[top.witness])["ending:top"]
    assert again == top


def test_only_what_is_asked_for_is_decided() -> None:
    found = verdicts(ladder(3), only=lambda target: target.kind is TargetKind.ENDING)
    assert [str(target) for target in found.of] == ["ending:top", "ending:beyond", "ending:below"]


def test_what_was_decided_before_an_interruption_is_kept() -> None:
    def interrupt(doing: str, done: int, of: int) -> None:
        if doing.startswith("looking"):
            raise KeyboardInterrupt

    found = verdicts(ladder(20), net_only=True, budget=Budget(survey=1, plays=1), progress=interrupt)
    assert isinstance(found["ending:beyond"], Unreachable)
    assert isinstance(found["ending:top"], Undecided)
    assert set(found.of) == set(targets(found.story, program_of(found.story)))


def test_ranges_tell_apart_what_is_attained_and_what_is_proved() -> None:
    known = verdicts(ladder(20), net_only=True).ranges["score"]
    assert (known.seen_low, known.seen_high) == (0, 40)
    assert (known.proved_low, known.proved_high) == (0, 40)
    seldom = verdicts(ladder(20), net_only=True, budget=Budget(survey=1, plays=0, pursuits=0, expansions=0)).ranges[
        "score"
    ]
    assert seldom.seen_high < 40 and seldom.proved_high == 40


def test_what_lies_behind_a_proof_falls_with_it() -> None:
    """The vault needs two flags that exclude each other; what is in it needs no proof of its own."""
    cards = """
        hall:
          text: One vow.
          choices:
            - {id: light, text: Of light., do: light = true, goto: gate}
            - {id: dark, text: Of dark., do: dark = true, goto: gate}
        gate: {text: The gate., branch: [{when: light and dark, goto: vault}, {goto: out}]}
        vault: {text: Gold., choices: [{id: take, text: Take it., goto: rich}, {id: leave, text: Leave it., goto: out}]}
        rich: {text: Rich., ending: won}
        out: {text: Out., ending: lost}
        """
    found = verdicts(plain(cards, head="variables: {light: false, dark: false}"), net_only=True)
    assert sorted(names(found, Unreachable)) == [
        "card:rich", "card:vault", "choice:vault.leave", "choice:vault.take", "ending:rich",
    ]  # fmt: skip
    assert not names(found, Undecided)


def test_a_larger_budget_is_larger_in_everything() -> None:
    base, more = Budget(), Budget().times(10)
    assert all(getattr(more, each.name) > getattr(base, each.name) for each in dataclasses.fields(Budget))
    assert all(number >= 1 for number in dataclasses.astuple(base.times(0.000_001))[:-1])


def test_a_story_that_is_stuck_somewhere_says_where() -> None:
    cards = """
        hall: {text: Hall., choices: [{id: on, text: On., goto: shaft}, {id: out, text: Out., goto: out}]}
        shaft: {text: Deep., choices: [{id: up, text: Up., when: lit, goto: out}]}
        out: {text: Out., ending: won}
        """
    for net_only in (True, False):
        found = verdicts(plain(cards, head=SCORES), net_only=net_only)
        assert list(found.stuck) == ["shaft"]
        assert [format_action(action) for action, _ in found.stuck["shaft"]][-1:] == ['choose "on"']


def test_a_long_plain_story_is_looked_round_in() -> None:
    """Two thousand cards in a row, each with a side door to an ending of its own: luck would not come to the last."""
    cards = 2_000
    lines = [
        f"c{n}: {{text: On., choices: [{{id: in, text: In., goto: c{n + 1}}}, {{id: out, text: Out., goto: o{n}}}]}}\n"
        f"o{n}: {{text: Out., ending: lost}}"
        for n in range(cards)
    ]
    story = plain("\n".join([*lines, f"c{cards}: {{text: There., ending: won}}"]))
    found = verdicts(story, net_only=True, budget=Budget(plays=0, pursuits=0, expansions=0))
    assert not names(found, Undecided) and not names(found, Unreachable)
    last = found[f"ending:c{cards}"]
    assert isinstance(last, Reachable) and reaches(
        story, last.witness, next(t for t in found.of if t.id == f"c{cards}")
    )
