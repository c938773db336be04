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
    title = ""
    for kind, same in groupby(events, key=type):
        if kind is told.Dealt:
            found += _dealt(story, [event for event in same if isinstance(event, told.Dealt)])
        elif kind is told.Changed:
            found += _changed(story, [event for event in same if isinstance(event, told.Changed)])
        else:
            for event in same:
                found += _event(story, event, reader, title)
                title = card_name(story, event.card) if isinstance(event, told.Entered) else title
    return tuple(found)


def _dealt(story: Story, pieces: list[told.Dealt]) -> Iterator[Block]:
    starters = [f"{name_of(story, one.what)} to {name_of(story, one.to)}" for one in pieces if one.piece == "starter"]
    colours: dict[str, list[str]] = {}
    for one in pieces:
        if one.piece == "disc":
            colours.setdefault(one.what, []).append(name_of(story, one.to))
    if starters:
        yield aside(f"dealt: {listed(starters)}")
    if colours:
        discs = (f"{plain_id(colour)} on {listed(places)}" for colour, places in colours.items())
        yield aside(f"discs: {'; '.join(discs)}")


def _changed(story: Story, changes: list[told.Changed]) -> Iterator[Block]:
    """Say how trackers moved; steps of the same one in a row, as on a trip, make one line."""
    for variable, same in groupby(changes, key=lambda change: change.variable):
        known = story.variables.get(variable)
        steps = list(same)
        if known is not None and known.tracker:
            values = [steps[0].before, *(step.after for step in steps)]
            yield aside(f"{name_of(story, variable)} {' → '.join(map(str, values))}")


def _event(story: Story, event: told.Event, reader: str, title: str) -> Iterator[Block]:
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
            words = ending_words(story, ending)
            # where the card bears the ending's name, it has just been said
            yield Block(Kind.ENDING, "THE END" if words == title else f"THE END: {words}")
        case _:
            sentence = _sentence(story, event)
            if sentence:
                yield aside(sentence)


def _sentence(story: Story, event: told.Event) -> str:
    match event:
        case told.Gained(item, holder):
            named = name_of(story, item)
            return f"{name_of(story, holder)} takes {named}" if holder in story.crew else f"you now have: {named}"
        case told.Passed(item, giver, holder):
            return f"{name_of(story, giver)} gives {name_of(story, item)} to {name_of(story, holder)}"
        case told.Lost(item, why):
            return f"{_LOST.get(why, why)}: {name_of(story, item)}"
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
        case told.GameOver(game, result, facts):
            known = [f"{plain_id(name)} {number}" for name, number in facts]
            return f"{plain_id(game)}: {', '.join([plain_id(result), *known])}"
        case told.Stopped(why):
            return f"the story goes no further: {one_line(why)}"
    return ""


_LOST = {"used": "used up", "destroyed": "destroyed", "discarded": "gone"}


def rolled(story: Story, roll: told.Rolled) -> str:
    """Return the sum of a roll with every part of it, as in `Flppto rolls 4, perception +1: 5 against 5, enough`."""
    who = f"{name_of(story, roll.performer)} rolls" if roll.performer in story.crew else "rolled"
    parts = [f"{who} {listed([str(die) for die in roll.dice])}"]
    if roll.skill:
        parts.append(f"{plain_id(roll.type)} {signed(roll.skill)}")
    if roll.bonus:
        parts.append(f"{name_of(story, roll.booster)} {signed(roll.bonus)}")
    if roll.change:
        parts.append(f"items {signed(roll.change)}")
    verdict = "enough" if roll.total >= roll.level else "not enough"
    return f"{', '.join(parts)}: {roll.total} against {roll.level}, {verdict}"
