"""Walks the rules: each proves itself by its own example stories, which are also on its page."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from storyengine.checking import Checked, check
from storyengine.cli import main
from storyengine.cli.pages import WITHOUT_EXAMPLE, all_pages, examples, find_info, page, rule_infos
from storyengine.diagnostics import Applicability
from storyengine.lint import Rule, find_rule, rules
from storyengine.lint.fixing import fixes_of
from storyengine.lint.running import STRICT_ONLY

HERE = Path(__file__).parent / "rules"
RULES = rules()
IDS = [f"{rule.code}-{rule.slug}" for rule in RULES]
SMALL_BUDGET = 0.01
"""So that a story of a few lines can be undecided."""


def example(rule: Rule, name: str) -> Path | None:
    folder = HERE / f"{rule.code}-{rule.slug}"
    return next((path for path in (folder / f"{name}.yaml", folder / name) if path.exists()), None)


def look(rule: Rule, path: Path) -> Checked:
    strict = rule.slug in STRICT_ONLY
    return check(path, strict=strict, budget=SMALL_BUDGET if strict else None)


@pytest.mark.parametrize("rule", RULES, ids=IDS)
def test_bad_example_is_found_by_this_rule_and_by_no_other(rule: Rule) -> None:
    bad = example(rule, "bad")
    assert bad is not None, "a rule has a bad example"
    assert {each.code for each in look(rule, bad).diagnostics} == {rule.code}


@pytest.mark.parametrize("rule", RULES, ids=IDS)
def test_good_example_is_clean(rule: Rule) -> None:
    good = example(rule, "good")
    assert good is not None, "a rule has a good example"
    assert [str(each) for each in look(rule, good).diagnostics] == []


@pytest.mark.parametrize("rule", RULES, ids=IDS)
def test_findings_have_a_place_and_speak_to_the_author(rule: Rule) -> None:
    bad = example(rule, "bad")
    assert bad is not None
    checked = look(rule, bad)
    for each in checked.diagnostics:
        lines = checked.sources[each.span.path]
        assert 1 <= each.span.line <= each.span.end_line <= len(lines), each
        assert 1 <= each.span.column <= len(lines[each.span.line - 1]) + 1, each
        assert each.message and "\n" not in each.message and not each.message.endswith("."), each
        assert each.message[0].islower() or each.message[0] == "`", each
        assert each.why and each.hint, each


@pytest.mark.parametrize("rule", RULES, ids=IDS)
def test_a_play_that_shows_a_finding_can_be_played(rule: Rule) -> None:
    from storyengine.lint.plays import told

    bad = example(rule, "bad")
    assert bad is not None
    checked = look(rule, bad)
    assert checked.story is not None
    for finding in checked.findings:
        told(checked.story, finding.play)  # takes every step; it raises where one is not possible


@pytest.mark.parametrize("rule", RULES, ids=IDS)
def test_fix_removes_the_finding_and_adds_none_and_is_done_once(rule: Rule, tmp_path: Path) -> None:
    bad, fixed = example(rule, "bad"), example(rule, "fixed")
    assert bad is not None
    found = fixes_of(look(rule, bad).diagnostics, unsafe=True)
    assert bool(found) == (fixed is not None), "a rule with a fix shows what the fix makes of the bad example"
    if fixed is None:
        return
    copy = tmp_path / bad.name
    (shutil.copytree if bad.is_dir() else shutil.copyfile)(bad, copy)
    unsafe = any(fix.applicability is Applicability.UNSAFE for _, fix in found)
    arguments = ["lint", str(copy), "--fix", *(["--unsafe-fixes"] if unsafe else [])]
    assert main(arguments) == 0
    assert texts(copy) == texts(fixed)
    assert main(arguments) == 0
    assert texts(copy) == texts(fixed)


def texts(path: Path) -> list[str]:
    files = sorted(path.glob("*.yaml")) if path.is_dir() else [path]
    return [file.read_text(encoding="utf-8") for file in files]


@pytest.mark.parametrize("rule", RULES, ids=IDS)
def test_page_has_its_parts(rule: Rule) -> None:
    parts = rule.page()
    assert parts.title and parts.why and parts.instead
    info = find_info(rule.slug)
    assert info is not None and info == find_info(rule.code.lower())
    written = page(info)
    assert all(part in written for part in (rule.slug, "**Why:**", "**Instead:**", "# Example", "# Instead"))


def test_every_finding_of_loader_and_rules_has_a_page_with_an_example() -> None:
    without = [info.code for info in rule_infos() if not list(examples(info)) and info.code not in WITHOUT_EXAMPLE]
    assert without == []
    document = all_pages()
    for info in rule_infos():
        assert document.count(f"\n## {info.code} {info.slug}\n") == 1


def test_codes_and_slugs_are_never_shared() -> None:
    infos = rule_infos()
    assert len({info.code for info in infos}) == len({info.slug for info in infos}) == len(infos)


def test_every_example_folder_belongs_to_a_rule() -> None:
    folders = [path.name for path in HERE.iterdir() if path.is_dir()]
    assert sorted(folders) == sorted(IDS)


def test_rules_are_found_without_being_imported_by_name() -> None:
    assert find_rule("dead-end") is find_rule("SE112")
    assert find_rule("nonsense") is None
