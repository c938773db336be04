"""Questions asked in between: which one, where to, save over it? Commands still work while one is open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from storyengine.repl.answers import Option
from storyengine.repl.blocks import Block, Blocks, Kind, heading


@dataclass(frozen=True, slots=True)
class Question:
    """Something asked in between; it is gone when it is answered, or when something else happens."""

    heading: str
    options: tuple[Option, ...]
    answer: Callable[[int], Blocks]
    """Takes the number of the option, counted from 0."""

    @property
    def blocks(self) -> Blocks:
        """The question as it is said."""
        lines = (Block(Kind.CHOICE, option.text, f"{number}.") for number, option in enumerate(self.options, start=1))
        return (heading(self.heading), *lines)


def ask(
    words: str, options: tuple[Option, ...], answer: Callable[[int], Blocks], back: Callable[[], Blocks]
) -> Question:
    """Return a question with one more line, by which nothing is decided and `back` says what is to do again."""

    def answered(index: int) -> Blocks:
        return answer(index) if index < len(options) else back()

    return Question(words, (*options, Option("Something else.", ("back", "cancel", "none"))), answered)
