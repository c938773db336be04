"""Nothing that an author can type takes long, goes deep or breaks the reader."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import pytest

from storyengine.loader.expression_cursor import DEEPEST
from storyengine.loader.expression_parser import parse_condition, parse_effects, parse_expression
from storyengine.loader.templates import parse_template
from storyengine.model.expressions import AllOf, Arithmetic, Condition, Expression, IfElse, parts
from storyengine.model.formatting import format_condition, format_expression
from tests.loader.expression_readers import condition, findings, only, value

LONGEST = 4_000


def _to_length(head: str, again: str, tail: str, length: int) -> str:
    return head + again * ((length - len(head) - len(tail)) // len(again)) + tail


FAMILIES = [
    ("", "(", ""),
    ("", "[", ""),
    ("", "not ", "lit"),
    ("", "-", "1"),
    ("", "- ", "1"),
    ("", "1+", "1"),
    ("", "lit or (", ""),
    ("", "lit or met and (lit == (oil + oil * -(", ""),
    ("", "oil in [", ""),
    ("", "(oil == ", "oil"),
    ("", "1 if lit else ", "1"),
    ("", "if ", ""),
    ("", "lit == ", "lit"),
    ("", "a.", ""),
    ("", "\\\"'", ""),
    ('"', '\\"', ""),
    ("", "visited(", ""),
    ("", "x; ", ""),
    ("", ",", ""),
    ("", "\n", ""),
    ("", "9", ""),
    ("", "{", ""),
    ("", "{'", ""),
    ('{"', '\\"', ""),
    ("{", "é ", "}"),
]


@pytest.mark.parametrize("head, again, tail", FAMILIES, ids=[repr(again) for _, again, _ in FAMILIES])
@pytest.mark.parametrize("length", [LONGEST, 200_000])
def test_no_text_is_too_much(head: str, again: str, tail: str, length: int) -> None:
    text = _to_length(head, again, tail, length)
    readers: list[tuple[Callable[..., Any], dict[str, Any]]] = [
        (parse_condition, {}),
        (parse_effects, {}),
        (parse_expression, {"expect": None}),
        (parse_template, {}),
    ]
    started = time.process_time()
    for read, options in readers:
        findings(read, text, **options)
    assert time.process_time() - started < 5  # takes some hundredths of a second; quadratic time would take minutes


@pytest.mark.parametrize(
    "text",
    [
        "(" * 61 + "lit" + ")" * 61,
        "not " * 60 + "lit",
        "-(" * 60 + "oil" + ")" * 60 + " > 1",
        "1+" * 60 + "1 > 1",
        "lit or (met and (" * 31 + "lit" + ")" * 62,
        "1 if lit else " * 60 + "1 > 1",
    ],
)
def test_deep_nesting_is_refused(text: str) -> None:
    finding = only(findings(parse_condition, text)[1])
    assert finding.slug == "expression-too-large"
    assert finding.message == "this is nested more than 60 levels deep"


def depth(expression: Expression) -> int:
    """By the naive definition, held against what the reader counts."""
    children = [part for part in parts(expression) if part is not expression]
    inside = {id(each) for child in children for each in parts(child) if each is not child}
    return 1 + max((depth(child) for child in children if id(child) not in inside), default=0)


def test_what_is_just_deep_enough_is_read_and_formatted_and_read_again() -> None:
    sums = value("1+" * (DEEPEST - 1) + "1")
    for tree in (sums, value("oil-(" * (DEEPEST - 1) + "1" + ")" * (DEEPEST - 1))):
        assert isinstance(tree, Arithmetic)
        assert value(format_expression(tree)) == tree
    choices = value("1 if lit else " * (DEEPEST - 1) + "1")
    assert isinstance(choices, IfElse)
    assert value(format_expression(choices)) == choices


def test_a_long_chain_of_ands_is_flat() -> None:
    chain = condition("lit" + " and met" * 495)
    assert isinstance(chain, AllOf)
    assert len(chain.operands) == 496
    assert depth(condition("lit" + " and met" * 5)) == 2


def test_a_chain_of_comparisons_is_flat() -> None:
    chain = condition("0" + " < oil" * 600)
    assert isinstance(chain, AllOf)
    assert len(chain.operands) == 600


def test_chains_inside_the_middle_of_chains_do_not_grow_without_bound() -> None:
    text = "lit"
    for _ in range(25):
        text = f"lit == ({text}) == met"
    assert only(findings(parse_condition, text)[1]).slug == "expression-too-large"


def test_six_hundred_frames_are_enough() -> None:
    deep = "lit or met and (lit == (oil + oil * -(" * 19
    limit = sys.getrecursionlimit()
    frames = 0
    frame = sys._getframe()
    while (above := frame.f_back) is not None:
        frame, frames = above, frames + 1
    sys.setrecursionlimit(frames + 600)
    try:
        findings(parse_condition, deep)
        findings(parse_condition, "(" * 60 + "lit" + ")" * 60)
        tree = value("oil-(" * (DEEPEST - 1) + "1" + ")" * (DEEPEST - 1))
        format_expression(tree)
    finally:
        sys.setrecursionlimit(limit)


@pytest.mark.parametrize(
    "text, columns",
    [
        ("oil > 1000000001", (7, 17)),
        ("oil > -1000000001", (8, 18)),
        ("oil > " + "9" * 3_900, (7, 3_907)),
    ],
)
def test_numbers_beyond_a_thousand_million_are_refused(text: str, columns: tuple[int, int]) -> None:
    finding = only(findings(parse_condition, text)[1])
    assert (finding.slug, finding.columns) == ("expression-too-large", columns)
    assert finding.hint == "numbers go from -1,000,000,000 to 1,000,000,000"
    assert len(finding.message) < 80


def test_a_thousand_million_is_a_number() -> None:
    assert format_condition(Condition(condition("oil > -1000000000"), "")) == "oil > -1000000000"


def test_a_text_beyond_the_bound_is_refused_whole() -> None:
    finding = only(findings(parse_condition, "lit" + " or lit" * 1_000)[1])
    assert finding.slug == "expression-too-large"
    assert finding.message == "this is 7,003 characters long; the most that can be read is 4,000"
