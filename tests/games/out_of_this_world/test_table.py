"""The game at the table, and the whole campaign: what a person types and is shown.

The transcripts are kept beside this file.

Run this file to write them anew after a change of behaviour, and read what has changed.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from storyengine.games.out_of_this_world.adventure import CAMPAIGN
from storyengine.games.out_of_this_world.state import State
from storyengine.games.session import Session
from storyengine.games.table import Table, play
from tests.games.out_of_this_world.positions import lay

TRANSCRIPTS = Path(__file__).parent / "transcripts"


def sit(seed: int = 5, seats: tuple[str, ...] = (), **config: Any) -> Table:
    return Table(Session("out_of_this_world", {"players": 3, **config}, seed, seats=seats), ascii_only=True)


def transcript(table: Table, lines: list[str]) -> str:
    """Play with these lines; what the screen shows, typed lines too."""
    shown: list[str] = []
    waiting = iter(lines)

    def read(prompt: str) -> str | None:
        line = next(waiting, None)
        shown.append(prompt + (line if line is not None else "(end of input)"))
        return line

    play(table, read, shown.append, lambda: shown.append("~" * 20))
    return "\n".join(shown) + "\n"


def campaign() -> str:
    """The five adventures in order, each played to its end by the line `auto`."""
    return "\n".join(transcript(sit(12, variant=name, difficulty="standard"), ["hush", "auto"]) for name in CAMPAIGN)


def recorded() -> dict[str, str]:
    """The transcripts that are kept, by name."""
    asking = [
        "say need toys",
        "listen",
        "why not done",
        "why not leg it",
        "hint",
        "moves",
        "score",
        "rules",
        "xyzzy",
        "quit",
    ]
    two_seats = ("human:Ann", "human:Ann", "greedy")
    hot = ["", "hush", "", "hush", "", "#1", "done", "", "look", "#1", "done", "quit"]
    return {
        "asking.txt": transcript(sit(), asking),
        "two-seats.txt": transcript(sit(seats=two_seats), hot),
        "campaign.txt": campaign(),
    }


@pytest.mark.parametrize("name", ["asking.txt", "two-seats.txt", "campaign.txt"])
def test_transcripts_still_go_that_way(name: str) -> None:
    assert (TRANSCRIPTS / name).read_text(encoding="utf-8") == recorded()[name]


def test_the_campaign_reaches_an_end_of_each_adventure() -> None:
    text = campaign()
    assert text.count("You have won.") + text.count("You have lost:") == 5
    assert "The cake has just bitten the clown." in text
    assert "Friday. It comes down on the football field" in text


def test_no_hidden_card_is_shown_at_the_table() -> None:
    table = sit()
    shown = "\n".join(table.begin())
    state = table.session.state
    assert isinstance(state, State)
    hidden = [card for stack in state.stacks for card in stack[:-1]] + state.deck
    hidden += [card for seat in (1, 2) for card in range(64) if state.hands[seat] >> card & 1]
    assert not [name for card in hidden if (name := state.box.names[card]) in shown]


def main() -> None:
    """Write all transcripts anew."""
    TRANSCRIPTS.mkdir(exist_ok=True)
    for name, text in recorded().items():
        (TRANSCRIPTS / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()


def test_how_far_the_win_has_come_is_on_the_table() -> None:
    table = lay(
        variant="confrontation",
        equipped={0: ["loaded_backpack"]},
        front={0: ["the_claw"]},
        hands={0: ["plunger", "duct_tape", "kite"]},
        stacks=[["bent_fork", "pinball"]],
    )
    shown = " ".join(table.match.picture(table.state.view(0), ("Ann", "Bo", "Cy"), width=200, ascii_only=True))
    assert "defeat The Claw (so far 0); defeat The Eye (so far 0)" in shown
    table.do("take 1", "defeat the_claw")
    while "pay" in table.verbs():
        table.do(min(table.legal()))
    view = table.state.view(0)
    assert "defeat The Claw (so far 1)" in " ".join(table.match.score_pad(view, ("Ann", "Bo", "Cy")))
    glass = lay(variant="stained_glass", equipped={1: ["yo_yo", "kazoo"]}, stacks=[["bent_fork", "pinball"]])
    shown = " ".join(glass.match.picture(glass.state.view(0), ("Ann", "Bo", "Cy"), width=300, ascii_only=True))
    assert "3 different suits equipped each (so far 0, 2, 0)" in shown
    assert "4 items of each suit equipped in all (so far 1, 1, 0, 0)" in shown


def test_a_card_that_came_to_light_is_not_put_back() -> None:
    table = sit()
    table.answer("hush")
    assert "Stack 1 now shows" in "\n".join(table.answer("take 1"))
    assert "something has been revealed" in "\n".join(table.answer("undo"))


def test_what_bots_have_said_is_not_unsaid() -> None:
    table = sit()
    assert "Bo says" in "\n".join(table.answer("hush"))
    assert "something has been revealed" in "\n".join(table.answer("undo"))


def test_a_bare_number_is_told_how_the_list_is_meant() -> None:
    assert "for number 1 of the list, type `#1`" in " ".join(sit().answer("1"))


def test_a_foe_comes_with_its_words() -> None:
    table = sit()
    table.answer("hush")
    assert "Wish you were here." in " ".join(" ".join(table.answer("take 1")).split())
