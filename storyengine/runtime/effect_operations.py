"""Effects made into operations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from storyengine.model.expressions import (
    AdjustTotal,
    Assign,
    Discard,
    Effect,
    Flip,
    Give,
    KeepBooster,
    Reroll,
    RevealDisc,
    Roll,
    Value,
    effect_parts,
)
from storyengine.model.house_rules import HouseRules
from storyengine.runtime import events as told
from storyengine.runtime.challenges import reroll, rolled_spot
from storyengine.runtime.discs import look_at, planet_with_disc
from storyengine.runtime.evaluate import ARITHMETIC, Evaluated, Undefined
from storyengine.runtime.machine import Run, crossed
from storyengine.runtime.state import BOXED, DISCARDED, PARTY, Phase

if TYPE_CHECKING:
    from storyengine.runtime.program import Program

Operation = Callable[[Run], None]


def effect_operation(program: Program, effect: Effect, rest: Sequence[Effect], rules: HouseRules) -> Operation:
    """Make an effect into an operation.

    Args:
        program: the story's.
        effect: what changes.
        rest: the effects that come after it in the same list.
        rules: the rules in force there.

    Raises:
        ValueError: the effect rolls more than once; a step has one part of chance.
    """
    if sum(isinstance(part, Roll) for part in effect_parts(effect)) > 1:
        raise ValueError(f"an effect may roll once, got {effect.source!r}")
    change = _statement(program, effect, rest, rules)
    guard = program.compiler.value(effect.when) if effect.when is not None else None

    def operation(run: Run) -> None:
        try:
            if guard is None or guard(run):
                change(run)
        except Undefined as undefined:
            run.notice(f"`{effect.source}` changes nothing, since {undefined}")

    return operation


def _statement(program: Program, effect: Effect, rest: Sequence[Effect], rules: HouseRules) -> Operation:
    match effect.statement:
        case Assign():
            return _assign(program, effect.statement, rest, rules)
        case Give(item, to):
            index = program.items[item]
            return lambda run: give(run, index, to, again=rules.discarded_items_return)
        case Discard(item):
            return lambda run: discard(run, item)
        case Flip(who, active):
            return lambda run: flip(run, who, active)
        case Reroll():
            return reroll
        case AdjustTotal(expression):
            amount = program.compiler.value(expression)
            return lambda run: adjust_total(run, amount)
        case KeepBooster():
            return keep_booster
        case RevealDisc():
            return reveal_disc


def assigned(operator: str, value: Evaluated, variable: int) -> Evaluated:
    """Return a function that gives what an assignment would set."""
    if operator == "=":
        return value
    apply = ARITHMETIC[operator.removesuffix("=")]
    return lambda run: apply(run.values[variable], value(run))  # type: ignore[arg-type]  # checked to be numbers


def _assign(program: Program, statement: Assign, rest: Sequence[Effect], rules: HouseRules) -> Operation:
    variable = program.index[statement.variable]
    new = assigned(statement.operator, program.compiler.value(statement.value), variable)
    preferred = rules.when_both_reach_max
    look_ahead: Callable[[Run], int] | None = None
    if (
        preferred != "printed_order"
        and preferred != statement.variable
        and program.story.variables[statement.variable].thresholds
    ):
        look_ahead = _look_ahead(program, program.index[preferred], rest)

    def assign(run: Run) -> None:
        block = run.set_value(variable, new(run))
        if block >= 0:
            other = look_ahead(run) if look_ahead else -1
            run.fire(block if other < 0 else other)

    return assign


def _look_ahead(program: Program, tracker: int, rest: Sequence[Effect]) -> Callable[[Run], int]:
    """Return a function that says which threshold of `tracker` the effects still to come would fire, or -1.

    Only changes of the tracker itself are looked at, and none that rolls: what is not known yet cannot decide a tie.
    """
    name = program.variables[tracker]
    low, high = program.lows[tracker], program.highs[tracker]
    coming: list[tuple[Evaluated, Evaluated | None]] = []
    for effect in rest:
        statement = effect.statement
        if isinstance(statement, Assign) and statement.variable == name:
            if any(isinstance(part, Roll) for part in effect_parts(effect)):
                break
            value = assigned(statement.operator, program.compiler.value(statement.value), tracker)
            coming.append((value, program.compiler.value(effect.when) if effect.when is not None else None))

    def look(run: Run) -> int:
        kept = run.values
        before = int(kept[tracker])
        if program.is_silenced(tracker, run):
            return -1
        for value, guard in coming:
            try:
                if guard is None or guard(run):
                    after = min(max(int(value(run)), low), high)
                    run.values = (*run.values[:tracker], after, *run.values[tracker + 1 :])
            except Undefined:
                continue  # it would change nothing
        after_all = int(run.values[tracker])
        block = crossed(program.thresholds[tracker], before, after_all, (low, high))
        if block < 0:
            run.values = kept
        else:
            run.tell(told.Changed(name, before, after_all))
        return block

    return look


def change_together(run: Run, changes: Sequence[tuple[int, Value]]) -> bool:
    """Set several variables at the same moment.

    Returns:
        Whether a threshold fired: that of the variable named by `when_both_reach_max`, else of the first in `changes`.
    """
    fired = [(variable, run.set_value(variable, value)) for variable, value in changes]
    crossing = [(variable, block) for variable, block in fired if block >= 0]
    if not crossing:
        return False
    preferred = run.program.rules_at(run.card).when_both_reach_max
    named = [block for variable, block in crossing if run.program.variables[variable] == preferred]
    run.fire(named[0] if named else crossing[0][1])
    return True


def takers(run: Run) -> tuple[str, ...]:
    """Return the characters that can take one more item."""
    most = run.program.story_rules.items_each
    if most is None:
        return run.program.characters
    return tuple(who for who in run.program.characters if run.holders.count(who) < most)


def give(run: Run, item: int, to: str, *, again: bool) -> None:
    """Bring an item to the crew, or from one of them to another."""
    program = run.program
    holder = run.holders[item]
    name = program.item_names[item]
    receiver = _who(run, to)
    if run.is_held(item):
        if to and receiver and receiver != holder:
            run.set_holder(item, receiver)
            run.tell(told.Passed(name, holder, receiver))
        else:
            run.notice(f"`{name}` is already held")
        return
    if holder == BOXED or (holder == DISCARDED and not again):
        run.notice(f"`{name}` was {'put back into the box' if holder == BOXED else 'discarded'} and stays out")
        return
    if not program.characters:
        receiver = PARTY
    elif not receiver:
        able = takers(run)
        if not able:
            run.notice(f"nobody can carry `{name}`; it stays behind")
            return
        if len(able) > 1:
            run.ask(Phase.TAKE, name)
            return
        receiver = able[0]
    run.set_holder(item, receiver)
    run.tell(told.Gained(name, receiver))


def _who(run: Run, who: str) -> str:
    """Return the character meant by `performer`, `picked` or an id; empty when that means nobody."""
    if who in ("performer", "picked"):
        found = next((getattr(spot, who) for spot in reversed(run.spots) if getattr(spot, who)), "")
        return found if found in run.program.character_index else ""
    return who


def discard(run: Run, item: str, why: str = "discarded") -> None:
    """Take an item from the crew."""
    if item == "picked":
        item = next((spot.picked for spot in reversed(run.spots) if spot.picked), "")
    index = run.program.items.get(item, -1)
    if index < 0 or not run.is_held(index):
        run.notice(f"`{item}` is not held, so nothing is lost" if item else "nothing was picked, so nothing is lost")
        return
    run.set_holder(index, DISCARDED)
    run.tell(told.Lost(item, why))


def flip(run: Run, who: str, active: bool) -> None:
    """Make characters active or inactive. Nobody active means everyone is: a crew without an active one is stuck."""
    names = run.program.characters if who == "all" else (_who(run, who),)
    for name in names:
        if name in run.program.character_index:
            run.set_active(run.program.character_index[name], active)
        else:
            run.notice(f"`{who}` is nobody just now")
    run.turn_back()


def adjust_total(run: Run, amount: Evaluated) -> None:
    """Add to the total of the roll on the table."""
    spot = rolled_spot(run)
    if spot and spot.roll:
        spot.roll = spot.roll._replace(change=spot.roll.change + int(amount(run)))


def keep_booster(run: Run) -> None:
    """Save the booster in use from a rolled 1."""
    spot = rolled_spot(run)
    if spot and spot.roll:
        spot.roll = spot.roll._replace(kept=True)


def reveal_disc(run: Run) -> None:
    """Look at the number of the disc on the picked planet."""
    picked = next((spot.picked for spot in reversed(run.spots) if spot.picked), run.place)
    planet = planet_with_disc(run, picked)
    if planet < 0:
        run.notice("no disc lies there")
        return
    look_at(run, planet, counted=False)
