"""The rules as they stand in one match, with the rulings in force; house rules and our own content are called so."""

from __future__ import annotations

from storyengine.games.out_of_this_world.actions import union
from storyengine.games.out_of_this_world.box import Box
from storyengine.games.out_of_this_world.cards import characters
from storyengine.games.out_of_this_world.options import RULINGS
from storyengine.games.out_of_this_world.view import WorldView
from storyengine.games.out_of_this_world.vocabulary import SUITS, WILD, say_effect

_TALK = {
    "vocal": "In Go For It only the holder of the Vocal token may speak, before taking a card and before the action."
    " Between phases everybody may.",
    "free": "Everybody may speak all the time; you are asked before each turn, and `hush` stops that for the round.",
    "none": "Nobody speaks in this match.",
}


def win_words(box: Box, view: WorldView | None = None) -> list[str]:
    """What wins, in parts that must all hold; with a view, how far each has come, but for points."""
    win, names = box.config.adventure.win, box.names
    parts = []
    if box.goal:
        parts.append(f"{box.goal} equipped points each")
    if win.equipped:
        there = union(view.equipped) if view else 0
        parts.append(f"equip {', '.join(names[item] + ' (done)' * (there >> item & 1) for item in box.win_equipped)}")
    suits = box.of_type[:WILD]
    if win.suits_each:
        each = [sum([bool(own & suit) for suit in suits]) for own in view.equipped] if view else []
        parts.append(f"{win.suits_each} different suits equipped each{_so_far(each)}")
    if win.team_suits:
        of_each = [(union(view.equipped) & suit).bit_count() for suit in suits] if view else []
        parts.append(f"{win.team_suits} items of each suit equipped in all{_so_far(of_each)}")
    for (foe, many), (mask, _) in zip(win.removed, box.win_removed, strict=True):
        out = [(view.removed & mask).bit_count()] if view else []
        parts.append(f"remove {many} {_title(foe)} from the game{_so_far(out)}")
    for place, (foe, many) in enumerate(win.defeated):
        beaten = [min(many, view.defeated[place])] if view else []
        parts.append(f"defeat {_title(foe)}" + (f" {many} times" if many > 1 else "") + _so_far(beaten))
    if win.no_foes:
        parts.append("no Foe before anybody")
    return parts


def _so_far(counts: list[int]) -> str:
    """How far something has come, for the team or for each player or suit in order."""
    return f" (so far {', '.join(map(str, counts))})" if counts else ""


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
        f"Talk: {_TALK[config.talk]} Statements: `say need toys`, `say need 5`, `say take 3`, `say leave 3`,"
        " `say will equip`, `say will defeat`, `say need help`, `say agree`.",
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
