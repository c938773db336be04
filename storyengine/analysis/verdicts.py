"""Verdicts: for every target of a story a play that reaches it, or a proof that none does, or neither, said openly.

The order of work: see every state if they are few; prove what the loose sweep proves; play at random for what is easy;
for each target left, track what its guards ask for, prove or search, and track more where the net's path is no play.
Nothing is believed on the word of the part that found it: a play is replayed through `take`, a proof goes through the
checker. Budgets count work and not time, so a verdict is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress

from storyengine.analysis.builder import Builder, TooLarge
from storyengine.analysis.card_games import CardGames
from storyengine.analysis.cells import Cells, History
from storyengine.analysis.exhaust import Explored, Path, explore
from storyengine.analysis.findings import Budget, Progress, Range, Reachable, Undecided, Unreachable, Verdict, Verdicts
from storyengine.analysis.ground import Ground, lay_out
from storyengine.analysis.inquiry import Inquiry
from storyengine.analysis.ledger import Ledger
from storyengine.analysis.survey import survey
from storyengine.analysis.targets import Target
from storyengine.analysis.wander import ENDED, STUCK, wander
from storyengine.model.story import Story
from storyengine.runtime import Phase, State
from storyengine.runtime.actions import Report
from storyengine.runtime.explore import Successor
from storyengine.runtime.minigame import Minigame


def verdicts(
    story: Story,
    *,
    budget: Budget | None = None,
    known: Iterable[Path] = (),
    only: Callable[[Target], bool] = lambda target: True,
    progress: Progress = lambda doing, done, of: None,
    games: Mapping[str, Minigame] | None = None,
    net_only: bool = False,
) -> Verdicts:
    """Decide every target of a story.

    Args:
        story: a loaded story. Card games in it are taken as nodes with their declared results.
        budget: how much work may be spent.
        known: plays found earlier, such as witness files; what they reach is reachable.
        only: the targets that matter; all, if left out.
        progress: told now and then.
        games: the card games that stories can open. With them, a result counts as reachable only when a play of the
            game itself ends with it; without them, every declared result is taken to be possible.
        net_only: leave the exhaustive search out, for comparing the other ways with it.

    Returns:
        A verdict for each target. Stopped by `KeyboardInterrupt`, it gives what is decided so far, the rest undecided.
    """
    ledger = Ledger(story, only, progress, games or {})
    examination = _Examination(ledger, budget or Budget())
    with suppress(KeyboardInterrupt):
        examination.examine(known, net_only=net_only)
        examination.play_card_games()
    return ledger.close()


def witness(
    story: Story, target: str, *, budget: Budget | None = None, games: Mapping[str, Minigame] | None = None
) -> Verdict:
    """Decide one target of a story.

    Args:
        story: a loaded story.
        target: its kind and id, such as `ending:won` or `card:follop/2`; `str(target)` of any target.
        budget: how much work may be spent.
        games: as for `verdicts`.

    Returns:
        Its verdict; a `Reachable` holds the play.

    Raises:
        KeyError: the story has no such target.
    """
    found = verdicts(story, budget=budget, only=lambda one: str(one) == target, games=games)
    if not found.of:
        raise KeyError(target)
    return next(iter(found.of.values()))


class _Examination:
    """The stages, one after another, until everything is decided or the budget is spent."""

    def __init__(self, ledger: Ledger, budget: Budget) -> None:
        self.ledger, self.budget = ledger, budget
        self.story, self.result = ledger.story, ledger.result

    def examine(self, known: Iterable[Path], *, net_only: bool) -> None:
        ledger = self.ledger
        ledger.believe(())
        for path in known:
            ledger.believe(path)
        ledger.say("seeing every state")
        if not net_only and self.see_everything(self.budget.states):
            return
        ledger.say("sweeping")
        try:
            builder = Builder(self.story)
        except TooLarge:
            ledger.say("playing")
            self.play()
            return
        self.result.builder = builder
        ground = self.sweep(builder)
        if not self.story.crew:
            ledger.say("looking round")
            self.look_round(builder)
        ledger.say("playing")
        self.play()
        if ground is not None:
            self.inquire(ground)
        if ledger.open and not net_only:
            ledger.say("seeing every state")
            self.see_everything(self.budget.states * 8)

    def see_everything(self, limit: int) -> bool:
        """Search exhaustively; True when that decided everything."""
        ledger = self.ledger
        firsts: dict[Target, tuple[State, Successor]] = {}
        stuck: dict[str, tuple[State, Successor]] = {}

        def watch(state: State, step: Successor) -> None:
            for target in ledger.targets_of(step):
                firsts.setdefault(target, (state, step))
            if step.state.phase is Phase.STUCK:
                stuck.setdefault(ledger.stuck_at(state, step.entered), (state, step))

        explored = explore(self.story, limit=limit, watch=watch)
        self.result.states = max(self.result.states, len(explored.came_from))
        paths = [
            (*explored.path(state), (step.action, step.chance)) for state, step in (*firsts.values(), *stuck.values())
        ]
        if not explored.complete:
            # A play that passes many targets is replayed once: the longest first.
            for path in sorted(paths, key=len, reverse=True):
                ledger.believe(path)
            return not ledger.open
        self.result.complete, self.result.explored = True, explored
        ledger.reopen()
        for path in sorted(paths, key=len):
            ledger.believe(path)
        for target in list(ledger.open):
            ledger.decide(target, Unreachable("exhaustive", seen=len(explored.came_from)))
        self._note_ranges_seen(explored)
        return True

    def _note_ranges_seen(self, explored: Explored) -> None:
        for name, index in self.ledger.program.index.items():
            numbers = [state.values[index] for state in explored.came_from]
            if isinstance(numbers[0], int) and not isinstance(numbers[0], bool):
                low, high = min(map(int, numbers)), max(map(int, numbers))
                self.result.seen_at.setdefault("", {})[name] = set(numbers)
                self.result.ranges[name] = Range(low, high, low, high)

    def sweep(self, builder: Builder) -> Ground | None:
        """Prove what the loose sweep proves, and return the ground for more; nothing when the checker refuses it."""
        ground = lay_out(builder)
        if ground is None:
            return None
        self._note(ground)
        reached = ground.reached
        for name, index in builder.domains.of_variable.items():
            variable = builder.net.variables[index]
            if variable.number:
                mask = 0
                for point, combinations in enumerate(reached.combinations):
                    if combinations:
                        mask |= reached.mask_at(point, index)
                low, high = (mask & -mask).bit_length() - 1 + variable.low, mask.bit_length() - 1 + variable.low
                start = int(self.story.variables[name].start)
                self.result.ranges[name] = Range(start, start, low, high)
        return ground

    def _note(self, ground: Ground) -> None:
        """Decide what a sweep shows that nothing reaches."""
        self.result.reached, self.result.dead = ground.reached, ground.dead
        for target in list(self.ledger.open):
            if all(edge in ground.dead for edge in ground.goals(target)):
                self.ledger.decide(target, Unreachable("sweep", seen=ground.seen))

    def look_round(self, builder: Builder) -> None:
        """Come by every point of the net once. In a story with a crew, plays at random find as much in less time."""
        ledger = self.ledger
        coming: set[Target] = set()

        def is_new(step: Successor) -> bool:
            new = set(ledger.reached_by(step)) - coming
            coming.update(new)
            return bool(new)

        def is_done() -> bool:
            return len(coming) == len(ledger.open)

        for path in survey(builder, is_new, is_done, budget=self.budget.survey):
            ledger.believe(path)

    def play(self) -> None:
        """Play at random, and keep for each target the shortest play that comes by it."""
        ledger = self.ledger
        best: dict[Target, tuple[History, int]] = {}
        stuck: dict[str, tuple[History, int]] = {}

        def sighted(block: int, ending: str, history: History) -> None:
            if block == STUCK:
                stuck.setdefault(ending, (history, len(history)))
                return
            target = ledger.ended_by(ending) if block == ENDED else ledger.begun_by(block)
            if target is not None and target in ledger.open:
                known = best.get(target)
                if known is None or len(history) < known[1]:
                    best[target] = history, len(history)

        def done() -> bool:
            return len(best) == len(ledger.open)

        cells = Cells(self.story.crew)
        wandered = wander(self.story, plays=self.budget.plays, sighted=sighted, done=done, cells=cells)
        self.result.plays = wandered.plays
        # What one play is wanted for comes together: the part that it has in common is replayed once.
        by_play: dict[int, dict[int, tuple[History, set[Target]]]] = {}
        for target, (history, length) in best.items():
            by_play.setdefault(id(history), {}).setdefault(length, (history, set()))[1].add(target)
        for lengths in by_play.values():
            for length, (history, wanted) in sorted(lengths.items()):
                ledger.believe(tuple(history[:length]), wanted)
        for history, length in stuck.values():
            ledger.believe(tuple(history[:length]))

    def inquire(self, ground: Ground) -> None:
        """Ask for each target left, those with few ways in first and endings last."""
        ledger = self.ledger

        def difficulty(target: Target) -> tuple[bool, int, str]:
            return target.block < 0, len(ground.goals(target)), str(target)

        for target in sorted(ledger.open, key=difficulty):
            if target in ledger.open:
                ledger.say(f"looking for {target}")
                inquiry = Inquiry(ledger, ground, self.budget, target)
                if inquiry.decide() and ledger.open and ground.close(inquiry.goals):
                    self._note(ground)

    def play_card_games(self) -> None:
        """Put the moves of card games into the witnesses; a result that no play of its game shows is undecided."""
        if not self.ledger.games:
            return
        card_games = CardGames(self.story, self.ledger.games, self.ledger.hands)
        for target, verdict in list(self.result.of.items()):
            if isinstance(verdict, Reachable) and any(isinstance(action, Report) for action, _ in verdict.witness):
                self.ledger.say(f"playing the card game before {target}")
                path, missing = card_games.played(verdict.witness)
                self.result.of[target] = Undecided(nearest=missing) if missing else Reachable(path)
