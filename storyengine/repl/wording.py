"""What happened, in the program's own voice: short, in parentheses, apart from the story.

Pieces of the setup and changes that come together are told in one line each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from storyengine.model.story import Story
from storyengine.repl.blocks import Block, Blocks, Kind, aside
from storyengine.repl.names import card_name, counted, ending_words, listed, name_of, plain_id, signed
from storyengine.repl.neutralise import neutralise, one_line
from storyengine.runtime import events as told


def describe_events(story: Story, events: Iterable[told.Event], reader: str = "") -> Blocks:
    """Say what happened.

    Args:
        story: whose events they are.
        events: in the order they happened.
        reader: who reads aloud now, where several play; empty for one player.

    Returns:
        The blocks, in the same order. What players do not see, such as a variable that is no tracker, is left out.
    """
    found: list[Block] = []
    for kind, same in groupby(events, key=type):
        if kind is told.Dealt:
            found += _dealt(story, [event for event in same if isinstance(event, told.Dealt)])
        else:
            for event in same:
                found += _event(story, event, reader)
    return tuple(found)


def _dealt(story: Story, pieces: list[told.Dealt]) -> Iterator[Block]:
    starters = [f"{name_of(story, one.what)} to {name_of(story, one.to)}" for one in pieces if one.piece == "starter"]
    discs = [f"{plain_id(each.what)} on {name_of(story, each.to)}" for each in pieces if each.piece == "disc"]
    if starters:
        yield aside(f"dealt: {listed(starters)}")
    if discs:
        yield aside(f"discs: {listed(discs)}")


def _event(story: Story, event: told.Event, reader: str) -> Iterator[Block]:
    match event:
        case told.Entered(card, opens_deck):
            if opens_deck and reader:
                yield aside(f"{one_line(reader)} reads")
            if one_line(story.cards[card].title):
                yield Block(Kind.TITLE, card_name(story, card))
        case told.Told(text):
            if text.strip():
                yield Block(Kind.STORY, neutralise(text).strip("\n"))
        case told.Ended(ending):
            yield Block(Kind.ENDING, f"THE END: {ending_words(story, ending)}")
        case _:
            sentence = _sentence(story, event)
            if sentence:
                yield aside(sentence)


def _sentence(story: Story, event: told.Event) -> str:
    match event:
        case told.Changed(variable, before, after):
            known = story.variables.get(variable)
            seen = known is not None and known.tracker and before != after
            return f"{name_of(story, variable)} {before} → {after}" if seen else ""
        case told.Gained(item, holder):
            named = name_of(story, item)
            return f"{named} goes to {name_of(story, holder)}" if holder in story.crew else f"you now have: {named}"
        case told.Passed(item, giver, holder):
            return f"{name_of(story, giver)} gives {name_of(story, item)} to {name_of(story, holder)}"
        case told.Lost(item, why):
            return f"{name_of(story, item)} is {_LOST.get(why, why)}"
        case told.Flipped(character, active):
            return f"{name_of(story, character)} is now {'active' if active else 'inactive'}"
        case told.AllActive():
            return "everyone is active again"
        case told.Rolled():
            return rolled(story, event)
        case told.Resolved(_, won):
            return "the challenge is won" if won else "the challenge is lost"
        case told.DiscTurned(place, colour, number, counted_in):
            turned = f"the {plain_id(colour)} disc on {name_of(story, place)}"
            return f"{turned} is turned: {number}" if counted_in else f"a look under {turned}: {number}"
        case told.DiscDiscarded(place):
            return f"the disc on {name_of(story, place)} is discarded unseen"
        case told.Flew(start, place, segments):
            if not start:
                return f"to {name_of(story, place)}"
            return f"from {name_of(story, start)} to {name_of(story, place)}, {counted(segments, 'segment')}"
        case told.Notice(text):
            return one_line(text)
        case told.GameOver(game, result):
            return f"{plain_id(game)}: {plain_id(result)}"
        case told.Stopped(why):
            return f"the story goes no further: {one_line(why)}"
    return ""


_LOST = {"used": "used up", "destroyed": "destroyed", "discarded": "gone"}


def rolled(story: Story, roll: told.Rolled) -> str:
    """Return the sum of a roll with every part of it, as in `Flppto rolls 1 and 3, perception +1: 5 against 5`."""
    who = f"{name_of(story, roll.performer)} rolls" if roll.performer in story.crew else "rolled"
    parts = [f"{who} {listed([str(die) for die in roll.dice])}"]
    if roll.skill:
        parts.append(f"{plain_id(roll.type)} {signed(roll.skill)}")
    if roll.bonus:
        parts.append(f"{name_of(story, roll.booster)} {signed(roll.bonus)}")
    if roll.change:
        parts.append(f"items {signed(roll.change)}")
    return f"{', '.join(parts)}: {roll.total} against {roll.level}"
