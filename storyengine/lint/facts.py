"""What rules ask about: a story, its verdicts, the lines it was written in, and what follows from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from storyengine.analysis.builder import TooLarge
from storyengine.analysis.exhaust import Path
from storyengine.analysis.findings import Reachable, Unreachable, Verdict, Verdicts
from storyengine.analysis.reasons import Reason, reason
from storyengine.analysis.targets import Target, TargetKind
from storyengine.lint.observing import Seen, see_all, see_plays
from storyengine.lint.settings import Settings
from storyengine.lint.suppression import Suppressions
from storyengine.lint.uses import Uses
from storyengine.lint.values import Values
from storyengine.lint.ways_in import WaysIn
from storyengine.model.cards import Card, Consequence
from storyengine.model.expressions import Condition, Value
from storyengine.model.story import DeckKind, Story
from storyengine.model.walk import arms, effects
from storyengine.runtime import Phase, State, current_card, initial
from storyengine.runtime.explore import successors
from storyengine.runtime.machine import Run
from storyengine.runtime.moves import take_recorded
from storyengine.runtime.program import program_of
from storyengine.source import Span

MOST_REASONS = 200
"""Targets that get a reason; in a story with more that no play reaches, the rest goes without."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A play that comes to a stop without an ending."""

    card: str
    """The last card that was turned up; empty where none was."""
    why: str
    """In the engine's words."""
    path: Path
    before: State
    """The state before the last step."""
    fired: bool
    """Whether a threshold fired in the last step."""
    used: frozenset[str]
    """Once-only choices and challenges that had been taken by then."""


class Facts:
    """A story and what is known about it. Everything is worked out when it is first asked for, and kept."""

    def __init__(self, story: Story, verdicts: Verdicts, sources: Mapping[str, Sequence[str]]) -> None:
        """Gather.

        Args:
            story: a loaded story.
            verdicts: of this story.
            sources: the lines of its files by the path that spans give; may be empty for a story made in code, and
                then there are no fixes.
        """
        self.story, self.verdicts, self.sources = story, verdicts, sources
        self._by_name = {(target.kind, target.id): target for target in verdicts.of}
        self._reasons: dict[tuple[Target, str], Reason] = {}
        self.settings = Settings()
        """What the story asks of the linter; `lint` fills it in."""
        self.rule_names: tuple[str, ...] = ()
        """The slugs and codes that an author may name; `lint` fills it in."""
        self.suppressions = Suppressions()
        """What the author accepts; `lint` fills it in."""

    # Verdicts

    def target(self, kind: TargetKind, name: str) -> Target | None:
        """Return a target by its kind and id."""
        return self._by_name.get((kind, name))

    def verdict(self, kind: TargetKind, name: str) -> Verdict | None:
        """Return the verdict of a target; nothing if the target was not asked for."""
        target = self.target(kind, name)
        return self.verdicts.of[target] if target else None

    def never(self, kind: TargetKind, name: str) -> bool:
        """Whether it is proved that no play reaches a target."""
        return isinstance(self.verdict(kind, name), Unreachable)

    def reached(self, kind: TargetKind, name: str) -> bool:
        """Whether some play reaches a target."""
        return isinstance(self.verdict(kind, name), Reachable)

    def unreachable(self, kind: TargetKind) -> Iterator[tuple[Target, Unreachable]]:
        """Yield the targets of a kind that no play reaches, in the order written."""
        for target, verdict in self.verdicts.of.items():
            if target.kind is kind and isinstance(verdict, Unreachable):
                yield target, verdict

    @property
    def live_cards(self) -> Iterator[Card]:
        """The cards that are not proved to be out of reach."""
        return (card for card in self.story.cards.values() if not self.never(TargetKind.CARD, card.id))

    def path_to(self, kind: TargetKind, name: str) -> Path:
        """Return the play that reaches a target, or an empty one."""
        verdict = self.verdict(kind, name)
        return verdict.witness if isinstance(verdict, Reachable) else ()

    def reason(self, target: Target, word: str = "here") -> Reason:
        """Return why no play reaches a target; `word` is what its card is called."""
        found = self._reasons.get((target, word))
        if found is None:
            found = self._reasons[target, word] = self._work_out(target, word)
        return found

    def _work_out(self, target: Target, word: str) -> Reason:
        if len(self._reasons) >= MOST_REASONS:
            return Reason("")
        try:
            return reason(self.verdicts, target, seen=self._values_at or None, word=word)
        except TooLarge:
            seen = self.verdicts.states
            return Reason(f"all {seen:,} states were seen" if self.verdicts.complete else "")

    @cached_property
    def ways_in(self) -> WaysIn:
        """What lies behind what."""
        return WaysIn(self)

    # Plays

    @cached_property
    def stops(self) -> tuple[Stop, ...]:
        """The plays that stop without an ending, the shortest first."""
        return tuple(self._stop(path) for path in sorted(self.verdicts.stuck.values(), key=len))

    def _stop(self, path: Path) -> Stop:
        program = program_of(self.story)
        state = before = initial(self.story)
        entered: tuple[int, ...] = ()
        card = self.story.start
        for action, chance in path:
            taken = take_recorded(self.story, state, action, chance)
            before, state, entered = state, taken.state, taken.entered
            card = next((program.blocks[block].card for block in reversed(entered) if program.blocks[block].card), card)
        thresholds = {block for pairs in program.thresholds for _, block in pairs}
        why = state.detail[0] if state.phase is Phase.STUCK else ""
        return Stop(card, why, path, before, not thresholds.isdisjoint(entered), state.used)

    @cached_property
    def seen(self) -> Seen:
        """What happened in all plays of a small story, or in the plays that were found."""
        if self.verdicts.explored is not None:
            return see_all(self.story, self.verdicts.explored)
        found = (verdict.witness for verdict in self.verdicts.of.values() if isinstance(verdict, Reachable))
        return see_plays(self.story, iter((*found, *self.verdicts.stuck.values())))

    @cached_property
    def entered(self) -> frozenset[int] | None:
        """The blocks of the plan that some play begins; None where not every state was seen."""
        if self.verdicts.explored is None:
            return None
        found = set(program_of(self.story).card_blocks[name] for name in (self.story.start,))
        for state in self.verdicts.explored.came_from:
            for step in successors(self.story, state):
                found.update(step.entered)
        return frozenset(found)

    @cached_property
    def _values_at(self) -> dict[str, dict[str, set[Value]]]:
        found: dict[str, dict[str, set[Value]]] = {}
        program = program_of(self.story)
        for card, states in self._states_at.items():
            here = found[card] = {name: set[Value]() for name in program.variables}
            for state in states:
                for name, value in zip(program.variables, state.values, strict=True):
                    here[name].add(value)
        return found

    @cached_property
    def _states_at(self) -> dict[str, list[State]]:
        found: dict[str, list[State]] = {}
        for state in self.verdicts.explored.came_from if self.verdicts.explored else ():
            found.setdefault(current_card(self.story, state), []).append(state)
        return found

    def is_seen_to_hold(self, card: str, condition: Condition) -> bool:
        """Whether a condition holds in some state at a card, of a story whose every state was seen."""
        program = program_of(self.story)
        test = program.compiler.test(condition)
        states = self._states_at.get(card, ())
        return any(test(Run(program, state, lambda kind, place, options: 0, None)) for state in states if test)

    def values_at(self, card: str, name: str) -> frozenset[Value]:
        """Return the values that a variable has at a card in all plays; nothing where not every state was seen."""
        return frozenset(self._values_at.get(card, {}).get(name, ()))

    # What was written

    @cached_property
    def uses(self) -> Uses:
        """Who reads and writes each name."""
        return Uses(self.story)

    @cached_property
    def values(self) -> Values:
        """What each name can stand for, whatever is played."""
        live = {card.id for card in self.live_cards}
        changes = [effect for card, effect in effects(self.story) if card is None or card.id in live]
        dealt = bool(self.story.crew)  # starter items are dealt to characters
        givable = {item.id for item in self.story.items.values() if item.starter and dealt}
        givable |= {
            item
            for item, places in self.uses.given.items()
            if any(card is None or card.id in live for card, _ in places)
        }
        unvisited = frozenset(self.story.cards) - live
        return Values(self.story, changes, frozenset(givable), unvisited)

    def text_at(self, span: Span) -> str:
        """Return what stands at a place of one line; empty where the lines are not known."""
        lines = self.sources.get(span.path, ())
        if span.line != span.end_line or not 1 <= span.line <= len(lines):
            return ""
        return lines[span.line - 1][span.column - 1 : span.end_column - 1]

    def decks(self, kind: DeckKind) -> Iterator[tuple[str, tuple[Card, ...]]]:
        """Yield the decks of a kind with their cards."""
        for deck in self.story.decks.values():
            if deck.kind is kind:
                yield deck.name, tuple(self.story.cards[name] for name in deck.cards)


def leaves(consequence: Consequence) -> Iterator[Consequence]:
    """Yield where a consequence can go in the end: itself, or the last arms of its branches."""
    inside = arms(consequence)
    if not inside:
        yield consequence
    for arm in inside:
        yield from leaves(arm)
