"""What authors type without thinking of YAML, where it stands in a story: as they plainly mean it, or an error.

Each line of the tables is one such piece. Never is a value cut or changed without a word.
"""

from __future__ import annotations

import pytest

from storyengine.loader import Loaded, load_text
from storyengine.model.cards import Text
from storyengine.model.story import Story

HEAD = "story: s\ntitle: T\nstart: a\n"
TABLES = (
    "trackers: {signal: {start: 0, min: 0, max: 25}, epm: {start: 0, min: 0, max: 25}}\n"
    "variables: {oil: 1, hour: 6, met: false, lit: false, mood: {start: calm, one_of: [calm, wary]}}\n"
    "challenges: {types: [perception]}\n"
    "crew: {flppto: {title: Flppto}}\n"
    "items: {medkit: {title: Medkit}}\n"
)


def story(loaded: Loaded) -> Story:
    assert loaded.story is not None, [(str(each.span), each.message, each.hint) for each in loaded.diagnostics]
    assert loaded.diagnostics == ()
    return loaded.story


def words(text: Text | None) -> str:
    assert text is not None
    return "|".join("".join(str(piece) for piece in part.template) for part in text.parts)


def card_with(*lines: str) -> str:
    return HEAD + TABLES + "cards:\n  a:\n" + "".join(f"    {line}\n" for line in lines) + "    ending: won\n"


@pytest.mark.parametrize("pure", [False, True], ids=["quick", "pure"])
@pytest.mark.parametrize(
    "typed",
    ["1984", "12:30", "2026-11-30", "007", "1e3", "~", "null", "True", "No", "Yes", "On", "1_000", "0x1F", ".5", "on",
     'He said "no".', "Why?", "... and then?", "50% of it", "a {{b}} c"],
)  # fmt: skip
def test_text_stays_as_typed(typed: str, pure: bool) -> None:
    read = story(load_text(card_with(f"text: {typed}"), pure=pure)).cards["a"].then.text
    assert words(read) == typed.replace("{{", "{").replace("}}", "}")


@pytest.mark.parametrize("typed", ["1.10", "1.0", "007", "2026-11-30", "1e3"])
def test_version_stays_as_typed(typed: str) -> None:
    assert story(load_text(f"version: {typed}\n{card_with('text: Hello.')}")).version == typed


def test_card_names_stay_as_typed() -> None:
    names = ["NO", "off", "007", "7", "1e3", "1.0", "1.10", "01", "on", "~", "null", "True", "Ärger", "🗝 key", "0x1F"]
    cards = "".join(
        f"  {name}: {{text: Hello., goto: {after}}}\n" for name, after in zip(names, [*names[1:], "z"], strict=True)
    )
    text = f"story: s\ntitle: T\nstart: NO\ncards:\n{cards}  z: {{text: Done., ending: won}}\n"
    assert list(story(load_text(text)).cards) == [*names, "z"]


@pytest.mark.parametrize("typed", ["007", "'007'", '"007"'])
def test_quotes_round_a_name_mean_nothing(typed: str) -> None:
    text = f"story: s\ntitle: T\nstart: {typed}\ncards: {{007: {{text: Done., ending: won}}}}"
    assert story(load_text(text)).start == "007"


@pytest.mark.parametrize("typed", ["yes", "true", "True", "on", "YES"])
@pytest.mark.parametrize("style", ["{}", "'{}'"])
def test_once_yes_is_plainly_meant(typed: str, style: str) -> None:
    lines = ("text: Hello.", "choices:", f"  - {{text: Go., once: {style.format(typed)}, stay: true}}")
    text = HEAD + "cards:\n  a:\n" + "".join(f"    {line}\n" for line in lines)
    assert story(load_text(text)).cards["a"].choices[0].once


@pytest.mark.parametrize(("typed", "number"), [("+2", 2), ("-1", -1), ("0", 0), ("'25'", 25)])
def test_whole_numbers(typed: str, number: int) -> None:
    text = card_with("text: Hello.").replace("{title: Medkit}", f"{{boost: {{perception: {typed}}}}}")
    assert story(load_text(text)).items["medkit"].boost["perception"].bonus == number


@pytest.mark.parametrize(
    "typed",
    [
        "text: {first: Once., again: Twice.}",
        "text: [{first: Once., again: Twice.}]",
        "text:\n      - first: Once.\n        again: Twice.",
    ],
)
def test_a_text_may_be_one_part(typed: str) -> None:
    read = story(load_text(card_with(typed))).cards["a"].then.text
    assert words(read) == "Once.|Twice."
    assert read is not None and [part.seen for part in read.parts] == ["first", "again"]


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("text: |\n      one\n       two", "one\n two"),
        ("text: A\n      B\n\n      C", "A B\nC"),
        ("text: |\n      one\n\n      two\n", "one\n\ntwo"),
        ("text: >\n      one\n      two\n", "one two"),
        ('text: "a \\u0062"', "a b"),
        ("text: 'it''s'", "it's"),
    ],
)
def test_paragraphs_and_quotes(typed: str, read: str) -> None:
    assert words(story(load_text(card_with(typed))).cards["a"].then.text) == read


@pytest.mark.parametrize(
    "typed",
    [
        "when: not met",
        'when: mood == "calm"',
        "when: '\"calm\" == mood'",
        "when: oil in 0..1",
        "when: oil in [0, 1]",
        "when: signal >= 7",
        "when: mood is calm",
    ],
)
def test_conditions_as_typed(typed: str) -> None:
    text = card_with("text: Hello.", "choices:", f"  - {typed}", "    text: Go.", "    stay: true")
    assert story(load_text(text)).cards["a"].choices[0].when is not None


@pytest.mark.parametrize(
    ("typed", "count"),
    [
        ("do: oil -= 2; lit = true", 2),
        ("do: [mood = calm, hour += 1]", 2),
        ("do:\n      - oil -= 2\n      - lit = true", 2),
        ("do: |\n      oil -= 2\n      lit = true", 2),
        ("before: hour += 1", 0),
    ],
)
def test_effects_as_typed(typed: str, count: int) -> None:
    assert len(story(load_text(card_with("text: Hello.", typed))).cards["a"].then.do) == count


@pytest.mark.parametrize(
    "typed",
    [
        "text: {signal} bars.",
        'text: "You came," he says.',
        "text: 'Tis the oil.",
        "text: @ the gate",
        "text: - Who's there?",
        "text: > prompt",
        "text: !boom",
        "text: & so on",
        "text: % of it",
        "text: one\n      two: three",
        'text: "He says \\d"',
        "text: {hour >= 9: late}",
        "text: A {when: hour} b",
        "text: The guard says: halt!",
        "do: signal: 7",
        "do: epm += 1, signal -= 1",
        "choices: [{text: Go., when: !met, stay: true}]",
        "choices: [{text: Go., when: >= 7, stay: true}]",
        "choices: [{text: Go., when: signal: 7, stay: true}]",
        "choices: [{text: Go., do: epm += 1, signal -= 1, stay: true}]",
        "choices: [Wait.: {stay: true}]",
        "choices:\n      - Wait, then go.: 3",
        "choices:\n      - Ask (again): inside -> 3",
        "choices:\n      - ? x",
        "before: &b [c]",
        "rules: {level: +1}",
        "rules: {level: ~}",
        "tags:",
        "allow: {a : }",
    ],
)
@pytest.mark.parametrize("pure", [False, True], ids=["quick", "pure"])
def test_what_cannot_be_meant_is_an_error_with_a_hint(typed: str, pure: bool) -> None:
    loaded = load_text(card_with(typed), pure=pure)
    assert loaded.story is None
    assert all(each.hint for each in loaded.diagnostics)
    assert loaded.diagnostics == load_text(card_with(typed), pure=not pure).diagnostics


@pytest.mark.parametrize("typed", ["text: Look in shed #2.", "text: [The lights go out.]", "text: Take the lift.# old"])
def test_what_may_be_meant_otherwise_is_a_warning(typed: str) -> None:
    loaded = load_text(card_with(typed))
    assert loaded.story is not None
    assert [each.severity.value for each in loaded.diagnostics] == ["warning"]


@pytest.mark.parametrize("name", ["^b", "@b", ".b", "+b", "B", "-> b"])
def test_a_decorated_or_misspelt_card_name_is_understood_but_not_taken(name: str) -> None:
    text = f"{HEAD}cards:\n  a: {{text: Hello., goto: '{name}'}}\n  b: {{text: Done., ending: won}}\n"
    loaded = load_text(text)
    assert loaded.story is None
    (found,) = loaded.diagnostics
    assert found.hint == "did you mean `b`?"
    assert found.fix is not None


def test_a_long_line_loads_whole() -> None:
    typed = "word " * 8_000 + "end"
    assert words(story(load_text(card_with(f"text: {typed}"))).cards["a"].then.text) == typed
