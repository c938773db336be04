"""Plays as an author reads them: the steps that somebody decides, each with its place and its words."""

from __future__ import annotations

from storyengine.analysis.exhaust import Path
from storyengine.diagnostics import Related
from storyengine.model.cards import Text
from storyengine.model.story import Story
from storyengine.runtime import Action, State, current_card, format_action, initial
from storyengine.runtime.actions import Choose, Deal, GoOn
from storyengine.runtime.moves import take_recorded
from storyengine.source import NOWHERE, Span

LONGEST_WORDS = 60
"""Characters of a choice's text that a play shows."""


def in_steps(path: Path) -> str:
    """Return how long a play is, in words."""
    return "1 step" if len(path) == 1 else f"{len(path)} steps"


def after(path: Path) -> str:
    """Return when something happens in a play: `at the start`, or `after 7 steps`."""
    decided = any(not isinstance(action, Deal | GoOn) for action, _ in path)
    return f"after {in_steps(path)}" if decided else "at the start"


def told(story: Story, path: Path) -> tuple[Related, ...]:
    """Return the steps of a play, each with the place of the choice or card where it is taken.

    Steps in which nobody decides and nothing is left to chance, such as reading on, are left out.
    """
    state = initial(story)
    steps: list[Related] = []
    for action, chance in path:
        card = current_card(story, state)
        if chance or not isinstance(action, GoOn):
            span, words = _step(story, card, action)
            where = f"at `{card}`: " if card else ""
            steps.append(Related(span, f"{where}{words}{f' ({chance})' if chance else ''}"))
        state = take_recorded(story, state, action, chance).state
    return tuple(steps)


def _step(story: Story, card: str, action: Action) -> tuple[Span, str]:
    """Return the place and the words of one step."""
    found = story.cards.get(card)
    words = format_action(action)
    if isinstance(action, Choose) and found:
        for choice in found.choices:
            if choice.id == action.choice:
                return choice.text.span, f"{words}, {plain_words(choice.text)}"
    return (found.span if found else NOWHERE), words


def step_place(story: Story, card: str, action: Action) -> Span:
    """Return where the author wrote what a step takes: a choice, or else the card."""
    return _step(story, card, action)[0]


def state_after(story: Story, path: Path) -> State:
    """Return the state that a play leads to."""
    state = initial(story)
    for action, chance in path:
        state = take_recorded(story, state, action, chance).state
    return state


def plain_words(text: Text) -> str:
    """Return the beginning of a text in quotes, values in braces as `...`."""
    pieces = (piece if isinstance(piece, str) else "..." for part in text.parts for piece in part.template)
    words = " ".join("".join(pieces).split())
    return f'"{words}"' if len(words) <= LONGEST_WORDS else f'"{words[: LONGEST_WORDS - 3]}..."'
