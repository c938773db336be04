"""The linter's settings that a story brings along, under `lint:`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from storyengine.diagnostics import Severity
from storyengine.model.story import Story

OFF = "off"
MOST_BUDGET = 10_000


@dataclass(frozen=True, slots=True)
class Settings:
    """What a story asks of the linter."""

    severity: Mapping[str, Severity | None] = field(default_factory=dict)
    """Slug to how much it matters in this story; None turns the rule off."""
    budget: float = 1
    """How much more work than usual may be spent."""
    problems: tuple[tuple[str, str], ...] = ()
    """(key, what is wrong with it), for the rules that report it."""
    unknown: tuple[str, ...] = ()
    """Rules that are named and do not exist."""


def settings_of(story: Story, slug_of: Callable[[str], str]) -> Settings:
    """Read a story's `lint:`. What is wrong there is left out and listed.

    Args:
        story: a loaded story.
        slug_of: gives the slug of a rule that is named by slug or code, or nothing.
    """
    severity: dict[str, Severity | None] = {}
    budget: float = 1
    problems: list[tuple[str, str]] = []
    unknown: list[str] = []
    for key, value in story.lint.items():
        if key == "budget":
            if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= MOST_BUDGET:
                budget = value
            else:
                problems.append((key, f"`budget` must be a whole number from 1 to {MOST_BUDGET:,}"))
        elif key == "severity":
            if not isinstance(value, Mapping):
                problems.append((key, "`severity` must map rules to error, warning, note or off"))
                continue
            for name, wanted in value.items():
                _read_severity(str(name), wanted, slug_of, severity, problems, unknown)
        else:
            problems.append((str(key), f"`{key}` is no setting of the linter; there are `severity` and `budget`"))
    return Settings(severity, budget, tuple(problems), tuple(unknown))


def _read_severity(
    name: str,
    wanted: Any,
    slug_of: Callable[[str], str],
    severity: dict[str, Severity | None],
    problems: list[tuple[str, str]],
    unknown: list[str],
) -> None:
    slug = slug_of(name)
    if not slug:
        unknown.append(name)
    elif wanted is False or wanted == OFF:  # a plain `off` may arrive as a flag
        severity[slug] = None
    elif wanted in [each.value for each in Severity]:
        severity[slug] = Severity(wanted)
    else:
        problems.append((name, f"`{name}` must be error, warning, note or off"))
