"""What cannot be read: each slip is found at its very place, with what to type instead."""

from __future__ import annotations

import pytest

from storyengine.loader.expression_parser import parse_condition, parse_effects
from tests.loader.expression_readers import condition, effects, findings, only

MENDED_CONDITIONS = [
    # text, columns of the slip, what mends it
    ("signal: 7", (7, 8), " =="),
    ("!met", (1, 2), "not "),
    ("lit && met", (5, 7), "and"),
    ("lit & met", (5, 6), "and"),
    ("lit || met", (5, 7), "or"),
    ("lit | met", (5, 6), "or"),
    ("NOT met", (1, 4), "not"),
    ("lit AND met", (5, 8), "and"),
    ("lit Or met", (5, 7), "or"),
    ("oil = 5", (5, 6), "=="),
    ("oil === 5", (5, 8), "=="),
    ("oil !== 5", (5, 8), "!="),
    ("oil <> 5", (5, 7), "!="),
    ("oil => 5", (5, 7), ">="),
    ("oil =< 5", (5, 7), "<="),
    ("oil ≥ 5", (5, 6), ">="),
    ("oil ≤ 5", (5, 6), "<="),
    ("oil ≠ 5", (5, 6), "!="),
    ("oil gte 5", (5, 8), ">="),
    ("mood eq calm", (6, 8), "=="),
    ("oil / 2 > 1", (5, 6), "//"),
    ("oil ÷ 2 > 1", (5, 6), "//"),
    ("oil × 2 > 1", (5, 6), "*"),
    ("oil ** 2 > 1", (5, 7), "*"),
    ("oil == 007", (8, 11), "7"),
    ("oil == 1_000", (8, 13), "1000"),
    ("oil == 1e3", (8, 11), "1000"),
    ("oil == 0x1F", (8, 12), "31"),
    ("oil in (0, 1)", (8, 14), "[0, 1]"),
    ("mood in { calm, wary }", (9, 23), "[calm, wary]"),
    ("oil in 0-6", (8, 11), "0..6"),
    ("oil in 0...6", (9, 12), ".."),
    ("oil in 0…6", (9, 10), ".."),
    ("$oil > 1", (1, 2), ""),
    ("if lit", (1, 3), ""),
    ("has glow_lens", (1, 14), "has(glow_lens)"),
    ("lit and visited 2", (9, 18), "visited(2)"),
    ("glow_lens in items", (1, 19), "has(glow_lens)"),
    ("lit\u200b", (4, 5), ""),
]


@pytest.mark.parametrize("text, columns, replacement", MENDED_CONDITIONS)
def test_a_slip_in_a_condition_is_mended_by_its_replacement(
    text: str, columns: tuple[int, int], replacement: str
) -> None:
    result, found = findings(parse_condition, text)
    finding = only(found)
    assert result is None
    assert (finding.slug, finding.columns, finding.replacement) == ("expression-syntax", columns, replacement)
    condition(finding.mended(text))


@pytest.mark.parametrize(
    "text, columns, hint",
    [
        (">= 7", (1, 3), "write before `>=` what is compared"),
        ("in 0..6", (1, 3), "write before `in` what is compared"),
        ("hour > 3 and < 9", (14, 15), "write the variable again between `and` and `<`"),
        ("oil == 1.5", (8, 11), "count in smaller units, for example in tenths"),
        ("oil == .5", (8, 10), "count in smaller units, for example in tenths"),
        ("oil == 2d6", (8, 11), "roll in an effect (`luck = roll(2d6)`) and read the variable here"),
        ("roll(2d6) > 7", (1, 10), "roll in an effect (`luck = roll(2d6)`) and read the variable here"),
        ("oil in 5", (8, 9), "to compare with one value, write `== 5`; a range is `0..6`"),
        ("oil in ..", (8, 10), "give at least one end: `0..6`, `7..` or `..6`"),
        ("oil in [0..6]", (10, 12), "take the brackets away: `0..6`"),
        ("oil in {0}", (8, 9), "a list is written `[a, b]`; parentheses are `(` and `)`"),
        ("oil in 0, 1", (8, 9), "write a list as `[0, 3, 5]`"),
        ("hour == 12:30", (11, 12), "a number or word with a colon in it needs quotes"),
        ("oil in []", (9, 10), "write it, or take the brackets away with what is inside"),
        ("1 < oil in 0..3", (9, 11), "join the two with `and`, or put the first one in parentheses"),
        ("lit == not met", (8, 11), "write it as `(not x)`"),
        ("oil >", (5, 6), "finish it, or take the last word away"),
        ("lit and\n", (5, 8), "finish it, or take the last word away"),
        ("(lit", (2, 5), "finish it, or take the last word away"),
        ("lit)", (4, 5), "take it away, or write the missing `(` or what should be inside"),
        ("()", (2, 3), "write it, or take the brackets away with what is inside"),
        ("holds(flppto)", (13, 14), "write it, or take the brackets away with what is inside"),
        ("", (1, 1), "write one, or leave the whole key out"),
        ("oil 7", (5, 6), "put `and`, `or`, a comparison or a sign between `oil` and `7`"),
        ("oil > 1, lit", (8, 9), "write `and` if all must hold, `or` if one is enough"),
        ("oil > 1; lit", (8, 9), "write `and` if all must hold, `or` if one is enough"),
        ("oil += 1", (5, 7), "changes are written under `do`"),
        ("oil --3 > 1", (5, 7), "put a space between them, or write `-= 1` in an effect"),
        ('mood == "calm', (9, 14), 'write the same quote, `"`, where the word ends'),
        ('keeper == "a\\d"', (13, 15), "for a backslash itself, write `\\\\d`"),
        ("lit if met", (8, 11), "finish it, or take the last word away"),
        ("oil is greater than 3", (16, 20), "write `>`, `>=`, `<` or `<=`"),
        ("oil ? 3 : 4", (5, 6), "write `a if question else b`"),
    ],
)
def test_a_condition_that_cannot_be_read_says_what_to_do(text: str, columns: tuple[int, int], hint: str) -> None:
    result, found = findings(parse_condition, text)
    finding = only(found)
    assert result is None
    assert (finding.slug, finding.columns, finding.hint) == ("expression-syntax", columns, hint)


@pytest.mark.parametrize("quotes", ["“”", "‘’", "„“"])
def test_typographic_quotes_are_found_one_after_the_other(quotes: str) -> None:
    text = f"mood == {quotes[0]}calm{quotes[1]}"
    finding = only(findings(parse_condition, text)[1])
    assert finding.columns == (9, 10)
    assert finding.replacement in ('"', "'")


MENDED_EFFECTS = [
    ("signal += 1, hour -= 1", (12, 13), ";"),
    ("oil++", (4, 6), " += 1"),
    ("oil --", (5, 7), " -= 1"),
    ("oil == 1", (5, 7), "="),
    ("oil := 1", (5, 7), "="),
    ("oil: 1", (4, 5), " ="),
    ("oil to 1", (5, 7), "="),
    ("set oil = 1", (1, 5), ""),
    ("oil =+ 1", (5, 7), "+="),
    ("signal =- 1", (8, 10), "-="),
    ("oil /= 2", (5, 7), "//="),
    ("lit", (1, 4), "lit = true"),
    ("take glow_lens", (1, 5), "gain"),
    ("drop glow_lens", (1, 5), "discard"),
    ("gain glow_lens to flppto", (1, 5), "give"),
    ("signal = 2d6", (10, 13), "roll(2d6)"),
    ("signal = roll(d6)", (15, 17), "1d6"),
    ("signal = roll(2D6)", (15, 18), "2d6"),
    ("signal = roll(6)", (15, 16), "1d6"),
]


@pytest.mark.parametrize("text, columns, replacement", MENDED_EFFECTS)
def test_a_slip_in_an_effect_is_mended_by_its_replacement(
    text: str, columns: tuple[int, int], replacement: str
) -> None:
    result, found = findings(parse_effects, text)
    finding = only(found)
    assert result is None
    assert (finding.slug, finding.columns, finding.replacement) == ("expression-syntax", columns, replacement)
    effects(finding.mended(text))


@pytest.mark.parametrize(
    "text, columns, hint",
    [
        ("oil = hour = 2", (12, 13), "to compare, write `==`; to set another variable, begin with `;`"),
        ("mood = calm if oil = 2", (20, 21), "to compare, write `==`; to set another variable, begin with `;`"),
        ("oil += 1 hour += 2", (10, 14), "put `;` or a sign between `1` and `hour`"),
        ("oil +=", (5, 7), "finish it, or take the last word away"),
        ("5", (1, 2), "take `5` away, or put quotes round a word that has spaces or signs in it"),
        ("", (1, 1), "write one, or leave the whole key out"),
        (" ; ", (3, 3), "write one, or leave the whole key out"),
        ("gain", (1, 5), "finish it, or take the last word away"),
        ("give glow_lens to", (16, 18), "finish it, or take the last word away"),
        ("give(glow_lens, flppto", (17, 23), "finish it, or take the last word away"),
        ("discard(glow_lens, flppto)", (20, 26), "write a second effect behind `;`"),
        ("activate(flppto, maru)", (18, 22), "write a second effect behind `;`"),
        ("keep boosters", (1, 5), "write `keep booster`"),
        ("reveal planet", (1, 7), "write `reveal disc`"),
        ("reroll", (1, 7), "write it in an item's `use` that says `after: roll`"),
        ("total += 2", (1, 9), "write it in an item's `use` that says `after: roll`"),
        ("keep booster", (1, 5), "write it in an item's `use` that says `after: roll`"),
        ("lit = 1 < roll(2d6) < 5", (11, 20), "roll into a variable first, then compare that"),
        ("oil", (1, 4), "write what it becomes: `oil = ...`"),
        ("if lit: oil = 1", (1, 3), "write the change first and its condition after it: `lit = true if oil > 0`"),
        ("not lit", (1, 4), "write `lit = false`"),
        ("hour = 1,5", (9, 10), "write `;`"),
        ("set(oil, 5)", (1, 4), "write only the variable, `=` and the value"),
    ],
)
def test_an_effect_that_cannot_be_read_says_what_to_do(text: str, columns: tuple[int, int], hint: str) -> None:
    result, found = findings(parse_effects, text)
    finding = only(found)
    assert result is None
    assert (finding.slug, finding.columns, finding.hint) == ("expression-syntax", columns, hint)
