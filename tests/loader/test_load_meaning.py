"""What the parts of a story are read as: names, keys, shorthand and defaults."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from storyengine.loader import StoryError, load, load_text
from storyengine.loader.names import choice_id
from storyengine.model.cards import (
    Branch,
    Card,
    Goto,
    Leave,
    RandomArms,
    Retry,
    Return,
    Seen,
    Stay,
    Travel,
)
from storyengine.model.expressions import Kind
from storyengine.model.story import Story
from storyengine.model.tables import LARGEST
from storyengine.model.walk import consequences, endings
from tests.loader.broken_stories import BROKEN

HEAD = "story: s\ntitle: T\nstart: a\n"
END = "  z: {text: Done., ending: won}\n"


def story(text: str) -> Story:
    loaded = load_text(text)
    assert loaded.story is not None, [(str(each.span), each.message, each.hint) for each in loaded.diagnostics]
    assert loaded.diagnostics == ()
    return loaded.story


def card(body: str, tables: str = "") -> Card:
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    return story(f"{HEAD}{tables}cards:\n  a:\n{lines}{END}").cards["a"]


def test_smallest_story() -> None:
    small = story("story: s\ntitle: T\nstart: a\ncards: {a: {text: Done., ending: won}}")
    assert (small.id, small.title, small.start, list(small.cards)) == ("s", "T", "a", ["a"])
    assert (list(small.decks), small.decks[""].cards, small.board.places) == ([""], ("a",), {})


@pytest.mark.parametrize(
    ("written", "jump"),
    [
        ("stay: true", Stay()),
        ("return: yes", Return()),
        ("travel: true", Travel()),
        ("travel: there", Travel("there")),
        ("travel: {cost: 0}", Travel("", 0)),
        ("travel: {to: there, cost: 3}", Travel("there", 3)),
        ("leave: the_end", Leave("the_end")),
        ("leave: data_find", Leave("data_find")),
    ],
)
def test_jumps(written: str, jump: object) -> None:
    read = card(f"text: Hello.\n{written}", "board: {places: {here: {at: [0, 0]}, there: {at: [1, 0]}}}\n")
    assert read.then.jump == jump


@pytest.mark.parametrize("written", ["z", "{goto: z}"])
def test_a_bare_name_is_a_consequence_that_goes_there(written: str) -> None:
    tables = (
        f"trackers: {{hp: {{start: 1, min: 0, max: 3, at_max: {written}, at: {{2: {written}}}}}}}\n"
        f"challenges: {{types: [strength]}}\nboard: {{places: {{here: {{at: [0, 0]}}}}, stranded: {written}}}\n"
    )
    body = (
        f"text: Hello.\nchallenge: {{type: strength, win: {written}, lose: {written}}}\n"
        f"minigame: {{game: g, results: {{won: {written}}}}}\nbranch: [{written}]"
    )
    read = story(HEAD + tables + "cards:\n  a:\n" + "".join(f"    {x}\n" for x in body.splitlines()) + END)
    jumps = [each.consequence.jump for each in consequences(read)]
    assert [jump.card.id for jump in jumps if isinstance(jump, Goto)] == ["z"] * 7


def test_keys_of_consequences_say_where_they_stand() -> None:
    text = (
        f"{HEAD}trackers: {{hp: {{start: 1, min: 0, max: 3, at_max: z, at_min: z, at: {{2: z}}}}}}\n"
        "challenges: {types: [strength]}\nboard: {places: {here: {at: [0, 0]}}, stranded: z}\n"
        "cards:\n"
        "  a:\n"
        "    text: Hello.\n"
        "    challenge: {type: strength, win: z, lose: {retry: true}}\n"
        "    choices: [{text: Go on!, goto: z}]\n"
        "    minigame: {game: g, results: {won: z}}\n"
        "    branch: [{when: hp > 1, random: [z, {weight: 3, goto: a}]}, z]\n" + END
    )
    read = story(text)
    assert [each.consequence.key for each in consequences(read)] == [
        "a",
        "a.branch.0",
        "a.branch.0.random.0",
        "a.branch.0.random.1",
        "a.branch.1",
        "a.go_on",
        "a.strength.win",
        "a.strength.lose",
        "a.minigame.won",
        "z",
        "hp.at.0",
        "hp.at.2",
        "hp.at.3",
        "board.stranded",
    ]


def test_branch_and_random_arms() -> None:
    read = card(
        "text: Hello.\nbranch: [{when: lit, goto: z}, {random: [z, {weight: 3, stay: true}]}]",
        "variables: {lit: false}\n",
    )
    assert isinstance(read.then.jump, Branch)
    first, last = read.then.jump.arms
    assert first.when is not None and first.when.source == "lit" and last.when is None
    assert isinstance(last.jump, RandomArms)
    assert [arm.weight for arm in last.jump.arms] == [1, 3]


def test_then_is_the_text_of_what_follows_a_choice() -> None:
    (choice,) = card("text: Hello.\nchoices: [{text: Go., then: You go., goto: z}]").choices
    assert choice.text.parts[0].template == ("Go.",)
    assert choice.then.text is not None and choice.then.text.parts[0].template == ("You go.",)


@pytest.mark.parametrize(
    ("text", "ident"),
    [
        ("Walk in.", "walk_in"),
        ('"Cards."', "cards"),
        ("Don't go!", "dont_go"),
        ("Zur Ärztin, schnell", "zur_arztin_schnell"),
        ("Über die Straße", "uber_die_strasse"),
        ("{signal} bars", "bars"),
        ("...", "choice"),
        ("行く", "choice"),
        ("Read the notice by the tower, and then go on to the yard.", "read_the_notice_by_the_tower_and_then_go"),
        ("a" * 60, "a" * 40),
    ],
)
def test_ids_of_choices_are_made_of_their_texts(text: str, ident: str) -> None:
    assert choice_id(text) == ident
    assert len(ident) <= 40


def test_ids_are_unique_in_their_card() -> None:
    body = (
        "text: Hello.\nchallenges: [{type: strength, win: z, lose: z}, {type: strength, win: z, lose: z}]\n"
        "choices: [{text: Open it, goto: z}, {text: Open it!, goto: z}, {text: Strength, goto: z},"
        " {id: open_it, text: B, goto: z}]"
    )
    read = card(body, "challenges: {types: [strength]}\n")
    assert [challenge.id for challenge in read.challenges] == ["strength", "strength_2"]
    assert [choice.id for choice in read.choices] == ["open_it_2", "open_it_3", "strength_3", "open_it"]


def test_endings_by_default_are_called_as_their_card() -> None:
    text = (
        f"{HEAD}variables: {{lit: false}}\ncards:\n"
        "  a: {text: Hello., title: Home, branch: [{when: lit, ending: won}, {ending: {id: dark, kind: lost}}]}\n"
        "  b: {text: Hello., ending: {id: c, kind: lost, title: Away}}\n"
    )
    read = list(endings(story(text)))
    assert [(each.id, each.kind, each.title, each.card) for each in read] == [
        ("a", "won", "Home", "a"),
        ("dark", "lost", "Home", "a"),
        ("c", "lost", "Away", "b"),
    ]


@pytest.mark.parametrize(
    ("written", "kind", "start", "low", "high", "words"),
    [
        ("3", Kind.NUMBER, 3, -LARGEST, LARGEST, ()),
        ("-3", Kind.NUMBER, -3, -LARGEST, LARGEST, ()),
        ("false", Kind.FLAG, False, -LARGEST, LARGEST, ()),
        ("TRUE", Kind.FLAG, True, -LARGEST, LARGEST, ()),
        ("calm", Kind.WORD, "calm", -LARGEST, LARGEST, ()),
        ("'3'", Kind.WORD, "3", -LARGEST, LARGEST, ()),
        ("'no'", Kind.WORD, "no", -LARGEST, LARGEST, ()),
        ("{start: 3}", Kind.NUMBER, 3, -LARGEST, LARGEST, ()),
        ("{start: 3, min: 0, max: 9}", Kind.NUMBER, 3, 0, 9, ()),
        ("{start: 3, max: 9}", Kind.NUMBER, 3, -LARGEST, 9, ()),
        ("{start: no, one_of: [no, yes]}", Kind.WORD, "no", -LARGEST, LARGEST, ("no", "yes")),
    ],
)
def test_variables(written: str, kind: Kind, start: object, low: int, high: int, words: tuple[str, ...]) -> None:
    read = story(f"{HEAD}variables: {{v: {written}}}\ncards: {{a: {{text: Done., ending: won}}}}").variables["v"]
    assert (read.kind, read.start, read.low, read.high, read.words) == (kind, start, low, high, words)


def test_text_parts() -> None:
    body = "text:\n  - One.\n  - {when: lit, first: Two., again: Three.}\n  - {when: not lit, text: '{oil} cans'}"
    text = card(body, "variables: {lit: false, oil: 1}\n").then.text
    assert text is not None
    assert [part.seen for part in text.parts] == [Seen.ALWAYS, Seen.FIRST, Seen.AGAIN, Seen.ALWAYS]
    assert [part.when.source if part.when else "" for part in text.parts] == ["", "lit", "lit", "not lit"]
    assert len(text.parts[3].template) == 2


def test_minigame_settings_are_plain_values() -> None:
    settings = "  players: 4\n  name: '4'\n  open: true\n  bots: [{name: Ann}, x]\n"
    body = f"text: Hello.\nminigame:\n  game: g\n{settings}  results: {{won: z}}"
    game = card(body).minigame
    assert game is not None
    assert game.config == {"players": 4, "name": "4", "open": True, "bots": [{"name": "Ann"}, "x"]}
    assert {"players", "bots", "bots.0", "bots.0.name", "bots.1", "results.won"} <= game.spans.keys()
    assert str(game.spans["bots.0.name"]) == "story.yaml:12:15"


def test_rules_are_read_by_their_sorts() -> None:
    tables = (
        "trackers: {hp: {start: 0, min: 0, max: 3}}\nchallenges: {types: [strength]}\n"
        "rules: {level: 5, when_both_reach_max: hp, boosters: no, exchange: never}\n"
    )
    body = "text: Hello.\nrules: {level: none, level_change: hp + 1, travel_cost: 0}"
    read = story(
        f"{HEAD}{tables}cards:\n  a:\n" + "".join(f"    {x}\n" for x in body.splitlines()) + "    goto: z\n" + END
    )
    assert read.rules == {"level": 5, "when_both_reach_max": "hp", "boosters": False, "exchange": "never"}
    here = read.house_rules("a")
    assert (here.level, here.travel_cost, here.boosters) == (None, 0, False)


def test_a_choice_of_a_card_that_returns_needs_no_jump() -> None:
    assert card("text: Hello.\nreturn: true\nchoices: [{text: Go.}]").choices[0].then.jump is None


def test_a_retry_may_stand_in_an_arm_below_win_or_lose() -> None:
    body = "text: Hello.\nchallenge: {type: strength, win: z, lose: {branch: [{when: lit, retry: true}, z]}}"
    read = card(body, "variables: {lit: false}\nchallenges: {types: [strength]}\n")
    lose = read.challenges[0].lose.jump
    assert isinstance(lose, Branch) and lose.arms[0].jump == Retry()


def test_board_defaults() -> None:
    text = (
        "story: s\ntitle: T\nstart: a\n"
        "trackers: {fuel: {start: 0, min: 0, max: 9, at_max: z}, signal: {start: 0, min: 0, max: 9}}\n"
        "board: {cost: {fuel: 2}, places: {here: {at: [1, 2]}, there: {closed: Burning.}}}\n"
        "cards:\n  a: {text: Hello., travel: true}\n" + END
    )
    board = story(text).board
    assert (board.start, board.boost, board.cost, board.planets) == ("here", "signal", (("fuel", 2),), ("there",))
    assert board.stranded is not None and board.stranded.key == "fuel.at.9"
    assert (board.places["here"].at, board.places["here"].title) == ((1, 2), "here")


def test_places_of_findings_inside_texts() -> None:
    text = (
        f"{HEAD}cards:\n  a:\n    text: |\n      One.\n        {{oil}}\n    ending: won\n"
        "  b: {text: 'it''s {oil}', ending: lost}\n"
        '  c: {text: "\\u0062 \\" {oil}", ending: left}\n'
        "  d:\n    text: one\n      two {oil}\n    ending: gone\n"
        "  e:\n    text: >\n      one\n      two {oil}\n    ending: {id: over, kind: over}\n"
    )
    lines = text.splitlines()
    found = load_text(text).diagnostics
    assert len(found) == 5
    for each in found:
        assert lines[each.span.line - 1][each.span.column - 1 : each.span.end_column - 1] == "oil"


def test_the_same_condition_and_effects_elsewhere_have_places_of_their_own() -> None:
    text = (
        f"{HEAD}variables: {{oil: 1}}\ncards:\n"
        "  a: {text: Hello., branch: [{when: oil > 1, do: oil += 1; oil -= 2, goto: z}, z]}\n"
        "  b:\n    text: Hello.\n    branch:\n      - when: oil > 1\n        do: oil += 1; oil -= 2\n        goto: z\n"
        + END
    )
    lines = text.splitlines()
    arms = [each.consequence for each in consequences(story(text)) if each.consequence.when]
    assert len(arms) == 2
    for arm in arms:
        assert arm.when is not None
        for span, source in [(arm.when.span, "oil > 1"), *((each.span, each.source) for each in arm.do)]:
            assert lines[span.line - 1][span.column - 1 : span.end_column - 1] == source
    assert arms[0].when != arms[1].when and arms[0].do[1].source == "oil -= 2"


def test_load_raises_what_was_found() -> None:
    with pytest.raises(StoryError) as raised:
        load(BROKEN / "keys-must-be-known.yaml")
    assert [each.code for each in raised.value.diagnostics] == ["SE040", "SE040"]
    assert "did you mean `goto`?" in str(raised.value)


class Picky:
    """A game that takes nothing."""

    def labels(self, config: Mapping[str, Any]) -> Iterable[str]:
        return ()

    def check(self, config: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
        return [("bots[1]", "is no bot"), ("bots.0.name", "is no name"), ("bots.7", "is missing"), ("", "is no fun")]

    def tells(self) -> Mapping[str, str]:
        return {}


def test_settings_that_a_game_refuses_have_their_places() -> None:
    text = f"{HEAD}cards:\n  a:\n    text: Hello.\n    minigame:\n      game: picky\n      bots: [{{name: Ann}}, x]\n"
    found = load_text(text + "      results: {}\n" + END, games={"picky": Picky()}).diagnostics
    assert [(str(each.span), each.message) for each in found] == [
        ("story.yaml:8:13", "is no fun"),
        ("story.yaml:9:7", "`bots.7`: is missing"),
        ("story.yaml:9:15", "`bots.0.name`: is no name"),
        ("story.yaml:9:27", "`bots[1]`: is no bot"),
    ]
