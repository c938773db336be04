"""Reading what a player typed as one of the moves on offer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches


class NotUnderstood(ValueError):
    """What was typed is no move; the message names what would work."""


def tidy(text: str) -> str:
    """Small letters and single spaces, so that `Play  7` is `play 7`."""
    return " ".join(text.lower().split())


def read_offer(offers: Mapping[int, Sequence[str]], text: str) -> int:
    """Find the one offer that a text names.

    Args:
        offers: each move with the ways to name it, the token first, in the order shown.
        text: what was typed: a name, `#3` for the third offer, or the beginning of exactly one offer's names.

    Returns:
        The move.

    Raises:
        NotUnderstood: nothing or several things are called that.
    """
    wanted = tidy(text)
    moves = list(offers)
    if wanted.startswith("#"):
        place = wanted[1:].strip()
        if place.isdecimal() and 1 <= int(place) <= len(moves):
            return moves[int(place) - 1]
        raise NotUnderstood(f"there is no `{wanted}`; choose `#1` to `#{len(moves)}`")
    if not wanted:
        raise NotUnderstood(f"type a move such as `{offers[moves[0]][0]}`, or help")
    exact = [move for move, names in offers.items() if wanted in map(tidy, names)]
    found = exact or [move for move, names in offers.items() if any(tidy(name).startswith(wanted) for name in names)]
    if len(found) == 1:
        return found[0]
    if found:
        raise NotUnderstood(f"`{wanted}` could be {_either([offers[move][0] for move in found])}")
    names = {tidy(name): move for move, many in offers.items() for name in many}
    near = list(dict.fromkeys(names[name] for name in get_close_matches(wanted, names, n=3)))
    would_work = [offers[move][0] for move in near or moves[:3]]
    hint = "did you mean" if near else "choose"
    raise NotUnderstood(f"`{wanted}` is no move here; {hint} {_either(would_work)}")


def _either(tokens: Sequence[str]) -> str:
    quoted = [f"`{token}`" for token in tokens[:3]]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} or {quoted[-1]}"
