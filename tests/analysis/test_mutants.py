"""Faults planted in small stories: each that changes what is true is seen, and where it changes it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from storyengine.analysis.findings import Reachable, Undecided, Unreachable
from storyengine.analysis.targets import Target
from storyengine.analysis.verdicts import verdicts
from storyengine.loader import load
from tests.analysis.truth import SCANT, truth_of
from tests.conftest import Amount
from tests.runtime.walks import ROOT
from tests.small_stories import files_of, load_files, small_story
from tools.mutate import FAULTS, Mutant, mutants
from tools.yaml_text import as_yaml, read_files

SEEDS = (11, 23, 46, 115, 126, 130)
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
    before = list(reversed(lines[:line]))
    table = next((text for text in before if text[:1].strip()), "")
    entry = next((text for text in before if text[:2] == "  " and text[2:3].strip()), "")
    if table.startswith("cards:"):
        return heading(entry) == name and (not deck or path.endswith(f"/{deck}.yaml"))
    return heading(table) == name


def heading(line: str) -> str:
    return line.partition(":")[0].strip().strip('"')


@pytest.mark.slow
def test_every_fault_that_changes_the_truth_is_seen(amount: Amount) -> None:
    """No verdict on a mutant is wrong, and none of those that the fault changed is left undecided."""
    counts: Counter[str] = Counter()
    decided = undecided = 0
    for seed, mutant in some(amount(60, 5_000)):
        refused = is_refused_there(mutant)
        if refused is not None:
            assert refused, f"seed {seed}, {mutant}: refused, but not where the fault is"
            counts["refused"] += 1
            continue
        story = load_files(mutant.files).story
        assert story is not None
        truth = truth_of(story)
        if not truth.complete:
            counts["too large"] += 1
            continue
        changed = names(truth.reached) ^ named_truth(seed)
        counts["harmful" if changed else "harmless"] += 1
        for target, verdict in verdicts(story, net_only=True, budget=SCANT).of.items():
            known = f"seed {seed}, {mutant}: {target}"
            match verdict:
                case Reachable():
                    assert target in truth.reached, known
                case Unreachable():
                    assert target not in truth.reached, known
                case Undecided():
                    # With little to spend, a proof may be out of reach; with what is usual it must not be.
                    if str(target) in changed:
                        assert not isinstance(verdicts(story, net_only=True)[str(target)], Undecided), known
                    undecided += 1
            decided += 1
    assert counts["harmful"] + counts["refused"] >= counts.total() // 4, counts
    assert counts["too large"] <= counts.total() // 10, counts
    assert undecided * 100 <= decided, counts


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
    again = load_files(read_files(ROOT / "stories" / name)).story
    assert again is not None
    assert again.mechanics_hash == load(ROOT / "stories" / name).mechanics_hash
