"""A play as a conversation: a line goes in, blocks come out. Nothing here knows a terminal, a width or a colour.

What the lines mean is the runtime's; what is said about it is `wording`, `entries` and `screens`; what the commands do
is `carrying_out`. The session holds what is none of these: the play, the lines on the table, the pending question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from storyengine.repl import screens
from storyengine.repl.answers import Match, Option, match_answer, plain_words
from storyengine.repl.at_table import TABLE_VERBS, is_at_table
from storyengine.repl.blocks import Block, Blocks, Kind, aside
from storyengine.repl.carrying_out import carry_out
from storyengine.repl.commands import command_words, parse_command
from storyengine.repl.entries import Entry, Table, table, usable_now
from storyengine.repl.keeping import Keeping
from storyengine.repl.looking import events_to_look_at
from storyengine.repl.names import listed, name_of, number_range
from storyengine.repl.neutralise import one_line
from storyengine.repl.questions import Question, ask
from storyengine.repl.transcript import Log, Transcript
from storyengine.repl.wording import describe_events
from storyengine.runtime import (
    Action,
    ActionSyntaxError,
    Play,
    Record,
    forced,
    legal_actions,
    parse_action,
    resume,
)
from storyengine.runtime.actions import GoOn, Move, UseItem
from storyengine.runtime.events import Event

if TYPE_CHECKING:
    from storyengine.repl.card_table import CardTable

LONGEST_LINE = 1_000
"""Characters of a typed line that are looked at."""


class Session:
    """One player, or several at one keyboard, with one story."""

    def __init__(
        self,
        fresh: Callable[[], Play],
        *,
        keeping: Keeping | None = None,
        transcript: Transcript | None = None,
        version: str = "",
        saved: Record | None = None,
    ) -> None:
        """Sit down with a story.

        Args:
            fresh: makes a new play of it, at the start and for `restart`.
            keeping: where the play is kept; nothing keeps none.
            transcript: where all that is said is written too.
            version: the program's, for `about`.
            saved: the record to begin with, of the same story.
        """
        self.play = fresh()
        self.story = self.play.story
        self.fresh = fresh
        self.keeping = keeping or Keeping(None)
        self.log = Log(transcript)
        self.version = version
        self.finished = False
        """Whether the player has left."""
        self.question: Question | None = None
        """What was asked in between and is still open."""
        self.table = Table()
        """The lines that can be answered."""
        self.card_table: CardTable | None = None
        """The card game that is on."""
        self._saved = saved
        self._usable: tuple[str, ...] = ()

    # What the two loops call

    def begin(self) -> Blocks:
        """Say the title and what stands on the table."""
        unfinished = self.keeping.unfinished(self.story)
        if self._saved is not None:
            found = self.go_on_with(self._saved)
        elif unfinished is not None:
            record = unfinished
            options = (Option("Go on with it."), Option("Begin anew; it is kept."))
            found = self.ask(
                Question(
                    "There is an unfinished play of this story.",
                    options,
                    lambda index: self.open() if index else self._go_on_where_left(record),
                )
            )
        else:
            found = self.open()
        return self._said((*self._title(), *found))

    def answer(self, line: str) -> Blocks:
        """Take a line that was typed and say what follows from it."""
        typed = line.strip()[:LONGEST_LINE]
        trouble = self.log.typed(typed) if typed else ""
        found = self._answered(typed)
        if self.question is None and not self.finished and forced(self.story, self.play.state) is not None:
            found = (*found, *self.open())  # a question before the first card was answered with something else
        said = self._said(found)
        return (*said, aside(trouble)) if trouble else said

    @property
    def over(self) -> bool:
        """Whether the story is."""
        return self.play.state.over

    def toolbar(self) -> str:
        """Return place and trackers on one line."""
        state = self.play.state
        place = [name_of(self.story, state.place)] if state.place else []
        return "  ".join([*place, *screens.tracker_lines(self.story, state)]) or one_line(self.story.title)

    def completions(self, before: str) -> tuple[str, ...]:
        """Return whole lines that the text typed so far can be the beginning of."""
        options = self.question.options if self.question is not None else self.table.options
        lines = [one_line(option.text) for option in options] + [name for option in options for name in option.names]
        usable = usable_now(self.story, self.play.state)
        held = [item for item, _ in screens.held_items(self.story, self.play.state)]
        lines += [f"use {name_of(self.story, item)}" for item in usable]
        lines += [f"examine {name_of(self.story, thing)}" for thing in (*held, *self.story.crew)]
        lines += command_words()
        start = before.lstrip().casefold()
        return tuple(dict.fromkeys(each for each in lines if each.casefold().startswith(start)))

    def leave(self) -> None:
        """Close what is open. The play was kept already, after its last action."""
        self.log.end()
        self.keeping.close()

    # Understanding a line

    def _answered(self, typed: str) -> Blocks:
        if not typed:
            return self._go_on_if_nothing_else()
        if self.question is None and is_at_table(self.play):
            found = self._at_the_table(typed)
            if found is not None:
                return found
        call = parse_command(typed)
        if call is not None:
            also = self._line_meant(typed) if call.argument else None
            if also is not None:
                words = f"`{one_line(typed)}` could be the command {call.name}, or line {also}"
                return (aside(f"{words}; for the line, say {also}"),)
            return carry_out(self, call)
        if self.question is not None:
            return self._answer_question(self.question, typed)
        action = self._action_meant(typed)
        if action is not None:
            return self.act(action)
        match = match_answer(typed, self.table.options)
        if match.only is None:
            return self._shut_line(typed) if not match.found else self._not_understood(match, self.table.options)
        return self._take(self.table.entries[match.only])

    def _at_the_table(self, typed: str) -> Blocks | None:
        """Answer a line at a card table; nothing when it is one of the story's own commands."""
        table = self.seated()
        words = " ".join(typed.casefold().split()).rstrip("?!. ")
        if words == "auto":
            return self._play_by_itself()
        asked = table.ask(words)
        if asked is not None:
            return asked
        call = parse_command(typed)
        if call is not None and call.name not in TABLE_VERBS:
            return None
        token, refusal = table.token_of(typed)
        return self._move(token) if token else refusal

    def seated(self) -> CardTable:
        """Return the table of the card game that is on, as it stands now."""
        from storyengine.repl.card_table import CardTable

        if self.card_table is None or not self.card_table.shows(self.play):
            self.card_table = CardTable(self.play)
        return self.card_table

    def _move(self, token: str) -> Blocks:
        table = self.seated()
        events = self.play.take(Move(token))
        shown = table.moved(token, self.play)
        return (*shown, *self._after_the_move(events))

    def _play_by_itself(self) -> Blocks:
        """Let a sensible player play the hand to its end."""
        table = self.seated()
        events: tuple[Event, ...] = ()
        shown: Blocks = ()
        while is_at_table(self.play):
            token = table.advice()
            events = self.play.take(Move(token))
            shown = table.moved(token, self.play)
        return (*shown, *self._after_the_move(events))

    def _after_the_move(self, events: tuple[Event, ...]) -> Blocks:
        if is_at_table(self.play):
            return self.kept()
        self.card_table = None
        return (*self.told((*events, *self.forced_events())), *self.kept(), *self.after())

    def _line_meant(self, typed: str) -> int | None:
        """The number of the line that begins like this, when a command begins like it too."""
        words = plain_words(typed)
        entries = self.table.entries if self.question is None else ()
        fitting = (
            number
            for number, entry in enumerate(entries, start=1)
            if plain_words(entry.text).startswith(words) and not isinstance(entry.action, UseItem)
        )
        return next(fitting, None)

    def _action_meant(self, typed: str) -> Action | None:
        """An action in its text form, such as `choose orchard`, which replays and logs use."""
        try:
            action = parse_action(typed)
        except ActionSyntaxError:
            return None
        return action if action in legal_actions(self.story, self.play.state) else None

    def _go_on_if_nothing_else(self) -> Blocks:
        """An empty line goes on where there is nothing else to do, and otherwise changes nothing."""
        legal = legal_actions(self.story, self.play.state)
        return self.act(GoOn()) if legal == (GoOn(),) and self.question is None else ()

    def _shut_line(self, typed: str) -> Blocks:
        """What is shown but cannot be taken is answered with the reason."""
        shut = self.table.shut
        meant = match_answer(typed, [Option(line.text, line.names) for line in shut])
        if meant.only is None or typed.isdigit():
            return self._not_understood(Match(), self.table.options)
        return (aside(f"{one_line(shut[meant.only].text)} {one_line(shut[meant.only].why)}"),)

    def _not_understood(self, match: Match, options: tuple[Option, ...]) -> Blocks:
        if match.found:
            which = [f"{index + 1}. {one_line(options[index].text)}" for index in match.found[:5]]
            return (aside(f"which one: {' or '.join(which)}?"),)
        if not options:
            return (aside("nothing is left to choose here: undo, restart, load, quit, or help"),)
        return (aside(f"choose {number_range(len(options))}, or help"),)

    def _answer_question(self, question: Question, typed: str) -> Blocks:
        match = match_answer(typed, question.options)
        if match.only is None:
            return self._not_understood(match, question.options)
        self.question = None
        return question.answer(match.only)

    # Doing something

    def ask(self, question: Question) -> Blocks:
        """Ask something in between."""
        self.question = question
        return question.blocks

    def act(self, action: Action) -> Blocks:
        """Take an action, and the steps after it in which nobody decides."""
        self.question = None
        events = (*self.play.take(action), *self.forced_events())
        return (*self.told(events), *self.kept(), *self.after())

    def forced_events(self) -> tuple[Event, ...]:
        """Take the steps in which nobody decides, such as dealing."""
        events: list[Event] = []
        while (action := forced(self.story, self.play.state)) is not None:
            events += self.play.take(action)
        return tuple(events)

    def open(self) -> Blocks:
        """Deal and read the first card of a new play."""
        return (*self.told(self.forced_events()), *self.after())

    def restart(self) -> Blocks:
        """Begin a new play, with the same people at the table."""
        new = self.fresh()
        self.play = Play(self.story, self.play.options, new.seed, reroll=new.reroll)
        self.question, self._usable = None, ()
        self.keeping.begins_anew()
        return (*self._title(), *self.open())

    def go_on_with(self, record: Record) -> Blocks:
        """Go on with a record as far as the story still has what it needs; what has changed is said."""
        resumed = resume(self.story, record)
        if not resumed.complete:
            self.keeping.begins_anew()  # so that the longer play stays whole on disk
        self.play, self.question = resumed.play, None
        self.forced_events()
        notes = tuple(aside(one_line(note)) for note in resumed.notes)
        return (*notes, *self.keeping.keep(self.play), *self.look())

    def _go_on_where_left(self, record: Record) -> Blocks:
        self.keeping.goes_on()
        return self.go_on_with(record)

    def _take(self, entry: Entry) -> Blocks:
        if entry.action is not None:
            return self.act(entry.action)
        options = tuple(Option(name_of(self.story, pick), (pick,)) for pick, _ in entry.picks)
        actions = [action for _, action in entry.picks]
        question = f"{one_line(entry.text)} Which?"
        return self.ask(ask(question, options, lambda index: self.act(actions[index]), self.prompt))

    # Saying something

    def told(self, events: Iterable[Event]) -> Blocks:
        """Say what happened."""
        reader = self.play.reader if len(self.play.options.players) > 1 else ""
        return describe_events(self.story, events, reader)

    def kept(self) -> Blocks:
        """Keep the play as it is now; say so only when there is trouble."""
        blocks = self.keeping.keep(self.play)
        if self.play.state.ending:
            blocks += self.keeping.remember_ending(self.play.state.ending)
        return blocks

    def after(self) -> Blocks:
        """Say what can be done now, or that it is over."""
        self.table = Table()
        if forced(self.story, self.play.state) is not None:  # the first card is not turned up yet
            return ()
        if is_at_table(self.play):
            again = self.card_table is not None and self.card_table.shows(self.play)
            return self.seated().look() if again else self.seated().begin()
        if not self.over:
            return self.prompt()
        seen = self.keeping.endings() | {self.play.state.ending}
        found = screens.endings_blocks(self.story, seen) if self.play.state.ending else ()
        return (*found, aside("undo, restart, load or quit"))

    def prompt(self) -> Blocks:
        """Say what can be answered. Items that can be used are named when that has changed."""
        state = self.play.state
        self.table = table(self.story, state, self.play.facts)
        usable = usable_now(self.story, state)
        news: Blocks = ()
        if usable and usable != self._usable:
            news = (aside(f"you can use: {listed([name_of(self.story, item) for item in usable])}"),)
        self._usable = usable or self._usable
        return (*self.table.blocks, *news)

    def look(self) -> Blocks:
        """Say again what the card says and what was done there last, without anything happening again."""
        self._usable = ()
        return (*self.told(events_to_look_at(self.play)), *self.after())

    def again(self) -> Blocks:
        """Say the open question again, after something else was looked at."""
        return self.question.blocks if self.question is not None else ()

    def _title(self) -> Blocks:
        title = one_line(self.story.title)
        return (Block(Kind.TITLE, title),) if title else ()

    def _said(self, blocks: Blocks) -> Blocks:
        trouble = self.log.said(blocks)
        return (*blocks, aside(trouble)) if trouble else blocks
