"""SE113."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.analysis.doom import doomed
from storyengine.diagnostics import Severity
from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.lint.plays import in_steps, state_after, step_place
from storyengine.lint.rule import Rule
from storyengine.lint.rules.unwinnable_retry import hopeless_challenges
from storyengine.model.story import Story
from storyengine.runtime import Phase, State, current_card, format_action, legal_actions, transitions

MOST_FORCED = 20
"""Steps that are followed to see whether a play stops by itself."""


class DoomedPlay(Rule):
    """After some step no ending can be reached any more, though the play goes on.

    Why: the player plays on for nothing, and cannot know it.
    Instead: open a way out of what follows, or end the story where it is lost.
    """

    code, slug, severity = "SE113", "doomed-play", Severity.WARNING

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield the steps that doom a play."""
        unwinnable = {card.id for card, _ in hopeless_challenges(facts)}
        for doom in doomed(facts.verdicts):
            state = state_after(facts.story, doom.path)
            if current_card(facts.story, state) in unwinnable or _stops_by_itself(facts.story, state):
                continue  # the challenge, or the stop, has a rule of its own
            span = step_place(facts.story, doom.card, doom.action)
            where = f" at `{doom.card}`" if doom.card else ""
            did = f"`{format_action(doom.action)}`{where}"
            message = (
                f"{did} dooms the play: no ending can be reached after it (a play of {in_steps(doom.path)} shows it)"
            )
            yield self.at(span, message, card=doom.card, play=doom.path)


def _stops_by_itself(story: Story, state: State) -> bool:
    """Whether a play stops from here without anybody deciding anything."""
    for _ in range(MOST_FORCED):
        if state.phase is Phase.STUCK:
            return True
        actions = legal_actions(story, state)
        following = transitions(story, state, actions[0]) if len(actions) == 1 else ()
        if len(following) != 1:
            return False
        state = following[0].state
    return False
