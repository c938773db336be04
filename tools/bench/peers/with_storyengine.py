"""Plays the ladder with storyengine: `python -m tools.bench.peers.with_storyengine STORY SECONDS SEED`."""

from __future__ import annotations

import sys

import storyengine
from storyengine.runtime import Phase, forced, take
from storyengine.runtime.events import Told
from tools.bench.peers.measure import Pick, measure


def main(path: str, seconds: str, seed: str) -> None:
    """Load once, then play through the same calls as every other caller, with the texts told."""
    story = storyengine.load(path)

    def play(pick: Pick) -> tuple[int, str]:
        state, made, text = storyengine.initial(story), 0, ""
        while state.phase not in (Phase.ENDED, Phase.STUCK):
            action = forced(story, state)
            if action is None:
                actions = storyengine.legal_actions(story, state)
                action = actions[pick(len(actions))]
                made += 1
            taken = take(story, state, action, no_chance)
            state = taken.state
            text = next((event.text for event in reversed(taken.events) if isinstance(event, Told)), text)
        return made, text

    measure(play, storyengine.__version__, float(seconds), int(seed))


def no_chance(kind: str, place: str, options: object) -> int:
    """Nothing in the ladder is left to chance."""
    raise AssertionError(f"the ladder asks for chance: {kind} {place}")


if __name__ == "__main__":
    main(*sys.argv[1:])
