"""What is wrong with the card games of a story, down to an adventure's cards: told at the line where it stands."""

from __future__ import annotations

import re
from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storyengine.games.registry import GAMES, find_game
from storyengine.games.story_adapter import story_games
from storyengine.loader import load_story
from tests.cli.test_play import ROOT, storyengine
from tests.loader.broken_stories import Broken, broken_stories

FOLDER = Path(__file__).parents[1] / "stories" / "broken-games"
STORIES = broken_stories(FOLDER)
IDS = [story.law for story in STORIES]
PYTHONS_WORDS = re.compile(r"\b(None|True|False|dict|str|int)\b|[\[{(]'")


def places(story: Broken, text: str) -> list[str]:
    """The places that a report names, as `line:column`, in a folder with the file before it."""
    shown = story.path.relative_to(ROOT).as_posix()
    root = re.escape(f"{shown}{'/' if story.path.is_dir() else ':'}")
    return re.findall(rf"^{root}(\S+): error\[", text, flags=re.MULTILINE)


@pytest.mark.parametrize("story", STORIES, ids=IDS)
def test_each_slip_is_found_where_it_stands(story: Broken) -> None:
    found = load_story(story.path, games=story_games()).diagnostics
    root = story.path.as_posix()
    at = [(each.code, str(each.span).removeprefix(root).strip("/:")) for each in found]
    assert story.expected and tuple(at) == story.expected


@pytest.mark.parametrize("story", STORIES, ids=IDS)
def test_findings_name_the_setting_in_the_authors_words(story: Broken) -> None:
    for each in load_story(story.path, games=story_games()).diagnostics:
        assert each.why and not each.message.endswith("."), each
        assert not PYTHONS_WORDS.search(each.message + each.hint), each
        if each.code == "SE082":
            assert re.match(r"`[^`]+`: \S", each.message) and "`.`" not in each.message, each
            lines = Path(each.span.path).read_text(encoding="utf-8").splitlines()
            setting = re.split(r"[.\[\]]+", each.message.split("`")[1].rstrip("]"))[-1]
            line = lines[each.span.line - 1]
            assert setting.isdecimal() or setting in line, f"`{setting}` does not stand in: {line}"


@pytest.mark.parametrize("story", STORIES, ids=IDS)
def test_lint_and_play_tell_the_same_places(story: Broken, tmp_path: Path) -> None:
    expected = [place for _, place in story.expected]
    linted = storyengine("lint", story.path.relative_to(ROOT))
    assert (linted.returncode, places(story, linted.stdout.decode())) == (1, expected)
    played = storyengine("play", story.path.relative_to(ROOT), saves=tmp_path)
    assert (played.returncode, played.stdout) == (2, b"")
    assert places(story, played.stderr.decode()) == expected


OWN = {
    "players": 3,
    "seat": 1,
    "bots": ["greedy", "random"],
    "difficulty": "standard",
    "options": {"talk": "vocal", "characters": ["malala", "otto", "wanda"], "tokens": 5},
    "adventure": {
        "title": "Cellar Night",
        "start": {"gargoyle": 1, "damp_ghost": 2},
        "equipped": ["kite"],
        "win": {"points": [20, 18, 16], "equipped": ["dry_towel"], "defeated": {"damp_ghost": 2}},
        "run_out": {"gargoyle": 1, "dry_towel": 1},
        "foes": [{"name": "Damp Ghost", "copies": 2, "set": ["toys", "any"], "lasting": "no pass"}],
        "items": [{"name": "Dry Towel", "suit": "wild", "value": 4, "spend": "discard foe"}],
    },
}
OUTCASTS = {
    "players": 4,
    "bots": "greedy",
    "variant": "expert_team",
    "bands": {"low": [0, 60], "high": [61]},
    "options": {"passes": "all", "triggers": {"4": [9, "enid"]}},
}
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 99) | st.sampled_from(["", "greedy", "toys", "kite", "discard 9", "é"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["name", "set", "a", "0"]), inner),
    max_leaves=4,
)


def spots(value: Any, *above: str | int) -> list[tuple[str | int, ...]]:
    """Every place inside a setting."""
    inside = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else ()
    return [place for key, inner in inside for place in ((*above, key), *spots(inner, *above, key))]


def put(config: dict[str, Any], place: tuple[str | int, ...], junk: Any) -> dict[str, Any]:
    changed: Any = deepcopy(config)
    inner = changed
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = junk
    return dict(changed)


def test_the_settings_that_are_spoiled_below_are_good() -> None:
    assert find_game("out_of_this_world").check(OWN) == []
    assert find_game("creatures_and_outcasts").check(OUTCASTS) == []


@given(st.data())
def test_no_setting_however_wrong_is_more_than_a_problem(data: st.DataObject) -> None:
    config: dict[str, Any] = data.draw(st.sampled_from([OWN, OUTCASTS]))
    for _ in range(data.draw(st.integers(1, 3))):
        config = put(config, data.draw(st.sampled_from(spots(config))), data.draw(JUNK))
    game = GAMES["out_of_this_world" if "adventure" in config or "difficulty" in config else "creatures_and_outcasts"]
    found = game.check(config)
    for path, message in found:
        assert re.fullmatch(r"[^.\[\]]*(\.[^.\[\]]+|\[\d+\])*", path), path
        assert message and not PYTHONS_WORDS.search(message), message
    if not found:
        game.match(config).start()
