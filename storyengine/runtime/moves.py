"""The questions that everything else asks: what is legal, what can happen, what does happen.

`legal_actions` and `transitions` are complete; `step` picks one transition. All of them go through `carry_out`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from storyengine.model.expressions import Value
from storyengine.model.story import Story
from storyengine.runtime import challenges, offering, setup, travel
from storyengine.runtime import events as told
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
    format_action,
)
from storyengine.runtime.effect_operations import takers
from storyengine.runtime.machine import Facts, Options, Run, Seeds
from storyengine.runtime.minigame import Minigame
from storyengine.runtime.program import Program, program_of
from storyengine.runtime.state import DISCARDED, Phase, State


class IllegalActionError(ValueError):
    """The action cannot be taken in this state."""


class ChanceError(ValueError):
    """The chance part named cannot happen here."""


@dataclass(frozen=True, slots=True)
class Transition:
    """One possible result of an action."""

    probability: Fraction
    chance: str
    """The text id of what chance did, such as `die 4`; empty where nothing was left to chance."""
    state: State


@dataclass(frozen=True, slots=True)
class Taken:
    """A step that was taken."""

    state: State
    chance: str
    place: str
    """What asked for chance, as kind and place, such as `die follop/2.perception`; empty where nothing did."""
    events: tuple[told.Event, ...]
    entered: tuple[int, ...] = ()
    """The blocks of the plan that were begun, in order."""
    facts: Facts = ()
    """What the last card game told of itself, for the texts that follow."""


Chooser = Callable[[str, str, Options], int]


def initial(story: Story) -> State:
    """Return the state in which every play of a story begins. Setup is played too: its first steps deal.

    The number of players changes who controls whom and who reads aloud, and nothing of what can happen; so it is no
    part of the state.
    """
    program = program_of(story)
    state = setup.first_state(program)
    run = _run(program, state)
    return state._replace(phase=Phase.DEAL) if setup.is_dealing(run) else state


def _first(kind: str, place: str, options: Options) -> int:
    return 0


def _run(program: Program, state: State, oracle: Chooser = _first, events: list[told.Event] | None = None) -> Run:
    return Run(program, state, oracle, events)


def legal_actions(story: Story, state: State) -> tuple[Action, ...]:
    """Return every action that may be taken, always in the same order.

    Choices come in the order written; then items that may be used, then exchanges. A state that is over has none.
    """
    return _all_actions(_run(program_of(story), state))


def _all_actions(run: Run) -> tuple[Action, ...]:
    return (*decisions(run), *item_uses(run), *exchanges_now(run))


def decisions(run: Run) -> tuple[Action, ...]:
    """Return the legal actions that answer what the state asks, without items used and exchanged on the side."""
    program = run.program
    match run.phase:
        case Phase.DEAL:
            return (Deal(),)
        case Phase.GO_ON:
            return (GoOn(),)
        case Phase.CHOOSE:
            return program.offered[run.card].actions(run)
        case Phase.TYPE:
            challenge = program.challenge(run.card, run.detail[0])
            return tuple(Attempt(challenge.id, kind) for kind in challenge.types)
        case Phase.PERFORM:
            return tuple(Perform(who, booster) for who, booster in challenges.performers(run))
        case Phase.ROLLED:
            return (Accept(),)
        case Phase.TAKE:
            return tuple(GiveItem(run.detail[0], who) for who in takers(run))
        case Phase.TRAVEL:
            return travel.flights(run)
        case Phase.PREPARE:
            return (GoOn(),)
        case Phase.GAME:
            return _game_moves(run)
        case _:
            return ()


ITEM_PHASES = frozenset({Phase.CHOOSE, Phase.TYPE, Phase.PERFORM, Phase.ROLLED, Phase.TRAVEL, Phase.PREPARE})


def item_uses(run: Run) -> tuple[UseItem, ...]:
    """Return the legal uses of items."""
    if run.phase not in ITEM_PHASES:
        return ()
    return offering.usable_items(run, after_roll=run.phase is Phase.ROLLED)


def exchanges_now(run: Run) -> tuple[GiveItem, ...]:
    """Return the legal exchanges: free, not counted as decisions, never chosen by random policies."""
    program = run.program
    when = program.rules_at(run.card).exchange if run.phase is not None else "never"
    en_route = run.phase in (Phase.TRAVEL, Phase.PREPARE)
    if when == "never" or not (en_route or (when == "always" and run.phase is Phase.CHOOSE)):
        return ()
    able = takers(run)
    return tuple(
        GiveItem(name, who)
        for index, name in enumerate(program.item_names)
        if run.is_held(index)
        for who in able
        if who != run.holders[index]
    )


def _game_moves(run: Run) -> tuple[Action, ...]:
    node = run.program.story.cards[run.card].minigame
    assert node is not None, "only a card with a game asks for a move"
    game = run.games.get(node.game)
    if game is None:
        return tuple(Report(label) for label in node.results)
    if not run.detail[0]:
        return (Deal(),)
    return tuple(Move(token) for token in game.actions(run.detail[0]))


def carry_out(run: Run, action: Action) -> None:
    """Take an action in a run; the caller has looked whether it is legal."""
    phase, detail = run.phase, run.detail
    run.phase, run.detail = None, ()
    match action:
        case Deal():
            if phase is Phase.GAME:
                _deal_game(run)
            else:
                setup.deal(run)
        case GoOn():
            if phase is Phase.PREPARE:
                travel.begin_showdown(run, detail[0])
            elif phase is Phase.CHOOSE:
                run.spots[-1].op += 1
            elif detail == (setup.BEGIN,):
                setup.begin(run)
        case Choose(choice, picked):
            _choose(run, choice, picked)
        case Attempt(name, kind):
            challenge = run.program.challenge(run.card, name)
            challenges.start(run, challenge, kind or challenge.types[0])
        case Perform(performer, booster):
            challenges.perform(run, performer, booster)
        case Accept():
            challenges.settle(run)
        case UseItem(item, picked):
            run.phase, run.detail = phase, detail
            _use(run, item, picked)
        case GiveItem(item, to):
            index = run.program.items[item]
            if phase is Phase.TAKE:
                run.set_holder(index, to)
                run.tell(told.Gained(item, to))
            else:
                run.tell(told.Passed(item, run.holders[index], to))
                run.set_holder(index, to)
                run.phase, run.detail = phase, detail
        case Fly():
            travel.fly(run, action, detail[0])
        case Move(token):
            _move(run, detail[0], token)
        case Report(label):
            _game_over(run, label)
    run.go()


def _choose(run: Run, name: str, picked: str) -> None:
    card = run.program.story.cards[run.card]
    choice = next(choice for choice in card.choices if choice.id == name)
    if choice.once:
        run.used |= {f"{card.id}.{name}"}
    run.push(run.program.block_index[choice.then.key], picked=picked)


def _use(run: Run, item: str, picked: str) -> None:
    """Follow an Assist Item; whatever asked before it asks again afterwards."""
    program = run.program
    run.set_holder(program.items[item], DISCARDED)
    run.tell(told.Lost(item, "used"))
    if program.use_rules[item]:
        run.in_force = (*run.in_force, item)
    if run.phase is Phase.TYPE:
        run.spots[-1].op -= 1  # the operation that asks for the type has been passed already
    run.push(program.item_blocks[item], picked=picked)


def _deal_game(run: Run) -> None:
    node = run.program.story.cards[run.card].minigame
    assert node is not None, "only a card with a game deals"
    seed = run.draw_seed()
    _after_move(run, run.games[node.game].start(node.config, seed))


def _move(run: Run, snapshot: str, token: str) -> None:
    node = run.program.story.cards[run.card].minigame
    assert node is not None, "only a card with a game makes moves"
    _after_move(run, run.games[node.game].apply(snapshot, token))


def _after_move(run: Run, snapshot: str) -> None:
    node = run.program.story.cards[run.card].minigame
    assert node is not None, "only a card with a game makes moves"
    label = run.games[node.game].result(snapshot)
    if label:
        _game_over(run, label, run.games[node.game].facts(snapshot))
    else:
        run.ask(Phase.GAME, snapshot)


def _game_over(run: Run, label: str, facts: Mapping[str, Value] | None = None) -> None:
    card = run.card
    node = run.program.story.cards[card].minigame
    assert node is not None, "only a card with a game ends one"
    run.facts = tuple((facts or {}).items())
    run.tell(told.GameOver(node.game, label, run.facts))
    run.spots[-1].op += 1
    run.push(run.program.block_index[f"{card}.minigame.{label}"])


def transitions(story: Story, state: State, action: Action) -> tuple[Transition, ...]:
    """Return every possible result of an action, with exact probabilities that add up to 1.

    A step has at most one part of chance, so this is at most one fork. The deal of a card game inside a story is not
    unfolded: it has no transitions, since analysis treats the whole game as one node.

    Raises:
        IllegalActionError: the action may not be taken here.
    """
    _require_legal(story, state, action)
    if state.phase is Phase.GAME and isinstance(action, Deal):
        return ()
    program = program_of(story)
    possible: list[str] = []

    def survey(kind: str, place: str, options: Options) -> int:
        possible.extend(text for _, text in options)
        return 0

    first = _run(program, state, survey)
    carry_out(first, action)
    found = [Transition(first.probability, first.chance, first.freeze())]
    for index in range(1, len(possible)):
        run = _run(program, state, lambda kind, place, options, index=index: index)  # type: ignore[misc]
        carry_out(run, action)
        found.append(Transition(run.probability, run.chance, run.freeze()))
    return tuple(found)


def step(story: Story, state: State, action: Action, chance: str = "") -> State:
    """Take an action and return the state it leads to.

    Args:
        story: a loaded story.
        state: where the play is.
        action: one of `legal_actions`.
        chance: the text id of what chance does; nothing where the action leaves nothing to chance.

    Raises:
        IllegalActionError: the action may not be taken here.
        ChanceError: `chance` cannot happen here, or is missing.
    """
    return take_recorded(story, state, action, chance).state


def named(chance: str) -> Chooser:
    """Return a chooser that does what a record says chance did.

    It raises `ChanceError` where that cannot happen.
    """

    def choose(kind: str, place: str, options: Options) -> int:
        if isinstance(options, Seeds):
            found = options.find(chance)
            if found >= 0:
                return found
        else:
            for index, (_, text) in enumerate(options):
                if text == chance:
                    return index
        known = ", ".join(options[index][1] for index in range(min(8, len(options))))
        raise ChanceError(f"chance must be one of {known}{', ...' * (len(options) > 8)} here, got {chance!r}")

    return choose


def take(
    story: Story,
    state: State,
    action: Action,
    chooser: Chooser,
    *,
    games: Mapping[str, Minigame] | None = None,
    facts: Facts = (),
) -> Taken:
    """Take an action, let `chooser` decide what chance does, and tell what happened.

    Args:
        story: a loaded story.
        state: where the play is.
        action: a legal one.
        chooser: decides what chance does.
        games: the card games that are really played; those introduced to the story, if left out. To report how a game
            ended is always possible, as for a game that is played elsewhere.
        facts: what the last card game told of itself, as the step before gave it back. Texts alone read it.

    Raises:
        IllegalActionError: the action may not be taken here.
    """
    asked: list[str] = []

    def choose(kind: str, place: str, options: Options) -> int:
        asked.append(f"{kind} {place}")
        return chooser(kind, place, options)

    events: list[told.Event] = []
    run = _run(program_of(story), state, choose)
    if games is not None or isinstance(action, Report):
        run.games = games or {}
    if action not in _all_actions(run):
        raise IllegalActionError(f"`{format_action(action)}` is not possible now")
    run.events, run.entered, run.facts = events, [], facts
    carry_out(run, action)
    return Taken(run.freeze(), run.chance, asked[0] if asked else "", tuple(events), tuple(run.entered), run.facts)


def take_recorded(
    story: Story,
    state: State,
    action: Action,
    chance: str,
    *,
    games: Mapping[str, Minigame] | None = None,
    facts: Facts = (),
) -> Taken:
    """Take an action with the part of chance that a record names, and tell what happened.

    Raises:
        IllegalActionError: the action may not be taken here.
        ChanceError: `chance` cannot happen here, or is missing.
    """
    taken = take(story, state, action, named(chance), games=games, facts=facts)
    if taken.chance != chance:
        raise ChanceError(f"nothing is left to chance here, got {chance!r}")
    return taken


def _require_legal(story: Story, state: State, action: Action) -> None:
    if action not in legal_actions(story, state):
        raise IllegalActionError(f"`{format_action(action)}` is not possible now")


def forced(story: Story, state: State) -> Action | None:
    """Return the action of a step in which nobody decides: dealing, and reading on for chance; else nothing."""
    if state.phase is Phase.DEAL:
        return Deal()
    if state.phase is Phase.GO_ON:
        return GoOn()
    if state.phase is Phase.GAME and not state.detail[0]:
        moves = legal_actions(story, state)
        return moves[0] if moves == (Deal(),) else None
    return None
