"""How likely each ending is under a policy: seeded plays, many of them, with intervals that say how sure they are.

Each play has its own seed, made of the run's seed and the play's number. So the figures are the same whatever number of
processes shares the work, and any single play can be looked at again.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from math import sqrt

from storyengine import dice
from storyengine.analysis.playouts import drawn, one_of
from storyengine.analysis.policies import POLICIES, Policy
from storyengine.model.story import Story
from storyengine.runtime import Action, Phase, initial
from storyengine.runtime.actions import Deal, GoOn, Report
from storyengine.runtime.events import Event, Flew, GameOver, Told
from storyengine.runtime.explore import Walker
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


Games = Mapping[str, Minigame]


def play_once(story: Story, policy: Policy, seed: int, number: int, tally: Tally, games: Games | None = None) -> None:
    """Make one play and add it to a tally.

    A card game inside is played by the bots that the story names, with a sensible one in the person's seat; without
    `games`, its declared results are all as likely.
    """
    rng = random.Random(dice.draw(seed, "play", number, below=1 << 64))
    walker = Walker(story, initial(story), lambda kind, place, options: drawn(options, rng))
    events: list[Event] = []
    walker.run.events = events
    policy.begin()
    decisions = landings = words = 0
    seen: set[str] = set()
    blocks = program_of(story).blocks
    for _ in range(LONGEST):
        actions = walker.actions()
        if not actions:
            break
        if walker.phase is Phase.GAME:
            action: Action = _game_played(story, walker, games, rng) if games else one_of(actions, rng)
        else:
            action = actions[0] if len(actions) == 1 else policy(walker, actions, rng)
        decisions += not isinstance(action, Deal | GoOn)
        walker.take(action)
        for event in events:
            if isinstance(event, Told):
                words += len(event.text.split())
            elif isinstance(event, Flew):
                landings += 1
                tally.places[event.place] += 1
            elif isinstance(event, GameOver):
                tally.games[f"{event.game} {event.result}"] += 1
        events.clear()
        seen.update(blocks[block].card for block in walker.entered())
    else:
        tally.broken_off += 1
    if walker.phase is Phase.ENDED:
        tally.endings[walker.run.detail[0]] += 1
    elif walker.phase is Phase.STUCK:
        tally.stuck[walker.run.detail[0]] += 1
    tally.plays += 1
    tally.decisions.append(decisions)
    tally.words.append(words)
    tally.landings.append(landings)
    tally.cards.update(seen - {""})


def _game_played(story: Story, walker: Walker, games: Games, rng: random.Random) -> Report:
    """Let bots play the card game that is on."""
    node = story.cards[walker.run.card].minigame
    assert node is not None, "only a card with a game stands there"
    return Report(games[node.game].sample(node.config, int(rng.random() * len(SEEDS))))


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
        story = load()
        chooser = POLICIES[policy](story)
        known = games() if games else None
        return collect(_chunk(story, chooser, seed, numbers, known) for numbers in chunks)
    with ProcessPoolExecutor(jobs, initializer=_prepare, initargs=(load, policy, seed, games)) as pool:
        return collect(pool.map(_work, chunks))


def _chunk(story: Story, chooser: Policy, seed: int, numbers: range, games: Games | None) -> Tally:
    tally = Tally()
    for number in numbers:
        play_once(story, chooser, seed, number, tally, games)
    return tally


_worker: list[tuple[Story, Policy, int, Games | None]] = []
"""What a process works with; filled once in each."""


def _prepare(load: Callable[[], Story], policy: str, seed: int, games: Callable[[], Games] | None) -> None:
    story = load()
    _worker[:] = [(story, POLICIES[policy](story), seed, games() if games else None)]


def _work(numbers: range) -> Tally:
    story, chooser, seed, games = _worker[0]
    return _chunk(story, chooser, seed, numbers, games)
