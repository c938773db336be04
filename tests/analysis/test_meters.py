"""Sets of combinations as one integer behave as sets of tuples do."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from storyengine.analysis.meters import MOST_BITS, Meters, choose_meters, moved, moved_back
from storyengine.analysis.net import Edge, Net, NetVariable, Relation

SIZES = (3, 2, 4)
NET = Net([NetVariable(f"n{index}", size, 0, number=True) for index, size in enumerate(SIZES)])
METERS = Meters(NET, (0, 1, 2))
EVERY = list(product(*map(range, SIZES)))

Tuples = frozenset[tuple[int, ...]]
some = st.frozensets(st.sampled_from(EVERY))


def tables(variable: int) -> st.SearchStrategy[tuple[int, ...]]:
    return st.tuples(*[st.integers(0, (1 << SIZES[variable]) - 1)] * SIZES[variable])


def as_bits(members: Tuples) -> int:
    return sum(1 << METERS.index(values) for values in members)


def changed(values: tuple[int, ...], variable: int, table: tuple[int, ...]) -> Tuples:
    news = [new for new in range(SIZES[variable]) if table[values[variable]] >> new & 1]
    return frozenset((*values[:variable], new, *values[variable + 1 :]) for new in news)


def test_every_combination_has_a_bit_of_its_own() -> None:
    assert sorted(METERS.index(values) for values in EVERY) == list(range(METERS.bits))


@given(some, st.sampled_from([0, 1, 2]), st.data())
def test_an_effect_moves_each_combination(members: Tuples, variable: int, data: st.DataObject) -> None:
    table = data.draw(tables(variable))
    after = frozenset[tuple[int, ...]]().union(*(changed(values, variable, table) for values in members))
    assert moved(as_bits(members), METERS.moves(variable, table)) == as_bits(after)


@given(some, st.sampled_from([0, 1, 2]), st.data())
def test_moving_back_finds_all_that_can_lead_there(members: Tuples, variable: int, data: st.DataObject) -> None:
    table = data.draw(tables(variable))
    before = frozenset(values for values in EVERY if changed(values, variable, table) & members)
    assert moved_back(as_bits(members), METERS.moves(variable, table)) == as_bits(before)


@given(st.integers(0, 7), st.integers(0, 3), st.frozensets(st.tuples(st.integers(0, 1), st.integers(0, 3))))
def test_a_guard_lets_pass_what_all_its_parts_allow(first: int, second: int, rows: frozenset[tuple[int, int]]) -> None:
    edge = Edge(0, 0, ((0, first), (1, second)), (Relation((1, 2), rows),))
    passing = frozenset(
        values for values in EVERY if first >> values[0] & 1 and second >> values[1] & 1 and values[1:] in rows
    )
    assert METERS.guard(edge) == as_bits(passing)


@given(some, st.sampled_from([0, 1, 2]))
def test_the_values_of_one_variable_in_a_set(members: Tuples, variable: int) -> None:
    mask = 0
    for values in members:
        mask |= 1 << values[variable]
    assert METERS.values_in(as_bits(members), variable) == mask


def test_numbers_that_guards_ask_for_are_chosen_as_long_as_they_are_few() -> None:
    sizes = (26, 26, 100, 2)
    net = Net([NetVariable(f"n{index}", size, 0, number=index < 3) for index, size in enumerate(sizes)])
    net.edges = [Edge(0, 0, ((0, 1), (1, 1), (3, 1))), Edge(0, 0, ((0, 1), (2, 1)))]
    chosen = choose_meters(net)
    assert chosen == (0, 1)
    bits = 1
    for variable in chosen:
        bits *= sizes[variable]
    assert bits <= MOST_BITS
