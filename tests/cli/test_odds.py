"""`storyengine odds`: the same figures on every machine, and honest about what it did not see."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest


def odds(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "storyengine", "odds", *arguments], capture_output=True, text=True, check=False
    )


def test_every_ending_has_a_share_and_an_interval() -> None:
    done = odds("tavern", "--runs", "200")
    assert done.returncode == 0 and not done.stderr
    lines = [line.split() for line in done.stdout.splitlines() if line.startswith("  inside") or "  road" in line]
    assert {line[0] for line in lines} == {"inside", "road"}
    assert sum(float(line[1].rstrip("%")) for line in lines) == pytest.approx(100)


def test_json_has_the_same_figures_with_any_number_of_processes() -> None:
    alone = odds("evil-power-master", "--runs", "60", "--format", "json")
    shared = odds("evil-power-master", "--runs", "60", "--format", "json", "--jobs", "2")
    assert alone.returncode == shared.returncode == 0
    assert alone.stdout == shared.stdout
    figures = json.loads(alone.stdout)
    assert sum(ending["count"] for ending in figures["endings"].values()) == figures["plays"] == 60
    assert all(ending["low"] <= ending["share"] <= ending["high"] for ending in figures["endings"].values())


def test_another_seed_makes_other_plays() -> None:
    one, other = (odds("evil-power-master", "--runs", "60", "--format", "json", "--seed", seed) for seed in "12")
    assert json.loads(one.stdout)["cards"] != json.loads(other.stdout)["cards"]


def test_an_ending_that_was_not_seen_is_not_called_impossible() -> None:
    done = odds("evil-power-master", "--runs", "5")
    assert "not seen, which does not mean that it cannot be" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["no-such-story"], "there is no story `no-such-story`"),
        (["tavern", "--runs", "0"], "a whole number from 1 to"),
        (["tavern", "--jobs", "many"], "a whole number from 1 to"),
        (["tavern", "--policy", "wise"], "invalid choice"),
    ],
)
def test_what_cannot_be_done_is_said_with_2(arguments: list[str], why: str) -> None:
    done = odds(*arguments)
    assert done.returncode == 2 and why in done.stderr and "Traceback" not in done.stderr
