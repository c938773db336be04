"""Facts of a card game in texts: read too early or not."""

from __future__ import annotations

import pytest

from storyengine.checking import introduce_games
from storyengine.games.story_adapter import story_games
from storyengine.lint.untold import read_too_early
from storyengine.loader import load_text
from storyengine.runtime import initial, step
from storyengine.runtime.program import program_of

STORY = """
story: inn
title: The Inn
start: door
variables: {{met: false}}
cards:
  door:
    text: An inn.
    choices:
      - {{id: sit, text: Sit down., goto: table}}
      - {{id: help, text: Help in the attic., goto: attic}}
      - {{id: walk, text: Walk on., goto: {walk}}}
  table:
    text: They deal.
    minigame:
      game: creatures_and_outcasts
      players: 3
      rounds: 1
      results:
        won: {{text: "{{game.score}}, and won.", do: met = true}}
        tied: {{do: met = true}}
        lost: {{goto: door}}
    choices: [{{id: leave, text: "Take your {{game.score}} home.", goto: road}}]
  attic:
    text: It is from another world.
    minigame: {{game: out_of_this_world, players: 3, results: {{won: road, lost: road}}}}
  road: {road}
  home: {{text: Home., ending: home}}
"""


def early(road: str, *, walk: str = "home") -> list[tuple[str, str, int]]:
    """Fact, card and the number of steps of the play that reads it too early."""
    loaded = load_text(STORY.format(road=road, walk=walk), games=story_games())
    assert loaded.story is not None, loaded.diagnostics
    introduce_games(loaded.story)
    found = list(read_too_early(loaded.story, program_of(loaded.story).games))
    for _, play in found:
        state = initial(loaded.story)
        for action, chance in play:
            state = step(loaded.story, state, action, chance)  # raises where the play cannot be played
    return [(shown.fact, shown.card.id, len(play)) for shown, play in found]


def test_a_text_on_a_way_round_the_game_is_read_too_early() -> None:
    found = early('{text: "You have {game.points}.", goto: home}', walk="road")
    assert found == [("points", "road", 2)]


def test_a_game_that_tells_something_else_does_not_help() -> None:
    ((fact, card, steps),) = early('{text: "You have {game.score}.", goto: home}')
    assert (fact, card) == ("score", "road")
    assert steps > 3, "the play goes by way of the attic, move by move"


def test_a_fact_of_every_game_on_the_way_is_told_by_then() -> None:
    assert early('{text: "{game.rounds} rounds.", goto: home}') == []


@pytest.mark.parametrize(
    "road",
    [
        '{text: [{when: visited(table), text: "{game.score}."}, Dust.], goto: home}',
        '{text: "{game.score if visited(table) else 0}.", goto: home}',
        '{text: [{first: Dust., again: "{game.score}."}], goto: home}',
        '{text: Dust., branch: [{when: met, text: "{game.score}.", goto: home}, {goto: home}]}',
        '{text: Dust., choices: [{text: "Say {game.score}.", when: met, goto: home}, {text: Go., goto: home}]}',
    ],
)
def test_what_stands_under_a_condition_is_left_to_the_author(road: str) -> None:
    assert early(road, walk="road") == []


@pytest.mark.parametrize(
    "road",
    [
        '{text: Dust., choices: [{text: "Say {game.score}.", goto: home}]}',
        '{text: Dust., choices: [{text: Say it., then: "{game.score}.", goto: home}]}',
        '{text: \'{"Dust" if game.score > 3 else "Sun"}.\', goto: home}',
        '{text: Dust., branch: [{when: met, goto: home}, {text: "{game.score}.", goto: home}]}',
    ],
)
def test_choices_and_arms_are_texts_too(road: str) -> None:
    assert [(fact, card) for fact, card, _ in early(road, walk="road")] == [("score", "road")]


def test_a_way_that_conditions_shut_is_no_way_round() -> None:
    road = "{text: Dust., choices: [{text: Look., when: met, goto: sum}, {text: Go., goto: home}]}"
    summed = road + '\n  sum: {text: "{game.score}.", goto: home}'
    assert early(summed, walk="road") == []
