"""What a report holds, whatever it is written as."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from storyengine.analysis.findings import Reachable, Undecided, Unreachable, Verdict
from storyengine.analysis.targets import Target, TargetKind
from storyengine.diagnostics import Applicability, Diagnostic, Related, Severity


@dataclass(frozen=True, slots=True)
class RuleInfo:
    """One kind of finding, for the head of a report."""

    code: str
    slug: str
    severity: Severity
    title: str
    why: str
    instead: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """One finding."""

    diagnostic: Diagnostic
    play: tuple[Related, ...] = ()
    """The steps of a play that shows it."""
    fingerprint: str = ""
    """Stays the same when lines move."""


@dataclass(frozen=True, slots=True)
class StoryReport:
    """What was found in one story."""

    name: str
    """The story's id, or where it was looked for."""
    entries: tuple[Entry, ...]
    sources: Mapping[str, Sequence[str]]
    """The lines of its files."""
    verdicts: Mapping[Target, Verdict] = field(default_factory=dict)
    whys: Mapping[str, str] = field(default_factory=dict)
    """Ending to why no play reaches it."""
    states: int = 0
    """States that an exhaustive search saw."""
    hidden: Mapping[str, int] = field(default_factory=dict)
    """How many findings were set aside, by what."""
    interrupted: bool = False
    loaded: bool = True
    """Whether there is a story at all."""

    def of_kinds(self, *kinds: TargetKind) -> Iterator[tuple[Target, Verdict]]:
        """Yield the targets of some kinds with their verdicts."""
        return ((target, verdict) for target, verdict in self.verdicts.items() if target.kind in kinds)

    def counts(self, *kinds: TargetKind) -> dict[str, int]:
        """Return how many targets of some kinds are reachable, unreachable and undecided."""
        counted = Counter(verdict_word(verdict) for _, verdict in self.of_kinds(*kinds))
        return {word: counted[word] for word in ("reachable", "unreachable", "undecided")}


@dataclass(frozen=True, slots=True)
class Report:
    """What was found in some stories."""

    stories: tuple[StoryReport, ...]
    rules: tuple[RuleInfo, ...]
    version: str

    @property
    def entries(self) -> Iterator[Entry]:
        """All findings, story after story."""
        return (entry for story in self.stories for entry in story.entries)

    @property
    def severities(self) -> Counter[Severity]:
        """How many findings there are of each severity."""
        return Counter(entry.diagnostic.severity for entry in self.entries)

    def fixable(self, applicability: Applicability) -> int:
        """Return how many findings have a fix of this kind."""
        fixes = (entry.diagnostic.fix for entry in self.entries)
        return sum(fix is not None and fix.applicability is applicability for fix in fixes)


def verdict_word(verdict: Verdict) -> str:
    """Return a verdict in one word."""
    match verdict:
        case Reachable():
            return "reachable"
        case Unreachable():
            return "unreachable"
        case Undecided():
            return "undecided"
