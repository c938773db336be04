"""Who has been decided: plays are replayed here, and whatever they reach is written down as reachable."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from storyengine.analysis.card_games import Hand
from storyengine.analysis.exhaust import Path
from storyengine.analysis.findings import Progress, Reachable, Undecided, Verdict, Verdicts
from storyengine.analysis.targets import Target, targets
from storyengine.model.story import Story
from storyengine.runtime import Action, Phase, State, current_card, initial
from storyengine.runtime.actions import Deal, Move, Report
from storyengine.runtime.events import GameOver
from storyengine.runtime.explore import Successor
from storyengine.runtime.minigame import Minigame
from storyengine.runtime.moves import take_recorded
from storyengine.runtime.program import program_of


class Ledger:
    """The targets of a story with what is known of each. Nothing is reachable here but by a play that was replayed."""

    def __init__(
        self,
        story: Story,
        only: Callable[[Target], bool],
        progress: Progress,
        games: Mapping[str, Minigame],
    ) -> None:
        """Open it for the targets that matter."""
        self.story, self.games = story, games
        self.program = program_of(story)
        self.targets = [target for target in targets(story, self.program) if only(target)]
        self.open: dict[Target, Undecided] = {target: Undecided() for target in self.targets}
        self.result = Verdicts(story)
        self._progress = progress
        self._by_block = {target.block: target for target in self.targets if target.block >= 0}
        self._by_ending = {target.id: target for target in self.targets if target.block < 0}
        self._trail: list[State] = []
        """The states of the play that was replayed last."""
        self._trodden: list[tuple[Action, str]] = []
        """Its steps."""
        self.hands: dict[tuple[str, str], Hand] = {}
        """Card and result of a card game to a play of it that was part of a play replayed here."""

    def say(self, doing: str) -> None:
        """Tell whoever waits how far it is."""
        self._progress(doing, len(self.targets) - len(self.open), len(self.targets))

    # Targets

    def begun_by(self, block: int) -> Target | None:
        """Return the target that is reached when a block of the plan begins."""
        return self._by_block.get(block)

    def ended_by(self, ending: str) -> Target | None:
        """Return the target that is an ending."""
        return self._by_ending.get(ending)

    def targets_of(self, step: Successor) -> list[Target]:
        """Return the targets that a step reaches, decided or not."""
        found = [self._by_block.get(block) for block in step.entered]
        if step.state.phase is Phase.ENDED:
            found.append(self._by_ending.get(step.state.ending))
        return [target for target in found if target is not None]

    def reached_by(self, step: Successor) -> list[Target]:
        """Return the open targets that a step reaches."""
        return [target for target in self.targets_of(step) if target in self.open]

    def stuck_at(self, before: State, entered: Iterable[int]) -> str:
        """Return the card at which a step got stuck."""
        cards = [self.program.blocks[block].card for block in entered]
        return next((card for card in reversed(cards) if card), "") or current_card(self.story, before)

    def decide(self, target: Target | None, verdict: Verdict) -> None:
        """Write a verdict down, if the target is open."""
        if target is not None and target in self.open:
            del self.open[target]
            self.result.of[target] = verdict

    def reopen(self) -> None:
        """Take back what plays reached, since better ones are known; the very first step stays."""
        self.result.of = {target: verdict for target, verdict in self.result.of.items() if verdict == Reachable(())}
        self.open = {target: Undecided() for target in self.targets if target not in self.result.of}
        self._trail, self._trodden = [], []

    # Plays

    def believe(self, path: Path, wanted: Collection[Target] | None = None) -> None:
        """Replay a play from the start; whatever it reaches is reachable, by this play up to there.

        What it has in common with the play before was replayed then.

        Args:
            path: the play.
            wanted: what is to be written down; everything, if left out. For who knows a shorter play to the rest.
        """
        # A play that only says how a card game ended takes the game as a node; one with its moves plays it.
        games = {} if any(isinstance(action, Report) for action, _ in path) else self.games
        if not self._trail:
            self._trail = [initial(self.story)]
            self._observe(self._trail[0])
            self.decide(self._by_block.get(self.program.card_blocks[self.story.start]), Reachable(()))
        shared = 0
        for step, known in zip(path, self._trodden, strict=False):
            if (step[0] is not known[0] or step[1] != known[1]) and step != known:
                break  # looking at identity first makes long plays cheap to compare
            shared += 1
        del self._trail[shared + 1 :], self._trodden[shared:]
        for number in range(shared + 1, len(path) + 1):
            action, chance = path[number - 1]
            before = self._trail[-1]
            taken = take_recorded(self.story, before, action, chance, games=games)
            for block in taken.entered:
                self._reach(self._by_block.get(block), path, number, wanted)
            if taken.state.phase is Phase.ENDED:
                self._reach(self._by_ending.get(taken.state.ending), path, number, wanted)
            elif taken.state.phase is Phase.STUCK:
                self.result.stuck.setdefault(self.stuck_at(before, taken.entered), path[:number])
            self._trail.append(taken.state)
            self._trodden.append((action, chance))
            for event in taken.events if isinstance(action, Deal | Move) else ():
                if isinstance(event, GameOver):
                    self._note_hand(current_card(self.story, before), event.result)
            self._observe(taken.state)

    def _note_hand(self, card: str, result: str) -> None:
        """Note the hand that the last step ended."""
        tokens: list[str] = []
        for action, chance in reversed(self._trodden):
            if not isinstance(action, Move):
                self.hands[card, result] = int(chance.removeprefix("seed ")), tuple(reversed(tokens))
                return
            tokens.append(action.token)

    def _reach(self, target: Target | None, path: Path, steps: int, wanted: Collection[Target] | None) -> None:
        if target is not None and target in self.open and (wanted is None or target in wanted):
            self.decide(target, Reachable(path[:steps]))

    def _observe(self, state: State) -> None:
        """Note the values of the variables in a state that a play was in."""
        seen = self.result.seen_at.setdefault(current_card(self.story, state), {})
        for name, value in zip(self.program.variables, state.values, strict=True):
            seen.setdefault(name, set()).add(value)

    def close(self) -> Verdicts:
        """Return the verdicts in the order of the targets."""
        result = self.result
        for name, known in result.ranges.items():
            numbers = [int(value) for seen in result.seen_at.values() for value in seen.get(name, ())]
            known.seen_low, known.seen_high = min(numbers), max(numbers)
        result.of = {target: result.of.get(target) or self.open[target] for target in self.targets}
        return result
