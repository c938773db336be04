"""A play: the thin mutable shell around states, with history, dice and records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from storyengine import dice
from storyengine.model.story import Story
from storyengine.runtime.actions import Action, Choose, Deal, Move, Report
from storyengine.runtime.events import Entered, Event, GameOver
from storyengine.runtime.machine import Facts, Seeds
from storyengine.runtime.machine import Options as Possibilities
from storyengine.runtime.minigame import Minigame
from storyengine.runtime.moves import ChanceError, Chooser, IllegalActionError, Taken, initial, take, take_recorded
from storyengine.runtime.offers import current_card, offers
from storyengine.runtime.players import Options, decider, reader
from storyengine.runtime.program import program_of
from storyengine.runtime.record import Record, Recorded
from storyengine.runtime.state import State, digest

ALONE = Options()


@dataclass(frozen=True, slots=True)
class Past:
    """A step taken: where it started and what it was."""

    before: State
    recorded: Recorded
    taken: Taken


class Play:
    """One play of a story by people. Undo is without limit and never changes what a roll will be.

    A draw is keyed by the seed, the place that asks and how often it has asked in this play's past. So the same roll
    falls again after undo, whoever performs it, unless `reroll` is on.
    """

    def __init__(self, story: Story, options: Options = ALONE, seed: int = 0, *, reroll: bool = False) -> None:
        """Start at the story's initial state."""
        self.story, self.options, self.seed, self.reroll = story, options, seed, reroll
        self.past: list[Past] = []
        self.future: list[Past] = []
        self.state: State = initial(story)
        self._asked: Counter[str] = Counter()
        self._steps = 0  # never goes back, so that `reroll` rolls anew after undo

    def take(self, action: Action, chance: str = "") -> tuple[Event, ...]:
        """Take an action; what was undone before it is forgotten.

        Args:
            action: a legal one.
            chance: what chance does, from a record; nothing to roll.

        Returns:
            What happened, in order.

        Raises:
            IllegalActionError: the action may not be taken here.
            ChanceError: `chance` cannot happen here.
        """
        recorded = Recorded(action, "", current_card(self.story, self.state), self._words(action))
        if chance:
            taken = take_recorded(self.story, self.state, action, chance, facts=self.facts)
        else:
            taken = take(self.story, self.state, action, self._dice(), facts=self.facts)
        words = recorded.words or _result(action, taken.events)
        self._append(Past(self.state, Recorded(action, taken.chance, recorded.card, words), taken))
        self.future.clear()
        return taken.events

    @property
    def facts(self) -> Facts:
        """What the last card game told of itself."""
        return self.past[-1].taken.facts if self.past else ()

    def _append(self, past: Past) -> None:
        self.past.append(past)
        self.state = past.taken.state
        self._asked[past.taken.place] += 1
        self._steps += 1

    def _words(self, action: Action) -> str:
        if not isinstance(action, Choose):
            return ""
        lines = offers(self.story, self.state, self.facts)
        return next((offer.text for offer in lines if offer.id == action.choice), "")

    def _dice(self) -> Chooser:
        def choose(kind: str, place: str, options: Possibilities) -> int:
            count = self._asked[f"{kind} {place}"]
            key: tuple[dice.Key, ...] = (kind, place, count, self._steps) if self.reroll else (kind, place, count)
            if isinstance(options, Seeds):
                return dice.draw(self.seed, *key, below=len(options))
            return dice.pick(self.seed, *key, chances=[chance for chance, _ in options])

        return choose

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        return bool(self.past)

    def undo(self) -> bool:
        """Take the last step back; False when there is none."""
        if not self.past:
            return False
        undone = self.past.pop()
        self._asked[undone.taken.place] -= 1
        self.future.append(undone)
        self.state = undone.before
        return True

    def redo(self) -> bool:
        """Take the step again that was last taken back; False when there is none."""
        if not self.future:
            return False
        self._append(self.future.pop())
        return True

    def events_since_card(self) -> tuple[Event, ...]:
        """Return what happened since the present card was turned up, for reading it again."""
        heard: list[Event] = []
        for past in reversed(self.past):
            heard[:0] = past.taken.events
            if any(isinstance(event, Entered) for event in past.taken.events):
                break
        last = max((index for index, event in enumerate(heard) if isinstance(event, Entered)), default=0)
        return tuple(heard[last:])

    @property
    def reader(self) -> str:
        """Whose turn it is to read aloud."""
        opened = sum(
            isinstance(event, Entered) and event.opens_deck for past in self.past for event in past.taken.events
        )
        return reader(self.options, opened)

    def decider(self, character: str) -> str:
        """Return who has the last word about a character."""
        return decider(self.story, self.options, character, self.reader)

    def record(self) -> Record:
        """Return the play so far as a record."""
        return Record(
            story=self.story.id,
            steps=tuple(past.recorded for past in self.past),
            version=self.story.version,
            mechanics=self.story.mechanics_hash,
            texts=self.story.texts_hash,
            players=self.options.players,
            seed=self.seed,
            reroll=self.reroll,
            final=digest(self.state),
            ending=self.state.ending,
            games=self._games(),
        )

    def _games(self) -> tuple[tuple[str, int], ...]:
        """Return the card games that were dealt, each with the version of its rules."""
        games = program_of(self.story).games
        opened = {past.recorded.card for past in self.past if isinstance(past.recorded.action, Deal)}
        nodes = (self.story.cards[card].minigame for card in opened if card)
        names = {node.game for node in nodes if node is not None and node.game in games}
        return tuple((name, games[name].rules_version) for name in sorted(names))


def _result(action: Action, events: tuple[Event, ...]) -> str:
    """Return how a card game ended with this step, if it did."""
    over = (event.result for event in events if isinstance(event, GameOver))
    return next(over, "") if isinstance(action, Deal | Move) else ""


@dataclass(frozen=True, slots=True)
class Replayed:
    """A record followed to its end, or to where it diverged."""

    state: State
    steps: tuple[Taken, ...]
    diverged: str
    """Why it could not be followed further, or why it ended elsewhere; empty when all is as recorded."""


def replay(story: Story, record: Record) -> Replayed:
    """Follow a record exactly: every action legal, every part of chance as recorded, the same state at the end.

    A record that says how a card game ended, without its moves, is followed as it says.
    """
    state = initial(story)
    games: Mapping[str, Minigame] | None = {} if any(isinstance(step.action, Report) for step in record.steps) else None
    steps: list[Taken] = []
    if record.story != story.id:
        return Replayed(state, (), f"the record belongs to the story `{record.story}`, and this one is `{story.id}`")
    for number, step in enumerate(record.steps, 1):
        try:
            facts = steps[-1].facts if steps else ()
            taken = take_recorded(story, state, step.action, step.chance, games=games, facts=facts)
        except (IllegalActionError, ChanceError) as error:
            card = current_card(story, state)
            return Replayed(state, tuple(steps), f"step {number}{f' at `{card}`' if card else ''}: {error}")
        steps.append(taken)
        state = taken.state
    if record.ending != state.ending:
        wanted, got = record.ending or "no ending", state.ending or "no ending"
        return Replayed(state, tuple(steps), f"it reached {got}, and the record says {wanted}")
    if record.final and record.final != digest(state):
        return Replayed(state, tuple(steps), "it reached another state than the one recorded")
    return Replayed(state, tuple(steps), "")
