"""What each command does. Those that only look change nothing, neither in the play nor in the pending question."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from storyengine.repl import screens
from storyengine.repl.answers import Option
from storyengine.repl.at_table import TABLE_COMMANDS, is_at_table
from storyengine.repl.blocks import Blocks, aside, row
from storyengine.repl.board_map import map_blocks
from storyengine.repl.commands import Call
from storyengine.repl.entries import odds_blocks
from storyengine.repl.items import Meant, give_words, use_words
from storyengine.repl.journal import action_words, journal_blocks
from storyengine.repl.names import capitalised
from storyengine.repl.neutralise import one_line
from storyengine.repl.questions import Question, ask
from storyengine.runtime import Phase, controllers, current_card, forced
from storyengine.runtime.actions import Move

if TYPE_CHECKING:
    from storyengine.repl.session import Session


def carry_out(session: Session, call: Call) -> Blocks:
    """Carry out a command and return what is said."""
    if call.name in LOOKING:
        return (*LOOKING[call.name](session, call.argument), *session.again())
    return DOING[call.name](session, call.argument)


# Looking


def _look(session: Session, _: str) -> Blocks:
    return session.look()


def _status(session: Session, _: str) -> Blocks:
    story, play = session.story, session.play
    decisions = sum(forced(story, past.before) is None for past in play.past)
    card = current_card(story, play.state)
    return screens.status_blocks(
        story, play.state, card, seed=play.seed, decisions=decisions, players=play.options.players
    )


def _crew(session: Session, _: str) -> Blocks:
    story, play = session.story, session.play
    deciders = {who: play.decider(who) for who in story.crew}
    return screens.crew_blocks(story, play.state, controllers(story, play.options), deciders)


def _items(session: Session, _: str) -> Blocks:
    return screens.items_blocks(session.story, session.play.state)


def _examine(session: Session, words: str) -> Blocks:
    return screens.examine_blocks(session.story, session.play.state, words)


def _map(session: Session, words: str) -> Blocks:
    return map_blocks(session.play, words)


def _journal(session: Session, _: str) -> Blocks:
    return journal_blocks(session.story, session.play)


def _odds(session: Session, _: str) -> Blocks:
    return odds_blocks(session.story, session.play.state)


def _hint(session: Session, _: str) -> Blocks:
    hints = (f"{one_line(text)} {hint}" for text, hint in session.table.hints)
    return tuple(map(aside, hints)) or (aside("there is no hint here"),)


def _about(session: Session, _: str) -> Blocks:
    return screens.about_blocks(session.story, session.version)


def _help(session: Session, _: str) -> Blocks:
    options = session.question.options if session.question is not None else session.table.options
    own = TABLE_COMMANDS if is_at_table(session.play) else {}
    return (*screens.help_blocks(len(options), over=session.over), *(row(about, name) for name, about in own.items()))


def _transcript(session: Session, words: str) -> Blocks:
    if words.casefold() in ("off", "stop"):
        ended = session.log.end()
        return (aside(f"the transcript is in {ended}" if ended else "no transcript is being written"),)
    if session.log.path is not None:
        return (aside(f"the transcript goes to {session.log.path}; `transcript off` ends it"),)
    path, problem = session.keeping.transcript_path("" if words.casefold() == "on" else words)
    if path is not None:
        problem = session.log.start(path, session.story.title)
    return (aside(f"no transcript: {problem}" if problem else f"the transcript goes to {path}"),)


# Doing


def _use(session: Session, words: str) -> Blocks:
    return _act_or_ask(session, "Use which?", use_words(session.story, session.play.state, words))


def _give(session: Session, words: str) -> Blocks:
    return _act_or_ask(session, "Give what, to whom?", give_words(session.story, session.play.state, words))


def _act_or_ask(session: Session, question: str, meant: Meant) -> Blocks:
    actions = meant.actions
    if not actions:
        return (aside(meant.reason), *session.again())
    if len(actions) == 1:
        return session.act(actions[0])
    options = tuple(Option(capitalised(action_words(session.story, action))) for action in actions)
    return session.ask(ask(question, options, lambda index: session.act(actions[index]), session.prompt))


def _undo(session: Session, _: str) -> Blocks:
    """Go back to the last state in which somebody decided; over a finished hand of cards as a whole."""
    play, undone = session.play, 0
    if is_at_table(play) and isinstance(play.past[-1].recorded.action, Move) and not session.seated().can_take_back():
        return (aside("something has been revealed since your last move, so it stands; `auto` ends the hand"),)
    at_table = is_at_table(play)
    while play.undo():
        undone += 1
        if not at_table and play.state.phase is Phase.GAME:
            continue  # a hand that is over is taken back as a whole, and dealt the same when it is entered again
        if forced(session.story, play.state) is None:
            session.question = None
            return (aside("undone"), *session.keeping.keep(play), *session.look())
    for _step in range(undone):
        play.redo()
    return (aside("there is nothing to undo"), *session.again())


def _redo(session: Session, _: str) -> Blocks:
    play = session.play
    if not play.redo():
        return (aside("there is nothing to redo"), *session.again())
    while (forced(session.story, play.state) is not None or play.state.phase is Phase.GAME) and play.redo():
        pass  # what was taken back as a whole is done again as a whole
    session.question = None
    session.forced_events()
    return (aside("done again"), *session.kept(), *session.look())


def _save(session: Session, words: str) -> Blocks:
    keeping = session.keeping
    name, problem = keeping.name_for(words)
    if problem:
        return (aside(f"not saved: {problem}"), *session.again())
    if not keeping.has(name):
        return (*keeping.save(name, session.play), *session.again())

    def answered(index: int) -> Blocks:
        said = (aside(f"{name} is as it was"),) if index else keeping.save(name, session.play)
        return (*said, *session.after())

    options = (Option("Yes, save over it."), Option("No, leave it as it is."))
    return session.ask(Question(f"There is a save {name} already. Save over it?", options, answered))


def _load(session: Session, words: str) -> Blocks:
    if not words:
        return _ask_which_save(session)
    record, problem = session.keeping.load(words)
    if record is not None and record.story != session.story.id:
        problem = f"that is a play of `{one_line(record.story)}`, and this story is `{session.story.id}`"
    if record is None or problem:
        return (aside(problem), *session.again())
    session.keeping.begins_anew()
    return session.go_on_with(record)


def _ask_which_save(session: Session) -> Blocks:
    saves = session.keeping.saves()
    if not saves:
        return (aside("there is no save yet"), *session.again())
    options = tuple(Option(line, (name,)) for name, line in saves)
    return session.ask(ask("Load which?", options, lambda index: _load(session, saves[index][0]), session.after))


def _restart(session: Session, _: str) -> Blocks:
    return session.restart()


def _quit(session: Session, _: str) -> Blocks:
    session.finished = True
    return (aside(session.keeping.goodbye(session.play)),)


Carrier = Callable[["Session", str], Blocks]

LOOKING: dict[str, Carrier] = {
    "look": _look,
    "status": _status,
    "crew": _crew,
    "items": _items,
    "examine": _examine,
    "map": _map,
    "journal": _journal,
    "odds": _odds,
    "hint": _hint,
    "about": _about,
    "help": _help,
    "transcript": _transcript,
}
"""By name. After these the pending question is said again."""

DOING: dict[str, Carrier] = {
    "use": _use,
    "give": _give,
    "undo": _undo,
    "redo": _redo,
    "save": _save,
    "load": _load,
    "restart": _restart,
    "quit": _quit,
}
"""By name."""
