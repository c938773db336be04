"""A report as JSON: everything that the text says, by name."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from storyengine.analysis.findings import Reachable, Undecided, Unreachable, Verdict
from storyengine.analysis.targets import TargetKind
from storyengine.diagnostics import Fix, Related
from storyengine.report.contents import Entry, Report, StoryReport, verdict_word
from storyengine.source import Span

FORMAT = 1
"""Version of what is written here; it changes when a key changes its meaning."""


def to_json(report: Report, *, colour: bool = False) -> str:
    """Write a report as JSON, without a final line end."""
    data = {
        "format": FORMAT,
        "version": report.version,
        "counts": {severity.value: count for severity, count in report.severities.items()},
        "stories": [_story(story) for story in report.stories],
    }
    return json.dumps(data, indent=2, ensure_ascii=False)


def _story(story: StoryReport) -> dict[str, Any]:
    kinds = {str(kind): story.counts(kind) for kind in TargetKind}
    return {
        "story": story.name,
        "loaded": story.loaded,
        "interrupted": story.interrupted,
        "findings": [_entry(entry) for entry in story.entries],
        "endings": {
            target.id: _verdict(verdict, story.whys.get(target.id, ""))
            for target, verdict in story.of_kinds(TargetKind.ENDING)
        },
        "verdicts": {kind: counts for kind, counts in kinds.items() if sum(counts.values())},
        "unreachable": [str(target) for target, verdict in story.verdicts.items() if isinstance(verdict, Unreachable)],
        "undecided": [str(target) for target, verdict in story.verdicts.items() if isinstance(verdict, Undecided)],
        "hidden": dict(sorted(story.hidden.items())),
    }


def _verdict(verdict: Verdict, why: str) -> dict[str, Any]:
    found: dict[str, Any] = {"verdict": verdict_word(verdict)}
    match verdict:
        case Reachable(witness):
            found["steps"] = len(witness)
        case Unreachable(proof, tracked, seen):
            found |= {"proof": proof, "tracked": list(tracked), "seen": seen, "why": why}
        case Undecided(expanded, keys, nearest):
            found |= {"expanded": expanded, "keys": keys, "nearest": nearest}
    return found


def _entry(entry: Entry) -> dict[str, Any]:
    diagnostic = entry.diagnostic
    return {
        "code": diagnostic.code,
        "rule": diagnostic.slug,
        "severity": diagnostic.severity.value,
        "message": diagnostic.message,
        **_place(diagnostic.span),
        "why": diagnostic.why,
        "hint": diagnostic.hint,
        "fix": _fix(diagnostic.fix) if diagnostic.fix else None,
        "related": _places(diagnostic.related),
        "play": _places(entry.play),
        "fingerprint": entry.fingerprint,
    }


def _place(span: Span) -> dict[str, Any]:
    return {
        "file": span.path,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }


def _places(related: Iterable[Related]) -> list[dict[str, Any]]:
    return [{"message": each.message, **_place(each.span)} for each in related]


def _fix(fix: Fix) -> dict[str, Any]:
    return {
        "title": fix.title,
        "safe": fix.applicability.value == "safe",
        "edits": [{**_place(edit.span), "text": edit.text} for edit in fix.edits],
    }
