"""Moves as small numbers, and the tokens that name them in logs, saves and at the prompt.

The numbers are laid out in blocks so that a set of ranks turns into a ready tuple of moves by one look-up.
"""

from __future__ import annotations

from storyengine.games.creatures_and_outcasts.cards import NUMBERS, RANK_OF, RANKS, RANKS_IN

PLAY = 0
PAIR = 12
PASS = 24
SET_SIX = 25
SET_TEN = 26
DISCARD = 27
GRAB = 28
WAIT = 29
BLOCK_NONE = 30
FROM = 32
GIVE_TOP = 40
GIVE = 48
TAKE = 64
BLOCK = 80
PLACE = 96
SAY_HAVE = 112
SAY_NO = 128

PLAYS = RANKS_IN
PAIRS = tuple(tuple([PAIR + rank for rank in ranks]) for ranks in RANKS_IN)
STATEMENTS = tuple(SAY_HAVE + rank for rank in range(RANKS)) + tuple(SAY_NO + rank for rank in range(RANKS))

# Extra moves of a turn, by bits: 1 passing, 2 three 6s, 4 four 10s, 8 discarding blocked cards.
EXTRAS = tuple(
    tuple(move for bit, move in enumerate((PASS, SET_SIX, SET_TEN, DISCARD)) if mask >> bit & 1) for mask in range(16)
)

_FIXED = {
    PASS: "pass",
    SET_SIX: "set 6",
    SET_TEN: "set 10",
    DISCARD: "discard blocked",
    GRAB: "grab",
    WAIT: "wait",
    BLOCK_NONE: "block none",
}
_WITH_RANK = (
    (PLAY, "play"),
    (PAIR, "pair"),
    (GIVE, "give"),
    (TAKE, "take"),
    (BLOCK, "block"),
    (SAY_HAVE, "say have"),
    (SAY_NO, "say no"),
)
# Seats and places are counted from 1 wherever people read them.
_WITH_COUNT = ((FROM, "from", 6), (GIVE_TOP, "top to", 6), (PLACE, "place", 9))

TOKENS: dict[int, str] = dict(_FIXED)
TOKENS.update({base + rank: f"{verb} {NUMBERS[rank]}" for base, verb in _WITH_RANK for rank in range(RANKS)})
TOKENS.update({base + index: f"{verb} {index + 1}" for base, verb, many in _WITH_COUNT for index in range(many)})
ACTIONS = {token: action for action, token in TOKENS.items()}


def with_ranks(base: int, ranks: int) -> tuple[int, ...]:
    """The moves of a block for a set of ranks."""
    return tuple([base + rank for rank in RANKS_IN[ranks]])


def rank_in(action: int) -> int | None:
    """The rank that a move names, or None if it names none."""
    token = TOKENS[action]
    if action in _FIXED or (FROM <= action < GIVE) or (PLACE <= action < SAY_HAVE):
        return None
    return RANK_OF[int(token.rsplit(" ", 1)[1])]
