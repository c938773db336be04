"""What was done so far, in the words that stood there when it was done."""

from __future__ import annotations

from storyengine.model.story import Story
from storyengine.repl.blocks import Blocks, aside, row
from storyengine.repl.names import capitalised, listed, name_of, plain_id
from storyengine.repl.neutralise import isolate, one_line
from storyengine.runtime import Action, Play, forced, format_action
from storyengine.runtime.actions import Accept, Attempt, Choose, Fly, GiveItem, GoOn, Perform, Report, UseItem


def action_words(story: Story, action: Action, words: str = "") -> str:
    """Say what an action is.

    Args:
        story: whose action it is.
        action: the action.
        words: the text of the choice taken, filled in as it was read then.
    """
    match action:
        case Choose(choice, picked):
            text = one_line(words) or plain_id(choice)
            return f"{text} ({name_of(story, picked)})" if picked else text
        case Attempt(challenge, kind):
            return f"take on the {plain_id(kind)} challenge" if kind else f"take on {plain_id(challenge)}"
        case Perform(performer, booster):
            sent = f"send {name_of(story, performer)}" if performer else "roll"
            return sent + (f" with {name_of(story, booster)}" if booster else "")
        case UseItem(item, picked):
            return f"use {name_of(story, item)}" + (f" on {name_of(story, picked)}" if picked else "")
        case GiveItem(item, to):
            return f"give {name_of(story, item)} to {name_of(story, to)}"
        case Fly(place, via):
            by = f" by way of {listed([name_of(story, stop) for stop in via])}" if via else ""
            return f"fly to {name_of(story, place)}{by}"
        case Accept():
            return "let the roll stand"
        case GoOn():
            return "go on"
        case Report(result):
            return f"the card game: {plain_id(result)}"
    return one_line(format_action(action))


def journal_blocks(story: Story, play: Play) -> Blocks:
    """Return every decision with the card it was made at, the first one first."""
    lines = []
    for past in play.past:
        if forced(story, past.before) is None:
            card = story.cards.get(past.recorded.card)
            where = one_line(card.title) if card else ""
            words = action_words(story, past.recorded.action, past.recorded.words)
            lines.append(f"{isolate(where)}: {words}" if where else capitalised(words))
    if not lines:
        return (aside("nothing was decided yet"),)
    return tuple(row(line, f"{number}.") for number, line in enumerate(lines, start=1))
