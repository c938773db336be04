"""Forgetting what no longer matters: where a variable is set again before anything reads it, its value is let go.

Two states that differ only there have the same future, so the net stays exact, with far fewer states.
"""

from __future__ import annotations

import dataclasses

from storyengine.analysis.agenda import Agenda
from storyengine.analysis.net import Edge, Net
from storyengine.analysis.sweep import order


def live_variables(net: Net) -> list[int]:
    """Return, by point, the mask of the variables that something may still read before they are set anew."""
    live = [0] * len(net.names)
    reads = [_reads(edge) for edge in net.edges]
    sets = [_sets(edge) for edge in net.edges]
    carries = [
        sum(1 << variable for variable, _ in edge.effects) & ~sets[index] for index, edge in enumerate(net.edges)
    ]
    incoming = net.incoming()
    rank = order(net)
    last = max(rank, default=0)
    agenda = Agenda()
    for point in range(len(net.names)):
        agenda.add(point, last - rank[point])
    while agenda:
        point = agenda.take()
        found = 0
        for index in net.outgoing[point]:
            after = live[net.edges[index].target]
            # A change that depends on the value before reads it, but only if somebody reads the result.
            found |= reads[index] | (after & ~sets[index]) | (after & carries[index])
        if found != live[point]:
            live[point] = found
            for index in incoming[point]:
                source = net.edges[index].source
                agenda.add(source, last - rank[source])
    return live


def _reads(edge: Edge) -> int:
    mask = sum(1 << variable for variable, _ in edge.guard)
    for relation in edge.relations:
        for variable in relation.variables:
            mask |= 1 << variable
    return mask


def _sets(edge: Edge) -> int:
    """Return the variables that an edge sets to something that does not depend on what they were."""
    return sum(1 << variable for variable, table in edge.effects if len(set(table)) == 1)


def forgetful(net: Net, live: list[int]) -> Net:
    """Return the net that lets go of values on every edge that leads where they are not read.

    They become what they were at the start. Points and edges keep their numbers, so an edge that one of the two nets
    proves dead is dead in the other as well.
    """
    edges = list(net.edges)
    for index, edge in enumerate(edges):
        touched = sum(1 << variable for variable, _ in edge.effects)
        dropped = (live[edge.source] | touched) & ~live[edge.target]
        if not dropped:
            continue
        effects = [(variable, table) for variable, table in edge.effects if not dropped >> variable & 1]
        variable = 0
        while dropped >> variable:
            if dropped >> variable & 1:
                known = net.variables[variable]
                effects.append((variable, (1 << known.start,) * known.size))
            variable += 1
        edges[index] = Edge(
            edge.source, edge.target, edge.guard, edge.relations, tuple(effects), edge.enters, edge.reads
        )
    return dataclasses.replace(net, edges=edges)
