"""`storyengine lint`: what is wrong with a story, and whether each ending can be reached."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from storyengine import __version__
from storyengine.cli.bundled import NoStoryError, find_story
from storyengine.repl.problems import words_of

if TYPE_CHECKING:
    from storyengine.analysis.findings import Verdicts
    from storyengine.checking import Checked
    from storyengine.cli.witness_folder import WitnessFolder
    from storyengine.loader import Loaded
    from storyengine.report import Report, StoryReport

FINE, FOUND, COULD_NOT_RUN, INTERRUPTED = 0, 1, 2, 130
FORMATS = ("text", "json", "sarif", "github")
MOST_BUDGET = 10_000

EXAMPLES = """\
examples:
  storyengine lint tavern
  storyengine lint my-story/ --fix
  storyengine lint my-story/ --witnesses my-story/witnesses --strict
  storyengine lint my-story/ --format sarif > lint.sarif

exit status: 0 nothing to mend, 1 errors or warnings (with --strict, undecided too), 2 could not run, 130 interrupted
"""


class CannotLint(Exception):
    """There is nothing to be said about the story; the message says why."""


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `lint` to the commands."""
    parser = commands.add_parser(
        "lint",
        help="find what is wrong with a story, and decide whether each ending can be reached",
        description="Find what is wrong with stories, and decide whether each ending can be reached.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("stories", nargs="+", metavar="STORY", help="a folder, a file, or the name of a bundled story")
    add("--format", choices=FORMATS, default="text", help="how findings are written; text, if left out")
    add("--select", type=_names, default=(), metavar="RULES", help="show only these: codes, names, or SE1 for SE1..")
    add("--ignore", type=_names, default=(), metavar="RULES", help="do not show these")
    add("--budget", type=_budget, metavar="N", help="spend N times as much work on what is undecided")
    add("--strict", action="store_true", help="what is undecided counts as an error")
    add("--fix", action="store_true", help="mend what can be mended without a doubt")
    add("--unsafe-fixes", action="store_true", help="with --fix or --diff: make guesses too")
    add("--diff", action="store_true", help="show what --fix would change, and change nothing")
    add("--witnesses", type=Path, metavar="DIR", help="keep a play for each thing reached; those kept are tried first")
    add("--baseline", type=Path, metavar="FILE", help="do not show the findings that a file lists")
    add("--write-baseline", action="store_true", help="with --baseline: write the findings into the file")
    add("--exit-zero", action="store_true", help="exit with 0 whatever is found")
    add("--watch", action="store_true", help="lint again whenever a file changes")
    parser.set_defaults(run=run)


def _names(text: str) -> tuple[str, ...]:
    from difflib import get_close_matches

    from storyengine.checking import rule_names
    from storyengine.lint.running import matches

    names = tuple(name.strip() for name in text.split(",") if name.strip())
    known = rule_names()
    for name in names:
        if not any(matches(name, code, slug) for code, slug in known.items()):
            near = get_close_matches(name, (*known.values(), *known), n=1)
            raise argparse.ArgumentTypeError(
                f"there is no rule `{name}`" + (f"; did you mean `{near[0]}`?" * bool(near))
            )
    return names


def _budget(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0
    if not 0.01 <= number <= MOST_BUDGET:
        raise argparse.ArgumentTypeError(f"must be a number from 0.01 to {MOST_BUDGET:,}, got {text!r}")
    return number


def run(arguments: argparse.Namespace) -> int:
    """Lint; return the exit status."""
    if arguments.write_baseline and arguments.baseline is None:
        return _refuse("--write-baseline needs --baseline FILE")
    if arguments.unsafe_fixes and not (arguments.fix or arguments.diff):
        return _refuse("--unsafe-fixes goes together with --fix or --diff")
    from storyengine.cli.baseline_file import BaselineFileError

    _prepare_output(arguments.format)
    try:
        if arguments.watch:
            return _watch(arguments)
        return _lint(arguments)[0]
    except (CannotLint, NoStoryError, BaselineFileError) as problem:
        return _refuse(str(problem))


def _refuse(message: str) -> int:
    print(f"storyengine lint: {message}", file=sys.stderr)
    return COULD_NOT_RUN


def _say(message: str) -> None:
    print(f"storyengine lint: {message}", file=sys.stderr)


def _print(text: str) -> None:
    """Write to stdout, all of it at once."""
    try:
        print(text, flush=True)
    except BrokenPipeError:
        raise  # whoever read it has seen enough
    except OSError as problem:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python complains once more at its end
        raise CannotLint(f"the report cannot be written: {words_of(problem)}") from None


def _prepare_output(wanted: str) -> None:
    """Machines are given UTF-8; a terminal that lacks a letter is given its number."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        if wanted in ("json", "sarif"):
            reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
        else:
            reconfigure(errors="backslashreplace")


def _lint(arguments: argparse.Namespace) -> tuple[int, list[str]]:
    """Lint all stories once; the exit status, and the files that were read."""
    from storyengine.cli.baseline_file import BaselineFile
    from storyengine.cli.interruption import Interruption
    from storyengine.report import WRITERS

    found: list[StoryReport] = []
    files: list[str] = []
    known = BaselineFile(arguments.baseline, renew=arguments.write_baseline) if arguments.baseline else None
    folder = _witness_folder(arguments)
    unwritten: list[str] = []
    paths = [_path(name) for name in arguments.stories]  # a name that is wrong is told before the long work
    with Interruption() as interruption:
        for name, path in zip(arguments.stories, paths, strict=True):
            if not interruption.happened:
                checked = _check(path, arguments, lambda: interruption.happened, folder)
                if folder and checked.verdicts is not None:
                    unwritten += _keep(folder, checked.verdicts)
                files += checked.sources or [str(path)]
                story = _story_report(checked, name, interrupted=interruption.happened)
                found.append(known.without_known(story, checked) if known else story)
    if known and arguments.write_baseline and not interruption.happened:
        count = known.write()
        _say(f"{count} {'finding' if count == 1 else 'findings'} written to {known.path}")
    report = _report(found)
    written = WRITERS[arguments.format](report, colour=_wants_colour())
    if written:
        _print(written)
    for problem in unwritten:
        _say(problem)
    if interruption.happened:
        return INTERRUPTED, files
    if unwritten:
        return COULD_NOT_RUN, files
    return (FINE if arguments.exit_zero or not _has_findings(report) else FOUND), files


def _path(name: str) -> Path:
    """Return where a story is, below the present folder wherever that can be said."""
    path = find_story(name)
    if path.is_absolute():
        try:
            return path.relative_to(Path.cwd())
        except ValueError:
            return path
    return path


def _load(path: Path) -> Loaded:
    from storyengine.checking import introduce_games
    from storyengine.games.story_adapter import story_games
    from storyengine.loader import load_story

    loaded = load_story(path, games=story_games())
    if loaded.story:
        introduce_games(loaded.story)  # kept witnesses are played before anything is decided
    return loaded


def _witness_folder(arguments: argparse.Namespace) -> WitnessFolder | None:
    from storyengine.cli.witness_folder import WitnessFolder

    if not arguments.witnesses:
        return None
    return WitnessFolder(arguments.witnesses, alone=len(arguments.stories) == 1)


def _keep(folder: WitnessFolder, verdicts: Verdicts) -> list[str]:
    """Write witnesses; why that cannot be done, for after the report, which is worth telling all the same."""
    from storyengine.cli.witness_folder import SameNameError

    try:
        folder.write(verdicts, _say)
    except SameNameError as problem:
        return [f"no witnesses: {problem}"]
    except OSError as problem:
        return [f"the witnesses cannot be written to {folder.folder}: {words_of(problem)}"]
    return []


def _check(
    path: Path, arguments: argparse.Namespace, stopped: Callable[[], bool], folder: WitnessFolder | None
) -> Checked:
    """Check a story; mend it first, where that is wanted, until nothing is left to mend."""
    from storyengine.checking import check_loaded
    from storyengine.cli.progress import Progress

    for _ in range(_most_rounds(arguments)):
        loaded = _load(path)
        known = folder.read(loaded.story, _say) if folder and loaded.story else ()
        with Progress() as progress:
            checked = check_loaded(
                loaded,
                budget=arguments.budget,
                known=known,
                select=arguments.select,
                ignore=arguments.ignore,
                strict=arguments.strict,
                progress=progress.show,
            )
        if stopped() or not (arguments.fix or arguments.diff) or not _mend(path, loaded, checked, arguments):
            break
    return checked


def _most_rounds(arguments: argparse.Namespace) -> int:
    from storyengine.cli.fixing import MOST_ROUNDS

    return MOST_ROUNDS if arguments.fix else 1


def _mend(path: Path, loaded: Loaded, checked: Checked, arguments: argparse.Namespace) -> bool:
    """Mend what can be mended; whether something was."""
    from storyengine.cli.fixing import ChangedMeanwhile, repair

    try:
        done = repair(path, loaded, checked.diagnostics, _load, unsafe=arguments.unsafe_fixes, write=not arguments.diff)
    except (ChangedMeanwhile, OSError) as problem:
        raise CannotLint(str(problem)) from None
    if arguments.diff:
        print("\n".join(done.diffs))
    elif done.made:
        _say(f"{done.made} {'fix' if done.made == 1 else 'fixes'} made in {path}")
    if done.refused:
        _say(f"{done.refused} {'fix' if done.refused == 1 else 'fixes'} not made: new errors would have come of it")
    return bool(done.made) and not arguments.diff


def _story_report(checked: Checked, name: str, *, interrupted: bool) -> StoryReport:
    from storyengine.analysis.targets import TargetKind
    from storyengine.lint.plays import told
    from storyengine.lint.unreached import words_of
    from storyengine.report import Entry, StoryReport

    names = checked.fingerprints
    story, facts, verdicts = checked.story, checked.facts, checked.verdicts
    entries = tuple(
        Entry(
            finding.diagnostic,
            told(story, finding.play) if story and finding.play else (),
            names[finding],
        )
        for finding in checked.findings
    )
    whys = {}
    if facts and not interrupted:
        whys = {
            target.id: words_of(facts, target)[0].removeprefix(": ")
            for target, _ in facts.unreachable(TargetKind.ENDING)
        }
    return StoryReport(
        name=story.id if story else name,
        entries=entries,
        sources=checked.sources,
        verdicts=verdicts.of if verdicts else {},
        whys=whys,
        states=verdicts.states if verdicts else 0,
        hidden=checked.hidden,
        interrupted=interrupted,
        loaded=story is not None,
    )


def _report(stories: list[StoryReport]) -> Report:
    from storyengine.cli.pages import rule_infos
    from storyengine.report import Report

    return Report(tuple(stories), rule_infos(), __version__)


def _has_findings(report: Report) -> bool:
    from storyengine.diagnostics import Severity

    return any(entry.diagnostic.severity is not Severity.NOTE for entry in report.entries)


def _wants_colour() -> bool:
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _watch(arguments: argparse.Namespace) -> int:
    from storyengine.cli.watching import look_at, wait_for_change

    stories = [str(_path(name)) for name in arguments.stories]
    files: list[str] = []
    while True:
        before = look_at([*stories, *files])
        status, files = _lint(arguments)
        if status == INTERRUPTED:
            return status
        _say("waiting for a change (Ctrl-C ends)")
        wait_for_change([*stories, *files], before)
