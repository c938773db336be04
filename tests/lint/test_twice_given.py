"""There is one of each item: to give it again is a slip, unless some play comes without it."""

from __future__ import annotations

from pathlib import Path

from tests.lint.stories import found, look

STORY = """\
story: s
title: S
start: a
items:
  rope: {title: Rope}
cards:
  a:
    text: A.
    choices:
      - {text: Take it., do: gain rope, goto: b}
      - {text: Leave it., goto: b}
  b:
    text: B.
    do: gain rope
    choices:
      - {text: Climb., when: has(rope), goto: c}
  c: {text: C., ending: won}
"""
SAID = "twice-given-item"


def test_what_some_play_still_lacks_may_be_given_again(tmp_path: Path) -> None:
    assert SAID not in dict(found(look(STORY, tmp_path)))


def test_what_every_play_has_already_is_found_with_a_play(tmp_path: Path) -> None:
    checked = look(STORY.replace("{text: Leave it., ", "{text: Grab it., do: gain rope, "), tmp_path)
    [twice] = [each for each in checked.findings if each.diagnostic.slug == SAID]
    assert twice.diagnostic.message == (
        "after 2 steps `rope` is given, and the crew has it there already in every play"
    )
    assert (twice.card, len(twice.play)) == ("b", 2)


def test_twice_in_one_list_is_found_and_given_back_in_between_is_not(tmp_path: Path) -> None:
    twice = STORY.replace("do: gain rope\n", "do: gain rope; gain rope\n")
    assert (SAID, 14) in found(look(twice, tmp_path))
    between = STORY.replace("do: gain rope\n", "do: gain rope; discard rope; gain rope\n")
    assert SAID not in dict(found(look("rules: {discarded_items_return: true}\n" + between, tmp_path)))
