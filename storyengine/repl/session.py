"""A play as a conversation: a line goes in, blocks come out. Nothing here knows a terminal, a width or a colour.

What the lines mean is the runtime's; what is said about it is `wording`, `entries` and `screens`. The session holds
what is neither: the question that is pending, the saves, the transcript, and whether the player has left.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from storyengine.repl import screens
from storyengine.repl.answers import Match, Option, match_answer, plain_words
from storyengine.repl.blocks import Block, Blocks, Kind, aside, heading
from storyengine.repl.commands import Call, parse_command
from storyengine.repl.entries import Entry, Table, odds_blocks, table, usable_now
from storyengine.repl.item_words import item_words
from storyengine.repl.journal import journal_blocks
from storyengine.repl.names import card_name, listed, name_of
from storyengine.repl.neutralise import one_line
from storyengine.repl.save_files import SaveError, Shelf, safe_name
from storyengine.repl.transcript import Transcript, TranscriptError
from storyengine.repl.wording import describe_events
from storyengine.runtime import (
    Action,
    ActionSyntaxError,
    GiveItem,
    GoOn,
    Play,
    Record,
    UseItem,
    controllers,
    exchanges,
    forced,
    legal_actions,
    parse_action,
    resume,
    usable_items,
)

LONGEST_LINE = 1_000
"""Characters of a typed line that are looked at."""


@dataclass(frozen=True, slots=True)
class Question:
    """Something asked in between; it is gone when it is answered, or when something else happens."""

    heading: str
    options: tuple[Option, ...]
    answer: Callable[[int], Blocks]

    @property
    def blocks(self) -> Blocks:
        """The question as it is said."""
        lines = (Block(Kind.CHOICE, option.text, f"{number}.") for number, option in enumerate(self.options, start=1))
        return (heading(self.heading), *lines)
