"""A hand of cards in a real terminal: what a person types, and that the table answers."""

from __future__ import annotations

import sys

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
