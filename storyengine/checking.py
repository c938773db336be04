"""A story checked as a whole: loaded, decided, linted. Where loader, analysis and rules meet.

Example:
    >>> from storyengine.checking import check
    >>> checked = check("stories/tavern")
    >>> checked.findings, str(checked.verdicts["ending:inside"])[:9]
    ((), 'Reachable')
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path as FilePath

from storyengine.analysis.exhaust import Path
from storyengine.analysis.findings import Budget, Progress, Verdicts
from storyengine.analysis.verdicts import verdicts as decide
from storyengine.diagnostics import Diagnostic, Severity
from storyengine.games.story_adapter import story_games
from storyengine.lint.baseline import fingerprints, named_in
from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.lint.registry import rules
from storyengine.lint.running import lint
from storyengine.lint.settings import settings_of
from storyengine.loader import Loaded, load_story
from storyengine.loader.codes import ROWS
from storyengine.model.story import Story
from storyengine.runtime import introduce
from storyengine.runtime.minigame import Minigame
from storyengine.runtime.program import program_of


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found in a story."""

    story: Story | None
    """The story; None if it could not be loaded."""
    findings: tuple[Finding, ...]
    """What there is to mend, by place."""
    hidden: Mapping[str, int] = field(default_factory=dict)
    """How many findings were set aside, by what."""
    verdicts: Verdicts | None = None
    """Of every target; None if the story could not be loaded."""
    sources: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """The lines of every file that was read."""
    facts: Facts | None = None
    """What the rules were asked about."""

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """The findings alone."""
        return tuple(finding.diagnostic for finding in self.findings)

    @property
    def is_clean(self) -> bool:
        """Whether there is neither error nor warning."""
        return all(each.severity is Severity.NOTE for each in self.diagnostics)

    @property
    def fingerprints(self) -> dict[Finding, str]:
        """A name for each finding that stays the same when lines move."""
        story = self.story
        named = story.id if story else named_in(self.sources)
        return fingerprints(self.findings, self.sources, named, story.folder if story else "")


def check(
    story: Story | str | FilePath,
    *,
    budget: float | None = None,
    known: Iterable[Path] = (),
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    strict: bool = False,
    progress: Progress = lambda doing, done, of: None,
) -> Checked:
    """Check a story: load it if it is a path, decide every target, ask every rule.

    Args:
        story: a loaded story, or its folder or file.
        budget: how much more work than usual may be spent on verdicts; nothing takes what the story says, or 1.
        known: plays found earlier; looked at first.
        select: codes, slugs or beginnings of codes; only these are shown. All, if empty.
        ignore: the same, not shown.
        strict: whether undecided verdicts are findings.
        progress: told now and then.

    Returns:
        What was found. A story that cannot be loaded has only the findings of the loader.
    """
    loaded = Loaded(story, (), {}) if isinstance(story, Story) else load_story(story, games=story_games())
    return check_loaded(
        loaded, budget=budget, known=known, select=select, ignore=ignore, strict=strict, progress=progress
    )


def check_loaded(
    loaded: Loaded,
    *,
    budget: float | None = None,
    known: Iterable[Path] = (),
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    strict: bool = False,
    progress: Progress = lambda doing, done, of: None,
) -> Checked:
    """Check a story that `load_story` has read. Otherwise as `check`."""
    if loaded.story is None:
        return Checked(None, tuple(map(Finding, loaded.diagnostics)), sources=loaded.sources)
    factor = budget or settings_of(loaded.story, lambda name: name).budget
    games = introduce_games(loaded.story)
    decided = decide(loaded.story, budget=Budget().times(factor), known=known, progress=progress, games=games)
    facts = Facts(loaded.story, decided, loaded.sources)
    linted = lint(
        facts,
        loaded=loaded.diagnostics,
        others={row.code: row.slug for row in ROWS.values()},
        select=tuple(select),
        ignore=tuple(ignore),
        strict=strict,
    )
    return Checked(loaded.story, linted.findings, linted.hidden, decided, loaded.sources, facts)


def introduce_games(story: Story) -> Mapping[str, Minigame]:
    """Introduce the card games that a story opens, so that its witnesses play them move by move, and return them.

    A story that knows some already keeps those, with what they remember of plays.
    """
    if not any(card.minigame for card in story.cards.values()):
        return {}
    games: Mapping[str, Minigame] = program_of(story).games or story_games()
    introduce(story, games)
    return games


def rule_names() -> Mapping[str, str]:
    """Return code to slug of everything that can be found, by the loader and by the rules."""
    return {**{row.code: row.slug for row in ROWS.values()}, **{rule.code: rule.slug for rule in rules()}}
