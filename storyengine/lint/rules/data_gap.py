"""SE160."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.diagnostics import Severity
from storyengine.lint.bands import in_words
from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.lint.rule import Rule
from storyengine.model.story import DeckKind


class DataGap(Rule):
    """Numbers of a deck of DATA cards are left out.

    Why: whoever counts on the cards being numbered through draws one that is not there.
    Instead: nothing, if the numbers are kept free for later; otherwise write the cards that are missing.
    """

    code, slug, severity = "SE160", "data-gap", Severity.NOTE

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield the numbered decks of kind data that have gaps."""
        for name, cards in facts.decks(DeckKind.DATA):
            names = [card.name for card in cards]
            if not all(each.isascii() and each.isdecimal() for each in names):
                continue
            numbers = set(map(int, names))
            missing = [number for number in range(1, max(numbers, default=0)) if number not in numbers]
            if missing:
                yield self.at(facts.story.decks[name].span, f"of the deck `{name}` {_are_missing(missing)}")


def _are_missing(missing: list[int]) -> str:
    if len(missing) == 1:
        return f"card {missing[0]} is missing"
    return f"cards {in_words(missing, ', ')} are missing"
