"""The authors' guide is true: its examples load, its plays are played, its messages are produced, its rules hold.

Conventions of the page: an example that begins with `# name.yaml` is a whole file, and commands after it run beside it;
other examples are pieces of a story. "With `new` in place of `old`" changes that file for the command that comes next.
A line `...` in what a command prints stands for any lines.

`python -m tests.stories.test_guide` writes the two generated parts of the page anew.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, fields
from pathlib import Path

import pytest

from storyengine.games.story_adapter import story_games
from storyengine.loader import Loaded, load_story, load_text
from storyengine.loader.card_format import DEEPEST_ARMS, JUMPS, MOST_ARMS, MOST_CHOICES
from storyengine.loader.expression_leaves import FUNCTIONS, MOST_DICE
from storyengine.loader.expression_tokens import LONGEST_TEXT as LONGEST_EXPRESSION
from storyengine.loader.format import LONGEST_TEXT, MOST_CARDS, MOST_VARIABLES
from storyengine.loader.reference import format_reference
from storyengine.loader.text_files import MAX_BYTES
from storyengine.model.expressions import Fact, Literal
from storyengine.model.house_rules import HouseRules
from storyengine.model.tables import LARGEST
from storyengine.runtime import forced, initial, parse_action, take
from storyengine.runtime.events import Changed, Ended, Told
from storyengine.runtime.machine import DEEPEST
from tests.test_docs import FENCE, PROMPT, environment

ROOT = Path(__file__).resolve().parents[2]
GUIDE = ROOT / "stories" / "README.md"
PAGE = GUIDE.read_text(encoding="utf-8")

FILE_NAME = re.compile(r"# (\S+\.yaml)\n")
CHANGE = re.compile(r"[Ww]ith `([^`]+)`\s+in\s+place\s+of\s+`([^`]+)`")
ANY_LINES = "...\n"


# What the page shows


@dataclass(frozen=True)
class Shown:
    """A command of the page, the files it finds, what is typed at its prompts, and what it prints."""

    command: str
    files: dict[str, str]
    typed: str
    printed: str


def shown() -> tuple[list[Shown], dict[str, str], list[str]]:
    """Return the commands, all states of the whole files by a number and name, and the pieces."""
    files: dict[str, str] = {}
    commands: list[Shown] = []
    whole: dict[str, str] = {}
    pieces: list[str] = []
    before = 0
    for fence in FENCE.finditer(PAGE):
        language, text = fence.groups()
        name = FILE_NAME.match(text)
        if language == "yaml" and name:
            files = {**files, name[1]: text}
            whole[f"{len(whole)} {name[1]}"] = text
        elif language == "yaml":
            pieces.append(text)
        elif text.startswith("$ storyengine "):
            command, _, printed = text.removeprefix("$ ").partition("\n")
            typed = "".join(line.removeprefix(PROMPT) for line in printed.splitlines(True) if line.startswith(PROMPT))
            changed = files
            for new, old in CHANGE.findall(PAGE, before, fence.start()):
                target = shlex.split(command)[2]
                assert files[target].count(old), f"{target} has no {old!r}"
                changed = {**changed, target: changed[target].replace(old, new, 1)}
            commands.append(Shown(command, changed, typed, printed))
        before = fence.end()
    return commands, whole, pieces


COMMANDS, WHOLE, PIECES = shown()


def as_pattern(printed: str) -> re.Pattern[str]:
    """Return a pattern of what is printed, in which `...` stands for any lines."""
    parts = re.split(rf"^{re.escape(ANY_LINES)}", printed.rstrip() + "\n", flags=re.MULTILINE)
    return re.compile("(?:.*\n)*?".join(map(re.escape, parts)))


def write_files(files: dict[str, str], folder: Path) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


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


def problems(loaded: Loaded) -> list[str]:
    return [f"{each.span}: {each.message}" for each in loaded.diagnostics]


@pytest.mark.parametrize("name", [name for name in WHOLE if "/" not in name])
def test_a_whole_example_loads_without_a_finding(name: str) -> None:
    assert problems(load_text(WHOLE[name], name)) == []


def test_the_story_in_several_files_loads_without_a_finding(tmp_path: Path) -> None:
    write_files({name.split()[1]: text for name, text in WHOLE.items() if "/" in name}, tmp_path)
    loaded = load_story(tmp_path / "comet", games=story_games())
    assert problems(loaded) == []
    assert loaded.story is not None and len(loaded.story.decks) == 4


TABLES = {
    "variables": "{oil: {start: 1, min: 0, max: 3}, hour: {start: 6, min: 6, max: 12}, lit: false, "
    "mood: {start: calm, one_of: [calm, wary, angry]}}",
    "challenges": "{types: [climbing, talking]}",
    "crew": "{ada: {title: Ada}, bo: {title: Bo}}",
    "items": "{lamp: {title: Lamp}, rope: {title: Rope}}",
}
"""What the pieces of the page take for granted, where they do not say it themselves."""
OTHER_CARDS = ("yard", "cellar", "roof", "home")


def story_of(piece: str, others: tuple[str, ...] = OTHER_CARDS) -> str:
    """Make a whole story of a piece, which ends with its cards if it has any."""
    keys = re.findall(r"^(\w+):", piece, flags=re.MULTILINE)
    own = re.findall(r"^  (\w+):", piece.partition("cards:\n")[2], flags=re.MULTILINE)
    head = f"story: piece\ntitle: A Piece\nstart: {(own or list(others))[0]}\n"
    tables = "".join(f"{key}: {value}\n" for key, value in TABLES.items() if key not in keys)
    cards = "".join(f"  {card}: {{text: There., ending: there}}\n" for card in others if card not in own)
    return head + tables + piece + ("" if "cards" in keys else "cards:\n") + cards


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
    bad, good = (load_text(story_of(f"cards:\n  a:\n    {text}\n    goto: yard\n"), "a.yaml") for text in (typed, instead))
    assert problems(bad) != []
    assert problems(good) == []


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


# What the page says of a play

TIDE = "trackers: {tide: {start: 0, min: 0, max: 10, at: {7: cellar}, at_max: roof}}\n"
INN = "cards:\n  inn:\n    "
CHOICE = "choices: [{id: go, text: Go., "

CLAIMS = {
    "However you order them in the file, this is the order of play": (
        INN + "detour: hall\n    do: oil += 1\n    text: At the inn.\n    before: hour += 1\n    goto: home\n"
        "  hall: {text: In the hall., return: true}\n",
        "",
        "hour 7 | At the inn. | oil 2 | In the hall. | There. | ending home",
    ),
    "Where every choice is shut, the card's own jump is followed": (
        INN + CHOICE + "when: lit, goto: roof}]\n    goto: home\n",
        "",
        "There. | ending home",
    ),
    "so a challenge that is won without a jump leads to the card's choices": (
        INN + "challenge: {type: climbing, rules: {level: 0}, win: {text: Up., do: oil += 1}, lose: roof}\n    "
        + CHOICE + "goto: home}]\n",
        "challenge ada | choose go",
        "Up. | oil 2 | There. | ending home",
    ),
    "The branch is looked at before the choices": (
        INN + CHOICE + "goto: roof}]\n    branch: [{when: oil == 1, goto: home}]\n",
        "",
        "There. | ending home",
    ),
    "if no arm holds, the card goes on": (
        INN + CHOICE + "goto: home}]\n    branch: [{when: oil == 2, goto: roof}]\n",
        "choose go",
        "There. | ending home",
    ),
    "`//` divides and rounds down": (
        INN + "text: '{-7 // 2} and {-7 % 2}'\n    goto: home\n",
        "",
        "-4 and 1 | There. | ending home",
    ),
    "A condition that divides by zero counts as not holding": (
        INN + "do: oil = 0\n    branch: [{when: not 6 // oil > 1, goto: roof}, home]\n",
        "",
        "oil 0 | There. | ending home",
    ),
    "`oil += 2` at 2 of 3 makes it 3": (
        INN + "do: oil += 1; oil += 2\n    goto: home\n",
        "",
        "oil 2 | oil 3 | There. | ending home",
    ),
    "such as to discard what nobody holds, does nothing": (
        INN + "do: discard lamp\n    goto: home\n",
        "",
        "There. | ending home",
    ),
    "A threshold fires at once. The rest of the card is not read": (
        TIDE + INN + "do: tide += 8; oil += 1\n    text: At the inn.\n    goto: home\n",
        "",
        "At the inn. | tide 8 | There. | ending cellar",
    ),
    "when the value is crossed, from either side": (
        TIDE + INN + "do: tide += 6\n    " + CHOICE + "do: tide += 3, goto: home}]\n  cellar:\n    do: tide -= 2\n"
        "    choices: [{id: on, text: On., goto: home}]\n",
        "choose go | choose on",
        "tide 6 | tide 9 | tide 7 | There. | ending home",
    ),
    "back to this card's choices, without its text and its effects": (
        INN + "text: At the inn.\n    do: oil += 1\n    " + CHOICE + "do: hour += 1, stay: true}]\n",
        "choose go | choose go",
        "At the inn. | oil 2 | hour 7 | hour 8",
    ),
    "In a story without a crew the die decides alone": (
        "crew: {}\n" + INN + "challenge: {type: climbing, rules: {level: 7}, win: roof, lose: home}\n",
        "challenge",
        "There. | ending home",
    ),
}
"""What the page says, a piece of a story, what is done in it, and all that is read, changed or ended then."""


def happened(source: str | Path, done: str) -> str:
    """Play a story; where chance decides, the first thing that can happen does."""
    loaded = load_text(source, "a.yaml") if isinstance(source, str) else load_story(source)
    assert loaded.story is not None, problems(loaded)
    story, state = loaded.story, initial(loaded.story)
    pending = [parse_action(line) for line in done.split(" | ") if line]
    heard: list[str] = []
    while not state.over and (action := forced(story, state) or (pending.pop(0) if pending else None)):
        taken = take(story, state, action, lambda kind, place, options: 0)
        state = taken.state
        for event in taken.events:
            if isinstance(event, Told):
                heard.append(event.text)
            elif isinstance(event, Changed):
                heard.append(f"{event.variable} {event.after}")
            elif isinstance(event, Ended):
                heard.append(f"ending {event.ending}")
    assert not pending, f"left to do: {pending}"
    return " | ".join(heard)


def is_told(claim: str) -> bool:
    return claim in " ".join(PAGE.split())


@pytest.mark.parametrize("claim", CLAIMS)
def test_what_the_page_says_is_what_happens(claim: str) -> None:
    piece, done, expected = CLAIMS[claim]
    assert is_told(claim)
    assert happened(story_of(piece), done) == expected


WAYS_BACK = {
    "A DATA card comes back by itself when it is done": ("2: {text: Two.}", "Two. | Back. | ending inn_back"),
    "If a DATA card jumps with `goto` to another card of its own deck, the way back stays open": (
        "2: {text: Two., goto: 3}",
        "Two. | Three. | Back. | ending inn_back",
    ),
    "If it jumps out of its deck, the card that drew it is not gone back to": (
        "2: {text: Two., goto: inn/road}",
        "Two. | The road. | ending inn_road",
    ),
    "Once the item has been found, it is not in the deck any more": (
        "2: {text: Two., give: rope}",
        "Two. | Back. | ending inn_back",
    ),
}
"""What the page says of DATA cards, the card drawn, and all that is read then."""


@pytest.mark.parametrize("claim", WAYS_BACK)
def test_what_the_page_says_of_data_cards_is_what_happens(claim: str, tmp_path: Path) -> None:
    card, expected = WAYS_BACK[claim]
    files = {
        "story.yaml": "story: s\ntitle: T\nstart: inn/1\nitems: {rope: {title: Rope}}\n",
        "data.yaml": f"deck: data\nkind: data\ncards:\n  {card}\n  3: {{text: Three.}}\n",
        "inn.yaml": "deck: inn\ncards:\n  1: {draw: 2, goto: again}\n  road: {text: The road., ending: left}\n"
        "  again: {branch: [{when: items > 0, draw: 2, goto: back}, back]}\n  back: {text: Back., ending: back}\n",
    }
    write_files(files, tmp_path)
    assert is_told(claim)
    assert happened(tmp_path, "") == expected


def test_a_rolled_1_destroys_the_booster_as_the_page_says() -> None:
    assert is_told("a rolled 1 destroys it")
    items = "items: {pole: {title: Pole, boost: {climbing: +2}}}\n"
    card = "do: give pole to ada\n    challenge: {type: climbing, win: roof, lose: {goto: inn2}}\n"
    after = "  inn2: {branch: [{when: has(pole), goto: home}, cellar]}\n"
    played = happened(story_of(items + INN + card + after), "challenge ada with pole")
    assert played == "There. | ending cellar"


# Generated parts


def default_table() -> str:
    """Return every house rule with what holds without it, in Markdown."""
    lines = ["| rule | without it |", "| --- | --- |"]
    for rule in fields(HouseRules):
        default = rule.default.value if isinstance(rule.default, Literal) else rule.default
        written = "none" if default is None else str(default).lower()
        lines.append(f"| `{rule.name}` | `{written}` |")
    return "\n".join(lines) + "\n"


GENERATED = {"reference": format_reference, "defaults": default_table}


def with_generated_parts(page: str) -> str:
    """Return the page with its generated parts written anew."""
    for name, make in GENERATED.items():
        begin, end = f"<!-- {name}: begin -->\n", f"<!-- {name}: end -->\n"
        head, _, rest = page.partition(begin)
        page = f"{head}{begin}\n{make()}\n{end}{rest.partition(end)[2]}"
    return page


def test_the_generated_parts_are_up_to_date() -> None:
    refresh = "write the generated parts anew: python -m tests.stories.test_guide"
    assert with_generated_parts(PAGE) == PAGE, refresh


if __name__ == "__main__":
    GUIDE.write_text(with_generated_parts(PAGE), encoding="utf-8")
