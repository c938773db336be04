"""Plays as an author reads them: the steps that somebody decides, each with its place and its words."""

from __future__ import annotations

from storyengine.analysis.exhaust import Path
from storyengine.diagnostics import Related
from storyengine.model.cards import Text
from storyengine.model.story import Story
from storyengine.runtime import Action, current_card, format_action, initial
from storyengine.runtime.actions import Choose, Deal, GoOn
from storyengine.runtime.moves import take_recorded
from storyengine.source import NOWHERE


def in_steps(path: Path) -> str:
    """Return how long a play is, in words."""
    return "1 step" if len(path) == 1 else f"{len(path)} steps"


def after(path: Path) -> str:
    """Return when something happens in a play: `at the start` or `after 7 steps`."""
    return f"after {in_steps(path)}" if any(not isinstance(action, Deal | GoOn) for action, _ in path) else "at the start"


def told(story: Story, path: Path) -> tuple[Related, ...]:
    """Return the steps of a play, each with the place of the choice or card that it is taken at.

    Steps in which nobody decides and nothing is left to chance, such as reading on, are left out.
    """
    state = initial(story)
    steps: list[Related] = []
    for action, chance in path:
        card = current_card(story, state)
        if chance or not isinstance(action, GoOn):
            words = f"{_words(story, card, action)}{f' ({chance})' if chance else ''}"
            steps.append(Related(_place(story, card, action), f"{card}: {words}" if card else words))
        state = take_recorded(story, state, action, chance).state
    return tuple(steps)


def _choice(story: Story, card: str, action: Action) -> tuple[Text, ...]:
    if not isinstance(action, Choose) or card not in story.cards:
        return ()
    return tuple(choice.text for choice in story.cards[card].choices if choice.id == action.choice)


def _words(story: Story, card: str, action: Action) -> str:
    return format_action(action)


def _place(story: Story, card: str, action: Action):  # type: ignore[no-untyped-def]
    for text in _choice(story, card, action):
        return text.span
    return story.cards[card].span if card in story.cards else NOWHERE
