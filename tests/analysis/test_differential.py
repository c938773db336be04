"""On stories small enough to see whole, every other way of finding a verdict is held against the truth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from storyengine.analysis.findings import Reachable, Undecided, Unreachable
from storyengine.analysis.verdicts import verdicts
from storyengine.model.story import Story
from tests.analysis.truth import SCANT, Truth, reaches, truth_of
from tests.conftest import Amount
from tests.small_stories import small_story


def small_ones(count: int, first: int = 0) -> Iterator[tuple[int, Story, Truth]]:
    """Yield (seed, story, truth) of as many stories as asked that can be seen whole."""
    seed = first
    while count:
        story = small_story(seed)
        truth = truth_of(story)
        if truth.complete:
            yield seed, story, truth
            count -= 1
        seed += 1


@pytest.mark.slow
def test_what_the_net_and_plays_decide_is_true(amount: Amount) -> None:
    """No verdict is wrong, every witness is a play that ends there, and hardly anything stays undecided."""
    counts: Counter[str] = Counter()
    for seed, story, truth in small_ones(amount(200, 2_000)):
        for target, verdict in verdicts(story, net_only=True, budget=SCANT).of.items():
            counts["all"] += 1
            match verdict:
                case Reachable(witness):
                    assert reaches(story, witness, target), f"seed {seed}: the witness of {target} does not reach it"
                    counts["reachable"] += 1
                case Unreachable(proof):
                    assert target not in truth.reached, f"seed {seed}: {target} is reachable, against a {proof} proof"
                    counts[proof] += 1
                case Undecided():
                    counts["undecided"] += 1
    assert counts["undecided"] * 100 <= counts["all"], counts
    # The stories are such that every way of deciding has something to do.
    assert counts["reachable"] * 5 >= counts["all"], counts
    assert all(counts[proof] for proof in ("sweep", "tracked", "exhaustive")), counts


def test_what_an_exhaustive_search_decides_is_true(amount: Amount) -> None:
    for seed, story, truth in small_ones(amount(20, 200), first=50_000):
        found = verdicts(story, budget=SCANT)
        assert found.complete
        said = {target for target, verdict in found.of.items() if isinstance(verdict, Reachable)}
        assert said == truth.reached, f"seed {seed}"
        assert not any(isinstance(verdict, Undecided) for verdict in found.of.values())


def test_verdicts_are_the_same_every_time() -> None:
    for _, story, _ in small_ones(3, first=60_000):
        first, second = (verdicts(story, net_only=True, budget=SCANT).of for _ in range(2))
        assert first == second
