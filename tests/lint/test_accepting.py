"""What authors accept: comments, `allow:`, `unreachable:`, `lint:` and baselines. All that is hidden is counted."""

from __future__ import annotations

from pathlib import Path

import pytest

from storyengine.lint.baseline import BaselineError, describe, read_baseline, write_baseline
from tests.lint.stories import TAVERN, found, look

CELLAR = "  cellar: {text: Three crates., goto: inside}\n"


def test_a_comment_on_the_line_hides_a_finding(tmp_path: Path) -> None:
    text = TAVERN + CELLAR.replace("}\n", "}  # lint: ignore[SE102] for later\n")
    checked = look(text, tmp_path)
    assert (found(checked), checked.hidden) == ([], {"comments": 1})


@pytest.mark.parametrize("name", ["SE102", "unreachable-card"])
def test_a_comment_on_its_own_line_speaks_of_the_next_that_is_no_comment(name: str, tmp_path: Path) -> None:
    text = TAVERN + f"  # lint: ignore[{name}] for later\n\n  # not now\n" + CELLAR
    checked = look(text, tmp_path)
    assert (found(checked), checked.hidden) == ([], {"comments": 1})


def test_one_comment_may_name_several_and_each_must_be_there(tmp_path: Path) -> None:
    text = TAVERN + CELLAR.replace("}\n", "}  # lint: ignore[SE102, dead-end] for later\n")
    assert found(look(text, tmp_path)) == [("unused-suppression", 12)]


def test_allow_on_the_card_hides_what_is_said_of_the_card_only(tmp_path: Path) -> None:
    attic = "  attic: {text: Dust., goto: inside}\n"
    text = TAVERN + "  cellar: {text: Three crates., goto: inside, allow: {unreachable-card: for later}}\n" + attic
    checked = look(text, tmp_path)
    assert (found(checked), checked.hidden) == ([("unreachable-card", 13)], {"allow": 1})


def test_allow_on_the_story_hides_it_everywhere(tmp_path: Path) -> None:
    text = TAVERN.replace("start:", "allow: {SE102: drafts}\nstart:") + CELLAR + CELLAR.replace("cellar", "attic")
    checked = look(text, tmp_path)
    assert (found(checked), checked.hidden) == ([], {"allow": 2})


def test_a_parked_card_is_counted(tmp_path: Path) -> None:
    text = TAVERN + "  cellar: {text: Three crates., goto: inside, unreachable: for later}\n"
    checked = look(text, tmp_path)
    assert (found(checked), checked.hidden) == ([], {"unreachable": 1})


def test_an_unused_allow_is_found_where_it_is_written(tmp_path: Path) -> None:
    text = TAVERN.replace("    text: Rain", "    allow: {dead-end: not any more}\n    text: Rain")
    diagnostic = look(text, tmp_path).diagnostics[0]
    assert (diagnostic.slug, diagnostic.span.line, diagnostic.span.column) == ("unused-suppression", 6, 13)


def test_settings_change_how_much_a_finding_matters_and_turn_rules_off(tmp_path: Path) -> None:
    text = TAVERN + CELLAR
    graver = look(text.replace("start:", "lint: {severity: {unreachable-card: error}}\nstart:"), tmp_path)
    assert [each.severity.value for each in graver.diagnostics] == ["error"]
    off = look(text.replace("start:", "lint: {severity: {SE102: off}}\nstart:"), tmp_path)
    assert (found(off), off.hidden) == ([], {"settings": 1})


def test_select_and_ignore_take_codes_slugs_and_beginnings(tmp_path: Path) -> None:
    text = TAVERN + CELLAR
    for names, shown in ((["SE1"], 1), (["SE102"], 1), (["unreachable-card"], 1), (["SE11"], 0), (["dead-end"], 0)):
        assert len(look(text, tmp_path, select=names).findings) == shown
        assert len(look(text, tmp_path, ignore=names).findings) == 1 - shown
    assert look(text, tmp_path, ignore=["SE1"]).hidden == {"selection": 1}


def test_a_warning_of_the_loader_may_be_accepted_too(tmp_path: Path) -> None:
    text = TAVERN.replace("one lit door.", "door #2.")
    assert [slug for slug, _ in found(look(text, tmp_path))] == ["comment-cut"]
    accepted = text.replace("start:", "allow: {comment-cut: it is a comment}\nstart:")
    assert look(accepted, tmp_path).hidden == {"allow": 1}


def test_a_fingerprint_outlives_moved_lines_and_tells_like_findings_apart(tmp_path: Path) -> None:
    text = TAVERN + CELLAR + CELLAR.replace("cellar", "attic")
    before = list(look(text, tmp_path).fingerprints.values())
    after = list(look("# a comment\n\n" + text, tmp_path).fingerprints.values())
    assert before == after
    assert len(set(before)) == 2


def test_a_fingerprint_tells_stories_apart(tmp_path: Path) -> None:
    text = TAVERN + CELLAR
    one = set(look(text, tmp_path).fingerprints.values())
    other = set(look(text.replace("story: tavern", "story: inn"), tmp_path).fingerprints.values())
    assert one and not one & other


BROKEN = "  lost: {text: Nowhere to go., goto: nowhere}\n"


def test_a_fingerprint_outlives_an_error_that_keeps_the_story_from_loading(tmp_path: Path) -> None:
    text = TAVERN.replace("Rain, and one lit door.", '"Rain\u202e, and one lit door."')
    whole, broken = look(text, tmp_path), look(text + BROKEN, tmp_path)
    assert whole.story and not broken.story
    assert set(whole.fingerprints.values()) < set(broken.fingerprints.values())


def test_two_broken_stories_have_fingerprints_of_their_own(tmp_path: Path) -> None:
    one = look(TAVERN + BROKEN, tmp_path)
    other = look((TAVERN + BROKEN).replace("story: tavern", "story: inn"), tmp_path)
    assert one.fingerprints and not set(one.fingerprints.values()) & set(other.fingerprints.values())


def test_a_baseline_is_read_as_it_was_written(tmp_path: Path) -> None:
    names = {name: describe(finding) for finding, name in look(TAVERN + CELLAR, tmp_path).fingerprints.items()}
    assert read_baseline(write_baseline(names)) == set(names)


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"format": 1, "findings": {}}', '{"format": 2, "findings": []}', "[" * 100_000]
)
def test_what_is_no_baseline_is_refused(text: str) -> None:
    with pytest.raises(BaselineError):
        read_baseline(text)
