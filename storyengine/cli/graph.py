"""`storyengine graph`: the story as a map, in a file or in the terminal."""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from storyengine.cli.statuses import COULD_NOT_RUN, FINE
from storyengine.cli.stories import CannotLoad, loaded_story

if TYPE_CHECKING:
    from storyengine.maps.drawing import Drawing

BY_SUFFIX = {
    ".html": "html",
    ".htm": "html",
    ".svg": "svg",
    ".png": "png",
    ".dot": "dot",
    ".gv": "dot",
    ".mmd": "mmd",
    ".mermaid": "mmd",
    ".graphml": "graphml",
    ".json": "json",
    ".txt": "txt",
}
WIDEST, NARROWEST = 200, 40
FEW = 12
"""Cards; a map of fewer is not drawn from far away too."""

EXAMPLES = """\
examples:
  storyengine graph evil-power-master -o map.html
  storyengine graph evil-power-master --place Follop -o follop.svg
  storyengine graph evil-power-master --focus follop/5
"""


class CannotDraw(Exception):
    """The map cannot be made; the message says why."""


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `graph` to the commands."""
    parser = commands.add_parser(
        "graph",
        help="see a story as a map",
        description="See a story as a map: in the terminal, or in a file of the kind that its suffix says.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("story", metavar="STORY", help="a folder, a file, or the name of a bundled story")
    add("-o", "--output", metavar="FILE", help="html, svg, png, dot, mmd, graphml, json or txt; `-` prints it")
    add("--format", choices=sorted({*BY_SUFFIX.values()}), help="the kind of file, where the suffix does not say it")
    part = parser.add_mutually_exclusive_group()
    part.add_argument("--focus", metavar="CARD", help="only what is near a card")
    part.add_argument("--place", metavar="NAME", help="only one deck, by its name or title")
    part.add_argument("--route", metavar="ENDING", help="only a way to an ending: a play that gets there, step by step")
    add("--radius", type=_radius, metavar="N", help="with what is so many links around it (2 for --focus)")
    add(
        "--overlay",
        action="append",
        default=[],
        metavar="WHAT",
        help="lay over it: verdicts, odds, or a JSON file with a number for each card; may be repeated",
    )
    add("--budget", type=_factor, default=1.0, metavar="N", help="spend N times as much work on verdicts")
    add("--ascii", action="store_true", help="in the terminal: no characters but ASCII")
    add("--plain", action="store_true", help="in the terminal: lists instead of drawings, for screen readers")
    add("--width", type=_width, metavar="N", help=f"in the terminal: columns, {NARROWEST} to {WIDEST}")
    parser.set_defaults(run=run)


def _radius(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text[:4]) > 1000:
        raise argparse.ArgumentTypeError(f"must be a whole number up to 1000, got {text!r}")
    return int(text)


def _width(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not NARROWEST <= int(text[:6]) <= WIDEST:
        raise argparse.ArgumentTypeError(f"must be a number from {NARROWEST} to {WIDEST}, got {text!r}")
    return int(text)


def _factor(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number <= 1_000_000:
        raise argparse.ArgumentTypeError(f"must be a number above 0, got {text!r}")
    return number


def run(arguments: argparse.Namespace) -> int:
    """Draw the map; return the exit status."""
    from storyengine.cli.progress import Progress
    from storyengine.maps.drawing import CannotDrawError, Drawing, Wanted

    wanted = Wanted(
        focus=arguments.focus or "",
        place=arguments.place or "",
        route=arguments.route or "",
        radius=arguments.radius,
        overlays=tuple(arguments.overlay),
        budget=arguments.budget,
    )
    try:
        kind = _kind(arguments)
        _, story = loaded_story(arguments.story)
        with Progress() as progress:
            drawing = Drawing(story, wanted, progress=progress.show, say=_say)
        if kind:
            _write(drawing, kind, arguments.output)
        else:
            _show(drawing, arguments)
    except (CannotLoad, CannotDraw, CannotDrawError) as problem:
        print(f"storyengine graph: {problem}", file=sys.stderr)
        return COULD_NOT_RUN
    return FINE


def _say(remark: str) -> None:
    print(remark, file=sys.stderr)


def _kind(arguments: argparse.Namespace) -> str:
    """Return the format of the file to write; empty for the terminal."""
    if not arguments.output:
        if arguments.format:
            raise CannotDraw("--format needs -o FILE; `-o -` prints it")
        return ""
    if arguments.format:
        return str(arguments.format)
    suffix = Path(arguments.output).suffix.lower()
    if suffix not in BY_SUFFIX:
        kinds = ", ".join(dict.fromkeys(BY_SUFFIX.values()))
        raise CannotDraw(f"`{arguments.output}` does not say what kind of file it is: {kinds}; see --format")
    return BY_SUFFIX[suffix]


def _write(drawing: Drawing, kind: str, output: str) -> None:
    if kind == "png" and output == "-" and sys.stdout.isatty():
        raise CannotDraw("a picture is not for a terminal; give a file")
    drawn = drawing.drawn()
    data = drawing.contents(drawn, kind)
    if output == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    try:
        Path(output).write_bytes(data)
    except OSError as problem:
        raise CannotDraw(f"`{output}` cannot be written: {problem.strerror}") from None
    left_out = f", {drawn.left_out:,} left out" if drawn.left_out else ""
    _say(f"wrote {output}: {len(drawn.nodes):,} cards{left_out}, {len(data):,} bytes")


def _show(drawing: Drawing, arguments: argparse.Namespace) -> None:
    from storyengine.maps.terminal import local_tree, overview, plain_list

    width = arguments.width or max(NARROWEST, min(shutil.get_terminal_size((100, 30)).columns - 1, WIDEST))
    height = max(12, width * 3 // 10)
    drawn = drawing.drawn(width / (2 * height))
    index = drawn.index()
    here = index.get(drawing.focus, drawn.start if drawn.start >= 0 else 0)
    ascii_only = arguments.ascii or not _can_write("⠿●╰")
    if arguments.plain:
        print(plain_list(drawn, here), end="")
        return
    if len(drawn.nodes) >= FEW:  # fewer are all in the tree
        print(overview(drawn, width=width, height=height, ascii_only=ascii_only, here=here))
    print(local_tree(drawn, here, ascii_only=ascii_only), end="")


def _can_write(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
