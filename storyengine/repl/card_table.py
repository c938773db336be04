"""A card game inside a story, as the person at the table sees it.

The runtime knows a hand only as a snapshot. To show what has happened since, the hand is played again beside it from
the play's own record: the same deal and the same moves lead to the same table.
"""

from __future__ import annotations

from storyengine.games.bots import make_bot
from storyengine.games.playing import decide
from storyengine.games.session import Session as Hand
from storyengine.games.table import Table
from storyengine.repl.at_table import is_at_table
from storyengine.repl.blocks import Block, Blocks, Kind, aside
from storyengine.repl.neutralise import neutralise, one_line
from storyengine.runtime import Play, current_card
from storyengine.runtime.actions import Deal, Move

WIDTH = 76
"""Columns of a table; narrow enough for the usual terminal."""


class CardTable:
    """The table of the hand that a play is in."""

    def __init__(self, play: Play) -> None:
        """Deal the hand again and make its moves."""
        self.table = Table(_hand(play), width=WIDTH)
        self.snapshot = play.state.detail[0]

    def shows(self, play: Play) -> bool:
        """Whether this is still the hand, and the moment, that the play is in."""
        return is_at_table(play) and self.snapshot == play.state.detail[0]

    def begin(self) -> Blocks:
        """Show the table to somebody who sits down, or comes back to it."""
        return _blocks(self.table.begin())

    def ask(self, words: str) -> Blocks | None:
        """Answer what can be asked at a table; nothing when the words are something else."""
        known = words.split(" ")[0] in ("moves", "rules", "score", "hint") or words.startswith("why not")
        return _blocks(self.table.answer(words)) if known else None

    def look(self) -> Blocks:
        """Show the table again."""
        return _blocks(self.table.answer("look"))

    def token_of(self, words: str) -> tuple[str, Blocks]:
        """Return the move that words mean, or what to say when they mean none."""
        token, refusal = self.table.token_of(words)
        return token, (aside(one_line(refusal)),) if refusal else ()

    def moved(self, token: str, play: Play) -> Blocks:
        """Show what a move led to that the play has just made."""
        lines = self.table.move(token)
        if is_at_table(play):
            self.snapshot = play.state.detail[0]
        return _blocks(lines)

    def advice(self) -> str:
        """Return the token of a move that a sensible player would make."""
        hand = self.table.session
        action = decide(hand.match, hand.state, make_bot("greedy"), hand.seed, hand.moves)
        return hand.match.token(action)

    def can_take_back(self) -> bool:
        """Whether nothing has been revealed since the last move."""
        return self.table.session.can_undo()


def _blocks(lines: list[str]) -> Blocks:
    """Show lines of the table, whose cards and titles may be an author's own."""
    return (Block(Kind.TABLE, neutralise("\n".join(lines))),) if lines else ()


def _hand(play: Play) -> Hand:
    """Deal again the hand that the play is in."""
    first = len(play.past) - 1
    while not isinstance(play.past[first].recorded.action, Deal):
        first -= 1
    dealt = play.past[first]
    node = play.story.cards[current_card(play.story, dealt.before)].minigame
    assert node is not None, "a hand is dealt at a card that opens a game"
    hand = Hand(node.game, dict(node.config), int(dealt.taken.chance.removeprefix("seed ")))
    for past in play.past[first + 1 :]:
        if isinstance(past.recorded.action, Move):
            hand.submit(past.recorded.action.token)
    return hand
