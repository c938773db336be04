"""Names of a story's things as a player reads them: harmless, on one line, and safe beside other words."""

from __future__ import annotations

from storyengine.model.cards import Ending
from storyengine.model.story import Story
from storyengine.model.walk import endings
from storyengine.repl.neutralise import isolate, one_line


def plain_id(identifier: str) -> str:
    """Return an id as words."""
    return isolate(one_line(identifier.replace("_", " ")))


def name_of(story: Story, identifier: str) -> str:
    """Return the title of an item, character, place or variable, or its id as words where it has none."""
    for table in (story.items, story.crew, story.board.places, story.variables):
        if identifier in table:
            return isolate(one_line(table[identifier].title)) or plain_id(identifier)
    return plain_id(identifier)


def card_name(story: Story, card: str) -> str:
    """Return a card's title, or its name within its deck; nothing for no card."""
    found = story.cards.get(card)
    if found is None:
        return ""
    return isolate(one_line(found.title)) or plain_id(found.name)


def ending_name(story: Story, ending: str) -> str:
    """Return an ending's title, or its id as words."""
    found = endings_of(story).get(ending)
    return (isolate(one_line(found.title)) if found else "") or plain_id(ending)


def ending_words(story: Story, ending: str) -> str:
    """Return an ending's title, or what kind it is where it has no title of its own."""
    found = endings_of(story).get(ending)
    untitled = found is None or found.title in ("", found.id)
    return plain_id(found.kind) if found and untitled else ending_name(story, ending)


def endings_of(story: Story) -> dict[str, Ending]:
    """Return every ending that is written, by its id, in the order of the story."""
    return {ending.id: ending for ending in endings(story)}


def signed(number: int) -> str:
    """Return a number with its sign.

    Example:
        >>> signed(2), signed(-1)
        ('+2', '-1')
    """
    return f"{number:+d}"


def capitalised(words: str) -> str:
    """Return words as a line of their own."""
    return words[:1].upper() + words[1:]


def listed(names: list[str] | tuple[str, ...]) -> str:
    """Return names as an English list.

    Example:
        >>> listed(("Ann", "Bo", "Cy"))
        'Ann, Bo and Cy'
    """
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def counted(number: int, noun: str) -> str:
    """Return a number with its noun.

    Example:
        >>> counted(1, "segment"), counted(3, "segment")
        ('1 segment', '3 segments')
    """
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def number_range(count: int) -> str:
    """Return the numbers that can be answered.

    Example:
        >>> number_range(1), number_range(2), number_range(5)
        ('1', '1 or 2', '1 to 5')
    """
    return "1" if count == 1 else f"1 {'or' if count == 2 else 'to'} {count}"
