"""Plays: dice that never change, undo without limit, records that replay."""

from __future__ import annotations

import dataclasses

import pytest

from storyengine import dice
from storyengine.model.story import Story
from storyengine.runtime import (
    ChanceError,
    IllegalActionError,
    Options,
    Phase,
    Play,
    Record,
    Recorded,
    legal_actions,
    parse_action,
    replay,
    resume,
)
from storyengine.runtime.actions import Choose, GiveItem
from storyengine.runtime.events import Entered, Rolled, Told
from tests.conftest import Amount
from tests.runtime.tables import ENDS, again, campaign, plain
from tests.runtime.walks import STORIES, story_called

ROLLING = (
    "a: {before: n = roll(1d100), text: '{n}', choices: [{id: again, text: Again., goto: a}, "
    "{id: stop, text: Stop., goto: b}]}\nb: {text: B., ending: won}"
)
HEAD = "variables: {n: {start: 0, min: 0, max: 100}}"


def at_random(story: Story, seed: int, *, steps: int = 80, options: Options | None = None) -> Play:
    """A play whose decisions are taken at random."""
    play = Play(story, options or Options(), seed)
    for number in range(steps):
        some = legal_actions(story, play.state)
        if not some:
            break
        chosen = tuple(action for action in some if not isinstance(action, GiveItem)) or some
        play.take(chosen[dice.draw(seed, "decision", number, below=len(chosen))])
    return play


@pytest.mark.parametrize("name", STORIES)
def test_a_record_replays_to_the_very_same_end(name: str, amount: Amount) -> None:
    story = story_called(name)
    for seed in range(amount(5, 100)):
        play = at_random(story, seed)
        record = play.record()
        assert Record.from_json(record.to_json()) == record
        replayed = replay(story, record)
        assert replayed.diverged == ""
        assert replayed.state == play.state
        assert [taken.events for taken in replayed.steps] == [past.taken.events for past in play.past]
        resumed = resume(story, record)
        assert resumed.complete and resumed.notes == ()
        assert resumed.play.state == play.state and resumed.play.record() == record


@pytest.mark.parametrize("name", STORIES)
def test_undo_and_redo_bring_back_the_very_same_states(name: str, amount: Amount) -> None:
    story = story_called(name)
    for seed in range(amount(5, 100)):
        play = at_random(story, seed)
        states, past = [each.before for each in play.past] + [play.state], list(play.past)
        for state in reversed(states[:-1]):
            assert play.can_undo and play.undo()
            assert play.state == state
        assert not play.can_undo and not play.undo()
        for state in states[1:]:
            assert play.redo()
            assert play.state == state
        assert not play.redo() and play.past == past
        while play.undo():
            pass
        for each in past:
            play.take(each.recorded.action)  # rolled, not read from the record
        assert play.past == past, "the same dice fall again"


def test_undo_does_not_change_what_a_roll_will_be() -> None:
    play = Play(plain(ROLLING, head=HEAD), seed=9)
    play.take(parse_action("go on"))
    rolled = [play.state.values[0]]
    for _ in range(5):
        play.take(parse_action("choose again"))
        rolled.append(play.state.values[0])
    assert len(set(rolled)) > 3, "each time anew"
    for _ in range(4):
        play.undo()
    for _ in range(4):
        play.take(parse_action("choose again"))
    assert play.state.values[0] == rolled[-1]


def test_what_was_undone_is_forgotten_once_something_else_is_done() -> None:
    play = Play(plain(ROLLING, head=HEAD), seed=9)
    play.take(parse_action("go on"))
    play.take(parse_action("choose again"))
    play.undo()
    play.take(parse_action("choose stop"))
    assert not play.redo() and play.state.ending == "b"


def test_the_same_roll_falls_whoever_performs() -> None:
    story = again("strength")
    faces = set()
    for who in ("maru", "oss"):
        play = Play(story, seed=5)
        while play.state.phase is not Phase.PERFORM:
            play.take(legal_actions(story, play.state)[0])
        events = play.take(parse_action(f"challenge {who}"))
        faces.add(next(event.dice for event in events if isinstance(event, Rolled)))
    assert len(faces) == 1


def test_reroll_asks_for_other_dice_after_undo() -> None:
    play = Play(plain(ROLLING, head=HEAD), seed=9, reroll=True)
    play.take(parse_action("go on"))
    seen = set()
    for _ in range(8):
        play.take(parse_action("choose again"))
        seen.add(play.state.values[0])
        play.undo()
    assert len(seen) > 3


def test_another_seed_is_another_play() -> None:
    rolls = set()
    for seed in range(20):
        play = Play(plain(ROLLING, head=HEAD), seed=seed)
        play.take(parse_action("go on"))
        rolls.add(play.state.values[0])
    assert len(rolls) > 10


def test_a_refused_action_changes_nothing() -> None:
    play = Play(plain(ROLLING, head=HEAD), seed=9)
    before = play.state
    with pytest.raises(IllegalActionError):
        play.take(parse_action("choose stop"))
    with pytest.raises(ChanceError):
        play.take(parse_action("go on"), "roll 101")
    assert (play.state, play.past) == (before, [])
    play.take(parse_action("go on"), "roll 42")
    assert play.state.values[0] == 42
    with pytest.raises(ChanceError, match="nothing is left to chance"):
        play.take(parse_action("choose stop"), "roll 42")


def test_reading_the_present_card_again() -> None:
    play = Play(plain(ROLLING, head=HEAD), seed=9)
    assert play.events_since_card() == ()
    play.take(parse_action("go on"))
    play.take(parse_action("choose again"))
    heard = play.events_since_card()
    assert isinstance(heard[0], Entered) and heard[-1] == Told(str(play.state.values[0]))
    assert sum(isinstance(event, Entered) for event in heard) == 1


def test_reading_again_begins_with_the_card_whatever_happened_on_it() -> None:
    story = plain(
        "a: {text: A., choices: [{id: x, text: X., then: Hm., stay: true}, {id: b, text: B., "
        "goto: b}]}\nb: {text: B., choices: [{id: x, text: X., then: Ho., stay: true}]}"
    )
    play = Play(story)
    for action in ("go on", "choose x", "choose b", "choose x"):
        play.take(parse_action(action))
    assert play.events_since_card() == (Entered("b", False), Told("B."), Told("Ho."))


# Records of stories that were edited since


OLD = """
    a:
      text: A.
      choices: [{id: left, text: Left., goto: b, once: true}, {id: right, text: Right., goto: b, once: true}]
    b: {text: B., choices: [{id: back, text: Back., goto: a}]}
    """


def saved() -> Record:
    play = Play(plain(OLD), seed=1)
    for action in ("go on", "choose right", "choose back"):
        play.take(parse_action(action))
    return play.record()


def edited(text: str, *, head: str = "") -> Story:
    return plain(text, head=head)


def test_a_choice_inserted_above_changes_nothing_for_a_save() -> None:
    new = OLD.replace("choices: [{id: left", "choices: [{id: up, text: Up., goto: b}, {id: left")
    found = resume(edited(new, head="variables: {extra: {start: 3, min: 0, max: 9}}"), saved())
    assert found.complete and found.notes == ("the story has been edited since this was saved",)
    assert [str(action) for action in legal_actions(found.play.story, found.play.state)] == [
        str(Choose("up")),
        str(Choose("left")),
    ]
    assert found.play.state.values == (3,)


def test_a_choice_with_another_id_is_found_by_its_words() -> None:
    found = resume(edited(OLD.replace("id: right", "id: rightwards")), saved())
    assert found.complete and "the choice `right` now has another id" in found.notes[-1]
    assert [str(action) for action in legal_actions(found.play.story, found.play.state)] == [str(Choose("left"))]


def test_a_save_whose_card_is_gone_stops_before_it_and_says_so() -> None:
    found = resume(edited(OLD.replace("b:", "c:").replace("goto: b", "goto: c")), saved())
    assert not found.complete
    assert (
        "`b`, a card that is no longer in the story" in found.notes[-1] and "the play stands at `c`" in found.notes[-1]
    )


def test_a_choice_that_is_gone_stops_the_save_before_it() -> None:
    new = (
        "a: {text: A., choices: [{id: left, text: Left., goto: b}]}\n"
        "b: {text: B., choices: [{id: back, text: Back., goto: a}]}"
    )
    found = resume(edited(new), saved())
    assert not found.complete and "step 2, `choose right`, cannot be taken any more" in found.notes
    assert found.play.state.frames and len(found.play.past) == 1


def test_chance_that_cannot_happen_any_more_is_rolled_anew() -> None:
    old = plain(ROLLING, head=HEAD)
    record = Record("test", (Recorded(parse_action("go on"), "roll 90"),), mechanics=old.mechanics_hash, seed=1)
    assert resume(old, record).play.state.values == (90,)
    found = resume(edited(ROLLING.replace("1d100", "1d6"), head=HEAD), record)
    assert found.complete and "`roll 90` cannot happen there any more, so it was rolled anew" in found.notes[-1]
    found = resume(edited(ROLLING.replace("roll(1d100)", "5"), head=HEAD), record)
    assert found.complete and found.notes[-1].endswith("`roll 90` cannot happen there any more")
    assert found.play.state.values == (5,)


def test_a_save_of_another_story_is_not_played() -> None:
    found = resume(plain(OLD), dataclasses.replace(saved(), story="other"))
    assert not found.complete and found.play.past == []
    assert "belongs to the story `other`" in found.notes[0]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"story": "other"}, "belongs to the story `other`"),
        ({"final": "0000000000000000"}, "it reached another state than the one recorded"),
        ({"ending": "b"}, "it reached no ending, and the record says b"),
    ],
)
def test_a_replay_says_how_it_diverged(change: dict[str, str], why: str) -> None:
    record = dataclasses.replace(saved(), **change)  # type: ignore[arg-type]  # texts all of them
    assert why in replay(plain(OLD), record).diverged


def test_a_replay_takes_every_step_exactly() -> None:
    record = saved()
    steps = (*record.steps[:2], Recorded(Choose("left")))
    found = replay(plain(OLD), dataclasses.replace(record, steps=steps))
    assert found.diverged.startswith("step 3 at `b`: `choose left` is not possible now") and len(found.steps) == 2
    extra = (dataclasses.replace(record.steps[0], chance="die 4"), *record.steps[1:])
    assert "step 1" in replay(plain(OLD), dataclasses.replace(record, steps=extra)).diverged


def test_a_record_names_the_card_and_the_words_beside_the_choice() -> None:
    assert [(step.card, step.words) for step in saved().steps] == [("a", ""), ("a", "Right."), ("b", "Back.")]


def test_a_once_only_choice_stays_used_through_undo_and_save() -> None:
    play = Play(plain(OLD))
    for action in ("go on", "choose right", "choose back"):
        play.take(parse_action(action))
    assert Choose("right") not in legal_actions(play.story, play.state)
    assert resume(play.story, Record.from_json(play.record().to_json())).play.state == play.state
    play.undo()
    play.undo()
    assert Choose("right") in legal_actions(play.story, play.state), "undo gives it back"


def test_players_are_kept_in_the_record() -> None:
    play = at_random(campaign(ENDS), 3, options=Options(("Ann", "Bo")))
    assert resume(play.story, play.record()).play.options == Options(("Ann", "Bo"))
