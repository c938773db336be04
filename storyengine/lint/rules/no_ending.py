"""SE116."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.analysis.targets import TargetKind
from storyengine.diagnostics import Related, Severity
from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.lint.rule import Rule
from storyengine.lint.stopping import StopKind, stops_of
from storyengine.lint.unreached import words_of


class NoEnding(Rule):
    """No play comes to any ending.

    Why: a story that cannot end cannot be finished, won or lost.
    Instead: write `ending:` on the cards where it is over, and lead to one of them.
    """

    code, slug, severity = "SE116", "no-ending", Severity.ERROR

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield one finding if the story cannot end."""
        if no_play_ends(facts) and not stops_of(facts, StopKind.START):
            targets = [target for target in facts.verdicts.of if target.kind is TargetKind.ENDING]
            related = tuple(
                Related(target.span, f"no play reaches `{target.id}`{words_of(facts, target)[0]}") for target in targets
            )
            message = "no play reaches any ending" if targets else "the story has no ending"
            yield self.at(facts.story.span, message, related=related)


def no_play_ends(facts: Facts) -> bool:
    """Whether it is proved that no play comes to an ending."""
    return all(facts.never(target.kind, target.id) for target in facts.verdicts.of if target.kind is TargetKind.ENDING)
