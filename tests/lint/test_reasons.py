"""Why something is out of reach is said once, where it is mended, with what is needed and the best that can be had."""

from __future__ import annotations

from pathlib import Path

import pytest

from storyengine.analysis.targets import TargetKind
from storyengine.analysis.verdicts import verdicts
from storyengine.checking import check
from storyengine.lint.facts import Facts
from storyengine.lint.unreached import words_of
from storyengine.loader import load
from tests.lint.stories import found, look

HEAD = "story: s\ntitle: S\nstart: hub\n"
CHAIN = """\
cards:
  hub:
    text: A hub.
    choices:
      - {text: Open the door., when: has(key), goto: one}
      - {text: Wait., do: gain straw, once: true, goto: hub}
      - {text: Leave., goto: home}
  one: {text: One., goto: two}
  two: {text: Two., goto: three}
  three: {text: Three., ending: {id: deep, kind: won}}
  home: {text: Home., ending: lost}
"""
KEY = "items:\n  key: {title: Key}\n  straw: {title: Straw, boost: {}}\n"


def messages(text: str, folder: Path) -> dict[str, str]:
    """Return card to what is said of it, of the rules about what no play reaches."""
    findings = look(text, folder).findings
    return {each.card: each.diagnostic.message for each in findings if each.diagnostic.code[:4] in ("SE10", "SE11")}


def test_cards_behind_a_shut_card_are_named_with_it(tmp_path: Path) -> None:
    text = (
        HEAD + KEY + CHAIN.replace("three: {text: Three., ", "three: {text: Three., goto: four}\n  four: {text: 4., ")
    )
    checked = look(text, tmp_path)
    [card] = [each for each in checked.diagnostics if each.slug == "unreachable-card"]
    assert card.message.startswith("no play reaches the card `one` and the 2 cards behind it: ")
    assert [each.message for each in card.related] == ["`two` lies behind it", "`three` lies behind it"]
    assert [each.span.line for each in card.related] == [15, 16]


def test_many_cards_behind_are_counted(tmp_path: Path) -> None:
    ways = "".join(f"  n{number}: {{text: N., goto: n{number + 1}}}\n" for number in range(20))
    text = HEAD + "cards:\n  hub: {text: Hub., ending: won}\n" + ways + "  n20: {text: N., goto: hub}\n"
    [card] = look(text, tmp_path).diagnostics
    assert card.message == "no play reaches the card `n0` and the 20 cards behind it: nothing leads here"
    assert len(card.related) == 6 and card.related[-1].message == "so do `n6` and 14 more"


def test_a_card_with_a_second_way_in_stands_for_itself(tmp_path: Path) -> None:
    text = HEAD + KEY + CHAIN.replace("goto: hub}\n", "goto: hub}\n      - {text: Fly., when: has(key), goto: two}\n")
    assert {"one", "two"} <= messages(text, tmp_path).keys()


def test_a_card_behind_that_is_accepted_by_itself_is_counted_as_hidden(tmp_path: Path) -> None:
    text = HEAD + KEY + CHAIN.replace("two: {text: Two., ", "two: {text: Two., unreachable: for later, ")
    checked = look(text, tmp_path)
    assert checked.hidden == {"unreachable": 1}
    [card] = [each for each in checked.diagnostics if each.slug == "unreachable-card"]
    assert card.message.startswith("no play reaches the card `one`: ")


def test_an_ending_is_blamed_on_the_choice_that_alone_leads_there(tmp_path: Path) -> None:
    said = messages(HEAD + KEY + CHAIN, tmp_path)
    because = "only the choice `open_the_door` at `hub` leads here, and that needs key held there; no play has it there"
    assert said["three"] == f"no play can be won: none reaches the ending `deep`: {because}"


FLAGS = """\
variables: {friend: false, foe: false, third: false}
cards:
  hub:
    text: A hub.
    choices:
      - {text: Be kind., when: not foe, do: friend = true, goto: hub}
      - {text: Be rude., when: not friend, do: foe = true, goto: hub}
      - {text: Be odd., do: third = true, goto: hub}
      - {text: Have them meet., when: third and friend and foe, goto: meeting}
      - {text: Leave., when: third or friend or foe, goto: home}
      - {text: Run., goto: home}
  meeting: {text: They meet., ending: peace}
  home: {text: Home., ending: lost}
"""


def test_two_flags_that_exclude_each_other_are_named(tmp_path: Path) -> None:
    checked = look(HEAD + FLAGS, tmp_path)
    [choice] = [each for each in checked.diagnostics if each.slug == "unreachable-choice"]
    assert choice.message.endswith("where `friend` and `foe` exclude each other")


def test_flags_that_exclude_each_other_are_named_where_not_every_state_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "story.yaml"
    path.write_text(HEAD + FLAGS.replace("third and friend", "friend"), encoding="utf-8")
    story = load(path)
    facts = Facts(story, verdicts(story, net_only=True), {})
    choice = facts.target(TargetKind.CHOICE, "hub.have_them_meet")
    assert choice is not None
    because, _ = words_of(facts, choice)
    assert because == ": `friend and foe` never holds here: what it asks of friend and foe never goes together"


COUNT = """\
variables:
  n: {start: 0, min: 0, max: 20}
cards:
  hub:
    text: A hub.
    choices:
      - {text: Count., when: n < 10, do: n += 3, goto: hub}
      - {text: On., goto: room}
  room:
    text: A room.
    choices:
      - {text: Much., when: n > 12, goto: home}
      - {text: Just so., when: n == 10, goto: home}
      - {text: Go., goto: home}
      - {text: Stay., goto: hub}
  home: {text: Home., ending: lost}
"""


def test_the_best_that_a_play_attains_is_told_of_the_side_that_matters(tmp_path: Path) -> None:
    said = [each.message for each in look(HEAD + COUNT, tmp_path).diagnostics if each.slug == "unreachable-choice"]
    assert said == [
        "the choice `much` can never be taken: needs n at least 13 here; "
        "no play can have more than 12 here, and one has 12",
        "the choice `just_so` can never be taken: needs n to be 10 here; "
        "no play can have anything but 0, 3, 6, 9 or 12 here",
    ]


DICE = """\
challenges: {{types: [climb]}}
crew:
  ada: {{title: Ada, skills: {{climb: +1}}}}
items:
  rope: {{title: Rope, boost: {{climb: +2}}}}
cards:
  hub:
    text: A wall.
    do: gain rope
    challenge: {{type: climb, rules: {{level: {level}}}, win: top, lose: mud}}
  top: {{text: Up., ending: won}}
  mud: {{text: Mud., ending: lost}}
"""


@pytest.mark.parametrize(
    ("level", "said"),
    [
        (10, "the challenge `climb` can be lost, and no play wins it: it asks for 10 where no roll brings more than 9"),
        (2, "the challenge `climb` can be won, and no play loses it: it asks for 2 where no roll brings less than 2"),
    ],
)
def test_a_challenge_beyond_the_dice_says_what_it_asks_and_what_they_bring(
    level: int, said: str, tmp_path: Path
) -> None:
    checked = look(HEAD + DICE.format(level=level), tmp_path)
    assert said in [each.message for each in checked.diagnostics]


@pytest.mark.parametrize("level", [3, 9])
def test_a_challenge_within_the_dice_is_no_finding(level: int, tmp_path: Path) -> None:
    assert found(look(HEAD + DICE.format(level=level), tmp_path)) == []


def test_several_wins_out_of_reach_are_one_finding(tmp_path: Path) -> None:
    text = HEAD + KEY + CHAIN + "  sea: {text: Sea., ending: {id: sea, kind: won}}\n"
    checked = look(text, tmp_path)
    [lost] = [each for each in checked.diagnostics if each.slug == "no-winning-ending"]
    assert [each.message.partition(":")[0] for each in lost.related] == [
        "no play reaches `deep`",
        "no play reaches `sea`",
    ]
    assert "unreachable-ending" not in dict(found(checked))


BOARD = """\
story: s
title: S
start: base/1
trackers:
  dusk: {title: Dusk, start: 0, min: 0, max: 3, at_max: base/dark}
  luck: {title: Luck, start: 0, min: 0, max: 9, at_max: base/dark}
discs: {silver: [1, 2]}
board:
  cost: {dusk: 1}
  boost: luck
"""
DECKS = {
    "base": "deck: base\ncards:\n  1: {text: Go., travel: true}\n  dark: {text: Dark., ending: lost}\n",
    "ember": "deck: ember\nkind: planet\ncards:\n  1: {text: E., leave: the_end}\n",
    "mist": "deck: mist\nkind: planet\ncards:\n  1: {text: M., leave: the_end}\n",
}


@pytest.mark.parametrize(
    ("paths", "closed", "because"),
    [
        ("[[base, ember]]", "", "no path of the board leads from `base` to `mist`"),
        ("[[base, ember], [ember, mist]]", "fog", "ships cannot land on `mist`, which is closed"),
    ],
)
def test_a_planet_that_ships_never_come_to_says_so(paths: str, closed: str, because: str, tmp_path: Path) -> None:
    mist = f"{{title: Mist, closed: {closed}}}" if closed else "{title: Mist}"
    places = f"  places: {{base: {{title: Base}}, ember: {{title: Ember}}, mist: {mist}}}\n  paths: {paths}\n"
    for name, text in {"story": BOARD + places, **DECKS}.items():
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    said = [each.message for each in check(tmp_path).diagnostics if each.slug == "unreachable-card"]
    assert said == [f"no play reaches the card `mist/1`: {because}"]


def test_choices_of_one_card_shut_for_one_reason_are_one_finding(tmp_path: Path) -> None:
    cards = """\
cards:
  hub:
    text: A hub.
    branch: [{goto: home}]
    choices:
      - {text: Left., goto: home}
      - {text: Right., goto: home}
      - {text: Down., goto: home}
  home: {text: Home., ending: won}
"""
    [shut] = [each for each in look(HEAD + cards, tmp_path).diagnostics if each.slug == "unreachable-choice"]
    assert shut.message == (
        "the choices `left`, `right` and `down` can never be taken: every play leaves `hub` before that"
    )
    assert [each.span.line for each in shut.related] == [10, 11]


def test_of_two_ways_in_both_are_told(tmp_path: Path) -> None:
    cards = """\
variables: {key: false, n: {start: 0, min: 0, max: 9}}
cards:
  hub:
    text: A hub.
    branch: [{when: n > 3, goto: cave}]
    choices:
      - {text: Enter., when: key, goto: cave}
      - {text: Count., when: n < 3, do: n += 1, goto: hub}
      - {text: Leave., goto: home}
  cave: {text: A cave., goto: home}
  home: {text: Home., ending: won}
"""
    [card] = [each for each in look(HEAD + cards, tmp_path).diagnostics if each.slug == "unreachable-card"]
    both = f"{card.message}; {card.why}"
    assert "needs key to be true at `hub`; no play can have anything but false there" in both
    assert "needs n at least 4 at `hub`; no play can have more than 3 there" in both
