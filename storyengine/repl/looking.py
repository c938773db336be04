"""What `look` says again: the card that is being read, and what was done there last."""

from __future__ import annotations

from storyengine.runtime import Play, current_card, forced
from storyengine.runtime.events import Entered, Event


def events_to_look_at(play: Play) -> tuple[Event, ...]:
    """Return the events by which the present card was turned up, and those of the last decision since.

    A card that was drawn and has been gone back from is not the present one. What else was done at the card in between
    is left to the journal; a place where people come and go would otherwise be told longer each time.
    """
    card = current_card(play.story, play.state)
    turned_up = next(
        (index for index in reversed(range(len(play.past))) if _entered(play.past[index].taken.events, card) >= 0), -1
    )
    if turned_up < 0:  # the end of a story is at no card, and neither is a threshold's text
        return play.events_since_card()
    first = play.past[turned_up].taken.events
    found = list(first[_entered(first, card) :])
    rest = play.past[turned_up + 1 :]
    while rest and forced(play.story, rest[0].before) is not None:
        found += rest.pop(0).taken.events
    decided = (index for index in reversed(range(len(rest))) if forced(play.story, rest[index].before) is None)
    for past in rest[next(decided, 0) :]:
        found += past.taken.events
    return tuple(found)


def _entered(events: tuple[Event, ...], card: str) -> int:
    """Where in `events` the card was last turned up; -1 if it was not."""
    places = (index for index, event in enumerate(events) if isinstance(event, Entered) and event.card == card)
    return max(places, default=-1)
