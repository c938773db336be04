"""Places cut into parts small enough to draw: what hangs together, and of that, branches of its tree.

Without this a story that is one deck of ten thousand cards would take minutes and be a strip a mile long.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

LARGEST = 240
"""Nodes of a part, as far as a tree can be cut there; its time grows a little faster than its size."""


def parts_of(nodes: Sequence[int], after: Sequence[Sequence[int]]) -> tuple[list[list[int]], list[int]]:
    """Cut some nodes of a graph into parts.

    Args:
        nodes: in the order written.
        after: for every node of the graph, the nodes it leads to; those not in `nodes` are left out of account.

    Returns:
        The parts, each in the order written and sorted by its first node; and the nodes that stand alone.
    """
    inside = dict.fromkeys(nodes)
    beside: dict[int, list[int]] = {node: [] for node in nodes}
    for node in nodes:
        for target in after[node]:
            if target in inside and target != node:
                beside[node].append(target)
                beside[target].append(node)
    parts, alone, seen = [], [], set()
    for start in nodes:
        if start in seen:
            continue
        if not beside[start]:
            alone.append(start)
            continue
        order, parent = _tree(start, beside)
        seen.update(order)
        parts += [sorted(order)] if len(order) <= LARGEST else _cut(order, parent)
    return sorted(parts), alone


def _tree(start: int, beside: dict[int, list[int]]) -> tuple[list[int], dict[int, int]]:
    """Return all that hangs together with a node, the near ones first, and by which neighbour each was found."""
    order, parent, pending = [start], {start: -1}, deque([start])
    while pending:
        node = pending.popleft()
        for other in beside[node]:
            if other not in parent:
                parent[other] = node
                order.append(other)
                pending.append(other)
    return order, parent


def _cut(order: list[int], parent: dict[int, int]) -> list[list[int]]:
    """Cut a tree from its leaves up; branches are gathered under their parent until they make a part."""
    gathered: dict[int, list[int]] = {}
    parts: list[list[int]] = []
    for node in reversed(order):
        own = gathered.pop(node, [])
        own.append(node)
        if len(own) > LARGEST // 2 or parent[node] < 0:
            parts.append(sorted(own))
            continue
        above = gathered.setdefault(parent[node], [])
        above += own
        if len(above) > LARGEST:
            parts.append(sorted(above))
            gathered[parent[node]] = []
    return parts
