"""Moves, questions and events in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from storyengine.games.creatures_and_outcasts.actions import (
    BLOCK,
    BLOCK_NONE,
    DISCARD,
    FROM,
    GIVE,
    GIVE_TOP,
    GRAB,
    PAIR,
    PASS,
    PLACE,
    SAY_HAVE,
    SAY_NO,
    SET_SIX,
    SET_TEN,
    TAKE,
    WAIT,
)
from storyengine.games.creatures_and_outcasts.cards import NAMES, NO_CARD, NUMBERS, unpack
from storyengine.games.creatures_and_outcasts.characters import EFFECTS, FULL_NAMES
from storyengine.games.creatures_and_outcasts.expert import SAYS
from storyengine.games.creatures_and_outcasts.phases import (
    BLOCKING,
    DRAW_FROM,
    FOLLOW,
    GIVING,
    PLACING,
    RACE,
    TAKING,
    TOP_TO,
    TURN,
)
from storyengine.games.creatures_and_outcasts.view import CreaturesView
from storyengine.games.protocol import Event

ENDS = (
    "{who} was the last to play when Wednesday was revealed",
    "{who} showed four 10s",
    "only one player held cards after {who} had played",
    "nobody could change anything any more",
    "the round had gone on for too long",
)


def card_name(rank: int) -> str:
    """Number and name: `7 (Siren)`."""
    number = NUMBERS[rank]
    return f"{number} ({NAMES[number]})" if number in NAMES else str(number)


def phrase(view: CreaturesView, action: int, names: Sequence[str]) -> str:
    """A move as a sentence for the player who may make it."""
    fixed = {
        PASS: "pass",
        SET_SIX: "show three 6s, look at the characters and place Wednesday",
        SET_TEN: "show four 10s and end the round",
        DISCARD: "reveal and discard the blocked cards",
        GRAB: "go for the start with a 1",
        WAIT: "let others start",
        BLOCK_NONE: "block nothing",
    }
    if action in fixed:
        return fixed[action]
    if action < PAIR:
        return f"play {card_name(action)}"
    if action < PASS:
        return f"play a pair of {card_name(action - PAIR)}"
    if action >= SAY_NO:
        return f"tell your team: I hold no {NUMBERS[action - SAY_NO]}"
    if action >= SAY_HAVE:
        return f"tell your team: I hold a {NUMBERS[action - SAY_HAVE]}"
    if action >= PLACE:
        return _place(action - PLACE, len(view.deck))
    if action >= BLOCK:
        return f"block {card_name(action - BLOCK)}"
    if action >= TAKE:
        return f"take {card_name(action - TAKE)}"
    if action >= GIVE:
        return f"give {card_name(action - GIVE)} to {names[view.target]}"
    seat = action - (GIVE_TOP if action >= GIVE_TOP else FROM)
    who = f"{names[seat]} (seat {seat + 1}, {_cards(view.size[seat])})"
    return f"{who} takes the top card" if action >= GIVE_TOP else f"draw from {who}"


def _place(place: int, many: int) -> str:
    if place == 0:
        return "put Wednesday on top of the character pile"
    where = "at the bottom of" if place == many - 1 else f"at place {place + 1} from the top of"
    return f"put Wednesday {where} the character pile"


def _cards(many: int) -> str:
    return "no cards" if not many else "1 card" if many == 1 else f"{many} cards"


def question(view: CreaturesView, names: Sequence[str]) -> str:
    """What the actor is asked."""
    if view.phase == TURN:
        if view.top == NO_CARD:
            return "You lead: play a card of your choice."
        return f"Your turn. On the pile: {card_name(view.top)}."
    return {
        RACE: "You hold a 1. Do you go for the start?",
        FOLLOW: "The 2 asks for another card on top.",
        DRAW_FROM: "The 4 lets you draw a card, unseen. From whom?",
        GIVING: f"You drew {card_name(view.taken) if view.taken != NO_CARD else 'a card'}."
        f" Which card does {names[view.target]} get?",
        TAKING: "The 7 lets you take a card from the discard pile. Which?",
        TOP_TO: "The 8 makes another player take the top card of the discard pile. Who?",
        BLOCKING: "Thing: which number is blocked for the rest of the round?",
        PLACING: "Where does Wednesday go in the character pile?",
    }.get(view.phase, "The game is over.")


def tell(event: Event, seat: int, names: Sequence[str]) -> str:
    """An event in words for `seat`."""
    teller = _TELLERS.get(event.kind)
    return _capital(teller(event.data, _Cast(seat, names))) if teller else ""


class _Cast:
    """Names of the players as one of them hears them."""

    def __init__(self, seat: int, names: Sequence[str]) -> None:
        self.seat = seat
        self.names = names

    def does(self, seat: int, verb: str) -> str:
        """`you play`, `Bo plays`."""
        if seat == self.seat:
            return f"you {verb}"
        first, _, rest = verb.partition(" ")
        if first.endswith(("s", "sh", "ch", "x")):
            first += "e"
        return f"{self.names[seat]} {first}s{' ' + rest if rest else ''}"

    def who(self, seat: int) -> str:
        """`you`, `Bo`."""
        return "you" if seat == self.seat else self.names[seat]

    def whose(self, seat: int) -> str:
        """`your`, `Bo's`."""
        return "your" if seat == self.seat else f"{self.names[seat]}'s"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _numbers(ranks: Sequence[int]) -> str:
    return ", ".join(str(NUMBERS[rank]) for rank in ranks) or "nothing"


def _say(data: Sequence[int], cast: _Cast) -> str:
    speaker, statement = data
    claim = f"no {NUMBERS[statement - SAY_NO]}" if statement >= SAY_NO else f"a {NUMBERS[statement - SAY_HAVE]}"
    return f"{cast.does(speaker, 'tell')} the team: I hold {claim}."


def _hand(data: Sequence[int], cast: _Cast) -> str:
    holder, *ranks = data
    return f"{cast.whose(holder)} hand: {_numbers(ranks)}."


def _scores(data: Sequence[int], cast: _Cast) -> str:
    return f"points of this round: {', '.join(f'{cast.who(seat)} {points}' for seat, points in enumerate(data))}."


def _round_over(data: Sequence[int], cast: _Cast) -> str:
    number, how, seat = data
    return f"round {number + 1} is over: {_past(ENDS[how], cast, seat)}."


def _past(sentence: str, cast: _Cast, seat: int) -> str:
    text = sentence.format(who=cast.who(seat))
    return text.replace("you was", "you were") if seat == cast.seat else text


def _deal(data: Sequence[int], cast: _Cast) -> str:
    number, over = data
    return f"round {number + 1} is dealt; {_cards(over)} start{'s' if over == 1 else ''} the discard pile."


def _reveal(data: Sequence[int], cast: _Cast) -> str:
    return f"a character is revealed: {FULL_NAMES[data[0]]}: {EFFECTS[data[0]]}."


_TELLERS: dict[str, Callable[[Sequence[int], _Cast], str]] = {
    "deal": _deal,
    "hand": _hand,
    "no 1": lambda d, c: f"nobody holds a 1, so {c.does(d[0], 'start')} with any card.",
    "grabs": lambda d, c: f"{c.does(d[0], 'go')} for the start.",
    "waits": lambda d, c: f"{c.does(d[0], 'wait')}.",
    "starts": lambda d, c: f"{c.does(d[0], 'start')} the round.",
    "play": lambda d, c: f"{c.does(d[0], 'play')} {card_name(d[1])}.",
    "pair": lambda d, c: f"{c.does(d[0], 'play')} a pair of {card_name(d[1])}.",
    "pass": lambda d, c: f"{c.does(d[0], 'pass')}.",
    "set": lambda d, c: f"{c.does(d[0], 'show')} {'three' if NUMBERS[d[1]] == 6 else 'four'} {NUMBERS[d[1]]}s.",
    "discard": lambda d, c: f"{c.does(d[0], 'discard')} blocked cards: {_numbers(d[1:])}.",
    "top": lambda d, c: f"{c.does(d[0], 'take')} the top card of the discard pile.",
    "card": lambda d, c: f"it is {card_name(d[1])}.",
    "from": lambda d, c: f"{c.does(d[0], 'draw')} a card from {c.who(d[1])}.",
    "handed": lambda d, c: f"{c.does(d[1], 'get')} {card_name(d[2])} from {c.who(d[0])}.",
    "looks": lambda d, c: f"{c.does(d[0], 'look')} through the discard pile.",
    "discard pile": lambda d, c: f"the discard pile from the top: {_numbers(d[::-1])}.",
    "takes": lambda d, c: f"{c.does(d[0], 'take')} a card from the discard pile.",
    "top to": lambda d, c: f"{c.does(d[0], 'choose')} {c.who(d[1])}.",
    "looks at characters": lambda d, c: f"{c.does(d[0], 'look')} at the character pile.",
    "character pile": lambda d, c: (
        f"the characters from the top: {', '.join(FULL_NAMES[who] for who in d[::-1]) or 'none'}."
    ),
    "places": lambda d, c: f"{c.does(d[0], 'put')} Wednesday somewhere in the pile.",
    "trick": lambda d, c: "all have passed; the play pile goes to the discard pile.",
    "reveal": _reveal,
    "bounce": lambda d, c: f"the 13 keeps the round going: Wednesday goes back, and {c.does(d[0], 'go')} on.",
    "block": lambda d, c: f"{c.does(d[0], 'block')} {card_name(d[1])} for the rest of the round.",
    "block none": lambda d, c: f"{c.does(d[0], 'block')} nothing.",
    "round effect": lambda d, c: f"the effect of round {d[0] + 1}: {SAYS[d[0]]}.",
    "say": _say,
    "round over": _round_over,
    "scores": _scores,
}


def hand_line(view: CreaturesView) -> list[int]:
    """The numbers in the seat's own hand, rising."""
    return [NUMBERS[rank] for rank in unpack(view.hand)]
