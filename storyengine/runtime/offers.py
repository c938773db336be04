"""What a person is shown at a state: numbered lines, chances, routes. Nothing here changes anything."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from storyengine.model.cards import Choice, Text
from storyengine.model.house_rules import HouseRules
from storyengine.model.story import Story
from storyengine.runtime import challenges, travel
from storyengine.runtime.actions import (
    Accept,
    Action,
    Attempt,
    Choose,
    Deal,
    Fly,
    GiveItem,
    GoOn,
    Move,
    Perform,
    Report,
    UseItem,
)
from storyengine.runtime.machine import Facts, Run
from storyengine.runtime.moves import decisions, exchanges_now, item_uses
from storyengine.runtime.program import program_of
from storyengine.runtime.state import Phase, State


@dataclass(frozen=True, slots=True)
class Offer:
    """One numbered line."""

    kind: str
    """What the line answers: `choice`, `challenge`, `type`, `perform`, `accept`, `take`, `travel`, `go_on`, `prepare`,
    `deal`, `move` or `result`."""
    id: str
    """The choice, challenge, character, place or result."""
    text: str
    """The author's words or titles, filled in; the program's own lines leave it empty."""
    action: Action | None = None
    """What taking it does; nothing when it is locked, or when something has to be picked first."""
    picks: tuple[str, ...] = ()
    """What can be picked; the action is then `Choose(id, pick)`."""
    locked: str = ""
    """Why it is not to be had just now."""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Try:
    """One way to perform the challenge under way."""

    action: Perform
    skill: int
    bonus: int
    roll_twice: bool
    chance: Fraction
    """Of winning with this roll, without items used on it."""
    break_chance: Fraction
    """Of losing the booster."""


@dataclass(frozen=True, slots=True)
class Preview:
    """The challenge under way, before the roll."""

    challenge: str
    type: str
    level: int
    tries: tuple[Try, ...]


@dataclass(frozen=True, slots=True)
class Route:
    """A trip that may be made."""

    action: Fly
    segments: int
    cost: tuple[tuple[str, int], ...]
    """(tracker, whole cost), if no threshold ends the trip before."""
    colour: str
    """The disc's; empty where none lies."""
    number: int
    """The disc's, 0 while nobody has looked."""
    icons: tuple[str, ...]


def _looking(story: Story, state: State) -> Run:
    return Run(program_of(story), state, lambda kind, place, options: 0, None)


def _read(run: Run, text: Text | None) -> str:
    return run.program.compiler.text(text, run.card)(run) if text else ""


def offers(story: Story, state: State, facts: Facts = ()) -> tuple[Offer, ...]:
    """Return the lines that answer what the state asks: the story's choices, locked ones too, in the order written.

    Args:
        story: a loaded story.
        state: where the play is.
        facts: what the last card game told of itself, for lines that show it.
    """
    run = _looking(story, state)
    run.facts = facts
    if state.phase is Phase.CHOOSE:
        return _card_offers(run)
    return tuple(_line(story, state, action) for action in decisions(run))


def _card_offers(run: Run) -> tuple[Offer, ...]:
    offered = run.program.offered[run.card]
    lines = [_challenge_line(run, attempt) for attempt in offered.open_challenges(run)]
    picks: dict[str, list[str]] = {}
    for choose in offered.open_choices(run):
        picks.setdefault(choose.choice, []).append(choose.picked)
    for choice, _, key in offered.choices:
        if choice.id in picks:
            lines.append(_choice_line(run, choice, tuple(picks[choice.id])))
        elif choice.locked and not (choice.once and key in run.used):
            locked, hint = _read(run, choice.locked), _read(run, choice.hint)
            lines.append(Offer("choice", choice.id, _read(run, choice.text), locked=locked, hint=hint))
    if GoOn() in offered.actions(run):
        lines.append(Offer("go_on", "go_on", "", GoOn()))
    return tuple(lines)


def _choice_line(run: Run, choice: Choice, picks: tuple[str, ...]) -> Offer:
    text, hint = _read(run, choice.text), _read(run, choice.hint)
    if choice.pick is None:
        return Offer("choice", choice.id, text, Choose(choice.id), hint=hint)
    return Offer("choice", choice.id, text, picks=picks, hint=hint)


def _challenge_line(run: Run, attempt: Attempt) -> Offer:
    challenge = run.program.challenge(run.card, attempt.challenge)
    return Offer("challenge", attempt.challenge, _read(run, challenge.text), attempt)


def _line(story: Story, state: State, action: Action) -> Offer:
    """Return the line of an action that is not a choice of the card."""
    match action:
        case Deal():
            return Offer("deal", "deal", "", action)
        case GoOn():
            return Offer("prepare" if state.phase is Phase.PREPARE else "go_on", "go_on", "", action)
        case Accept():
            return Offer("accept", "accept", "", action)
        case Attempt(challenge, kind):
            return Offer("type", kind or challenge, "", action)
        case Perform(performer, _):
            return Offer("perform", performer, story.crew[performer].title if performer else "", action)
        case GiveItem(_, to):
            return Offer("take", to, story.crew[to].title, action)
        case Fly(place):
            return Offer("travel", place, story.board.places[place].title, action)
        case Report(result):
            return Offer("result", result, "", action)
        case Move(token):
            return Offer("move", token, "", action)
    raise AssertionError(f"no state asks for {action!r}")


def usable_items(story: Story, state: State) -> tuple[UseItem, ...]:
    """Return the uses of Assist Items that are legal now."""
    return item_uses(_looking(story, state))


def exchanges(story: Story, state: State) -> tuple[GiveItem, ...]:
    """Return the exchanges of items that are legal now."""
    return exchanges_now(_looking(story, state))


def challenge_preview(story: Story, state: State) -> Preview | None:
    """Return the chances in the challenge under way, or nothing when none waits for a performer."""
    if state.phase is not Phase.PERFORM:
        return None
    run = _looking(story, state)
    task = challenges.under_way(run)
    rules = challenges.task_rules(run)
    tries = tuple(_try(run, who, booster, rules) for who, booster in challenges.performers(run))
    return Preview(task.challenge, task.type, task.level, tries)


def _try(run: Run, who: str, booster: str, rules: HouseRules) -> Try:
    program, task = run.program, challenges.under_way(run)
    skill = program.story.crew[who].skills.get(task.type, 0) if who else 0
    boost = challenges.boost_of(program, booster, task.type)
    count = 2 if boost.roll_twice else 1
    die = program.story.challenges.die
    # The throws are counted by their sum, so that a large die costs no more than a small one.
    needed = task.level - skill - boost.bonus
    won = sum(ways for total, ways in _sums(die, count) if total >= needed)
    broken = die**count - (die - 1) ** count if booster and rules.boosters_break else 0
    return Try(
        Perform(who, booster),
        skill,
        boost.bonus,
        boost.roll_twice,
        Fraction(won, die**count),
        Fraction(broken, die**count),
    )


def _sums(die: int, count: int) -> list[tuple[int, int]]:
    """Return (sum, number of throws) for one or two dice."""
    if count == 1:
        return [(face, 1) for face in range(1, die + 1)]
    return [(total, min(total - 1, 2 * die + 1 - total)) for total in range(2, 2 * die + 1)]


def routes(story: Story, state: State) -> tuple[Route, ...]:
    """Return the trips that may be made now, each with its cost; none when the ship is not about to fly."""
    if state.phase is not Phase.TRAVEL:
        return ()
    run = _looking(story, state)
    per_segment = travel.segment_cost(run, state.detail[0])
    found = []
    for flight in travel.flights(run):
        segments = len(travel.route_of(run, flight))
        planet = run.program.planets.get(flight.place, -1)
        disc = run.discs[planet] if planet >= 0 and run.discs else None
        deck = story.decks.get(flight.place)
        cost = tuple((tracker, amount * segments) for tracker, amount in per_segment)
        colour, number = (disc.colour, disc.number) if disc else ("", 0)
        found.append(Route(flight, segments, cost, colour, number, deck.icons if deck else ()))
    return tuple(found)


def current_card(story: Story, state: State) -> str:
    """Return the whole name of the card being read; empty at a threshold, before the start and after the end."""
    return _looking(story, state).card if state.frames else ""
