"""A recorded play as text: what was done, and what followed."""

from __future__ import annotations

from storyengine.model.story import Story
from storyengine.repl.blocks import Block, Blocks, Kind, aside, row
from storyengine.repl.journal import action_words
from storyengine.repl.names import ending_name
from storyengine.repl.neutralise import one_line
from storyengine.repl.wording import describe_events
from storyengine.runtime import Options, Record, Replayed, digest, forced, reader
from storyengine.runtime.events import Entered


def replay_blocks(story: Story, record: Record, replayed: Replayed) -> Blocks:
    """Return the whole play, each decision before what it led to, and how it ended.

    The last line names the state that was reached, so that two machines can compare it.
    """
    options = Options(record.players)
    found = [Block(Kind.TITLE, one_line(story.title))]
    opened = 0
    before = None
    for recorded, taken in zip(record.steps, replayed.steps, strict=False):
        if before is not None and forced(story, before) is None:
            found.append(row(f"> {action_words(story, recorded.action, recorded.words)}"))
        opened += sum(isinstance(event, Entered) and event.opens_deck for event in taken.events)
        reading = reader(options, opened) if len(options.players) > 1 else ""
        found += describe_events(story, taken.events, reading)
        before = taken.state
    ending = replayed.state.ending
    reached = f"ending: {one_line(ending)}, {ending_name(story, ending)}" if ending else "no ending is reached"
    steps = f"{len(replayed.steps)} of {len(record.steps)} steps"
    return (*found, aside(reached), aside(f"state {digest(replayed.state)} after {steps}"))
