"""Single-observer information-set Monte Carlo tree search.

One tree for the seat that decides. Each iteration samples a world from the seat's view and goes down the tree by moves
that are legal in that world, as the seat perceives them; a move counts as available only when it was, which keeps rare
ones from looking untried. Chance is not part of the tree: its results differ from one world to the next.

Source:
    Cowling, Powley and Whitehouse, Information Set Monte Carlo Tree Search, IEEE TCIAIG 4(2), 2012.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from typing import Any

from storyengine.games.bots.rollout import Rollout, settle_chance
from storyengine.games.chance import Stream
from storyengine.games.protocol import Action, Match, State

EXPLORATION = 0.3
"""Weight of the untried in UCB, against rewards from 0 to 1; a hundred rounds showed no difference from 0.1 to 0.7."""


class _Node:
    __slots__ = ("available", "children", "mover", "total", "visits")

    def __init__(self, mover: int) -> None:
        self.mover = mover
        self.visits = 0
        self.available = 1
        self.total = 0.0
        self.children: dict[int, _Node] = {}


class TreeSearch:
    """Searches a number of iterations, then plays the move visited most."""

    talks = True

    def __init__(self, iterations: int, *, greedy: bool = False, depth: int = 0) -> None:
        """Search that many iterations for each decision.

        Args:
            iterations: their number.
            greedy: whether rollouts go by the rules of thumb.
            depth: turns after which a rollout is cut; 0 for the end of the deal.
        """
        self.iterations = iterations
        self.rollout = Rollout(greedy=greedy, depth=depth)

    def choose(self, match: Match[Any], view: Any, legal: Sequence[Action], stream: Stream) -> Action:
        """The move tried most often; of equal ones the first."""
        if len(legal) == 1:
            return legal[0]
        root = _Node(-1)
        low, high = float("inf"), float("-inf")
        for _ in range(self.iterations):
            world = match.sample_state(view, stream)
            path = self._descend(match, root, world, view.seat, stream)
            self.rollout.play(match, world, stream)
            rewards = [self.rollout.value(match, world, seat) for seat in range(match.players)]
            low, high = min(low, *rewards), max(high, *rewards)
            # the scale is that of all results so far; later ones may widen it, which the mean forgives
            span = high - low or 1.0
            root.visits += 1
            for node in path:
                node.visits += 1
                node.total += (rewards[node.mover] - low) / span
        return max(legal, key=lambda action: root.children[action].visits if action in root.children else 0)

    def _descend(self, match: Match[Any], root: _Node, world: State[Any], seat: int, stream: Stream) -> list[_Node]:
        """Walk down to the first move not tried yet, and try it."""
        path: list[_Node] = []
        node = root
        deal = world.stretch()
        while world.stretch() == deal:
            settle_chance(world, stream)
            legal = world.legal()
            if not legal:
                break
            mover = world.actor
            perceived: dict[int, list[Action]] = {}
            for action in legal:
                perceived.setdefault(match.seen_as(world, action, seat), []).append(action)
            untried = [key for key in perceived if key not in node.children]
            if untried:
                key = untried[stream.below(len(untried))]
                child = node.children[key] = _Node(mover)
            else:
                key, child = self._best(node, perceived)
            for other in perceived:
                if other in node.children and other != key:
                    node.children[other].available += 1
            if not untried:
                child.available += 1
            choices = perceived[key]
            world.apply(choices[stream.below(len(choices))])
            path.append(child)
            node = child
            if untried:
                break
        return path

    def _best(self, node: _Node, perceived: dict[int, list[Action]]) -> tuple[int, _Node]:
        def bound(key: int) -> float:
            child = node.children[key]
            return child.total / child.visits + EXPLORATION * sqrt(log(child.available) / child.visits)

        key = max(perceived, key=bound)
        return key, node.children[key]
