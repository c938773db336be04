"""`storyengine odds`: how likely each ending is, by many seeded plays."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from storyengine.cli.statuses import COULD_NOT_RUN, FINE
from storyengine.cli.stories import CannotLoad, loaded_story

if TYPE_CHECKING:
    from storyengine.analysis.odds import Share, Tally
    from storyengine.model.story import Story

DEFAULT_RUNS = 1_000
MOST_RUNS = 10_000_000
POLICY_NAMES = ("random", "first", "sensible")
BAR = 30
"""Width of the progress bar."""

EXAMPLES = """\
examples:
  storyengine odds tavern
  storyengine odds evil-power-master --policy sensible --runs 400 --jobs 2
"""


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `odds` to the commands."""
    parser = commands.add_parser(
        "odds",
        help="how likely each ending is",
        description="Play a story many times and tell how likely each ending is, with 95 % intervals.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("story", metavar="STORY", help="a folder, a file, or the name of a bundled story")
    parser.add_argument("--policy", choices=POLICY_NAMES, default="random", help="who chooses (random, if left out)")
    parser.add_argument("--runs", type=partial(_count, most=MOST_RUNS), default=DEFAULT_RUNS, metavar="N", help="plays")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="another seed, other plays (0, if left out)")
    parser.add_argument(
        "--jobs", type=partial(_count, most=256), default=1, metavar="N", help="processes; same figures"
    )
    parser.add_argument("--format", choices=("text", "json"), default="text", help="how to print the figures")
    parser.set_defaults(run=run)


def _count(text: str, *, most: int) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= most:
        raise argparse.ArgumentTypeError(f"a whole number from 1 to {most:,}, please, not {text!r}")
    return int(text)


def run(arguments: argparse.Namespace) -> int:
    """Play, and print what came of it."""
    from storyengine.analysis.odds import simulate

    try:
        path, story = loaded_story(arguments.story)
        tally = simulate(
            partial(_load, str(path)),
            policy=arguments.policy,
            runs=arguments.runs,
            seed=arguments.seed,
            jobs=min(arguments.jobs, arguments.runs),
            games=_games,
            progress=_progress(),
        )
    except (CannotLoad, ValueError) as error:
        print(f"storyengine odds: {error}", file=sys.stderr)
        return COULD_NOT_RUN
    show = _as_json if arguments.format == "json" else _as_text
    print(show(story, tally, arguments))
    return FINE


def _load(path: str) -> Story:
    from storyengine.loader import load

    return load(path)


def _games() -> Mapping[str, Any]:
    from storyengine.games.story_adapter import story_games

    return story_games()


def _progress() -> Callable[[int, int], None]:
    """Return what draws the bar: only on a terminal, only on stderr."""
    if not sys.stderr.isatty() or os.environ.get("TERM") in ("dumb", "unknown"):
        return lambda done, runs: None

    def draw(done: int, runs: int) -> None:
        filled = BAR * done // runs
        end = "\r\033[K" if done == runs else ""
        print(
            f"\r[{'#' * filled}{'.' * (BAR - filled)}] {done:,} of {runs:,} plays", end=end, file=sys.stderr, flush=True
        )

    return draw


def _rows(story: Story, tally: Tally) -> list[tuple[str, str, str, Share]]:
    """Return (id, kind, title, share) of every ending, the likeliest first, and of plays that reached none."""
    from storyengine.analysis.odds import wilson
    from storyengine.model.walk import endings

    rows = [
        (ending.id, ending.kind, ending.title, wilson(tally.endings[ending.id], tally.plays))
        for ending in endings(story)
    ]
    rows.sort(key=lambda row: (-row[3].count, row[0]))
    stuck = sum(tally.stuck.values())
    if stuck:
        rows.append(("stuck", "", "went no further, without an ending", wilson(stuck, tally.plays)))
    if tally.broken_off:
        rows.append(("broken_off", "", "never came to an end", wilson(tally.broken_off, tally.plays)))
    return rows


def _kinds(story: Story, tally: Tally) -> dict[str, Share]:
    """Return the share of each kind of ending."""
    from storyengine.analysis.odds import wilson
    from storyengine.model.walk import endings

    counts: dict[str, int] = {}
    for ending in endings(story):
        counts[ending.kind] = counts.get(ending.kind, 0) + tally.endings[ending.id]
    return {kind: wilson(count, tally.plays) for kind, count in sorted(counts.items())}


def _as_text(story: Story, tally: Tally, arguments: argparse.Namespace) -> str:
    rows = _rows(story, tally)
    width = max(len(row[0]) for row in rows)
    lines = [f"{story.title}: {tally.plays:,} plays, policy {arguments.policy}, seed {arguments.seed}", ""]
    for ident, kind, title, share in rows:
        told = f"  {title}" if title and title != ident else ""
        none = "  (not seen, which does not mean that it cannot be)" if not share.count and kind else ""
        lines.append(f"  {ident:<{width}}  {_percent(share)}  {kind:<5}{told}{none}".rstrip())
    kinds = _kinds(story, tally)
    if len(kinds) > 1:
        lines.append("")
        lines += [f"  {kind:<{width}}  {_percent(share)}" for kind, share in kinds.items()]
    lines.append("")
    for name, values in (("decisions", tally.decisions), ("words read", tally.words), ("landings", tally.landings)):
        if any(values):
            low, middle, high = _quantiles(values)
            lines.append(f"  {name:<{width}}  {low:,} to {high:,} in nine plays of ten, {middle:,} in the middle")
    if tally.places:
        total = sum(tally.places.values())
        shares = ", ".join(f"{place} {count / total:.0%}" for place, count in tally.places.most_common())
        lines.append(f"  {'flown to':<{width}}  {shares}")
    for name, count in sorted(tally.games.items()):
        lines.append(f"  {'card games':<{width}}  {name}: {count:,}")
    seen = sum(1 for card in story.cards if tally.cards[card])
    lines.append(f"  {'cards seen':<{width}}  {seen:,} of {len(story.cards):,}")
    return "\n".join(lines)


def _percent(share: Share) -> str:
    return f"{share.share:>6.1%}  ({share.low:.1%} to {share.high:.1%})"


def _quantiles(values: list[int]) -> tuple[int, int, int]:
    """Return the 5 %, 50 % and 95 % quantiles."""
    ordered = sorted(values)
    last = len(ordered) - 1
    return ordered[round(0.05 * last)], ordered[round(0.5 * last)], ordered[round(0.95 * last)]


def _as_json(story: Story, tally: Tally, arguments: argparse.Namespace) -> str:
    def shown(share: Share) -> dict[str, Any]:
        return {"count": share.count, "share": share.share, "low": share.low, "high": share.high}

    found: dict[str, Any] = {
        "story": story.id,
        "mechanics": story.mechanics_hash,
        "policy": arguments.policy,
        "seed": arguments.seed,
        "plays": tally.plays,
        "endings": {
            ident: {"kind": kind, "title": title, **shown(share)} for ident, kind, title, share in _rows(story, tally)
        },
        "kinds": {kind: shown(share) for kind, share in _kinds(story, tally).items()},
        "stuck": dict(sorted(tally.stuck.items())),
        "broken_off": tally.broken_off,
        "games": dict(sorted(tally.games.items())),
        "landings": dict(sorted(tally.places.items())),
        "cards": {card: tally.cards[card] for card in story.cards},
    }
    for name, values in (("decisions", tally.decisions), ("words", tally.words)):
        low, middle, high = _quantiles(values)
        found[name] = {"mean": sum(values) / len(values), "5%": low, "50%": middle, "95%": high}
    return json.dumps(found, indent=2, ensure_ascii=False)
