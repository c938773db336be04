"""The rules as they stand in one match, with the rulings in force; house rules and guesses are called so."""

from __future__ import annotations

from storyengine.games.creatures_and_outcasts.cards import COPIES, NAMES, NUMBERS
from storyengine.games.creatures_and_outcasts.characters import CHARACTERS, EFFECTS, FULL_NAMES, IDS
from storyengine.games.creatures_and_outcasts.expert import SAYS
from storyengine.games.creatures_and_outcasts.options import RULINGS, Config, default_triggers

_CARDS = {
    1: "whoever plays the first 1 starts the round",
    2: "another card must be played on top of it, if one fits",
    4: "draw a card unseen from another hand and give a different card back",
    6: "three together, to the discard pile: look at the characters and put Wednesday anywhere among them",
    7: "take a card of your choice from the discard pile",
    8: "another player of your choice takes the top card of the discard pile",
    10: "four together, to the discard pile: the round ends at once",
    13: "as the last card played it keeps Wednesday from ending the round",
}


def rules(config: Config) -> list[str]:
    """The rules of this match, a line each."""
    lines = [
        f"Goal: the lowest total after {config.rounds} round{'s' if config.rounds > 1 else ''}. A card in hand at"
        " the end of a round counts its number.",
        "A turn: play one card higher than the top of the play pile, or pass; after passing you may play again later.",
        "When all have passed, the play pile goes face down to the discard pile and the next of the nine characters is"
        " revealed. It applies to everybody until all pass again. The last player who played then leads with any card.",
        "Without cards you are skipped, but you may get cards again and must then play them.",
        "A round ends when Wednesday is revealed, when four 10s are shown, or when only one player holds cards.",
        "Cards:",
        *(f"  {_name(number)}: {does}." for number, does in _CARDS.items()),
        f"  The deck: {_deck()}. The manual gives only the total of 42; this split is inferred.",
        "Characters:",
        *(f"  {FULL_NAMES[who]}: {EFFECTS[who]}." for who in range(CHARACTERS)),
        "  While Thing's block lasts, a player who holds nothing but blocked cards may reveal and discard them.",
    ]
    if config.triggers:
        lines += _expert(config)
    if config.teams:
        lines += [
            f"Teams: {config.teams} of equal size, seats in turn; the points of all members are added in one column.",
            "  Team mates may tell each other about their cards (`say have 7`, `say no 7`), one statement a trick, and"
            " never show them."
            if config.talk
            else "  Team mates do not talk in this match.",
        ]
    return [*lines, "Rulings, where the manual leaves room:", *_rulings(config), "House rules:", *_house(config)]


def _name(number: int) -> str:
    return f"{number} ({NAMES[number]})" if number in NAMES else str(number)


def _deck() -> str:
    single = [str(number) for number, many in zip(NUMBERS, COPIES, strict=True) if many == 1]
    return f"four of each number from 1 to 10, one {' and one '.join(single)}"


def _expert(config: Config) -> list[str]:
    lines = ["Expert: each round has an effect, set off when its number is played while its character is active:"]
    for index, ((rank, who), shipped) in enumerate(zip(config.triggers, default_triggers(), strict=True)):
        number = NUMBERS[rank]
        note = ""
        if (number, IDS[who]) == (shipped.number, shipped.character):
            note = {
                "": " (number and character are a guess)",
                "number": " (the number is printed, the character is a guess)",
                "inferred": " (inferred from the manual)",
            }[shipped.known]
        lines.append(f"  Round {index + 1}: {number} under {FULL_NAMES[who]}{note}: {SAYS[index]}.")
    return [*lines, "  In round 5 a 10 may be played despite Tyler."]


def _rulings(config: Config) -> list[str]:
    lines = [f"  {ruling.option}: {getattr(config, ruling.option)} ({ruling.says})." for ruling in RULINGS]
    return [*lines, f"  youngest: seat {config.youngest + 1} starts if nobody holds a 1."]


def _house(config: Config) -> list[str]:
    return [
        "  If Wednesday is turned back by the 13 and revealed again with no card played in between, the round ends.",
        "  If all pass on an empty pile and no character can change anything, the round ends and is scored.",
        f"  A round of {config.round_limit} decisions ends and is scored.",
        "  Of equal cards in the discard pile, the one nearest the top is taken or marked by Thing.",
    ]
