"""A play: the thin mutable shell around states, with history, dice and records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from storyengine import dice
from storyengine.model.story import Story
from storyengine.runtime.actions import Action, Choose, Report, format_action
from storyengine.runtime.events import Entered, Event
from storyengine.runtime.machine import Options as Possibilities
from storyengine.runtime.machine import Seeds
from storyengine.runtime.minigame import Minigame
from storyengine.runtime.moves import ChanceError, Chooser, IllegalActionError, Taken, initial, take, take_recorded
from storyengine.runtime.offers import current_card, offers
from storyengine.runtime.players import Options, decider, reader
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
            taken = take_recorded(self.story, self.state, action, chance)
        else:
            taken = take(self.story, self.state, action, self._dice())
        self._append(Past(self.state, Recorded(action, taken.chance, recorded.card, recorded.words), taken))
        self.future.clear()
        return taken.events

    def _append(self, past: Past) -> None:
        self.past.append(past)
        self.state = past.taken.state
        self._asked[past.taken.place] += 1
        self._steps += 1

    def _words(self, action: Action) -> str:
        if not isinstance(action, Choose):
            return ""
        return next((offer.text for offer in offers(self.story, self.state) if offer.id == action.choice), "")

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
        )


@dataclass(frozen=True, slots=True)
class Resumed:
    """A record played on a story that may have been edited since."""

    play: Play
    notes: tuple[str, ...]
    """What changed, in words for the player."""
    complete: bool
    """Whether every step could be taken."""


def resume(story: Story, record: Record) -> Resumed:
    """Replay a record as far as it goes.

    A choice is found by its id, else by its words on the same card. A part of chance that cannot happen any more is
    rolled anew. The play stops before the first step that cannot be taken, on the card the crew then stands on.
    """
    play = Play(story, Options(record.players), record.seed or 0, reroll=record.reroll)
    notes: list[str] = []
    if record.story != story.id:
        return Resumed(play, (f"the save belongs to the story `{record.story}`, and this one is `{story.id}`",), False)
    if record.mechanics != story.mechanics_hash:
        notes.append("the story has been edited since this was saved")
    for number, step in enumerate(record.steps, 1):
        here = current_card(story, play.state)
        if step.card != here and step.card:
            notes.append(
                f"step {number} was taken at `{step.card}`"
                + ("" if step.card in story.cards else ", a card that is no longer in the story")
                + (f"; the play stands at `{here}`" if here else "")
            )
            return Resumed(play, tuple(notes), False)
        action, renamed = _present_action(play, step)
        try:
            play.take(action, step.chance)
        except ChanceError:
            play.take(action)
            anew = ", so it was rolled anew" if play.past[-1].recorded.chance else ""
            notes.append(f"step {number}: `{step.chance}` cannot happen there any more{anew}")
        except IllegalActionError:
            notes.append(f"step {number}, `{format_action(step.action)}`, cannot be taken any more")
            return Resumed(play, tuple(notes), False)
        if renamed:
            notes.append(f"step {number}: the choice `{renamed}` now has another id")
    return Resumed(play, tuple(notes), True)


def _present_action(play: Play, step: Recorded) -> tuple[Action, str]:
    """Return the action that a step means now, and the choice's old id if it was found by its words."""
    action = step.action
    if isinstance(action, Choose) and step.words:
        lines = offers(play.story, play.state)
        if not any(line.id == action.choice for line in lines):
            same = [line.id for line in lines if line.text == step.words]
            if len(same) == 1:
                return Choose(same[0], action.picked), action.choice
    return action, ""


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
            taken = take_recorded(story, state, step.action, step.chance, games=games)
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
