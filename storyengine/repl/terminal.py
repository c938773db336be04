"""The session at a terminal: line by line with prompt_toolkit, so that the text stays in the scrollback.

The only file that imports prompt_toolkit.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from prompt_toolkit import PromptSession, print_formatted_text
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.input import Input
from prompt_toolkit.output import ColorDepth, Output
from prompt_toolkit.styles import Style

from storyengine.repl.blocks import Blocks
from storyengine.repl.layout import Line, fitting_width, lay_out
from storyengine.repl.session import Session
from storyengine.repl.streams import writable

STYLE = Style.from_dict(
    {
        "title": "bold",
        "ending": "bold",
        "heading": "bold",
        "emphasis": "italic",
        "aside": "ansibrightblack",
        "label": "bold",
        "prompt": "bold",
        "bottom-toolbar": "noreverse ansibrightblack",
    }
)
"""By kind of block. Everything is told apart by words too, so nothing is lost without colours."""

PROMPT = "> "


class _SessionCompleter(Completer):
    """Whole lines that the text typed so far begins."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        before = document.text_before_cursor
        for line in self._session.completions(before):
            yield Completion(line, start_position=-len(before.lstrip()))


def run_terminal(
    session: Session,
    *,
    width: int | None = None,
    history: Path | None = None,
    input: Input | None = None,
    output: Output | None = None,
) -> None:
    """Play until the player leaves or closes the input.

    Args:
        session: a session that has not begun.
        width: columns; nothing follows the terminal.
        history: the file of lines typed before; nothing remembers none.
        input: for tests.
        output: for tests.

    Raises:
        KeyboardInterrupt: the player pressed Ctrl-C.
    """
    colours = ColorDepth.DEPTH_1_BIT if os.environ.get("NO_COLOR") else None
    prompt: PromptSession[str] = PromptSession(
        history=_history(history),
        completer=_SessionCompleter(session),
        complete_while_typing=False,
        auto_suggest=None,
        mouse_support=False,
        style=STYLE,
        color_depth=colours,
        bottom_toolbar=lambda: session.toolbar(),
        input=input,
        output=output,
    )

    def show(blocks: Blocks) -> None:
        columns = width or fitting_width(prompt.output.get_size().columns)
        encoding = prompt.output.encoding() or "utf-8"  # an output in memory has none
        for line in lay_out(blocks, columns, emphasis=True):
            print_formatted_text(
                FormattedText(_fragments(line, encoding)), style=STYLE, color_depth=colours, output=prompt.output
            )
        if blocks:
            print_formatted_text("", output=prompt.output)

    show(session.begin())
    while not session.finished:
        try:
            typed = prompt.prompt(FormattedText([("class:prompt", PROMPT)]))
        except EOFError:
            with contextlib.suppress(OSError):  # the terminal may be gone
                show(session.answer("quit"))
            return
        if typed.strip():
            print_formatted_text("", output=prompt.output)
        show(session.answer(typed))


def _fragments(line: Line, encoding: str) -> Iterable[tuple[str, str]]:
    return [(f"class:{piece.style}" if piece.style else "", writable(piece.text, encoding)) for piece in line]


def _history(path: Path | None) -> History:
    if path is None:
        return InMemoryHistory()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.open("ab").close()
    except OSError:  # a full or read-only disk must not keep anybody from playing
        return InMemoryHistory()
    return _PatientHistory(str(path))


class _PatientHistory(FileHistory):
    """A history that goes on in memory when its file cannot be written."""

    def store_string(self, string: str) -> None:
        try:
            super().store_string(string)
        except OSError:
            return
