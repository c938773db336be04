"""Whatever is said in whatever order, a session answers, keeps what happened, and can be gone on with."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from storyengine.model.story import Story
from storyengine.repl.commands import COMMANDS
from storyengine.repl.layout import text_width
from storyengine.repl.save_files import read_record
from storyengine.runtime import replay, resume
from tests.repl.talk import BEACON, LANTERN, Talk, read_story

STORIES = [read_story(BEACON), read_story(LANTERN)]

NUMBERS = st.integers(0, 7).map(str)
WORDS = st.sampled_from(
    [
        "use lamp",
        "use coin",
        "give lamp to tam",
        "give",
        "x rope",
        "save a",
        "load a",
        "yes",
        "no",
        "back",
        "choose quit",
    ]
)
COMMAND_WORDS = st.sampled_from([command.name for command in COMMANDS if command.name != "quit"])
LINES = st.lists(st.one_of(NUMBERS, NUMBERS, NUMBERS, WORDS, COMMAND_WORDS, st.text(max_size=12)), max_size=40)


@given(st.sampled_from(STORIES), LINES, st.integers(0, 99))
def test_any_conversation_can_be_had(story: Story, lines: list[str], seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        talk = Talk(story, seed=seed, saves=Path(folder))
        for line in lines:
            said = talk.say(line)
            assert all(text_width(each) <= 80 for each in said.splitlines())
            assert "\x1b" not in said
        record = talk.play.record()
        followed = replay(talk.story, record)
        assert (followed.state, followed.diverged) == (talk.play.state, "")
        again = resume(talk.story, record)
        assert (again.play.state, again.notes) == (talk.play.state, ())
        autosave = Path(folder) / talk.story.id / "autosave.json"
        if autosave.exists() and not talk.session.finished and talk.play.past[-1:]:
            assert read_record(autosave).story == talk.story.id
        talk.leave()


@settings(max_examples=20)
@given(LINES)
def test_two_players_with_the_same_lines_have_the_same_play(lines: list[str]) -> None:
    assert Talk(STORIES[0], *lines).play.state == Talk(STORIES[0], *lines).play.state
