"""One target that luck has left open: proved, searched for, and asked again with more in mind."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from storyengine.analysis.blame import blocking_variables
from storyengine.analysis.certify import accepts
from storyengine.analysis.chase import Chased, chase
from storyengine.analysis.exhaust import Path
from storyengine.analysis.findings import Budget, Reachable, Undecided, Unreachable
from storyengine.analysis.ground import Ground
from storyengine.analysis.ledger import Ledger
from storyengine.analysis.pursue import Landmark, pursue
from storyengine.analysis.targets import Target
from storyengine.analysis.tracking import Tracked, track
from storyengine.runtime import Action, Phase, current_card
from storyengine.runtime.explore import Successor

QUICK_PLAYS = 8
"""Guided plays before it is asked at length what stands in the way."""
KEYS_FOR_THE_CHECKER = 8
"""How many times the keys a table on the whole net may have; on the small one it was seen to be a proof."""


class Inquiry:
    """Decides one target: proves or searches, and tracks more where the net's path is no play."""

    def __init__(self, ledger: Ledger, ground: Ground, budget: Budget, target: Target) -> None:
        """Take the target up."""
        self.ledger, self.ground, self.budget, self.target = ledger, ground, budget, target
        self.goals = frozenset(edge for edge in ground.goals(target) if edge not in ground.dead)
        self.spent = 0
        """States that were searched."""

    def decide(self) -> bool:
        """Decide, or note how near it came.

        Returns:
            Whether the goals were proved never to be reached: then the ground wants to be swept again.
        """
        return not self._look_quickly() and self._look_at_length()

    def _look_quickly(self) -> bool:
        """Play towards the target with what its guards ask for in mind; most that luck has left are found so."""
        ground = self.ground
        asked = ground.asked_by(ground.neck(self.goals, ground.dead))
        guide = self._guide(ground.few(asked), ground.dead, items=False)
        return self._leads(guide) and self._pursue(guide, 0, (), plays=QUICK_PLAYS)

    def _look_at_length(self) -> bool:
        ground, budget = self.ground, self.budget
        aside = ground.aside(self.goals)
        if self.goals <= aside:
            self.ledger.decide(self.target, Unreachable("sweep", seen=ground.seen))
            return True
        neck = ground.neck(self.goals, aside)
        asked = ground.asked_by(neck)
        landmarks = ground.landmarks(asked, neck, keys=budget.keys)
        variables: tuple[int, ...] = ()
        for number in range(budget.rounds):
            last = number == budget.rounds - 1
            # To track more is cheap and to search is not, so later rounds search more and more seldom.
            searching = last or number & number - 1 == 0
            # For the search alone, the net without what needs an item that is not tracked: such short cuts lead a
            # play astray that does not have the item. Where no other way leads, they come back in.
            guide = self._guide(variables, aside, items=False)
            if searching and self._leads(guide) and self._pursue(guide, number, landmarks, plays=budget.pursuits):
                return False
            whole = self._guide(variables, aside)
            if whole.complete and not whole.layers:
                return self._prove(variables, aside)
            if not whole.complete:
                self.ledger.open[self.target] = Undecided(self.spent, len(whole.reached))
                return False
            if not self._leads(guide):
                guide = whole
            if searching and self._search(guide, thorough=False).path is not None:
                return False
            first = ground.few(asked) if not variables else ()
            others = [index for index in blocking_variables(ground.builder.light, guide) if index not in variables]
            blamed = first or others[:2]
            if not blamed or last:
                break
            variables = tuple(sorted({*variables, *blamed}))
        self._search_thoroughly(whole)
        return False

    def _guide(self, variables: tuple[int, ...], aside: frozenset[int], *, items: bool = True) -> Tracked:
        return self.ground.guide(variables, self.goals, aside, keys=self.budget.keys, items=items)

    @staticmethod
    def _leads(guide: Tracked) -> bool:
        return guide.complete and bool(guide.layers)

    # Searching

    def _is_goal(self) -> Callable[[Successor], bool]:
        """Return the test whether a step reaches the target."""
        target = self.target
        if target.block >= 0:
            return lambda step: target.block in step.entered
        return lambda step: step.state.phase is Phase.ENDED and step.state.ending == target.id

    def _pursue(self, guide: Tracked, seed: int, landmarks: Sequence[Landmark], *, plays: int) -> bool:
        """Play towards the target; what else comes into reach on the way is believed as well."""
        ledger = self.ledger
        beside: dict[Target, Path] = {}
        card = ledger.begun_by(ledger.program.card_blocks.get(self.target.card, -1))
        known = ledger.result.of.get(card) if card is not None and card != self.target else None
        starts = [(), known.witness] if isinstance(known, Reachable) else [()]

        def watch(path: Sequence[tuple[Action, str]], step: Successor) -> None:
            for other in ledger.reached_by(step):
                if other not in beside:
                    beside[other] = (*path, (step.action, step.chance))

        found = pursue(
            self.ground.builder,
            guide,
            self._is_goal(),
            plays=min(plays, self.budget.pursuits),
            seed=seed,
            landmarks=landmarks,
            starts=starts,
            watch=watch,
        )
        for path in (*beside.values(), *([found] if found is not None else [])):
            ledger.believe(path)
        return found is not None

    def _search(self, guide: Tracked, *, thorough: bool) -> Chased:
        """Search for a play that reaches the target, and believe it."""
        budget = self.budget.expansions * (4 if thorough else 1)
        found = chase(
            self.ground.builder, guide, self._is_goal(), budget=budget, dedupe=not thorough, exchanges=thorough
        )
        self.spent += found.expanded
        if found.path is not None:
            self.ledger.believe(found.path)
        return found

    def _search_thoroughly(self, guide: Tracked) -> None:
        """Search without taking states that look alike to the net for the same; running out of them is a proof."""
        found = self._search(guide, thorough=True)
        if found.path is not None:
            return
        if found.exhausted:
            self.ledger.decide(self.target, Unreachable("exhaustive", seen=found.expanded))
        else:
            nearest = current_card(self.ledger.story, found.nearest)
            self.ledger.open[self.target] = Undecided(self.spent, len(guide.reached), nearest, found.distance)

    # Proving

    def _prove(self, variables: tuple[int, ...], aside: frozenset[int]) -> bool:
        """Prove on the whole net what the small one shows; nothing is proved until the checker has accepted it."""
        builder, meters = self.ground.builder, self.ground.reached.meters
        live = [index not in aside for index in range(len(builder.net.edges))]
        proof = track(builder.light, meters, variables, live, budget=self.budget.keys * KEYS_FOR_THE_CHECKER)
        if not accepts(builder.light, proof, aside, self.goals):
            self.ledger.open[self.target] = Undecided(keys=len(proof.reached))
            return False
        names = tuple(builder.net.variables[index].name for index in variables)
        self.ledger.decide(self.target, Unreachable("tracked", names, len(proof.reached)))
        self.ledger.result.proofs[self.target] = proof
        return True
