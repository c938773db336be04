"""SE113."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.analysis.doom import doomed
from storyengine.diagnostics import Severity
from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.lint.plays import in_steps, step_place
from storyengine.lint.rule import Rule
from storyengine.runtime import format_action


class DoomedPlay(Rule):
    """After some step no ending can be reached any more, though the play goes on.

    Why: the player plays on for nothing, and cannot know it.
    Instead: open a way out of what follows, or end the story where it is lost.
    """

    code, slug, severity = "SE113", "doomed-play", Severity.WARNING

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield the steps that doom a play."""
        for doom in doomed(facts.verdicts):
            span = step_place(facts.story, doom.card, doom.action)
            where = f" at `{doom.card}`" if doom.card else ""
            did = f"`{format_action(doom.action)}`{where}"
            message = (
                f"{did} dooms the play: no ending can be reached after it (a play of {in_steps(doom.path)} shows it)"
            )
            yield self.at(span, message, card=doom.card, play=doom.path)
