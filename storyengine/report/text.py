"""A report for a person at a terminal: findings with the author's lines, then a line for each ending, then counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from storyengine.analysis.findings import Reachable, Undecided, Unreachable, Verdict
from storyengine.analysis.targets import TargetKind
from storyengine.diagnostics import Applicability, Related, Severity, format_diagnostic, harmless
from storyengine.report.contents import Entry, Report, StoryReport

MOST_STEPS = 12
"""Steps of a play that are shown; the first ones are left out of a longer play."""
HIDDEN_WORDS = {
    "comments": "by `# lint: ignore`",
    "allow": "by `allow:`",
    "unreachable": "by `unreachable:`",
    "settings": "turned off under `lint:`",
    "selection": "by --select or --ignore",
    "baseline": "by the baseline",
}
COUNTED = (
    ("cards", (TargetKind.CARD,)),
    ("choices", (TargetKind.CHOICE,)),
    ("results", (TargetKind.WIN, TargetKind.LOSE, TargetKind.RESULT)),
    ("thresholds", (TargetKind.THRESHOLD,)),
)
COLOURS = {"error": "31", "warning": "33", "note": "36"}


def to_text(report: Report, *, colour: bool = False) -> str:
    """Write a report as text, without a final line end."""
    blocks = [_entry(entry, story, colour) for story in report.stories for entry in story.entries]
    blocks += ["\n".join(_summary(story)) for story in report.stories if story.loaded]
    blocks.append(_closing(report))
    return "\n\n".join(blocks)


def _entry(entry: Entry, story: StoryReport, colour: bool) -> str:
    diagnostic = entry.diagnostic
    lines = format_diagnostic(diagnostic, story.sources.get(diagnostic.span.path, ())).split("\n")
    if entry.play:
        margin = " " * len(str(diagnostic.span.line))
        steps = list(_steps(entry.play))
        shown = [f"{margin} = play: {steps[0]}", *(f"{margin}         {step}" for step in steps[1:])]
        at = len(lines) - 1 if lines[-1].lstrip().startswith("= more:") else len(lines)
        lines[at:at] = shown
    if colour:
        word = f"{diagnostic.severity.value}[{diagnostic.code}]"
        painted = f"\x1b[1;{COLOURS[diagnostic.severity.value]}m{word}\x1b[0m"
        lines[0] = lines[0].replace(word, painted, 1)
    return "\n".join(lines)


def _steps(play: Sequence[Related]) -> Iterator[str]:
    """Yield the last steps of a play, numbered."""
    left_out = max(0, len(play) - MOST_STEPS)
    if left_out:
        yield f"(the first {left_out} steps are left out; --witnesses writes whole plays)"
    for number, step in enumerate(play[left_out:], left_out + 1):
        yield harmless(f"{number}. {step.message}")


def _summary(story: StoryReport) -> Iterator[str]:
    endings = list(story.of_kinds(TargetKind.ENDING))
    interrupted = " (interrupted; this is what was decided so far)" if story.interrupted else ""
    yield f"{story.name}: {_count(len(endings), 'ending')}{interrupted}"
    for target, verdict in endings:
        yield f"  {target.id}: {verdict_in_words(verdict, story, target.id)}"
    for name, kinds in COUNTED:
        counts = story.counts(*kinds)
        if sum(counts.values()):
            parts = [f"{count:,} {word}" for word, count in counts.items() if count or word == "reachable"]
            yield f"  {name}: {', '.join(parts)}"
    if story.hidden:
        parts = [f"{count} {HIDDEN_WORDS.get(by, by)}" for by, count in sorted(story.hidden.items())]
        yield f"  hidden: {', '.join(parts)}"


def verdict_in_words(verdict: Verdict, story: StoryReport, ending: str = "") -> str:
    """Return a verdict with how it is known, and why an ending is not reached."""
    match verdict:
        case Reachable(witness):
            return f"reachable in {_count(len(witness), 'step')}"
        case Unreachable(proof, _, seen):
            known = f"all {seen:,} states seen" if proof == "exhaustive" else "proved for every play"
            return f"unreachable ({'; '.join(filter(None, (known, story.whys.get(ending))))})"
        case Undecided() if story.interrupted:
            return "undecided (interrupted)"
        case Undecided(expanded, _, nearest):
            spent = max(expanded, story.states)
            near = f"; nearest state at card `{nearest}`" if nearest else ""
            return f"undecided (stopped after {spent:,} states{near}; try --budget 10)"


def _closing(report: Report) -> str:
    counted = report.severities
    stories = len(report.stories)
    looked_at = f"{stories} {'story' if stories == 1 else 'stories'}"
    interrupted = any(story.interrupted for story in report.stories)
    if not counted:
        return f"no problems in {looked_at}" + (" before the interruption" if interrupted else "")
    found = [_count(counted[severity], severity.value) for severity in Severity if counted[severity]]
    safe, unsafe = report.fixable(Applicability.SAFE), report.fixable(Applicability.UNSAFE)
    fixable = [f"{safe} fixable with --fix"] if safe else []
    fixable += [f"{unsafe} more with --unsafe-fixes" if safe else f"{unsafe} fixable with --fix --unsafe-fixes"] * bool(
        unsafe
    )
    return f"checked {looked_at}: {', '.join(found)}" + (f" ({', '.join(fixable)})" if fixable else "")


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
