"""What a story is found to be: a verdict for every target, how sure it is, and what was learnt on the way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from storyengine.analysis.builder import Builder
from storyengine.analysis.exhaust import Explored, Path
from storyengine.analysis.sweep import Reached
from storyengine.analysis.targets import Target
from storyengine.analysis.tracking import Tracked
from storyengine.model.expressions import Value
from storyengine.model.story import Story


@dataclass(frozen=True, slots=True)
class Budget:
    """How much work may be spent. Every number counts something that is the same on every machine."""

    states: int = 4_000
    """States of an exhaustive search."""
    survey: int = 50_000
    """States of a look round in a story without a crew, one for each point."""
    plays: int = 2_500
    """Random plays."""
    keys: int = 60_000
    """Keys of one proof."""
    expansions: int = 400
    """States whose steps a guided search takes, for each target and round."""
    pursuits: int = 60
    """Guided plays, for each target and round."""
    rounds: int = 16
    """How often more is tracked for one target."""

    def times(self, factor: float) -> Budget:
        """Return a budget larger by a factor; rounds grow slowly."""
        return Budget(
            max(1, int(self.states * factor)),
            max(1, int(self.survey * factor)),
            max(1, int(self.plays * factor)),
            max(1, int(self.keys * factor)),
            max(1, int(self.expansions * factor)),
            max(1, int(self.pursuits * factor)),
            self.rounds + int(factor).bit_length() - 1,
        )


@dataclass(frozen=True, slots=True)
class Reachable:
    """Some play reaches the target; this one does."""

    witness: Path
    """Actions with what chance did; the last step reaches the target."""


@dataclass(frozen=True, slots=True)
class Unreachable:
    """No play reaches the target."""

    proof: str
    """`exhaustive`, `sweep` or `tracked`."""
    tracked: tuple[str, ...] = ()
    """For a tracked proof: what was tracked, beside the meters."""
    seen: int = 0
    """States, or points and keys, that the proof is made of."""


@dataclass(frozen=True, slots=True)
class Undecided:
    """Neither a play nor a proof was found within the budget."""

    expanded: int = 0
    """States that were searched for it."""
    keys: int = 0
    """Keys of the last proof that was tried."""
    nearest: str = ""
    """The card of the state nearest to it; or `card.result` of a card game that no play of the game was found for."""
    distance: int = 0
    """How many steps the net still needs from there."""


Verdict = Reachable | Unreachable | Undecided


@dataclass(slots=True)
class Range:
    """What values a number has in plays and in proofs."""

    seen_low: int
    seen_high: int
    """Attained by plays."""
    proved_low: int
    proved_high: int
    """No play gets beyond."""


@dataclass(slots=True)
class Verdicts:
    """The verdicts of a story, and what was learnt on the way."""

    story: Story
    of: dict[Target, Verdict] = field(default_factory=dict)
    stuck: dict[str, Path] = field(default_factory=dict)
    """Card to a play that is stuck there, without an ending."""
    ranges: dict[str, Range] = field(default_factory=dict)
    seen_at: dict[str, dict[str, set[Value]]] = field(default_factory=dict)
    """Card to variable to the values it had there in the plays that were replayed."""
    complete: bool = False
    """Whether every state was seen."""
    states: int = 0
    plays: int = 0
    explored: Explored | None = None
    builder: Builder | None = None
    reached: Reached | None = None
    dead: frozenset[int] = frozenset()
    """Edges of the net that no play can take, as the checker agreed."""
    proofs: dict[Target, Tracked] = field(default_factory=dict)
    """The table behind each tracked proof."""

    def __getitem__(self, name: str) -> Verdict:
        """Return the verdict of `ending:won`, `card:follop/2` and so on."""
        return next(verdict for target, verdict in self.of.items() if str(target) == name)


Progress = Callable[[str, int, int], None]
"""Told of (what is being done, targets decided, targets in all)."""
