"""`storyengine explain`: the page of a finding."""

from __future__ import annotations

import argparse
import sys

FINE, COULD_NOT_RUN = 0, 2

EXAMPLES = """\
examples:
  storyengine explain SE102
  storyengine explain unreachable-card
  storyengine explain --all > findings.md
"""


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `explain` to the commands."""
    parser = commands.add_parser(
        "explain",
        help="say what a finding means, why it matters, and what to do",
        description="Say what a finding means, why it matters, and what to do.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("name", nargs="?", metavar="CODE", help="a code such as SE102, or a name as findings show it")
    parser.add_argument("--all", action="store_true", help="everything that can be found, as one document")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print a page; return the exit status."""
    from difflib import get_close_matches

    from storyengine.cli.pages import all_pages, find_info, page, rule_infos

    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")
    if arguments.all == (arguments.name is not None):
        return _refuse("name one finding, such as SE102, or write --all")
    if arguments.all:
        print(all_pages())
        return FINE
    info = find_info(arguments.name)
    if info is None:
        names = [name for each in rule_infos() for name in (each.slug, each.code)]
        near = get_close_matches(arguments.name, names, n=1, cutoff=0.5)
        meant = f"; did you mean `{near[0]}`?" if near else ""
        return _refuse(f"nothing is called `{arguments.name}`{meant}")
    print(page(info))
    return FINE


def _refuse(message: str) -> int:
    print(f"storyengine explain: {message}", file=sys.stderr)
    return COULD_NOT_RUN
