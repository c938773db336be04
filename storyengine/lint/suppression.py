"""Findings that an author accepts, by comments, `allow:` and `unreachable:`. What is hidden is counted."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from storyengine.lint.finding import Finding
from storyengine.model.story import Story
from storyengine.source import Span

COMMENT = re.compile(r"(?:^|\s)#\s*lint:\s*ignore\[([^\]]*)\]")
BY_COMMENT, BY_ALLOW, BY_PARKING = "comments", "allow", "unreachable"
"""What hides findings, as summaries count them."""
PARKED = frozenset({"unreachable-card", "unreachable-ending", "undrawn-card", "undecided-target"})
"""What a card's `unreachable:` accepts."""


@dataclass(slots=True, eq=False)
class Suppression:
    """One rule that is accepted at one place."""

    name: str
    """As the author wrote it."""
    slug: str
    """Of the rule; empty when there is none of that name."""
    span: Span
    """Where it is written."""
    by: str
    """`comments`, `allow` or `unreachable`."""
    card: str = ""
    """For `allow` and `unreachable`: the card; empty for the whole story."""
    lines: frozenset[int] = frozenset()
    """For a comment: the lines it covers."""
    hits: int = 0
    """Findings that it hid."""

    def covers(self, finding: Finding) -> bool:
        """Whether it accepts a finding."""
        found = finding.diagnostic
        if self.by == BY_PARKING:
            return found.slug in PARKED and finding.card == self.card
        if found.slug != self.slug:
            return False
        if self.by == BY_COMMENT:
            return found.span.path == self.span.path and found.span.line in self.lines
        return not self.card or finding.card == self.card


class Suppressions:
    """All that a story accepts."""

    def __init__(self, found: Sequence[Suppression] = ()) -> None:
        """Take them; `suppressions_of` finds them."""
        self.all = tuple(found)
        self._by_slug: dict[str, list[Suppression]] = {}
        for each in self.all:
            for slug in PARKED if each.by == BY_PARKING else (each.slug,):
                self._by_slug.setdefault(slug, []).append(each)

    def hides(self, finding: Finding) -> bool:
        """Whether a finding is accepted; it is counted where that is said."""
        accepting = self._accepting(finding)
        if accepting:
            accepting.hits += 1
        return accepting is not None

    def accepts(self, finding: Finding) -> bool:
        """Whether a finding would be accepted."""
        return self._accepting(finding) is not None

    def _accepting(self, finding: Finding) -> Suppression | None:
        found = self._by_slug.get(finding.diagnostic.slug, ())
        return next((each for each in found if each.covers(finding)), None)

    @property
    def hidden(self) -> Counter[str]:
        """How many findings each way of accepting them hid."""
        return Counter(
            {by: sum(each.hits for each in self.all if each.by == by) for by in {each.by for each in self.all}}
        )

    @property
    def unused(self) -> Iterator[Suppression]:
        """Those that hid nothing, of rules that exist. A card's `unreachable:` is judged by its own rule."""
        return (each for each in self.all if not each.hits and each.slug and each.by != BY_PARKING)

    @property
    def unknown(self) -> Iterator[Suppression]:
        """Those of rules that do not exist."""
        return (each for each in self.all if not each.slug and each.by != BY_PARKING)


def suppressions_of(story: Story, sources: Mapping[str, Sequence[str]], slug_of: Callable[[str], str]) -> Suppressions:
    """Find what a story accepts.

    Args:
        story: a loaded story.
        sources: the lines of its files.
        slug_of: gives the slug of a rule that is named by slug or code, or nothing.
    """
    found = [each for path, lines in sources.items() for each in _comments(path, lines, slug_of)]
    for name in story.allow:
        span = find_word(sources, story.span, "allow", name)
        found.append(Suppression(name, slug_of(name), span, BY_ALLOW))
    for card in story.cards.values():
        for name in card.allow:
            span = find_word(sources, card.span, "allow", name)
            found.append(Suppression(name, slug_of(name), span, BY_ALLOW, card.id))
        if card.unreachable:
            found.append(Suppression("", "", card.span, BY_PARKING, card.id))
    return Suppressions(found)


def _comments(path: str, lines: Sequence[str], slug_of: Callable[[str], str]) -> Iterator[Suppression]:
    for number, line in enumerate(lines, 1):
        match = COMMENT.search(line)
        if not match:
            continue
        covered = {number}
        if line.lstrip().startswith("#"):  # alone on its line it speaks of the next one that is no comment
            below = range(number, len(lines))
            covered = {
                next((at + 1 for at in below if lines[at].strip() and not lines[at].lstrip().startswith("#")), 0)
            }
        start = match.start(1)
        for piece in match.group(1).split(","):
            name = piece.strip()
            column = start + len(piece) - len(piece.lstrip()) + 1
            span = Span(path, number, column, number, column + len(name))
            yield Suppression(name, slug_of(name), span, BY_COMMENT, lines=frozenset(covered))
            start += len(piece) + 1


def find_word(sources: Mapping[str, Sequence[str]], start: Span, after: str, word: str) -> Span:
    """Return the place of a key that stands at or below another key, from a place on; that place if it is not found."""
    seen = False
    lines = sources.get(start.path, ())
    for number in range(start.line, len(lines) + 1):
        line = lines[number - 1]
        offset = start.column - 1 if number == start.line else 0
        if not seen:
            match = re.compile(rf"\b{re.escape(after)}\s*:").search(line, offset)
            if not match:
                continue
            seen, offset = True, match.end()
        match = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])").search(line, offset)
        if match:
            return Span(start.path, number, match.start() + 1, number, match.end() + 1)
    return start
