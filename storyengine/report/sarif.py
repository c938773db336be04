"""A report as SARIF 2.1.0, the format in which code hosts take findings in.

Source:
    OASIS, Static Analysis Results Interchange Format (SARIF) Version 2.1.0, 27 March 2020.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from storyengine.diagnostics import Applicability, Fix, Related, Severity
from storyengine.report.contents import Entry, Report, RuleInfo
from storyengine.source import Span

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}
FINGERPRINT = "storyengine/v2"
"""The name of our fingerprints, with the number of how they are made, which is that of a baseline's `format`."""
ROOT = "SRCROOT"
"""Stands for the folder that all paths start from."""


def to_sarif(report: Report, *, colour: bool = False) -> str:
    """Write a report as SARIF, without a final line end. Paths stay as they are given, so give them relative."""
    used = {entry.diagnostic.code for entry in report.entries}
    rules = [rule for rule in report.rules if rule.code in used]
    index = {rule.code: number for number, rule in enumerate(rules)}
    interrupted = any(story.interrupted for story in report.stories)
    driver = {
        "name": "storyengine",
        "version": report.version,
        "semanticVersion": report.version,
        "rules": [_rule(rule) for rule in rules],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {ROOT: {"description": {"text": "The folder that the linter was called in."}}},
        "invocations": [{"executionSuccessful": not interrupted}],
        "results": [_result(entry, index) for entry in report.entries],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2, ensure_ascii=False)


def _rule(rule: RuleInfo) -> dict[str, Any]:
    parts = (part for part in (rule.title, rule.why, rule.instead) if part)
    text = " ".join(f"{part[0].upper()}{part[1:]}." for part in parts)
    return {
        "id": rule.code,
        "name": "".join(word.capitalize() for word in rule.slug.split("-")),
        "shortDescription": {"text": f"{rule.title}."},
        "fullDescription": {"text": text},
        "help": {"text": f"{text} More: storyengine explain {rule.code}"},
        "defaultConfiguration": {"level": LEVELS[rule.severity]},
    }


def _result(entry: Entry, index: dict[str, int]) -> dict[str, Any]:
    diagnostic = entry.diagnostic
    words = [diagnostic.message]
    words += [f"{label}: {text}" for label, text in (("why", diagnostic.why), ("hint", diagnostic.hint)) if text]
    result: dict[str, Any] = {
        "ruleId": diagnostic.code,
        "level": LEVELS[diagnostic.severity],
        "message": {"text": "\n".join(words)},
        "locations": [{"physicalLocation": _place(diagnostic.span)}] if diagnostic.span.path else [],
    }
    if diagnostic.code in index:
        result["ruleIndex"] = index[diagnostic.code]
    if entry.fingerprint:
        result["partialFingerprints"] = {FINGERPRINT: entry.fingerprint}
    related = [each for each in diagnostic.related if each.span.path]
    if related:
        result["relatedLocations"] = [_location(each) for each in related]
    if entry.play:
        result["codeFlows"] = [_flow(entry.play)]
    if diagnostic.fix and diagnostic.fix.applicability is Applicability.SAFE:
        result["fixes"] = [_fix(diagnostic.fix)]
    return result


def _place(span: Span) -> dict[str, Any]:
    return {"artifactLocation": _artifact(span.path), "region": _region(span)}


def _artifact(path: str) -> dict[str, Any]:
    if path.startswith("/"):
        return {"uri": f"file://{quote(path)}"}
    return {"uri": quote(path.removeprefix("./")), "uriBaseId": ROOT}


def _region(span: Span) -> dict[str, int]:
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }


def _location(related: Related) -> dict[str, Any]:
    location: dict[str, Any] = {"message": {"text": related.message}}
    if related.span.path:
        location["physicalLocation"] = _place(related.span)
    return location


def _flow(play: Sequence[Related]) -> dict[str, Any]:
    return {"threadFlows": [{"locations": [{"location": _location(step)} for step in play]}]}


def _fix(fix: Fix) -> dict[str, Any]:
    by_file: dict[str, list[dict[str, Any]]] = {}
    for edit in fix.edits:
        replacement = {"deletedRegion": _region(edit.span), "insertedContent": {"text": edit.text}}
        by_file.setdefault(edit.span.path, []).append(replacement)
    changes = [{"artifactLocation": _artifact(path), "replacements": edits} for path, edits in by_file.items()]
    return {"description": {"text": fix.title}, "artifactChanges": changes}
