"""How much a story may hold, and that loading keeps its pace."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from storyengine.loader import load_text

HEAD = "story: s\ntitle: T\nstart: a\n"
END = "  z: {text: Done., ending: won}\n"


def codes(text: str) -> list[str]:
    return [each.code for each in load_text(text).diagnostics]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("choices:\n" + "      - {text: Go., goto: z}\n" * 201, "SE053"),
        ("branch:\n" + "      - {when: true, goto: z}\n" * 65, "SE053"),
        ("title: " + "a" * 100_001, ""),
        ("text: " + "a" * 100_001, "SE053"),
    ],
)
def test_bounds(body: str, code: str) -> None:
    text = f"{HEAD}cards:\n  a:\n    {body}\n" + ("    goto: z\n" if "branch" not in body else "") + END
    assert codes(text) == [code] * bool(code)


def test_too_many_variables() -> None:
    variables = "".join(f"  v{number}: 0\n" for number in range(201))
    assert codes(f"{HEAD}variables:\n{variables}cards: {{a: {{text: Done., ending: won}}}}") == ["SE053"]


def test_depth_of_arms_is_bounded() -> None:
    def nested(depth: int) -> str:
        return f"{{branch: [{nested(depth - 1)}]}}" if depth else "{goto: a}"

    def text(depth: int) -> str:
        return f"{HEAD}cards: {{a: {nested(depth)}}}"

    assert codes(text(8)) == []
    assert codes(text(9)) == ["SE053"]


def large(cards: int) -> str:
    """A story of that many cards in a chain, each with a condition, an effect and an expression in its text."""
    card = (
        "  c{here}:\n    text: |\n      Room {here}. {{oil}} cans.\n    choices:\n      - text: Go on.\n"
        "        when: oil >= 0 or visited(c{before})\n        do: oil += 1\n        goto: c{after}\n"
    )
    chain = "".join(card.format(here=each, before=max(0, each - 1), after=each + 1) for each in range(cards))
    head = "story: s\ntitle: T\nstart: c0\nvariables: {oil: {start: 0, min: 0, max: 9}}\ncards:\n"
    return f"{head}{chain}  c{cards}: {{text: Done., ending: won}}\n"


@pytest.mark.slow
def test_time_grows_with_the_number_of_cards(amount: Callable[[int, int], int]) -> None:
    """Ten times the cards take about ten times as long; thirty times would show a loop over all cards for each."""

    def seconds(cards: int) -> float:
        text = large(cards)
        start = time.perf_counter()
        loaded = load_text(text)
        took = time.perf_counter() - start
        assert loaded.story is not None and len(loaded.story.cards) == cards + 1
        return took

    few = amount(100, 2_000)
    seconds(few)
    assert seconds(10 * few) < 30 * min(seconds(few), seconds(few))


def test_many_missing_cards_are_reported_without_comparing_all_names(amount: Callable[[int, int], int]) -> None:
    cards = amount(2_000, 10_000)
    text = HEAD + "cards:\n  a: {text: Hello., goto: z}\n"
    text += "".join(f"  c{each}: {{text: Hello., goto: missing_{each}}}\n" for each in range(cards)) + END
    loaded = load_text(text)
    assert loaded.story is None
    assert {each.code for each in loaded.diagnostics} == {"SE060", "SE000"}
    assert f"{cards - 200:,} more problems" in loaded.diagnostics[0].message + loaded.diagnostics[-1].message
