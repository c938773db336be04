"""A hand of cards in a real terminal: what a person types, and that the table answers."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pexpect = pytest.importorskip("pexpect", reason="there is no pseudo-terminal here")


def test_a_match_is_played_at_a_terminal() -> None:
    arguments = ["-m", "storyengine", "game", "creatures-and-outcasts", "--players", "3", "--seed", "3"]
    player = pexpect.spawn(sys.executable, arguments, encoding="utf-8", timeout=30, dimensions=(40, 100))
    player.expect_exact("Do you go for the start?")
    player.expect_exact("> ")
    player.sendline("grab")
    player.expect_exact("You go for the start.")
    player.expect_exact("> ")
    player.sendline("why not 13?")
    player.expect("13.*> ")
    player.sendline("auto")
    player.expect_exact("total")
    player.expect("You: (won|lost|tied)")
    player.expect(pexpect.EOF)
    player.close()
    assert player.exitstatus == 0


def test_a_hand_of_a_story_is_played_at_a_terminal_and_the_story_tells_its_score(tmp_path: Path) -> None:
    arguments = ["-m", "storyengine", "play", "creatures-and-outcasts", "--seed", "7", "--save-dir", str(tmp_path)]
    player = pexpect.spawn(sys.executable, arguments, encoding="utf-8", timeout=30, dimensions=(60, 100))
    player.expect_exact("Say good night")
    player.sendline("make a fourth")
    player.expect_exact("Creatures & Outcasts, 4 players")
    player.expect("#1 (.*): ")
    player.sendline("why not 13?")
    player.expect("13.* is ")
    player.sendline("#1")
    player.expect("You (play|go)")
    player.expect("#1 (.*): ")
    player.sendline("auto")
    player.expect("creatures and outcasts: (won|lost|tied), score ([0-9]+)")
    score = player.match[2]
    player.expect_exact(
        {"won": f"writes {score} on it", "lost": f"{score}, it says", "tied": "washing-up"}[player.match[1]]
    )
    player.sendline("quit")
    player.expect_exact("goodbye")
    player.expect(pexpect.EOF)
    player.close()
    assert player.exitstatus == 0
