"""Where texts show what a card game told of itself, and which plays read them before any game has told it.

A play that ends at every card game that tells a fact is one in which nobody has told it. So the story is looked at with
those games as its ends: what can still be reached there is read too early.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from storyengine.analysis.exhaust import Path
from storyengine.analysis.findings import Budget, Reachable
from storyengine.analysis.targets import TargetKind
from storyengine.analysis.verdicts import verdicts
from storyengine.graph.story_graph import story_graph
from storyengine.model.cards import Card, Consequence, End, Ending, Seen, Text
from storyengine.model.expressions import Expression, IfElse, ToldFact, parts
from storyengine.model.story import Story
from storyengine.model.walk import arms
from storyengine.runtime.minigame import Minigame

EFFORT = 0.25
"""Of the usual budget for verdicts: what is not decided with it is not reported."""
_OVER = Ending("told ", "told", "", "")
"""The end of a play that comes to a card game; the space keeps it apart from every ending of an author's."""
Where = tuple[TargetKind, str]
"""What a play must reach to read a text: kind and id of a target."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A fact that a text shows whenever it is read."""

    fact: str
    card: Card
    text: Text
    where: Where


def shown_facts(story: Story) -> Iterator[Shown]:
    """Yield the facts that texts of cards show, but for those that stand under a condition of their own.

    Texts of a card game's results are left out, since that game has just told; so are the choices of such a card.
    """
    for card in story.cards.values():
        at_card = (TargetKind.CARD, card.id)
        found = [(at_card, text) for text in _texts(card.then)]
        for challenge in card.challenges:
            name = f"{card.id}.{challenge.id}"
            found += [((TargetKind.WIN, name), text) for text in _texts(challenge.win)]
            found += [((TargetKind.LOSE, name), text) for text in _texts(challenge.lose)]
            found += [(at_card, challenge.text)] if challenge.text and not challenge.when else []
        for choice in card.choices if card.minigame is None else ():
            name = f"{card.id}.{choice.id}"
            found += [((TargetKind.CHOICE, name), text) for text in _texts(choice.then)]
            lines = (choice.text, choice.hint) if choice.when is None else ()
            found += [(at_card, text) for text in lines if text]
        for where, text in found:
            for fact in sorted(_unguarded(text)):
                yield Shown(fact, card, text, where)


def _texts(consequence: Consequence) -> Iterator[Text]:
    """Yield the texts of a consequence and of those arms that stand under no condition."""
    if consequence.text:
        yield consequence.text
    for arm in arms(consequence):
        if arm.when is None:
            yield from _texts(arm)


def _unguarded(text: Text) -> set[str]:
    pieces = [
        piece
        for part in text.parts
        if part.when is None and part.seen is not Seen.AGAIN
        for piece in part.template
        if not isinstance(piece, str)
    ]
    return {fact for piece in pieces for fact in _always_read(piece)}


def _always_read(piece: Expression) -> Iterator[str]:
    """Yield the facts that a value in braces shows; what stands beside an `if` may be meant for later."""
    looked_at = piece.test if isinstance(piece, IfElse) else piece
    yield from (part.name for part in parts(looked_at) if isinstance(part, ToldFact))


def read_too_early(story: Story, games: Mapping[str, Minigame]) -> Iterator[tuple[Shown, Path]]:
    """Yield what texts show of a card game that has not told it yet, each with a play that reads it so.

    Args:
        story: a loaded story.
        games: the card games that can be played; one that is not among them could tell anything.
    """
    by_fact: dict[str, list[Shown]] = {}
    for shown in shown_facts(story):
        by_fact.setdefault(shown.fact, []).append(shown)
    for fact, uses in by_fact.items():
        telling = frozenset(card.id for card in story.cards.values() if _tells(card, fact, games))
        before = _cards_before(story, telling)
        doubtful = [shown for shown in uses if shown.card.id in before]
        if not doubtful:
            continue
        wanted = {shown.where for shown in doubtful}
        found = verdicts(
            _ending_at(story, telling),
            budget=Budget().times(EFFORT),
            only=lambda target, wanted=wanted: (target.kind, target.id) in wanted,  # type: ignore[misc]
            games=games,
        )
        reached = {(target.kind, target.id): verdict for target, verdict in found.of.items()}
        for shown in doubtful:
            verdict = reached.get(shown.where)
            if isinstance(verdict, Reachable):
                yield shown, verdict.witness


def _tells(card: Card, fact: str, games: Mapping[str, Minigame]) -> bool:
    game = games.get(card.minigame.game) if card.minigame else None
    return card.minigame is not None and (game is None or fact in game.tells())


def _cards_before(story: Story, telling: frozenset[str]) -> set[str]:
    """Return the cards that can be reached, conditions aside, without a game of `telling` being over."""
    leads: dict[str, list[str]] = {}
    for source, target, edge in story_graph(story).edges(data=True):
        if source not in telling or edge["kind"] not in ("result", "choice"):
            leads.setdefault(source, []).append(target)
    found, pending = {story.start}, [story.start]
    while pending:
        new = [node for node in leads.get(pending.pop(), ()) if node not in found]
        found.update(new)
        pending.extend(new)
    return found


def _ending_at(story: Story, telling: frozenset[str]) -> Story:
    """Return the story with those card games as its ends, whatever their result."""
    cards = dict(story.cards)
    for name in telling:
        card = cards[name]
        assert card.minigame is not None, "only a card with a game tells"
        results = {
            label: Consequence(then.key, jump=End(replace(_OVER, card=name)), span=then.span)
            for label, then in card.minigame.results.items()
        }
        cards[name] = replace(card, minigame=replace(card.minigame, results=results))
    return replace(story, cards=cards)
