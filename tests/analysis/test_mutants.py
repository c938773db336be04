"""Faults planted in small stories: each that changes what is true is seen, and where it changes it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from storyengine.analysis.targets import Target
from storyengine.analysis.verdicts import Reachable, Undecided, Unreachable, verdicts
from tests.analysis.truth import SCANT, Truth, truth_of
from tests.conftest import Amount
from tests.runtime.walks import ROOT
from tests.small_stories import files_of, load_files, small_story
from tools.mutate import FAULTS, Mutant, mutants
from tools.yaml_text import as_yaml, read_files

SEEDS = (7, 30, 64, 126, 214, 1_015)
"""Stories that can be seen whole and of which much can be reached."""


@cache
def named_truth(seed: int) -> frozenset[str]:
    truth = truth_of(small_story(seed))
    assert truth.complete
    return names(truth.reached)


def names(targets: set[Target]) -> frozenset[str]:
    return frozenset(map(str, targets))


def some(count: int) -> Iterator[tuple[int, Mutant]]:
    """Yield (seed, mutant) of as many mutants as asked, or of all of them."""
    every = [(seed, mutant) for seed in SEEDS for mutant in mutants(files_of(seed))]
    yield from random.Random("mutants").sample(every, min(count, len(every)))


def is_refused_there(mutant: Mutant) -> bool | None:
    """Whether the loader refuses a mutant and says so at the card it was planted in; nothing when it accepts it."""
    loaded = load_files(mutant.files)
    if loaded.story is not None:
        return None
    for finding in loaded.diagnostics:
        if mutant.where in finding.message or f"`{mutant.where.rpartition('/')[2]}`" in finding.message:
            return True
        lines = loaded.sources[finding.span.path]
        if planted_at(mutant, finding.span.path, lines, finding.span.line):
            return True
    return False


def planted_at(mutant: Mutant, path: str, lines: tuple[str, ...], line: int) -> bool:
    """Whether a line of a file is inside the card, or the table, that a mutant was planted in."""
    deck, _, name = mutant.where.rpartition("/")
    heading = next(
        (number for number in range(line, 0, -1) if is_heading(lines[number - 1], name, deep=bool(deck))), 0
    )
    return bool(heading) and (not deck or path.endswith(f"{deck}.yaml"))


def is_heading(text: str, name: str, *, deep: bool) -> bool:
    margin = len(text) - len(text.lstrip())
    return margin <= 2 and text.strip().strip('"').startswith(f"{name}") and (":" in text)


@pytest.mark.slow
def test_every_fault_that_changes_the_truth_is_seen(amount: Amount) -> None:
    counts: Counter[str] = Counter()
    for seed, mutant in some(amount(60, 5_000)):
        refused = is_refused_there(mutant)
        if refused is not None:
            assert refused, f"seed {seed}, {mutant}: refused, but not where the fault is"
            counts["refused"] += 1
            continue
        story = load_files(mutant.files).story
        assert story is not None
        truth: Truth = truth_of(story)
        if not truth.complete:
            counts["too large"] += 1
            continue
        changed = names(truth.reached) ^ named_truth(seed)
        counts["harmful" if changed else "harmless"] += 1
        found = verdicts(story, net_only=True, budget=SCANT)
        for target, verdict in found.of.items():
            known = f"seed {seed}, {mutant}: {target}"
            assert not isinstance(verdict, Reachable) or target in truth.reached, known
            assert not isinstance(verdict, Unreachable) or target not in truth.reached, known
            # What the fault changed is seen where it is changed; elsewhere it may stay undecided, seldom.
            if str(target) in changed and isinstance(verdict, Undecided):
                counts["unseen"] += 1
                counts[known] += 1
            counts["undecided"] += isinstance(verdict, Undecided)
            counts["targets"] += 1
    assert counts["harmful"] >= counts.total() // 100, counts
    assert not counts["unseen"], [known for known in counts if known.startswith("seed")]
    assert counts["undecided"] * 100 <= counts["targets"], counts


def test_every_kind_of_fault_is_planted() -> None:
    every = [mutant for seed in SEEDS for mutant in mutants(files_of(seed))]
    assert len(every) >= 200
    assert {mutant.fault for mutant in every} == set(FAULTS)


def test_a_mutant_differs_in_one_place() -> None:
    files = files_of(SEEDS[0])
    before = "".join(map(as_yaml, files.values()))
    texts = ["".join(map(as_yaml, mutant.files.values())) for mutant in mutants(files)]
    assert before not in texts
    assert before == "".join(map(as_yaml, files.values())), "the story itself is left alone"


@pytest.mark.parametrize("name", ["tavern", "evil-power-master"])
def test_a_bundled_story_read_and_written_again_means_the_same(name: str) -> None:
    """What mutants are made of is the story as it stands."""
    from storyengine.loader import load

    again = load_files(read_files(ROOT / "stories" / name)).story
    assert again is not None
    assert again.mechanics_hash == load(ROOT / "stories" / name).mechanics_hash
