"""A card game inside a story, at the prompt: asked, played, undone as a whole, saved in the middle."""

from __future__ import annotations

import re

import pytest

from storyengine.games.story_adapter import story_games
from storyengine.loader import load_text
from storyengine.model.story import Story
from storyengine.repl.at_table import is_at_table
from storyengine.repl.layout import plain_text
from storyengine.repl.session import Session
from storyengine.runtime import Phase, Play, Record, introduce, replay, resume

CANTINA = """
story: cantina
title: Cantina
start: door
cards:
  door:
    text: A cantina.
    choices:
      - {id: sit, text: Sit down and play., goto: table}
      - {id: leave, text: Leave., goto: street}
  table:
    text: Somebody deals.
    minigame:
      game: creatures_and_outcasts
      players: 3
      bots: [greedy, random]
      rounds: 1
      results: {won: rich, tied: street, lost: poor}
  rich: {text: You win the pot., ending: won}
  poor: {text: You owe the house., ending: lost}
  street: {text: Out., ending: left}
"""


@pytest.fixture
def story() -> Story:
    loaded = load_text(CANTINA, games=story_games())
    assert loaded.story is not None, loaded.diagnostics
    introduce(loaded.story, story_games())
    return loaded.story


def seated(story: Story, seed: int = 4) -> Session:
    session = Session(lambda: Play(story, seed=seed))
    session.begin()
    say(session, "sit")
    assert session.play.state.phase is Phase.GAME
    return session


def say(session: Session, line: str) -> str:
    return plain_text(session.answer(line))


def first_move(shown: str) -> str:
    found = re.search(r"#1 (.+?)(?::|$)", shown, flags=re.MULTILINE)
    assert found is not None, shown
    return found[1]


def test_the_hand_is_shown_with_what_may_be_done(story: Story) -> None:
    shown = say(seated(story), "look")
    assert "Your hand:" in shown and "#1 " in shown


@pytest.mark.parametrize("question", ["moves", "rules", "score", "why not 8?", "status", "help", "items", "journal"])
def test_questions_take_no_turn(story: Story, question: str) -> None:
    session = seated(story)
    before = session.play.state
    assert say(session, question)
    assert session.play.state == before


def test_what_is_no_move_is_refused_with_what_would_work(story: Story) -> None:
    session = seated(story)
    before = session.play.state
    assert say(session, "play 99")
    assert session.play.state == before


def test_a_move_that_begins_like_a_command_of_the_story_is_a_move_at_the_table() -> None:
    loaded = load_text(CANTINA.replace("players: 3", "players: 4"), games=story_games())
    assert loaded.story is not None
    introduce(loaded.story, story_games())
    for seed in range(20):
        session = seated(loaded.story, seed)
        while is_at_table(session.play):
            token = session.seated().advice()
            before = session.play.state
            say(session, token)
            assert session.play.state != before, f"`{token}` is offered, so it can be typed"
            if token.startswith("give "):
                return
    pytest.fail("nobody was ever asked to give a card")


def test_a_gift_that_cannot_be_made_is_refused_by_the_table(story: Story) -> None:
    session = seated(story)
    assert "`give 13`" in say(session, "give 13")


def test_auto_plays_the_hand_to_its_end_and_the_story_goes_on(story: Story) -> None:
    session = seated(story)
    shown = say(session, "auto")
    assert session.play.state.ending and "creatures and outcasts: " in shown


def test_undoing_a_finished_hand_jumps_over_it_and_the_same_cards_are_dealt_again(story: Story) -> None:
    session = seated(story)
    dealt = session.play.state
    say(session, "auto")
    end = session.play.state
    say(session, "undo")
    assert session.play.state.phase is Phase.CHOOSE
    say(session, "redo")
    assert session.play.state == end
    say(session, "undo")
    say(session, "sit")
    assert session.play.state == dealt


def test_a_hand_saved_in_the_middle_is_the_same_hand_when_loaded(story: Story) -> None:
    session = seated(story)
    say(session, first_move(say(session, "look")))
    saved = session.play.record().to_json()
    resumed = resume(story, Record.from_json(saved))
    assert resumed.complete and resumed.play.state == session.play.state
    hand = re.findall(r"Your hand: .*", say(session, "look"))
    again = Session(lambda: Play(story, seed=1), saved=Record.from_json(saved))
    assert re.findall(r"Your hand: .*", plain_text(again.begin()))[-1] == hand[-1]
    assert "hand" not in saved, "a save shows no cards at a glance"


def test_a_play_with_a_hand_inside_replays_to_the_same_state(story: Story) -> None:
    session = seated(story, seed=9)
    say(session, "auto")
    record = Record.from_json(session.play.record().to_json())
    replayed = replay(story, record)
    assert not replayed.diverged and replayed.state == session.play.state


def test_undo_in_a_hand_stops_at_what_was_revealed(story: Story) -> None:
    session = seated(story)
    for _ in range(40):
        if not is_at_table(session.play):
            break
        before = session.play.state
        say(session, first_move(say(session, "moves")))
        after = session.play.state
        if is_at_table(session.play) and not session.seated().can_take_back():
            assert "revealed" in say(session, "undo")
            assert session.play.state == after
            return
        assert after != before
    pytest.fail("no move of this hand revealed anything")


CELLAR = """
story: cellar
title: Cellar
start: down
cards:
  down:
    text: It is damp.
    minigame:
      game: out_of_this_world
      players: 3
      bots: [greedy, greedy]
      adventure:
        title: "Damp\u202e Night"
        intro: "Something\u202e hums."
        win: {points: 20}
        foes: [{name: "Damp\u202e Ghost", set: [toys, any]}]
        start: {damp_ghost: 1}
      results: {won: {ending: {id: up, kind: won}}, lost: {ending: {id: below, kind: lost}}}
"""


def test_an_adventure_of_an_author_cannot_turn_the_table_round() -> None:
    loaded = load_text(CELLAR, games=story_games())
    story = loaded.story
    assert story is not None, loaded.diagnostics
    introduce(story, story_games())
    session = Session(lambda: Play(story, seed=1))
    shown = plain_text(session.begin()) + "".join(say(session, line) for line in ("rules", "moves", "auto"))
    assert "Damp Night" in shown and "Something hums." in shown
    assert "\u202e" not in shown


def test_a_hint_at_the_table_is_a_move_and_makes_none(story: Story) -> None:
    session = seated(story)
    before = session.play.state
    assert "A sensible player would try `" in say(session, "hint")
    assert session.play.state == before
