"""The quick parser and the slow one: the same tree or the same findings, on text that is nearly YAML."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from storyengine.diagnostics import Severity
from tests.loader.yaml_trees import fixed, read_both

# What authors type, and what the parsers trip over, in pieces that make lines.
PIECES = st.one_of(
    st.sampled_from(["a", "b: ", "text: ", "- ", "-", "{", "}", "[", "]", ",", ", ", ":", ": ", "?", "? ", "'", '"']),
    st.sampled_from(["\n", "\n  ", "\n    ", "\n      ", "\n#c\n", "\t", "|", "|\n", "|-\n", "| ", ">\n", "> "]),
    st.sampled_from(
        ["#", " #", "!", "&x", "*x", "* ", "@", "%", "<<", "~", "`", "\\", "\\n", "\\d", "\\x41", "(", ")"]
    ),
    st.sampled_from(["---", "...", "=", "é", "🗝", "1", "x y", "'Tis ", "\u2028", "\x85", "\ufeff"]),
    st.sampled_from(["goto: 3", "Why?", "12:30", "a:1", "cards:\n  ", "c:\n    "]),
)
FREE = st.lists(PIECES, min_size=1, max_size=14).map("".join)
# Inside a second card, so that only a part of the file is read again after a failure.
IN_A_CARD = FREE.map(lambda text: "cards:\n  inn:\n    text: x\n  yard:\n    " + text)


@given(st.one_of(FREE, IN_A_CARD))
@example("|\n# é")
@example("cards:\n  a:\n    text: x\n  b:\n    |# a")
@example("?)Why?- &x,  c:\n    {\n#c\néx y")
@example("a)b: >\n\t\n  > b\n\na")
@example("cards:\n  {\n  -cards:\n  :---|-\n\n |\n> ")
@example("{a: b:, c: d?}")
@example("x: {a:{b: 1}}")
def test_both_parsers_agree(text: str) -> None:
    tree, problems = read_both(text)
    if tree is None:
        assert any(each.severity is Severity.ERROR for each in problems)


@given(st.one_of(FREE, IN_A_CARD))
def test_places_lie_in_the_text_and_fixes_can_be_applied(text: str) -> None:
    _, problems = read_both(text)
    lines = text.removeprefix("\ufeff").split("\n")
    for each in problems:
        span = each.span
        if each.code == "SE000":
            continue
        assert 1 <= span.line <= span.end_line <= len(lines) + 1
        assert 1 <= span.column <= (len(lines[span.line - 1]) if span.line <= len(lines) else 0) + 1
        assert (span.line, span.column) <= (span.end_line, span.end_column)
    fixed("\n".join(lines), problems)
