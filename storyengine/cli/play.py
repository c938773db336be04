"""`storyengine play`: play a story, or show a play that was recorded."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from storyengine import __version__
from storyengine.cli.bundled import FIRST_STORY, NoStoryError, find_story
from storyengine.cli.statuses import COULD_NOT_RUN, FINE, FOUND, INTERRUPTED
from storyengine.cli.stories import CannotLoad, load_or_explain

if TYPE_CHECKING:
    from storyengine.model.story import Story
    from storyengine.repl.save_files import Shelf
    from storyengine.repl.session import Session
    from storyengine.runtime import Play, Record

MOST_SEED = 2**63
NEW_SEEDS = 1_000_000_000
"""New plays have one of so many seeds: enough, and short enough to be copied by hand."""

EXAMPLES = """\
examples:
  storyengine play tavern
  storyengine play my-story/ --players Ann,Bo
  printf '1\\nquit\\n' | storyengine play tavern
"""


class CannotPlay(Exception):
    """The play cannot begin; the message says why."""


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `play` to the commands."""
    parser = commands.add_parser(
        "play",
        help="play a story",
        description="Play a story.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    story_help = f"a folder, a file, or the name of a bundled story; without it, {FIRST_STORY}"
    parser.add_argument("story", nargs="?", default=FIRST_STORY, metavar="STORY", help=story_help)
    parser.add_argument("--seed", type=_seed, metavar="N", help="the same dice every time; without it, new ones")
    parser.add_argument("--players", type=_players, metavar="ANN,BO", help="who plays, in the order they sit")
    parser.add_argument("--load", metavar="SAVE", help="go on with a save: its name, or its file")
    at_help = "begin at this card, in a state that a real play can have there"
    parser.add_argument("--at", metavar="CARD", help=at_help)
    parser.add_argument("--replay", type=Path, metavar="FILE", help="show the play that a file records, and stop")
    parser.add_argument("--transcript", type=Path, metavar="FILE", help="write all that is said into a file, too")
    parser.add_argument("--plain", action="store_true", help="plain lines: for screen readers and simple terminals")
    parser.add_argument("--save-dir", type=Path, metavar="DIR", help="keep saves here")
    parser.add_argument("--reroll", action="store_true", help="let undo change what a roll will be")
    parser.add_argument("--width", type=_width, metavar="N", help="columns, 20 to 200")
    parser.set_defaults(run=run)


def _seed(text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be a whole number, got {text!r}") from None
    if not -MOST_SEED <= number < MOST_SEED:
        raise argparse.ArgumentTypeError("must have at most 63 bits")
    return number


def _width(text: str) -> int:
    from storyengine.repl.layout import NARROWEST, WIDEST

    if not text.isascii() or not text.isdigit() or not NARROWEST <= int(text[:6]) <= WIDEST:
        raise argparse.ArgumentTypeError(f"must be a number from {NARROWEST} to {WIDEST}, got {text!r}")
    return int(text)


def _players(text: str) -> tuple[str, ...]:
    names = tuple(" ".join(name.split()) for name in text.split(","))
    if not all(names):
        raise argparse.ArgumentTypeError(f"must be names with commas between them, got {text!r}")
    if len(set(names)) < len(names):
        raise argparse.ArgumentTypeError(f"must be different names, got {text!r}")
    return names


def run(arguments: argparse.Namespace) -> int:
    """Play; return the exit status."""
    for other in ("--load", "--replay"):
        for option, value in (("--seed", arguments.seed), ("--players", arguments.players)):
            if getattr(arguments, other[2:]) is not None and value is not None:
                return _refuse(f"{option} does not go together with {other}: the file says it already")
    if arguments.load is not None and arguments.replay is not None:
        return _refuse("--load does not go together with --replay: one goes on with a play, the other shows it")
    for other in ("--load", "--replay"):
        if arguments.at is not None and getattr(arguments, other[2:]) is not None:
            return _refuse(f"--at does not go together with {other}: both say where the play begins")
    if arguments.transcript is not None and arguments.replay is not None:
        return _refuse("--transcript does not go together with --replay: what a replay prints is its transcript")
    if sys.stdin is None or sys.stdout is None:
        return _refuse("there is nowhere to read from or to write to")
    from storyengine.repl.streams import prepare_streams

    prepare_streams(sys.stdin, sys.stdout)
    try:
        story = load_or_explain(find_story(arguments.story))
        if any(card.minigame for card in story.cards.values()):
            _introduce_games(story)
        if arguments.replay is not None:
            return _show_replay(story, arguments)
        return _play(story, arguments)
    except (CannotLoad, CannotPlay, NoStoryError) as problem:
        return _refuse(str(problem))


def _refuse(message: str) -> int:
    print(f"storyengine play: {message}", file=sys.stderr)
    return COULD_NOT_RUN


def _play(story: Story, arguments: argparse.Namespace) -> int:
    from storyengine.repl.keeping import Keeping
    from storyengine.repl.save_files import Shelf, default_folder
    from storyengine.repl.session import Session
    from storyengine.repl.streams import wants_plain
    from storyengine.repl.transcript import Transcript, TranscriptError
    from storyengine.runtime import Options, Play

    plain = wants_plain(arguments.plain)
    piped = not sys.stdin.isatty()
    options = Options(arguments.players or ("",))

    def fresh() -> Play:
        import secrets

        seed = secrets.randbelow(NEW_SEEDS) if arguments.seed is None else arguments.seed
        return Play(story, options, seed, reroll=arguments.reroll)

    folder = arguments.save_dir or default_folder()
    shelf = Shelf(folder, story.id, piped=piped)
    record = _saved(shelf, arguments.load) if arguments.load is not None else None
    if record is not None and record.story != story.id:
        raise CannotPlay(f"{arguments.load} is a play of `{record.story}`, and this story is `{story.id}`")
    if arguments.at is not None:
        record = _play_to(fresh(), arguments.at)
    transcript = None
    if arguments.transcript is not None:
        try:
            transcript = Transcript(arguments.transcript, story.title)
        except TranscriptError as problem:
            raise CannotPlay(f"no transcript: {problem}") from None
    starts_anew = any(given is not None for given in (arguments.seed, arguments.players, arguments.at))
    keeping = Keeping(shelf, offers_unfinished=not piped and not starts_anew)
    session = Session(fresh, keeping=keeping, transcript=transcript, version=__version__, saved=record)
    try:
        if plain:
            _talk_plainly(session, arguments)
        else:
            _talk(session, arguments, folder)
    except KeyboardInterrupt:
        # the play was kept after its last action
        print(f"\n\n({session.keeping.goodbye(session.play)})", flush=True)
        return INTERRUPTED
    finally:
        session.leave()
    return FINE


def _introduce_games(story: Story) -> None:
    """Let the story's cards open the card games that there are."""
    from storyengine.games.story_adapter import story_games
    from storyengine.runtime import introduce

    introduce(story, story_games())


def _play_to(play: Play, card: str) -> Record:
    """Return a play that has just come to a card: the one by which the verdicts show that it can be reached."""
    from storyengine.analysis.findings import Reachable, Unreachable
    from storyengine.analysis.reasons import reason
    from storyengine.analysis.targets import TargetKind
    from storyengine.analysis.verdicts import verdicts
    from storyengine.loader.near_names import near
    from storyengine.runtime.program import program_of

    story = play.story
    if card not in story.cards:
        meant = near(card, story.cards)
        hint = f"; did you mean {' or '.join(f'`{name}`' for name in meant)}?" if meant else ""
        raise CannotPlay(f"there is no card `{card}`{hint}")
    games = program_of(story).games
    found = verdicts(story, only=lambda target: target.kind is TargetKind.CARD and target.id == card, games=games)
    for target, verdict in found.of.items():
        if isinstance(verdict, Reachable):
            for action, chance in verdict.witness:
                play.take(action, chance)
        elif isinstance(verdict, Unreachable):
            raise CannotPlay(f"no play can come to `{card}`: {reason(found, target).message}")
        else:
            raise CannotPlay(f"no play to `{card}` was found, and no proof that there is none")
    return play.record()


def _talk_plainly(session: Session, arguments: argparse.Namespace) -> None:
    from storyengine.repl.layout import USUAL
    from storyengine.repl.plain import run_plain
    from storyengine.repl.streams import usable_width

    is_terminal = sys.stdin.isatty()
    width = arguments.width or (usable_width() if sys.stdout.isatty() else USUAL)
    run_plain(session, sys.stdin, sys.stdout, width=width, echo=not is_terminal)


def _talk(session: Session, arguments: argparse.Namespace, folder: Path) -> None:
    from storyengine.repl.save_files import state_folder
    from storyengine.repl.terminal import run_terminal

    history = (folder if arguments.save_dir else state_folder()) / "typed-lines"
    run_terminal(session, width=arguments.width, history=history)


def _saved(shelf: Shelf, name: str) -> Record:
    """Read the save that `--load` names: a file where it looks like one or is there, else a save of the story."""
    from storyengine.repl.save_files import SaveError, read_record

    path = Path(name)
    looks_like_file = len(path.parts) > 1 or path.suffix == ".json"
    try:
        return read_record(path) if looks_like_file or path.is_file() else shelf.load(name)
    except SaveError as problem:
        raise CannotPlay(str(problem)) from None


def _show_replay(story: Story, arguments: argparse.Namespace) -> int:
    """Print a recorded play and its ending; a play that cannot be followed says where it parts."""
    from storyengine.repl.layout import USUAL
    from storyengine.repl.plain import say_plain
    from storyengine.repl.replaying import replay_blocks
    from storyengine.repl.save_files import SaveError, read_record
    from storyengine.repl.streams import usable_width
    from storyengine.runtime import replay

    try:
        record = read_record(arguments.replay)
    except SaveError as problem:
        raise CannotPlay(str(problem)) from None
    replayed = replay(story, record)
    width = arguments.width or (usable_width() if sys.stdout.isatty() else USUAL)
    say_plain(replay_blocks(story, record, replayed), sys.stdout, width=width)
    if replayed.diverged:
        print(f"storyengine play: the replay parts from the record: {replayed.diverged}", file=sys.stderr)
        return FOUND
    return FINE
