"""The table and the score pad as lines of text."""

from __future__ import annotations

from collections.abc import Sequence

from storyengine.games import glyphs
from storyengine.games.out_of_this_world.actions import bits
from storyengine.games.out_of_this_world.adventure import Win
from storyengine.games.out_of_this_world.box import Box, character_name
from storyengine.games.out_of_this_world.cards import characters
from storyengine.games.out_of_this_world.phases import FINISHED
from storyengine.games.out_of_this_world.rules_text import win_words
from storyengine.games.out_of_this_world.view import EMPTY, WorldView
from storyengine.games.out_of_this_world.vocabulary import TYPES
from storyengine.games.out_of_this_world.wording import card_list, foe_does, item_does, saying, set_words
from storyengine.games.protocol import SPECTATOR

_MARKS = ("T", "M", "G", "H", "*")
"""One letter a type, as the legend says."""


def picture(view: WorldView, names: Sequence[str], *, width: int, ascii_only: bool) -> list[str]:
    """The table as `view` shows it."""
    lines = [_heading(view, ascii_only=ascii_only)]
    lines.append("Stacks: " + "  ".join(_stack(view, place) for place in range(len(view.tops))))
    lines.append(f"Deck: {view.deck} cards. Discard pile: {_pile(view)}.")
    lines.append("To win: " + "; ".join(win_words(view.box, view)) + ".")
    for seat in range(len(view.size)):
        lines += _player(view, seat, names)
    if view.laid:
        lines.append(f"On the table for this action: {card_list(view.box, view.laid)}")
    if view.seat != SPECTATOR:
        lines.append(f"Your hand: {_hand(view.box, view.hand)}")
    return [part for line in lines for part in glyphs.fold(line, width)]


def _heading(view: WorldView, *, ascii_only: bool) -> str:
    config = view.box.config
    full, empty = ("#", ".") if ascii_only else ("●", "○")
    time = full * view.tokens + empty * (max(config.tokens, view.tokens) - view.tokens)
    now = "over" if view.phase == FINISHED else f"round {view.round + 1}"
    return f"{config.adventure.title}, {config.difficulty}, {now}. Time: {time} {view.tokens}"


def _stack(view: WorldView, place: int) -> str:
    top = view.tops[place]
    if top == EMPTY:
        return f"({place + 1}) empty"
    below = view.heights[place] - 1
    return f"({place + 1}) {_short(view.box, top)}" + (f" on {below}" if below else "")


def _short(box: Box, card: int) -> str:
    if card >= box.first_foe:
        return f"FOE {box.names[card]} [{set_words(box.foe(card))}]"
    return f"{box.names[card]} {_MARKS[box.type[card]]}{box.value[card]}"


def _pile(view: WorldView) -> str:
    many = view.discard.bit_count()
    if not many:
        return "empty"
    counts = [
        f"{(view.discard & mask).bit_count()} {name}"
        for mask, name in zip(view.box.of_type, TYPES, strict=True)
        if view.discard & mask
    ]
    foes = (view.discard >> view.box.first_foe).bit_count()
    return ", ".join([*counts, f"{foes} Foe{'' if foes == 1 else 's'}"] if foes else counts)


def _player(view: WorldView, seat: int, names: Sequence[str]) -> list[str]:
    box = view.box
    who = f", {character_name(box, view.who[seat], seat)}" if view.who[seat] >= 0 else ""
    token = ", Vocal token" if seat == view.turn else ""
    goal = f" of {box.goal}" if box.goal else ""
    minus = f" (less {view.minus[seat]})" if view.minus[seat] else ""
    many = view.size[seat]
    text = f"{names[seat]} (seat {seat + 1}{who}{token}): {view.points[seat]}{goal} points{minus}"
    text += f", {many} card{'' if many == 1 else 's'} in hand"
    if view.seat != seat and view.known[seat]:
        text += f", seen: {_hand(box, view.known[seat])}"
    if view.need[seat] >= 0:
        text += f'. "{saying(view.need[seat])}"'
    if view.wish[seat] >= 0:
        text += f'. "{saying(view.wish[seat])}"'
    lines = [text]
    if view.equipped[seat]:
        shown = []
        for item in bits(view.equipped[seat]):
            does = item_does(box, item)
            note = " (spent)" if view.spent >> item & 1 else f" ({does})" if does else ""
            shown.append(_short(box, item) + note)
        lines.append(f"  equipped: {', '.join(shown)}")
    for foe in bits(view.front[seat]):
        does = foe_does(box.foe(foe))
        lines.append(f"  {_short(box, foe)}" + (f": {does}" if does else ""))
    return lines


def _hand(box: Box, hand: int) -> str:
    return ", ".join(_short(box, item) for item in bits(hand)) or "no cards"


def score_pad(view: WorldView, names: Sequence[str]) -> list[str]:
    """Each player's points, character and foes, and the Time left."""
    box = view.box
    wide = max(len(name) for name in names)
    lines = [f"{'':<{wide}}  points  needed  Foes  character"]
    for seat, name in enumerate(names):
        character = "/".join(characters()[view.who[seat]].sides) if view.who[seat] >= 0 else "-"
        points = view.points[seat] - view.minus[seat]
        foes = view.front[seat].bit_count()
        lines.append(f"{name:<{wide}}  {points:>6}  {box.goal or '-':>6}  {foes:>4}  {character}")
    result = {1: ", won", 0: ", lost"}.get(view.won, "")
    rounds = view.round + (1 if view.caring else 0)
    lines.append(f"Time left: {view.tokens}; rounds: {rounds}{result}")
    if box.config.adventure.win != Win(box.config.adventure.win.points):
        lines.append("To win: " + "; ".join(win_words(box, view)))
    return lines
