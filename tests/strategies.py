"""The one home of generated values: well-typed expressions, conditions and effects over a small story."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from storyengine.loader.expression_types import Scope, VariableSort
from storyengine.model.expressions import (
    AdjustTotal,
    AllOf,
    AnyOf,
    Arithmetic,
    Ask,
    Assign,
    Between,
    Compare,
    Condition,
    Discard,
    Effect,
    Expression,
    Fact,
    Flip,
    Give,
    Has,
    Holds,
    IfElse,
    IsActive,
    KeepBooster,
    Kind,
    Literal,
    Negate,
    Not,
    OneOf,
    Read,
    Reroll,
    RevealDisc,
    Roll,
    Statement,
    Visited,
)
from storyengine.model.formatting import format_condition, format_effect
from storyengine.model.tables import LARGEST

NUMBERS, FLAGS = ("hour", "signal"), ("lit", "met")
BOUNDED = "oil"
LISTED, FREE = "mood", "keeper"
MOODS = ("calm", "wary", "angry")
ITEMS, CREW = ("glow_lens", "old map"), ("flppto", "maru")
CARDS = ("follop/2", "data/41", "odd name (really)")

SCOPE = Scope(
    variables={
        **{name: VariableSort(Kind.NUMBER) for name in NUMBERS},
        **{name: VariableSort(Kind.FLAG) for name in FLAGS},
        BOUNDED: VariableSort(Kind.NUMBER, low=0, high=3),
        LISTED: VariableSort(Kind.WORD, MOODS),
        FREE: VariableSort(Kind.WORD),
    },
    items=ITEMS,
    characters=CREW,
    challenge_types=("diplomacy", "strength"),
    places=("follop", "congress"),
    resolve_card=lambda name: {"2": "follop/2"}.get(name, name if name in CARDS else None),
    card_names=lambda: CARDS,
)
"""The story that generated expressions are about."""

WORDS_OF: dict[Expression, tuple[str, ...]] = {
    Read(LISTED): MOODS,
    Ask(Fact.CHALLENGE): (*SCOPE.challenge_types, ""),
    Ask(Fact.PLACE): (*SCOPE.places, ""),
    Ask(Fact.PERFORMER): (*CREW, ""),
    Ask(Fact.PICKED): (*CREW, *ITEMS, *SCOPE.places, ""),
}
"""What has listed words, and the words."""


def whole_numbers() -> SearchStrategy[Expression]:
    """Number literals: mostly small, some at the edge."""
    edges = st.sampled_from([LARGEST, -LARGEST])
    return st.one_of(st.integers(-20, 20), edges).map(Literal)


def dice() -> SearchStrategy[Expression]:
    """Rolls of up to three dice."""
    return st.builds(Roll, st.integers(1, 3), st.integers(2, 10))


@cache
def numbers(depth: int = 3, *, rolls: bool = False) -> SearchStrategy[Expression]:
    """Expressions that give numbers, at most `depth` levels deep; with dice if they may roll."""
    facts = st.sampled_from([fact for fact in Fact if fact.kind is Kind.NUMBER]).map(Ask)
    leaves: list[SearchStrategy[Expression]] = [whole_numbers(), st.sampled_from((*NUMBERS, BOUNDED)).map(Read), facts]
    if rolls:
        leaves.append(dice())
    if depth <= 1:
        return st.one_of(leaves)
    inner = numbers(depth - 1, rolls=rolls)
    return st.one_of(
        *leaves,
        st.builds(Negate, inner),
        st.builds(Arithmetic, st.sampled_from("+-*"), inner, inner),
        st.builds(Arithmetic, st.sampled_from(["//", "%"]), inner, divisors(inner)),
        st.builds(IfElse, flags(depth - 1, rolls=rolls), inner, inner),
    )


def divisors(numbers: SearchStrategy[Expression]) -> SearchStrategy[Expression]:
    """Those of `numbers` that are not a typed zero."""
    return numbers.filter(lambda number: number not in (Literal(0), Negate(Literal(0))))


@cache
def flags(depth: int = 3, *, rolls: bool = False) -> SearchStrategy[Expression]:
    """Expressions that are true or false, at most `depth` levels deep; with dice if they may roll."""
    leaves: tuple[SearchStrategy[Expression], ...] = (
        st.booleans().map(Literal),
        st.sampled_from(FLAGS).map(Read),
        st.just(Ask(Fact.TRAVELLING)),
        st.sampled_from(ITEMS).map(Has),
        st.builds(Holds, st.sampled_from(CREW), st.sampled_from(ITEMS)),
        st.sampled_from(CREW).map(IsActive),
        st.sampled_from(CARDS).map(Visited),
    )
    if depth <= 1:
        return st.one_of(leaves)
    inner, number = flags(depth - 1, rolls=rolls), numbers(depth - 1, rolls=rolls)
    several = st.lists(inner, min_size=2, max_size=4).map(tuple)
    return st.one_of(
        *leaves,
        st.builds(Not, inner),
        st.builds(AllOf, several),
        st.builds(AnyOf, several),
        st.builds(Compare, st.sampled_from(["==", "!=", "<", "<=", ">", ">="]), number, number),
        st.builds(Compare, st.sampled_from(["==", "!="]), inner, inner),
        st.builds(Between, number, number, st.none() | number),
        st.builds(Between, number, st.none(), number),
        st.builds(OneOf, number, st.lists(number, min_size=1, max_size=3).map(tuple)),
        st.builds(IfElse, inner, inner, inner),
        questions_about_words(),
    )


@st.composite
def questions_about_words(draw: st.DrawFn) -> Expression:
    """Comparisons of something that has words with some of these words, or of a free word with any."""
    asked: Expression = draw(st.sampled_from([*WORDS_OF, Read(FREE)]))
    words = st.sampled_from(WORDS_OF[asked]) if asked in WORDS_OF else any_words()
    if draw(st.booleans()):
        options = draw(st.lists(words.map(Literal), min_size=1, max_size=3))
        return OneOf(asked, tuple(options))
    sides: list[Expression] = [asked, Literal(draw(words))]
    if draw(st.booleans()):
        sides.reverse()
    return Compare(draw(st.sampled_from(["==", "!="])), *sides)


def any_words() -> SearchStrategy[str]:
    """Words that need quotes, escapes and all."""
    return st.text(st.characters(exclude_categories=["Cs"]), max_size=8)


def conditions(depth: int = 3) -> SearchStrategy[Condition]:
    """Conditions, written canonically."""
    return flags(depth).map(lambda flag: Condition(flag, format_condition(Condition(flag, ""))))


def statements(depth: int = 3, *, after_roll: bool = False) -> SearchStrategy[Statement]:
    """All that an effect can do; `after_roll` adds what changes a roll on the table."""
    number = numbers(depth, rolls=True)
    someone = st.sampled_from([*CREW, "picked", "performer"])
    found: list[SearchStrategy[Statement]] = [
        st.builds(Assign, st.sampled_from(NUMBERS), st.sampled_from(["=", "+=", "-=", "*="]), number),
        st.builds(Assign, st.sampled_from((*NUMBERS, BOUNDED)), st.sampled_from(["//=", "%="]), divisors(number)),
        st.builds(Assign, st.just(BOUNDED), st.just("="), st.integers(0, 3).map(Literal)),
        st.builds(Assign, st.sampled_from(FLAGS), st.just("="), flags(depth, rolls=True)),
        st.builds(Assign, st.just(LISTED), st.just("="), st.sampled_from(MOODS).map(Literal)),
        st.builds(Assign, st.just(FREE), st.just("="), any_words().map(Literal)),
        st.builds(Give, st.sampled_from(ITEMS), st.just("") | someone),
        st.builds(Discard, st.sampled_from([*ITEMS, "picked"])),
        st.builds(Flip, st.just("all") | someone, st.booleans()),
        st.just(RevealDisc()),
    ]
    if after_roll:
        found += [st.just(Reroll()), st.just(KeepBooster()), st.builds(AdjustTotal, number)]
    return st.one_of(found)


@st.composite
def effects(draw: st.DrawFn, depth: int = 3, *, after_roll: bool = False) -> Effect:
    """Effects, written canonically, some of them under a condition."""
    when = draw(st.none() | flags(depth, rolls=True))
    effect = Effect(draw(statements(depth, after_roll=after_roll)), when, "")
    return Effect(effect.statement, effect.when, format_effect(effect))
