"""The quick rules against the slow, literal ones, move by move."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from storyengine.games.chance import Shuffle, Stream, StreamDice
from storyengine.games.creatures_and_outcasts.actions import ACTIONS, TOKENS
from storyengine.games.creatures_and_outcasts.cards import NUMBERS, unpack
from storyengine.games.creatures_and_outcasts.characters import IDS, NOBODY
from storyengine.games.creatures_and_outcasts.game import CreaturesAndOutcasts, CreaturesMatch
from storyengine.games.creatures_and_outcasts.phases import DEAL, TURN
from storyengine.games.creatures_and_outcasts.state import State
from storyengine.games.protocol import CHANCE, OVER
from tests.conftest import Amount
from tests.games.creatures_and_outcasts.positions import config
from tests.games.creatures_and_outcasts.reference import Reference
from tests.games.support import SUPPORT
from tests.games.tiny_tree import walk_tree

# Triggers that random play meets often, so that round effects are compared too.
FREQUENT = {1: [5, "larissa"], 2: [4, "yoko"], 3: [3, "eugene"], 4: [7, "ajax"], 5: [9, "bianca"]}
DECK = [number for number in NUMBERS for _ in range(1 if number in (0, 13) else 4)]

SETTINGS: list[dict[str, Any]] = [{"players": players} for players in range(2, 7)]
SETTINGS += [{"players": players, "variant": "expert", "triggers": FREQUENT} for players in (2, 3, 4, 6)]
SETTINGS += [{"players": 4, "variant": "expert"}, {"players": 6, "variant": "team", "teams": 3, "talk": False}]


def deal(state: State, slow: Reference, dice: StreamDice) -> None:
    """The same deal for both."""
    cards = dice.result(state.chance(), 0)
    state.settle(cards)
    characters = dice.result(state.chance(), 0)
    assert isinstance(cards, tuple)
    assert isinstance(characters, tuple)
    slow.new_round([DECK[place] for place in cards], [IDS[place] for place in characters[::-1]])
    state.settle(characters)


def same(state: State, slow: Reference) -> None:
    """Both show the same table."""
    assert [[NUMBERS[rank] for rank in unpack(hand)] for hand in state.hands] == [sorted(hand) for hand in slow.hands]
    assert [NUMBERS[rank] for rank in state.pile[::-1]] == slow.pile
    assert [NUMBERS[rank] for rank in state.discard[::-1]] == slow.discard
    assert [IDS[who] for who in state.deck[::-1]] == slow.deck
    assert (None if state.character == NOBODY else IDS[state.character]) == slow.character
    assert sorted(TOKENS[action] for action in state.legal()) == sorted(slow.legal())
    if state.phase == TURN:
        assert (state.actor, state.passes) == (slow.actor, slow.passes)


@pytest.mark.parametrize("settings", SETTINGS, ids=lambda each: f"{each.get('variant', 'base')}-{each['players']}")
def test_quick_and_literal_rules_agree_on_random_plays(settings: dict[str, Any], amount: Amount) -> None:
    parsed = config(**settings)
    stream = Stream("reference", str(settings))
    dice = StreamDice(stream)
    triggers = [(NUMBERS[rank], IDS[who]) for rank, who in parsed.triggers]
    for _ in range(amount(12, 400)):
        state = State(parsed)
        slow = Reference(
            parsed.players, first_offer=parsed.first_offer if parsed.first_offer >= 0 else None, triggers=triggers
        )
        while state.actor != OVER:
            if state.actor == CHANCE and state.phase == DEAL:
                deal(state, slow, dice)
            elif state.actor == CHANCE:
                spec = state.chance()
                result = dice.result(spec, 0)
                if isinstance(spec, Shuffle):
                    assert spec.size == len(slow.deck)
                state.settle(result)
                slow.chance(result)
            else:
                same(state, slow)
                legal = state.legal()
                action = legal[stream.below(len(legal))]
                state.apply(action)
                slow.apply(TOKENS[action])
            assert [list(points) for points in state.scores] == slow.scores
        assert slow.asks == "over"


def count(slow: Reference) -> tuple[int, int]:
    """Decisions and ends that follow."""
    if slow.asks == "over":
        return 0, 1
    if slow.actor is None:
        size = len(slow.willing) if slow.asks == "quickest" else len(slow.deck)
        answers: list[object] = list(range(size)) if slow.asks == "quickest" else list(permutations(range(size)))
        branches = [deepcopy(slow) for _ in answers]
        for branch, answer in zip(branches, answers, strict=True):
            branch.chance(answer)
    else:
        branches = [deepcopy(slow) for _ in slow.legal()]
        for branch, token in zip(branches, slow.legal(), strict=True):
            branch.apply(token)
    decisions, ends = int(slow.actor is not None), 0
    for branch in branches:
        below = count(branch)
        decisions, ends = decisions + below[0], ends + below[1]
    return decisions, ends


def test_the_tree_of_the_tiny_match_counted_with_the_literal_rules() -> None:
    """Two seats, two cards each of 1 1 2 2 3 3, two left over, Wednesday and Larissa: 90 deals times 2 orders."""
    deals = set(permutations([1, 1, 2, 2, 3, 3]))
    assert len(deals) == 90
    decisions = ends = 0
    # hands are sets of cards to those who count, so deals that differ in the order within a hand are one
    hands = {(tuple(sorted(cards[:2])), tuple(sorted(cards[2:4])), cards[4:]) for cards in deals}
    for first, second, rest in hands:
        for characters in (["wednesday", "larissa"], ["larissa", "wednesday"]):
            slow = Reference(2, rounds=1, size=2)
            slow.new_round([*first, *second, *rest], characters)
            below = count(slow)
            decisions, ends = decisions + below[0], ends + below[1]
    assert (decisions, ends) == SUPPORT["creatures_and_outcasts"].tree


@pytest.mark.parametrize(
    ("numbers", "characters", "players"),
    [
        ((1, 4, 7), (1, 0), 2),
        ((4, 7, 8), (6, 0), 2),
        ((2, 7, 8), (5, 3), 2),
        ((1, 4, 8), (8,), 3),
        pytest.param((6, 7, 8), (1,), 3, marks=pytest.mark.full),
    ],
)
def test_nobody_sees_what_no_event_has_told(
    numbers: tuple[int, ...], characters: tuple[int, ...], players: int
) -> None:
    """In every play of a small match, a seat that has been told the same sees the same and may do the same."""
    copies = tuple(3 if number in numbers and number in (6, 7) else 2 * (number in numbers) for number in NUMBERS)
    parsed = replace(
        config(players), rounds=1, copies=copies, hand_size=2, characters=characters, first_offer=-1, round_limit=12
    )
    tree = walk_tree(CreaturesMatch(CreaturesAndOutcasts(), parsed))
    assert tree.ends > 100


def test_every_token_names_its_move_and_back() -> None:
    assert {ACTIONS[token] for token in TOKENS.values()} == set(TOKENS)
    assert len(set(TOKENS.values())) == len(TOKENS)
