"""What a person can answer where a play stands: the numbered lines, with what is worth knowing before one decides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from storyengine.model.story import Story
from storyengine.repl.answers import Option
from storyengine.repl.blocks import Block, Blocks, Kind, aside, heading
from storyengine.repl.chances import chance_words, try_words
from storyengine.repl.item_words import item_words, use_effects
from storyengine.repl.names import capitalised, counted, listed, name_of, plain_id, signed
from storyengine.repl.neutralise import neutralise, one_line
from storyengine.runtime import (
    Action,
    Facts,
    Offer,
    Phase,
    Preview,
    Route,
    State,
    challenge_preview,
    current_card,
    exchanges,
    legal_actions,
    offers,
    routes,
    step,
    usable_items,
)
from storyengine.runtime.actions import Attempt, Choose, Report


@dataclass(frozen=True, slots=True)
class Entry:
    """A numbered line."""

    text: str
    """As it is shown."""
    names: tuple[str, ...]
    """What may be typed for it beside its number and the beginning of its text."""
    action: Action | None = None
    """What it does; nothing when it asks first what is meant."""
    picks: tuple[tuple[str, Action], ...] = ()
    """What it asks to point at, each with what that does."""


@dataclass(frozen=True, slots=True)
class Shut:
    """A line that is shown but cannot be taken."""

    text: str
    why: str
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """All the lines of one prompt."""

    entries: tuple[Entry, ...] = ()
    heading: str = ""
    shut: tuple[Shut, ...] = ()
    remarks: tuple[str, ...] = ()
    hints: tuple[tuple[str, str], ...] = ()
    """(line, hint) where the author gives one."""

    @property
    def options(self) -> tuple[Option, ...]:
        """The lines as they are answered."""
        return tuple(Option(entry.text, entry.names) for entry in self.entries)

    @property
    def blocks(self) -> Blocks:
        """The lines as they are said."""
        found = [heading(self.heading)] if self.heading else []
        found += [Block(Kind.CHOICE, entry.text, f"{number}.") for number, entry in enumerate(self.entries, start=1)]
        found += [Block(Kind.CHOICE, f"{line.text} ({line.why})", "-") for line in self.shut]
        return (*found, *map(aside, self.remarks))


def table(story: Story, state: State, facts: Facts = ()) -> Table:
    """Return the lines for a state; none where the story is over. `facts` are what the last card game told."""
    entries: list[Entry] = []
    shut: list[Shut] = []
    hints: list[tuple[str, str]] = []
    if state.phase is Phase.TRAVEL:
        entries += [_route_entry(story, route) for route in routes(story, state)]
        shut += _closed(story)
    elif state.phase is Phase.PERFORM:
        entries += _try_entries(story, state)
    else:
        for offer in offers(story, state, facts):
            text = _offer_text(story, state, offer)
            if offer.locked:
                shut.append(Shut(text, neutralise(offer.locked).strip(), (offer.id,)))
            else:
                picks = tuple((pick, Choose(offer.id, pick)) for pick in offer.picks)
                entries.append(Entry(text, (offer.id,), offer.action, picks))
            if offer.hint.strip():
                hints.append((text, neutralise(offer.hint).strip()))
    if state.phase is Phase.ROLLED:
        entries += _use_entries(story, state)
    return Table(tuple(entries), _heading(story, state), tuple(shut), tuple(_remarks(story, state)), tuple(hints))


OWN_WORDS = {"go_on": "Go on.", "prepare": "On to the showdown.", "accept": "Let it stand.", "deal": "Deal the cards."}
"""Lines that are not the author's."""


def _offer_text(story: Story, state: State, offer: Offer) -> str:
    text = neutralise(offer.text).strip()
    if isinstance(offer.action, Attempt):
        preview = challenge_preview(story, step(story, state, offer.action))
        if preview is None:
            return text or plain_id(offer.id)
        of_type = offer.kind != "type" and bool(text)
        return f"{text or _untitled(offer, preview)} ({_beforehand(story, preview, of_type=of_type)})"
    return text or OWN_WORDS.get(offer.kind) or plain_id(offer.id)


def _untitled(offer: Offer, preview: Preview) -> str:
    """Return the line of a challenge that the author gave no words of its own."""
    kind = plain_id(preview.type)
    return capitalised(kind) if offer.kind == "type" else f"Take on the {kind} challenge."


def _beforehand(story: Story, preview: Preview, *, of_type: bool) -> str:
    """Say what a challenge would be like, before it is taken on."""
    words = level_words(preview) if of_type else f"level {preview.level}"
    if not preview.tries:
        return f"{words}; nobody could"
    best = max(each.chance for each in preview.tries)
    return f"{words}; best chance {chance_words(best, story.challenges.die)}"


def level_words(preview: Preview) -> str:
    """Return type and level of a challenge."""
    return f"{plain_id(preview.type)}, level {preview.level}"


def _try_entries(story: Story, state: State) -> Iterator[Entry]:
    preview = challenge_preview(story, state)
    if preview is None:
        return
    for each in preview.tries:
        act = each.action
        text = try_words(story, preview.type, each)
        names = (act.performer,) if not act.booster else (f"{act.performer} with {act.booster}", act.booster)
        yield Entry(text, tuple(filter(None, names)), act)


def _route_entry(story: Story, route: Route) -> Entry:
    parts = [counted(route.segments, "segment")]
    cost = [f"{name_of(story, tracker)} {signed(amount)}" for tracker, amount in route.cost if amount]
    parts.append(listed(cost) or "free")
    if route.colour:
        numbers = sorted(story.discs.get(route.colour, ()))
        known = f"({route.number})" if route.number else (f"({numbers[0]} to {numbers[-1]})" if numbers else "")
        parts.append(f"{plain_id(route.colour)} disc {known}".rstrip())
    if route.icons:
        parts.append(f"mostly {listed([plain_id(icon) for icon in route.icons])}")
    via = f" by way of {listed([name_of(story, stop) for stop in route.action.via])}" if route.action.via else ""
    return Entry(f"{name_of(story, route.action.place)}{via}: {', '.join(parts)}", (route.action.place,), route.action)


def _closed(story: Story) -> Iterator[Shut]:
    """Places where nobody can land, those with the same reason together."""
    reasons: dict[str, list[str]] = {}
    for place in story.board.places.values():
        if place.closed:
            reasons.setdefault(one_line(place.closed), []).append(name_of(story, place.id))
    for why, places in reasons.items():
        yield Shut(listed(places), why)


def _use_entries(story: Story, state: State) -> Iterator[Entry]:
    """After a roll, the items that can still change it are lines of their own."""
    for use in usable_items(story, state):
        does = use_effects(story, story.items[use.item])
        on = f" on {name_of(story, use.picked)}" if use.picked else ""
        yield Entry(f"Use {name_of(story, use.item)}{on} ({does})", (use.item,), use)


def _heading(story: Story, state: State) -> str:
    match state.phase:
        case Phase.PERFORM:
            preview = challenge_preview(story, state)
            if preview is None:
                return ""
            return f"Challenge: {level_words(preview)}." + (" Who takes it on?" if story.crew else "")
        case Phase.TYPE:
            return "Which kind of challenge shall it be?"
        case Phase.ROLLED:
            return "Does the roll stand?"
        case Phase.TAKE:
            item = state.detail[0]
            does = item_words(story, story.items[item])
            return f"Who takes {name_of(story, item)}?" + (f" ({does})" if does else "")
        case Phase.TRAVEL:
            return "Where to?"
        case Phase.PREPARE:
            return "Before the showdown: items may change hands."
        case Phase.GAME:
            return _game_heading(story, state)
    return ""


def _game_heading(story: Story, state: State) -> str:
    """Name the card game; one that the program does not know is played with real cards."""
    node = story.cards[current_card(story, state)].minigame
    name = capitalised(plain_id(node.game)) if node is not None else "The card game"
    if any(isinstance(action, Report) for action in legal_actions(story, state)):
        return f"{name} is played with cards of your own this time. How did it end?"
    return f"{name}:"


def _remarks(story: Story, state: State) -> Iterator[str]:
    if state.phase in (Phase.TRAVEL, Phase.PREPARE) and exchanges(story, state):
        yield "items may be passed on: give ITEM to NAME"


def usable_now(story: Story, state: State) -> tuple[str, ...]:
    """Return the items that could be used just now, where the lines do not say so already."""
    if state.phase is Phase.ROLLED:
        return ()
    return tuple(dict.fromkeys(use.item for use in usable_items(story, state)))


def odds_blocks(story: Story, state: State) -> Blocks:
    """Return the chances of what is on the table: of the challenge under way, or of those that could be taken on."""
    under_way = challenge_preview(story, state)
    if under_way is not None:
        return _odds(story, under_way, "Challenge")
    attempts = (action for action in legal_actions(story, state) if isinstance(action, Attempt))
    previews = ((action, challenge_preview(story, step(story, state, action))) for action in attempts)
    found = [
        block
        for action, preview in previews
        if preview is not None
        for block in _odds(story, preview, capitalised(plain_id(action.challenge)))
    ]
    return tuple(found) or (aside("there is nothing to roll for here"),)


def _odds(story: Story, preview: Preview, name: str) -> Blocks:
    tries = (Block(Kind.ROW, try_words(story, preview.type, each), "-") for each in preview.tries)
    return (heading(f"{name}: {level_words(preview)}"), *tries)
