"""What a card offers, in words: choices, challenges, results of its game. For whoever reads the map of a story."""

from __future__ import annotations

from dataclasses import dataclass

from storyengine.graph.words import condition_words, effect_words, text_words
from storyengine.model.cards import Card, Challenge, Choice


@dataclass(frozen=True, slots=True)
class Offer:
    """A choice, one way a challenge can go, or a result of a card game."""

    kind: str
    """`choice`, `win`, `lose` or `result`, as on edges."""
    id: str
    text: str
    when: str = ""
    do: str = ""
    says: str = ""
    """What is read when it is taken."""
    note: str = ""
    """What else the author wrote: once, what is picked, the hint, why it is locked."""


def offers_of(card: Card) -> tuple[Offer, ...]:
    """Return all that a card offers, in the order written."""
    found = [_choice(choice) for choice in card.choices]
    for challenge in card.challenges:
        found += _challenge(challenge)
    if card.minigame:
        for label, then in card.minigame.results.items():
            found.append(Offer("result", label, card.minigame.game, "", effect_words(then.do), text_words(then.text)))
    return tuple(found)


def _choice(choice: Choice) -> Offer:
    notes = ["once"] if choice.once else []
    notes += [f"picks {choice.pick.value}"] if choice.pick else []
    notes += [f"hint: {text_words(choice.hint)}"] if choice.hint else []
    notes += [f"locked: {text_words(choice.locked)}"] if choice.locked else []
    return Offer(
        "choice",
        choice.id,
        text_words(choice.text),
        condition_words((choice.when,)),
        effect_words(choice.then.do),
        text_words(choice.then.text),
        "; ".join(notes),
    )


def _challenge(challenge: Challenge) -> list[Offer]:
    notes = [word for word, holds in (("optional", challenge.optional), ("once", challenge.once)) if holds]
    words = " or ".join(challenge.types)
    return [
        Offer(
            kind,
            challenge.id,
            words,
            condition_words((challenge.when,)),
            effect_words(then.do),
            text_words(then.text),
            "; ".join(notes),
        )
        for kind, then in (("win", challenge.win), ("lose", challenge.lose))
    ]
