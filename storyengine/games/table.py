"""The card table in words, for the person whose turn it is.

A `Table` wraps a session and turns lines typed into lines shown; it reads and writes nothing by itself, so that a
terminal, a pipe and a test drive it alike. `play` is the plain loop around it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from storyengine.games import glyphs
from storyengine.games.bots import make_bot
from storyengine.games.playing import decide
from storyengine.games.protocol import IllegalMove
from storyengine.games.session import Session

COMMANDS = {
    "look": "show the table again",
    "moves": "list what you may do",
    "rules": "the rules and rulings of this match",
    "why not MOVE": "why a move is not legal now, by its rule: `why not 8?`",
    "score": "the score pad",
    "hint": "what a sensible player would do",
    "undo": "take back your last move, as far as nothing was revealed since",
    "auto": "let bots play for everybody at the keyboard, to the end of the match",
    "help": "this list",
    "quit": "leave the table",
}


@dataclass(slots=True)
class Table:
    """A session shown to the people who play it."""

    session: Session
    width: int = 80
    ascii_only: bool = False
    more: Mapping[str, str] = field(default_factory=dict)
    """What else can be asked where the table stands, for the help."""
    left: bool = field(init=False, default=False)
    """Whether the player has left the table."""
    curtain: bool = field(init=False, default=False)
    """Whether the screen is being handed over: nothing secret may be shown before Enter is pressed."""
    must_clear: bool = field(init=False, default=False)
    """Whether what is on the screen must be wiped before the next lines are shown."""
    _told: dict[int, int] = field(init=False, default_factory=dict)
    _shown_to: int | None = field(init=False, default=None)

    def begin(self) -> list[str]:
        """The first lines: what is played, and the table."""
        title = self.session.match.game.title
        people = " and ".join(self.session.names[seat] for seat in self.session.people())
        lines = [f"{title}, {self.session.match.players} players: {', '.join(self.session.names)}."]
        lines += [note[:1].upper() + note[1:] + "." for note in self.session.notes]
        lines.append(f"Type a move such as those listed, or help. {people} at the table.")
        return self._fold(lines) + self._turn()

    @property
    def done(self) -> bool:
        """Whether there is nothing more to ask."""
        return self.left or self.session.over

    @property
    def prompt(self) -> str:
        """What stands before the input."""
        return "press Enter> " if self.curtain else "> "

    def answer(self, line: str) -> list[str]:
        """Take a line typed by the person whose turn it is.

        Returns:
            The lines to show. If `must_clear` is set, the screen is wiped first.
        """
        self.must_clear = False
        if self.curtain:
            self.curtain = False
            return self._show()
        text = " ".join(line.lower().split()).rstrip("?!. ")
        if text.startswith("why not"):
            return self._why_not(text.removeprefix("why not").strip())
        commands: dict[str, Callable[[], list[str]]] = {
            "look": self._show,
            "moves": self._offers,
            "rules": lambda: self._fold(self.session.match.help()),
            "score": self._score,
            "hint": self._hint,
            "undo": self._undo,
            "auto": self._auto,
            "help": self._help,
            "quit": self._quit,
        }
        if text in commands:
            return commands[text]()
        return self._play(line)

    def _play(self, line: str) -> list[str]:
        token, refusal = self.token_of(line)
        return self.move(token) if token else self._fold([f"{refusal}."])

    def token_of(self, line: str) -> tuple[str, str]:
        """The token of the move that a line means, or why it means none."""
        session = self.session
        view = session.state.view(session.actor)
        try:
            return session.match.token(session.match.read(view, session.offers(), line)), ""
        except (IllegalMove, ValueError) as error:
            number = line.strip()
            listed = {str(place) for place in range(1, len(session.state.legal()) + 1)}
            hint = f"; for number {number} of the list, type `#{number}`" if number in listed else ""
            return "", f"{error}{hint}"

    def move(self, token: str) -> list[str]:
        """Make a legal move, and show what comes of it."""
        self.session.submit(token)
        return self._turn()

    def _turn(self) -> list[str]:
        """What comes after a move: news, and the table of whoever decides now."""
        session = self.session
        if session.over:
            return self._ending()
        several = len(session.people()) > 1
        if several and session.actor != self._shown_to:
            self.curtain = self.must_clear = True
            self._shown_to = session.actor
            return self._fold([f"Pass the screen to {session.names[session.actor]}."])
        return self._show()

    def _show(self) -> list[str]:
        session = self.session
        seat = session.actor
        view = session.state.view(seat)
        lines = self._news(seat)
        if lines:
            lines.append("")
        lines += session.match.picture(view, session.names, width=self.width, ascii_only=self.ascii_only)
        return [*lines, *self._offers()]

    def _news(self, seat: int) -> list[str]:
        """What `seat` may know of what happened since it was last told."""
        session = self.session
        first = min(self._told.get(seat, 0), len(session.events))
        self._told[seat] = len(session.events)
        told = [
            session.match.tell(event, seat, session.names) for event in session.events[first:] if event.is_for(seat)
        ]
        return self._fold([line for line in told if line])

    def _offers(self) -> list[str]:
        session = self.session
        view = session.state.view(session.actor)
        lines = [session.match.question(view, session.names)]
        moves = session.state.legal()
        for place, action in enumerate(moves, start=1):
            token = session.match.token(action)
            phrase = session.match.phrase(view, action, session.names)
            lines.append(f"  #{place} {token}" + (f": {phrase}" if phrase != token else ""))
        talk = session.state.talk()
        if talk:
            lines.append(
                f"  or tell your team something first: `{session.match.token(talk[0])}` and the like; `rules` has all"
            )
        return self._fold(lines)

    def _why_not(self, move: str) -> list[str]:
        session = self.session
        return self._fold([session.match.why_not(session.state.view(session.actor), move) + "."])

    def _score(self) -> list[str]:
        session = self.session
        return session.match.score_pad(session.state.view(session.actor), session.names)

    def _hint(self) -> list[str]:
        session = self.session
        action = decide(session.match, session.state, make_bot("greedy"), session.seed, session.moves)
        return self._fold([f"A sensible player would try `{session.match.token(action)}`."])

    def _undo(self) -> list[str]:
        if not self.session.undo():
            return self._fold(["There is nothing to take back: something has been revealed since your last move."])
        self._told = {seat: min(told, len(self.session.events)) for seat, told in self._told.items()}
        return ["Taken back.", *self._show()]

    def _auto(self) -> list[str]:
        self.session.auto()
        return self._ending()

    def _help(self) -> list[str]:
        return self._fold([f"  {name}: {what}" for name, what in {**COMMANDS, **self.more}.items()])

    def _quit(self) -> list[str]:
        self.left = True
        return ["You leave the table."]

    def _ending(self) -> list[str]:
        session = self.session
        people = session.people()
        lines = self._news(people[0] if len(people) == 1 else -1)
        if lines:
            lines.append("")
        lines += session.match.score_pad(session.state.view(-1), session.names)
        for seat in people:
            result = session.label(seat)
            lines.append(f"{session.names[seat]}: {result}")
        return lines

    def _fold(self, lines: list[str]) -> list[str]:
        return [part for line in lines for part in glyphs.fold(line, self.width)]


def play(
    table: Table,
    read_line: Callable[[str], str | None],
    write: Callable[[str], None],
    clear: Callable[[], None] = lambda: None,
) -> bool:
    """Play at a table until the match is over, the player leaves, or input ends.

    Args:
        table: a fresh or loaded table.
        read_line: asks with a prompt and gives a line, or None at the end of input.
        write: shows one line.
        clear: wipes the screen when it changes hands.

    Returns:
        Whether the match was played to its end.
    """
    lines = table.begin()
    while True:
        if table.must_clear:
            clear()
        for line in lines:
            write(line)
        if table.done:
            return table.session.over
        line_read = read_line(table.prompt)
        if line_read is None:
            return False
        lines = table.answer(line_read)
