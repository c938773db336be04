"""The table in words: what a person types and is shown."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from storyengine.games.session import Session
from storyengine.games.table import COMMANDS, Table, play

GAME = "creatures_and_outcasts"
TRANSCRIPTS = Path(__file__).parent / "transcripts"


def sit(seed: int = 3, *, config: dict[str, Any] | None = None, **kw: Any) -> Table:
    return Table(Session(GAME, {"players": 4, "rounds": 1, **(config or {})}, seed), **kw)


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


def whole_hand(table: Table) -> list[str]:
    """What a sensible person types to play the hand to its end: bare numbers and words, learnt from a second table."""
    session = Session(table.session.game_id, table.session.config, table.session.seed)
    from storyengine.games.bots import make_bot
    from storyengine.games.playing import decide

    typed = []
    while not session.over:
        action = decide(session.match, session.state, make_bot("greedy"), session.seed, session.moves)
        typed.append(session.match.token(action).removeprefix("play "))
        session.submit(action)
    return typed


def recorded() -> dict[str, str]:
    """The transcripts that are kept, by name."""
    asking = ["grab", "why not 13?", "8", "foo", "hint", "score", "moves", "help"]
    hot = ["", "#1", "", "#1", "", "look", "#1", "", "#1", "", "auto"]
    return {
        "whole-hand.txt": transcript(sit(), whole_hand(sit())),
        "asking.txt": transcript(sit(ascii_only=True, width=60), [*asking, "rules", "undo", "quit"]),
        "hot-seat.txt": transcript(sit(4, config={"variant": "team", "bots": ["greedy", "random"]}), hot),
    }


@pytest.mark.parametrize("name", ["whole-hand.txt", "asking.txt", "hot-seat.txt"])
def test_plays_at_the_table_look_as_recorded(name: str) -> None:
    """To record anew after a change: `python -m tests.games.test_table`, and read what has changed."""
    assert recorded()[name] == (TRANSCRIPTS / name).read_text(encoding="utf-8")


def test_a_whole_hand_by_bare_numbers_ends_with_the_scores() -> None:
    table = sit()
    text = transcript(table, whole_hand(table))
    assert table.session.over
    assert text.splitlines()[-1] == f"You: {table.session.label(0)}"
    assert "total" in text


def test_every_command_is_explained_and_answers() -> None:
    table = sit()
    table.begin()
    table.answer("grab")
    shown = "\n".join(table.answer("help"))
    for command in COMMANDS:
        assert command in shown
    for command in ("look", "moves", "rules", "why not 8", "score", "hint", "undo", "help"):
        assert table.answer(command)
    assert not table.done


def test_commands_change_nothing() -> None:
    table = sit()
    table.begin()
    table.answer("grab")
    before = table.session.snapshot()
    for line in (
        "look",
        "moves",
        "rules",
        "why not 8?",
        "WHY NOT pass",
        "score",
        "hint",
        "help",
        "nonsense",
        "",
        "#77",
    ):
        assert table.answer(line)
        assert table.session.snapshot() == before


def test_an_illegal_play_is_refused_with_its_rule() -> None:
    table = sit()
    table.begin()
    table.answer("grab")
    assert "not legal" in " ".join(table.answer("play 8"))
    assert "not legal" in " ".join(table.answer("why not 8?"))


def test_auto_and_quit_leave_the_table() -> None:
    table = sit()
    table.begin()
    assert "You: " in table.answer("auto")[-1]
    assert table.done
    left = sit()
    left.begin()
    assert left.answer("quit") == ["You leave the table."]
    assert left.done
    assert not left.session.over


def test_the_end_of_input_ends_the_play_quietly() -> None:
    shown: list[str] = []
    assert play(sit(), lambda prompt: None, shown.append) is False
    assert shown


def test_hands_are_hidden_while_the_screen_changes_hands() -> None:
    table = sit(4, config={"bots": ["greedy", "greedy"]})
    lines = table.begin()
    assert (table.curtain, table.prompt) == (True, "press Enter> ")
    assert not any("hand" in line.lower() and "screen" not in line for line in lines)
    assert any("Your hand" in line for line in table.answer(""))
    while not table.session.over and table.session.actor == 0:
        lines = table.answer("#1")
    assert table.must_clear
    assert lines == ["Pass the screen to Player 2."]


def test_news_are_only_those_one_may_know() -> None:
    table = sit(4, config={"bots": ["greedy", "greedy"]})
    table.begin()
    shown = "\n".join(table.answer(""))
    own = table.session.state.view(0)
    other = [event for event in table.session.events if event.kind == "hand" and event.data[0] == 1]
    assert other
    assert "Player 2's hand" not in shown
    assert own.hand


def test_ascii_tables_are_plain() -> None:
    table = sit(ascii_only=True, width=40)
    lines = table.begin() + table.answer("grab") + table.answer("rules") + table.answer("auto")
    assert all(line.isascii() and len(line) <= 40 for line in lines if "total" not in line and "round" not in line)


def test_a_loaded_table_says_what_has_changed() -> None:
    session = Session(GAME, {"players": 4}, 1)
    session.notes.append("this save is of version 0 of the rules")
    assert any("version 0" in line for line in Table(session).begin())


if __name__ == "__main__":
    TRANSCRIPTS.mkdir(exist_ok=True)
    for file_name, content in recorded().items():
        (TRANSCRIPTS / file_name).write_text(content, encoding="utf-8")
