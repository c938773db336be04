"""What a rule finds."""

from __future__ import annotations

from dataclasses import dataclass

from storyengine.analysis.exhaust import Path
from storyengine.diagnostics import Diagnostic


@dataclass(frozen=True, slots=True)
class Finding:
    """A diagnostic, with what else is known about it."""

    diagnostic: Diagnostic
    card: str = ""
    """The card that it is about: an `allow:` there covers it. Empty for what belongs to the whole story."""
    play: Path = ()
    """A play that shows it, where one does."""
