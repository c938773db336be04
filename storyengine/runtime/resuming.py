"""A record played again on a story, and with card games, that may have changed since."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from storyengine.model.story import Story
from storyengine.runtime.actions import Action, Choose, Deal, Move, Report, format_action
from storyengine.runtime.moves import ChanceError, IllegalActionError
from storyengine.runtime.offers import current_card, offers
from storyengine.runtime.play import Play
from storyengine.runtime.players import Options
from storyengine.runtime.program import program_of
from storyengine.runtime.record import Record, Recorded
from storyengine.runtime.state import Phase


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
    rolled anew. A hand of cards that cannot be played again as it was, since the game's rules or its bots have changed,
    counts as it ended. The play stops before the first step that cannot be taken, on the card the crew then stands on.
    """
    play = Play(story, Options(record.players), record.seed or 0, reroll=record.reroll)
    notes: list[str] = []
    if record.story != story.id:
        return Resumed(play, (f"the save belongs to the story `{record.story}`, and this one is `{story.id}`",), False)
    if record.mechanics != story.mechanics_hash:
        notes.append("the story has been edited since this was saved")
    notes += _changed_rules(story, record)
    number = 0
    while number < len(record.steps):
        step = record.steps[number]
        here = current_card(story, play.state)
        if step.card != here and step.card:
            notes.append(
                f"step {number + 1} was taken at `{step.card}`"
                + ("" if step.card in story.cards else ", a card that is no longer in the story")
                + (f"; the play stands at `{here}`" if here else "")
            )
            return Resumed(play, tuple(notes), False)
        hand = _finished_hand(record.steps, number) if play.state.phase is Phase.GAME else ()
        if hand and (_plays_again(play, hand) or _counts(play, hand, number + 1, notes)):
            number += len(hand)
            continue
        problem = _take(play, step, number + 1, notes)
        if problem:
            return Resumed(play, (*notes, problem), False)
        number += 1
    return Resumed(play, tuple(notes), True)


def _take(play: Play, step: Recorded, number: int, notes: list[str]) -> str:
    """Take one step, and note what has changed; return why it cannot be taken, if so."""
    action, renamed = _present_action(play, step)
    try:
        play.take(action, step.chance)
    except ChanceError:
        play.take(action)
        anew = ", so it was rolled anew" if play.past[-1].recorded.chance else ""
        notes.append(f"step {number}: `{step.chance}` cannot happen there any more{anew}")
    except IllegalActionError:
        return f"step {number}, `{format_action(step.action)}`, cannot be taken any more"
    if renamed:
        notes.append(f"step {number}: the choice `{renamed}` now has another id")
    return ""


def _present_action(play: Play, step: Recorded) -> tuple[Action, str]:
    """Return the action that a step means now, and the choice's old id if it was found by its words."""
    action = step.action
    if isinstance(action, Choose) and step.words:
        lines = offers(play.story, play.state, play.facts)
        if not any(line.id == action.choice for line in lines):
            same = [line.id for line in lines if line.text == step.words]
            if len(same) == 1:
                return Choose(same[0], action.picked), action.choice
    return action, ""


# Hands of cards


def _changed_rules(story: Story, record: Record) -> list[str]:
    """Say which card games have other rules now than when a play was recorded."""
    games = program_of(story).games
    return [
        f"the rules of {name.replace('_', ' ')} have changed since this was saved, from version {version} to"
        f" {games[name].rules_version}"
        for name, version in record.games
        if name in games and games[name].rules_version != version
    ]


def _finished_hand(steps: Sequence[Recorded], start: int) -> Sequence[Recorded]:
    """Return the steps of the hand of cards that is dealt at a step; none if it is not, or if it is not over."""
    if not isinstance(steps[start].action, Deal):
        return ()
    end = start + 1
    while end < len(steps) and isinstance(steps[end].action, Move) and not steps[end - 1].words:
        end += 1
    return steps[start:end] if steps[end - 1].words else ()


def _plays_again(play: Play, hand: Sequence[Recorded]) -> bool:
    """Play a hand again as it was; whether it ends as it did. If not, the play stands where it stood before."""
    before = len(play.past)
    try:
        for step in hand:
            play.take(step.action, step.chance)
        if play.past[-1].recorded.words == hand[-1].words:
            return True
    except (IllegalActionError, ChanceError):
        pass
    while len(play.past) > before:
        play.undo()
    return False


def _counts(play: Play, hand: Sequence[Recorded], number: int, notes: list[str]) -> bool:
    """Let a hand that goes otherwise now count as it ended, and note so; whether the story still takes that result."""
    where, result = current_card(play.story, play.state), hand[-1].words
    try:
        play.take(Report(result))
    except IllegalActionError:
        return False
    notes.append(
        f"step {number}: the hand of cards at `{where}` goes otherwise now; that it ended `{result}` still counts"
    )
    return True
