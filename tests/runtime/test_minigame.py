"""A card game inside a story: one node with a result, its play an opaque snapshot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from storyengine.runtime import (
    Phase,
    Play,
    Record,
    Resumed,
    forced,
    format_action,
    initial,
    introduce,
    legal_actions,
    named,
    offers,
    parse_action,
    replay,
    resume,
    step,
    take,
    transitions,
)
from storyengine.runtime.events import GameOver, Notice, Told
from tests.runtime.tables import Table, plain

CARDS = """
    a: {text: Sit down., choices: [{id: sit, text: Sit., goto: game}]}
    game:
      text: Cards.
      do: n += 1
      minigame:
        game: high_card
        results:
          won: {text: You win., do: n += 10, goto: b}
          lost: {text: You lose.}
      choices: [{id: again, text: Again., goto: game}, {id: rise, text: Rise., goto: b}]
    b: {text: Done., ending: won}
    """

TOLD = """
    a: {text: "Before: {game.hidden}.", choices: [{id: sit, text: Sit., goto: game}]}
    game:
      text: Cards.
      minigame:
        game: high_card
        results:
          won: {text: "It was {game.hidden}, and your luck {game.luck}.", goto: c}
          lost: {text: "It was {game.hidden}.", goto: c}
    c:
      text: '{"Low" if game.hidden < 5 else "High"}, then.'
      choices:
        - {id: again, text: "Better than {game.hidden}?", hint: "It was {game.hidden}.", goto: game}
        - {id: rise, text: Rise., goto: b}
    b: {text: "You remember a {game.hidden}.", ending: won}
    """


class HighCard:
    """Guess whether the hidden number of 0 to 9 is high. Its snapshot is the number."""

    rules_version = 1

    def labels(self, config: Mapping[str, Any]) -> tuple[str, ...]:
        return ("won", "lost")

    def check(self, config: Mapping[str, Any]) -> list[tuple[str, str]]:
        return []

    def start(self, config: Mapping[str, Any], seed: int) -> str:
        return f"{seed % 10}"

    def actions(self, snapshot: str) -> tuple[str, ...]:
        return () if " " in snapshot else ("high", "low", "look")

    def apply(self, snapshot: str, token: str) -> str:
        return (
            snapshot
            if token == "look"
            else f"{snapshot} {'won' if (int(snapshot) > 4) == (token == 'high') else 'lost'}"
        )

    def result(self, snapshot: str) -> str:
        return snapshot.partition(" ")[2]

    def facts(self, snapshot: str) -> Mapping[str, int | str]:
        return {"hidden": int(snapshot.partition(" ")[0]), "luck": "good" if "won" in snapshot else "bad"}

    def tells(self) -> Mapping[str, str]:
        return {"hidden": "number", "luck": "word"}

    def find_play(self, config: Mapping[str, Any], label: str, budget: int = 1) -> tuple[int, tuple[str, ...]] | None:
        return (9, ("high",)) if label == "won" else (0, ("high",))

    def sample(self, config: Mapping[str, Any], seed: int) -> str:
        return "won" if seed % 10 > 4 else "lost"


def table(*, played_here: bool) -> Table:
    story = plain(CARDS, head="variables: {n: {start: 0, min: 0, max: 99}}")
    if played_here:
        introduce(story, {"high_card": HighCard()})
    return Table(story).do("choose sit")


def test_a_game_that_is_not_known_asks_how_it_ended() -> None:
    play = table(played_here=False)
    assert (play.phase, play.legal) == (Phase.GAME, ["result won", "result lost"])
    assert [line.kind for line in offers(play.story, play.state)] == ["result", "result"]
    assert forced(play.story, play.state) is None
    play.do("result won")
    assert (play.read, play["n"], play.ending) == ("You win. Done.", 11, "b")
    assert GameOver("high_card", "won") in play.heard


def test_a_result_without_a_jump_goes_on_with_the_card() -> None:
    play = table(played_here=False).do("result lost")
    assert (play.read, play.phase, play.legal) == ("You lose.", Phase.CHOOSE, ["choose again", "choose rise"])
    assert play.do("choose again").phase is Phase.GAME, "a new visit is a new game"


def test_a_known_game_is_dealt_by_its_seed_and_played_by_its_moves() -> None:
    play = table(played_here=True)
    assert (play.phase, play.legal) == (Phase.GAME, ["deal"])
    assert forced(play.story, play.state) == parse_action("deal")
    story, state = play.story, play.state
    assert transitions(story, state, parse_action("deal")) == (), "the deal is not unfolded"
    dealt = step(story, state, parse_action("deal"), "seed 17")
    assert dealt.detail == ("7",)
    assert [format_action(action) for action in legal_actions(story, dealt)] == ["move high", "move low", "move look"]
    looked = step(story, dealt, parse_action("move look"))
    assert looked == dealt
    assert step(story, dealt, parse_action("move high")).ending == "b"
    assert step(story, dealt, parse_action("move low")).phase is Phase.CHOOSE


@pytest.mark.parametrize("seed", range(6))
def test_entering_a_hand_again_after_undo_deals_the_same_cards(seed: int) -> None:
    story = table(played_here=True).story
    play = Play(story, seed=seed)
    for action in ("go on", "choose sit", "deal"):
        play.take(parse_action(action))
    hand = play.state
    play.take(parse_action("move low"))
    while play.undo():
        pass
    for action in ("go on", "choose sit", "deal"):
        play.take(parse_action(action))
    assert play.state == hand
    play.take(parse_action("move high"))
    assert replay(story, play.record()).state == play.state


def test_a_state_in_a_game_is_hashable_like_any_other() -> None:
    play = table(played_here=True)
    assert initial(play.story) in {initial(play.story)} and hash(play.state) == hash(play.state._replace())


def told(seed: int = 0) -> Play:
    story = plain(TOLD)
    introduce(story, {"high_card": HighCard()})
    return do(Play(story, seed=seed), "go on", "choose sit")


def do(play: Play, *actions: str) -> Play:
    for action in actions:
        action, _, chance = action.partition(" | ")
        play.take(parse_action(action), chance)
    return play


def read(play: Play, last: int = 1) -> str:
    """What was read in the last steps."""
    events = [event for past in play.past[-last:] for event in past.taken.events]
    return " ".join(event.text for event in events if isinstance(event, Told))


def test_texts_after_a_game_show_what_it_told() -> None:
    play = do(told(), "deal | seed 17", "move high")
    assert read(play) == "It was 7, and your luck good. High, then."
    assert [(line.text, line.hint) for line in offers(play.story, play.state, play.facts)] == [
        ("Better than 7?", "It was 7."),
        ("Rise.", ""),
    ]
    assert read(do(play, "choose rise")) == "You remember a 7."
    assert play.past[-1].recorded.words == "Rise."


def test_the_words_of_a_choice_are_recorded_as_they_were_read() -> None:
    play = do(told(), "deal | seed 17", "move high", "choose again")
    assert play.past[-1].recorded.words == "Better than 7?"


def test_the_next_game_tells_anew() -> None:
    play = do(told(), "deal | seed 17", "move high", "choose again", "deal | seed 2", "move high")
    assert read(play) == "It was 2. Low, then."


def test_before_any_game_a_question_mark_stands_there_and_a_notice_says_why() -> None:
    play = Play(plain(TOLD))
    events = play.take(parse_action("go on"))
    assert read(play) == "Before: ?."
    assert "nobody has told `game.hidden`" in str([event for event in events if isinstance(event, Notice)])


def test_a_result_that_was_only_reported_tells_nothing_not_even_what_the_game_before_told() -> None:
    play = do(told(), "deal | seed 17", "move high", "choose again")
    taken = take(play.story, play.state, parse_action("result lost"), named(""), facts=play.facts)
    assert [event.text for event in taken.events if isinstance(event, Told)] == ["It was ?.", "?, then."]
    assert taken.facts == ()


def test_what_was_told_goes_with_undo_and_comes_with_redo() -> None:
    play = do(told(), "deal | seed 17", "move high", "choose again", "deal | seed 2", "move high")
    for _ in range(3):
        play.undo()
    assert play.facts == (("hidden", 7), ("luck", "good"))
    assert read(do(play, "choose rise")) == "You remember a 7."
    play.undo()
    do(play, "choose again", "deal | seed 2", "move low")
    assert play.facts == (("hidden", 2), ("luck", "good"))
    play.undo()
    play.redo()
    assert read(do(play, "choose rise")) == "You remember a 2."


def test_a_replay_and_a_save_tell_it_again() -> None:
    play = do(told(3), "deal", "move high", "choose rise")
    replayed = replay(play.story, play.record())
    assert replayed.diverged == ""
    assert [taken.events for taken in replayed.steps] == [past.taken.events for past in play.past]
    assert resume(play.story, play.record()).play.facts == play.facts != ()


def test_what_was_told_is_no_part_of_the_state() -> None:
    states = [do(told(), f"deal | seed {seed}", "move high").state for seed in (5, 8)]
    assert states[0] == states[1], "two hands with the same result lead to the same state, whatever they told"


class OtherHighCard(HighCard):
    """The same with other rules: a hidden 7 is low now, and nobody may look any more."""

    rules_version = 2

    def actions(self, snapshot: str) -> tuple[str, ...]:
        return () if " " in snapshot else ("high", "low")

    def apply(self, snapshot: str, token: str) -> str:
        return f"{snapshot} {'won' if (int(snapshot) > 7) == (token == 'high') else 'lost'}"


def kept(*actions: str) -> Record:
    """A record of a play by the old rules, as a file keeps it."""
    return Record.from_json(do(told(), *actions).record().to_json())


def again(record: Record, game: HighCard) -> Resumed:
    story = plain(TOLD)
    introduce(story, {"high_card": game})
    return resume(story, record)


def test_a_record_keeps_how_each_hand_ended_and_by_which_rules() -> None:
    record = kept("deal | seed 17", "move look", "move high")
    assert record.games == (("high_card", 1),)
    assert [step.words for step in record.steps[-3:]] == ["", "", "won"]
    assert again(record, HighCard()).notes == ()
    assert kept().games == ()


@pytest.mark.parametrize("hand", [("move high",), ("move look", "move high")])
def test_a_hand_that_other_rules_play_otherwise_counts_as_it_ended(hand: tuple[str, ...]) -> None:
    record = kept("deal | seed 17", *hand, "choose rise")
    resumed = again(record, OtherHighCard())
    assert resumed.complete and resumed.play.state.ending == "b"
    rules, goes = resumed.notes
    assert rules == "the rules of high card have changed since this was saved, from version 1 to 2"
    assert goes == "step 3: the hand of cards at `game` goes otherwise now; that it ended `won` still counts"
    assert resumed.play.facts == (), "what it told then is not known"


def test_a_hand_that_other_rules_play_alike_is_played_again() -> None:
    record = kept("deal | seed 19", "move high", "choose rise")
    resumed = again(record, OtherHighCard())
    assert (len(resumed.notes), resumed.complete) == (1, True)
    assert resumed.play.facts == (("hidden", 9), ("luck", "good"))


def test_a_hand_under_way_goes_on_from_where_its_moves_can_be_made() -> None:
    resumed = again(kept("deal | seed 17", "move look"), OtherHighCard())
    assert not resumed.complete and resumed.play.state.phase is Phase.GAME
    assert resumed.notes[-1] == "step 4, `move look`, cannot be taken any more"


def test_a_result_that_the_story_asks_for_no_longer_does_not_count() -> None:
    record = kept("deal | seed 17", "move high")
    story = plain(TOLD.replace("won:", "draw:"))
    introduce(story, {"high_card": OtherHighCard()})
    resumed = resume(story, replace(record, mechanics=story.mechanics_hash))
    assert resumed.complete and resumed.play.past[-1].recorded.words == "lost"
    assert [note for note in resumed.notes if "still counts" in note] == []


def test_the_first_of_two_hands_may_change_and_the_second_stay() -> None:
    record = kept("deal | seed 17", "move high", "choose again", "deal | seed 2", "move low", "choose rise")
    resumed = again(record, OtherHighCard())
    assert resumed.complete and resumed.play.state.ending == "b"
    assert len(resumed.notes) == 2 and resumed.play.facts == (("hidden", 2), ("luck", "good"))
