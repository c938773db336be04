"""Whether a card game is on, and what can be asked then. The table is in `card_table`, which most plays never need."""

from __future__ import annotations

from storyengine.runtime import Phase, Play

TABLE_COMMANDS = {
    "moves": "list what you may do",
    "rules": "the rules of the card game",
    "why not MOVE": "why a move is not legal now: `why not 8?`",
    "score": "the score pad",
    "hint": "what a sensible player would do",
    "auto": "let a sensible player play the hand to its end for you",
}
"""What can be asked at a card table beside the story's own commands."""

TABLE_VERBS = ("use", "give")
"""Commands of the story that mean nothing at a card table: there `give 7` is a move."""


def is_at_table(play: Play) -> bool:
    """Whether a card game is on that is played here."""
    return play.state.phase is Phase.GAME and bool(play.state.detail[0])
