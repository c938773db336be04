"""What a verdict is about: every ending, card, choice, challenge result, game result and threshold of a story."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from storyengine.model.story import Story
from storyengine.model.walk import endings
from storyengine.runtime.program import Program
from storyengine.source import Span


class TargetKind(StrEnum):
    """What sort of thing is to be reached."""

    ENDING = "ending"
    CARD = "card"
    CHOICE = "choice"
    WIN = "win"
    LOSE = "lose"
    RESULT = "result"
    THRESHOLD = "threshold"


@dataclass(frozen=True, slots=True)
class Target:
    """One thing that some play should reach."""

    kind: TargetKind
    id: str
    """`won`, `follop/2`, `follop/4.listen`, `follop/2.perception`, `follop/8.tied`, `epm.at.25`."""
    card: str
    """The card it stands on; empty for a threshold."""
    span: Span
    block: int = -1
    """The block of the plan that begins when it is reached; -1 for an ending."""

    def __str__(self) -> str:
        """Its name for people and on the command line."""
        return f"{self.kind}:{self.id}"


def targets(story: Story, program: Program) -> Iterator[Target]:
    """Yield every target, endings first, the rest in the order written."""
    index = program.block_index
    for ending in endings(story):
        yield Target(TargetKind.ENDING, ending.id, ending.card, ending.span)
    for card in story.cards.values():
        yield Target(TargetKind.CARD, card.id, card.id, card.span, program.card_blocks[card.id])
        for choice in card.choices:
            yield Target(TargetKind.CHOICE, f"{card.id}.{choice.id}", card.id, choice.span, index[choice.then.key])
        for challenge in card.challenges:
            name = f"{card.id}.{challenge.id}"
            yield Target(TargetKind.WIN, name, card.id, challenge.span, index[f"{name}.win"])
            yield Target(TargetKind.LOSE, name, card.id, challenge.span, index[f"{name}.lose"])
        if card.minigame:
            for label in card.minigame.results:
                span = card.minigame.spans.get(f"results.{label}", card.minigame.span)
                yield Target(
                    TargetKind.RESULT, f"{card.id}.{label}", card.id, span, index[f"{card.id}.minigame.{label}"]
                )
    for name, thresholds in zip(program.variables, program.thresholds, strict=True):
        for at, block in thresholds:
            yield Target(TargetKind.THRESHOLD, f"{name}.at.{at}", "", story.variables[name].span, block)
