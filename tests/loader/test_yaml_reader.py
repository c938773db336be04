"""Reading YAML into the positioned tree: places, names, line ends, refusals, and reading on after a slip."""

from __future__ import annotations

import time

import pytest

from storyengine.diagnostics import Problems, Severity
from storyengine.loader import yaml_events
from storyengine.loader.codes import YAML_ROWS
from storyengine.loader.nodes import Empty, Mapping, Node, Scalar, Sequence, Style
from storyengine.loader.yaml_reader import read_tree
from storyengine.source import Span
from tests.loader.test_yaml_traps import MENDED, REFUSED
from tests.loader.yaml_trees import fixed, plain, read_both


def read(text: str) -> Node:
    tree, problems = read_both(text)
    assert problems == ()
    assert tree is not None
    return tree


def value_of(text: str) -> Node:
    tree = read(text)
    assert isinstance(tree, Mapping)
    return tree.entries[0].value


def span(line: int, column: int, end_line: int, end_column: int) -> Span:
    return Span("s.yaml", line, column, end_line, end_column)


@pytest.mark.parametrize("text", ["", "\n", "# only a comment\n", "   \n\t\n", "---\n"])
def test_file_without_content_is_empty(text: str) -> None:
    assert isinstance(read(text), Empty)


@pytest.mark.parametrize(
    ("text", "style", "value", "place"),
    [
        ("k: one two  # c", Style.PLAIN, "one two", (1, 4, 1, 11)),
        ("k: 'it''s'", Style.SINGLE, "it's", (1, 4, 1, 11)),
        ('k: "a\\nb"  ', Style.DOUBLE, "a\nb", (1, 4, 1, 10)),
        ("k: |\n  one\n\n  two\n\n\n", Style.LITERAL, "one\n\ntwo\n", (1, 4, 4, 6)),
        ("k: >-\n  one\n  two\n# c", Style.FOLDED, "one two", (1, 4, 3, 6)),
        ("k: one\n  two", Style.PLAIN, "one two", (1, 4, 2, 6)),
        ("k: 🗝 é", Style.PLAIN, "🗝 é", (1, 4, 1, 7)),
        ("🗝 é: x", Style.PLAIN, "x", (1, 6, 1, 7)),
        ("k: ''", Style.SINGLE, "", (1, 4, 1, 6)),
    ],
)
def test_scalar_has_its_style_text_and_place(
    text: str, style: Style, value: str, place: tuple[int, int, int, int]
) -> None:
    assert value_of(text) == Scalar(value, style, span(*place))


@pytest.mark.parametrize(
    ("text", "place"),
    [("k:", (1, 3, 1, 3)), ("k:   # c\nl: x", (1, 3, 1, 3)), ("k:\n\n", (1, 3, 1, 3)), ("'k' :\n", (1, 6, 1, 6))],
)
def test_key_without_value_is_empty_after_its_colon(text: str, place: tuple[int, int, int, int]) -> None:
    assert value_of(text) == Empty(span(*place))


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("k:\n  a: 1\n  b: two  # c\n\nl: x", (2, 3, 3, 9)),
        ("k:\n- a\n- b\n", (2, 1, 3, 4)),
        ("k: {a: 1,\n  b: 2 }", (1, 4, 2, 9)),
        ("k: [ a, b ] # c", (1, 4, 1, 12)),
        ("k: {}", (1, 4, 1, 6)),
        ("k:\n  a:\n    b: |\n      x\n\n", (2, 3, 4, 8)),
    ],
)
def test_collection_reaches_from_its_first_to_its_last_character(text: str, place: tuple[int, int, int, int]) -> None:
    node = value_of(text)
    assert isinstance(node, Mapping | Sequence)
    assert node.span == span(*place)


def test_words_and_numbers_of_yaml_stay_what_was_typed() -> None:
    text = (
        "cards:\n"
        "  NO:  {text: no, choices: [{text: on, to: off}, {text: yes, to: NO}]}\n"
        "  off: {text: 12:30, choices: [{text: 1_000, to: 007}]}\n"
        "  007: {text: ~, end: true}\n"
    )
    assert plain(read(text)) == [
        (
            "cards",
            [
                (
                    "NO",
                    [("text", "no"), ("choices", [[("text", "on"), ("to", "off")], [("text", "yes"), ("to", "NO")]])],
                ),
                ("off", [("text", "12:30"), ("choices", [[("text", "1_000"), ("to", "007")]])]),
                ("007", [("text", "~"), ("end", "true")]),
            ],
        )
    ]


def test_names_that_differ_in_case_are_two_and_a_stray_space_is_reported() -> None:
    tree, problems = read_both("inn: a\n' inn': b\nInn: c\n")
    assert tree is not None
    assert plain(tree) == [("inn", "a"), (" inn", "b"), ("Inn", "c")]
    assert [(each.slug, each.span.line) for each in problems] == [("stray-space", 2)]


def test_duplicate_keys_are_all_kept_and_both_places_are_named() -> None:
    tree, problems = read_both("cards:\n  inn: {text: a, text: b}\n  yard: x\n  inn: y\n  'inn': z\n")
    assert isinstance(tree, Mapping)
    cards = tree.entries[0].value
    assert isinstance(cards, Mapping)
    assert [entry.key.text for entry in cards.entries] == ["inn", "yard", "inn", "inn"]
    places = [(each.slug, each.span.line, each.span.column, each.related[0].span.line) for each in problems]
    assert places == [("duplicate-key", 2, 18, 2), ("duplicate-key", 4, 3, 2), ("duplicate-key", 5, 3, 2)]


@pytest.mark.parametrize("change", ["as it is", "mark", "crlf", "cr", "no last line end"])
def test_line_ends_and_byte_order_mark_change_nothing(change: str) -> None:
    text = "🗝 key:\n  text: |\n    Ärger,\n\n    twice.\nlast: what: now\nend: |\n  x\n"
    changed = {
        "as it is": text,
        "mark": "\ufeff" + text,
        "crlf": text.replace("\n", "\r\n"),
        "cr": text.replace("\n", "\r"),
        "no last line end": text.removesuffix("\n"),
    }[change]
    assert read_both(changed) == read_both(text)


def test_long_line_loads_whole() -> None:
    words = ("word " * 8_000).strip()
    assert value_of(f"text: {words}") == Scalar(words, Style.PLAIN, span(1, 7, 1, 7 + len(words)))


def test_one_run_reports_every_slip_at_its_own_place() -> None:
    text = (
        "cards:\n"
        "  inn:\n"
        "    text: 'Tis late.\n"
        "    goto: @yard\n"
        "  yard:\n"
        "    text: The guard says: halt!\n"
        "     note: x\n"
        "    choices:\n"
        "      - {text: Run, and hide., goto: inn}\n"
        "      - {text: It says {signal}., goto: {inn: a, inn: b}}\n"
        "  inn:\n"
        "    text: The dogs' home.\n"
    )
    tree, problems = read_both(text)
    assert [(each.slug, each.span.line, each.span.column) for each in problems] == [
        ("open-quote", 3, 11),
        ("special-first-character", 4, 11),
        ("colon-in-text", 6, 25),
        ("wrong-indentation", 7, 6),
        ("comma-cut", 9, 19),
        ("bracket-in-text", 10, 24),
        ("duplicate-key", 10, 50),
        ("duplicate-key", 11, 3),
    ]
    after, left = read_both(fixed(text, problems))
    assert [each.slug for each in left] == ["duplicate-key", "duplicate-key"]
    assert tree is not None
    assert after is not None
    assert plain(tree) == plain(after)


def test_places_after_a_mended_quote_are_the_authors() -> None:
    tree, _ = read_both("- {text: It says {signal}., goto: yard}\n")
    assert isinstance(tree, Sequence)
    item = tree.items[0]
    assert isinstance(item, Mapping)
    assert item.span == span(1, 3, 1, 40)
    assert [entry.value.span for entry in item.entries] == [span(1, 10, 1, 27), span(1, 35, 1, 39)]


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("[" * 50_000, "deep-nesting"),
        ("[\n" * 50_000, "deep-nesting"),
        ("{a: " * 50_000, "deep-nesting"),
        ("- " * 50_000, "deep-nesting"),
        ("\n".join(" " * depth + "a:" for depth in range(2_000)), "deep-nesting"),
        ("".join(f"k{number}: &a{number} [x]\n" for number in range(20_000)), "anchor"),
        ("x" * 20_000_001, "huge-file"),
    ],
    ids=["brackets", "bracket lines", "braces", "dashes", "deep keys", "anchors", "huge"],
)
def test_hostile_file_is_refused_at_once(text: str, slug: str) -> None:
    start = time.process_time()
    tree, problems = read_both(text)
    assert time.process_time() - start < 5
    assert tree is None
    assert [each.slug for each in problems] == [slug]


def test_forty_levels_are_read_and_one_more_is_not() -> None:
    assert isinstance(read("[" * 40 + "]" * 40), Sequence)
    _, problems = read_both("[" * 41 + "]" * 41)
    assert [(each.slug, each.span.column) for each in problems] == [("deep-nesting", 41)]


def test_many_slips_end_with_a_count_of_what_is_left_out() -> None:
    problems = Problems(limit=20)
    read_tree("a: x\n" * 100, "s.yaml", problems)
    assert len(problems.all) == 21
    assert problems.all[-1].message == "79 more problems are not shown"
    assert problems.counts[Severity.ERROR] == 99


@pytest.mark.parametrize("pure", [False, True])
def test_reading_without_the_quick_parser_installed(monkeypatch: pytest.MonkeyPatch, pure: bool) -> None:
    monkeypatch.setattr(yaml_events, "QuickParser", None)
    problems = Problems()
    tree = read_tree("a: {b: Why?, c: 12:30}", "s.yaml", problems, pure=pure)
    assert tree is not None
    assert plain(tree) == [("a", [("b", "Why?"), ("c", "12:30")])]


def test_every_kind_of_yaml_finding_has_an_example() -> None:
    shown = {row[1] for row in MENDED} | {row[1] for row in REFUSED} | {"deep-nesting", "huge-file"}
    assert {row.slug for row in YAML_ROWS} <= shown


CARD = """\
  card_{number}:
    title: The Landing {number}
    note: Keep the boat visible; the offer must feel real.   # never shown
    text: |
      The boat leaves you on weed-black steps. Above, the lamp is dark.
    choices:
      - id: climb
        text: Climb to the yard.
        goto: card_1
      - {{id: wave, text: "Why? Wave, and shout.", do: oil += 1, goto: card_2}}
      - {{id: stay, text: Why stay?, goto: card_3}}
"""


def large_story(cards: int) -> str:
    return "story: large\ncards:\n" + "".join(CARD.format(number=number) for number in range(cards))


def seconds(text: str) -> float:
    start = time.process_time()
    assert read_tree(text, "s.yaml", Problems()) is not None
    return time.process_time() - start


@pytest.mark.slow
def test_time_grows_with_the_size_of_the_file() -> None:
    small = min(seconds(large_story(800)) for _ in range(3))
    # Eight times the cards: about eight times the time, with room for a busy machine.
    assert seconds(large_story(6_400)) < 20 * small


@pytest.mark.slow
@pytest.mark.skipif(yaml_events.QuickParser is None, reason="is about the quick parser")
def test_slip_at_the_end_of_a_large_file_costs_few_readings_more() -> None:
    text = large_story(2_000)
    slip = text + "  last:\n    text: The guard says: halt!\n"
    # Three readings; the slow parser alone takes as long as fifteen.
    assert seconds(slip) < 8 * min(seconds(text) for _ in range(3))
