"""Edges of challenges: how one begins, and how the dice can leave it."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.analysis import changes
from storyengine.analysis.controls import (
    RUNNING,
    UNKNOWN_LEVEL,
    Control,
    Pending,
)
from storyengine.analysis.domains import HELD
from storyengine.analysis.drafts import Draft, Drafting
from storyengine.analysis.guards import Case, all_of
from storyengine.analysis.throws import possible_results
from storyengine.model.cards import Challenge
from storyengine.model.house_rules import HouseRules
from storyengine.runtime.state import Phase


class ChallengeDrafts(Drafting):
    """Drafts challenges."""

    def _require(self, control: Control, challenge: Challenge, after: Control) -> Iterator[Draft]:
        card = self.card_of(control.spots)
        expression = challenge.when.expression if challenge.when else None
        for case in self._cases(control, expression, False):
            yield Draft(after, case)
        if challenge.once:
            yield Draft(after, Case(((self.domains.of_once[f"{card}.{challenge.id}"], 0b10),)))
        advanced = self._advanced(control)
        for case in all_of((self._unused(card, challenge.id, challenge.once), self._cases(control, expression))):
            if len(challenge.types) > 1:
                yield Draft(Control(Phase.TYPE, advanced.spots, control.place, (challenge.id,)), case)
            else:
                yield from self._start(advanced, challenge, challenge.types[0], case)

    def _choose_type(self, control: Control) -> Iterator[Draft]:
        challenge = self.program.challenge(self.card_of(control.spots), control.detail[0])
        for kind in challenge.types:
            yield from self._start(control, challenge, kind, Case())

    def _start(self, control: Control, challenge: Challenge, kind: str, case: Case, reads: str = "") -> Iterator[Draft]:
        """Yield the beginnings of a challenge, one for each level it can have."""
        card = self.card_of(control.spots)
        top = control.spots[-1]
        attempted = top.attempted
        if challenge.optional and challenge.id not in attempted:
            attempted = (*attempted, challenge.id)
        effects = (changes.put(self.domains.of_once[f"{card}.{challenge.id}"], 1),) if challenge.once else ()
        for level, level_case in self._levels(control, self.program.challenge_rules(card, challenge.id)):
            pending = Pending(challenge.id, kind, level, rolled=False)
            spot = top._replace(attempted=attempted, pending=pending)
            for both in all_of(((case,), (level_case,))):
                to = Control(Phase.PERFORM, (*control.spots[:-1], spot), control.place)
                yield Draft(to, both, effects, reads=reads)

    def _levels(self, control: Control, rules: HouseRules) -> Iterator[tuple[int, Case]]:
        """Yield each level that a challenge can have, with the cases in which it has it."""
        if not self.known_change(rules):
            yield UNKNOWN_LEVEL, Case()
            return
        # Without the situation, which `known_change` does not know either: both must say the same.
        yield from changes.values_of(self._summands(rules), self.guards, {})

    def _perform(self, control: Control) -> Iterator[Draft]:
        top = control.spots[-1]
        assert top.pending is not None, "only a challenge under way is performed"
        rolled = top._replace(pending=top.pending._replace(rolled=True))
        pause = Control(Phase.ROLLED, (*control.spots[:-1], rolled), control.place)
        if any(item.use and item.use.after_roll for item in self.story.items.values()):
            yield Draft(pause)
        yield from self._results(control)

    def _results(self, control: Control) -> Iterator[Draft]:
        """Yield win and lose, with the booster kept or destroyed, as far as the dice allow."""
        top = control.spots[-1]
        assert top.pending is not None, "only a challenge under way is resolved"
        card = self.card_of(control.spots)
        blocks = self.program.block_index
        done = (*control.spots[:-1], top._replace(pending=None))
        base = Control(RUNNING, done, control.place)
        for won, booster, destroyed in possible_results(self.program, card, top.pending):
            block = blocks[f"{card}.{top.pending.challenge}.{'win' if won else 'lose'}"]
            to = self._push(base, block, type=top.pending.type)
            case = Case(((self.domains.of_item[booster], 1 << HELD),)) if booster else Case()
            yield Draft(to, case, (self._gone[booster],) if destroyed else (), block)

    def _try_again(self, control: Control) -> Iterator[Draft]:
        blocks = self.program.blocks
        name = next(
            (blocks[spot.block].challenge for spot in reversed(control.spots) if blocks[spot.block].challenge), ""
        )
        kind = next((spot.type for spot in reversed(control.spots) if spot.type), "")
        at_card = self._at_card(control, offer=False)
        challenge = self.program.challenge(self.card_of(at_card.spots), name)
        yield from self._start(at_card, challenge, kind or challenge.types[0], Case())
