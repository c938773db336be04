"""What expressions come to while a story runs."""

from __future__ import annotations

import pytest

from storyengine.model.tables import LARGEST
from tests.runtime.tables import ENDS, Table, campaign, plain

HEAD = """
variables:
  n: {start: 7, min: -1000, max: 1000}
  zero: {start: 0, min: 0, max: 9}
  big: {start: 1000000000}
  lit: {start: true}
  mood: {start: calm, one_of: [calm, wary]}
items: {lamp: {}, rope: {}}
"""


def value(expression: str) -> str:
    """What a text shows for an expression."""
    return Table(plain(f"a: {{text: '{{{expression}}}', choices: [{{text: X., stay: true}}]}}", head=HEAD)).read


@pytest.mark.parametrize(
    ("expression", "shown"),
    [
        ("n + 2 * 3", "13"),
        ("7 // 2", "3"),
        ("-7 // 2", "-4"),
        ("-7 % 2", "1"),
        ("7 % 2", "1"),
        ("0 - n", "-7"),
        ("-(n - 2)", "-5"),
        ("mood", "calm"),
        ('"yes" if lit and n > 6 else "no"', "yes"),
        ('"in" if n in 7..9 else "out"', "in"),
        ('"in" if n in ..6 else "out"', "out"),
        ('"in" if n in 7.. else "out"', "in"),
        ('"one" if mood in [wary, calm] else "none"', "one"),
        ('"has" if has(lamp) else "not"', "not"),
        ('"a" if not lit or n == 7 else "b"', "a"),
        ('"a" if n != 7 or zero >= 1 else "b"', "b"),
        ("items", "0"),
    ],
)
def test_what_an_expression_comes_to(expression: str, shown: str) -> None:
    assert value(expression) == shown


def test_a_product_of_products_stays_within_bounds() -> None:
    assert value("big * big") == str(LARGEST)
    assert value("big * big * -big") == str(-LARGEST)


def test_words_after_and_and_or_are_not_looked_at_where_the_first_decides() -> None:
    assert value('"a" if zero != 0 and 7 // zero > 1 else "b"') == "b"
    assert value('"a" if lit or 7 // zero > 1 else "b"') == "a"


@pytest.mark.parametrize("sum_", ["n // zero", "n % zero"])
def test_division_by_zero_is_remarked_and_play_goes_on(sum_: str) -> None:
    story = plain(
        f"""
        a:
          text: "Average {{{sum_}}}."
          do: n = {sum_}
          choices:
            - {{id: high, text: High., when: {sum_} > 2, goto: b}}
            - {{id: low, text: Low., when: not {sum_} > 2, goto: b}}
            - {{id: on, text: On., goto: b}}
        b: {{text: Done., ending: won}}
        """,
        head=HEAD,
    )
    table = Table(story)
    assert table.read == "Average ?."
    assert "card `a`" in table.notices and "divides by zero" in table.notices and "changes nothing" in table.notices
    assert table["n"] == 7
    assert table.legal == ['choose "on"'], "a condition without an answer does not hold, whichever way it is asked"
    assert table.do("choose on").ending == "b"


def test_facts_of_the_situation() -> None:
    shown = "'{items} {active} {discs} {level} {place} {picked}.'"
    story = campaign(
        {
            "follop/1": f"{{text: a, choices: [{{id: x, text: X., pick: inactive, then: {shown}, "
            f"stay: true}}, {{id: y, text: Y., then: {shown}, stay: true}}, {{id: find, "
            f"text: F., goto: 9}}]}}"
        }
    )
    table = Table(story).do("travel follop").hand("maru", "tea", "bomb").rest("oss").put(signal=8)
    assert table.do("choose x pick oss").read == "2 3 3 5 follop oss."
    assert table.do("choose y").read == "2 3 3 5 follop ."
    table.do("choose find | disc 4", "travel kronos")
    assert table.state.place == "kronos"


def test_facts_of_a_challenge() -> None:
    shown = "{text: '{performer} {challenge} {total}', goto: 8}"
    story = campaign(
        {
            "congress/1": f"{{text: '{{challenge}}{{performer}}', challenge: {{type: strength, "
            f"win: {{draw: 41, text: '{{performer}} {{challenge}}', goto: 8}}, lose: {shown}}}}}",
            "data/41": "{text: 'drawn for {performer}'}",
            **ENDS,
        }
    )
    assert Table(story).read == ""
    assert Table(story).do("challenge maru | die 6").read == "maru strength drawn for maru Won it."
    assert Table(story).do("challenge maru | die 1").read == "maru strength 0 Won it."


def test_who_is_active_and_who_holds_what() -> None:
    story = campaign(
        {
            "congress/1": """
                text: a
                choices:
                  - {id: one, text: 1., when: active(maru), stay: true}
                  - {id: two, text: 2., when: "holds(oss, tea)", stay: true}
                  - {id: three, text: 3., when: has(tea), stay: true}
                """
        }
    )
    table = Table(story)
    assert table.legal == ["choose one"]
    assert [line for line in table.rest("maru").hand("flppto", "tea").legal if "choose" in line] == ["choose three"]
    assert [line for line in table.hand("oss", "tea").legal if "choose" in line] == ["choose two", "choose three"]
    assert not [line for line in table.rest("maru").hand("discarded ", "tea").legal if "choose" in line]
