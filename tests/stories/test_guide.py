"""The authors' guide is true: its examples load, its plays are played, its messages are produced."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from storyengine.games.story_adapter import story_games
from storyengine.loader import load_story, load_text
from storyengine.loader.card_format import DEEPEST_ARMS, JUMPS, MOST_ARMS, MOST_CHOICES
from storyengine.loader.expression_leaves import FUNCTIONS, MOST_DICE
from storyengine.loader.expression_tokens import LONGEST_TEXT as LONGEST_EXPRESSION
from storyengine.loader.format import LONGEST_TEXT, MOST_CARDS, MOST_VARIABLES
from storyengine.loader.text_files import MAX_BYTES
from storyengine.model.expressions import Fact
from storyengine.model.tables import LARGEST
from storyengine.runtime import initial
from storyengine.runtime.machine import DEEPEST
from tests.stories.guide import (
    COMMANDS,
    PAGE,
    PIECES,
    ROOT,
    WHOLE,
    Shown,
    problems,
    story_of,
    with_generated_parts,
    write_files,
)
from tests.test_docs import FENCE, environment

ANY_LINES = "...\n"


def as_pattern(printed: str) -> re.Pattern[str]:
    """Return a pattern of what is printed, in which `...` stands for any lines."""
    parts = re.split(rf"^{re.escape(ANY_LINES)}", printed.rstrip() + "\n", flags=re.MULTILINE)
    return re.compile("(?:.*\n)*?".join(map(re.escape, parts)))


@pytest.mark.parametrize("one", COMMANDS, ids=lambda one: one.command)
def test_a_shown_play_goes_as_shown(one: Shown, tmp_path: Path) -> None:
    write_files(one.files, tmp_path)
    done = subprocess.run(
        [sys.executable, "-m", "storyengine", *shlex.split(one.command)[1:]],
        cwd=tmp_path,
        env={**environment(tmp_path / "home"), "PYTHONPATH": str(ROOT)},
        input=one.typed,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    printed = (done.stdout + done.stderr).rstrip() + "\n"
    assert as_pattern(one.printed).fullmatch(printed), printed
    assert done.returncode == (2 if done.stderr else 0)


def test_plays_and_mistakes_are_both_shown() -> None:
    assert [bool(one.typed) for one in COMMANDS].count(True) >= 4
    assert [bool(one.typed) for one in COMMANDS].count(False) >= 3


# Examples load


@pytest.mark.parametrize("name", [name for name in WHOLE if "/" not in name])
def test_a_whole_example_loads_without_a_finding(name: str) -> None:
    assert problems(load_text(WHOLE[name], name)) == []


def test_the_story_in_several_files_loads_without_a_finding(tmp_path: Path) -> None:
    write_files({name.split()[1]: text for name, text in WHOLE.items() if "/" in name}, tmp_path)
    loaded = load_story(tmp_path / "comet", games=story_games())
    assert problems(loaded) == []
    assert loaded.story is not None and len(loaded.story.decks) == 4


@pytest.mark.parametrize("piece", PIECES, ids=lambda piece: piece.split(":\n")[1].strip())
def test_a_piece_loads_without_a_finding(piece: str) -> None:
    loaded = load_text(story_of(piece), "piece.yaml", games=story_games())
    assert problems(loaded) == []
    assert loaded.story is not None and initial(loaded.story).ending == ""


# Tables


def rows(first_cell: str) -> list[list[str]]:
    """Return the cells of the table whose head begins with a cell."""
    table = PAGE.partition(f"\n| {first_cell} |")[2].partition("\n\n")[0]
    return [[cell.strip() for cell in row.strip("| ").split(" | ")] for row in table.splitlines()[2:]]


def code(cell: str) -> str:
    return cell.strip().removeprefix("`").removesuffix("`")


@pytest.mark.parametrize("row", rows("this"), ids=lambda row: row[0])
def test_what_yaml_does_to_prose_is_found_and_the_way_out_works(row: list[str]) -> None:
    typed, _, instead = map(code, row)

    def found(text: str) -> list[str]:
        return problems(load_text(story_of(f"cards:\n  a:\n    {text}\n    goto: yard\n"), "a.yaml"))

    assert found(typed) != []
    assert found(instead) == []


def test_every_jump_is_in_the_table_of_jumps() -> None:
    told = {key for row in rows("jump") for key in re.findall(r"`(\w+):", row[0])}
    assert told == set(JUMPS)


def test_every_fact_and_question_of_conditions_is_told() -> None:
    assert [code(row[0]) for row in rows("word")] == [fact.value for fact in Fact]
    assert all(f"`{name}({', '.join(arguments)})`" in PAGE for name, arguments in FUNCTIONS.items())


LIMITS = {
    "size of a file": f"{MAX_BYTES // 1_000_000} MB",
    "cards in a story": f"{MOST_CARDS:,}",
    "trackers and variables together": f"{MOST_VARIABLES:,}",
    "choices of a card": f"{MOST_CHOICES:,}",
    "arms of a `branch` or `random`": f"{MOST_ARMS:,}",
    "branches inside one another": f"{DEEPEST_ARMS:,}",
    "characters of one text": f"{LONGEST_TEXT:,}",
    "characters of one condition, or of effects": f"{LONGEST_EXPRESSION:,}",
    "size of a number": f"{LARGEST:,}",
    "dice in one roll": f"{MOST_DICE:,}",
    "cards drawn inside one another": f"{DEEPEST:,}",
}


def test_the_limits_are_those_of_the_code() -> None:
    assert dict(rows("at most")) == LIMITS


def test_links_within_the_page_lead_to_one_heading() -> None:
    headings = re.findall(r"^#+ (.+)$", FENCE.sub("", PAGE), flags=re.MULTILINE)
    anchors = Counter(re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings)
    assert {link: anchors[link] for link in re.findall(r"\]\(#([^)]+)\)", PAGE) if anchors[link] != 1} == {}


def test_the_generated_parts_are_up_to_date() -> None:
    refresh = "write the generated parts anew: python -m tests.stories.guide"
    assert with_generated_parts(PAGE) == PAGE, refresh
