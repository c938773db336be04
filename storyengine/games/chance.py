"""Where the results of chance come from, and each bot's own stream of it.

A `SeedDice` answers event k by a keyed hash of (seed, k): however much bots think, the cards stay the same.
`ScriptDice` says what was written down, for tests and replays. `StreamDice` is quick and for simulations, which nobody
replays event by event.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import NamedTuple, Protocol

from storyengine import dice


class Shuffle(NamedTuple):
    """Chance asks for an order of `size` things; the result is a permutation of `range(size)`."""

    size: int


class Pick(NamedTuple):
    """Chance asks for one of `size` equally likely things; the result is in `range(size)`."""

    size: int


ChanceSpec = Shuffle | Pick
ChanceResult = tuple[int, ...] | int


class Stream:
    """A stream of chance, wholly determined by its key; made anew for each decision, never stored.

    Only `random()` of the standard generator is used, which Python promises to keep the same everywhere.

    Example:
        >>> Stream("bot", 2, 17).below(6) == Stream("bot", 2, 17).below(6)
        True
    """

    __slots__ = ("random",)

    def __init__(self, *key: dice.Key) -> None:
        """Open the stream that belongs to `key`."""
        self.random = random.Random(dice.draw(0, "stream", *key, below=1 << 64)).random

    def below(self, count: int) -> int:
        """A number in `range(count)`, uniformly up to 2**-53."""
        return int(self.random() * count)

    def shuffle(self, items: list[int]) -> None:
        """Put `items` in a random order, in place."""
        draw = self.random
        for last in range(len(items) - 1, 0, -1):
            other = int(draw() * (last + 1))
            items[last], items[other] = items[other], items[last]


class Dice(Protocol):
    """Answers the questions of a state at chance."""

    def result(self, spec: ChanceSpec, event: int) -> ChanceResult:
        """The result of chance event number `event`."""


class SeedDice:
    """Event k is a keyed hash of (seed, k): the same on every machine, whatever else was drawn."""

    def __init__(self, seed: dice.Key) -> None:
        """Dice for one match, known by its seed."""
        self.seed = seed

    def result(self, spec: ChanceSpec, event: int) -> ChanceResult:
        """The result of chance event number `event`."""
        key = ("chance", self.seed, event)
        if isinstance(spec, Shuffle):
            return dice.shuffled(0, *key, items=range(spec.size))
        return dice.draw(0, *key, below=spec.size)


class StreamDice:
    """Takes results from a stream as they are asked for; quick."""

    __slots__ = ("stream",)

    def __init__(self, stream: Stream) -> None:
        """Dice that consume `stream`."""
        self.stream = stream

    def result(self, spec: ChanceSpec, event: int) -> ChanceResult:
        """The next result; `event` is not looked at."""
        if isinstance(spec, Shuffle):
            order = list(range(spec.size))
            self.stream.shuffle(order)
            return tuple(order)
        return self.stream.below(spec.size)


class ScriptDice:
    """Says what was written down, in order."""

    def __init__(self, results: Iterable[ChanceResult]) -> None:
        """Dice that answer with `results`."""
        self.results = list(results)
        self.used = 0

    def result(self, spec: ChanceSpec, event: int) -> ChanceResult:
        """The next result of the script.

        Raises:
            ValueError: the script is at its end or its next result does not fit what is asked.
        """
        if self.used == len(self.results):
            raise ValueError(f"the script of {self.used} results is at its end, and {spec} is asked")
        result = self.results[self.used]
        self.used += 1
        fits = sorted(result) == list(range(spec.size)) if isinstance(result, tuple) else 0 <= result < spec.size
        if not fits or isinstance(result, tuple) != isinstance(spec, Shuffle):
            raise ValueError(f"result {self.used} of the script, {result!r}, does not fit {spec}")
        return result
