"""The conversation: what can be answered, and what is said about it."""

from __future__ import annotations

import pytest

from storyengine.repl.commands import COMMANDS
from tests.repl.talk import BEACON, LANTERN, Talk

TO_NESS = ("choose quit", "1")
"""From the start of the beacon to its first planet."""
TO_STEPS = (*TO_NESS, "climb")
"""On to its first required challenge."""

PROMPTS = {
    "choices": (BEACON, ()),
    "an item to take": (BEACON, ("1",)),
    "where to fly": (BEACON, ("choose quit",)),
    "a pick": (BEACON, (*TO_NESS, "leave one")),
    "a performer": (BEACON, TO_STEPS),
    "a roll on the table": (BEACON, (*TO_STEPS, "wren")),
    "an ending": (LANTERN, ("1",)),
    "no choice left": (LANTERN, ("6",)),
}
"""Every kind of prompt, with the lines that lead to it."""


def test_a_choice_is_taken_by_number_by_beginning_and_by_id() -> None:
    ways = ("3", "3.", "open it w", "OPEN IT WIDE", "roof", "choose roof")
    assert all("A roof." in Talk(LANTERN).say(way) for way in ways)


def test_numbers_count_from_1_to_the_last_line() -> None:
    talk = Talk(LANTERN)
    for line in ("0", "7", "999999999999999999999999", "-1", "1.5"):
        assert talk.say(line) == "(choose 1 to 6, or help)\n"
    assert "Bare boards" in talk.say("6") or talk.play.state.over


def test_equal_texts_are_told_apart_by_number_and_asked_about_when_typed() -> None:
    assert "A garden." in Talk(LANTERN).say("2")
    assert "A roof." in Talk(LANTERN).say("3")
    talk = Talk(LANTERN)
    assert talk.say("open it") == "(which one: 1. Open it or 2. Open it?)\n"
    assert talk.say("open") == "(which one: 1. Open it or 2. Open it or 3. Open it wide?)\n"
    assert not talk.play.past[1:]


def test_a_record_tells_equal_texts_apart() -> None:
    talk = Talk(LANTERN, "2")
    again = Talk(talk.story, saved=talk.play.record())
    assert "A garden." in again.first


def test_a_choice_that_reads_like_a_command_is_reached_by_number_and_by_id() -> None:
    assert "Three boxes." in Talk(LANTERN).say("look")
    assert "A garden." in Talk(LANTERN).say("5")
    assert "A garden." in Talk(LANTERN).say("choose look")


def test_words_that_begin_a_command_and_a_choice_are_asked_about() -> None:
    talk = Talk(LANTERN)
    assert talk.say("save the cat") == ("(`save the cat` could be the command save, or line 4; for the line, say 4)\n")
    assert "You now have" in talk.say("4")


def test_an_unknown_answer_says_what_would_work() -> None:
    assert Talk(LANTERN).say("dance") == "(choose 1 to 6, or help)\n"
    assert Talk(BEACON).say("dance") == "(choose 1 or 2, or help)\n"


def test_an_empty_line_changes_nothing_and_says_nothing() -> None:
    talk = Talk(LANTERN)
    before = talk.play.state
    assert talk.say("") == talk.say("   ") == ""
    assert talk.play.state is before


def test_a_locked_choice_is_shown_with_its_reason_and_cannot_be_taken() -> None:
    talk = Talk(BEACON)
    assert "- Sleep on it. (Not before you have asked somebody.)\n" in talk.first
    reason = "(Sleep on it. Not before you have asked somebody.)\n"
    assert talk.say("sleep") == talk.say("sleep on it") == reason
    assert talk.say("choose sleep") == talk.say("3") == "(choose 1 or 2, or help)\n"


def test_a_hint_is_whispered_only_on_request() -> None:
    talk = Talk(BEACON)
    assert "likes to be asked" not in talk.first
    assert talk.say("hint") == "(Ask the harbourmaster. He likes to be asked.)\n"


def test_a_pick_asks_a_second_question_and_can_be_left() -> None:
    talk = Talk(BEACON, *TO_NESS)
    assert talk.say("leave one") == ("Leave one of you here. Which?\n1. Wren\n2. Tam\n3. Something else.\n")
    assert "1. Ask the gulls the way." in talk.say("back")
    talk.say("leave one")
    assert "(Tam is now inactive)" in talk.say("tam")


def test_looking_in_between_leaves_a_question_open() -> None:
    talk = Talk(BEACON, *TO_NESS, "leave one")
    for command in ("status", "crew", "look", "help", "journal"):
        assert talk.say(command).endswith("Leave one of you here. Which?\n1. Wren\n2. Tam\n3. Something else.\n")
    assert "(Wren is now inactive)" in talk.say("1")


def test_chances_stand_before_a_challenge_with_the_risk_for_a_booster() -> None:
    talk = Talk(BEACON, *TO_NESS, "search", "wren")
    assert "Challenge: climbing, level 4. Who takes it on?\n" in talk.say("climb")
    shown = talk.say("look")
    assert "1. Wren (climbing +1): 4 in 6 (67%)\n" in shown
    assert "2. Wren (climbing +1) with Rope (+2): 6 in 6 (100%), may break: 1 in 6 (17%)\n" in shown
    assert "3. Tam (climbing -1): 2 in 6 (33%)\n" in shown


def test_an_optional_challenge_shows_its_level_before_it_is_taken_on() -> None:
    talk = Talk(BEACON, *TO_NESS)
    assert "1. Ask the gulls the way. (talking, level 4; best chance 4 in 6 (67%))\n" in talk.say("look")
    assert talk.say("odds") == "Gulls: talking, level 4\n- Wren: 3 in 6 (50%)\n- Tam (talking +1): 4 in 6 (67%)\n"


def test_odds_says_when_there_is_nothing_to_roll_for() -> None:
    assert Talk(LANTERN).say("odds") == "(there is nothing to roll for here)\n"


def test_a_trip_shows_segments_cost_disc_and_icons_beforehand() -> None:
    shown = Talk(BEACON, "choose quit").say("look")
    assert "1. Ness: 1 segment, free, white disc (2 to 4), mostly climbing and talking\n" in shown
    assert "- Far Rock (nobody has charted it)\n" in shown


def test_the_players_hear_who_reads_and_who_decides() -> None:
    talk = Talk(BEACON, players=("Ann", "Bo"))
    assert "(Ann reads)" in talk.first
    assert "played by Ann" in talk.say("crew") and "played by Bo" in talk.say("crew")
    assert "(Bo reads)" in [talk.say(line) for line in ("choose quit", "1")][-1]
    assert "reads)" not in Talk(BEACON).first


def test_of_a_character_that_several_play_it_is_said_who_has_the_last_word() -> None:
    shown = Talk(BEACON, players=("Ann", "Bo", "Cy")).say("crew").replace("\n", " ")
    assert shown.count("played by Ann, Bo and Cy (Ann has the last word)") == 2


def test_an_ending_names_those_seen_and_not_the_others() -> None:
    said = Talk(LANTERN).say("1")
    assert "THE END: Eaten\n" in said
    assert "(1 of 3 endings found: Eaten)\n" in said
    assert "On the Roof" not in said


def test_where_every_choice_is_shut_the_player_is_told_and_can_undo() -> None:
    talk = Talk(LANTERN)
    said = talk.say("6")
    assert "(the story goes no further: " in said and "undo, restart, load or quit" in said
    assert "Three boxes." in talk.say("undo")


@pytest.mark.parametrize("prompt", PROMPTS)
@pytest.mark.parametrize("command", [command.name for command in COMMANDS if command.name not in ("use", "give")])
def test_every_command_works_at_every_prompt(prompt: str, command: str) -> None:
    """The ones that look change nothing; none raises; and the play can be played on after each."""
    story, lines = PROMPTS[prompt]
    talk = Talk(story, *lines)
    before = talk.play.state
    said = talk.say(command)
    assert said
    assert "choose 1" not in said
    if command not in ("undo", "restart"):
        assert talk.play.state == before
    assert talk.say("help") or talk.session.finished


@pytest.mark.parametrize("prompt", PROMPTS)
@pytest.mark.parametrize(
    "words", ["use", "use nothing", "use lamp", "use lamp on the moon", "give", "give lamp to tam", "x", "x wren"]
)
def test_words_about_items_are_answered_at_every_prompt(prompt: str, words: str) -> None:
    story, lines = PROMPTS[prompt]
    assert Talk(story, *lines).say(words)


def test_short_forms_do_the_same() -> None:
    for short, long in (("l", "look"), ("i", "items"), ("inv", "items"), ("?", "help"), ("J", "journal")):
        assert Talk(BEACON).say(short) == Talk(BEACON).say(long)
    assert Talk(BEACON, "q").session.finished


def test_other_screens_never_do_anything_again() -> None:
    """A random gain is added once and is the same number throughout, whatever is looked at."""
    talk = Talk(LANTERN)
    said = talk.say("4")
    gold = talk.play.state.values
    number = said.partition("You now have ")[2].partition(".")[0]
    for command in ("status", "items", "help", "crew", "journal", "odds", "about", "look", "look"):
        shown = talk.say(command)
        assert talk.play.state.values == gold
    assert f"You now have {number}." in shown
    talk.say("undo")
    assert f"You now have {number}." in talk.say("redo")
    talk.say("undo")
    assert f"You now have {number}." in talk.say("4")


def test_looking_shows_the_card_itself_after_another_was_drawn() -> None:
    talk = Talk(BEACON, *TO_NESS, "search", "wren")
    card = "Below the Beacon\n\nNinety steps, and half of them gone.\n\n"
    assert talk.say("look").startswith(f"{card}(Wren takes Rope)\n")
    talk.say("leave one")
    talk.say("tam")
    shown = talk.say("look")
    assert shown.startswith(f"{card}(Tam is now inactive)\n")
    assert "Rope" not in shown


def test_looking_at_an_ending_shows_it_again() -> None:
    talk = Talk(LANTERN)
    assert talk.say("1") == talk.say("look")


def test_undo_and_redo_walk_over_the_dealing_and_never_roll_anew() -> None:
    talk = Talk(BEACON)
    dealt = talk.play.state
    assert talk.say("undo") == "(there is nothing to undo)\n"
    assert talk.play.state == dealt
    states = [dealt]
    for line in ("choose quit", "1", "climb", "wren", "1"):
        talk.say(line)
        states.append(talk.play.state)
    for state in reversed(states[:-1]):
        assert "(undone)" in talk.say("undo")
        assert talk.play.state == state
    for state in states[1:]:
        assert "(done again)" in talk.say("redo")
        assert talk.play.state == state
    assert talk.say("redo") == "(there is nothing to redo)\n"


def test_a_new_decision_after_undo_rolls_the_same_and_reroll_does_not_promise_it() -> None:
    assert Talk(BEACON, *TO_STEPS, "wren", "undo").say("wren") == Talk(BEACON, *TO_STEPS).say("wren")
    first = [Talk(BEACON, *TO_STEPS, seed=seed, reroll=True).say("wren") for seed in range(12)]
    second = [Talk(BEACON, *TO_STEPS, "wren", "undo", seed=seed, reroll=True).say("wren") for seed in range(12)]
    assert first != second


def test_the_journal_tells_decisions_in_the_words_they_had() -> None:
    talk = Talk(BEACON, "1", "wren", "choose quit")
    assert talk.say("journal") == (
        "1. The Quay: Ask the harbourmaster.\n2. The Quay: give Tea to Wren\n3. The Quay: Quit the harbour.\n"
    )
    assert Talk(BEACON).say("journal") == "(nothing was decided yet)\n"


def test_items_are_used_and_given_by_name() -> None:
    talk = Talk(BEACON)
    assert "(used up: Lamp)" in talk.say("use lamp")
    assert talk.say("use lamp") == "(nothing can be used just now)\n"
    talk.say("choose quit")
    assert talk.say("give coin to the moon") == "(`the moon` is not possible for Coin here)\n"
    holder = "tam" if "Coin (use once after a roll: the dice are rolled again): Wren" in talk.say("items") else "wren"
    assert f"gives Coin to {holder.title()})" in talk.say(f"give coin to {holder}")


def test_an_item_used_on_a_roll_is_a_line_of_its_own() -> None:
    talk = Talk(BEACON, *TO_STEPS)
    assert "2. Use Coin (the dice are rolled again)\n" in talk.say("wren")
    assert "(used up: Coin)" in talk.say("use coin")


def test_examine_tells_what_an_item_does_and_who_somebody_is() -> None:
    talk = Talk(BEACON)
    assert talk.say("x lamp") == "Lamp\n\nIt still smells of oil.\n\n(use once: Fog -2)\n"
    assert talk.say("examine Wren") == "Wren\n\nNever looks down.\n\n(climbing +1)\n"
    assert talk.say("x rope") == "(nobody here has or is called `rope`)\n"


def test_status_shows_meters_place_players_and_seed() -> None:
    assert Talk(BEACON, players=("Ann", "Bo")).say("status") == (
        "The Beacon at Ness: The Quay\nFog 0 of 10\nLight 0 of 10\nactive: Wren and Tam\nplace: Harbour\n"
        "players: Ann and Bo\n0 decisions so far, seed 4\n"
    )


def test_completion_offers_lines_ids_commands_and_items() -> None:
    session = Talk(BEACON).session
    assert session.completions("as") == ("Ask the harbourmaster.", "ask")
    assert session.completions("use ") == ("use Lamp",)
    assert "undo" in session.completions("u")
    assert "examine Wren" in session.completions("ex")
    assert session.completions("zzz") == ()


def test_restart_begins_the_same_seed_anew() -> None:
    talk = Talk(BEACON, "1", "wren")
    assert talk.say("restart") == talk.first
    assert talk.say("undo") == "(there is nothing to undo)\n"


def test_after_loading_a_restart_keeps_the_people_at_the_table() -> None:
    saved = Talk(BEACON, "choose quit", players=("Ann", "Bo")).play.record()
    assert "(Ann reads)" in Talk(BEACON, saved=saved).say("restart")


def test_a_very_long_line_is_only_looked_at_in_part() -> None:
    assert Talk(LANTERN).say("open it" + "!" * 1_000_000).startswith("(which one")


def test_what_a_player_types_is_shown_harmless() -> None:
    assert "\x1b" not in Talk(LANTERN, "save \x1b[2J the cat").say("save the\x1b[2J cat")
    assert "\x1b" not in Talk(BEACON).say("x \x1b[31mred")
