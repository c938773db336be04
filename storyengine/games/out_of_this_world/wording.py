"""Cards, moves, questions and events in words."""

from __future__ import annotations

from collections.abc import Sequence

from storyengine.games.out_of_this_world.actions import (
    AGREE,
    CARD_VERBS,
    DEFEAT,
    DONE,
    DROP,
    EQUIP,
    FIT,
    FOE,
    HUSH,
    LEAVE_STACK,
    LEG_IT,
    LISTEN,
    NEED_HELP,
    NEED_VALUE,
    PASS,
    PAY,
    SALVAGE,
    SAY,
    SEAT,
    SPEND,
    TAKE_STACK,
    TWICE,
    WILL_DEFEAT,
    WILL_EQUIP,
    WITH,
    bits,
)
from storyengine.games.out_of_this_world.box import Box, character_name
from storyengine.games.out_of_this_world.cards import Foe
from storyengine.games.out_of_this_world.phases import ACT, CHAT, TAKE, TO
from storyengine.games.out_of_this_world.phases import DROP as DROPPING
from storyengine.games.out_of_this_world.phases import FIT as FITTING
from storyengine.games.out_of_this_world.phases import FOE as CHOOSING
from storyengine.games.out_of_this_world.phases import PAY as PAYING
from storyengine.games.out_of_this_world.phases import SALVAGE as SALVAGING
from storyengine.games.out_of_this_world.phases import WITH as PAIRING
from storyengine.games.out_of_this_world.view import WorldView
from storyengine.games.out_of_this_world.vocabulary import SUITS, TYPES, say_effect
from storyengine.games.protocol import Event

WHY_LOST = ("the Time has run out", "no card is left that anybody could take", "the night has been too long")


def card_name(box: Box, card: int) -> str:
    """A card by name, an item with its type and value: `Yo-Yo (toys 3)`."""
    if card >= box.first_foe:
        return box.names[card]
    return f"{box.names[card]} ({TYPES[box.type[card]]} {box.value[card]})"


def card_list(box: Box, mask: int) -> str:
    """Cards by name, in their order."""
    return ", ".join(card_name(box, card) for card in bits(mask))


def set_words(foe: Foe) -> str:
    """What defeats a foe: `1 toys, 1 any`."""
    needs = [f"{many} {suit}" for many, suit in zip(foe.needs, SUITS, strict=True) if many]
    return ", ".join([*needs, f"{foe.any} any"] if foe.any else needs)


def foe_does(foe: Foe) -> str:
    """What a foe does, in one line."""
    parts = []
    for when, says in (("on_take", "when taken: "), ("lasting", ""), ("end_of_turn", "at the end of your turn: ")):
        parts += [says + say_effect(effect, when) for effect in getattr(foe, when)]
    parts += ["when defeated: " + say_effect(effect, "on_defeat") for effect in foe.on_defeat]
    if foe.twice:
        parts.append("paying its set twice removes it from the game")
    if foe.removed:
        parts.append("defeating it removes it from the game")
    return "; ".join(parts)


def item_does(box: Box, item: int) -> str:
    """What an equipped item does besides counting; empty for most."""
    card = box.items[item]
    if card.spend:
        return "SPEND: " + say_effect(card.spend, "spend")
    return say_effect(card.lasting, "item_lasting") if card.lasting else ""


def saying(statement: int) -> str:
    """A statement in the speaker's own words."""
    if statement < NEED_VALUE:
        return f"I need {SUITS[statement]}"
    if statement < TAKE_STACK:
        return f"I need cards of value {statement - NEED_VALUE + 3}"
    if statement < LEAVE_STACK:
        return f"please take stack {statement - TAKE_STACK + 1}"
    if statement < WILL_EQUIP:
        return f"please leave stack {statement - LEAVE_STACK + 1}"
    return {
        WILL_EQUIP: "I am going to equip something",
        WILL_DEFEAT: "I am going to defeat a Foe",
        NEED_HELP: "I need help with my Foes",
        AGREE: "agreed",
    }[statement]


def phrase(view: WorldView, action: int, names: Sequence[str]) -> str:
    """A move as a sentence for the player who may make it."""
    box = view.box
    if action >= EQUIP:
        base = max(base for base in CARD_VERBS if base <= action)
        return _about_card(view, base, action - base)
    if action >= SAY:
        return f"say: {saying(action - SAY)}"
    if action >= SEAT:
        seat = action - SEAT
        return f"give {card_name(box, view.card)} to {names[seat]} (seat {seat + 1})"
    fixed = {
        LEG_IT: _leg_it(view),
        DONE: "take no action",
        LISTEN: "say nothing now",
        HUSH: "say nothing until the next Gear Up",
    }
    if action in fixed:
        return fixed[action]
    top = view.tops[action]
    text = f"take {card_name(box, top)} from stack {action + 1}"
    return f"{text}, to be defeated with {set_words(box.foe(top))}" if top >= box.first_foe else text


def _leg_it(view: WorldView) -> str:
    return "leg it: give up the turn and discard your hand" if view.hand else "leg it: give up the turn"


def _about_card(view: WorldView, base: int, card: int) -> str:
    box = view.box
    name = card_name(box, card)
    if base == SPEND:
        return f"spend {name}: {item_does(box, card).removeprefix('SPEND: ')}"
    if base in (DEFEAT, TWICE, FOE):
        foe = box.foe(card)
        if base == FOE:
            return name
        where = next((seat for seat, front in enumerate(view.front) if front >> card & 1), view.turn)
        whose = "" if where == view.turn else f" before seat {where + 1}"
        if base == DEFEAT:
            return f"defeat {name}{whose} with {set_words(foe)}"
        return f"defeat {name}{whose} with its set twice, and remove it from the game"
    return {
        EQUIP: f"equip {name} as the lowest of three",
        PASS: f"pass {name}",
        WITH: f"lay {name} with it",
        PAY: f"pay {name}",
        DROP: f"discard {name}",
        FIT: f"equip {name}",
        SALVAGE: f"take {name} from the discard pile",
    }[base]


def question(view: WorldView, names: Sequence[str]) -> str:
    """What the actor is asked."""
    box = view.box
    if view.phase == TAKE:
        foes = any(top >= box.first_foe for top in view.tops)
        return "A Foe is in sight, so it must be taken, or leg it." if foes else "Take the top card of a stack."
    if view.phase == TO:
        return f"Who gets {card_name(box, view.card)}?"
    return {
        CHAT: "Everybody may talk. Do you say something?",
        ACT: "You may take one action.",
        PAIRING: f"What goes with {card_name(box, view.card)}?",
        PAYING: f"What do you pay for {card_name(box, view.card)}?",
        DROPPING: f"Discard {view.owed} card{'' if view.owed == 1 else 's'}. Which first?",
        FITTING: "Which card do you equip?",
        CHOOSING: "Which Foe?",
        SALVAGING: "Which Item do you take from the discard pile?",
    }.get(view.phase, "The game is over.")


_SPOKEN_TO = {"has": "have", "is": "are"}


def tell(box: Box, event: Event, seat: int, names: Sequence[str]) -> str:
    """An event in words for `seat`; somebody called "You" is spoken to."""
    text = _tell(box, event, seat, names)
    if not text.startswith("You "):
        return text
    words = text.replace(" and has ", " and have ").split(" ")
    # "You have won" is right as it is; all other verbs of events end in an s for others
    verb, colon, _ = words[1].partition(":")
    words[1] = _SPOKEN_TO.get(verb, verb.removesuffix("s")) + colon
    return " ".join(words)


def _tell(box: Box, event: Event, seat: int, names: Sequence[str]) -> str:
    data = event.data
    if event.kind == "intro":
        return " ".join(box.config.adventure.intro.split())
    if event.kind in _PLAIN:
        return _PLAIN[event.kind]
    if event.kind == "time":
        return _time(box, data)
    if event.kind == "over":
        adventure = box.config.adventure
        words = adventure.won if data[0] else adventure.lost
        how = "You have won." if data[0] else f"You have lost: {WHY_LOST[data[1]]}."
        return f"{how} {' '.join(words.split())}".rstrip()
    if event.kind == "characters":
        cast = [f"{names[who]} is {character_name(box, card, who)}" for who, card in enumerate(data) if card >= 0]
        return "; ".join(cast)
    if event.kind == "run out":
        return f"The deck has run out. A new one of {data[1]} cards is shuffled."
    if event.kind == "stacks":
        return f"Gear Up: the stacks show {', '.join(card_name(box, card) for card in data[1:]) or 'nothing'}."
    if event.kind == "shows":
        return f"Stack {data[0] + 1} now shows {card_name(box, data[1])}."
    if event.kind == "moves":
        return f"{box.names[data[0]]} moves from {_whom(names[data[1]])} to {_whom(names[data[2]])}."
    if event.kind == "leaves":
        return f"{box.names[data[0]]} leaves {_whom(names[data[1]])}" + (" and the game." if data[2] else ".")
    return _somebody(box, event, seat, names)


_PLAIN = {"care": "The stacks are empty: things are taken care of."}


def _time(box: Box, data: tuple[int, ...]) -> str:
    many, left, why = data
    cause = f" because of {box.names[why]}" if why >= 0 else ""
    verb = "gained" if many > 0 else "lost"
    return f"{abs(many)} Time {verb}{cause}; {left} left."


def _somebody(box: Box, event: Event, seat: int, names: Sequence[str]) -> str:
    """Events that begin with a seat, or with a round and a seat."""
    kind, data = event.kind, event.data
    if kind == "round":
        return f"Round {data[0] + 1}: the Vocal token goes to {_whom(names[data[1]])}."
    who = names[data[0]]
    if kind in ("lays", "turn", "asked", "hushes", "due"):
        return ""  # what comes of it is told
    if kind == "hand":
        return f"{'You hold' if seat == data[0] else who + ' holds'} {_many(box, data[1:]) or 'nothing'}."
    if kind == "gives":
        return f"{who} gives {card_name(box, data[1])} to {_whom(names[data[2]])}."
    if kind == "equips":
        return f"{who} equips {card_name(box, data[1])} and has {data[2]} points."
    if kind == "fights":
        return f"{who} takes on {box.names[data[1]]}" + (", paying twice." if data[2] else ".")
    if kind == "say":
        return f"{who} says: {saying(data[1])}."
    if kind == "takes" and data[1] >= box.first_foe:
        foe = box.foe(data[1])
        does = foe_does(foe)
        taken = f"{who} takes {box.names[data[1]]} from stack {data[2] + 1}" + (f": {does}." if does else ".")
        return f"{taken} {foe.text}".rstrip()
    return {
        "first": f"{who} takes the Vocal token first.",
        "begins": f"{who} begins with {_many(box, data[1:])} equipped.",
        "placed": f"{who} is dealt {_many(box, data[1:])}, which is placed at once.",
        "takes": f"{who} takes {_many(box, data[1:2])}.",
        "legs it": f"{who} legs it.",
        "beside": f"{who} lays {_many(box, data[1:])}.",
        "pays": f"{who} pays {_many(box, data[1:])}.",
        "discards": f"{who} discards {_many(box, data[1:])}.",
        "spends": f"{who} spends {_many(box, data[1:2])}.",
        "keeps": f"{who} takes {_many(box, data[1:])} back.",
        "salvages": f"{who} takes {_many(box, data[1:])} from the discard pile.",
    }[kind]


def _whom(name: str) -> str:
    """A name in the middle of a sentence."""
    return "you" if name == "You" else name


def _many(box: Box, cards: Sequence[int]) -> str:
    return ", ".join(card_name(box, card) for card in cards)
