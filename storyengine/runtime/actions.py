"""What the player does. Every action has a text form that prints and parses: saves, witnesses and logs use it."""

from __future__ import annotations

import re
from dataclasses import dataclass

PLAIN = re.compile(r"[^\s\"\\]+\Z")
WORD = re.compile(r'"((?:[^"\\]|\\.)*)"|([^\s"\\]+)')
KEYWORDS = frozenset({"pick", "as", "with", "on", "to", "via"})


@dataclass(frozen=True, slots=True)
class Deal:
    """Deal the next piece of the setup."""


@dataclass(frozen=True, slots=True)
class GoOn:
    """Read on, where there is nothing to decide, or no more optional challenge wanted."""


@dataclass(frozen=True, slots=True)
class Choose:
    """Take a choice of the card."""

    choice: str
    picked: str = ""
    """What the choice asked to point at."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """Take on an optional challenge, or say which type a challenge shall have."""

    challenge: str
    type: str = ""
    """Only where the challenge leaves a choice of types."""


@dataclass(frozen=True, slots=True)
class Perform:
    """Send a character into the challenge under way."""

    performer: str = ""
    """Empty in a story without a crew."""
    booster: str = ""


@dataclass(frozen=True, slots=True)
class Accept:
    """Let the roll on the table stand."""


@dataclass(frozen=True, slots=True)
class UseItem:
    """Use an Assist Item."""

    item: str
    picked: str = ""


@dataclass(frozen=True, slots=True)
class GiveItem:
    """Say who takes an item that was found, or pass one on while items may be exchanged."""

    item: str
    to: str


@dataclass(frozen=True, slots=True)
class Fly:
    """Fly to a place."""

    place: str
    via: tuple[str, ...] = ()
    """The places passed, when it is not the shortest route."""


@dataclass(frozen=True, slots=True)
class Move:
    """A move in the card game that is on."""

    token: str


@dataclass(frozen=True, slots=True)
class Report:
    """Say how a card game ended that is played elsewhere, because the program does not know it."""

    result: str


Action = Deal | GoOn | Choose | Attempt | Perform | Accept | UseItem | GiveItem | Fly | Move | Report


class ActionSyntaxError(ValueError):
    """A text that is not an action's."""


def _word(text: str) -> str:
    if PLAIN.match(text) and text not in KEYWORDS:
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def format_action(action: Action) -> str:
    """Return the text form, such as `challenge flppto with glow_lens`."""
    match action:
        case Deal():
            return "deal"
        case GoOn():
            return "go on"
        case Accept():
            return "accept"
        case Choose(choice, picked):
            return f"choose {_word(choice)}" + (f" pick {_word(picked)}" if picked else "")
        case Attempt(challenge, kind):
            return f"attempt {_word(challenge)}" + (f" as {_word(kind)}" if kind else "")
        case Perform(performer, booster):
            return (
                "challenge"
                + (f" {_word(performer)}" if performer else "")
                + (f" with {_word(booster)}" if booster else "")
            )
        case UseItem(item, picked):
            return f"use {_word(item)}" + (f" on {_word(picked)}" if picked else "")
        case GiveItem(item, to):
            return f"give {_word(item)} to {_word(to)}"
        case Fly(place, via):
            return f"travel {_word(place)}" + (" via " + " ".join(map(_word, via)) if via else "")
        case Move(token):
            return f"move {_word(token)}"
        case Report(result):
            return f"result {_word(result)}"


def _tokens(text: str) -> list[tuple[str, bool]]:
    """Split into (word, quoted)."""
    found: list[tuple[str, bool]] = []
    position = 0
    stripped = text.strip()
    while position < len(stripped):
        match = WORD.match(stripped, position)
        if match is None:
            raise ActionSyntaxError(f"a quotation mark is not closed in {text!r}")
        quoted = match[1] is not None
        found.append((re.sub(r"\\(.)", r"\1", match[1]) if quoted else match[2], quoted))
        position = match.end()
        while position < len(stripped) and stripped[position].isspace():
            position += 1
    return found


def parse_action(text: str) -> Action:
    """Read an action's text form.

    Args:
        text: what `format_action` printed, or a person typed; spaces between words do not matter.

    Returns:
        The action. Whether it is legal just now is not looked at.

    Raises:
        ActionSyntaxError: the text is not an action's.
    """
    tokens = _tokens(text)
    if not tokens:
        raise ActionSyntaxError("expected an action, got nothing")
    if tokens == [("go", False), ("on", False)]:
        return GoOn()  # "on" is a keyword elsewhere
    (verb, _), rest = tokens[0], tokens[1:]
    names: list[str] = []
    tails: dict[str, list[str]] = {}
    current = names
    for word, quoted in rest:
        # after any verb but `challenge` a name must come first, so `choose on` needs no quotation marks
        if word in KEYWORDS and not quoted and (names or verb == "challenge"):
            if word in tails:
                raise ActionSyntaxError(f"`{word}` stands twice in {text!r}")
            current = tails.setdefault(word, [])
        else:
            current.append(word)
    if any(not words for words in tails.values()):
        raise ActionSyntaxError(f"a name is missing at the end of {text!r}")

    def tail(keyword: str) -> str:
        words = tails.pop(keyword, [""])
        if len(words) != 1:
            raise ActionSyntaxError(f"one name belongs after `{keyword}` in {text!r}; quote a name with spaces")
        return words[0]

    action: Action
    match verb, names:
        case "deal", []:
            action = Deal()
        case "accept", []:
            action = Accept()
        case "choose", [choice]:
            action = Choose(choice, tail("pick"))
        case "attempt", [challenge]:
            action = Attempt(challenge, tail("as"))
        case "challenge", []:
            action = Perform("", tail("with"))
        case "challenge", [performer]:
            action = Perform(performer, tail("with"))
        case "use", [item]:
            action = UseItem(item, tail("on"))
        case "give", [item] if "to" in tails:
            action = GiveItem(item, tail("to"))
        case "travel", [place]:
            action = Fly(place, tuple(tails.pop("via", ())))
        case "move", [token]:
            action = Move(token)
        case "result", [result]:
            action = Report(result)
        case _:
            raise ActionSyntaxError(f"not an action: {text!r}")
    if tails:
        raise ActionSyntaxError(f"`{next(iter(tails))}` does not belong in {text!r}")
    return action
