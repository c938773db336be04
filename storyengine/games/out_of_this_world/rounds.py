"""Setup, Gear Up and Taking Care of Things: what frames the turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from storyengine.games.chance import ChanceResult, Pick, Shuffle
from storyengine.games.out_of_this_world import effects, scoring, talk
from storyengine.games.out_of_this_world.actions import bits
from storyengine.games.out_of_this_world.cards import characters
from storyengine.games.out_of_this_world.phases import DIFFICULT, FINISHED, FIRST, RESHUFFLE, SHUFFLE
from storyengine.games.protocol import CHANCE, EVERYBODY, OVER

if TYPE_CHECKING:
    from storyengine.games.out_of_this_world.state import State

LOST_TIME, LOST_STILL, LOST_LONG = 0, 1, 2
"""Why a game was lost: no Time, nothing left that could change, too many rounds."""


def asks_characters(s: State) -> Shuffle:
    """The character cards are dealt, even those that were chosen: then the order means nothing."""
    return Shuffle(len(characters()) if not s.box.config.characters else 1)


def settle_characters(s: State, result: ChanceResult) -> None:
    """Deal the characters, then see who begins."""
    assert isinstance(result, tuple)
    config = s.box.config
    if not config.characters:
        s.who = list(result[: s.n])
    s.seat_characters()
    s.tell(EVERYBODY, "intro")
    s.tell(EVERYBODY, "characters", *s.who)
    s.phase = FIRST if config.first_player == "random" else DIFFICULT
    if s.phase == DIFFICULT and not s.box.difficult:
        s.phase = SHUFFLE


def asks_first(s: State) -> Pick:
    """One of the seats."""
    return Pick(s.n)


def settle_first(s: State, result: ChanceResult) -> None:
    """Give the Vocal token to the seat drawn."""
    assert isinstance(result, int)
    s.turn = result
    s.tell(EVERYBODY, "first", result)
    s.phase = DIFFICULT if s.box.difficult else SHUFFLE


def asks_difficult(s: State) -> Shuffle:
    """The Difficult Foes, since those of the starting deck and those added later are drawn at random."""
    return Shuffle(len(s.box.difficult))


def settle_difficult(s: State, result: ChanceResult) -> None:
    """Draw the Difficult Foes of the starting deck, unseen; the rest stays aside."""
    assert isinstance(result, tuple)
    order = [s.box.difficult[place] for place in result]
    many = s.box.config.difficult
    s.deck = order[:many]
    s.aside = order[many:]
    s.phase = SHUFFLE


def asks_shuffle(s: State) -> Shuffle:
    """The starting deck."""
    return Shuffle(len(s.box.start) + len(s.deck))


def settle_shuffle(s: State, result: ChanceResult) -> None:
    """Shuffle the starting deck, equip what the adventure hands out, and deal until everybody holds Items."""
    assert isinstance(result, tuple)
    box, config = s.box, s.box.config
    cards = [*box.start, *sorted(s.deck)]
    s.deck = [cards[place] for place in result]
    for item in box.equipped:
        s.equipped[config.holder] |= 1 << item
        s.points[config.holder] += box.value[item]
        s.unseen &= ~(1 << item)
        s.tell(EVERYBODY, "begins", config.holder, item)
    s.refresh(config.holder)
    s.todo.append(effects.entry(effects.SET_UP))
    placed = [foe for step in range(s.n) for foe in _deal_hand(s, (s.turn + step) % s.n)]
    if config.setup_foes == "taken":
        for seat, foe in reversed(placed):
            effects.trigger(s, seat, box.foe(foe).on_take, foe)
    effects.go_on(s)


def _deal_hand(s: State, seat: int) -> list[tuple[int, int]]:
    """Deal until a seat holds its Items; the Foes that came instead are placed before it."""
    box = s.box
    placed = []
    while s.deck and s.hands[seat].bit_count() < box.config.dealt:
        card = s.deck.pop()
        if card < box.first_foe:
            s.hands[seat] |= 1 << card
            continue
        s.front[seat] |= 1 << card
        s.unseen &= ~(1 << card)
        s.refresh(seat)
        s.tell(EVERYBODY, "placed", seat, card)
        placed.append((seat, card))
    if box.config.open_hands:
        s.known[seat] = s.hands[seat]
        s.unseen &= ~s.hands[seat]
        s.tell(EVERYBODY, "hand", seat, *bits(s.hands[seat]))
    else:
        s.tell(1 << seat, "hand", seat, *bits(s.hands[seat]))
    return placed


def gear_up(s: State) -> None:
    """Begin a round: deal the stacks face down, a card to each in turn."""
    s.dealt = 0
    s.hushed = 0
    s.fresh_below = [0] * len(s.stacks)
    _deal_stacks(s)


def _deal_stacks(s: State) -> None:
    config = s.box.config
    stacks = s.stacks
    many = config.stacks
    full = many * config.height
    while s.dealt < full:
        if not s.deck:
            if _run_out(s):
                return
            break  # the deck and the discard pile are both empty: what there is has been dealt
        place = s.dealt % many
        stacks[place].append(s.deck.pop())
        if s.run_outs:
            s.fresh_below[place] += 1
        s.dealt += 1
    _flip(s)


def _run_out(s: State) -> bool:
    """A card is needed and the deck is empty: build a new one; whether there are cards for it.

    With the discard pile empty too, what there is has been dealt, and nothing is added in the middle of a deal.
    """
    if not s.discard:
        return False
    box = s.box
    first = not s.run_outs
    added = list(box.added_first) if first else []
    for copies, many in zip(box.added_each, box.added_many, strict=True):
        there = copies[s.run_outs * many : (s.run_outs + 1) * many]
        added += there
    known = s.discard | box.mask(added)
    if first or box.config.run_out_difficult == "always":
        for _ in range(min(box.config.adventure.run_out_difficult, len(s.aside))):
            added.append(s.aside.pop())
    s.deck = sorted([*bits(s.discard), *added])
    s.run_outs += 1
    s.discard = 0
    s.fresh = known
    s.fresh_below = [0] * len(s.stacks)
    s.phase, s.actor = RESHUFFLE, CHANCE
    s.tell(EVERYBODY, "run out", s.run_outs, len(s.deck))
    return True


def asks_reshuffle(s: State) -> Shuffle:
    """The new deck."""
    return Shuffle(len(s.deck))


def settle_reshuffle(s: State, result: ChanceResult) -> None:
    """Shuffle the new deck and go on dealing."""
    assert isinstance(result, tuple)
    s.deck = [s.deck[place] for place in result]
    _deal_stacks(s)


def _flip(s: State) -> None:
    """Turn the stacks over, so that the card dealt first is on top and alone seen."""
    s.open_stacks = s.foe_tops = 0
    tops = []
    for place, stack in enumerate(s.stacks):
        stack.reverse()
        if stack:
            top = stack[-1]
            tops.append(top)
            s.unseen &= ~(1 << top)
            s.open_stacks |= 1 << place
            if top >= s.box.first_foe:
                s.foe_tops |= 1 << place
    s.tell(EVERYBODY, "stacks", s.round, *tops)
    if s.dealt:
        talk.open_window(s, talk.THEN_TURNS)
    else:
        take_care(s)


def take_care(s: State) -> None:
    """Check for victory, lose Time, have hands cut."""
    s.caring = 1
    s.tell(EVERYBODY, "care")
    if scoring.has_won(s):
        finish(s, 1)
        return
    worst = max(s.weight)
    if worst:
        effects.lose_time(s, worst, -1)
        if s.won >= 0:
            return
    over = [
        seat for seat in ((s.turn + step) % s.n for step in range(s.n)) if s.hands[seat].bit_count() > s.limits[seat]
    ]
    s.todo.append(effects.entry(effects.CARED))
    for seat in reversed(over):
        s.todo.append(effects.entry(effects.DISCARD, seat, s.hands[seat].bit_count() - s.limits[seat]))
    if over:
        talk.open_window(s, talk.THEN_LIST)
    else:
        effects.go_on(s)


def next_round(s: State) -> None:
    """Pass the token to the left and begin the next round, unless nothing can ever change again."""
    if not s.dealt and not s.discard:
        finish(s, 0, LOST_STILL)
        return
    s.caring = 0
    s.round += 1
    if s.round >= s.box.config.round_limit:
        finish(s, 0, LOST_LONG)
        return
    s.turn = (s.turn + 1) % s.n
    s.tell(EVERYBODY, "round", s.round, s.turn)
    gear_up(s)


def finish(s: State, won: int, why: int = LOST_TIME) -> None:
    """All is over."""
    s.won = won
    s.todo.clear()
    s.phase, s.actor = FINISHED, OVER
    s.tell(EVERYBODY, "over", won, why)
