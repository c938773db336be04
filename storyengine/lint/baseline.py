"""Findings known for long: a file that lists them, so that only new ones are shown."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from storyengine.lint.finding import Finding

FORMAT = 2
"""Of the file, and of what a fingerprint is made of."""
_STORY = re.compile(r"""story:\s+['"]?(?P<id>[\w-]+)""")


class BaselineError(ValueError):
    """A text that is no baseline."""


def fingerprints(
    findings: Iterable[Finding], sources: Mapping[str, Sequence[str]], story: str = "", folder: str = ""
) -> dict[Finding, str]:
    """Return a name for each finding that stays the same when lines move and messages are worded better.

    It is made of the story's id, the code, the file below the story's folder, the card and the author's line; of
    several alike, their order counts.
    """
    found: dict[Finding, str] = {}
    alike: Counter[tuple[str, ...]] = Counter()
    for finding in findings:
        span = finding.diagnostic.span
        lines = sources.get(span.path, ())
        line = lines[span.line - 1].strip() if 1 <= span.line <= len(lines) else ""
        path = span.path.removeprefix(folder).lstrip("/") if folder else span.path.rpartition("/")[2]
        about = (story, finding.diagnostic.code, path, finding.card, line)
        alike[about] += 1
        text = json.dumps([*about, alike[about]], ensure_ascii=False)
        found[finding] = hashlib.sha256(text.encode()).hexdigest()[:20]
    return found


def named_in(sources: Mapping[str, Sequence[str]]) -> str:
    """Return the id that a story gives itself, also if it is too broken to be loaded; nothing where it gives none."""
    named = (_STORY.match(line) for lines in sources.values() for line in lines)
    return next((found["id"] for found in named if found), "")


def describe(finding: Finding) -> str:
    """Return what a finding is about, for whoever reads a baseline."""
    found = finding.diagnostic
    return f"{found.code} {finding.card or found.span.path}: {found.message}"


def write_baseline(names: Mapping[str, str]) -> str:
    """Return the text of a baseline file: the name of each finding and what it is about, one a line."""
    data = {"format": FORMAT, "findings": dict(sorted(names.items()))}
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def read_baseline(text: str) -> frozenset[str]:
    """Return the names of the findings that a baseline lists.

    Raises:
        BaselineError: the text is no baseline.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise BaselineError("its text is not complete JSON") from None
    if not isinstance(data, dict) or not isinstance(data.get("findings"), dict):
        raise BaselineError("it must have `format` and `findings`")
    if data.get("format") != FORMAT:
        raise BaselineError(f"it is no baseline of `format` {FORMAT}, but of another version")
    return frozenset(map(str, data["findings"]))
