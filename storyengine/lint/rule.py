"""What a rule is."""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from storyengine.analysis.exhaust import Path
from storyengine.diagnostics import Diagnostic, Fix, Related, Severity
from storyengine.lint.facts import Facts
from storyengine.lint.finding import Finding
from storyengine.model.cards import Card
from storyengine.source import Span


@dataclass(frozen=True, slots=True)
class Page:
    """A rule's docstring, taken apart."""

    title: str
    """What is found, in one line without a full stop."""
    why: str
    """Why it matters."""
    instead: str
    """What to do about it."""


class Rule(ABC):
    """One thing that can be wrong with a story.

    The docstring of a rule is its page: the first line says what is found, `Why:` and `Instead:` begin paragraphs.
    """

    code: ClassVar[str]
    """`SE` and three digits, never changed and never reused."""
    slug: ClassVar[str]
    """The name of the bad thing; reads well after "allow"."""
    severity: ClassVar[Severity]
    """How much it matters, unless the story's `lint:` says otherwise."""

    @abstractmethod
    def check(self, facts: Facts) -> Iterator[Finding]:
        """Yield what is found in a story, in any order."""

    def at(
        self,
        span: Span,
        message: str,
        *,
        card: Card | str | None = None,
        play: Path = (),
        why: str = "",
        hint: str = "",
        fix: Fix | None = None,
        related: tuple[Related, ...] = (),
    ) -> Finding:
        """Return a finding of this rule."""
        found = Diagnostic(
            self.code,
            self.slug,
            self.severity,
            span,
            message,
            why or self.page().why,
            hint or self.page().instead,
            fix,
            related,
        )
        return Finding(found, card.id if isinstance(card, Card) else card or "", play)

    @classmethod
    def page(cls) -> Page:
        """Return the rule's docstring, taken apart.

        Raises:
            ValueError: the docstring lacks a part.
        """
        parts = {"": "", "Why:": "", "Instead:": ""}
        current = ""
        for line in inspect.cleandoc(cls.__doc__ or "").splitlines():
            word, _, rest = line.partition(" ")
            if word in ("Why:", "Instead:"):
                current, line = word, rest
            parts[current] = f"{parts[current]} {line.strip()}".strip()
        if not all(parts.values()):
            raise ValueError(f"the docstring of {cls.__name__} must have a first line, `Why:` and `Instead:`")
        return Page(*(text.rstrip(".") for text in parts.values()))
