"""The configuration as an author writes it: what is wrong, where, and what would do."""

from __future__ import annotations

from typing import Any

import pytest

from storyengine.games.creatures_and_outcasts import options, rules_text
from storyengine.games.creatures_and_outcasts.options import RULINGS
from tests.games.creatures_and_outcasts.positions import config


@pytest.mark.parametrize(
    ("raw", "path", "says"),
    [
        ({"players": 7}, "players", "from 2 to 6"),
        ({"players": "four"}, "players", "from 2 to 6"),
        ({"players": True}, "players", "from 2 to 6"),
        ({"players": 5, "variant": "team"}, "players", "4 or 6"),
        ({"variant": "exprt"}, "variant", "did you mean `expert`"),
        ({"playrs": 4}, "playrs", "did you mean `players`"),
        ({"rounds": 6}, "rounds", "from 1 to 5"),
        ({"seat": 5}, "seat", "from 1 to 4"),
        ({"seat": 0}, "seat", "from 1 to 4"),
        ({"bots": ["greedy"] * 4}, "bots", "no seat for a person"),
        ({"bots": ["greedy", "gready"]}, "bots[1]", "did you mean `greedy`"),
        ({"bots": "pimc:worlds=0"}, "bots[0]", "at least 1"),
        ({"bots": [3]}, "bots[0]", "named by a word"),
        ({"labels": "ranks"}, "labels", "did you mean `rank`"),
        ({"bands": {"low": [0, 9], "high": [11]}}, "bands.high", "10 to 10 belong to no band"),
        ({"bands": {"low": [0, 9], "high": [9]}}, "bands.high", "belongs to an earlier band"),
        ({"bands": {"low": [0, 9]}}, "bands", "above 9 belong to no band"),
        ({"bands": {"low": 9}}, "bands.low", "must be [from, to]"),
        ({"bands": 3}, "bands", "must map names"),
        ({"options": {"passes": "none"}}, "options.passes", "must be one of all, others"),
        ({"options": {"youngest": 5}}, "options.youngest", "from 1 to 4"),
        ({"options": {"teams": 2}}, "options.teams", "belongs to the team variants"),
        ({"options": {"triggers": {1: [5, "ajax"]}}}, "options.triggers", "belongs to the expert variants"),
        ({"variant": "expert", "options": {"triggers": {6: [5, "ajax"]}}}, "options.triggers.6", "rounds 1 to 5"),
        ({"variant": "expert", "options": {"triggers": {1: [11, "ajax"]}}}, "options.triggers.1", "number `11`"),
        ({"variant": "expert", "options": {"triggers": {1: [5, "wednesday"]}}}, "options.triggers.1", "can be active"),
        ({"options": 3}, "options", "must be a mapping"),
    ],
)
def test_each_mistake_is_found_at_its_place(raw: dict[str, Any], path: str, says: str) -> None:
    problems = options.check({"players": 4, **raw})
    assert [where for where, _ in problems] == [path]
    assert says in problems[0][1]


def test_all_mistakes_are_reported_at_once() -> None:
    assert len(options.check({"players": 9, "variant": "x", "rounds": 0, "options": {"lead": "x", "thing": "y"}})) == 5


def test_every_ruling_has_its_default_and_takes_its_other_answers() -> None:
    plain = config(4)
    for ruling in RULINGS:
        assert getattr(plain, ruling.option) == ruling.values[0]
        for value in ruling.values:
            assert getattr(config(4, **{ruling.option: value}), ruling.option) == value


def test_the_help_names_every_ruling_and_calls_guesses_guesses() -> None:
    text = "\n".join(rules_text.rules(config(4, variant="expert")))
    assert all(f"{ruling.option}: {ruling.values[0]}" in text for ruling in RULINGS)
    assert text.count("are a guess") == 3
    assert "Round 4: 9 under Enid Sinclair (the number is printed, the character is a guess)" in text
    assert "Round 5: 10 under Tyler Galpin (inferred" in text
    assert "House rules:" in text
    own = "\n".join(rules_text.rules(config(4, variant="expert", triggers={"1": [3, "yoko"]})))
    assert "Round 1: 3 under Yoko Tanaka: " in own
    assert "say have 7" in "\n".join(rules_text.rules(config(4, variant="team")))
