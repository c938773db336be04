"""How likely each ending is under a policy: seeded plays, many of them, with intervals that say how sure they are.

Each play has its own seed, made of the run's seed and the play's number. So the figures are the same whatever number of
processes shares the work, and any single play can be looked at again.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from math import sqrt
from typing import NamedTuple

from storyengine import dice
from storyengine.analysis.fast_plays import FastPlay, TransitionTable
from storyengine.analysis.playouts import one_of
from storyengine.analysis.policies import POLICIES, Policy
from storyengine.model.story import Story
from storyengine.runtime import Action, Phase
from storyengine.runtime.actions import Deal, GoOn, Report
from storyengine.runtime.events import Event, Flew, GameOver, Told
from storyengine.runtime.machine import SEEDS
from storyengine.runtime.minigame import Minigame
from storyengine.runtime.program import program_of

LONGEST = 2_000
"""Steps, after which a play is broken off; such plays are a row of their own."""
Z = 1.959963984540054
"""Normal quantile of a two-sided interval of 95 %."""
CHUNK = 25
"""Plays that a process takes at a time."""


@dataclass(slots=True)
class Tally:
    """What some plays came to."""

    endings: Counter[str] = field(default_factory=Counter)
    stuck: Counter[str] = field(default_factory=Counter)
    broken_off: int = 0
    plays: int = 0
    decisions: list[int] = field(default_factory=list)
    """Of each play: choices, performers, flights and the like; not the deal, not reading on."""
    words: list[int] = field(default_factory=list)
    """Of each play: words read aloud."""
    landings: list[int] = field(default_factory=list)
    """Of each play: places flown to."""
    places: Counter[str] = field(default_factory=Counter)
    """Place to the number of landings."""
    cards: Counter[str] = field(default_factory=Counter)
    """Card to the number of plays that saw it."""
    games: Counter[str] = field(default_factory=Counter)
    """`game result` to how often."""

    def add(self, other: Tally) -> None:
        """Add another tally's plays."""
        for name in ("endings", "stuck", "places", "cards", "games"):
            getattr(self, name).update(getattr(other, name))
        for name in ("decisions", "words", "landings"):
            getattr(self, name).extend(getattr(other, name))
        self.broken_off += other.broken_off
        self.plays += other.plays


@dataclass(frozen=True, slots=True)
class Share:
    """A part of all plays, with the interval in which the true share lies with 95 % confidence."""

    count: int
    share: float
    low: float
    high: float


def wilson(count: int, runs: int) -> Share:
    """Return a share with Wilson's interval.

    Args:
        count: how often it happened.
        runs: of how many, at least 1.

    Source:
        E. B. Wilson, Probable inference, the law of succession, and statistical inference, JASA 22 (1927).
    """
    share = count / runs
    spread = Z * sqrt(share * (1 - share) / runs + Z * Z / (4 * runs * runs))
    middle, scale = share + Z * Z / (2 * runs), 1 + Z * Z / runs
    return Share(count, share, max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale))


class Seen(NamedTuple):
    """What is counted of one step."""

    decision: bool
    words: int
    places: tuple[str, ...]
    """Those flown to."""
    games: tuple[str, ...]
    """`game result` of those that ended."""
    cards: tuple[str, ...]


Games = Mapping[str, Minigame]


class Plays:
    """Simulated plays of one story; each goes fast where earlier ones have been."""

    def __init__(self, story: Story, policy: Policy, games: Games | None = None) -> None:
        """Make ready.

        Args:
            story: what is played.
            policy: who chooses.
            games: the card games that the story opens. They are played by the bots that the story names, with a
                sensible one in the person's seat; without them, their declared results are all as likely.
        """
        self.story, self.policy, self.games = story, policy, games
        self._blocks = program_of(story).blocks
        self._table = TransitionTable(story, self._seen)

    def add(self, tally: Tally, seed: int, number: int) -> None:
        """Make a play, the same for a seed and a number whatever was played before, and add it to a tally."""
        rng = random.Random(dice.draw(seed, "play", number, below=1 << 64))
        play = FastPlay(self._table, rng)
        self.policy.begin()
        decisions = landings = words = 0
        cards: set[str] = set()
        for _ in range(LONGEST):
            actions = play.actions
            if not actions:
                break
            if play.phase is Phase.GAME:
                action: Action = self._game_played(play, rng) if self.games else one_of(actions, rng)
            else:
                action = actions[0] if len(actions) == 1 else self.policy(play.walker, actions, rng)
            seen = play.take(action)
            decisions += seen.decision
            words += seen.words
            cards.update(seen.cards)
            if seen.places:
                landings += len(seen.places)
                tally.places.update(seen.places)
            if seen.games:
                tally.games.update(seen.games)
        else:
            tally.broken_off += 1
        if play.phase is Phase.ENDED:
            tally.endings[play.detail[0]] += 1
        elif play.phase is Phase.STUCK:
            tally.stuck[play.detail[0]] += 1
        tally.plays += 1
        tally.decisions.append(decisions)
        tally.words.append(words)
        tally.landings.append(landings)
        tally.cards.update(cards - {""})

    def _seen(self, action: Action, events: Sequence[Event], entered: Sequence[int]) -> Seen:
        return Seen(
            not isinstance(action, Deal | GoOn),
            sum(len(event.text.split()) for event in events if isinstance(event, Told)),
            tuple(event.place for event in events if isinstance(event, Flew)),
            tuple(f"{event.game} {event.result}" for event in events if isinstance(event, GameOver)),
            tuple({self._blocks[block].card for block in entered}),
        )

    def _game_played(self, play: FastPlay[Seen], rng: random.Random) -> Report:
        """Let bots play the card game that is on."""
        node = self.story.cards[play.card].minigame
        assert node is not None and self.games is not None, "only a card with a game stands there"
        return Report(self.games[node.game].sample(node.config, int(rng.random() * len(SEEDS))))


def simulate(
    load: Callable[[], Story],
    *,
    policy: str = "random",
    runs: int = 1_000,
    seed: int = 0,
    jobs: int = 1,
    games: Callable[[], Games] | None = None,
    progress: Callable[[int, int], None] = lambda done, runs: None,
) -> Tally:
    """Play a story many times.

    Args:
        load: gives the story; called once in each process, so it must be picklable when there are several.
        policy: a name of `POLICIES`.
        runs: plays, at least 1.
        seed: the same seed gives the same figures, with any number of jobs.
        jobs: processes.
        games: gives the card games that the story opens; picklable, like `load`.
        progress: told of (plays done, plays in all).

    Raises:
        ValueError: an unknown policy, or one that the story does not admit.
    """
    if policy not in POLICIES:
        raise ValueError(f"policy must be one of {', '.join(POLICIES)}, got {policy!r}")
    if runs < 1 or jobs < 1:
        raise ValueError(f"runs and jobs must be at least 1, got {runs} and {jobs}")
    chunks = [range(first, min(first + CHUNK, runs)) for first in range(0, runs, CHUNK)]
    total = Tally()

    def collect(tallies: Iterable[Tally]) -> Tally:
        for tally in tallies:
            total.add(tally)
            progress(total.plays, runs)
        return total

    if jobs == 1:
        plays = _prepared(load, policy, games)
        return collect(_chunk(plays, seed, numbers) for numbers in chunks)
    with ProcessPoolExecutor(jobs, initializer=_prepare, initargs=(load, policy, seed, games)) as pool:
        return collect(pool.map(_work, chunks))


def _chunk(plays: Plays, seed: int, numbers: range) -> Tally:
    tally = Tally()
    for number in numbers:
        plays.add(tally, seed, number)
    return tally


_worker: list[tuple[Plays, int]] = []
"""What a process works with; filled once in each."""


def _prepared(load: Callable[[], Story], policy: str, games: Callable[[], Games] | None) -> Plays:
    story = load()
    return Plays(story, POLICIES[policy](story), games() if games else None)


def _prepare(load: Callable[[], Story], policy: str, seed: int, games: Callable[[], Games] | None) -> None:
    _worker[:] = [(_prepared(load, policy, games), seed)]


def _work(numbers: range) -> Tally:
    plays, seed = _worker[0]
    return _chunk(plays, seed, numbers)
