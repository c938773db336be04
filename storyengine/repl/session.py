"""A play as a conversation: a line goes in, blocks come out. Nothing here knows a terminal, a width or a colour.

What the lines mean is the runtime's; what is said about it is `wording`, `entries` and `screens`. The session holds
what is neither: the question that is pending, where saves go, the transcript, and whether the player has left.
"""

from __future__ import annotations

from collections.abc import Callable

from storyengine.repl import screens
from storyengine.repl.answers import Match, Option, match_answer, plain_words
from storyengine.repl.blocks import Block, Blocks, Kind, aside
from storyengine.repl.commands import Call, command_words, parse_command
from storyengine.repl.entries import Entry, Table, odds_blocks, table, usable_now
from storyengine.repl.items import give_words, use_words
from storyengine.repl.journal import action_words, journal_blocks
from storyengine.repl.keeping import Keeping
from storyengine.repl.names import listed, name_of
from storyengine.repl.neutralise import one_line
from storyengine.repl.questions import Question, ask
from storyengine.repl.transcript import Transcript, TranscriptError
from storyengine.repl.wording import describe_events
from storyengine.runtime import (
    Action,
    ActionSyntaxError,
    Play,
    Record,
    controllers,
    current_card,
    forced,
    legal_actions,
    parse_action,
    resume,
)
from storyengine.runtime.actions import GoOn
from storyengine.runtime.events import Event

LONGEST_LINE = 1_000
"""Characters of a typed line that are looked at."""


class Session:
    """One player, or several at one keyboard, with one story."""

    def __init__(
        self,
        play: Play,
        fresh: Callable[[], Play],
        *,
        keeping: Keeping | None = None,
        transcript: Transcript | None = None,
        version: str = "",
        saved: Record | None = None,
    ) -> None:
        """Sit down with a play.

        Args:
            play: a new play.
            fresh: makes a new play of the same story, for `restart`.
            keeping: where the play is kept; nothing keeps none.
            transcript: where all that is said is written too.
            version: the program's, for `about`.
            saved: the record to begin with, of the same story.
        """
        self.story = play.story
        self.play = play
        self.finished = False
        """Whether the player has left."""
        self._fresh = fresh
        self._keeping = keeping or Keeping(None)
        self._transcript = transcript
        self._version = version
        self._saved = saved
        self._question: Question | None = None
        self._table = Table()
        self._usable: tuple[str, ...] = ()
        """The items that the player was last told can be used."""

    # What the two loops call

    def begin(self) -> Blocks:
        """Say the title and what stands on the table."""
        found = [Block(Kind.TITLE, one_line(self.story.title))] if one_line(self.story.title) else []
        if self._saved is not None:
            found += self._resumed(self._saved)
        elif self._keeping.unfinished(self.story) is not None:
            question = "There is an unfinished play of this story."
            found += self._ask(Question(question, (Option("Go on with it."), Option("Begin anew.")), self._begin_with))
        else:
            found += self._open()
        return self._said(tuple(found))

    def answer(self, line: str) -> Blocks:
        """Take a line that was typed and say what follows from it."""
        typed = line.strip()[:LONGEST_LINE]
        if self._transcript is not None and typed:
            self._log(lambda transcript: transcript.typed(typed))
        return self._said(self._answered(typed))

    @property
    def over(self) -> bool:
        """Whether the story is."""
        return self.play.state.over

    @property
    def card(self) -> str:
        """The card that is being read."""
        return current_card(self.story, self.play.state)

    def toolbar(self) -> str:
        """Return place and trackers on one line."""
        state = self.play.state
        place = [name_of(self.story, state.place)] if state.place else []
        return "  ".join([*place, *screens.tracker_lines(self.story, state)]) or one_line(self.story.title)

    def completions(self, before: str) -> tuple[str, ...]:
        """Return whole lines that the text typed so far can be the beginning of."""
        if self._question is not None:
            options: tuple[Option, ...] = self._question.options
        else:
            options = tuple(entry.option for entry in self._table.entries)
        lines = [one_line(option.text) for option in options] + [name for option in options for name in option.names]
        held = [item for item, _ in screens.held_items(self.story, self.play.state)]
        lines += [f"use {one_line(self.story.items[item].title)}" for item in usable_now(self.story, self.play.state)]
        lines += [f"examine {one_line(self.story.items[item].title)}" for item in held]
        lines += command_words()
        start = before.lstrip().casefold()
        return tuple(dict.fromkeys(each for each in lines if each.casefold().startswith(start)))

    def leave(self) -> None:
        """Close what is open. The play was kept already, after its last action."""
        if self._transcript is not None:
            self._transcript.close()
            self._transcript = None
        self._keeping.close()

    # Understanding a line

    def _answered(self, typed: str) -> Blocks:
        if not typed:
            return self._go_on_if_nothing_else()
        call = parse_command(typed)
        if call is not None:
            also = self._choice_meant(typed) if call.argument else None
            if also is not None:
                return (
                    aside(
                        f"`{one_line(typed)}` could be the command {call.name}, or line {also}; say {also} for the line"
                    ),
                )
            return self._command(call)
        if self._question is not None:
            return self._answer_question(self._question, typed)
        action = self._action_meant(typed)
        if action is not None:
            return self._act(action)
        match = match_answer(typed, [entry.option for entry in self._table.entries])
        if match.only is None:
            return self._not_understood(match, [entry.text for entry in self._table.entries])
        return self._take(self._table.entries[match.only])

    def _choice_meant(self, typed: str) -> int | None:
        """The number of the line that begins like this, when a command begins like it too."""
        words = plain_words(typed)
        fitting = [
            number
            for number, entry in enumerate(self._table.entries, start=1)
            if plain_words(entry.text).startswith(words)
        ]
        return fitting[0] if fitting and self._question is None else None

    def _action_meant(self, typed: str) -> Action | None:
        """An action in its text form, such as `choose orchard`, which replays and logs use."""
        try:
            action = parse_action(typed)
        except ActionSyntaxError:
            return None
        return action if action in legal_actions(self.story, self.play.state) else None

    def _go_on_if_nothing_else(self) -> Blocks:
        """An empty line goes on where there is nothing else to do, and otherwise changes nothing."""
        only = self._table.entries[0].action if len(self._table.entries) == 1 and self._question is None else None
        return (
            self._act(only) if isinstance(only, GoOn) and len(legal_actions(self.story, self.play.state)) == 1 else ()
        )

    def _not_understood(self, match: Match, texts: list[str]) -> Blocks:
        if match.found:
            which = [f"{index + 1}. {one_line(texts[index])}" for index in match.found[:5]]
            return (aside(f"which one: {' or '.join(which)}?"),)
        if not texts:
            return (aside("the story is over: undo, restart, load or quit"),)
        return (aside(f"choose {'1' if len(texts) == 1 else f'1 to {len(texts)}'}, or help"),)

    def _answer_question(self, question: Question, typed: str) -> Blocks:
        match = match_answer(typed, question.options)
        if match.only is None:
            return self._not_understood(match, [option.text for option in question.options])
        self._question = None
        return question.answer(match.only)

    def _ask(self, question: Question) -> Blocks:
        self._question = question
        return question.blocks

    # Doing something

    def _take(self, entry: Entry) -> Blocks:
        if entry.action is not None:
            return self._act(entry.action)
        options = tuple(Option(name_of(self.story, pick), (pick,)) for pick, _ in entry.picks)
        actions = [action for _, action in entry.picks]
        return self._ask(
            ask(f"{one_line(entry.text)} Which?", options, lambda index: self._act(actions[index]), self._prompt)
        )

    def _act(self, action: Action) -> Blocks:
        """Take an action, and the steps after it in which nobody decides."""
        self._question = None
        events = [*self.play.take(action), *self._forced_events()]
        return (*self._told(events), *self._kept(), *self._after())

    def _forced_events(self) -> list[Event]:
        events: list[Event] = []
        while (action := forced(self.story, self.play.state)) is not None:
            events += self.play.take(action)
        return events

    def _open(self) -> Blocks:
        """Deal and read the first card of a new play."""
        return (*self._told(self._forced_events()), *self._after())

    def _told(self, events: list[Event] | tuple[Event, ...]) -> Blocks:
        reader = self.play.reader if len(self.play.options.players) > 1 else ""
        return describe_events(self.story, events, reader)

    def _kept(self) -> Blocks:
        blocks = self._keeping.keep(self.play)
        if self.play.state.ending:
            blocks += self._keeping.remember_ending(self.play.state.ending)
        return blocks

    def _after(self) -> Blocks:
        """Say what can be done now, or that it is over."""
        if not self.over:
            return self._prompt()
        self._table = Table()
        seen = self._keeping.endings() | {self.play.state.ending}
        found = screens.endings_blocks(self.story, seen) if self.play.state.ending else ()
        return (*found, aside("undo, restart, load or quit"))

    def _prompt(self) -> Blocks:
        """Say what can be answered. Items that can be used are named when that has changed."""
        state = self.play.state
        self._table = table(self.story, state)
        usable = usable_now(self.story, state)
        news: Blocks = ()
        if usable and usable != self._usable:
            news = (aside(f"you can use: {listed([name_of(self.story, item) for item in usable])}"),)
        self._usable = usable
        return (*self._table.blocks, *news)

    def _look(self) -> Blocks:
        """Say again what was said since the card was turned up, without anything happening again."""
        self._usable = ()
        return (*self._told(self.play.events_since_card()), *self._after())

    def _begin_with(self, index: int) -> Blocks:
        offered = self._keeping.unfinished(self.story) if index == 0 else None
        if offered is None:
            return self._open()
        self._keeping.goes_on()
        return self._resumed(offered)

    # Commands

    def _command(self, call: Call) -> Blocks:
        story, play = self.story, self.play
        match call.name:
            case "look":
                return (*self._look(), *self._again())
            case "status":
                decided = sum(forced(story, past.before) is None for past in play.past)
                shown = screens.status_blocks(
                    story, play.state, self.card, seed=play.seed, decisions=decided, players=play.options.players
                )
            case "crew":
                shown = screens.crew_blocks(story, play.state, controllers(story, play.options))
            case "items":
                shown = screens.items_blocks(story, play.state)
            case "examine":
                shown = screens.examine_blocks(story, play.state, call.argument)
            case "journal":
                shown = journal_blocks(story, play)
            case "odds":
                shown = odds_blocks(story, play.state)
            case "hint":
                shown = self._hints()
            case "about":
                shown = screens.about_blocks(story, self._version)
            case "help":
                count = len(self._question.options) if self._question else len(self._table.entries)
                shown = screens.help_blocks(count, over=self.over)
            case "transcript":
                shown = self._set_transcript(call.argument)
            case "use":
                return self._use(call.argument)
            case "give":
                return self._give(call.argument)
            case "undo":
                return self._undo()
            case "redo":
                return self._redo()
            case "save":
                return self._save(call.argument)
            case "load":
                return self._load(call.argument)
            case "restart":
                return self._restart()
            case "quit":
                self.finished = True
                return (aside(self._keeping.goodbye(play)),)
            case _:
                raise AssertionError(f"every command is carried out above, got {call.name!r}")
        return (*shown, *self._again())

    def _again(self) -> Blocks:
        return self._question.blocks if self._question is not None else ()

    def _hints(self) -> Blocks:
        lines = [f"{one_line(text)} {hint}" for text, hint in self._table.hints]
        return tuple(map(aside, lines)) or (aside("there is no hint here"),)

    def _use(self, words: str) -> Blocks:
        found = use_words(self.story, self.play.state, words)
        if not found.actions:
            return (aside(found.reason), *self._again())
        return self._act_or_ask("Use what?" if not words else "Which?", found.actions)

    def _give(self, words: str) -> Blocks:
        found = give_words(self.story, self.play.state, words)
        if not found.actions:
            return (aside(found.reason), *self._again())
        return self._act_or_ask("Give what, to whom?", found.actions)

    def _act_or_ask(self, question: str, actions: tuple[Action, ...]) -> Blocks:
        if len(actions) == 1:
            return self._act(actions[0])
        options = tuple(Option(action_words(self.story, action)) for action in actions)
        return self._ask(ask(question, options, lambda index: self._act(actions[index]), self._prompt))

    def _undo(self) -> Blocks:
        """Go back to the last state in which somebody decided."""
        undone = 0
        while self.play.undo():
            undone += 1
            if forced(self.story, self.play.state) is None:
                break
        else:
            for _ in range(undone):
                self.play.redo()
            return (aside("there is nothing to undo"), *self._again())
        self._question = None
        return (aside("undone"), *self._keeping.keep(self.play), *self._look())

    def _redo(self) -> Blocks:
        if not self.play.redo():
            return (aside("there is nothing to redo"), *self._again())
        while forced(self.story, self.play.state) is not None and self.play.redo():
            pass
        self._question = None
        events = self._forced_events()
        return (aside("done again"), *self._told(events), *self._kept(), *self._look())

    def _save(self, words: str) -> Blocks:
        keeping = self._keeping
        name, problem = keeping.name_for(words)
        if problem:
            return (aside(problem), *self._again())
        if not keeping.has(name):
            return (*keeping.save(name, self.play), *self._again())
        options = (Option("Yes, save over it."), Option("No, leave it."))

        def answered(index: int) -> Blocks:
            said = keeping.save(name, self.play) if index == 0 else (aside(f"{name} is as it was"),)
            return (*said, *self._after())

        return self._ask(Question(f"There is a save {name} already. Save over it?", options, answered))

    def _load(self, words: str) -> Blocks:
        if words:
            record, problem = self._keeping.load(words)
            if record is None:
                return (aside(problem), *self._again())
            self._keeping.begins_anew()
            return self._resumed(record)
        names = self._keeping.saves()
        if not names:
            return (aside("there is no save yet"), *self._again())
        options = tuple(Option(text, (name,)) for name, text in names)
        return self._ask(ask("Load which?", options, lambda index: self._load(names[index][0]), self._prompt))

    def _resumed(self, record: Record) -> Blocks:
        """Go on with a record as far as the story still has what it needs; what has changed is said."""
        if record.story != self.story.id:
            return (
                aside(f"that is a play of `{one_line(record.story)}`, and this is `{self.story.id}`"),
                *self._again(),
            )
        resumed = resume(self.story, record)
        if not resumed.complete:
            self._keeping.begins_anew()  # so that the longer play stays whole on disk
        self.play, self._question = resumed.play, None
        self._forced_events()
        notes = tuple(aside(one_line(note)) for note in resumed.notes)
        return (*notes, *self._keeping.keep(self.play), *self._look())

    def _restart(self) -> Blocks:
        self.play, self._question, self._usable = self._fresh(), None, ()
        self._keeping.begins_anew()
        return (Block(Kind.TITLE, one_line(self.story.title)), *self._open())

    # The transcript

    def _set_transcript(self, words: str) -> Blocks:
        if words.casefold() in ("off", "stop"):
            if self._transcript is None:
                return (aside("no transcript is being written"),)
            path, self._transcript = self._transcript.path, None
            return (aside(f"the transcript is in {path}"),)
        if self._transcript is not None:
            return (aside(f"the transcript goes to {self._transcript.path}; transcript off ends it"),)
        path, problem = self._keeping.transcript_path("" if words.casefold() == "on" else words)
        if path is None:
            return (aside(problem),)
        try:
            self._transcript = Transcript(path, self.story.title)
        except TranscriptError as trouble:
            return (aside(f"no transcript: {trouble}"),)
        return (aside(f"the transcript goes to {path}"),)

    def _said(self, blocks: Blocks) -> Blocks:
        trouble = self._log(lambda transcript: transcript.said(blocks)) if self._transcript is not None else ""
        return (*blocks, aside(trouble)) if trouble else blocks

    def _log(self, write: Callable[[Transcript], None]) -> str:
        if self._transcript is None:
            return ""
        try:
            write(self._transcript)
        except TranscriptError as problem:
            self._transcript = None
            return f"the transcript ends here: {problem}"
        return ""
