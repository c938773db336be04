"""SE151."""

from __future__ import annotations

from collections.abc import Iterator

from storyengine.diagnostics import Related, Severity
from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.lint.plays import after, plain_words
from storyengine.lint.rule import Rule
from storyengine.model.cards import Card, Choice


class SameWords(Rule):
    """Two choices that can be open together have the same words.

    Why: the player cannot tell them apart, and typing the words cannot pick one.
    Instead: word one of them differently, or give them conditions that exclude each other.
    """

    code, slug, severity = "SE151", "same-words", Severity.WARNING

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield the later of two choices that a play saw side by side."""
        for card in facts.live_cards:
            for first, second in _twins(card):
                both = {first.id, second.id}
                plays = [path for (name, ids), path in facts.seen.offered.items() if name == card.id and both <= ids]
                if plays:
                    play = min(plays, key=len)
                    words = plain_words(second.text)
                    message = f"{after(play)} two choices are open with the same words, {words}"
                    related = (Related(first.text.span, f"`{first.id}` has these words too"),)
                    yield self.at(second.text.span, message, card=card, play=play, related=related)


def _twins(card: Card) -> Iterator[tuple[Choice, Choice]]:
    """Yield each choice that has the words of one before it, with that one."""
    first: dict[object, Choice] = {}
    for choice in card.choices:
        key = tuple(
            tuple(" ".join(piece.split()).casefold() if isinstance(piece, str) else piece for piece in part.template)
            for part in choice.text.parts
        )
        if key in first:
            yield first[key], choice
        else:
            first[key] = choice
