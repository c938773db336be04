"""Plays the ladder with storyengine: `python -m tools.bench.peers.with_storyengine STORY SECONDS SEED`."""

from __future__ import annotations

import sys

import storyengine
from storyengine.runtime.actions import Choose
from storyengine.runtime.events import Event, Told
from storyengine.runtime.explore import Walker
from tools.bench.peers.measure import Pick, measure


def main(path: str, seconds: str, seed: str) -> None:
    """Load once, then play as `storyengine odds` does, with the texts told."""
    story = storyengine.load(path)

    def play(pick: Pick) -> tuple[int, str]:
        walker, made, text = Walker(story, storyengine.initial(story), no_chance), 0, ""
        events: list[Event] = []
        walker.run.events = events
        while actions := walker.actions():
            action = actions[0] if len(actions) == 1 else actions[pick(len(actions))]
            made += isinstance(action, Choose)
            walker.take(action)
        text = next((event.text for event in reversed(events) if isinstance(event, Told)), text)
        return made, text

    measure(play, storyengine.__version__, float(seconds), int(seed))


def no_chance(kind: str, place: str, options: object) -> int:
    """Nothing in the ladder is left to chance."""
    raise AssertionError(f"the ladder asks for chance: {kind} {place}")


if __name__ == "__main__":
    main(*sys.argv[1:])
