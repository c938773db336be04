"""What is let go of is never asked for again before it is set anew."""

from __future__ import annotations

from storyengine.analysis.builder import Builder
from storyengine.analysis.liveness import forgetful, live_variables
from storyengine.analysis.net import Edge, Net, NetVariable
from tests.conftest import Amount
from tests.small_stories import small_story

KEEP, SET, FLIP = (0b01, 0b10), (0b10, 0b10), (0b10, 0b01)


def chain(*edges: Edge) -> Net:
    net = Net([NetVariable("flag", 2, 0)], list(edges))
    net.names = [f"point {number}" for number in range(1 + len(edges))]
    net.outgoing = [[number] for number in range(len(edges))] + [[]]
    return net


def test_a_variable_lives_until_it_is_read_for_the_last_time() -> None:
    net = chain(Edge(0, 1), Edge(1, 2, ((0, 0b10),)), Edge(2, 3))
    assert live_variables(net) == [1, 1, 0, 0]


def test_setting_it_anew_ends_what_it_was_before() -> None:
    net = chain(Edge(0, 1, effects=((0, SET),)), Edge(1, 2, ((0, 0b10),)))
    assert live_variables(net) == [0, 1, 0]


def test_a_change_reads_what_it_changes_only_if_the_result_is_read() -> None:
    read = chain(Edge(0, 1, effects=((0, FLIP),)), Edge(1, 2, ((0, 0b10),)))
    unread = chain(Edge(0, 1, effects=((0, FLIP),)), Edge(1, 2))
    assert live_variables(read) == [1, 1, 0]
    assert live_variables(unread) == [0, 0, 0]


def test_what_is_let_go_becomes_what_it_was_at_the_start() -> None:
    net = chain(Edge(0, 1, effects=((0, SET),)), Edge(1, 2, ((0, 0b10),)), Edge(2, 3))
    light = forgetful(net, live_variables(net))
    assert light.edges[1].effects == ((0, (0b01, 0b01)),)
    assert (light.edges[0], light.edges[2]) == (net.edges[0], net.edges[2])
    assert net.edges[1].effects == (), "the net itself is left alone"


def test_everything_a_guard_reads_is_alive_there(amount: Amount) -> None:
    for seed in range(600_000, 600_000 + amount(20, 200)):
        net = Builder(small_story(seed)).net
        live = live_variables(net)
        for edge in net.edges:
            asked = [variable for variable, _ in edge.guard]
            asked += [variable for relation in edge.relations for variable in relation.variables]
            assert all(live[edge.source] >> variable & 1 for variable in asked)
            changed = dict(edge.effects)
            passed_on = [v for v in range(len(net.variables)) if live[edge.target] >> v & 1 and v not in changed]
            assert all(live[edge.source] >> variable & 1 for variable in passed_on)
