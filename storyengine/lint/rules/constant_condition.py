"""SE120."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.analysis.targets import TargetKind
from storyengine.diagnostics import Severity
from storyengine.lint.facts import Facts, leaves
from storyengine.lint.finding import Finding
from storyengine.lint.rule import Rule
from storyengine.lint.rules.unwritten_variable import unwritten
from storyengine.model.cards import Card, End
from storyengine.model.expressions import Condition, Expression, Has, Holds, Read, Visited, parts
from storyengine.model.walk import card_consequences, texts


class ConstantCondition(Rule):
    """A condition always holds, or never does.

    Why: then it decides nothing; probably something else was meant.
    Instead: mend the condition, or take it away with what never follows from it.
    """

    code, slug, severity = "SE120", "constant-condition", Severity.WARNING

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield the conditions whose answer is settled by what their names can be."""
        blamed = _Blamed(facts)
        for card, condition, told_already in _conditions(facts):
            truth = facts.values.truth(condition.expression)
            if len(truth) == 2 or blamed.explains(condition.expression):
                continue
            always = True in truth
            if always or not told_already:
                word = "always" if always else "never"
                yield self.at(condition.span, f"`{condition.source}` {word} holds", card=card)


class _Blamed:
    """What other rules report already, and say more plainly: names that nothing ever changes."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.variables = {variable.id for variable in unwritten(facts)}

    def explains(self, expression: Expression) -> bool:
        """Whether a condition is settled only because something in it was forgotten."""
        for part in parts(expression):
            match part:
                case Read(name) if name in self.variables:
                    return True
                case Has(item) | Holds(_, item) if item not in self.facts.values.givable:
                    return True
                case Visited(card) if card in self.facts.values.unvisited:
                    return True
        return False


def _conditions(facts: Facts) -> Iterator[tuple[Card | None, Condition, bool]]:
    """Yield every condition of cards in reach, and whether its never holding is reported at what it shuts."""
    for card in facts.live_cards:
        for choice in card.choices:
            if choice.when:
                yield card, choice.when, facts.never(TargetKind.CHOICE, f"{card.id}.{choice.id}")
        for challenge in card.challenges:
            if challenge.when:
                yield card, challenge.when, facts.never(TargetKind.WIN, f"{card.id}.{challenge.id}")
        for rooted in card_consequences(card):
            if rooted.consequence.when:
                ends = [leaf.jump.ending.id for leaf in leaves(rooted.consequence) if isinstance(leaf.jump, End)]
                told = any(facts.never(TargetKind.ENDING, ending) for ending in ends)
                yield card, rooted.consequence.when, told
    for text_card, text in texts(facts.story):
        if text_card is None or not facts.never(TargetKind.CARD, text_card.id):
            for part in text.parts:
                if part.when:
                    yield text_card, part.when, False
    for item in facts.story.items.values():
        if item.use and item.use.when and item.id in facts.values.givable:
            yield None, item.use.when, False
