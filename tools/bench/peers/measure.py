"""The measured loop, the same for every engine that Python drives; `with_inkjs.js` has its twin."""

from __future__ import annotations

import json
import platform
import random
import time
from collections.abc import Callable

WARM_UP = 0.5
"""Seconds played before the clock starts: caches fill, and in JavaScript the compiler has seen the code."""

Pick = Callable[[int], int]
"""From the number of choices, the place of one."""
Play = Callable[[Pick], tuple[int, str]]
"""One play from the start to an ending: how many choices were made, and the last text told."""


def measure(play: Play, version: str, seconds: float, seed: int) -> None:
    """Play at random for a while and print the figures as one line of JSON.

    The two plays that always pick the same place are printed too: by them the caller sees that all engines play one
    story.
    """
    same = [play(lambda choices: 0), play(lambda choices: choices - 1)]
    chance = random.Random(seed)
    rate = 0.0
    for span in (WARM_UP, seconds):
        plays, start = 0, time.perf_counter()
        while (took := time.perf_counter() - start) < span:
            play(lambda choices: int(chance.random() * choices))
            plays += 1
        rate = plays / took
    print(
        json.dumps(
            {
                "version": version,
                "runs_on": f"{platform.python_implementation()} {platform.python_version()}",
                "same": same,
                "rate": rate,
            }
        )
    )
