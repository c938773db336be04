"""YAML as authors type it: it loads as they plainly mean, or is a finding with a line and a fix that works.

Each line of the tables is one piece of YAML; the two parsers must agree on all of them.
"""

from __future__ import annotations

import pytest

from storyengine.diagnostics import Severity, format_diagnostic
from tests.loader.yaml_trees import Plain, fixed, plain, read_both

AS_TYPED: list[tuple[str, Plain]] = [
    ("text: The dial says {signal}.", [("text", "The dial says {signal}.")]),
    ('text: He said "no".', [("text", 'He said "no".')]),
    ("text: ... and then?", [("text", "... and then?")]),
    *[
        (f"{key}: {value}", [(key, value)])
        for key, value in (
            ("text", "1984"),
            ("text", "12:30"),
            ("text", "2026-11-30"),
            ("text", "007"),
            ("text", "1e3"),
            ("text", "~"),
            ("text", "null"),
            ("text", "True"),
            ("text", "No"),
            ("text", "Yes"),
            ("text", "On"),
            ("text", "1_000"),
            ("text", "0x1F"),
            ("text", ".5"),
            ("once", "yes"),
            ("once", "true"),
            ("boost", "+2"),
            ("boost", "-1"),
            ("boost", "2d6"),
            ("level", "+1"),
            ("version", "1.10"),
            ("when", "not met"),
            ("when", 'mood == "calm"'),
            ("when", "oil in [0, 1]"),
            ("goto", "007"),
            ("goto", "1.10"),
            ("goto", "data/41"),
            ("goto", "^13"),
            ("goto", ".13"),
            ("goto", "+13"),
            ("draw", "41"),
        )
    ],
    ("x: {perception: +1}", [("x", [("perception", "+1")])]),
    ("{do: [epm += 1, signal -= 1]}", [("do", ["epm += 1", "signal -= 1"])]),
    ("do: [mood = calm, hour += 1]", [("do", ["mood = calm", "hour += 1"])]),
    ("{signal: {0-6: 4, 7-12: 5, 13+: 6}}", [("signal", [("0-6", "4"), ("7-12", "5"), ("13+", "6")])]),
    ("{13-: 6}", [("13-", "6")]),
    ("do:\n  - oil -= 2\n  - lit = true", [("do", ["oil -= 2", "lit = true"])]),
    ("do: |\n  oil -= 2\n  lit = true", [("do", "oil -= 2\nlit = true\n")]),
    ("1: a\n01: b", [("1", "a"), ("01", "b")]),
    ("on: a\nno: b\n007: c\n1e3: d\n1.0: e", [("on", "a"), ("no", "b"), ("007", "c"), ("1e3", "d"), ("1.0", "e")]),
    ("draw: [41, 42]", [("draw", ["41", "42"])]),
    ("text: A\n  B\n\n  C", [("text", "A B\nC")]),
    ("- text: Wait", [[("text", "Wait")]]),
    ("- Wait.: {goto: 3}", [[("Wait.", [("goto", "3")])]]),
    ("- Wait, then go.: 3", [[("Wait, then go.", "3")]]),
    ('- "Who are you?": 3', [[("Who are you?", "3")]]),
    ("- Ask (again): inside -> 3", [[("Ask (again)", "inside -> 3")]]),
    ("text: {first: Once., again: Twice.}", [("text", [("first", "Once."), ("again", "Twice.")])]),
    ("text: {hour >= 9: late}", [("text", [("hour >= 9", "late")])]),
    ("x: {a : 1}", [("x", [("a", "1")])]),
    ("x: {text: Why? Because., goto: 3}", [("x", [("text", "Why? Because."), ("goto", "3")])]),
    ("x: {text: Why?, goto: 3}", [("x", [("text", "Why?"), ("goto", "3")])]),
    ("x: {text: 12:30}", [("x", [("text", "12:30")])]),
    ("x: {text: (Leave.), goto: 3}", [("x", [("text", "(Leave.)"), ("goto", "3")])]),
    ("x: {text: What's it to you?, goto: 3}", [("x", [("text", "What's it to you?"), ("goto", "3")])]),
    ('x: {text: He\'s "late"., goto: 3}', [("x", [("text", 'He\'s "late".'), ("goto", "3")])]),
    ("key:\tvalue\t# tabs between things mean nothing", [("key", "value")]),
    ("author: A. Writer   # a comment", [("author", "A. Writer")]),
    ("goto: yard #", [("goto", "yard")]),
]

# The piece, the finding, its line and column, and the tree after its fix.
MENDED: list[tuple[str, str, int, int, Plain]] = [
    (
        "smallest: {inside: {text: A fire, and your brother., ending: won}}",
        "comma-cut",
        1,
        33,
        [("smallest", [("inside", [("text", "A fire, and your brother."), ("ending", "won")])])],
    ),
    ("x: {text: A, b, and c., goto: 3}", "comma-cut", 1, 12, [("x", [("text", "A, b, and c."), ("goto", "3")])]),
    ("text: {signal} bars.", "bracket-in-text", 1, 7, [("text", "{signal} bars.")]),
    ("text: {signal}", "bracket-in-text", 1, 7, [("text", "{signal}")]),
    (
        "- {text: The dial says {signal}., goto: 3}",
        "bracket-in-text",
        1,
        24,
        [[("text", "The dial says {signal}."), ("goto", "3")]],
    ),
    ('text: "You came," he says.', "text-after-quote", 1, 18, [("text", '"You came," he says.')]),
    ("text: 'Tis the oil.", "open-quote", 1, 7, [("text", "'Tis the oil.")]),
    ("text: Look in shed #2.", "comment-cut", 1, 20, [("text", "Look in shed #2.")]),
    ("text: [The lights go out.]", "list-in-brackets", 1, 7, [("text", "[The lights go out.]")]),
    ("text: *whispers* come in", "alias", 1, 7, [("text", "*whispers* come in")]),
    ("text: @ the gate", "special-first-character", 1, 7, [("text", "@ the gate")]),
    ("text: - Who's there?", "special-first-character", 1, 7, [("text", "- Who's there?")]),
    ("text: > prompt", "special-first-character", 1, 7, [("text", "> prompt")]),
    ("text: !boom", "tag", 1, 7, [("text", "!boom")]),
    ("text: & so on", "special-first-character", 1, 7, [("text", "& so on")]),
    ("text: % of it", "special-first-character", 1, 7, [("text", "% of it")]),
    ("when: signal: 7", "colon-in-text", 1, 13, [("when", "signal == 7")]),
    ("when: !met", "tag", 1, 7, [("when", "not met")]),
    ('when: "calm" == mood', "text-after-quote", 1, 13, [("when", '"calm" == mood')]),
    ("{do: epm += 1, signal -= 1}", "comma-cut", 1, 14, [("do", "epm += 1; signal -= 1")]),
    ("{do: give(medkit, flppto), goto: 6}", "comma-cut", 1, 17, [("do", "give(medkit, flppto)"), ("goto", "6")]),
    ("{do: [give(medkit, flppto)]}", "comma-cut", 1, 18, [("do", ["give(medkit, flppto)"])]),
    ("{when: oil in [0, 1]}", "bracket-in-text", 1, 15, [("when", "oil in [0, 1]")]),
    ("{<7: 4, >=13: 6}", "special-first-character", 1, 9, [("<7", "4"), (">=13", "6")]),
    ("goto: @planet/13", "special-first-character", 1, 7, [("goto", "@planet/13")]),
    ("text: one\n\ttwo", "tab-indentation", 2, 1, [("text", "one two")]),
    ("a:\n\t- b\n\t- c: d\n\t  e: f", "tab-indentation", 2, 1, [("a", ["b", [("c", "d"), ("e", "f")]])]),
    ("text: one\ttwo", "tab-in-text", 1, 10, [("text", "one two")]),
    ("text: one\n  two: three", "wrong-indentation", 2, 3, [("text", "one"), ("two", "three")]),
    ("text: |\n  one\n two", "wrong-indentation", 3, 2, [("text", "one\ntwo\n")]),
    ("text: Take the lift.# old", "hash-in-text", 1, 21, [("text", "Take the lift.")]),
    ("text: trailing:", "colon-in-text", 1, 15, [("text", "trailing:")]),
    ("text: The guard says: halt!", "colon-in-text", 1, 21, [("text", "The guard says: halt!")]),
    ("text: He says: halt!\n  And halts.", "colon-in-text", 1, 14, [("text", "He says: halt! And halts.")]),
    ("text: It was dark,\n  and he said: halt!", "colon-in-text", 2, 14, [("text", "It was dark, and he said: halt!")]),
    (
        "c:\n  - text: A\n    goto: b\n   - text: B\n     goto: c\n",
        "wrong-indentation",
        4,
        4,
        [("c", [[("text", "A"), ("goto", "b")], [("text", "B"), ("goto", "c")]])],
    ),
    ("- ? x", "special-first-character", 1, 3, ["? x"]),
    ("text: A {when: hour} b", "colon-in-text", 1, 14, [("text", "A {when: hour} b")]),
    ('text: "He says \\d"', "unknown-escape", 1, 16, [("text", "He says \\d")]),
    ('text: "It\'s \\d"', "unknown-escape", 1, 13, [("text", "It's \\d")]),
    ("x: {a:1}", "missing-space-after-colon", 1, 6, [("x", [("a", "1")])]),
    ("a: 1\ngoto:3\nb: 2", "missing-space-after-colon", 2, 5, [("a", "1"), ("goto", "3"), ("b", "2")]),
    ("x: {text: Ask: who}", "colon-in-text", 1, 14, [("x", [("text", "Ask: who")])]),
    (
        'x: {text: "Late", he says., goto: 3}',
        "comma-cut",
        1,
        17,
        [("x", [("text", '"Late", he says.'), ("goto", "3")])],
    ),
    ("a: [b, c\nd: e", "open-bracket", 1, 4, [("a", ["b", "c"]), ("d", "e")]),
    ("a: {b: c\nd: e", "open-bracket", 1, 4, [("a", [("b", "c")]), ("d", "e")]),
    ('a: "b\nc: d', "open-quote", 1, 4, [("a", "b"), ("c", "d")]),
    ("a: 'Tis\nb: 1\nc: don't", "open-quote", 1, 4, [("a", "'Tis"), ("b", "1"), ("c", "don't")]),
    ("a: 'Tis\nb: 1\nc: dogs'", "open-quote", 1, 4, [("a", "'Tis"), ("b", "1"), ("c", "dogs'")]),
    ("a: [b, , c]", "unreadable-line", 1, 8, [("a", ["b", "c"])]),
    ("a: x\u2028y", "invisible-character", 1, 5, [("a", "x y")]),
    ("' inn': a", "stray-space", 1, 1, [("inn", "a")]),
    ("%YAML 1.2\n---\na: b", "directive", 1, 1, [("a", "b")]),
    ("a: b\n...", "several-documents", 2, 1, [("a", "b")]),
]

# Findings without a fix: what is meant cannot be told, or nothing stands there to edit.
REFUSED: list[tuple[str, str, int, int]] = [
    ("when: >= 7", "special-first-character", 1, 7),
    ("1: a\n1: b", "duplicate-key", 2, 1),
    ("1: a\n'1': b", "duplicate-key", 2, 1),
    ("a: &b [c]\nd: *b", "anchor", 1, 4),
    ("d: *b", "alias", 1, 4),
    ("a: {<<: {x: 1}, y: 2}", "merge-key", 1, 5),
    ("? [a]\n: b", "complex-key", 1, 3),
    ("[a]: b", "complex-key", 1, 1),
    ("{a: b}: c", "complex-key", 1, 1),
    (": b", "complex-key", 1, 1),
    ("a: 1\ngoto 3\nb: 2", "missing-colon", 2, 1),
    ("a: b\n---\nc: d", "several-documents", 2, 1),
    ("a: |x\n  foo", "special-first-character", 1, 4),
    ("- a\nb: 1", "wrong-indentation", 2, 1),
    ("a: 1\n- b", "wrong-indentation", 2, 1),
    ("text: Wait\n  - Go on", "swallowed-line", 2, 3),
    ('text: "\\x1b[31m"', "invisible-character", 1, 7),
]


@pytest.mark.parametrize(("text", "expected"), AS_TYPED)
def test_loads_as_typed(text: str, expected: Plain) -> None:
    tree, problems = read_both(text)
    assert problems == ()
    assert tree is not None
    assert plain(tree) == expected


@pytest.mark.parametrize(("text", "slug", "line", "column", "expected"), MENDED)
def test_finding_has_a_place_and_a_fix_that_works(
    text: str, slug: str, line: int, column: int, expected: Plain
) -> None:
    tree, problems = read_both(text)
    assert [(each.slug, each.span.line, each.span.column) for each in problems] == [(slug, line, column)]
    mended = fixed(text, problems)
    after, left = read_both(mended)
    assert left == ()
    assert after is not None
    assert plain(after) == expected
    # What reading went on with is what the fix gives; a warning changes nothing.
    if problems[0].severity is Severity.ERROR:
        assert tree is not None
        assert plain(tree) == expected


@pytest.mark.parametrize(("text", "slug", "line", "column"), REFUSED)
def test_finding_without_a_fix_says_what_to_do(text: str, slug: str, line: int, column: int) -> None:
    _, problems = read_both(text)
    assert [(each.slug, each.span.line, each.span.column) for each in problems] == [(slug, line, column)]
    assert problems[0].fix is None
    assert problems[0].hint


JARGON = ("mapping", "scalar", "token", "sequence", "block end", "parser", "flow", "node", "None", "Error", "dict")


@pytest.mark.parametrize("text", [row[0] for row in (*MENDED, *REFUSED)])
def test_message_shows_the_line_and_speaks_plainly(text: str) -> None:
    _, problems = read_both(text)
    for each in problems:
        printed = format_diagnostic(each, text.split("\n"))
        assert f"s.yaml:{each.span.line}:{each.span.column}: " in printed
        assert "\n  | " in printed
        assert each.why
        assert each.hint
        words = f"{each.message} {each.why} {each.hint}"
        assert not [word for word in JARGON if word in words]
