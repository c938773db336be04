"""The quick rules against the slow, literal ones, in random play; and the tiny match counted a second time."""

from __future__ import annotations

import pytest

from storyengine.games.chance import Stream, StreamDice
from storyengine.games.out_of_this_world.adventure import SHIPPED
from storyengine.games.out_of_this_world.advice import advise
from storyengine.games.out_of_this_world.phases import ACT, PAY, TAKE, TO, WITH
from storyengine.games.out_of_this_world.state import State
from storyengine.games.protocol import CHANCE, OVER
from tests.conftest import Amount
from tests.games.out_of_this_world import reference
from tests.games.out_of_this_world.positions import GAME, match
from tests.games.support import SUPPORT
from tests.games.tiny_tree import walk_tree

PLAYERS = dict(zip(SHIPPED, (3, 4, 5, 3, 4, 5), strict=True))


def play_on(state: State, stream: Stream) -> None:
    """A sensible move now and then, since random ones seldom save cards for sets."""
    moves = state.legal()
    if stream.below(2):
        state.apply(advise(state.view(state.actor), moves, stream))
    else:
        state.apply(moves[stream.below(len(moves))])


@pytest.mark.parametrize("variant", SHIPPED)
def test_quick_and_literal_rules_agree_in_random_play(variant: str, amount: Amount) -> None:
    played = match(PLAYERS[variant], variant=variant, difficulty="epic", talk="none")
    stream = Stream("literal", variant)
    dice = StreamDice(stream)
    compared = set()
    left = amount(250, 5_000)
    while left:
        state = played.start()
        while state.actor != OVER and left:
            if state.actor == CHANCE:
                state.settle(dice.result(state.chance(), 0))
                continue
            small = state.hands[state.turn].bit_count() <= 9  # the literal way tries all subsets
            if state.phase in (TAKE, ACT, WITH, TO, PAY) and small:
                assert {played.token(action) for action in state.legal()} == reference.legal(state)
                compared.add(state.phase)
                left -= 1
            play_on(state, stream)
    assert compared >= {TAKE, ACT}
    assert compared & {WITH, PAY}


def test_the_tiny_match_is_counted_alike_in_plain_lists() -> None:
    tree = walk_tree(GAME.tiny_match())
    assert (tree.decisions, tree.ends) == reference.Tiny().count() == SUPPORT["out_of_this_world"].tree
