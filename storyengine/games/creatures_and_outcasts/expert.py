"""The expert variant: each round has one effect, set off by one number played while one character is active.

Which number and character that is stands in `triggers.toml`; what happens is here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from storyengine.games.creatures_and_outcasts import effects, knowledge
from storyengine.games.creatures_and_outcasts.cards import unpack
from storyengine.games.creatures_and_outcasts.characters import WEDNESDAY
from storyengine.games.creatures_and_outcasts.phases import RESHUFFLE
from storyengine.games.protocol import CHANCE, EVERYBODY

if TYPE_CHECKING:
    from storyengine.games.chance import ChanceResult
    from storyengine.games.creatures_and_outcasts.state import State

LOCK, BANISH, OPEN, FORESEE, HAND_ON = range(5)
"""The effects of rounds 1 to 5."""
SAYS = (
    "all other characters are set aside, none is revealed for the rest of the round",
    "Wednesday leaves the character pile, which is shuffled",
    "all play with open hands for the rest of the round",
    "the player looks at the character pile and puts Wednesday where they like",
    "all pass their whole hand to the right",
)


def is_triggered(s: State, rank: int) -> bool:
    """Whether playing `rank` now sets off the effect of this round."""
    if s.triggered and s.config.round_effects == "once":
        return False
    return s.config.triggers[s.round] == (rank, s.character)


def start(s: State) -> bool:
    """Do what this round does; true if it asks for a decision or for chance."""
    s.triggered = 1
    s.tell(EVERYBODY, "round effect", s.round)
    return _EFFECTS[s.round](s)


def _lock(s: State) -> bool:
    s.locked = 1
    s.deck = []
    s.order_known = s.place_known = 0
    return False


def _banish(s: State) -> bool:
    if WEDNESDAY in s.deck:
        s.deck.remove(WEDNESDAY)
    s.order_known = s.place_known = 0
    if len(s.deck) < 2:
        return False
    s.phase = RESHUFFLE
    s.actor = CHANCE
    return True


def settle_reshuffle(s: State, result: ChanceResult) -> None:
    """The characters lie in a new order."""
    assert isinstance(result, tuple)
    s.deck = [s.deck[place] for place in result]
    effects.go_on(s)


def _open(s: State) -> bool:
    s.open = 1
    knowledge.hands_opened(s)
    for seat in range(s.n):
        s.tell(EVERYBODY, "hand", seat, *unpack(s.hands[seat]))
    return False


def _foresee(s: State) -> bool:
    return effects.place_wednesday(s)


def _hand_on(s: State) -> bool:
    n = s.n
    before = s.hands[:]
    # clockwise is upwards, so the seat to the right is the one before
    s.hands = [before[(seat + 1) % n] for seat in range(n)]
    for seat in range(n):
        s.refresh(seat)
    if not s.open:
        knowledge.hands_rotated(s, before)
    if s.log is not None:
        for seat in range(n):
            s.tell(EVERYBODY if s.open else 1 << seat | 1 << (seat + 1) % n, "hand", seat, *unpack(s.hands[seat]))
    return False


_EFFECTS = (_lock, _banish, _open, _foresee, _hand_on)
