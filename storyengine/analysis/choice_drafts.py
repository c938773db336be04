"""Edges of pauses in which somebody chooses: choices, optional challenges, items to use, a card game to play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from storyengine.analysis import changes
from storyengine.analysis.challenge_drafts import ChallengeDrafts
from storyengine.analysis.controls import (
    RUNNING,
    SOMETHING,
    TRAVELLING,
    Control,
    Spot,
)
from storyengine.analysis.domains import HELD
from storyengine.analysis.drafts import Draft
from storyengine.analysis.guards import ALWAYS, Case, all_of
from storyengine.analysis.net import Table
from storyengine.model.cards import Choice, Pick
from storyengine.model.expressions import Fact, Value
from storyengine.model.story import Story
from storyengine.runtime.state import Phase

Use = tuple[Spot, Case, tuple[tuple[int, Table], ...]]
"""Where the use of an item begins, in which case, and what it does to the item."""


class ChoiceDrafts(ChallengeDrafts):
    """Drafts what is chosen."""

    def __init__(self, story: Story) -> None:
        """Take the story."""
        super().__init__(story)
        self._known_uses: dict[tuple[tuple[tuple[Fact, Value], ...], bool], list[Use]] = {}

    def _offer(self, control: Control, after: Control) -> Iterator[Draft]:
        """Yield the pause in which a choice is made, and the way past it when none is open."""
        card = self.story.cards[self.card_of(control.spots)]
        optional = [challenge for challenge in card.challenges if challenge.optional]
        if not card.choices and not optional:
            yield Draft(after)
            return
        yield Draft(control._replace(phase=Phase.CHOOSE))
        shut = all_of(self._shut(control, card.id, choice) for choice in card.choices)
        for case in shut:
            yield Draft(after, case)

    def _shut(self, control: Control, card: str, choice: Choice) -> tuple[Case, ...]:
        """Return the cases in which a choice is not open."""
        if choice.pick is not None:
            return ALWAYS
        cases = self._cases(control, choice.when.expression if choice.when else None, False)
        if choice.once:
            cases = (*cases, Case(((self.domains.of_once[f"{card}.{choice.id}"], 0b10),)))
        return tuple(dict.fromkeys(cases))

    def _choose(self, control: Control) -> Iterator[Draft]:
        top = control.spots[-1]
        card = self.story.cards[self.card_of(control.spots)]
        for challenge in card.challenges:
            if challenge.optional and challenge.id not in top.attempted:
                expression = challenge.when.expression if challenge.when else None
                for case in all_of(
                    (self._unused(card.id, challenge.id, challenge.once), self._cases(control, expression))
                ):
                    reads = challenge.when.source if challenge.when else ""
                    for kind in challenge.types:
                        yield from self._start(control, challenge, kind, case, reads)
        for choice in card.choices:
            yield from self._take(control, card.id, choice)
        for case in all_of(self._shut(control, card.id, choice) for choice in card.choices):
            yield Draft(self._next(control._replace(phase=RUNNING)), case)

    def _take(self, control: Control, card: str, choice: Choice) -> Iterator[Draft]:
        expression = choice.when.expression if choice.when else None
        effects = (changes.put(self.domains.of_once[f"{card}.{choice.id}"], 1),) if choice.once else ()
        block = self.program.block_index[choice.then.key]
        reads = choice.when.source if choice.when else ""
        for case in all_of((self._unused(card, choice.id, choice.once), self._cases(control, expression))):
            if choice.pick is Pick.ITEM:
                for item, index in self.domains.of_item.items():
                    for both in all_of(((case,), (Case(((index, 1 << HELD),)),))):
                        to = self._push(control, block, picked=item)
                        yield Draft(to, both, effects, block, reads)
            else:
                picked = SOMETHING if choice.pick else ""
                yield Draft(self._push(control, block, picked=picked), case, effects, block, reads)

    def _uses(self, control: Control, *, after_roll: bool = False) -> Iterator[Draft]:
        """Yield the uses of Assist Items at a pause."""
        card, pending = self.card_of(control.spots), control.spots[-1].pending if control.spots else None
        if control.phase == Phase.TRAVEL:
            card = control.detail[1]
        rules = self.program.challenge_rules(card, pending.challenge) if pending else self.program.rules_at(card)
        if not rules.assist_items:
            return
        below = control.spots
        if control.phase == Phase.TRAVEL:
            below = (TRAVELLING._replace(trip=control.detail),)
        elif control.phase == Phase.TYPE:
            top = control.spots[-1]
            below = (*control.spots[:-1], top._replace(op=top.op - 1))
        for spot, case, effects in self._usable(self.situation(control), after_roll):
            yield Draft(self.settle(Control(RUNNING, (*below, spot), control.place)), case, effects, spot.block)

    def _usable(self, situation: Mapping[Fact, Value], after_roll: bool) -> list[Use]:
        """Return every use of an item in a situation; most pauses of a place have the same."""
        key = (tuple(situation.items()), after_roll)
        if key not in self._known_uses:
            self._known_uses[key] = list(self._find_usable(situation, after_roll))
        return self._known_uses[key]

    def _find_usable(self, situation: Mapping[Fact, Value], after_roll: bool) -> Iterator[Use]:
        for name, block in self.program.item_blocks.items():
            use = self.story.items[name].use
            if use is None or use.after_roll != after_roll:
                continue
            effects = [self._gone[name]]
            if name in self.domains.of_force:
                effects.append(changes.put(self.domains.of_force[name], 1))
            held = Case(((self.domains.of_item[name], 1 << HELD),))
            open_cases = self.guards.cases(use.when.expression if use.when else None, situation)
            for case in all_of(((held,), open_cases)):
                picks = [SOMETHING if use.pick else ""]
                if use.pick is Pick.ITEM:
                    picks = [item for item in self.domains.of_item if item != name]
                for picked in picks:
                    extra = ((Case(((self.domains.of_item[picked], 1 << HELD),)),),) if use.pick is Pick.ITEM else ()
                    for both in all_of(((case,), *extra)):
                        yield Spot(block, 0, (), "", picked), both, tuple(effects)

    def _game(self, control: Control) -> Iterator[Draft]:
        card = self.card_of(control.spots)
        node = self.story.cards[card].minigame
        assert node is not None, "only a card with a game stands there"
        base = self._advanced(control._replace(phase=RUNNING))
        for label in node.results:
            block = self.program.block_index[f"{card}.minigame.{label}"]
            yield Draft(self._push(base, block), enters=block)
