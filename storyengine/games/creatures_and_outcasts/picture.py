"""The table and the score pad as lines of text."""

from __future__ import annotations

from collections.abc import Sequence

from storyengine.games import glyphs
from storyengine.games.creatures_and_outcasts import scoring
from storyengine.games.creatures_and_outcasts.cards import NAMES, NO_CARD, NUMBERS, RANKS_IN, unpack
from storyengine.games.creatures_and_outcasts.characters import EFFECTS, FULL_NAMES, NOBODY
from storyengine.games.creatures_and_outcasts.phases import FINISHED
from storyengine.games.creatures_and_outcasts.view import UNKNOWN, CreaturesView
from storyengine.games.protocol import SPECTATOR


def picture(view: CreaturesView, names: Sequence[str], *, width: int, ascii_only: bool) -> list[str]:
    """The table as `view` shows it."""
    lines = [_heading(view), _character(view)]
    lines.append(f"Turns go {glyphs.arrow(view.way, ascii_only=ascii_only)}; {_characters_left(view)}.")
    lines.extend(_seats(view, names, ascii_only=ascii_only))
    pile = glyphs.cards([NUMBERS[rank] for rank in view.pile], ascii_only=ascii_only)
    lines.append(f"Play pile: {pile or 'empty'}{_top_name(view)}")
    lines.append(_discard(view, ascii_only=ascii_only))
    if view.blocked:
        blocked = ", ".join(str(NUMBERS[rank]) for rank in RANKS_IN[view.blocked])
        lines.append(f"Blocked by Thing: {blocked}")
    if view.seat != SPECTATOR:
        hand = glyphs.cards([NUMBERS[rank] for rank in unpack(view.hand)], ascii_only=ascii_only)
        lines.append(f"Your hand: {hand or 'no cards'}")
    return [part for line in lines for part in glyphs.fold(line, width)]


def _heading(view: CreaturesView) -> str:
    rounds = view.config.rounds
    return "The match is over." if view.phase == FINISHED else f"Round {view.round + 1} of {rounds}"


def _character(view: CreaturesView) -> str:
    name = "No character" if view.character == NOBODY else FULL_NAMES[view.character]
    return f"{name}: {EFFECTS[view.character]}"


def _characters_left(view: CreaturesView) -> str:
    if view.locked:
        return "no more characters come"
    many = len(view.deck)
    if not many:
        return "no characters are left"
    known = [FULL_NAMES[who] if who != UNKNOWN else "?" for who in view.deck[::-1]]
    text = f"{many} characters are left" if many > 1 else "1 character is left"
    return f"{text}, from the top: {', '.join(known)}" if any(name != "?" for name in known) else text


def _seats(view: CreaturesView, names: Sequence[str], *, ascii_only: bool) -> list[str]:
    lines = []
    for seat, size in enumerate(view.size):
        if seat == view.seat:
            continue
        marks = [f"seat {seat + 1}"]
        if view.config.teams:
            marks.append(f"team {seat % view.config.teams + 1}")
        if seat == view.last and view.pile:
            marks.append("played last")
        text = f"{names[seat]} ({', '.join(marks)}): {size} card{'' if size == 1 else 's'}"
        if view.hands:
            shown: list[int | None] = [NUMBERS[rank] for rank in unpack(view.hands[seat])]
            text += f" {glyphs.cards(shown, ascii_only=ascii_only)}".rstrip()
        elif view.seat != SPECTATOR and view.sure[seat]:
            known = ", ".join(str(NUMBERS[rank]) for rank in unpack(view.sure[seat]))
            text += f", among them {known}"
        lines.append(text)
    return lines


def _top_name(view: CreaturesView) -> str:
    if view.top == NO_CARD or NUMBERS[view.top] not in NAMES:
        return ""
    return f" {NAMES[NUMBERS[view.top]]}"


def _discard(view: CreaturesView, *, ascii_only: bool) -> str:
    many = len(view.discard)
    if not many:
        return "Discard pile: empty"
    top = view.discard[-1]
    shown = glyphs.cards([None if top == UNKNOWN else NUMBERS[top]], ascii_only=ascii_only)
    return f"Discard pile: {many} card{'' if many == 1 else 's'}, on top {shown}"


def score_pad(view: CreaturesView, names: Sequence[str]) -> list[str]:
    """Points by round and column: one column for each player, or for each team."""
    config = view.config
    heads = [f"team {team + 1}" for team in range(config.teams)] if config.teams else list(names)
    widths = [max(5, len(head)) for head in heads]
    rows = [(f"round {number}", scoring.columns(config, points)) for number, points in enumerate(view.scores, start=1)]
    rows.append(("total", scoring.totals(config, view.scores)))
    lines = ["         " + "  ".join(head.rjust(width) for head, width in zip(heads, widths, strict=True))]
    for name, row in rows:
        lines.append(f"{name:<9}" + "  ".join(str(v).rjust(width) for v, width in zip(row, widths, strict=True)))
    return lines
