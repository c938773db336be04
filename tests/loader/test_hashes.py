"""What changes a story's two fingerprints, and what does not."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from storyengine.loader import load_text

STORY = """\
story: s
title: A Tale
start: a
trackers:
  hp: {title: Health, start: 1, min: 0, max: 9}
variables:
  lit: false
items:
  lamp: {title: Lamp, about: It smells of oil., boost: {strength: +1}}
challenges: {types: [strength, stealth], level: 4}
rules: {boosters: true}
cards:
  a:
    title: The Door
    note: A note.
    tags: [door]
    text:
      - Hello.
      - {when: lit, text: It is light.}
    challenges:
      - {type: strength, win: {do: hp += 1}, lose: b}
    choices:
      - {id: go, text: Go on., when: hp > 0, locked: Not now., do: lit = true, goto: b}
      - {id: wait, text: Wait., once: true, stay: true}
  b: {text: Done., ending: {id: over, kind: won, title: Over}}
"""


@dataclass(frozen=True, slots=True)
class Hashes:
    mechanics: str
    texts: str


def hashes(text: str) -> Hashes:
    loaded = load_text(text)
    assert loaded.story is not None, [(each.message, each.hint) for each in loaded.diagnostics]
    return Hashes(loaded.story.mechanics_hash, loaded.story.texts_hash)


BEFORE = hashes(STORY)


def changed(old: str, new: str) -> Hashes:
    assert STORY.count(old) == 1, old
    return hashes(STORY.replace(old, new))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Hello.", "Good evening."),
        ("A Tale", "Another Tale"),
        ("The Door", "A Door"),
        ("title: Health", "title: Wounds"),
        ("It smells of oil.", "It is bright."),
        ("Not now.", "Later."),
        ("title: Over", "title: Out"),
        ("when: lit, text", "when: not lit, text"),
    ],
)
def test_prose_changes_the_texts_alone(old: str, new: str) -> None:
    after = changed(old, new)
    assert after.mechanics == BEFORE.mechanics
    assert after.texts != BEFORE.texts


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("A note.", "Another note."),
        ("tags: [door]", "tags: [gate, wood]"),
        ("  lit: false", "  # a comment\n  lit:   false"),
        ("{type: strength, win: {do: hp += 1}, lose: b}", "{lose: {goto: b}, win: {do: 'hp+=1'}, type: [strength]}"),
        ("when: hp > 0", "when: (hp > 0)"),
        ("{title: Health, start: 1, min: 0, max: 9}", "{max: 9, min: 0, start: +1, title: Health}"),
    ],
)
def test_notes_layout_and_order_of_keys_change_nothing(old: str, new: str) -> None:
    assert changed(old, new) == BEFORE


def test_order_of_cards_changes_nothing() -> None:
    head, _, cards = STORY.partition("  a:\n")
    first, _, second = ("  a:\n" + cards).partition("  b: ")
    assert hashes(head + "  b: " + second + first) == BEFORE


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("do: hp += 1", "do: hp += 2"),
        ("when: hp > 0", "when: hp > 1"),
        ("id: go", "id: on"),
        ("once: true, ", ""),
        ("start: 1, min", "start: 2, min"),
        ("lit: false", "lit: true"),
        ("strength: +1", "strength: +2"),
        ("level: 4", "level: 5"),
        ("boosters: true", "boosters: false"),
        ("kind: won", "kind: lost"),
        ("id: over", "id: out"),
        ("lose: b", "lose: {retry: true}"),
        ("[strength, stealth]", "[stealth, strength]"),
    ],
)
def test_mechanics_change_the_mechanics(old: str, new: str) -> None:
    assert changed(old, new).mechanics != BEFORE.mechanics


def test_order_of_choices_is_mechanics() -> None:
    lines = STORY.splitlines(keepends=True)
    place = next(number for number, line in enumerate(lines) if "id: go" in line)
    lines[place], lines[place + 1] = lines[place + 1], lines[place]
    assert hashes("".join(lines)).mechanics != BEFORE.mechanics


def test_hashes_are_the_same_in_every_process() -> None:
    """Written down once: another value means that saves and cached verdicts of this story are lost."""
    tiny = hashes("story: tiny\ntitle: Tiny\nstart: a\ncards: {a: {text: Done., ending: won}}")
    assert tiny.mechanics == "1896ba15ba5e8d297ac9bc50a872e2745d9bd2c1914581f3751205efdb0ad900"
    assert tiny.texts == "227e4ccf932c38a687b277485ced510392613126a3f65847af4e1d7d0606b639"
