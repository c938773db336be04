"""The bundled story keeps to the rulebook wherever the rulebook gives a number."""

from __future__ import annotations

import pytest

from storyengine.model.cards import Showdown
from storyengine.model.story import DeckKind, Story
from storyengine.model.walk import consequences, endings
from storyengine.runtime import Play, current_card, initial, legal_actions, parse_action, routes
from tests.runtime.walks import story_called


@pytest.fixture(scope="module")
def story() -> Story:
    return story_called("evil power master")


def planets(story: Story) -> list[str]:
    return [deck.name for deck in story.decks.values() if deck.kind is DeckKind.PLANET]


@pytest.mark.rule("EPM-14")
def test_it_begins_with_the_first_of_three_cards_of_the_congress(story: Story) -> None:
    assert story.start == "congress/1"
    assert story.decks["congress"].cards == ("congress/1", "congress/2", "congress/3")
    play = Play(story)
    while not current_card(story, play.state) or len(play.past) < len(story.crew) + len(story.board.planets):
        play.take(parse_action("deal"))
    assert current_card(story, play.state) == "congress/1"


@pytest.mark.rule("EPM-15")
def test_every_planet_has_thirteen_cards_and_landing_reads_the_first(story: Story) -> None:
    assert len(planets(story)) >= 3
    for planet in planets(story):
        assert story.decks[planet].cards == tuple(f"{planet}/{number}" for number in range(1, 14))
        assert story.decks[planet].start == f"{planet}/1"


@pytest.mark.rule("EPM-15", "EPM-63", "EPM-64")
def test_before_landing_colour_and_icons_are_seen(story: Story) -> None:
    play = Play(story, seed=2)
    while not (found := routes(story, play.state)):
        moves = legal_actions(story, play.state)
        play.take(moves[-1] if len(moves) > 1 and "congress" in current_card(story, play.state) else moves[0])
    assert {route.action.place for route in found} == set(planets(story))
    assert all(route.colour in story.discs and route.number == 0 and len(route.icons) == 2 for route in found)
    play.take(found[0].action)
    assert current_card(story, play.state) == f"{found[0].action.place}/1"


@pytest.mark.rule("EPM-64")
def test_follop_is_for_perception_then_for_strength(story: Story) -> None:
    assert story.decks["follop"].icons == ("perception", "strength")


@pytest.mark.rule("EPM-64")
def test_icons_are_the_most_common_types_of_challenges(story: Story) -> None:
    for planet in planets(story):
        counts = dict.fromkeys(story.challenges.types, 0)
        for name in story.decks[planet].cards:
            for challenge in story.cards[name].challenges:
                for kind in challenge.types:
                    counts[kind] += 1
        first, second = story.decks[planet].icons
        others = [count for kind, count in counts.items() if kind not in (first, second)]
        assert counts[first] >= counts[second] >= max(others), f"{planet}: {counts}"


@pytest.mark.rule("EPM-05", "EPM-27")
def test_the_crew_and_the_types(story: Story) -> None:
    assert len(story.crew) == 4
    assert story.challenges.types == ("piloting", "diplomacy", "dexterity", "perception", "strength")
    assert story.crew["flppto"].skills["perception"] == 1
    assert {number for who in story.crew.values() for number in who.skills.values()} == {1, -1}
    assert [story.challenges.level_at(signal) for signal in (0, 6, 7, 12, 13, 25)] == [4, 4, 5, 5, 6, 6]


@pytest.mark.rule("EPM-12", "EPM-13")
def test_nine_starter_items_all_of_them_assist_items(story: Story) -> None:
    assert len(story.starters) == 9
    assert all(story.items[item].use and not story.items[item].boost for item in story.starters)


@pytest.mark.rule("EPM-24", "EPM-43")
def test_every_item_is_of_one_of_the_two_kinds(story: Story) -> None:
    for item in story.items.values():
        assert bool(item.boost) != bool(item.use), item.id
        for boost in item.boost.values():
            assert (boost.bonus in (1, 2, 3)) != boost.roll_twice, item.id


@pytest.mark.rule("EPM-62", "EPM-A32")
def test_discs_by_colour_one_for_each_planet_at_least(story: Story) -> None:
    ranges = {"blue": range(4, 7), "yellow": range(6, 9), "pink": range(8, 11)}
    assert set(story.discs) == set(ranges)
    assert all(number in ranges[colour] for colour, numbers in story.discs.items() for number in numbers)
    assert sum(map(len, story.discs.values())) >= len(story.board.planets) >= 9


@pytest.mark.rule("EPM-01", "EPM-61")
def test_meters_and_what_travel_costs(story: Story) -> None:
    assert initial(story).values[:2] == (0, 0)
    assert [(each.id, each.low, each.high) for each in story.trackers] == [("epm", 0, 25), ("signal", 0, 25)]
    assert story.board.cost == (("epm", 2),)


@pytest.mark.rule("EPM-65", "EPM-66", "EPM-67")
def test_both_full_meters_and_every_card_13_lead_where_the_rulebook_says(story: Story) -> None:
    keys = [(rooted.owner, rooted.consequence.key) for rooted in consequences(story) if rooted.owner == "threshold"]
    assert ("threshold", "epm.at.25") in keys and ("threshold", "signal.at.25") in keys
    assert len({ending.id for ending in endings(story) if ending.card == "data/158"}) >= 3
    for planet in planets(story):
        jump = story.cards[f"{planet}/13"].then.jump
        assert isinstance(jump, Showdown) and story.decks[jump.deck].kind is DeckKind.SHOWDOWN
        kinds = {ending.kind for ending in endings(story) if ending.card and story.cards[ending.card].deck == jump.deck}
        assert {"won", "lost"} <= kinds
