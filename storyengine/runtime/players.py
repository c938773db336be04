"""The people at the table: who controls whom, whose turn it is to read aloud, who decides.

None of this changes what can happen in a story, so it is no part of a state.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from storyengine.model.story import Story


@dataclass(frozen=True, slots=True)
class Options:
    """What is agreed before a play begins."""

    players: tuple[str, ...] = ("",)
    """Their names, in the order they sit; one nameless player plays alone."""

    def __post_init__(self) -> None:
        """Refuse an empty table and names that cannot be told apart."""
        if not self.players:
            raise ValueError("there must be at least one player")
        if len(set(self.players)) < len(self.players):
            raise ValueError(f"two players have the same name: {', '.join(self.players)}")


def controllers(story: Story, options: Options) -> Mapping[str, tuple[str, ...]]:
    """Return who controls each character: one player, or several together.

    One player controls everyone. Up to as many players as characters share the crew out evenly, in the order of both;
    the characters left over, such as the fourth of four among three players, belong to all together. More players than
    characters control all of them together. The story's `control` rule can ask for that from the start.
    """
    players, crew = options.players, tuple(story.crew)
    if len(players) > len(crew) or story.house_rules().control == "together":
        return dict.fromkeys(crew, players)
    each = len(crew) // len(players)
    owners = [(player,) for player in players for _ in range(each)]
    shared = [players] * (len(crew) - len(owners))
    return dict(zip(crew, [*owners, *shared], strict=True))


def reader(options: Options, decks_opened: int) -> str:
    """Return whose turn it is to read aloud: the players take turns, one for each deck that is opened.

    Args:
        options: who plays.
        decks_opened: decks opened so far, with the one being read.
    """
    return options.players[(decks_opened - 1) % len(options.players)] if decks_opened else options.players[0]


def decider(story: Story, options: Options, character: str, reading: str) -> str:
    """Return who has the last word about a character: whoever controls them, and for shared ones the reader."""
    owners = controllers(story, options).get(character, options.players)
    return owners[0] if len(owners) == 1 else reading
