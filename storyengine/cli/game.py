"""`storyengine game`: a card game by itself, against bots or with several people at one keyboard."""

from __future__ import annotations

import argparse
import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from storyengine.cli.statuses import COULD_NOT_RUN, FINE, INTERRUPTED

if TYPE_CHECKING:
    from storyengine.games.session import Session

SEEDS = 1_000_000_000
DEFAULT_PLAYERS = 4
CLEAR = "\x1b[2J\x1b[H"
"""Wipes a terminal's screen, when it changes hands."""

EXAMPLES = """\
examples:
  storyengine game creatures-and-outcasts
  storyengine game creatures-and-outcasts --players 3 --bots greedy,pimc:worlds=8
  storyengine game creatures-and-outcasts --seats human:Ann,greedy,human:Bo
  storyengine game out-of-this-world --set difficulty=easier
"""


class CannotPlayError(Exception):
    """The game cannot begin; the message says why."""


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `game` to the commands."""
    parser = commands.add_parser(
        "game",
        help="play a card game by itself",
        description="Play a card game by itself. At the table, `help` lists what can be asked; `save FILE` keeps it.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "name", metavar="NAME", nargs="?", help="creatures-and-outcasts or out-of-this-world; a save knows its own"
    )
    parser.add_argument("--players", type=int, metavar="N", help=f"seats at the table ({DEFAULT_PLAYERS}, if left out)")
    parser.add_argument("--bots", metavar="BOT,BOT", help="the other seats, such as greedy or ismcts:iters=500")
    parser.add_argument("--seats", metavar="WHO,WHO", help="every seat in order: human:NAME or a bot")
    parser.add_argument(
        "--variant",
        metavar="NAME",
        help="a variant of the game, in the other one an adventure; a wrong name lists them",
    )
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="any other setting of the game")
    parser.add_argument("--seed", type=int, metavar="N", help="the same cards every time; without it, new ones")
    parser.add_argument("--load", type=Path, metavar="FILE", help="go on with a game that was saved")
    parser.add_argument("--ascii", action="store_true", help="no signs beyond plain ASCII")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play; return the exit status."""
    from storyengine.games.table import Table, play
    from storyengine.repl.neutralise import one_line
    from storyengine.repl.streams import prepare_streams, usable_width

    prepare_streams(sys.stdin, sys.stdout)
    try:
        session = _loaded(arguments.load, arguments.name) if arguments.load else _seated(arguments)
    except CannotPlayError as problem:
        print(f"storyengine game: {one_line(str(problem))}", file=sys.stderr)
        return COULD_NOT_RUN
    table = Table(
        session,
        width=usable_width(),
        ascii_only=arguments.ascii or not _can_write("▕♥↻"),
        more={"save FILE": "keep the match in a file, for `--load FILE`"},
    )
    try:
        play(table, lambda prompt: _read(prompt, session), _write, _clear)
    except KeyboardInterrupt:
        print(flush=True)
        return INTERRUPTED
    return FINE


def _seated(arguments: argparse.Namespace) -> Session:
    """Deal a new game as the options say."""
    from storyengine.games.registry import find_game
    from storyengine.games.session import Session

    if not arguments.name:
        raise CannotPlayError("say which game: creatures-and-outcasts or out-of-this-world")
    try:
        game = find_game(arguments.name)
    except ValueError as error:
        raise CannotPlayError(str(error)) from error
    seats = tuple(part.strip() for part in arguments.seats.split(",")) if arguments.seats else ()
    config: dict[str, Any] = {"players": arguments.players or len(seats) or DEFAULT_PLAYERS}
    if arguments.bots:
        config["bots"] = [part.strip() for part in arguments.bots.split(",")]
    if arguments.variant:
        config["variant"] = arguments.variant
    for setting in arguments.set:
        key, equals, value = setting.partition("=")
        if not equals:
            raise CannotPlayError(f"`--set {setting}` has no `=`; write `--set key=value`")
        _put(config, key.strip().split("."), _typed(value.strip()))
    problems = game.check(config)
    if problems:
        raise CannotPlayError("; ".join(f"{path}: {message}" if path else message for path, message in problems))
    seed = secrets.randbelow(SEEDS) if arguments.seed is None else arguments.seed
    try:
        return Session(game.id, config, seed, seats)
    except ValueError as error:
        raise CannotPlayError(str(error)) from error


def _put(config: dict[str, Any], keys: list[str], value: object) -> None:
    """Set a setting; `options.ties` is `ties` within `options`."""
    for key in keys[:-1]:
        inner = config.setdefault(key, {})
        if not isinstance(inner, dict):
            raise CannotPlayError(f"`{key}` is set to a value already, so nothing can be set inside it")
        config = inner
    config[keys[-1]] = value


def _typed(text: str) -> object:
    """Read a value as a story's YAML would: a flag, a whole number, or a word."""
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.removeprefix("-").isdecimal() and len(text) < 10 else text


def _loaded(path: Path, name: str | None) -> Session:
    """Go on with a save, which must be of the game that was named, if one was."""
    from storyengine.games.registry import find_game
    from storyengine.games.session import BrokenSave, Session

    try:
        session = Session.load(path.read_text(encoding="utf-8"))
        if name and find_game(name).id != session.game_id:
            raise CannotPlayError(f"{path} is a game of `{session.game_id}`; leave out `{name}` to go on with it")
    except FileNotFoundError as error:
        raise CannotPlayError(f"{path} cannot be loaded: there is no such file") from error
    except OSError as error:
        raise CannotPlayError(f"{path} cannot be loaded: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise CannotPlayError(f"{path} cannot be loaded: it is not a text in UTF-8") from error
    except ValueError as error:
        where = f"{path} cannot be loaded: " if isinstance(error, BrokenSave) else ""
        raise CannotPlayError(f"{where}{error}") from error
    return session


def _read(prompt: str, session: Session) -> str | None:
    """Ask for a line; `save FILE` is answered here, since the table itself knows no files."""
    while True:
        print(prompt, end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            print(flush=True)
            return None
        if not sys.stdin.isatty():
            print(line.rstrip("\n"), flush=True)
        words = line.split(maxsplit=1)
        if len(words) != 2 or words[0].lower() != "save":
            return line.rstrip("\n")
        _save(Path(words[1].strip()), session)


def _save(path: Path, session: Session) -> None:
    from storyengine.repl.atomic_files import write_whole

    try:
        write_whole(path, session.save())
    except OSError as error:
        print(f"(not saved: {error.strerror or error})", flush=True)
    else:
        print(f"(saved to {path})", flush=True)


def _write(line: str) -> None:
    """Print a line of the table; what a save or an adventure names may come from a stranger."""
    from storyengine.repl.neutralise import neutralise

    print(neutralise(line), flush=True)


def _clear() -> None:
    print(CLEAR if sys.stdout.isatty() else "-" * 60, flush=True)


def _can_write(signs: str) -> bool:
    try:
        signs.encode(sys.stdout.encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True
