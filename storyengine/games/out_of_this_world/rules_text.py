"""The rules as they stand in one match, with the rulings in force; house rules and our own content are called so."""

from __future__ import annotations

from storyengine.games.out_of_this_world.box import Box
from storyengine.games.out_of_this_world.cards import characters
from storyengine.games.out_of_this_world.options import RULINGS
from storyengine.games.out_of_this_world.vocabulary import SUITS, say_effect

_TALK = {
    "vocal": "In Go For It only the holder of the Vocal token may speak, before taking a card and before the action."
    " Between phases everybody may.",
    "free": "Everybody may speak all the time; you are asked before each turn, and `hush` stops that for the round.",
    "none": "Nobody speaks in this match.",
}


def win_words(box: Box) -> list[str]:
    """What wins, in parts that must all hold."""
    win, names = box.config.adventure.win, box.names
    parts = []
    if box.goal:
        parts.append(f"{box.goal} equipped points each")
    if win.equipped:
        parts.append(f"equip {', '.join(names[item] for item in box.win_equipped)}")
    if win.suits_each:
        parts.append(f"{win.suits_each} different suits equipped each")
    if win.team_suits:
        parts.append(f"{win.team_suits} items of each suit equipped in all")
    parts += [f"remove {many} {_title(foe)} from the game" for foe, many in win.removed]
    parts += [f"defeat {_title(foe)}" + (f" {many} times" if many > 1 else "") for foe, many in win.defeated]
    if win.no_foes:
        parts.append("no Foe before anybody")
    return parts


def _title(foe: str) -> str:
    return foe.replace("_", " ").title()


def rules(box: Box) -> list[str]:
    """The rules of this match, a line each."""
    config = box.config
    adventure = config.adventure
    return [
        f"{adventure.title}. {' '.join(adventure.intro.split())}".strip(),
        "Goal, for all together, looked at when the stacks are empty: " + "; ".join(win_words(box)) + ".",
        f"You have {config.tokens} Time. Whoever has most Foes at the end of a round costs the team as many. The last"
        " one lost ends the game.",
        f"A round: {config.stacks} stacks of {config.height} cards, of which you see the top. In turn take one card,"
        " then take one action if you like. When all are taken: victory? Then Time is lost, and hands are cut to"
        f" {config.hand_limit}.",
        "A Foe in sight must be taken, and lies before you until its set is paid. Items go to your hand.",
        "  pass: two Items of one value (give either) or one type (give the lower); the other is discarded.",
        "  equip: three Items of one value or one type; the lowest counts for you, the others are discarded.",
        "  defeat: pay the set of one of your Foes from your hand; cards and Foe are discarded.",
        "  spend: use an equipped Item's SPEND once; it still counts.",
        "  leg it, instead of all that: give up the turn and discard your hand.",
        "A wild Item stands for any one suit in a set and keeps its value.",
        f"Suits: {', '.join(SUITS)}, on the table T, M, G, H, and * for wild.",
        *(f"  {' or '.join(each.sides)} {say_effect(each.ability, 'ability')}." for each in characters()),
        f"Talk: {_TALK[config.talk]} Statements: `say need toys`, `say need 5`, `say take 3`, `say leave 3`.",
        f"Difficulty {config.difficulty}: {config.difficult} random Difficult Foes in the starting deck.",
        "Rulings, where the rulebook leaves room:",
        *(f"  {ruling.option}: {getattr(config, ruling.option)} ({ruling.says})." for ruling in RULINGS),
        "  The deck has run out when a card is needed and none is left; a round may begin with fewer cards if there are"
        " no more.",
        "  A wild Item is equipped as wild and counts for no suit. A set is exact: no more cards than it asks for.",
        "  Cards given by the Slingshot are seen by all. A card passed cannot be refused.",
        "House rules:",
        f"  After {config.stall_cycles} full circles in which nobody takes a card, legging it is closed until somebody"
        " does.",
        f"  A game of {config.round_limit} rounds is lost, and so is one in which no card is left to be taken.",
        "Ours, since the rulebook does not print it: Foes, Difficult Foes, characters but Malala and Bart, most names"
        " and abilities of Items, and all adventures but the frame of Birthday Bash.",
    ]
