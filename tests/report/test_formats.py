"""One report in every format: the same findings, at the same places, in the form that each reader needs."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from storyengine.diagnostics import Diagnostic, Related, Severity
from storyengine.report import WRITERS, Entry, Report, StoryReport, to_github, to_json, to_sarif, to_text
from storyengine.source import NOWHERE, Span
from tests.report.reports import report_of
from tests.report.sarif_schema import SARIF


@pytest.fixture(name="report")
def a_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Report:
    monkeypatch.chdir(tmp_path)
    return report_of(Path())


def test_text_shows_each_finding_with_the_authors_line_and_a_verdict_for_each_ending(report: Report) -> None:
    written = to_text(report)
    for entry in report.entries:
        assert f"{entry.diagnostic.span}: {entry.diagnostic.severity.value}[{entry.diagnostic.code}]" in written
    assert "11 |       - {text: Light the lamp., when: oil >= 2, goto: lit}" in written
    assert '= play: 1. at `hall`: choose grope, "Grope."' in written
    assert "\nlamp: 2 endings\n  lit: unreachable (all " in written
    assert "  cards: 2 reachable, 2 unreachable\n" in written
    assert written.endswith("checked 1 story: 1 error, 3 warnings, 1 note")
    assert "\x1b" not in written


def test_text_has_colour_only_where_it_is_asked_for_and_says_no_more_with_it(report: Report) -> None:
    import re

    painted = to_text(report, colour=True)
    assert "\x1b[1;31merror[" in painted
    assert re.sub(r"\x1b\[[0-9;]*m", "", painted) == to_text(report)


def test_json_holds_findings_and_verdicts(report: Report) -> None:
    data = json.loads(to_json(report))
    (story,) = data["stories"]
    assert [(each["code"], each["line"]) for each in story["findings"]] == [
        (entry.diagnostic.code, entry.diagnostic.span.line) for entry in report.entries
    ]
    assert data["counts"] == {"error": 1, "warning": 3, "note": 1}
    assert story["endings"]["lit"]["verdict"] == "unreachable"
    assert "`light_the_lamp`" in story["endings"]["lit"]["why"] and "`light_the_lamp`" in to_text(report)
    assert story["verdicts"]["card"] == {"reachable": 2, "unreachable": 2, "undecided": 0}
    assert story["findings"][0]["file"] == "lamp.yaml"


def test_sarif_is_as_the_standard_says(report: Report) -> None:
    data = json.loads(to_sarif(report))
    jsonschema.Draft202012Validator.check_schema(SARIF)
    jsonschema.validate(data, SARIF)


def test_sarif_paths_are_relative_and_results_find_their_rule(report: Report) -> None:
    (run,) = json.loads(to_sarif(report))["runs"]
    assert run["columnKind"] == "unicodeCodePoints"
    rules = run["tool"]["driver"]["rules"]
    prints = set()
    for result, entry in zip(run["results"], report.entries, strict=True):
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"] == entry.diagnostic.code
        place = result["locations"][0]["physicalLocation"]
        assert place["artifactLocation"] == {"uri": "lamp.yaml", "uriBaseId": "SRCROOT"}
        assert place["region"]["startColumn"] == entry.diagnostic.span.column
        prints.add(result["partialFingerprints"]["storyengine/v2"])
    assert len(prints) == len(run["results"])


def test_sarif_describes_rules_in_sentences(report: Report) -> None:
    rules = json.loads(to_sarif(report))["runs"][0]["tool"]["driver"]["rules"]
    dead_end = next(rule for rule in rules if rule["id"] == "SE112")
    assert "and no `ending`. The play stops there," in dead_end["fullDescription"]["text"]


def test_sarif_shows_a_play_as_a_flow(report: Report) -> None:
    (run,) = json.loads(to_sarif(report))["runs"]
    dead_end = next(result for result in run["results"] if result["ruleId"] == "SE112")
    (flow,) = dead_end["codeFlows"]
    steps = flow["threadFlows"][0]["locations"]
    assert "grope" in steps[-1]["location"]["message"]["text"]
    assert steps[-1]["location"]["physicalLocation"]["region"]["startLine"] == 12


def test_github_lines_are_one_for_each_finding_and_escape_what_would_end_them(report: Report) -> None:
    lines = to_github(report).split("\n")
    assert len(lines) == sum(1 for _ in report.entries)
    assert all(line.startswith(("::error title=", "::warning title=", "::notice title=")) for line in lines)
    assert any(",file=lamp.yaml,line=11,col=10,endLine=11,endColumn=13::lamp.yaml:11:10: " in line for line in lines)


def test_github_names_the_other_places_of_a_finding() -> None:
    span, other = Span("a.yaml", 1, 1, 1, 2), Span("b.yaml", 2, 3, 2, 4)
    found = Diagnostic("SE999", "x", Severity.ERROR, span, "here", "", "", None, (Related(other, "and there"),))
    report = Report((StoryReport("s", (Entry(found),), {}),), (), "1.0")
    assert to_github(report).endswith("::a.yaml:1:1: here%0Asee: b.yaml:2:3: and there")


def nasty() -> Report:
    span = Span("a b,c:d%.yaml", 1, 1, 1, 2)
    diagnostic = Diagnostic(
        "SE999", "nasty-thing", Severity.ERROR, span, "100%\r\n::set-output::\x1b[2J\u202e", "why", "hint"
    )
    nowhere = Diagnostic("SE000", "more-problems", Severity.NOTE, NOWHERE, "more")
    story = StoryReport("nasty", (Entry(diagnostic), Entry(nowhere)), {}, loaded=False)
    return Report((story,), (), "1.0")


@pytest.mark.parametrize("name", WRITERS)
def test_no_format_lets_a_story_drive_the_terminal_or_the_reader(name: str) -> None:
    written = WRITERS[name](nasty())
    assert "\x1b" not in written and "\r" not in written
    if name == "github":
        assert len(written.split("\n")) == 2
        assert "file=a b%2Cc%3Ad%25.yaml" in written
    if name == "sarif":
        jsonschema.validate(json.loads(written), SARIF)


@pytest.mark.parametrize("name", WRITERS)
def test_nothing_found_is_a_report_too(name: str) -> None:
    written = WRITERS[name](Report((StoryReport("quiet", (), {}),), (), "1.0"))
    assert {"github": "", "text": "quiet: 0 endings\n\nno problems in 1 story"}.get(name, written) == written
    if name == "sarif":
        jsonschema.validate(json.loads(written), SARIF)


def test_sarif_of_a_long_play_stays_in_order(report: Report) -> None:
    from storyengine.diagnostics import Related

    steps = tuple(Related(Span("lamp.yaml", 1, 1, 1, 2), f"step {number}") for number in range(30))
    entry = Entry(next(iter(report.entries)).diagnostic, steps, "x")
    story = StoryReport("lamp", (entry,), {})
    text = to_text(Report((story,), (), "1.0"))
    assert "(the first 18 steps are left out" in text
    assert text.index("19. step 18") < text.index("30. step 29")
