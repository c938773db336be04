"""The command line: one file a command. It translates; what it says is thought elsewhere."""

from __future__ import annotations

import os
import sys

from storyengine import __version__
from storyengine.cli.statuses import COULD_NOT_RUN, FINE, INTERRUPTED

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command.

    Args:
        argv: the arguments; nothing takes those of the program.

    Returns:
        The exit status.
    """
    typed = sys.argv[1:] if argv is None else list(argv)
    if typed == ["--version"]:  # answered before anything is imported that takes longer than the answer
        print(f"storyengine {__version__}")
        return FINE
    parser = _parser()
    arguments = parser.parse_args(typed)
    if "run" not in arguments:
        parser.print_help(sys.stderr)
        return COULD_NOT_RUN
    try:
        status: int = arguments.run(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # whoever read our output has seen enough; Python would complain once more when it closes it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    return status


def _parser() -> argparse.ArgumentParser:
    import argparse

    from storyengine.cli import explain, game, graph, lint, odds, play

    parser = argparse.ArgumentParser(
        prog="storyengine",
        description="Play branching stories, and learn how likely and how possible their endings are.",
        epilog="example: storyengine play tavern",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"storyengine {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    play.add_command(commands)
    odds.add_command(commands)
    lint.add_command(commands)
    explain.add_command(commands)
    graph.add_command(commands)
    game.add_command(commands)
    return parser
