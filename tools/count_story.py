"""Counts what a story is made of: `.venv/bin/python tools/count_story.py stories/evil-power-master`.

Cards, words, challenges by type and card games by deck; items and endings by kind. A challenge that leaves the choice
of its type counts once for each. Words are all that a player may read: texts, choices, hints, what items say.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from storyengine.loader import StoryError, load
from storyengine.model.cards import Text
from storyengine.model.story import Story
from storyengine.model.tables import Item
from storyengine.model.walk import endings, texts

COULD_NOT_RUN = 2
NO_DECK = "-"
"""Stands for the deck of a card that has none, and of what is read outside cards."""


@dataclass(slots=True)
class Counts:
    """What a story is made of."""

    cards: Counter[str] = field(default_factory=Counter)
    """By deck, in the order written; so are words and games."""
    words: Counter[str] = field(default_factory=Counter)
    challenges: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By deck and type."""
    games: Counter[str] = field(default_factory=Counter)
    """Cards that open a card game."""
    items: Counter[str] = field(default_factory=Counter)
    """By kind; a starter that is also an Assist Item counts in both."""
    endings: Counter[str] = field(default_factory=Counter)
    """By kind; an ending that several cards reach counts once."""


def words(text: Text) -> int:
    """Words of a text, the parts under conditions too; a value that is shown counts as a word."""
    pieces = ("".join(piece if isinstance(piece, str) else "0" for piece in part.template) for part in text.parts)
    return sum(len(piece.split()) for piece in pieces)


def kinds(item: Item) -> tuple[str, ...]:
    """What an item is called in the counts."""
    found = {"starter": item.starter, "booster": bool(item.boost), "assist": item.use is not None}
    return tuple(kind for kind, so in found.items() if so) or ("other",)


def count(story: Story) -> Counts:
    """Count a story."""
    counts = Counts()
    for card in story.cards.values():
        deck = card.deck or NO_DECK
        counts.cards[deck] += 1
        counts.games[deck] += card.minigame is not None
        for challenge in card.challenges:
            counts.challenges.update((deck, kind) for kind in challenge.types)
    for text_card, text in texts(story):
        counts.words[text_card.deck or NO_DECK if text_card else NO_DECK] += words(text)
    for item in story.items.values():
        counts.items.update(kinds(item))
    counts.endings.update({ending.id: ending.kind for ending in endings(story)}.values())
    return counts


def table(story: Story, counts: Counts) -> str:
    """The counts as they are printed: a row for each deck, a row of totals, items and endings."""
    types = story.challenges.types
    rows = [("deck", "cards", "words", *types, "games")]
    for deck in dict.fromkeys([*counts.cards, *counts.words]):
        by_type = (counts.challenges[deck, kind] for kind in types)
        rows.append((deck, *map(_figure, (counts.cards[deck], counts.words[deck], *by_type, counts.games[deck]))))
    sums = [sum(many for (_, kind), many in counts.challenges.items() if kind == wanted) for wanted in types]
    rows.append(("all", *map(_figure, (counts.cards.total(), counts.words.total(), *sums, counts.games.total()))))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = ["  ".join((name.ljust(widths[0]), *map(str.rjust, cells, widths[1:]))) for name, *cells in rows]
    return "\n".join(
        [
            *lines,
            "",
            f"items: {len(story.items)}{_by_kind(counts.items)}",
            f"endings: {counts.endings.total()}{_by_kind(counts.endings)}",
        ]
    )


def _figure(number: int) -> str:
    return f"{number:,}"


def _by_kind(many: Counter[str]) -> str:
    return f" ({', '.join(f'{number} {kind}' for kind, number in sorted(many.items()))})" if many else ""


def main(argv: list[str] | None = None) -> int:
    """Print the counts of one story."""
    parser = argparse.ArgumentParser(description="Count what a story is made of.")
    parser.add_argument("story", metavar="STORY", type=Path, help="a folder or a file")
    path: Path = parser.parse_args(argv).story
    try:
        story = load(path)
    except (StoryError, OSError) as error:
        print(f"{path}: {error}", file=sys.stderr)
        return COULD_NOT_RUN
    print(table(story, count(story)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
