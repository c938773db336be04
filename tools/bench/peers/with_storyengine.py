"""Plays the ladder with storyengine: `python -m tools.bench.peers.with_storyengine [--anew] STORY SECONDS SEED`.

It plays as `storyengine odds` does, which looks steps up that an earlier play has made; with `--anew`, every step is
worked out.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence

import storyengine
from storyengine.analysis.fast_plays import MOST_STATES, FastPlay, TransitionTable
from storyengine.runtime import Action
from storyengine.runtime.actions import Choose
from storyengine.runtime.events import Event, Told
from tools.bench.peers.measure import Pick, measure


def main(path: str, seconds: str, seed: str, *, anew: bool) -> None:
    """Load once, then play, with the texts told."""
    story = storyengine.load(path)

    def told(action: Action, events: Sequence[Event], entered: Sequence[int]) -> tuple[bool, list[str]]:
        return isinstance(action, Choose), [event.text for event in events if isinstance(event, Told)]

    table = TransitionTable(story, told, most=1 if anew else MOST_STATES)
    chance = random.Random(int(seed))

    def play(pick: Pick) -> tuple[int, str]:
        running, made, last = FastPlay(table, chance), 0, [""]
        while actions := running.actions:
            action = actions[0] if len(actions) == 1 else actions[pick(len(actions))]
            chosen, texts = running.take(action)
            made += chosen
            last = texts or last
        return made, last[-1]

    measure(play, storyengine.__version__, float(seconds), int(seed))


if __name__ == "__main__":
    main(*sys.argv[-3:], anew="--anew" in sys.argv)
