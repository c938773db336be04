"""The page of each finding, made from the rules, the loader's table and the examples that are also the tests."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import storyengine
from storyengine.diagnostics import Severity
from storyengine.lint.registry import rules
from storyengine.loader.codes import ROWS
from storyengine.report.contents import RuleInfo

_EXPECT = re.compile(r"^# expect: (\S+) \S+\n?", re.MULTILINE)
MOST_LINES = 60
"""Lines of an example that a page shows; where it is longer, the page goes without it."""
WITHOUT_EXAMPLE = {
    "SE001": "a story that names a deck file which is not there",
    "SE002": "a folder where a file should be, or a file that you may not read",
    "SE003": "a file saved as Latin-1 or UTF-16",
    "SE004": "a file above 20 MB",
    "SE053": "a story above the limits that the authors' guide lists",
}
"""What cannot be shown as a few lines of YAML, in words."""


@dataclass(frozen=True, slots=True)
class Example:
    """A story that shows a finding."""

    title: str
    text: str


@cache
def rule_infos() -> tuple[RuleInfo, ...]:
    """Return everything that can be found, in the order of the codes."""
    found = [RuleInfo(row.code, row.slug, row.severity, row.title, row.why) for row in ROWS.values()]
    for rule in rules():
        page = rule.page()
        found.append(RuleInfo(rule.code, rule.slug, rule.severity, page.title, page.why, page.instead))
    return tuple(sorted(found, key=lambda info: info.code))


def find_info(name: str) -> RuleInfo | None:
    """Return a finding by its code or slug, in whatever case, with hyphens or underscores."""
    wanted = name.strip().casefold().replace("_", "-")
    return next((info for info in rule_infos() if wanted in (info.code.casefold(), info.slug)), None)


def _folder(inside: str, *beside: str) -> Path:
    """Return a folder of examples: in an installed package inside it, in the repository among the tests."""
    package = Path(storyengine.__file__).resolve().parent
    installed = package / "examples" / inside
    return installed if installed.is_dir() else package.parent.joinpath(*beside)


def example_folder(info: RuleInfo) -> Path:
    """Return where the example stories of a rule are."""
    return _folder("rules", "tests", "rules") / f"{info.code}-{info.slug}"


def examples(info: RuleInfo) -> Iterator[Example]:
    """Yield the stories that show a finding and those that do without it."""
    folder = example_folder(info)
    for name, title in (("bad", "Example"), ("good", "Instead"), ("fixed", "With the fix made")):
        path = folder / f"{name}.yaml"
        if path.is_file():
            yield Example(title, path.read_text(encoding="utf-8").rstrip())
        elif (folder / name).is_dir():
            yield Example(title, _whole_folder(folder / name))
    broken = _broken().get(info.code)
    if broken:
        yield Example("Example", broken)


def _whole_folder(folder: Path) -> str:
    """The files of a story, one below the other, the story's own first."""
    files = sorted(folder.rglob("*.yaml"), key=lambda path: (path.name != "story.yaml", path))
    return "\n\n".join(
        f"# {path.relative_to(folder).as_posix()}\n{path.read_text(encoding='utf-8').rstrip()}" for path in files
    )


@cache
def _broken() -> dict[str, str]:
    """Return code to the shortest story that breaks just that law, or else several with it."""
    found: dict[str, tuple[bool, int, str]] = {}
    for path in sorted(_folder("broken", "tests", "stories", "broken").iterdir()):
        if path.is_dir():
            stated = (path / "expected.txt").read_text(encoding="utf-8")
            codes, shown = {line.split()[0] for line in stated.splitlines()}, _whole_folder(path)
        else:
            text = path.read_bytes().decode("utf-8", "replace")
            codes, shown = set(_EXPECT.findall(text)), _EXPECT.sub("", text).rstrip()
        for code in codes:
            rank = (len(codes) > 1, len(shown), shown)
            if shown.count("\n") < MOST_LINES and rank < found.get(code, (True, 1 << 30, "")):
                found[code] = rank
    return {code: shown for code, (_, _, shown) in found.items()}


def page(info: RuleInfo, *, level: int = 1) -> str:
    """Return a finding's page as Markdown, without a final line end."""
    head = "#" * level
    usually = {Severity.ERROR: "an error", Severity.WARNING: "a warning", Severity.NOTE: "a note"}[info.severity]
    parts = [f"{head} {info.code} {info.slug}", f"{_sentence(info.title)} Usually {usually}."]
    parts.append(f"**Why:** {_sentence(info.why)}")
    if info.instead:
        parts.append(f"**Instead:** {_sentence(info.instead)}")
    shown = list(examples(info))
    for example in shown:
        parts.append(f"{head}# {example.title}\n\n```yaml\n{_visible(example.text)}\n```")
    if not shown and info.code in WITHOUT_EXAMPLE:
        parts.append(f"{head}# Example\n\nSuch as {WITHOUT_EXAMPLE[info.code]}.")
    if info.code >= "SE100":
        parts.append(
            f"Accept it at one place with `allow: {{{info.slug}: your reason}}` on the card, or with a comment,"
            f" `# lint: ignore[{info.code}] your reason`."
        )
    return "\n\n".join(parts)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _visible(text: str) -> str:
    """An example with the characters that nobody can see written out."""
    from storyengine.diagnostics import harmless

    return "\n".join(harmless(line) for line in text.split("\n"))


def all_pages() -> str:
    """Return every page as one Markdown document, with a table of contents."""
    lines = [f"- [{info.code} {info.slug}](#{info.code.lower()}-{info.slug})" for info in rule_infos()]
    contents = "\n".join(lines)
    pages = "\n\n".join(page(info, level=2) for info in rule_infos())
    return f"# What the linter finds\n\n{contents}\n\n{pages}"
