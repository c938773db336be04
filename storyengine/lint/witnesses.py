"""Witness files: for each target the shortest play found, as a record that `play --replay` shows.

They may stand under version control beside the story. Read back, they are looked at first, so a check that was slow
once is quick the next time, and says the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from storyengine.analysis.exhaust import Path
from storyengine.analysis.findings import Reachable, Verdicts
from storyengine.analysis.targets import Target
from storyengine.model.story import Story
from storyengine.runtime import Action, Record, Recorded, current_card, digest, initial
from storyengine.runtime.actions import Choose
from storyengine.runtime.moves import ChanceError, IllegalActionError, take_recorded

_UNUSUAL = re.compile(r"[^\w.-]+")


@dataclass(frozen=True, slots=True)
class Recalled:
    """What became of a witness read back."""

    path: Path
    """As far as it can still be played."""
    parted: str
    """Why it can not be played further; empty when it was played to its end."""


def witness_name(target: Target) -> str:
    """Return the name of a target's witness file: `ending-lost.json`, `card-follop-2.json`.

    Different targets may have names that only differ in signs which a file name cannot have; the caller counts those.
    """
    return f"{target.kind}-{_UNUSUAL.sub('-', target.id).strip('-')}.json"


def witness_files(verdicts: Verdicts) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of the witness file of every target that some play reaches."""
    names: dict[str, int] = {}
    for target, verdict in verdicts.of.items():
        if isinstance(verdict, Reachable):
            name = witness_name(target)
            # file systems that do not tell capitals apart must not lose one of two
            names[name.casefold()] = names.get(name.casefold(), 0) + 1
            if names[name.casefold()] > 1:
                name = f"{name.removesuffix('.json')}-{names[name.casefold()]}.json"
            yield name, record_of(verdicts.story, verdict.witness).to_json()


def record_of(story: Story, path: Path) -> Record:
    """Return a play as a record."""
    state = initial(story)
    steps: list[Recorded] = []
    for action, chance in path:
        card = current_card(story, state)
        steps.append(Recorded(action, chance, card, _words(story, card, action)))
        state = take_recorded(story, state, action, chance).state
    return Record(
        story=story.id,
        steps=tuple(steps),
        version=story.version,
        mechanics=story.mechanics_hash,
        texts=story.texts_hash,
        final=digest(state),
        ending=state.ending,
    )


def _words(story: Story, card: str, action: Action) -> str:
    if not isinstance(action, Choose) or card not in story.cards:
        return ""
    texts = (choice.text for choice in story.cards[card].choices if choice.id == action.choice)
    pieces = (piece for text in texts for part in text.parts for piece in part.template if isinstance(piece, str))
    return "".join(pieces).strip()


def recall(story: Story, record: Record) -> Recalled:
    """Play a record again, as far as the story still allows it."""
    state = initial(story)
    path: list[tuple[Action, str]] = []
    for number, step in enumerate(record.steps, 1):
        try:
            state = take_recorded(story, state, step.action, step.chance).state
        except (IllegalActionError, ChanceError) as problem:
            return Recalled(tuple(path), f"at step {number}: {problem}")
        path.append((step.action, step.chance))
    return Recalled(tuple(path), "")


def paths(recalled: Iterable[Recalled]) -> tuple[Path, ...]:
    """Return the plays, those that cannot be played at all left out."""
    return tuple(each.path for each in recalled if each.path)
