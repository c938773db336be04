"""A report as workflow commands of GitHub Actions, which show each finding beside its line."""

from __future__ import annotations

from storyengine.diagnostics import Severity, harmless
from storyengine.report.contents import Entry, Report

LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def to_github(report: Report, *, colour: bool = False) -> str:
    """Write a report as one line for each finding, without a final line end."""
    return "\n".join(_line(entry) for entry in report.entries)


def _line(entry: Entry) -> str:
    diagnostic = entry.diagnostic
    span = diagnostic.span
    where = {}
    if span.path:
        where = {"file": span.path, "line": span.line, "col": span.column}
        where |= {"endLine": span.end_line, "endColumn": max(span.column, span.end_column - 1)}
    title = f"storyengine {diagnostic.code} {diagnostic.slug}"
    named = ",".join(f"{key}={_property(str(value))}" for key, value in {"title": title, **where}.items())
    words = [f"{span}: {diagnostic.message}" if span.path else diagnostic.message]
    words += [f"{label}: {text}" for label, text in (("why", diagnostic.why), ("hint", diagnostic.hint)) if text]
    words += [f"see: {each.span}: {each.message}" if each.span.path else each.message for each in diagnostic.related]
    words += [f"{number}. {step.message}" for number, step in enumerate(entry.play, 1)]
    return f"::{LEVELS[diagnostic.severity]} {named}::{_data(chr(10).join(map(_visible, words)))}"


def _visible(text: str) -> str:
    return "\n".join(harmless(line) for line in text.split("\n"))


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(harmless(text)).replace(":", "%3A").replace(",", "%2C")
