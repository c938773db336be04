"""SE164."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from storyengine.diagnostics import Applicability, Edit, Fix, Severity
from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.lint.rule import Rule
from storyengine.model.story import DeckKind
from storyengine.source import Span

_ICONS = re.compile(r"^icons:\s*(\[[^\]#]*\]|[\w-]+)\s*(?:#.*)?$")


class WrongIcons(Rule):
    """The icons of a planet are not its most common types of challenge.

    Why: players choose where to fly, and whom to keep active, by the icons.
    Instead: name the most common type first, then the next.
    """

    code, slug, severity = "SE164", "wrong-icons", Severity.WARNING

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield the planets whose icons are not sorted by how often their challenges ask for them."""
        for name, cards in facts.decks(DeckKind.PLANET):
            icons = facts.story.decks[name].icons
            posed = Counter(kind for card in cards for challenge in card.challenges for kind in challenge.types)
            often = sorted(posed, key=lambda kind: (-posed[kind], facts.story.challenges.types.index(kind)))
            counts = [posed[kind] for kind in icons]
            if not icons or not posed or counts == [posed[kind] for kind in often[: len(icons)]]:
                continue
            shown = ", ".join(f"{kind} {posed[kind]}" for kind in often)
            right = often[: len(icons)]
            message = f"the icons of `{name}` are {', '.join(icons)}, and its challenges are {shown}"
            span = facts.story.decks[name].span
            place = _place(facts, span)
            fix = None
            if place:
                title = f"write `[{', '.join(right)}]`"
                fix = Fix(title, (Edit(place, f"[{', '.join(right)}]"),), Applicability.UNSAFE)
            yield self.at(place or span, message, fix=fix)


def _place(facts: Facts, deck: Span) -> Span | None:
    """Return where the icons of a deck are written, if on one line."""
    for number, line in enumerate(facts.sources.get(deck.path, ()), 1):
        match = _ICONS.match(line)
        if match:
            return Span(deck.path, number, match.start(1) + 1, number, match.end(1) + 1)
    return None
