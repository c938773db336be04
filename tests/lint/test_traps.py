"""Three small stories that other tools get wrong, and cases from public bug trackers, with the right answers."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from storyengine.analysis.findings import Reachable, Unreachable
from tests.lint.stories import TRAP_A, TRAP_C, found, look, trap_b


def test_trap_a_the_crown_is_out_of_reach_and_the_message_says_what_it_needs(tmp_path: Path) -> None:
    checked = look(TRAP_A, tmp_path)
    crown = next(each for each in checked.diagnostics if each.slug == "no-winning-ending")
    assert all(word in crown.message for word in ("`crown`", "gold", "5", "1"))
    slugs = {each.slug: each for each in checked.diagnostics}
    assert slugs.keys() >= {"unreachable-card", "unreachable-ending", "unreachable-choice", "no-winning-ending"}


def test_trap_a_an_island_is_found_though_its_cards_point_at_each_other(tmp_path: Path) -> None:
    """It is one mistake: the first of its cards stands for it, and the other one is named."""
    [island] = [each for each in look(TRAP_A, tmp_path).diagnostics if each.slug == "unreachable-card"]
    assert island.message == "no play reaches the card `reef` and the card behind it: nothing leads here"
    assert [each.message for each in island.related] == ["`atoll` lies behind it"]


def test_trap_b_is_answered_in_under_a_second(tmp_path: Path) -> None:
    before = time.process_time()
    checked = look(trap_b(), tmp_path)
    assert time.process_time() - before < 1
    assert checked.verdicts is not None
    all_right = checked.verdicts["ending:all_right"]
    assert isinstance(all_right, Reachable)
    taken = [action for action, _ in all_right.witness if "right" in str(action)]
    assert len(taken) == 20
    assert isinstance(checked.verdicts["ending:impossible"], Unreachable)
    impossible = next(each for each in checked.diagnostics if each.slug == "unreachable-ending")
    assert "at least 21" in impossible.message and "20" in impossible.message


def test_trap_c_a_card_with_a_shut_choice_is_found(tmp_path: Path) -> None:
    checked = look(TRAP_C, tmp_path)
    assert {("dead-start", 7), ("unreachable-choice", 10)} <= set(found(checked))


def test_trap_c_behind_trap_b(tmp_path: Path) -> None:
    """All choices gated off are found even where a random play comes once in a million."""
    text = trap_b().replace("ending: {id: all_right, kind: won}", "goto: cell")
    text += "  cell:\n    text: A cell.\n    choices:\n      - {text: Unlock., when: score == 3, goto: q1}\n"
    checked = look(text, tmp_path)
    shut = next(finding for finding in checked.findings if finding.diagnostic.slug == "shut-choices")
    assert shut.card == "cell"
    assert sum("right" in str(action) for action, _ in shut.play) == 20


CARDS = "story: s\ntitle: S\nstart: a\n{tables}cards:\n{cards}"


def story(cards: str, tables: str = "") -> str:
    return CARDS.format(cards=cards, tables=tables)


def test_a3_choice_without_target_is_an_error_and_a_declared_ending_is_no_dead_end(tmp_path: Path) -> None:
    cards = "  a: {text: Hi., choices: [{text: How are you?}, {text: Fine?, goto: fine}, {text: Well?, goto: shrug}]}\n"
    cards += "  fine: {text: Fine., ending: won}\n  shrug: {text: He shrugs.}\n"
    assert found(look(story(cards), tmp_path)) == [("choice-without-jump", 5)]
    mended = story(cards.replace("{text: How are you?}, ", ""))
    assert found(look(mended, tmp_path)) == [("dead-end", 7)]


SHOP = """\
  a:
    text: A street.
    choices:
      - {text: Earn one., once: true, do: chocolate += 1, goto: a}
      - {text: Enter., goto: shop}
  shop:
    text: A shop.
    choices:
      - {text: Vanilla., when: vanilla > 0, goto: out}
      - {text: Chocolate., when: chocolate > 0, goto: out}
  out: {text: Out., do: vanilla += 1, ending: won}
"""
ICES = "variables:\n  vanilla: {start: 0, min: 0, max: 1}\n  chocolate: {start: 0, min: 0, max: 1}\n"


def test_a4_all_choices_shut_comes_with_the_shortest_play(tmp_path: Path) -> None:
    checked = look(story(SHOP, ICES), tmp_path)
    shut = next(finding for finding in checked.findings if finding.diagnostic.slug == "shut-choices")
    assert shut.card == "shop"
    assert [getattr(action, "choice", "") for action, _ in shut.play][-1] == "enter"
    assert len(shut.play) == 2
    with_fallback = SHOP.replace("  out:", "    goto: a\n  out:")
    assert "shut-choices" not in dict(found(look(story(with_fallback, ICES), tmp_path)))


def test_a5_once_only_choices_run_out_in_a_loop(tmp_path: Path) -> None:
    cards = "  a:\n    text: An inn.\n    choices:\n      - {text: Eat., once: true, goto: a}\n"
    cards += "      - {text: Sleep., once: true, goto: a}\n"
    end = "  b: {text: Out., ending: won}\n"
    checked = look(story(cards + end), tmp_path)
    used = next(finding for finding in checked.findings if finding.diagnostic.slug == "used-up-choices")
    assert len([action for action, _ in used.play if hasattr(action, "choice")]) == 2
    sticky = cards + "      - {text: Leave., goto: b}\n" + end
    assert found(look(story(sticky), tmp_path)) == []


@pytest.mark.parametrize("hidden", [0, 1, 2])
def test_a6_a_hidden_choice_is_reported_wherever_it_stands(hidden: int, tmp_path: Path) -> None:
    lines = [f"      - {{text: Choice {number}., goto: b}}\n" for number in range(3)]
    lines[hidden] = f"      - {{text: Choice {hidden}., when: false, goto: b}}\n"
    cards = "  a:\n    text: Three.\n    choices:\n" + "".join(lines) + "  b: {text: Out., ending: won}\n"
    assert found(look(story(cards), tmp_path)) == [("unreachable-choice", 8 + hidden)]


def test_a7_targets_of_every_construct_count_as_reachable(tmp_path: Path) -> None:
    tables = "trackers:\n  hp: {title: Health, start: 2, min: 0, max: 2, at_min: grave}\n"
    tables += "challenges: {types: [climb], level: 4}\n"
    cards = """\
  a:
    text: Hub.
    choices:
      - {text: Climb., goto: wall}
      - {text: Play., goto: inn}
      - {text: Walk., goto: walk}
      - {text: Fall., do: hp -= 1, goto: a}
  wall: {text: A wall., challenge: {type: climb, win: roof, lose: mud}}
  inn:
    text: Cards.
    minigame:
      game: creatures_and_outcasts
      players: 4
      bots: [random, random, random]
      results: {won: rich, tied: rich, lost: poor}
  walk: {text: A walk., random: [{goto: storm}, {goto: calm}]}
  roof: {text: Up., ending: won}
  mud: {text: Down., goto: a}
  rich: {text: Rich., goto: a}
  poor: {text: Poor., goto: a}
  storm: {text: Storm., goto: a}
  calm: {text: Calm., goto: a}
  grave: {text: Dead., ending: lost}
  nobody: {text: Nobody comes here., goto: a}
"""
    assert found(look(story(cards, tables), tmp_path)) == [("unreachable-card", 31)]


def test_a8_a_loop_without_a_choice_is_named_within_a_second(tmp_path: Path) -> None:
    before = time.process_time()
    checked = look(story("  a: {text: A., goto: b}\n  b: {text: B., goto: a}\n"), tmp_path)
    assert time.process_time() - before < 1
    loop = next(each for each in checked.diagnostics if each.slug == "endless-loop")
    assert "a -> b" in loop.message
    counted = "  a: {text: A., do: n += 1, goto: b}\n  b: {text: B., branch: [{when: n < 4, goto: a}, {goto: c}]}\n"
    counted += "  c: {text: C., ending: won}\n"
    assert found(look(story(counted, "variables:\n  n: {start: 0, min: 0, max: 4}\n"), tmp_path)) == []


def test_a16_a_divisor_that_can_be_0_comes_with_a_play(tmp_path: Path) -> None:
    tables = "variables:\n  luck: {start: 0, min: 0, max: 6}\n  rolls: {start: 0, min: 0, max: 2}\n"
    cards = """\
  a:
    text: Average {luck // rolls}.
    choices:
      - {text: Roll., do: luck += 1; rolls += 1, goto: a}
      - {text: Lucky., when: luck // rolls > 0, goto: b}
      - {text: Stop., goto: b}
  b: {text: Done., ending: won}
"""
    checked = look(story(cards, tables), tmp_path)
    lines = [each.span.line for each in checked.diagnostics if each.slug == "possible-division-by-zero"]
    assert lines == [9, 12]
    assert all("`rolls`" in each.message for each in checked.diagnostics if each.slug == "possible-division-by-zero")


def test_a17_misspelt_names_are_errors_and_what_nothing_raises_is_said(tmp_path: Path) -> None:
    tables = "variables:\n  courage: {start: 2, min: 0, max: 9}\n"
    cards = "  a:\n    text: A.\n    do: corage += 1\n    choices:\n      - {text: On., when: courage >= 3, goto: b}\n"
    cards += "      - {text: Off., when: not Courage, goto: b}\n  b: {text: B., ending: won}\n"
    checked = look(story(cards, tables), tmp_path)
    assert [(each.slug, each.span.line) for each in checked.diagnostics] == [("unknown-name", 9), ("unknown-name", 12)]
    assert all("did you mean `courage`" in each.hint for each in checked.diagnostics)
    mended = cards.replace("    do: corage += 1\n", "").replace("not Courage", "courage < 3")
    slugs = dict(found(look(story(mended, tables), tmp_path)))
    assert {"unwritten-variable", "only-one-choice"} <= slugs.keys()


def test_a18_more_than_the_maximum_is_never_there(tmp_path: Path) -> None:
    tables = "trackers:\n  hp: {title: Health, start: 8, min: 0, max: 10, at_min: b}\n"
    cards = """\
  a:
    text: A potion.
    choices:
      - {text: Drink., do: hp += 4, goto: a}
      - {text: Fall., do: hp -= 5, goto: a}
      - {text: Fly., when: hp > 10, goto: b}
      - {text: Jump., when: hp == 10, goto: c}
  b: {text: Dead., ending: lost}
  c: {text: Alive., ending: won}
"""
    checked = look(story(cards, tables), tmp_path)
    assert ("unreachable-choice", 12) in found(checked)
    assert all(line != 13 for _, line in found(checked))


def test_a18_a_second_loss_of_one_rope_is_warned_about(tmp_path: Path) -> None:
    cards = "  a: {text: A., do: gain rope, goto: b}\n  b: {text: B., do: discard rope; discard rope, goto: c}\n"
    cards += "  c:\n    text:\n      - C.\n      - {when: has(rope), text: Rope.}\n    ending: won\n"
    slugs = [slug for slug, _ in found(look(story(cards, "items:\n  rope: {title: Rope}\n"), tmp_path))]
    assert slugs.count("idle-discard") == 1


def test_a21_the_same_words_matter_only_where_both_can_be_seen(tmp_path: Path) -> None:
    tables = "variables:\n  key: false\n"
    cards = """\
  a:
    text: A box.
    choices:
      - {id: look, text: Look., do: key = true, goto: a}
      - {id: tiger, text: Open it, when: not key, goto: b}
      - {id: garden, text: open  it, goto: c}
      - {id: roof, text: Open it wide, goto: c}
  b: {text: B., ending: lost}
  c: {text: C., ending: won}
"""
    assert found(look(story(cards, tables), tmp_path)) == [("same-words", 12)]
    apart = cards.replace("text: open  it, goto", "text: open  it, when: key, goto")
    assert found(look(story(apart, tables), tmp_path)) == []


def test_a22_a_story_of_thousands_of_cards_is_decided_whole(tmp_path: Path) -> None:
    """A tree of choices; its twigs end, but for one that is cut off."""
    count = 1_500
    lines = []
    for number in range(count):
        ways = [f"{{text: Way {way}., goto: c{way}}}" for way in (2 * number + 1, 2 * number + 2) if way < count]
        after = f"choices: [{', '.join(ways)}]" if ways else "ending: {kind: home}"
        lines.append(f"  c{number}: {{text: Card {number}., {after}}}\n")
    cards = "".join(lines).replace(f"goto: c{count - 1}}}", f"goto: c{count - 2}}}")
    checked = look(story(cards).replace("start: a", "start: c0"), tmp_path)
    assert found(checked) == [("unreachable-ending", count + 4)]
