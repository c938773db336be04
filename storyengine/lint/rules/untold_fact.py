"""SE152."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.diagnostics import Severity
from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.lint.plays import after
from storyengine.lint.rule import Rule
from storyengine.lint.untold import read_too_early
from storyengine.runtime.program import program_of


class UntoldFact(Rule):
    """A text shows what a card game tells of itself, and a play reads it before a game has told it.

    Why: the player is shown `?` in its place.
    Instead: show it only on the way from the game's results, or in a part whose `when` asks whether the game's card was
    visited.
    """

    code, slug, severity = "SE152", "untold-fact", Severity.WARNING

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield the texts that some play reads too early."""
        for shown, play in read_too_early(facts.story, program_of(facts.story).games):
            message = f"{after(play)} `game.{shown.fact}` is shown here, and no card game has told it by then"
            yield self.at(shown.text.span, message, card=shown.card, play=play)
