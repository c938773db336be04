"""The commands that work at every prompt, with their short forms. None of them takes a turn but `use` and `give`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Command:
    """A word that the session itself understands."""

    name: str
    about: str
    """What `help` says about it."""
    short: tuple[str, ...] = ()
    """Other words for it."""
    argument: str = ""
    """What may follow it, as `help` shows it; nothing for a word that stands alone."""


COMMANDS = (
    Command("look", "read this card again", ("l",)),
    Command("status", "meters, place, whose play this is", ("stats", "score", "st")),
    Command("crew", "who is active, their skills, who decides for them"),
    Command("items", "what you have", ("i", "inv", "inventory")),
    Command("examine", "what an item does, or who somebody is", ("x",), "NAME"),
    Command("use", "use an item", (), "ITEM"),
    Command("give", "pass an item on, where that is allowed", (), "ITEM to NAME"),
    Command("map", "the board: where you are, what lies where, what flying costs", (), "[list]"),
    Command("journal", "what you did so far", ("j",)),
    Command("odds", "your chances with what is on the table"),
    Command("hint", "what the author whispers about these choices"),
    Command("undo", "take back the last decision, as often as you like", ("u",)),
    Command("redo", "take the undoing back"),
    Command("save", "keep this moment", (), "[NAME]"),
    Command("load", "go back to a moment you kept", ("restore",), "[NAME]"),
    Command("transcript", "write what is said into a file", ("script",), "[on, off or NAME]"),
    Command("restart", "begin again; this play is kept"),
    Command("about", "title, author and version", ("version", "credits")),
    Command("help", "this list", ("h", "?")),
    Command("quit", "leave; the play is kept", ("q", "exit")),
)

_BY_WORD = {word: command for command in COMMANDS for word in (command.name, *command.short)}
_BY_WORD["unscript"] = _BY_WORD["transcript"]


@dataclass(frozen=True, slots=True)
class Call:
    """A command as it was typed."""

    name: str
    argument: str = ""


def parse_command(line: str) -> Call | None:
    """Read a line as a command.

    Returns:
        The command; nothing when the first word is none, or when something follows a word that stands alone, so that
        `look under the bed` can still mean a choice.
    """
    word, _, rest = line.strip().partition(" ")
    command = _BY_WORD.get(word.casefold())
    if command is None or (rest.strip() and not command.argument):
        return None
    return Call(command.name, "off" if word.casefold() == "unscript" else rest.strip())


def command_words() -> tuple[str, ...]:
    """Return the full names, in the order of `help`."""
    return tuple(command.name for command in COMMANDS)
