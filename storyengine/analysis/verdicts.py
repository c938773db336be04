"""Verdicts: for every target of a story a play that reaches it, or a proof that none does, or neither, said openly.

The order of work: see every state if they are few; prove what the loose sweep proves; play at random for what is easy;
for each target left, track what its guards ask for, prove or search, and track more where the net's path is no play.
Nothing is believed on the word of the part that found it: a play is replayed through `take`, a proof goes through the
checker. Budgets count work and not time, so a verdict is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from storyengine.analysis.backward import look_back
from storyengine.analysis.blame import blocking_variables
from storyengine.analysis.builder import Builder, TooLarge
from storyengine.analysis.card_games import CardGames
from storyengine.analysis.cells import Cells, History
from storyengine.analysis.certify import accepts, dead_edges, fruitless_edges
from storyengine.analysis.chase import Chased, chase
from storyengine.analysis.compress import compress
from storyengine.analysis.exhaust import Explored, Path, explore
from storyengine.analysis.meters import Meters, choose_meters
from storyengine.analysis.net import Table
from storyengine.analysis.pursue import Landmark, pursue
from storyengine.analysis.survey import survey
from storyengine.analysis.sweep import Reached, sweep
from storyengine.analysis.targets import Target, targets
from storyengine.analysis.tracking import Tracked, measure, track
from storyengine.analysis.wander import wander
from storyengine.model.expressions import Value
from storyengine.model.story import Story
from storyengine.runtime import Action, Phase, State, current_card, initial
from storyengine.runtime.actions import Report
from storyengine.runtime.explore import Successor
from storyengine.runtime.minigame import Minigame
from storyengine.runtime.moves import take_recorded
from storyengine.runtime.program import program_of

MOST_WAYS = 24
"""Combinations of the values of variables that are tracked together from the first."""
QUICK_PLAYS = 8
"""Guided plays before it is asked at length what stands in the way."""
WIDEST_NECK = 200
"""Edges that are looked at for what a target hangs on."""
KEYS_FOR_THE_CHECKER = 8
"""How many times the keys a table on the whole net may have; on the small one it was seen to be a proof."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How much work may be spent. Every number counts something that is the same on every machine."""

    states: int = 4_000
    """States of an exhaustive search."""
    survey: int = 50_000
    """States of a look round in a story without a crew, one for each point."""
    plays: int = 1_500
    """Random plays."""
    keys: int = 60_000
    """Keys of one proof."""
    expansions: int = 400
    """States whose steps a guided search takes, for each target and round."""
    pursuits: int = 60
    """Guided plays, for each target and round."""
    rounds: int = 16
    """How often more is tracked for one target."""

    def times(self, factor: float) -> Budget:
        """Return a budget larger by a factor; rounds grow slowly."""
        return Budget(
            max(1, int(self.states * factor)),
            max(1, int(self.survey * factor)),
            max(1, int(self.plays * factor)),
            max(1, int(self.keys * factor)),
            max(1, int(self.expansions * factor)),
            max(1, int(self.pursuits * factor)),
            self.rounds + int(factor).bit_length() - 1,
        )


@dataclass(frozen=True, slots=True)
class Reachable:
    """Some play reaches the target; this one does."""

    witness: Path
    """Actions with what chance did; the last step reaches the target."""


@dataclass(frozen=True, slots=True)
class Unreachable:
    """No play reaches the target."""

    proof: str
    """`exhaustive`, `sweep` or `tracked`."""
    tracked: tuple[str, ...] = ()
    """For a tracked proof: what was tracked, beside the meters."""
    seen: int = 0
    """States, or points and keys, that the proof is made of."""


@dataclass(frozen=True, slots=True)
class Undecided:
    """Neither a play nor a proof was found within the budget."""

    expanded: int = 0
    """States that were searched for it."""
    keys: int = 0
    """Keys of the last proof that was tried."""
    nearest: str = ""
    """The card of the state nearest to it; or `card.result` of a card game that no play of the game was found for."""
    distance: int = 0
    """How many steps the net still needs from there."""


Verdict = Reachable | Unreachable | Undecided


@dataclass(slots=True)
class Range:
    """What values a number has in plays and in proofs."""

    seen_low: int
    seen_high: int
    """Attained by plays."""
    proved_low: int
    proved_high: int
    """No play gets beyond."""


@dataclass(slots=True)
class Verdicts:
    """The verdicts of a story, and what was learnt on the way."""

    story: Story
    of: dict[Target, Verdict] = field(default_factory=dict)
    stuck: dict[str, Path] = field(default_factory=dict)
    """Card to a play that is stuck there, without an ending."""
    ranges: dict[str, Range] = field(default_factory=dict)
    seen_at: dict[str, dict[str, set[Value]]] = field(default_factory=dict)
    """Card to variable to the values it had there in the plays that were replayed."""
    complete: bool = False
    """Whether every state was seen."""
    states: int = 0
    plays: int = 0
    explored: Explored | None = None
    builder: Builder | None = None
    reached: Reached | None = None
    dead: frozenset[int] = frozenset()
    """Edges of the net that no play can take, as the checker agreed."""
    proofs: dict[Target, Tracked] = field(default_factory=dict)
    """The table behind each tracked proof."""

    def __getitem__(self, name: str) -> Verdict:
        """Return the verdict of `ending:won`, `card:follop/2` and so on."""
        return next(verdict for target, verdict in self.of.items() if str(target) == name)


Progress = Callable[[str, int, int], None]
"""Told of (what is being done, targets decided, targets in all)."""


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
    examination = _Examination(story, budget or Budget(), only, progress, games or {})
    try:
        examination.examine(known, net_only=net_only)
        examination.play_card_games()
    except KeyboardInterrupt:
        examination.interrupted = True
    return examination.finish()


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
    def __init__(
        self,
        story: Story,
        budget: Budget,
        only: Callable[[Target], bool],
        progress: Progress,
        games: Mapping[str, Minigame],
    ) -> None:
        self.games = games
        self.story, self.budget, self.progress = story, budget, progress
        self.program = program_of(story)
        self.targets = [target for target in targets(story, self.program) if only(target)]
        self.by_block = {target.block: target for target in self.targets if target.block >= 0}
        self.by_ending = {target.id: target for target in self.targets if target.block < 0}
        self.result = Verdicts(story)
        self.open: dict[Target, Undecided] = {target: Undecided() for target in self.targets}
        self.interrupted = False
        self.trail: list[State] = []
        """The states of the play that was replayed last."""
        self.trodden: list[tuple[Action, str]] = []
        """Its steps."""
        self._dead: frozenset[int] = frozenset()
        self._beginning: dict[int, list[int]] = {}
        """Block to the edges of the net that begin it."""

    def finish(self) -> Verdicts:
        """Return the verdicts in the order of the targets."""
        decided = self.result.of
        for name, known in self.result.ranges.items():
            numbers = [int(value) for seen in self.result.seen_at.values() for value in seen.get(name, ())]
            known.seen_low, known.seen_high = min(numbers), max(numbers)
        self.result.of = {target: decided.get(target) or self.open[target] for target in self.targets}
        return self.result

    def say(self, doing: str) -> None:
        self.progress(doing, len(self.targets) - len(self.open), len(self.targets))

    # What plays reach

    def believe(self, path: Path) -> None:
        """Replay a play from the start; whatever it reaches is reachable, by this play up to there.

        What it has in common with the play before was replayed then.
        """
        # A play that only says how a card game ended takes the game as a node; one with its moves plays it.
        games = {} if any(isinstance(action, Report) for action, _ in path) else self.games
        if not self.trail:
            self.trail = [initial(self.story)]
            self.observe(self.trail[0])
            self.reach_block(self.program.card_blocks[self.story.start], ())
        shared = 0
        for step, known in zip(path, self.trodden, strict=False):
            if (step[0] is not known[0] or step[1] != known[1]) and step != known:
                break  # looking at identity first makes long plays cheap to compare
            shared += 1
        del self.trail[shared + 1 :], self.trodden[shared:]
        for number in range(shared + 1, len(path) + 1):
            action, chance = path[number - 1]
            state = self.trail[-1]
            taken = take_recorded(self.story, state, action, chance, games=games)
            for block in taken.entered:
                if self.by_block.get(block) in self.open:
                    self.reach_block(block, path[:number])
            if taken.state.phase is Phase.ENDED:
                self.decide(self.by_ending.get(taken.state.ending), Reachable(path[:number]))
            elif taken.state.phase is Phase.STUCK:
                entered = [self.program.blocks[block].card for block in taken.entered]
                card = next((name for name in reversed(entered) if name), current_card(self.story, state))
                self.result.stuck.setdefault(card, path[:number])
            self.trail.append(taken.state)
            self.trodden.append((action, chance))
            self.observe(taken.state)

    def observe(self, state: State) -> None:
        """Note the values of the variables in a state that a play was in."""
        card = current_card(self.story, state)
        seen = self.result.seen_at.setdefault(card, {})
        for name, value in zip(self.program.variables, state.values, strict=True):
            seen.setdefault(name, set()).add(value)

    def reach_block(self, block: int, path: Path) -> None:
        self.decide(self.by_block.get(block), Reachable(path))

    def decide(self, target: Target | None, verdict: Verdict) -> None:
        if target is not None and target in self.open:
            del self.open[target]
            self.result.of[target] = verdict

    # The stages

    def examine(self, known: Iterable[Path], *, net_only: bool) -> None:
        """Work until everything is decided or the budget is spent."""
        self.believe(())
        for path in known:
            self.believe(path)
        self.say("seeing every state")
        if not net_only and self.see_everything(self.budget.states):
            return
        self.say("sweeping")
        try:
            self.sweep()
        except TooLarge:
            self.say("playing")
            self.play()
            return
        if not self.story.crew:
            self.say("looking round")
            self.look_round()
        self.say("playing")
        self.play()
        for target in sorted(self.open, key=self._difficulty):
            if target in self.open:
                self.say(f"looking for {target}")
                self.look_for(target)
        if self.open and not net_only:
            self.say("seeing every state")
            self.see_everything(self.budget.states * 8)

    def play_card_games(self) -> None:
        """Put the moves of card games into the witnesses; a result that no play of its game shows is undecided."""
        if not self.games:
            return
        card_games = CardGames(self.story, self.games, {})
        for target, verdict in list(self.result.of.items()):
            if isinstance(verdict, Reachable) and any(isinstance(action, Report) for action, _ in verdict.witness):
                self.say(f"playing the card game before {target}")
                path, missing = card_games.played(verdict.witness)
                self.result.of[target] = Undecided(nearest=missing) if missing else Reachable(path)

    def see_everything(self, limit: int) -> bool:
        """Search exhaustively; True when that decided everything."""
        firsts: dict[Target, tuple[State, Successor]] = {}
        stuck: dict[str, tuple[State, Successor]] = {}

        def watch(state: State, successor: Successor) -> None:
            for block in successor.entered:
                target = self.by_block.get(block)
                if target is not None and target not in firsts:
                    firsts[target] = (state, successor)
            if successor.state.phase is Phase.ENDED:
                target = self.by_ending.get(successor.state.ending)
                if target is not None and target not in firsts:
                    firsts[target] = (state, successor)
            elif successor.state.phase is Phase.STUCK:
                entered = [self.program.blocks[block].card for block in successor.entered]
                card = next((name for name in reversed(entered) if name), "") or current_card(self.story, state)
                stuck.setdefault(card, (state, successor))

        explored = explore(self.story, limit=limit, watch=watch)
        self.result.states = max(self.result.states, len(explored.came_from))
        # A play that passes many targets is replayed once: the longest first.
        paths = [
            (*explored.path(state), (successor.action, successor.chance))
            for state, successor in (*firsts.values(), *stuck.values())
        ]
        if explored.complete:
            self.result.complete, self.result.explored = True, explored
            self.result.of = {target: verdict for target, verdict in self.result.of.items() if verdict == Reachable(())}
            self.open = {target: Undecided() for target in self.targets if target not in self.result.of}
            self.trail, self.trodden = [], []
            for path in sorted(paths, key=len):
                self.believe(path)
            for target in list(self.open):
                self.decide(target, Unreachable("exhaustive", seen=len(explored.came_from)))
            self._ranges_seen(explored)
            return True
        for path in sorted(paths, key=len, reverse=True):
            self.believe(path)
        return not self.open

    def _ranges_seen(self, explored: Explored) -> None:
        for name, index in self.program.index.items():
            numbers = [state.values[index] for state in explored.came_from]
            if isinstance(numbers[0], int) and not isinstance(numbers[0], bool):
                low, high = min(map(int, numbers)), max(map(int, numbers))
                self.result.seen_at.setdefault("", {})[name] = set(numbers)
                self.result.ranges[name] = Range(low, high, low, high)

    def sweep(self) -> None:
        """Prove what the loose sweep proves."""
        builder = self.result.builder = Builder(self.story)
        net = builder.net
        reached = sweep(net, Meters(net, choose_meters(net)))
        dead = dead_edges(net, reached)
        if dead is None:
            return  # the checker refused: then nothing is proved
        self.result.reached, self.result.dead, self._dead = reached, dead, dead
        for target in list(self.open):
            if all(edge in dead for edge in self.goals(target)):
                self.decide(target, Unreachable("sweep", seen=sum(map(bool, reached.combinations))))
        for name, index in builder.domains.of_variable.items():
            variable = net.variables[index]
            if variable.number:
                mask = 0
                for point, combinations in enumerate(reached.combinations):
                    if combinations:
                        mask |= reached.mask_at(point, index)
                low, high = (mask & -mask).bit_length() - 1 + variable.low, mask.bit_length() - 1 + variable.low
                start = int(self.story.variables[name].start)
                self.result.ranges[name] = Range(start, start, low, high)

    def goals(self, target: Target) -> Sequence[int]:
        """Return the edges that reach a target."""
        builder = self.result.builder
        assert builder is not None, "goals are edges of the net"
        if target.block < 0:
            point = builder.net.endings.get(target.id, -1)
            return builder.net.incoming()[point] if point >= 0 else ()
        if not self._beginning:
            for index, edge in enumerate(builder.net.edges):
                if edge.enters >= 0:
                    self._beginning.setdefault(edge.enters, []).append(index)
        return self._beginning.get(target.block, ())

    def look_round(self) -> None:
        """Come by every point of the net once. In a story with a crew, plays at random find as much in less time."""
        builder = self.result.builder
        assert builder is not None, "points are the net's"
        coming: set[Target] = set()

        def is_new(step: Successor) -> bool:
            found = {target for block in step.entered if (target := self.by_block.get(block)) is not None}
            if step.state.phase is Phase.ENDED and (ending := self.by_ending.get(step.state.ending)) is not None:
                found.add(ending)
            new = {target for target in found if target in self.open} - coming
            coming.update(new)
            return bool(new)

        def is_done() -> bool:
            return len(coming) == len(self.open)

        for path in survey(builder, is_new, is_done, budget=self.budget.survey):
            self.believe(path)

    def play(self) -> None:
        """Play at random."""
        found: dict[int, Path] = {}

        def sighted(block: int, ending: str, history: History) -> None:
            if block >= 0:
                target = self.by_block.get(block)
            elif block == -1:
                target = self.by_ending.get(ending)
            else:
                target = None
                if ending not in stuck:
                    stuck.add(ending)
                    found[id(history)] = tuple(history)
            if target is not None and target in self.open and target not in waiting:
                waiting.add(target)
                found[id(history)] = tuple(history)
                histories.append(history)

        stuck: set[str] = set()
        waiting: set[Target] = set()
        histories: list[History] = []  # kept alive, so that their ids stay theirs

        def done() -> bool:
            return len(waiting) == len(self.open)

        cells = Cells(self.story.crew)
        wandered = wander(self.story, plays=self.budget.plays, sighted=sighted, done=done, cells=cells)
        self.result.plays = wandered.plays
        for path in found.values():
            self.believe(path)

    def _difficulty(self, target: Target) -> tuple[bool, int, str]:
        return target.block < 0, len(self.goals(target)), str(target)

    def look_for(self, target: Target) -> None:
        """Decide one target: prove or search, and track more where the net's path is no play."""
        builder, reached = self.result.builder, self.result.reached
        if builder is None or reached is None:
            return
        net = builder.light
        goals = frozenset(edge for edge in self.goals(target) if edge not in self._dead)
        if self.look_quickly(builder, reached, target, goals):
            return
        aside = self.aside(goals)
        if goals <= aside:
            self.decide(target, Unreachable("sweep", seen=sum(map(bool, reached.combinations))))
            self.close(goals)
            return
        neck = self.neck(goals, aside)
        asked = self.asked_by(neck, reached.meters)
        variables: tuple[int, ...] = ()
        landmarks = self.landmarks(asked, neck)
        spent = 0
        for round_number in range(self.budget.rounds):
            last = round_number == self.budget.rounds - 1
            # To track more is cheap and to search is not, so later rounds search more and more seldom.
            searching = last or round_number & round_number - 1 == 0
            # For the search alone, the net without what needs an item that is not tracked: such short cuts lead a
            # play astray that does not have the item. Where no other way leads, they come back in.
            guide = self.guide(variables, goals, aside, items=False)
            if searching and guide.complete and guide.layers:
                path = self.pursue(builder, guide, target, round_number, landmarks)
                if path is not None:
                    self.believe(path)
                    return
            whole = self.guide(variables, goals, aside)
            if whole.complete and not whole.layers:
                self.prove(target, variables, goals, aside)
                return
            if not whole.complete:
                self.open[target] = Undecided(spent, len(whole.reached))
                return
            if not (guide.complete and guide.layers):
                guide = whole
            if searching:
                chased = self.search(builder, guide, target, thorough=False)
                spent += chased.expanded
                if chased.path is not None:
                    self.believe(chased.path)
                    return
            first = self.few(asked) if not variables else []
            others = [index for index in blocking_variables(net, guide) if index not in variables]
            blamed = first or others[:2]
            if not blamed or last:
                self.search_thoroughly(builder, whole, target, spent)
                return
            variables = tuple(sorted({*variables, *blamed}))

    def look_quickly(self, builder: Builder, reached: Reached, target: Target, goals: frozenset[int]) -> bool:
        """Play towards a target with what its guards ask for in mind; most that luck has left are found so."""
        asked = self.asked_by(self.neck(goals, self._dead), reached.meters)
        guide = self.guide(tuple(sorted(self.few(asked))), goals, self._dead, items=False)
        if guide.complete and guide.layers:
            path = self.pursue(builder, guide, target, 0, (), plays=QUICK_PLAYS)
            if path is not None:
                self.believe(path)
                return True
        return False

    def aside(self, goals: frozenset[int]) -> frozenset[int]:
        """Return the edges that no play takes on its way to some goals; all of them when no play comes there."""
        builder, reached = self.result.builder, self.result.reached
        assert builder is not None and reached is not None, "looking back starts from a sweep"
        hopeful = look_back(builder.net, reached, self._dead, goals)
        fruitless = fruitless_edges(builder.net, reached, hopeful, self._dead, goals)
        return self._dead if fruitless is None else fruitless

    def few(self, variables: Sequence[int]) -> list[int]:
        """Return as many of some variables as can be tracked at once without too many keys; large first."""
        builder = self.result.builder
        assert builder is not None, "variables are the net's"
        chosen: list[int] = []
        ways = 1
        sizes = [known.size for known in builder.net.variables]
        for variable in sorted(variables, key=lambda index: -sizes[index]):
            ways *= sizes[variable]
            if not chosen or ways <= MOST_WAYS:
                chosen.append(variable)
        return chosen

    def landmarks(self, asked: Sequence[int], goals: frozenset[int]) -> list[Landmark]:
        """Return what must be so before some goals can be reached, each with the way to it."""
        builder = self.result.builder
        assert builder is not None, "goals are edges of the net"
        found: list[Landmark] = []
        edges = builder.net.edges
        for variable in asked:
            wanted = 0
            for goal in goals:
                wanted |= dict(edges[goal].guard).get(variable, 0)
            if not wanted:
                continue  # asked together with others: no landmark by itself
            gives = frozenset(
                index
                for index, edge in enumerate(edges)
                if index not in self._dead and _gives(dict(edge.effects).get(variable, ()), wanted)
            )
            way = self.guide((), gives, self._dead, items=False)
            if way.complete and way.layers:
                found.append(Landmark(variable, wanted, way))
        return found

    def pursue(
        self,
        builder: Builder,
        guide: Tracked,
        target: Target,
        seed: int,
        landmarks: Sequence[Landmark],
        *,
        plays: int | None = None,
    ) -> Path | None:
        """Play towards a target; what else comes into reach on the way is believed as well."""
        beside: dict[Target, Path] = {}
        card = self.by_block.get(self.program.card_blocks.get(target.card, -1))
        known = self.result.of.get(card) if card is not None and card != target else None
        starts = [(), known.witness] if isinstance(known, Reachable) else [()]

        def watch(path: Sequence[tuple[Action, str]], step: Successor) -> None:
            for block in step.entered:
                other = self.by_block.get(block)
                if other in self.open and other not in beside:
                    beside[other] = (*path, (step.action, step.chance))

        plays, goal = min(plays or self.budget.pursuits, self.budget.pursuits), self.goal_of(target)
        found = pursue(builder, guide, goal, plays=plays, seed=seed, landmarks=landmarks, starts=starts, watch=watch)
        for path in beside.values():
            self.believe(path)
        return found

    def search_thoroughly(self, builder: Builder, guide: Tracked, target: Target, spent: int) -> None:
        """Search without taking states that look alike to the net for the same; running out of them is a proof."""
        chased = self.search(builder, guide, target, thorough=True)
        if chased.path is not None:
            self.believe(chased.path)
        elif chased.exhausted:
            self.decide(target, Unreachable("exhaustive", seen=chased.expanded))
        else:
            nearest = current_card(self.story, chased.nearest)
            self.open[target] = Undecided(spent + chased.expanded, len(guide.reached), nearest, chased.distance)

    def prove(self, target: Target, variables: tuple[int, ...], goals: frozenset[int], aside: frozenset[int]) -> None:
        """Prove on the whole net what the small one shows; nothing is proved until the checker has accepted it."""
        builder, reached = self.result.builder, self.result.reached
        assert builder is not None and reached is not None, "a proof is made on a net that was swept"
        live = [index not in aside for index in range(len(builder.net.edges))]
        budget = self.budget.keys * KEYS_FOR_THE_CHECKER
        proof = track(builder.light, reached.meters, variables, live, budget=budget)
        if not accepts(builder.light, proof, aside, goals):
            self.open[target] = Undecided(keys=len(proof.reached))
            return
        names = tuple(builder.net.variables[index].name for index in variables)
        self.decide(target, Unreachable("tracked", names, len(proof.reached)))
        self.result.proofs[target] = proof
        self.close(goals)

    def close(self, goals: frozenset[int]) -> None:
        """Sweep once more without edges that were proved never to be taken: what lies behind them falls as well."""
        builder = self.result.builder
        self._dead |= goals
        if builder is None or self.result.reached is None or not self.open:
            return
        reached = sweep(builder.net, self.result.reached.meters, self._dead, self.result.reached)
        dead = dead_edges(builder.net, reached, self._dead)
        if dead is not None:
            self.result.reached, self.result.dead, self._dead = reached, dead, dead
            for target in list(self.open):
                if all(edge in dead for edge in self.goals(target)):
                    self.decide(target, Unreachable("sweep", seen=sum(map(bool, reached.combinations))))

    def neck(self, goals: frozenset[int], aside: frozenset[int]) -> frozenset[int]:
        """Return the edges that some goals hang on: goals without a guard are followed back to the first with one."""
        builder = self.result.builder
        assert builder is not None, "goals are edges of the net"
        edges, incoming = builder.net.edges, builder.net.incoming()
        found: set[int] = set()
        pending, seen = list(goals), set(goals)
        while pending:
            index = pending.pop()
            edge = edges[index]
            if edge.guard or edge.relations or edge.source == builder.net.start:
                found.add(index)
                continue
            before = [other for other in incoming[edge.source] if other not in aside and other not in seen]
            seen.update(before)
            pending.extend(before)
            if len(seen) > WIDEST_NECK:
                return goals
        return frozenset(found)

    def asked_by(self, goals: Iterable[int], meters: Meters) -> tuple[int, ...]:
        """Return the variables that the guards of all of some edges ask for, beside the meters."""
        builder = self.result.builder
        assert builder is not None, "goals are edges of the net"
        edges = [builder.net.edges[index] for index in goals]
        asked = [
            {variable for variable, _ in edge.guard} | {index for one in edge.relations for index in one.variables}
            for edge in edges
        ]
        in_all = set.intersection(*asked) if asked else set()
        return tuple(variable for variable in sorted(in_all) if not meters.holds(variable))

    def guide(
        self, variables: tuple[int, ...], goals: frozenset[int], aside: frozenset[int], *, items: bool = True
    ) -> Tracked:
        """Return the table that tracks some variables on a small net, measured to the goals.

        Args:
            variables: tracked beside the meters.
            goals: edges that reach the target.
            aside: edges that lead nowhere near it.
            items: whether what needs an item that is not tracked is left in; without it, the table proves nothing.
        """
        builder, reached = self.result.builder, self.result.reached
        assert builder is not None and reached is not None, "tracking starts from a sweep"
        left_out = set() if items else set(builder.domains.of_item.values()) - set(variables)
        live = [
            index not in aside and not any(variable in left_out and not mask & 1 for variable, mask in edge.guard)
            for index, edge in enumerate(builder.net.edges)
        ]
        small = compress(builder.light, live, {*variables, *reached.meters.chosen}, goals)
        every = [True] * len(small.net.edges)
        found = track(small.net, reached.meters, variables, every, budget=self.budget.keys)
        found.classes = small.classes
        if found.complete:
            measure(found, small.goals)
        return found

    def goal_of(self, target: Target) -> Callable[[Successor], bool]:
        """Return the test whether a step reaches a target."""
        if target.block >= 0:
            return lambda successor: target.block in successor.entered
        return lambda successor: successor.state.phase is Phase.ENDED and successor.state.ending == target.id

    def search(self, builder: Builder, tracked: Tracked, target: Target, *, thorough: bool) -> Chased:
        """Search for a play that reaches a target."""
        budget = self.budget.expansions * (4 if thorough else 1)
        goal = self.goal_of(target)
        return chase(builder, tracked, goal, budget=budget, dedupe=not thorough, exchanges=thorough)


def _gives(table: Table, wanted: int) -> bool:
    """Whether an effect gives a variable one of the values wanted, whatever it was before."""
    return bool(table) and all(after & wanted or wanted >> value & 1 for value, after in enumerate(table))
