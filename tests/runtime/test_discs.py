"""Signal Booster Discs: dealt by colour, their numbers drawn when they are turned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations

import pytest

from storyengine.model.story import Story
from storyengine.runtime import Phase, State, initial, parse_action, routes, transitions
from storyengine.runtime.events import DiscDiscarded, DiscTurned
from storyengine.runtime.state import GONE, UNDEALT, Disc
from tests.runtime.tables import Table, campaign

DEALT = ("colour blue", "colour yellow", "colour pink")


def table(*, dealt: tuple[str, ...] = DEALT, **sections: str) -> Table:
    return Table(campaign(**sections), *dealt)


@pytest.mark.rule("EPM-56", "EPM-57")
def test_a_data_find_turns_the_disc_and_raises_the_signal_by_its_number() -> None:
    play = table().do("travel follop", "choose find | disc 5")
    assert play["signal"] == 5
    assert DiscTurned("follop", "blue", 5, True) in play.heard
    assert play.phase is Phase.TRAVEL


@pytest.mark.rule("EPM-56", "EPM-58")
def test_the_end_discards_the_disc_uncounted() -> None:
    play = table().do("travel follop", "choose end")
    assert play["signal"] == 0 and play.disc("follop") == GONE
    assert DiscDiscarded("follop") in play.heard
    assert play.phase is Phase.TRAVEL


@pytest.mark.rule("EPM-62")
@pytest.mark.parametrize(
    ("planet", "numbers"),
    [("follop", (4, 5, 6)), ("kronos", (6, 7, 8)), ("tarn", (8, 9, 10))],
    ids=["blue", "yellow", "pink"],
)
def test_a_colour_says_how_strong_the_boost_can_be(planet: str, numbers: tuple[int, ...]) -> None:
    play = table().do(f"travel {planet}")
    found = transitions(play.story, play.state, parse_action("choose find"))
    assert [(each.probability, each.chance) for each in found] == [
        (Fraction(1, 3), f"disc {number}") for number in numbers
    ]
    signal = list(play.story.variables).index("signal")
    assert [each.state.values[signal] for each in found] == list(numbers)


@pytest.mark.rule("EPM-62")
def test_a_number_that_was_turned_does_not_come_again() -> None:
    play = table(dealt=("colour blue", "colour blue", "colour blue")).do(
        "travel follop", "choose find | disc 5", "travel kronos"
    )
    found = transitions(play.story, play.state, parse_action("choose find"))
    assert [(each.probability, each.chance) for each in found] == [
        (Fraction(1, 2), "disc 4"),
        (Fraction(1, 2), "disc 6"),
    ]


@pytest.mark.rule("EPM-63")
def test_colours_are_seen_before_the_trip_and_numbers_are_not() -> None:
    play = table()
    shown = [(route.action.place, route.colour, route.number) for route in routes(play.story, play.state)]
    assert shown == [("follop", "blue", 0), ("kronos", "yellow", 0), ("tarn", "pink", 0)]
    assert play.state.discs == (Disc("blue"), Disc("yellow"), Disc("pink")), (
        "nothing in a state knows the number either"
    )


@pytest.mark.rule("EPM-02")
def test_discs_are_dealt_at_random_one_to_each_planet_number_down() -> None:
    story = campaign()
    dealt: Counter[tuple[str, ...]] = Counter()
    for state, chance in deals(story):
        assert all(disc.number == 0 for disc in state.discs)
        dealt[tuple(disc.colour for disc in state.discs)] += chance  # type: ignore[assignment]  # adds fractions
    # by hand: three of nine discs, three of each colour, laid out in order
    expected: Counter[tuple[str, ...]] = Counter(
        permutations([name for name in ("blue", "yellow", "pink") for _ in range(3)], 3)
    )
    total = sum(expected.values())
    assert total == 9 * 8 * 7
    assert dealt == {colours: Fraction(count, total) for colours, count in expected.items()}


def deals(story: Story) -> Iterator[tuple[State, Fraction]]:
    """Yield every way the setup can be dealt, with its chance."""
    pending = [(initial(story), Fraction(1))]
    while pending:
        state, chance = pending.pop()
        if state.phase is not Phase.DEAL:
            yield state, chance
            continue
        for each in transitions(story, state, parse_action("deal")):
            pending.append((each.state, chance * each.probability))


def test_drawing_numbers_late_is_as_fair_as_laying_them_out_first() -> None:
    """By the rulebook discs are laid out first; here a number is drawn on turning. Chances of any two finds agree."""
    story = campaign(discs="{blue: [4, 5], yellow: [5, 9]}")
    late: Counter[tuple[object, ...]] = Counter()
    for state, chance in deals(story):
        play = Table(story)
        play.state = state
        play.do("travel follop", "choose end", "travel kronos")
        for first in transitions(story, play.state, parse_action("choose find")):
            after = Table(story)
            after.state = first.state
            after.do("travel tarn")
            for second in transitions(story, after.state, parse_action("choose find")):
                key = (*(disc.colour for disc in state.discs), first.chance, second.chance)
                late[key] += chance * first.probability * second.probability  # type: ignore[assignment]
    early: Counter[tuple[object, ...]] = Counter()
    discs = [("blue", 4), ("blue", 5), ("yellow", 5), ("yellow", 9)]
    for layout in permutations(discs, 3):
        key = (*(colour for colour, _ in layout), f"disc {layout[1][1]}", f"disc {layout[2][1]}")
        early[key] += Fraction(1, 24)  # type: ignore[assignment]
    assert late == early


@pytest.mark.rule("EPM-A5")
def test_a_find_that_fills_the_signal_reads_card_13_of_the_planet_just_searched() -> None:
    story = campaign(
        {
            f"{planet}/13": f"{{text: '13 of {planet}', ending: {{id: {planet}, kind: won}}}}"
            for planet in ("follop", "kronos", "tarn")
        }
    )
    play = Table(story, *DEALT).do("travel kronos").put(signal=17).do("choose find | disc 8")
    assert play.read == "Found. 13 of kronos"
    assert (play["signal"], play.ending, play.state.place) == (25, "kronos", "kronos")


@pytest.mark.rule("EPM-A6")
def test_a_turned_disc_is_used_up() -> None:
    assert table().do("travel follop", "choose find | disc 5").disc("follop") == GONE


@pytest.mark.rule("EPM-A6")
def test_the_rule_disc_after_find_can_leave_it() -> None:
    play = table(rules="{disc_after_find: stays}").do("travel follop", "choose find | disc 5")
    assert play.disc("follop") == Disc("blue", 5)
    play.do("travel kronos", "choose end")
    assert "travel follop" in play.legal
    play.do("travel follop", "choose find")
    assert play["signal"] == 10, "its number is known, so nothing is left to chance"


@pytest.mark.rule("EPM-A32")
def test_colours_and_numbers_are_the_storys_own() -> None:
    story = campaign(discs="{grey: [1, 1, 3], white: [20]}")
    play = Table(story, "colour grey", "colour white", "colour grey").do("travel follop")
    found = transitions(story, play.state, parse_action("choose find"))
    assert [(each.probability, each.chance) for each in found] == [
        (Fraction(2, 3), "disc 1"),
        (Fraction(1, 3), "disc 3"),
    ]
    assert UNDEALT not in play.state.discs and len(play.state.discs) == len(story.board.planets)


def test_an_item_looks_at_a_number_and_it_stays_known() -> None:
    play = table().hand("maru", "periscope")
    assert [line for line in play.legal if line.startswith("use")] == [
        f"use periscope on {name}" for name in ("follop", "kronos", "tarn")
    ]
    play.do("use periscope on tarn | disc 9")
    assert play.phase is Phase.TRAVEL and play["signal"] == 0
    assert routes(play.story, play.state)[2].number == 9
    assert DiscTurned("tarn", "pink", 9, False) in play.heard
    assert play.do("travel tarn", "choose find")["signal"] == 9


def test_without_a_disc_a_find_raises_nothing() -> None:
    story = campaign(
        {
            "follop/1": "{text: a, choices: [{id: find, text: F., goto: 9}, {id: stay, text: S., "
            "do: gold += 1, stay: true}]}"
        },
        rules="{}",
    )
    play = Table(story).do("travel follop")
    play.state = play.state._replace(discs=(GONE, *play.state.discs[1:]))
    play.do("choose find")
    assert play["signal"] == 0 and "there is no disc here to turn" in play.notices
