"""The plain loop: lines in, lines out, nothing else. For pipes, simple terminals and screen readers.

Only new text is written, nothing is drawn over, there are no escape bytes, and nothing is said by colour.
"""

from __future__ import annotations

from typing import TextIO

from storyengine.repl.blocks import Blocks
from storyengine.repl.layout import USUAL, plain_text
from storyengine.repl.neutralise import one_line
from storyengine.repl.session import LONGEST_LINE, Session
from storyengine.repl.streams import stream_encoding, writable

PROMPT = "> "


def run_plain(session: Session, stdin: TextIO, stdout: TextIO, *, width: int = USUAL, echo: bool = True) -> None:
    """Play until the player leaves or the input ends.

    Args:
        session: a session that has not begun.
        stdin: what is typed.
        stdout: where everything goes.
        width: columns.
        echo: whether to write what was typed, as no terminal does it for a pipe.
    """
    encoding = stream_encoding(stdout)

    def say(text: str) -> None:
        stdout.write(writable(text, encoding))
        stdout.flush()

    def show(blocks: Blocks) -> None:
        if blocks:
            say(plain_text(blocks, width) + "\n")

    show(session.begin())
    while not session.finished:
        say(PROMPT)
        line = read_line(stdin)
        if line is None:
            say("\n")
            return
        if echo:
            say(f"{one_line(line)}\n")
        if line.strip():
            say("\n")
        show(session.answer(line))


def read_line(stdin: TextIO) -> str | None:
    """Return a line without its end, cut where no honest line is longer; nothing at the end of the input."""
    line = stdin.readline(LONGEST_LINE)
    if not line:
        return None
    rest = line
    while rest and not rest.endswith("\n"):
        rest = stdin.readline(LONGEST_LINE)
    return line.rstrip("\r\n")


def say_plain(blocks: Blocks, stdout: TextIO, *, width: int = USUAL) -> None:
    """Write blocks outside a session, as a replay does."""
    stdout.write(writable(plain_text(blocks, width), stream_encoding(stdout)))
