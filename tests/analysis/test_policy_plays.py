"""Whole plays of the flagship by three policies, which were read by a person, and are kept as they were read.

    .venv/bin/python -m tests.analysis.test_policy_plays

lets the policies play again, and writes down what comes of it, for somebody to read.
"""

from __future__ import annotations

import random
from io import StringIO
from pathlib import Path

import pytest

from storyengine import dice
from storyengine.analysis.policies import POLICIES
from storyengine.games.chance import Stream
from storyengine.games.session import Session
from storyengine.games.story_adapter import story_games
from storyengine.loader import load
from storyengine.model.story import Story
from storyengine.repl.plain import say_plain
from storyengine.repl.replaying import replay_blocks
from storyengine.runtime import Phase, Play, Record, introduce, legal_actions, replay
from storyengine.runtime.actions import Action, Move
from storyengine.runtime.explore import Walker

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "stories" / "evil-power-master"
KEPT = ROOT / "tests" / "playthroughs" / "evil-power-master" / "policies"
SEEDS = {"random": 4, "first": 7, "sensible": 3}
"""Seed of each policy's play."""
WIDTH = 100


def flagship() -> Story:
    story = load(FOLDER)
    introduce(story, story_games())
    return story


def played(story: Story, policy: str, seed: int) -> Record:
    """Let a policy play; where a card game is on, whoever knows it advises."""
    chooser = POLICIES[policy](story)
    chooser.begin()
    play, rng = Play(story, seed=seed), random.Random(dice.draw(seed, "policy", below=1 << 64))
    while not play.state.over:
        play.take(decided(story, play, chooser, rng))
    return play.record()


def decided(story: Story, play: Play, chooser: object, rng: random.Random) -> Action:
    state = play.state
    if state.phase is Phase.GAME and state.detail[0]:
        session = Session.from_snapshot(state.detail[0])
        view, legal = session.state.view(session.actor), session.state.legal()
        return Move(session.match.token(session.match.advise(view, legal, Stream("kept", session.seed, session.moves))))
    if state.phase is Phase.GAME:
        return legal_actions(story, state)[0]
    walker = Walker(story, state, lambda kind, place, options: 0)
    actions = walker.actions()
    assert callable(chooser), "a policy is called"
    return actions[0] if len(actions) == 1 else chooser(lambda: walker, actions, rng)


def as_read(story: Story, record: Record) -> str:
    out = StringIO()
    say_plain(replay_blocks(story, record, replay(story, record)), out, width=WIDTH)
    return out.getvalue()


@pytest.mark.parametrize("policy", SEEDS)
def test_a_kept_play_reads_as_it_was_read(policy: str) -> None:
    story = flagship()
    record = Record.from_json((KEPT / f"{policy}.json").read_text(encoding="utf-8"))
    replayed = replay(story, record)
    assert not replayed.diverged and replayed.state.ending
    assert as_read(story, record) == (KEPT / f"{policy}.txt").read_text(encoding="utf-8")


def test_the_three_plays_are_of_one_story_and_end_differently() -> None:
    records = [Record.from_json((KEPT / f"{policy}.json").read_text(encoding="utf-8")) for policy in SEEDS]
    story = flagship()
    assert set(SEEDS) == set(POLICIES) and {record.mechanics for record in records} == {story.mechanics_hash}
    assert len({replay(story, record).state.ending for record in records}) == 3


def main() -> None:
    """Play and write all three anew."""
    KEPT.mkdir(parents=True, exist_ok=True)
    story = flagship()
    for policy, seed in SEEDS.items():
        record = played(story, policy, seed)
        (KEPT / f"{policy}.json").write_text(record.to_json(), encoding="utf-8")
        (KEPT / f"{policy}.txt").write_text(as_read(story, record), encoding="utf-8")


if __name__ == "__main__":
    main()
