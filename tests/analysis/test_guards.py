"""A condition's guards allow each answer wherever a play can give it, and where all is known nothing else."""

from __future__ import annotations

from storyengine.analysis.builder import Builder
from storyengine.analysis.domains import Domains
from storyengine.analysis.guards import ALWAYS, MOST_CASES, NEVER, Case, Guards, all_of, any_of, conjoin
from storyengine.model.expressions import Ask, Condition, Holds, IsActive, Roll, parts
from storyengine.model.walk import conditions
from storyengine.runtime import State
from storyengine.runtime.machine import Run
from storyengine.runtime.program import program_of
from tests.analysis.truth import truth_of
from tests.conftest import Amount
from tests.runtime.tables import plain
from tests.small_stories import small_story


def allows(case: Case, values: tuple[int, ...]) -> bool:
    return all(mask >> values[variable] & 1 for variable, mask in case.masks) and all(
        tuple(values[variable] for variable in relation.variables) in relation.allowed for relation in case.relations
    )


def answer_of(builder: Builder, state: State, condition: Condition) -> bool:
    """What a play says."""
    run = Run(builder.program, state, lambda kind, place, options: 0, None)
    holds = builder.program.compiler.test(condition)
    assert holds is not None
    return holds(run)


def test_guards_allow_what_plays_answer(amount: Amount) -> None:
    """Both ways; and where a condition asks for variables alone, exactly that."""
    exact = 0
    for seed in range(500_000, 500_000 + amount(15, 300)):
        story = small_story(seed)
        builder = Builder(story)
        states = list(dict.fromkeys(state for state, _ in truth_of(story, most=60).steps))[:40]
        open_ended = any(known.open_ended for known in builder.domains.variables)
        for _, condition in conditions(story):
            asked = [part for part in parts(condition.expression) if isinstance(part, Ask | Holds | IsActive | Roll)]
            guards = {answer: builder.guards.cases(condition.expression, {}, answer) for answer in (True, False)}
            for state in states:
                values = builder.domains.project(state)
                said = answer_of(builder, state, condition)
                known = f"seed {seed}: {condition.source}"
                assert any(allows(case, values) for case in guards[said]), known
                if not asked and not open_ended:
                    assert not any(allows(case, values) for case in guards[not said]), known
                    exact += 1
    assert exact


def guards() -> Guards:
    story = plain("a: {text: A., ending: won}", head="variables: {n: {start: 0, min: 0, max: 3}, lit: false}")
    return Guards(Domains(program_of(story)))


def test_nothing_is_asked_where_there_is_no_condition() -> None:
    assert guards().cases(None, {}) == ALWAYS
    assert guards().cases(None, {}, False) == NEVER


def test_cases_that_exclude_each_other_vanish() -> None:
    one, other = Case(((0, 0b01),)), Case(((0, 0b10),))
    assert conjoin(one, other) is None
    assert all_of(((one,), (other,))) == NEVER
    assert any_of(((one,), (other,))) == (one, other)


def test_a_condition_of_too_many_cases_may_be_either_way() -> None:
    forks = [(Case(((index, 0b01),)), Case(((index + 100, 0b01),))) for index in range(MOST_CASES)]
    assert all_of(forks) == ALWAYS
    assert any_of(forks) == ALWAYS
